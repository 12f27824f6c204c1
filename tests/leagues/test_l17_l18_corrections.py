"""Corrections and undoing (docs/rules/leagues.md, L17 and L18)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.leagues.season.corrections import CorrectionRefusal, History, corrected
from tests.leagues.seasons import Json, correct, game, night, read, season, told

G1 = game("g1", "n1", "u1 3", "u2 0", "u3 -3", sum=0)
G2 = game("g2", "n1", "u1 5 left u5", "guest x1 0", "robot easy -4")
NIGHTS = [night("n1", "u4"), night("n2")]


def refused(*corrections: Json) -> list[tuple[str, str]]:
    """What is refused of these, in a season of two games."""
    return told(G1, G2, nights=NIGHTS, corrections=list(corrections)).refused


def points_of(name: str, *corrections: Json) -> list[int] | None:
    """The points of a game after these corrections, all of which can be made; None where it is void."""
    found = corrected(read(season(G1, G2, nights=NIGHTS, corrections=list(corrections))))
    assert found.refused == ()
    return next((list(one.points) for one in found.games if one.id == name), None)


def undo(name: str, event: str) -> Json:
    return correct(name, "undo", event=event)


def adjust(name: str, value: object = 1, player: str = "u1") -> Json:
    return correct(name, "adjust", player=player, value=value)


def void(name: str, of: str) -> Json:
    return correct(name, "void", game=of)


def points(name: str, of: str, *new: int) -> Json:
    return correct(name, "points", game=of, points=list(new))


def seat(name: str, of: str, number: int, **holder: str) -> Json:
    return correct(name, "player", game=of, seat=number, **holder)


def excuse(name: str, player: str, on: str = "n1") -> Json:
    return correct(name, "excuse", night=on, player=player)


def insert(name: str, what: Json) -> Json:
    return correct(name, "insert", game=what)


def new_game(name: str = "g9", night_name: str | None = "n1", *seats: str, **others: Any) -> Json:
    return game(name, night_name, *(seats or ("u1 7", "u2 0", "u3 -7")), **others)


# What each of them does


def test_L17_void() -> None:
    found = told(G1, G2, corrections=[void("c1", "g1")])
    assert found.values == {"u1": 5} and found.the("all_time") == [["u1", 5, 1, 1]]


def test_L17_points() -> None:
    found = told(G1, corrections=[points("c1", "g1", -5, 6, -1)])
    assert found.values == {"u2": 6, "u3": -1, "u1": -5}
    assert found["u2"]["wins"] == 1


def test_L17_player_has_the_seat_and_nobody_gave_it_up() -> None:
    found = told(G2, corrections=[seat("c1", "g2", 0, player="u2")], settings={"left": "lowest"})
    assert found.values == {"u2": 5}
    assert told(G2, settings={"left": "lowest"}).values == {"u1": 5, "u5": -4}


@pytest.mark.parametrize("holder", [{"guest": "x9"}, {"robot": "steady"}])
def test_L17_a_guest_or_a_robot_may_have_had_the_seat(holder: dict[str, str]) -> None:
    assert told(G1, corrections=[seat("c1", "g1", 0, **holder)]).values == {"u2": 0, "u3": -3}


def test_L17_player_may_be_who_has_the_seat_already() -> None:
    found = told(G2, corrections=[seat("c1", "g2", 0, player="u1")], settings={"left": "lowest"})
    assert found.refused == [] and found.values == {"u1": 5}


def test_L17_insert() -> None:
    found = told(G1, corrections=[insert("c1", new_game("g9", None))])
    assert found["u1"]["counted"] == ["n1", "free 2026-10-01"] and found["u1"]["value"] == 10


def test_L17_an_inserted_game_can_be_corrected() -> None:
    assert points_of("g9", insert("c1", new_game()), points("c2", "g9", 1, 2, 3)) == [1, 2, 3]
    assert points_of("g9", insert("c1", new_game()), void("c2", "g9")) is None


def test_L17_adjust() -> None:
    found = told(G1, corrections=[adjust("c1", "-1/3"), adjust("c2", "-1/3")])
    assert found["u1"]["value"] == "7/3"


def test_L17_excuse() -> None:
    excused = corrected(read(season(G1, nights=NIGHTS, corrections=[excuse("c1", "u1")]))).excused
    assert excused == {"n1": {"u1", "u4"}, "n2": set()}


def test_L17_the_order_of_the_file_counts_and_not_the_times() -> None:
    later = {**points("c1", "g1", 1, 0, -1), "at": "2026-12-31T00:00:00Z"}
    earlier = {**points("c2", "g1", 2, 0, -2), "at": "2026-01-01T00:00:00Z"}
    assert points_of("g1", later, earlier) == [2, 0, -2]


# What is refused


@pytest.mark.parametrize(
    ("code", "correction"),
    [
        ("unknown-game", void("c", "g3")),
        ("unknown-game", points("c", "g3", 0, 0, 0)),
        ("unknown-game", seat("c", "g3", 0, player="u4")),
        ("unknown-night", excuse("c", "u1", "n3")),
        ("unknown-night", excuse("c", "u1", "n1x")),
        ("unknown-night", insert("c", new_game("g9", "n3"))),
        ("unknown-member", excuse("c", "x1")),
        ("unknown-member", adjust("c", player="x1")),
        ("unknown-member", seat("c", "g1", 0, player="u9")),
        ("unknown-member", insert("c", new_game("g9", "n1", "u9 0", "u2 0", "u3 0"))),
        ("unknown-event", undo("c", "c0")),
        ("unknown-event", undo("c", "c")),
        ("wrong-count", points("c", "g1", 0, 0)),
        ("wrong-count", points("c", "g1", 0, 0, 0, 0)),
        ("wrong-count", points("c", "g1")),
        ("wrong-sum", points("c", "g1", 0, 0, 1)),
        ("wrong-sum", insert("c", new_game(sum=1))),
        ("wrong-seat", seat("c", "g1", 3, player="u4")),
        ("wrong-seat", seat("c", "g1", -1, player="u4")),
        ("twice-at-table", seat("c", "g1", 0, player="u2")),
        ("twice-at-table", seat("c", "g1", 0, guest="u2")),
        ("twice-at-table", insert("c", new_game("g9", "n1", "u1 0", "guest u1 0", "u3 0"))),
        ("same-id", insert("c", new_game("g1"))),
        ("excused-already", excuse("c", "u4")),
    ],
)
def test_L17_what_cannot_be_done_is_refused(code: str, correction: Json) -> None:
    assert refused(correction) == [("c", code)]
    assert (
        told(G1, G2, nights=NIGHTS, corrections=[correction]).lines[2:]
        == told(G1, G2, nights=NIGHTS).lines[1:]
    )


@pytest.mark.parametrize(
    "correction",
    [
        points("c", "g2", 100, 0, 0),  # its sum is not known
        seat("c", "g1", 0, robot="easy"),
        seat("c", "g2", 0, robot="easy"),  # there is one at the table
        seat("c", "g1", 0, guest="u5"),
        seat("c", "g2", 1, guest="x1"),
        insert("c", new_game("g9", "n1", "u1 0 left u9", "robot easy 0", "robot easy 0")),
        insert("c", new_game("n1", "n1")),  # a night's id is no game's
        insert("c", new_game("c", "n1")),  # nor is an event's
        excuse("c", "u4", "n2"),
        adjust("c", 0),
    ],
)
def test_L17_what_can_be_done_is_not_refused(correction: Json) -> None:
    assert refused(correction) == []


def test_L17_a_void_game_is_unknown_and_keeps_its_id() -> None:
    assert refused(
        void("c1", "g1"),
        void("c2", "g1"),
        points("c3", "g1", 0, 0, 0),
        seat("c4", "g1", 0, player="u4"),
        insert("c5", new_game("g1")),
    ) == [("c2", "unknown-game"), ("c3", "unknown-game"), ("c4", "unknown-game"), ("c5", "same-id")]


def test_L17_an_id_of_an_event_is_taken_for_good() -> None:
    assert refused(adjust("c1"), adjust("c1"), undo("c2", "c1"), adjust("c1"), undo("c2", "c1")) == [
        ("c1", "same-id"), ("c1", "same-id"), ("c2", "same-id"),
    ]  # fmt: skip


def test_L17_what_is_refused_is_no_event() -> None:
    assert refused(void("c1", "g7"), undo("c2", "c1"), adjust("c1")) == [
        ("c1", "unknown-game"), ("c2", "unknown-event"),
    ]  # fmt: skip


def test_L17_a_refused_correction_leaves_no_trace_of_its_own() -> None:
    assert refused(insert("c1", new_game(sum=1)), insert("c2", new_game())) == [("c1", "wrong-sum")]


@pytest.mark.parametrize(
    ("code", "correction"),
    [
        ("unknown-game", seat("old", "g3", 9, player="u9")),
        ("unknown-night", insert("old", new_game("g1", "n3", "u9 1", "u9 0", "u3 0", sum=0))),
        ("unknown-member", insert("old", new_game("g1", "n1", "u9 1", "u9 0", "u3 0", sum=0))),
        ("unknown-member", seat("old", "g1", 9, player="u9")),
        ("unknown-night", excuse("old", "u9", "n3")),
        ("unknown-event", undo("old", "c0")),
        ("wrong-count", points("old", "g1", 1, 1)),
        ("wrong-sum", points("old", "g1", 1, 1, 1)),
        ("wrong-sum", insert("old", new_game("g1", "n1", "u1 1", "guest u1 0", "u3 0", sum=0))),
        ("wrong-seat", seat("old", "g1", 9, player="u2")),
        ("twice-at-table", insert("old", new_game("g1", "n1", "u1 1", "guest u1 0", "u3 0"))),
        ("twice-at-table", seat("old", "g1", 0, player="u2")),
        ("same-id", excuse("old", "u4")),
        ("same-id", undo("old", "gone")),
    ],
)
def test_L17_where_several_hold_the_first_is_told(code: str, correction: Json) -> None:
    before = (adjust("old"), adjust("gone"), undo("undone", "gone"))
    assert refused(*before, correction) == [("old", code)]


def test_L17_the_codes_are_in_the_order_of_the_rules() -> None:
    assert [one.value for one in CorrectionRefusal] == [
        "unknown-game", "unknown-night", "unknown-member", "unknown-event", "wrong-count", "wrong-sum",
        "wrong-seat", "twice-at-table", "same-id", "excused-already", "undone-already", "in-use",
    ]  # fmt: skip


def test_L17_one_more_correction_can_be_asked_about() -> None:
    made = [insert("c1", new_game()), points("c2", "g9", 1, 2, 3)]
    history = History(read(season(G1, corrections=made)))
    for asked, code in [
        (undo("c3", "c1"), "in-use"), (undo("c3", "c2"), None), (undo("c2", "c2"), "same-id"),
        (void("c3", "g9"), None),
    ]:  # fmt: skip
        (one,) = read(season(corrections=[asked])).corrections
        assert history.refusal(one) == code
        assert history.refusal(one) == code  # asking changes nothing
    assert history.stands("c1") and history.stands("c2") and not history.stands("c3")


# Undoing


def test_L18_undone_is_as_if_it_had_never_been() -> None:
    made = [
        void("c1", "g1"), points("c2", "g2", 1, 2, 3), adjust("c3"), excuse("c4", "u5"),
        insert("c5", new_game()), seat("c6", "g2", 1, player="u4"),
    ]  # fmt: skip
    undone = [undo(f"d{number}", f"c{number}") for number in range(6, 0, -1)]
    settings = {"absence": -1, "excused": 5}
    plain = told(G1, G2, nights=NIGHTS, settings=settings)
    assert told(G1, G2, nights=NIGHTS, settings=settings, corrections=[*made, *undone]).lines == plain.lines
    assert told(G1, G2, nights=NIGHTS, settings=settings, corrections=made).values != plain.values


def test_L18_an_undo_may_be_undone() -> None:
    chain = [
        points("c1", "g1", 1, 0, -1),
        undo("c2", "c1"),
        undo("c3", "c2"),
        undo("c4", "c3"),
        undo("c5", "c4"),
    ]
    for length in range(1, 6):
        assert points_of("g1", *chain[:length]) == ([1, 0, -1] if length % 2 else [3, 0, -3])


def test_L18_an_event_is_there_again_in_its_old_place() -> None:
    made = [points("c1", "g1", 1, 0, -1), undo("c2", "c1"), points("c3", "g1", 2, 0, -2), undo("c4", "c2")]
    assert points_of("g1", *made) == [2, 0, -2]
    assert points_of("g1", *made, undo("c5", "c3")) == [1, 0, -1]


def test_L18_undoing_in_the_middle_leaves_what_comes_after() -> None:
    made = [points("c1", "g1", 1, 0, -1), seat("c2", "g1", 0, player="u4"), undo("c3", "c1")]
    found = told(G1, corrections=made)
    assert found.refused == [] and found["u4"]["value"] == 3


def test_L18_an_event_that_does_not_stand_is_undone_already() -> None:
    assert refused(adjust("c1"), undo("c2", "c1"), undo("c3", "c1")) == [("c3", "undone-already")]
    assert refused(adjust("c1"), undo("c2", "c1"), undo("c3", "c2"), undo("c4", "c2"), undo("c5", "c1")) == [
        ("c4", "undone-already")
    ]


def test_L18_what_is_built_on_an_insertion_has_to_be_undone_first() -> None:
    made = [insert("c1", new_game()), points("c2", "g9", 1, 2, 3), undo("c3", "c1")]
    assert refused(*made) == [("c3", "in-use")]
    assert refused(*made[:2], undo("c4", "c2"), undo("c5", "c1")) == []
    # The points stand again only where there is a game for them.
    assert refused(*made[:2], undo("c4", "c2"), undo("c5", "c1"), undo("c6", "c4")) == [("c6", "in-use")]
    assert refused(
        *made[:2], undo("c4", "c2"), undo("c5", "c1"), undo("c6", "c5"), undo("c7", "c4"), undo("c8", "c6")
    ) == [("c8", "in-use")]


def test_L18_an_undone_insertion_frees_the_games_id() -> None:
    made = [insert("c1", new_game()), undo("c2", "c1"), insert("c3", new_game("g9", "n2"))]
    assert refused(*made) == []
    assert refused(*made, undo("c4", "c2")) == [("c4", "in-use")]  # the id is taken by then
    assert refused(*made, undo("c4", "c3"), undo("c5", "c2")) == []


def test_L18_a_void_stands_again_only_where_nothing_was_built_on_its_absence() -> None:
    made = [void("c1", "g1"), undo("c2", "c1"), points("c3", "g1", 1, 0, -1)]
    assert refused(*made, undo("c4", "c2")) == [("c4", "in-use")]
    assert refused(*made, undo("c4", "c3"), undo("c5", "c2")) == []
    assert refused(void("c1", "g1"), undo("c2", "c1"), void("c3", "g1"), undo("c4", "c2")) == [
        ("c4", "in-use")
    ]


def test_L18_a_person_would_sit_twice() -> None:
    made = [seat("c1", "g1", 0, player="u4"), seat("c2", "g1", 1, player="u1")]
    assert refused(*made, undo("c3", "c1")) == [("c3", "in-use")]
    assert refused(*made, undo("c3", "c2"), undo("c4", "c1")) == []


def test_L18_an_excuse_stands_once() -> None:
    made = [excuse("c1", "u1"), undo("c2", "c1"), excuse("c3", "u1")]
    assert refused(*made, undo("c4", "c2")) == [("c4", "in-use")]
    assert refused(*made, excuse("c4", "u1")) == [("c4", "excused-already")]


def test_L18_an_event_is_undone_once() -> None:
    made = [adjust("c1"), undo("c2", "c1"), undo("c3", "c2"), undo("c4", "c1")]
    assert refused(*made, undo("c5", "c3")) == [("c5", "in-use")]  # c2 and c4 would both undo c1
    assert refused(*made, undo("c5", "c4"), undo("c6", "c3")) == []


def test_L18_other_things_are_not_in_the_way() -> None:
    made = [void("c1", "g1"), points("c2", "g2", 1, 2, 3), adjust("c3"), excuse("c4", "u1"), undo("c5", "c1")]
    assert refused(*made) == []


def test_L18_a_long_chain_of_undoing() -> None:
    chain = [adjust("c0")] + [undo(f"c{number}", f"c{number - 1}") for number in range(1, 1201)]
    found = told(corrections=chain)
    assert found.refused == [] and found.values == {"u1": 1}
