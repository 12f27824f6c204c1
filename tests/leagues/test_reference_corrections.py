"""The reference itself, by examples worked out by hand: corrections (L17) and what undoes them (L18)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.leagues.reference.events import carried_out, standing
from tests.leagues.reference.reading import whole_game
from tests.leagues.small import event, found, game, night, refused, rows, season, worth

TABLE = game("g1", "n1", "a 3", "b 2", "c -5", sum=0)
NEW = game("g9", None, "a 10", "b 0", "c 0", at="2026-09-20T18:00:00Z")
ABOUT_GAME = {
    "void": event("c", "void", game="g1"),
    "points": event("c", "points", game="g1", points=[3, 2, -5]),
    "player": event("c", "player", game="g1", seat=0, player="a"),
}


def corrected(*corrections: dict[str, Any], **others: Any) -> dict[str, Any]:
    nights = [night("n1", "2026-09-08", "d"), night("n2", "2026-09-15")]
    return season("a b c d", [TABLE], nights, corrections=list(corrections), **others)


def undo(name: str, of: str) -> dict[str, Any]:
    return event(name, "undo", event=of)


# L17: what each does


def test_L17_void() -> None:
    assert worth(corrected(event("c1", "void", game="g1"))) == {}


def test_L17_points() -> None:
    assert worth(corrected(event("c1", "points", game="g1", points=[0, 5, -5]))) == {"b": 5, "a": 0, "c": -5}


@pytest.mark.parametrize("who", [{"player": "d"}, {"guest": "x"}, {"robot": "easy"}])
def test_L17_player_has_the_seat_and_nobody_gave_it_up(who: dict[str, str]) -> None:
    left = game("g1", "n1", "a 3 left d", "b 2 left d", "c -5")
    values = corrected(event("c1", "player", game="g1", seat=0, **who), left=7) | {"games": [left]}
    assert worth(values) == {"b": 2, "c": -5} | ({"d": 3} if "player" in who else {"d": 7})
    both = [*values["corrections"], event("c2", "player", game="g1", seat=1, robot="easy")]
    assert worth(values | {"corrections": both}) == {"c": -5} | ({"d": 3} if "player" in who else {})


def test_L17_player_may_have_the_seat_already() -> None:
    assert refused(corrected(event("c1", "player", game="g1", seat=0, player="a"))) == []


def test_L17_insert() -> None:
    values = corrected(event("c1", "insert", game=NEW), event("c2", "points", game="g9", points=[0, 0, 10]))
    assert worth(values) == {"c": 5, "a": 3, "b": 2}
    assert rows(values)["c"]["counted"] == ["n1", "free 2026-09-20"]


def test_L17_adjust() -> None:
    twice = [event(f"c{at}", "adjust", player="c", value="-1/2") for at in (1, 2)]
    assert worth(corrected(*twice))["c"] == -6


def test_L17_excuse() -> None:
    games = [TABLE, game("g2", "n2", "b 0", "c 0", "d 4")]
    values = corrected(event("c1", "excuse", night="n2", player="a"), absence=-1) | {"games": games}
    assert worth(values)["a"] == 6


# L17: what is refused

REFUSED = [
    ("unknown-game", event("c", "void", game="none")),
    ("unknown-game", event("c", "points", game="none", points=[])),
    ("unknown-game", event("c", "player", game="none", seat=9, player="nobody")),
    ("unknown-night", event("c", "excuse", night="none", player="nobody")),
    ("unknown-night", event("c", "insert", game=NEW | {"night": "none"})),
    ("unknown-member", event("c", "excuse", night="n1", player="nobody")),
    ("unknown-member", event("c", "adjust", player="nobody", value=1)),
    ("unknown-member", event("c", "player", game="g1", seat=9, player="nobody")),
    ("unknown-member", event("c", "insert", game=game("g1", None, "nobody 1", "a 1", "a 1"))),
    ("unknown-event", undo("c", "none")),
    ("unknown-event", undo("c", "c")),
    ("wrong-count", event("c", "points", game="g1", points=[1, 2])),
    ("wrong-sum", event("c", "points", game="g1", points=[1, 2, 3])),
    ("wrong-sum", event("c", "insert", game=game("g1", None, "a 1", "a 1", "b 1", sum=4))),
    ("wrong-seat", event("c", "player", game="g1", seat=3, player="b")),
    ("wrong-seat", event("c", "player", game="g1", seat=-1, robot="easy")),
    ("twice-at-table", event("c", "player", game="g1", seat=0, player="b")),
    ("twice-at-table", event("c", "player", game="g1", seat=0, guest="b")),
    ("twice-at-table", event("c", "insert", game=game("g1", None, "guest x 1", "guest x 1", "b 1"))),
    ("same-id", event("c", "insert", game=NEW | {"id": "g1"})),
    ("excused-already", event("c", "excuse", night="n1", player="d")),
]


@pytest.mark.parametrize(("code", "correction"), REFUSED)
def test_L17_refused_changes_nothing_and_is_no_event(code: str, correction: dict[str, Any]) -> None:
    """Its id is free, and there is nothing to undo. Where several codes hold it is the first of the list."""
    values = corrected(correction, undo("u", "c"), event("c", "adjust", player="d", value=1))
    assert refused(values) == [("c", code), ("u", "unknown-event")]
    assert worth(values) == {"a": 3, "b": 2, "d": 1, "c": -5}


@pytest.mark.parametrize("correction", ABOUT_GAME.values())
def test_L17_a_void_game_is_unknown(correction: dict[str, Any]) -> None:
    assert refused(corrected(event("v", "void", game="g1"), correction)) == [("c", "unknown-game")]


def test_L17_a_void_game_keeps_its_id() -> None:
    again = event("c2", "insert", game=NEW | {"id": "g1"})
    assert refused(corrected(event("c1", "void", game="g1"), again)) == [("c2", "same-id")]


def test_L17_same_id_of_an_event_also_of_one_undone() -> None:
    first = event("c1", "adjust", player="a", value=1)
    assert refused(corrected(first, first)) == [("c1", "same-id")]
    assert refused(corrected(first, undo("c2", "c1"), first)) == [("c1", "same-id")]
    assert refused(corrected(first, undo("c1", "c1"))) == [("c1", "same-id")]


def test_L17_games_and_events_have_ids_of_their_own_kind() -> None:
    assert refused(corrected(event("g1", "insert", game=NEW | {"id": "n1"}))) == []


def test_L17_a_known_sum_is_also_an_inserted_games() -> None:
    insert = event("c1", "insert", game=NEW | {"sum": 10})
    points = event("c2", "points", game="g9", points=[0, 0, 0])
    assert refused(corrected(insert, points)) == [("c2", "wrong-sum")]


def test_L17_excused_already_by_an_event_and_not_where_that_is_undone() -> None:
    first, again = (event(name, "excuse", night="n2", player="a") for name in ("c1", "c2"))
    assert refused(corrected(first, again)) == [("c2", "excused-already")]
    assert refused(corrected(first, undo("c3", "c1"), again)) == []


def test_L17_what_was_refused_stays_so_though_the_reason_goes() -> None:
    void, points = event("c1", "void", game="g1"), event("c2", "points", game="g1", points=[0, 0, 0])
    values = corrected(void, points, undo("c3", "c1"))
    assert refused(values) == [("c2", "unknown-game")]
    assert worth(values) == {"a": 3, "b": 2, "c": -5}


# L18


def test_L18_an_event_stands_unless_a_standing_event_undoes_it() -> None:
    chain = [event("c1", "adjust", player="d", value=1), undo("c2", "c1"), undo("c3", "c2"), undo("c4", "c3")]
    assert [worth(corrected(*chain[:length])).get("d") for length in (1, 2, 3, 4)] == [1, None, 1, None]
    assert refused(corrected(*chain)) == []


def test_L18_an_event_that_is_there_again_is_in_its_old_place() -> None:
    first = event("c1", "points", game="g1", points=[1, 0, -1])
    second = event("c2", "points", game="g1", points=[2, 0, -2])
    assert worth(corrected(first, second, undo("c3", "c1"), undo("c4", "c3")))["a"] == 2
    assert worth(corrected(first, second, undo("c3", "c2"), undo("c4", "c3")))["a"] == 2
    assert worth(corrected(first, second, undo("c3", "c2")))["a"] == 1


def test_L17_L18_undone_already_until_it_stands_again() -> None:
    first = event("c1", "adjust", player="d", value=1)
    assert refused(corrected(first, undo("c2", "c1"), undo("c3", "c1"))) == [("c3", "undone-already")]
    assert refused(corrected(first, undo("c2", "c1"), undo("c3", "c2"), undo("c4", "c1"))) == []


@pytest.mark.parametrize("do", ["points", "player", "void"])
def test_L18_what_is_built_on_it_has_to_be_undone_first(do: str) -> None:
    insert = event("c1", "insert", game=NEW | {"seats": TABLE["seats"]})
    built = ABOUT_GAME[do] | {"id": "c2", "game": "g9"}
    assert refused(corrected(insert, built, undo("c3", "c1"))) == [("c3", "in-use")]
    assert refused(corrected(insert, built, undo("c3", "c2"), undo("c4", "c1"))) == []
    after = corrected(insert, built, undo("c3", "c2"), undo("c4", "c1"), undo("c5", "c3"))
    assert refused(after) == [("c5", "in-use")]


def test_L18_an_undone_insert_frees_the_games_id_and_is_not_there_again_while_it_is_taken() -> None:
    first = event("c1", "insert", game=NEW)
    second = event("c3", "insert", game=game("g9", None, "a 0", "b 0", "c 1"))
    values = corrected(first, undo("c2", "c1"), second, undo("c4", "c2"))
    assert refused(values) == [("c4", "in-use")]
    assert worth(values) == {"a": 3, "b": 2, "c": -4}
    assert refused(corrected(first, undo("c2", "c1"), second, undo("c5", "c3"), undo("c4", "c2"))) == []


def test_L18_nothing_is_done_to_a_game_that_is_void_again() -> None:
    void = event("c1", "void", game="g1")
    for done in (event("c3", "points", game="g1", points=[0, 0, 0]), void | {"id": "c3"}):
        assert refused(corrected(void, undo("c2", "c1"), done, undo("c4", "c2"))) == [("c4", "in-use")]


def test_L18_nobody_is_excused_twice_by_an_undo() -> None:
    first, again = (event(name, "excuse", night="n2", player="a") for name in ("c1", "c3"))
    assert refused(corrected(first, undo("c2", "c1"), again, undo("c4", "c2"))) == [("c4", "in-use")]


def test_L18_nobody_sits_twice_at_a_table_by_an_undo() -> None:
    """d takes a's seat and a takes b's: while a sits there, their own is not free."""
    first = event("c1", "player", game="g1", seat=0, player="d")
    second = event("c2", "player", game="g1", seat=1, player="a")
    assert refused(corrected(first, second, undo("c3", "c1"))) == [("c3", "in-use")]
    assert refused(corrected(first, second, undo("c3", "c2"), undo("c4", "c1"))) == []


def test_L18_an_undo_too_has_to_be_possible_in_its_place() -> None:
    """c4 undoes c1 a second time, after c3 undid the first undo: c2 cannot be there again while c4 is."""
    first = event("c1", "adjust", player="d", value=1)
    chain = [first, undo("c2", "c1"), undo("c3", "c2"), undo("c4", "c1")]
    assert refused(corrected(*chain, undo("c5", "c3"))) == [("c5", "in-use")]
    assert refused(corrected(*chain, undo("c5", "c4"), undo("c6", "c3"))) == []


def test_L18_the_order_is_the_files_whatever_their_times() -> None:
    first = event("c1", "points", game="g1", points=[1, 0, -1]) | {"at": "2027-01-01T00:00:00Z"}
    second = event("c2", "points", game="g1", points=[2, 0, -2]) | {"at": "2020-01-01T00:00:00Z"}
    assert worth(corrected(first, second))["a"] == 2


def test_L18_what_has_been_undone_counts_nowhere() -> None:
    """Standings, all time and ratings are as if the game had never been inserted."""
    values = corrected(event("c1", "insert", game=NEW), undo("c2", "c1"))
    plain = season("a b c d", [TABLE], values["nights"])
    assert rows(values) == rows(plain)
    assert [found(values, one) for one in ("all_time", "ratings")] == [
        found(plain, one) for one in ("all_time", "ratings")
    ]


def test_standing_events_follow_from_the_last_backwards() -> None:
    events = [undo("c2", "c1"), undo("c3", "c2"), undo("c4", "c2")]
    assert [one["id"] for one in standing([event("c1", "void", game="g1"), *events])] == ["c1", "c3", "c4"]


def test_carried_out_tells_events_from_refusals() -> None:
    values = corrected(event("c1", "void", game="g1"), event("c2", "void", game="g1"))
    whole = values | {"games": [whole_game(TABLE)]}
    assert carried_out(whole) == ([values["corrections"][0]], [("c2", "unknown-game")])
