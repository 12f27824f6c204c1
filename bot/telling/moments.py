"""Moments of games played at random, as they come at any table: what samples are made of, and what is drawn
before anybody waits for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Final

from bot.engine.cards import CARDS, PASS, Action, members
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.people.settings import DEFAULTS, Preferences
from bot.pictures.cards import sprite
from bot.pictures.painter import render
from bot.pictures.style import Size
from bot.tables.model import Seat, State, TableFacts
from bot.telling.phrases import Reader, TableViewModel, ViewModel
from bot.telling.scenes import hand_picture, table_picture
from bot.words.catalogue import words_for

FOUR: Final = ("Lena", "Bram", "Ömer", "Хелена")
FIVE: Final = (*FOUR, "Jo")
TRIES: Final = 60
_PASSES: Final = 0.45  # how often one passes who may
_LOW: Final = 3  # the choice is among so many of the lowest

Wanted = Callable[[Game], bool]
"""Whether a moment is the one that is looked for."""


def moment(
    preset: str, players: int, wanted: Wanted, options: Mapping[str, str] | None = None, seed: int = 0
) -> Game:
    """A game at the first moment that is wanted. Raises LookupError where none comes in many games."""
    rules = make_rules(preset, players, options or {})
    for number in range(seed, seed + TRIES):
        random, game = Random(number), new_game(rules, number % players)
        while not wanted(game):
            if game.turn == OVER:
                break
            _go_on(game, random)
        else:
            return game
    raise LookupError(f"no such moment in {TRIES} games of {preset}")


def _go_on(game: Game, random: Random) -> None:
    if game.turn == AWAITS_DECK:
        game.deal(random.sample(members(game.pack), game.pack.bit_count()))
    else:
        game.apply(_chosen(game, random))


def _chosen(game: Game, random: Random) -> Action:
    """Anything; but where one may pass that, or something low, so that auctions go on for a while."""
    legal = members(game.legal())
    if PASS not in legal:
        return random.choice(legal)
    if random.random() < _PASSES:
        return PASS
    return random.choice([action for action in legal if action != PASS][:_LOW] or legal)


def seated(names: Sequence[str], robot: int | None = None, away: int | None = None) -> tuple[Seat, ...]:
    """Players of these names."""
    return tuple(
        Seat(name, None if number == robot else number + 1, absent=number == away)
        for number, name in enumerate(names)
    )


def own_model(
    game: Game,
    seat: int,
    names: Sequence[str] = FIVE,
    language: str = "en",
    preferences: Preferences = DEFAULTS,
) -> ViewModel:
    """The game as one of its players sees it."""
    view = game.view(seat)
    return ViewModel(Reader(words_for(language), preferences), view, seated(names[: view.players]))


def table_model(
    game: Game,
    names: Sequence[str] = FIVE,
    language: str = "en",
    preferences: Preferences = DEFAULTS,
    robot: int | None = 2,
    away: int | None = None,
) -> TableViewModel:
    """The game as anybody sees it."""
    view = game.view(None)
    facts = TableFacts(
        1, 1, 2, 3, view.rules.preset.name, view.players, "", 0.0, state=State.PLAYING,
        seats=seated(names[: view.players], robot, away),
    )  # fmt: skip
    return TableViewModel.at(facts, Reader(words_for(language), preferences), view)


def lying(view: View) -> int:
    """How many cards of a trick lie on the table; -1 while nobody plays."""
    return len(view.trick.cards) if view.turn >= 0 and view.phase == "play" else -1


@cache
def warm_up() -> None:
    """Put together what is put together once in a process, which takes some tenths of a second: every card as
    most people see it, and the signs and colours of a deal at its beginning and in a trick."""
    for card, size in product(CARDS, (Size.SMALL, Size.MEDIUM, Size.HAND)):
        sprite(card, size)
    for cards in (0, 3):
        game = moment("kingen", 4, lambda game, cards=cards: lying(game.view(None)) == cards)
        render(table_picture(table_model(game)))
        for seat in range(game.rules.players):
            render(hand_picture(own_model(game, seat)))
