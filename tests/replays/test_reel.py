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


def reel(name: str, players: int, seed: int, most: int | None = None) -> GameReplay:
    return GameReplay.played(header(name, players), inputs(name, players, seed, most), ())


def moments(film: GameReplay, by: By = By.CARD) -> Iterator[ReplayMoment]:
    here: ReplayMoment | None = ReplayMoment(0)
    while here is not None:
        yield here
        here = film.after(here, by)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_moment_is_the_engine_s(name: str, players: int) -> None:
    film = reel(name, players, seed=players)
    game: Game = film.header.new_game()
    seen = 0
    for item, here in zip(film.items, moments(film), strict=True):
        choice, legal, turn = None, game.legal(), game.turn
        if here.ply:
            choice = game.view(turn)
        carry_out(game, item)
        still = film.at(here)
        assert still.view(None) == game.view(None)
        hands = tuple(game.view(seat).hand for seat in range(players))
        assert still.hands == hands and [still.view(seat) for seat in range(players)] == [
            game.view(seat) for seat in range(players)
        ]
        if here.ply == 0:
            assert still.last is None and still.choice is None and still.others == 0
        else:
            assert still.last is not None and still.last.seat == turn and still.choice == choice
            assert (
                still.others | 1 << still.last.action == legal and not still.others >> still.last.action & 1
            )
        seen += 1
    assert game.turn == OVER and seen == len(film.items)


@given(st.sampled_from(GAMES), st.integers(0, 50), st.integers(0, 10_000))
@tries(60, deadline=None)
def test_the_hands_add_up(table: tuple[str, int], seed: int, place: int) -> None:
    """Nobody holds what another holds or what was played; once cards are played the rest is all there, but
    for what was laid aside."""
    film = reel(*table, seed=seed)
    every = [*moments(film)]
    still = film.at(every[place % len(every)])
    view, pack = still.view(None), film.header.rules.pack
    played = set_of(card for trick in (*view.tricks, view.trick) for card in trick.cards)
    assert sum(still.hands) | played == set_of_all(still.hands) | played
    assert sum(hand.bit_count() for hand in still.hands) == set_of_all(still.hands).bit_count()
    assert not set_of_all(still.hands) & played and (set_of_all(still.hands) | played) & ~pack == 0
    if view.trick.cards or view.tricks:
        missing = pack & ~played & ~set_of_all(still.hands)
        aside = still.dealt.said if film.header.rules.preset.name.startswith("whist") else 0
        assert missing.bit_count() <= aside


def set_of_all(hands: tuple[int, ...]) -> int:
    found = 0
    for hand in hands:
        found |= hand
    return found


@given(st.sampled_from(GAMES), st.integers(0, 50), st.integers(0, 10_000), st.sampled_from([*By]))
@tries(60, deadline=None)
def test_a_step_back_undoes_a_step_on(table: tuple[str, int], seed: int, place: int, by: By) -> None:
    film = reel(*table, seed=seed)
    stops = [*moments(film, by)]
    here = place % len(stops)
    assert film.before(stops[here], by) == (stops[here - 1] if here else None)
    assert film.after(stops[here], by) == (stops[here + 1] if here + 1 < len(stops) else None)
    if by is By.CARD:
        assert [film.deals[one.deal].first + one.ply for one in stops] == [*range(len(film.items))]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_tricks_are_where_they_were(name: str, players: int) -> None:
    film = reel(name, players, seed=7)
    for deal, dealt in enumerate(film.deals):
        end = film.at(film.end_of(deal))
        assert end.is_end and dealt.result == end.view(None).results[deal]
        assert len(dealt.tricks) == len(end.view(None).tricks)
        assert film.numbered(dealt.number) in [
            place for place, other in enumerate(film.deals) if other.number == dealt.number
        ]
        begun = film.at_trick(deal, 0)
        assert begun is not None and begun == ReplayMoment(deal, dealt.said)
        assert not film.at(begun).view(None).trick.cards or dealt.said == 0
        for number in range(1, len(dealt.tricks) + 1):
            moment = film.at_trick(deal, number)
            assert moment is not None
            view = film.at(moment).view(None)
            assert len(view.tricks) == number and not view.trick.cards
            assert dealt.trick_at(moment.ply) == number == dealt.trick_at(moment.ply - players + 1)
        assert film.at_trick(deal, len(dealt.tricks) + 1) is None
        assert film.at_trick(deal, -1) is None


