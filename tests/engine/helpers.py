"""Games brought to where a test wants them, and random play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, TypeVar, cast

import pytest

from bot.engine.cards import (
    ACTION_OF_TEXT,
    CARD_NAMES,
    CARD_OF_NAME,
    SUIT_LETTERS,
    Card,
    members,
    named,
    texts_of,
)
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, DealEnded, DealResult, Event, GameEnded, TrickTaken
from bot.engine.king.game import KingGame
from bot.engine.play import Game, takers
from bot.engine.registry import make_rules, new_game, presets

AnyGame = TypeVar("AnyGame", bound=Game)
KINGEN_PRESETS = ("kingen", "kingen-iwwa")
PRESETS = tuple(preset.name for preset in presets())
NEGATIVES = ("tricks", "hearts", "kings-jacks", "queens", "king-of-hearts", "seventh-last")


def options(**values: str) -> dict[str, str]:
    """Options by their names with underscores."""
    return {name.replace("_", "-"): value for name, value in values.items()}


def king(preset: str = "kingen", players: int = 4, dealer: int = 0, **values: str) -> KingGame:
    """A new game."""
    game = new_game(make_rules(preset, players, options(**values)), dealer)
    assert isinstance(game, KingGame)
    return game


def do(game: Game, text: str) -> tuple[Event, ...]:
    """Carry out an action of whoever is to act, in notation."""
    return game.apply(ACTION_OF_TEXT[text])


def plays(game: Game, cards: str) -> tuple[Event, ...]:
    """Play cards one after another; all events."""
    return tuple(event for card in cards.split() for event in do(game, f"play {card}"))


def legal(game: Game) -> set[str]:
    """What is legal now, cards without their ``play``."""
    return {text.removeprefix("play ") for text in texts_of(game.legal())}


def shuffled(game: Game, seed: int) -> list[Card]:
    """The pack, shuffled."""
    deck = list(members(game.pack))
    Random(seed).shuffle(deck)
    return deck


def dealt(game: Game, hands: dict[int, str], last: str = "") -> list[Card]:
    """A deck for the deal now awaited that gives these cards to these seats, and ends with ``last``."""
    number, dealer = game.next_deal
    places = takers(game.rules.players, game._batches(number), dealer)
    order = range(game.pack.bit_count())
    deck: list[Card | None] = [None] * len(order)
    if last:
        deck[-1] = CARD_OF_NAME[last]
    for seat, cards in hands.items():
        free = [place for place in places[seat](order) if deck[place] is None]
        for card, place in zip((CARD_OF_NAME[name] for name in cards.split()), free, strict=False):
            deck[place] = card
    rest = [card for card in members(game.pack) if card not in deck]
    return [rest.pop(0) if card is None else card for card in deck]


def finish(game: Game, random: Random | None = None) -> list[Event]:
    """Play the deal to its end, by the first legal action or at random."""
    events: list[Event] = []
    while game.turn >= 0:
        choices = members(game.legal())
        events += game.apply(random.choice(choices) if random else choices[0])
    return events


def play_game(game: Game, seed: int) -> list[Event]:
    """Play a whole game at random."""
    random = Random(seed)
    events: list[Event] = []
    while game.turn != OVER:
        game.deal(shuffled(game, random.randrange(1 << 30)))
        events += finish(game, random)
    return events


@cache
def _awaiting(
    contract: str, preset: str, players: int, dealer: int, values: tuple[tuple[str, str], ...]
) -> KingGame:
    game = king(preset, players, dealer, **cast(Any, dict(values)))
    while game.course.deals[game.next_deal[0]].contract != contract:
        game.deal(shuffled(game, game.deal_number))
        finish(game)
    return game


def awaiting(
    contract: str, preset: str = "kingen", players: int = 4, dealer: int = 0, **values: str
) -> KingGame:
    """A game that awaits the deck of the (first) deal with this contract."""
    game = _awaiting(contract, preset, players, dealer, tuple(sorted(values.items())))
    assert game.turn == AWAITS_DECK
    return game.copy()


def opened(contract: str, preset: str, *says: str, players: int = 4, **values: str) -> KingGame:
    """A game whose next deal of that name in the plan is dealt, and in which all this has been said."""
    game = awaiting(contract, preset, players, 0, **values)
    game.deal(shuffled(game, 5))
    for text in says:
        do(game, text)
    return game


def playing(
    contract: str, preset: str = "kingen", players: int = 4, trump: str = "", **values: str
) -> KingGame:
    """A game of Kingen in which this contract is about to be played, with this trump."""
    game = awaiting(contract, preset, players, 0, **values)
    if game.rules["trump-choice"] == "last-card" and trump:
        game.deal(dealt(game, {}, last=f"2{trump}" if f"2{trump}" != "2S" else "3S"))
    else:
        game.deal(shuffled(game, 5))
    while game.phase != "play":
        open_to = legal(game)
        do(game, next(text for text in ("pass", f"trump {trump}") if text in open_to))
    return game


def late(
    contract: str,
    hands: tuple[str, ...],
    leader: int = 1,
    preset: str = "kingen",
    trump: str = "",
    **values: str,
) -> KingGame:
    """A deal in which only these cards are left, seat by seat, and ``leader`` leads."""
    game = playing(contract, preset, len(hands), trump, **values)
    assert not trump or game.trump == SUIT_LETTERS.index(trump)
    return holding(game, hands, leader)


def holding(game: AnyGame, hands: tuple[str, ...], leader: int = 1) -> AnyGame:
    """The game, with only these cards left, seat by seat, and ``leader`` to lead."""
    assert game.phase == "play"
    game.hands = [named(hand) for hand in hands]
    game.leader = leader
    game._lead()
    return game


def refused(game: Game, text: str) -> str:
    """The reason for which an action of whoever is to act is refused; nothing changes."""
    before = [game.view(seat) for seat in (None, *range(game.rules.players))]
    with pytest.raises(RuleViolation) as violation:
        do(game, text)
    assert violation.value.code == "illegal-action"
    assert [game.view(seat) for seat in (None, *range(game.rules.players))] == before
    return violation.value.reason


def random_deals(game: Game, count: int) -> Iterator[tuple[list[TrickTaken], DealResult]]:
    """The deal awaited, played at random again and again: its tricks and its result."""
    for seed in range(count):
        trial = game.copy()
        trial.deal(shuffled(trial, seed))
        events = finish(trial, Random(seed))
        tricks = [event for event in events if isinstance(event, TrickTaken)]
        results = [event.result for event in events if isinstance(event, DealEnded)]
        assert len(results) == 1
        yield tricks, results[0]


def ends_of(events: list[Event]) -> tuple[list[DealResult], list[GameEnded]]:
    """The deals that ended, and the ends of the game."""
    deals = [event.result for event in events if isinstance(event, DealEnded)]
    return deals, [event for event in events if isinstance(event, GameEnded)]


def names(cards: int) -> list[str]:
    """A set of cards by name."""
    return [CARD_NAMES[card] for card in members(cards)]
