"""The tournament file: what is one, what is none and where, and that it is written as it was read."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from bot.leagues.season.fields import Beyond
from bot.leagues.season.model import Holder, SeatKind
from bot.tournaments import tournament_file
from bot.tournaments.model import Cut, Entrant, Group, RoundBye, Stage, TournamentSettings, Withdrawal
from bot.tournaments.tournament_file import read_tournament, write_tournament
from tests.leagues.test_season_file import NO_ID, NO_LIST, NO_NUMBER, NO_TEXT, NO_WHOLE, as_where, put, wrong
from tests.tournaments.made import Json, as_file, fault, field, game, read, stage
from tests.tournaments.whole_tournament import WHOLE_TOURNAMENT


def everything() -> Json:
    """A tournament file with every field there is."""
    return deepcopy(WHOLE_TOURNAMENT)


LONE = ("\ud83c", "a\udc00")
"""Halves of a surrogate pair."""

# What is read


def test_what_is_read() -> None:
    found = read(everything())
    assert (found.name, found.seed, found.levels) == ("BK Kingen", "text", {3: Fraction(13, 17)})
    assert found.settings == TournamentSettings(
        score="both",
        place_points={
            **TournamentSettings().place_points,
            4: (Fraction(9), Fraction(6), Fraction(5, 2), Fraction(0)),
        },
        level="yes",
        ties=("last_round", "wins"),
        team=2,
        missed=Fraction(-1, 2),
        bye=Fraction(3),
    )
    assert found.people[:2] == (Entrant("u1", "Ann", "Lint"), Entrant("u2"))
    assert found.stages == (
        Stage(1, Cut(3, 2, winners=True, carry=True), "qualifying"),
        Stage(1, None, "final"),
    )
    assert found.byes == (RoundBye(0, 1, "u6"),) and found.withdrawn == (Withdrawal("u4", 0),)
    first = found.games[0]
    assert (first.id, first.stage, first.group, first.round) == ("g1", 0, Group.MAIN, 1)
    assert first.points == (-3, 4, 5, -6)
    assert first.holders == (
        Holder(SeatKind.MEMBER, "u1"), Holder(SeatKind.ROBOT, "easy"),
        Holder(SeatKind.GUEST, "x9"), Holder(SeatKind.MEMBER, "u2"),
    )  # fmt: skip
    assert found.games[2].group is Group.SMALL


def test_what_may_be_left_out_has_its_default() -> None:
    least = {
        "tournament": 1, "seed": "", "settings": {}, "people": [{"id": "u1"}], "stages": [{"rounds": 1}],
        "games": [],
    }  # fmt: skip
    found = read(least)
    assert found.settings == TournamentSettings() and found.settings.ties == ()
    assert (found.settings.team, found.settings.missed, found.settings.bye) == (None, "lowest", 0)
    assert (found.name, found.levels, found.byes, found.withdrawn) == (None, {}, (), ())
    assert found.people == (Entrant("u1"),)
    two = read(least | {"stages": [{"rounds": 1, "cut": 2}, {"rounds": 4}]})
    assert two.stages == (Stage(1, Cut(2, 0, winners=False, carry=False)), Stage(4))


def test_each_size_of_place_points_may_be_left_out() -> None:
    found = read(field(place_points={"5": [1, 1, 1, 1, 1]})).settings
    assert found.place_points[5] == (1,) * 5 and found.place_points[3] == (90, 45, 0)


def test_names_may_be_anything_and_ids_anything_without_white_space() -> None:
    named = put(everything(), "people/0/name", "\ud83c half")
    named = put(put(named, "stages/0/name", ""), "name", "\udc00")
    assert read(named).people[0].name == "\ud83c half"
    assert read(put(everything(), "people/0/team", " ")).people[0].team == " "
    assert read(put(everything(), "games/0/seats/1/robot", "é/🂱")).games[0].holders[1].id == "é/🂱"


@pytest.mark.parametrize("path", ["settings/bye", "settings/missed", "games/0/seats/0/points"])
def test_a_number_has_a_hundred_digits_at_most(path: str) -> None:
    with pytest.raises(Beyond) as caught:
        read(put(everything(), path, 10**101))
    assert (caught.value.code, caught.value.where) == ("shape", as_where(path))


def test_what_a_file_asks_for_follows_from_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_file, "MOST_SCORES", 4 * 2)
    games = [game(0, number, "u1 1,u2 2,u3 3") for number in (1, 1, 2)]
    assert read(field(*games[::2], stages=[stage(10**9)])).stages[0].rounds == 10**9
    with pytest.raises(Beyond) as caught:
        read(field(*games[1:], game(0, 7, "u1 1,u2 2,u3 3"), stages=[stage(10**9)]))
    assert (caught.value.code, caught.value.where) == ("shape", "games")


# What is written


@pytest.mark.parametrize(
    "value",
    [
        WHOLE_TOURNAMENT,
        field(),
        field(name="half \ud83c a card", levels={"5": 2}, ties=["wins"]),
        field(stages=[stage(1, 2), stage(10, 3, small=1, winners="yes"), stage(2, name="")]),
    ],
)
def test_a_tournament_is_read_as_it_was_written(value: Json) -> None:
    found = read(value)
    written = write_tournament(found)
    assert read_tournament(written) == found and write_tournament(read_tournament(written)) == written


def test_what_is_empty_is_left_out_and_an_item_is_a_line() -> None:
    written = write_tournament(read(field(game(0, 1, "u1 1,u2 2,u3 3", name="g1"), team=1)))
    found = json.loads(written)
    assert list(found) == ["tournament", "seed", "settings", "people", "stages", "games"]
    assert found["settings"] == TournamentSettings(team=1).stored() and found["settings"]["team"] == 1
    assert "team" not in TournamentSettings().stored()
    assert found["stages"] == [{"rounds": 1}] and found["people"][0] == {"id": "u1"}
    assert '{"id": "u2"},' in written.decode().splitlines()


# What is no tournament file


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"\xff\xfe", b"\xef\xbb\xbf" + as_file(everything()), b"[" * 100_000,
        as_file(everything()).replace(b'"seed"', b'"seed": "", "seed"'),
        as_file(everything()).replace(b'"rounds"', b'"rounds": 1, "rounds"', 1),
        as_file(everything()).replace(b'"points": 5', b'"points": 5, "points": 5'),
        as_file(everything()).replace(b'"points": 5', b'"points": NaN'),
    ],
)  # fmt: skip
def test_syntax(data: bytes) -> None:
    assert fault(data) == ("syntax", "")


@pytest.mark.parametrize("data", [b"null", b"[]", b'"tournament"'])
def test_a_file_is_an_object(data: bytes) -> None:
    assert fault(data) == ("shape", "")


@pytest.mark.parametrize(
    "path",
    [
        *("tournament", "seed", "settings", "people", "stages", "games"),
        *("people/0/id", "stages/0/rounds", "stages/0/cut", "stages/1/rounds"),
        *("byes/0/stage", "byes/0/round", "byes/0/player", "withdrawn/0/player", "withdrawn/0/after"),
        *("games/0/id", "games/0/stage", "games/0/group", "games/0/round", "games/0/seats"),
        *("games/0/seats/0/points", "games/0/seats/0/player"),
    ],
)
def test_what_is_missing_is_told(path: str) -> None:
    assert fault(put(everything(), path, ...)) == ("shape", as_where(path))


@pytest.mark.parametrize(
    "path",
    [
        "other", "zone", "settings/other", "settings/left", "settings/best", "people/0/other",
        "stages/0/other", "stages/1/cut", "stages/1/small", "stages/1/winners", "stages/1/carry",
        "byes/0/group", "withdrawn/0/other", "games/0/sum", "games/0/night",
        "games/0/seats/0/left", "games/0/seats/0/guest", "levels/4", "settings/place_points/6",
    ],
)  # fmt: skip
def test_what_is_unknown_is_told(path: str) -> None:
    assert fault(put(everything(), path, 1)) == ("shape", as_where(path))


SURROGATE_ID = (*NO_ID, *LONE)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *wrong("tournament", (None, 0, 2, "1", 1.0, True)),
        *wrong("name", NO_TEXT), *wrong("seed", (*NO_TEXT, *LONE)), *wrong("settings", (None, [], "")),
        *wrong("settings/score", (None, "total", {})), *wrong("settings/level", (True, "maybe")),
        *wrong("settings/missed", NO_NUMBER), *wrong("settings/bye", NO_NUMBER),
        *wrong("settings/missed", ("nothing", "average")), *wrong("settings/bye", ("nothing", "lowest")),
        *wrong("settings/team", (None, 0, -1, "2", "1/2", 1.0, True)),
        *wrong("settings/ties", (*NO_LIST, "wins")), ("settings/ties/1", "last_round"),
        ("settings/ties/0", "lot"), ("settings/ties/0", "best_night"), ("settings/ties/1", None),
        *wrong("settings/place_points/3", (None, [1, 2], [1, 2, 3, 4])),
        *wrong("levels/3", (*NO_NUMBER, 0, -1, "-1/2")),
        *wrong("people", (*NO_LIST, [])), *wrong("people/0", (None, [], "u1")),
        *wrong("people/0/id", SURROGATE_ID),
        *wrong("people/0/name", NO_TEXT), *wrong("people/0/team", (*NO_TEXT, "", *LONE)),
        *wrong("stages", (*NO_LIST, [])), *wrong("stages/0", (None, [], 3)), *wrong("stages/0/name", NO_TEXT),
        *wrong("stages/0/rounds", (*NO_WHOLE, 0, -1)), *wrong("stages/1/rounds", (0, None)),
        *wrong("stages/0/cut", (*NO_WHOLE, 1, 0, -2)), *wrong("stages/0/small", (*NO_WHOLE, -1)),
        *wrong("stages/0/winners", (None, True, "maybe", [])), *wrong("stages/0/carry", (None, False, 1, "")),
        *wrong("byes", NO_LIST), *wrong("byes/0", (None, [])), *wrong("byes/0/stage", NO_WHOLE),
        *wrong("byes/0/round", (*NO_WHOLE, 0, -1, 2)), *wrong("byes/0/player", SURROGATE_ID),
        *wrong("withdrawn", NO_LIST), *wrong("withdrawn/0", (None, "u4")),
        *wrong("withdrawn/0/player", SURROGATE_ID), *wrong("withdrawn/0/after", NO_WHOLE),
        *wrong("games", NO_LIST), *wrong("games/0", (None, [])), *wrong("games/0/id", SURROGATE_ID),
        *wrong("games/0/stage", NO_WHOLE), *wrong("games/0/group", (None, 0, "", "Main", "large", [])),
        *wrong("games/0/round", (*NO_WHOLE, 0, -1, 2)),
        *wrong("games/0/seats", (*NO_LIST, [], [{"player": "u1", "points": 1}] * 2)),
        *wrong("games/0/seats", ([{"robot": "a", "points": 0}] * 4, [{"robot": "a", "points": 0}] * 6)),
        *wrong("games/0/seats/0", (None, [], "u1")), *wrong("games/0/seats/0/player", SURROGATE_ID),
        *wrong("games/0/seats/2/guest", SURROGATE_ID), *wrong("games/0/seats/1/robot", SURROGATE_ID),
        *wrong("games/0/seats/0/points", NO_WHOLE),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(path: str, value: Any) -> None:
    assert fault(put(everything(), path, value)) == ("shape", as_where(path))


def test_a_game_needs_a_person_and_a_guest_with_a_persons_id_is_none() -> None:
    seats = [{"guest": "u1", "points": 0}, {"guest": "x1", "points": 0}, {"robot": "easy", "points": 0}]
    assert fault(put(everything(), "games/0/seats", seats)) == ("shape", "games[0].seats")


@pytest.mark.parametrize(
    ("code", "path", "value", "where"),
    [
        ("unknown-id", "games/0/stage", 2, ""), ("unknown-id", "games/0/stage", -1, ""),
        ("unknown-id", "byes/0/stage", 2, ""), ("unknown-id", "byes/0/stage", -2, ""),
        ("unknown-id", "withdrawn/0/after", 2, ""), ("unknown-id", "withdrawn/0/after", -1, ""),
        ("unknown-id", "games/0/seats/0/player", "u77", ""),
        ("unknown-id", "games/0/seats/0/player", "x9", ""),
        ("unknown-id", "byes/0/player", "x9", ""), ("unknown-id", "withdrawn/0/player", "u77", ""),
        ("same-id", "people/3/id", "u1", ""), ("same-id", "games/2/id", "g1", ""),
        ("same-id", "byes", [{"stage": 0, "round": 1, "player": "u6"}] * 2, "byes[1].player"),
        ("same-id", "withdrawn", [{"player": "u4", "after": at} for at in (0, 1)], "withdrawn[1].player"),
        ("twice-at-table", "games/0/seats/0/player", "u2", "games[0].seats"),
        ("twice-at-table", "games/0/seats/2/guest", "u2", "games[0].seats"),
        ("twice-at-table", "games/0/seats/1", {"guest": "x9", "points": 0}, "games[0].seats"),
        ("twice-in-round", "games/1/seats/0/player", "u1", ""),
        ("twice-in-round", "games/1/seats/1", {"guest": "u2", "points": 0}, "games[1].seats[1].guest"),
        ("twice-in-round", "games/1/seats/1/player", "u6", ""),
        ("twice-in-round", "games/0/seats/2/guest", "u6", ""),
        ("not-through", "games/2/seats/0/player", "u4", ""),
        ("not-through", "games/2/seats/2", {"guest": "u4", "points": 0}, "games[2].seats[2].guest"),
        ("not-through", "games/2/group", "main", "games[2].seats[0].player"),
        ("not-through", "games/1/group", "small", "games[1].seats[0].player"),
        ("not-through", "byes", [{"stage": 1, "round": 1, "player": "u4"}], "byes[0].player"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(code: str, path: str, value: Any, where: str) -> None:
    assert fault(put(everything(), path, value)) == (code, where or as_where(path))


def test_the_later_game_is_the_one_that_is_told() -> None:
    games = [
        game(0, 1, "u1 1,u2 2,robot easy 0"),
        game(0, 2, "u1 1,u3 2,robot easy 0"),
        game(0, 1, "u3 1,u4 2,u1 0"),
    ]
    assert fault(field(*games, stages=[stage(2)])) == ("twice-in-round", "games[2].seats[2].player")


def test_other_guests_come_and_go() -> None:
    games = (game(0, 1, "u1 1,u2 2,guest x9 0"), game(0, 1, "u3 1,u4 2,guest x9 0"))
    final = game(1, 1, "u2 1,u4 2,guest x9 0")
    assert len(read(field(*games, final, stages=[stage(1, 2), stage()])).games) == 3


def test_a_bye_may_be_in_either_group_and_in_a_round_that_nobody_has_played() -> None:
    games = (game(0, 1, "u1 4,u2 3,u3 2,u4 1"),)
    byes = [{"stage": 1, "round": at, "player": one} for at, one in enumerate(("u1", "u2", "u3"), start=1)]
    stages = [stage(1, 2, small=1), stage(3)]
    assert len(read(field(*games, stages=stages, byes=byes)).byes) == 3
    byes.append({"stage": 1, "round": 1, "player": "u4"})
    assert fault(field(*games, stages=stages, byes=byes)) == ("not-through", "byes[3].player")


def test_the_same_id_may_be_a_persons_a_games_a_robots_and_a_teams() -> None:
    games = (
        game(0, 1, "u1 0,robot u1 0,robot u2 0", name="u1"),
        game(0, 2, "u1 0,robot u1 0,robot u1 0", name="u2"),
    )
    assert read(field(*games, people="u1 u1,u2 u1", stages=[stage(2)])).games[0].id == "u1"
