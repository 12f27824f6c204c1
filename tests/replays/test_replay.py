"""Every moment of a game that is looked at again is what the engine says of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import set_of
from bot.engine.game import OVER
from bot.engine.play import Game
from bot.engine.record import carry_out
from bot.replays.replay import BrokenItem, By, GameReplay, ReplayMoment
from bot.tables.model import Seat
from bot.tables.ports import Sitting
from tests.properties import tries
from tests.replays.games import TABLES, header, inputs

GAMES = [one for one in TABLES if one[0] not in ("dubbelkingen", "whisthub-double-king")]
"""Those of a dozen deals, not of two dozen."""


def replay(name: str, players: int, seed: int, most: int | None = None) -> GameReplay:
    return GameReplay.played(header(name, players), inputs(name, players, seed, most), ())


def moments(opened: GameReplay, by: By = By.CARD) -> Iterator[ReplayMoment]:
    here: ReplayMoment | None = ReplayMoment(0)
    while here is not None:
        yield here
        here = opened.after(here, by)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_moment_is_the_engine_s(name: str, players: int) -> None:
    opened = replay(name, players, seed=players)
    game: Game = opened.header.new_game()
    seen = 0
    for item, here in zip(opened.items, moments(opened), strict=True):
        choice, legal, turn = None, game.legal(), game.turn
        if here.ply:
            choice = game.view(turn)
        carry_out(game, item)
        state = opened.at(here)
        assert state.view(None) == game.view(None)
        hands = tuple(game.view(seat).hand for seat in range(players))
        assert state.hands == hands and [state.view(seat) for seat in range(players)] == [
            game.view(seat) for seat in range(players)
        ]
        if here.ply == 0:
            assert state.last is None and state.choice is None and state.others == 0
        else:
            assert state.last is not None and state.last.seat == turn and state.choice == choice
            assert (
                state.others | 1 << state.last.action == legal and not state.others >> state.last.action & 1
            )
        seen += 1
    assert game.turn == OVER and seen == len(opened.items)


@given(st.sampled_from(GAMES), st.integers(0, 50), st.integers(0, 10_000))
@tries(60, deadline=None)
def test_the_hands_add_up(table: tuple[str, int], seed: int, place: int) -> None:
    """Nobody holds what another holds or what was played; once cards are played the rest is all there, but
    for what was laid aside."""
    opened = replay(*table, seed=seed)
    every = [*moments(opened)]
    state = opened.at(every[place % len(every)])
    view, pack = state.view(None), opened.header.rules.pack
    played = set_of(card for trick in (*view.tricks, view.trick) for card in trick.cards)
    assert sum(state.hands) | played == set_of_all(state.hands) | played
    assert sum(hand.bit_count() for hand in state.hands) == set_of_all(state.hands).bit_count()
    assert not set_of_all(state.hands) & played and (set_of_all(state.hands) | played) & ~pack == 0
    if view.trick.cards or view.tricks:
        missing = pack & ~played & ~set_of_all(state.hands)
        aside = state.dealt.said if opened.header.rules.preset.name.startswith("whist") else 0
        assert missing.bit_count() <= aside


def set_of_all(hands: tuple[int, ...]) -> int:
    found = 0
    for hand in hands:
        found |= hand
    return found


@given(st.sampled_from(GAMES), st.integers(0, 50), st.integers(0, 10_000), st.sampled_from([*By]))
@tries(60, deadline=None)
def test_a_step_back_undoes_a_step_on(table: tuple[str, int], seed: int, place: int, by: By) -> None:
    opened = replay(*table, seed=seed)
    stops = [*moments(opened, by)]
    here = place % len(stops)
    assert opened.before(stops[here], by) == (stops[here - 1] if here else None)
    assert opened.after(stops[here], by) == (stops[here + 1] if here + 1 < len(stops) else None)
    if by is By.CARD:
        assert [opened.deals[one.deal].first + one.ply for one in stops] == [*range(len(opened.items))]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_tricks_are_where_they_were(name: str, players: int) -> None:
    opened = replay(name, players, seed=7)
    for deal, dealt in enumerate(opened.deals):
        end = opened.at(opened.end_of(deal))
        assert end.is_end and dealt.result == end.view(None).results[deal]
        assert len(dealt.tricks) == len(end.view(None).tricks)
        assert opened.numbered(dealt.number) in [
            place for place, other in enumerate(opened.deals) if other.number == dealt.number
        ]
        begun = opened.at_trick(deal, 0)
        assert begun is not None and begun == ReplayMoment(deal, dealt.said)
        assert not opened.at(begun).view(None).trick.cards or dealt.said == 0
        for number in range(1, len(dealt.tricks) + 1):
            moment = opened.at_trick(deal, number)
            assert moment is not None
            view = opened.at(moment).view(None)
            assert len(view.tricks) == number and not view.trick.cards
            assert dealt.trick_at(moment.ply) == number == dealt.trick_at(moment.ply - players + 1)
        assert opened.at_trick(deal, len(dealt.tricks) + 1) is None
        assert opened.at_trick(deal, -1) is None


def test_begin_and_end_of_deals() -> None:
    opened = replay("kingen", 4, seed=2)
    middle = ReplayMoment(3, 9)
    assert opened.rewound(middle) == ReplayMoment(3) and opened.rewound(ReplayMoment(3)) == ReplayMoment(2)
    assert opened.rewound(ReplayMoment(0)) is None
    assert opened.wound(middle) == opened.end_of(3) and opened.wound(opened.end_of(3)) == opened.end_of(4)
    assert opened.wound(opened.end_of(9)) is None
    assert opened.numbered(9) == 9 and opened.numbered(10) is None


def test_deals_thrown_in_are_there_and_the_last_of_a_number_is_meant() -> None:
    opened = GameReplay.played(header("whist-walloon", 4), inputs("whist-walloon", 4, 1, passed=1), ())
    dealt = opened.deals[0]
    assert _is_thrown_in(opened, 0) and opened.deals[1].number == dealt.number == 0
    assert dealt.tricks == () and dealt.said == dealt.plies and dealt.trick_at(dealt.plies) == 0
    assert dealt.stops == (0, dealt.plies)
    assert opened.numbered(0) == 1 and not _is_thrown_in(opened, 1)


def _is_thrown_in(opened: GameReplay, deal: int) -> bool:
    result = opened.deals[deal].result
    return result is not None and result.points is None


@pytest.mark.parametrize("most", [1, 2, 6, 53, 60, 200])
def test_a_game_that_is_not_finished_is_there_as_far_as_it_goes(most: int) -> None:
    opened = replay("kingen", 4, 3, most)
    assert sum(1 + one.plies for one in opened.deals) == most
    here = opened.end_of(len(opened.deals) - 1)
    assert opened.after(here, By.CARD) is None and opened.at(here).is_end
    unfinished = opened.deals[-1].result is None
    assert unfinished == (most != 53)
    dealt = opened.deals[-1]
    if unfinished and dealt.plies:
        assert opened.at_trick(here.deal, dealt.trick_at(dealt.plies)) == here


def test_there_is_no_moment_beyond_the_game() -> None:
    opened = replay("kingen", 4, 3)
    for moment in (
        ReplayMoment(-1),
        ReplayMoment(10),
        ReplayMoment(0, -1),
        ReplayMoment(0, opened.deals[0].plies + 1),
    ):
        assert not opened.has(moment)
        with pytest.raises(KeyError):
            opened.at(moment)


def test_looking_changes_nothing() -> None:
    opened = replay("kingen", 4, 5)
    once = opened.at(ReplayMoment(4, 20)).view(None)
    opened.at(opened.end_of(4))
    opened.at(ReplayMoment(9, 3))
    assert opened.at(ReplayMoment(4, 20)).view(None) == once


def test_what_the_rules_refuse_is_said_with_its_place() -> None:
    items = inputs("kingen", 4, 3)
    seat = int(items[7].split()[0])
    with pytest.raises(BrokenItem) as broken:
        GameReplay.played(header("kingen", 4), [*items[:7], f"{(seat + 1) % 4} pass", *items[8:]], ())
    assert broken.value.item == 7 and broken.value.violation.code == "not-your-turn"


def test_who_sat_there_when() -> None:
    sat = (
        Sitting(0, 7, "Ann", "easy", 0),
        Sitting(1, 8, "Bram", "easy", 0, 57),
        Sitting(1, None, "Alma", "steady", 57, 61),
        Sitting(1, 9, "Eva", "easy", 61),
        Sitting(2, None, "Hugo", "easy", 0),
    )
    opened = GameReplay.played(header("kingen", 4), inputs("kingen", 4, 1), sat)
    assert opened.deals[1].first == 53
    for ply, name in ((3, "Bram"), (4, "Alma"), (7, "Alma"), (8, "Eva"), (40, "Eva")):
        seats = opened.seats(ReplayMoment(1, ply))
        assert seats[1].name == name and seats[0] == Seat("Ann", 7, "easy"), ply
    assert opened.seats(ReplayMoment(0))[3] == Seat("")
    assert opened.seats(ReplayMoment(1, 5))[1].user_id is None


def test_nothing_of_a_game_is_in_its_repr() -> None:
    opened = replay("kingen", 4, 5)
    for thing in (opened, opened.at(ReplayMoment(0, 5)), opened.at(ReplayMoment(3))):
        assert "deck" not in repr(thing) and "hand" not in repr(thing)
