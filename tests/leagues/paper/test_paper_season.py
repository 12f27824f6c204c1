"""Season files that are brought along: newer ones, too large ones, and members whom we know."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.leagues.correction_words import import_fault
from bot.leagues.paper.season_import import LARGEST_FILE, season_from
from bot.leagues.paper.spreadsheet import MOST_CORRECTIONS, MOST_GAMES, MOST_NIGHTS, MOST_PEOPLE
from bot.leagues.paper.table import MEGABYTE
from bot.leagues.paper.typed import LONGEST_DETAIL, Fault, Faulty, Known, PaperPerson
from bot.leagues.season.model import Holder, Season, SeatKind
from bot.leagues.season.report import report
from bot.leagues.season.season_file import read_season, write_season
from bot.words.catalogue import words_for
from tests.leagues.generated import season as generated
from tests.leagues.paper.made import faults, found
from tests.leagues.small import event, game, night, season
from tests.properties import tries

Json = dict[str, Any]
NOBODY = Known(())


def known(**names: str) -> Known:
    """Members by their ids."""
    return Known(tuple(PaperPerson(Holder(SeatKind.MEMBER, id), name) for id, name in names.items()))


def brought(values: Json, ours: Known = NOBODY) -> Season:
    return season_from(json.dumps(values).encode(), ours)


def club(**others: Any) -> Json:
    """A season of four in which everything names somebody; members are called as their ids are."""
    games = [
        game("g1", "n1", "u1 3", "u2 -3 left u3", "guest x9 0", "robot u1 0"),
        game("g2", None, "u1 1", "u3 1", "u4 -2"),
    ]
    corrections = [
        event("c1", "player", game="g2", seat=1, player="u2"),
        event("c2", "adjust", player="u1", value="-5/2"),
        event("c3", "excuse", night="n1", player="u1"),
        event("c4", "insert", game=game("g3", "n1", "u1 1", "u2 1", "u3 -2 left u1")),
        {**event("c5", "void", game="g3"), "by": "u1"},
    ]
    parts: Json = {
        "corrections": corrections,
        "byes": [{"night": "n1", "round": 2, "player": "u1"}],
        "ratings": {"u1": [26.5, 7.9]},
        "guests": [{"id": "x9", "name": "Jan"}],
    }
    return season("u1 u2 u3 u4", games, [night("n1", "2026-09-08", "u1")], **{**parts, **others})


def test_a_season_comes_as_it_is() -> None:
    values = club()
    assert brought(values) == read_season(json.dumps(values).encode())


def test_members_are_known_by_their_name_everywhere() -> None:
    values = club()
    expected = json.dumps(values).replace('"u1"', '"me"').replace('"robot": "me"', '"robot": "u1"')
    expected = expected.replace('"name": "me"', '"name": "u1"')
    assert brought(values, known(me="U1")) == read_season(expected.encode())
    assert '"u1"' in expected  # the kind of robot that has the name of an id


def test_an_id_tells_before_a_name() -> None:
    assert brought(club(), known(u1="Somebody", u2="u1x")) == brought(club())
    assert faults(brought, club(), known(u2="u1")) == (
        Fault("names-twice", None, {"name": "u1", "names": ("u1", "u2")}),
    )


def test_two_never_become_one() -> None:
    values = club()
    values["members"][1]["name"] = "U1"
    assert faults(brought, values, known(me="u1")) == (
        Fault("names-twice", None, {"name": "u1", "names": ("u1", "U1")}),
    )
    guest = club(guests=[{"id": "x9", "name": "Jan"}])
    assert faults(brought, guest, known(x9="u1")) == (
        Fault("names-twice", None, {"name": "u1", "names": ("u1", "Jan")}),
    )
    assert found(brought, club(), known(a="u1", b="U1")) == [("ambiguous-name", None)]


def test_names_are_tidied_as_ours_are() -> None:
    values = club()
    values["members"][0]["name"] = " Ann\u202e\n B. "
    assert brought(values).members[0].name == "Ann B."


def of(*seats: str, **others: Any) -> Json:
    """A season with one free game of these seats."""
    return {"games": [game("g1", None, *seats, **others)]}


def asking(do: str, name: str = "c1", **what: Any) -> Json:
    """A season with this correction."""
    return {"corrections": [event(name, do, **what)]}


LARGE = game("g9", None, "u1 1", "u3 10000000", "u2 1")


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"season": 0}, "file-shape", "season"),
        ({"season": True}, "file-shape", "season"),
        ({"zone": "Mars"}, "file-shape", "zone"),
        ({"members": []}, "file-unknown-id", "nights[0].excused[0]"),
        (of("u1 1", "u1 1", "u2 1"), "file-twice-at-table", "games[0].seats"),
        (of("u1 1", "u3 1", "u2 1", sum=0), "file-wrong-sum", "games[0].sum"),
        ({"games": of("u1 1", "u3 1", "u2 1")["games"] * 2}, "file-same-id", "games[1].id"),
        (of("u1 1", "u3 1", "u2 -1000001"), "file-out-of-bounds", "games[0].seats[2].points"),
        (asking("adjust", player="u1", value=1_000_001), "file-out-of-bounds", "corrections[0].value"),
        (asking("points", game="g1", points=[0, 10**9]), "file-out-of-bounds", "corrections[0].points[1]"),
        (asking("insert", game=LARGE), "file-out-of-bounds", "corrections[0].game.seats[1].points"),
        ({"settings": {"bye": 10**30}}, "file-out-of-bounds", "settings.bye"),
        (
            {"settings": {"place_points": {"3": [10**7, 0, 0]}}},
            "file-out-of-bounds",
            "settings.place_points.3",
        ),
        ({"settings": {"bye": "1/100003", "left": "1/100019"}}, "settings-too-fine", None),
        ({"name": "\ud800"}, "file-bad-text", "name"),
        (asking("void", "c" * 101, game="g1"), "file-bad-text", "corrections[0].id"),
        (asking("void", game="\udfff"), "file-bad-text", "corrections[0]"),
    ],
)
def test_what_is_wrong(change: Json, code: str, where: str | None) -> None:
    (fault, *_) = faults(brought, {**club(), **change})
    assert (fault.code, fault.details.get("where")) == (code, where)


def test_where_points_do_not_add_up_both_sums_are_told() -> None:
    (fault,) = faults(brought, {**club(), **of("u1 1", "u3 1", "u2 1", sum=0)})
    assert fault.details == {"where": "games[0].sum", "points": 3, "sum": 0}
    told = import_fault(words_for("en"), fault)
    assert told == "The points of a game add up to +3, but its total is 0: see games\\[0\\].sum."


def test_a_sum_that_is_beyond_all_bounds_is_told_as_such() -> None:
    """Numbers of a hundred digits are read, so that the sum is told as beyond the bounds and not as wrong."""
    nines = int("9" * 100)
    (fault,) = faults(brought, {**club(), **of(f"u1 {nines}", f"u3 {nines}", "u2 1", sum=0)})
    assert (fault.code, fault.details["where"]) == ("file-out-of-bounds", "games[0].sum")


@pytest.mark.parametrize("change", [{"season": 2}, {"season": 2, "novelty": 1, "members": None}])
def test_a_newer_version_is_told_as_such(change: Json) -> None:
    newer = Fault("newer-version", None, {"version": 2, "known": 1})
    assert faults(brought, {**club(), **change}) == (newer,)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 100_000, b'{"season": 1, "season": 2}'])
def test_what_is_no_season_file(data: bytes) -> None:
    assert found(season_from, data, NOBODY) == [("file-syntax", None)]


def test_a_file_may_not_be_too_large() -> None:
    assert found(season_from, b" " * (2 * LARGEST_FILE * MEGABYTE), NOBODY) == [("file-too-large", None)]


def test_a_season_may_not_have_too_many_games() -> None:
    games = [game(f"g{at}", None, "u1 0", "u2 0", "u3 0") for at in range(MOST_GAMES)]
    values = season("u1 u2 u3", games, [])
    assert len(brought(values).games) == MOST_GAMES
    values["corrections"] = [event("c1", "insert", game=game("more", None, "u1 0", "u2 0", "u3 0"))]
    assert found(brought, values) == [("too-many-games", None)]


@pytest.mark.parametrize("what", ["people", "nights", "corrections"])
def test_a_season_may_not_have_too_much_of_anything(what: str) -> None:
    values = season("u1 u2 u3", [], [])
    (member, *_), most = values["members"], {"people": MOST_PEOPLE, "nights": MOST_NIGHTS}
    match what:
        case "people":
            values["guests"] = [{"id": f"x{at}", "name": "Jan"} for at in range(MOST_PEOPLE)]
        case "nights":
            values["members"], values["games"] = [member], []
            values["nights"] = [night(f"n{at}", "2026-09-08") for at in range(MOST_NIGHTS + 1)]
        case _:
            values["corrections"] = [
                event(f"c{at}", "adjust", player="u1", value=1) for at in range(MOST_CORRECTIONS + 1)
            ]
    assert faults(brought, values) == (
        Fault(f"too-many-{what}", None, {"limit": most.get(what, MOST_CORRECTIONS)}),
    )


def test_what_a_fault_repeats_of_a_file_is_cut() -> None:
    (only,) = faults(season_from, json.dumps({"\u0300\u0316" * 100_000: 1}).encode(), NOBODY)
    assert only.code == "file-shape"
    (only,) = faults(brought, {**club(), "\u0300\u0316" * 100_000: 1})
    assert len(str(only.details["where"])) == LONGEST_DETAIL


def test_seasons_of_every_kind_come_out_the_same_under_other_ids() -> None:
    tried = 0
    for seed in range(20):
        values = generated(Random(seed))
        plain = brought(values)
        ours = known(**{f"~{at}": member.name for at, member in enumerate(plain.members)})
        if len({person.name.casefold() for person in ours.people}) < len(ours.people):
            continue
        tried += 1
        other = brought(values, ours)
        names = {member.id: member.name for member in plain.members}
        back = {member.id: member.name for member in other.members}
        assert sum_of_values(other, back) == sum_of_values(plain, names)
        assert read_season(write_season(other)) == other
    assert tried > 5


def sum_of_values(season: Season, names: dict[str, str]) -> dict[str, Any]:
    return {names[line["player"]]: line["value"] for line in report(season) if "place" in line}


@tries(200)
@given(
    st.binary(max_size=100)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*club()]), inner, max_size=13)
        ),
        max_leaves=20,
    ).map(lambda value: json.dumps(value).encode())
)
@example(b'{"season": 1e999}')
@example(b'{"season": 123456789012345678901234567890}')
def test_whatever_is_in_a_file_is_a_season_or_faulty(data: bytes) -> None:
    try:
        season_from(data, known(u1="u1"))
    except Faulty as faulty:
        assert faulty.faults