def test_begin_and_end_of_deals() -> None:
    film = reel("kingen", 4, seed=2)
    middle = ReplayMoment(3, 9)
    assert film.rewound(middle) == ReplayMoment(3) and film.rewound(ReplayMoment(3)) == ReplayMoment(2)
    assert film.rewound(ReplayMoment(0)) is None
    assert film.wound(middle) == film.end_of(3) and film.wound(film.end_of(3)) == film.end_of(4)
    assert film.wound(film.end_of(9)) is None
    assert film.numbered(9) == 9 and film.numbered(10) is None


def test_deals_thrown_in_are_there_and_the_last_of_a_number_is_meant() -> None:
    film = GameReplay.played(header("whist-walloon", 4), inputs("whist-walloon", 4, 1, passed=1), ())
    dealt = film.deals[0]
    assert _is_thrown_in(film, 0) and film.deals[1].number == dealt.number == 0
    assert dealt.tricks == () and dealt.said == dealt.plies and dealt.trick_at(dealt.plies) == 0
    assert dealt.stops == (0, dealt.plies)
    assert film.numbered(0) == 1 and not _is_thrown_in(film, 1)


def _is_thrown_in(film: GameReplay, deal: int) -> bool:
    result = film.deals[deal].result
    return result is not None and result.points is None


@pytest.mark.parametrize("most", [1, 2, 6, 53, 60, 200])
def test_a_game_that_is_not_finished_is_there_as_far_as_it_goes(most: int) -> None:
    film = reel("kingen", 4, 3, most)
    assert sum(1 + one.plies for one in film.deals) == most
    here = film.end_of(len(film.deals) - 1)
    assert film.after(here, By.CARD) is None and film.at(here).is_end
    unfinished = film.deals[-1].result is None
    assert unfinished == (most != 53)
    dealt = film.deals[-1]
    if unfinished and dealt.plies:
        assert film.at_trick(here.deal, dealt.trick_at(dealt.plies)) == here


def test_there_is_no_moment_beyond_the_game() -> None:
    film = reel("kingen", 4, 3)
    for moment in (
        ReplayMoment(-1),
        ReplayMoment(10),
        ReplayMoment(0, -1),
        ReplayMoment(0, film.deals[0].plies + 1),
    ):
        assert not film.has(moment)
        with pytest.raises(KeyError):
            film.at(moment)


def test_looking_changes_nothing() -> None:
    film = reel("kingen", 4, 5)
    once = film.at(ReplayMoment(4, 20)).view(None)
    film.at(film.end_of(4))
    film.at(ReplayMoment(9, 3))
    assert film.at(ReplayMoment(4, 20)).view(None) == once


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
    film = GameReplay.played(header("kingen", 4), inputs("kingen", 4, 1), sat)
    assert film.deals[1].first == 53
    for ply, name in ((3, "Bram"), (4, "Alma"), (7, "Alma"), (8, "Eva"), (40, "Eva")):
        seats = film.seats(ReplayMoment(1, ply))
        assert seats[1].name == name and seats[0] == Seat("Ann", 7, "easy"), ply
    assert film.seats(ReplayMoment(0))[3] == Seat("")
    assert film.seats(ReplayMoment(1, 5))[1].user_id is None


def test_nothing_of_a_game_is_in_its_repr() -> None:
    film = reel("kingen", 4, 5)
    for thing in (film, film.at(ReplayMoment(0, 5)), film.at(ReplayMoment(3))):
        assert "deck" not in repr(thing) and "hand" not in repr(thing)
