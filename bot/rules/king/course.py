"""What a game consists of: which deals there are, how each opens, what may be played in them.

Nothing is known here of any game: a real one is played under the rules to each kind of deal, and every choice
that it offers is tried. So whatever the engine can do is found, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from bot.engine.cards import ACTION_TEXTS, PASS, Action, Card, Suit, members, set_of
from bot.engine.game import Trick, View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import contract_of
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import new_game

NUMBERED: Final = ("offer", "bid")
"""The verbs of actions that say a number of tricks, each higher than the one before."""


@dataclass(frozen=True, slots=True)
class ChoiceStage:
    """One choice between the cards and the first lead.

    ``actions`` is what may be said; of numbers of tricks the lowest. ``seats`` are those who speak in their
    own right, counted clockwise from the dealer; ``bought``: whoever has bought the right speaks too.
    ``cards`` is how many each holds then, ``more`` whether others are dealt afterwards.
    """

    actions: tuple[Action, ...]
    seats: tuple[int, ...]
    bought: bool
    cards: int
    more: bool

    @property
    def verbs(self) -> frozenset[str]:
        """The first words of what may be said."""
        return frozenset(verb_of(action) for action in self.actions)


@dataclass(frozen=True, slots=True)
class Way:
    """A contract, and what can be said to get to play it."""

    contract: Contract
    said: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """Deals of one kind: ``name`` is what the plan of the game calls them, ``deals`` their numbers from 0.
    ``turned_up``: the pack's last card may be shown for trumps. ``ways`` has each contract once, in the order
    of the choices; contracts in one suit and in another are two."""

    name: str
    deals: tuple[int, ...]
    stages: tuple[ChoiceStage, ...]
    turned_up: bool
    ways: tuple[Way, ...]

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """One contract of each name."""
        return tuple({way.contract.name: way.contract for way in reversed(self.ways)}.values())[::-1]

    def way(self, contract: str, trump: Suit | None = None) -> Way:
        """How to get to play a contract, with that trump where there is one. Raises StopIteration."""
        named = [way for way in self.ways if way.contract.name == contract]
        return next((way for way in named if way.contract.trump == trump), *named[:1])


def verb_of(action: Action) -> str:
    """The first word of an action's notation."""
    return ACTION_TEXTS[action].partition(" ")[0]


@lru_cache(maxsize=128)
def chapters(rules: Rules) -> tuple[Chapter, ...]:
    """The kinds of deals of a game, in the order in which they come."""
    plan = new_game(rules, 0).view(None).plan
    return tuple(
        _chapter(rules, name, tuple(number for number, other in enumerate(plan) if other == name))
        for name in dict.fromkeys(plan)
    )


def chapter_of(rules: Rules, deal: int) -> Chapter:
    """The kind of the deal of that number."""
    return next(chapter for chapter in chapters(rules) if deal in chapter.deals)


def deal_total(rules: Rules, contract: Contract) -> int:
    """What a full deal of a contract adds up to for all seats together."""
    cards, players = members(rules.pack), rules.players
    tricks = [Trick(0, cards[start : start + players], 0) for start in range(0, len(cards), players)]
    return sum(contract.points(tricks, players))


@lru_cache(maxsize=128)
def _awaiting(rules: Rules, number: int) -> Game:
    game, random = new_game(rules, 0), Random(number)
    while len(game.results) < number:
        game.deal(shuffled(game, random))
        while game.turn >= 0:
            game.apply(_lowest(game.legal()))
    return game


def awaiting(rules: Rules, number: int) -> Game:
    """A game that awaits the deck of the deal of that number."""
    return _awaiting(rules, number).copy()


def shuffled(game: Game, random: Random) -> list[Card]:
    """The game's pack in a random order."""
    deck = list(members(game.pack))
    random.shuffle(deck)
    return deck


def _lowest(actions: int) -> Action:
    return (actions & -actions).bit_length() - 1


def _chapter(rules: Rules, name: str, deals: tuple[int, ...]) -> Chapter:
    found: dict[tuple[str, tuple[Action, ...]], list[View]] = {}
    ways: dict[tuple[str, Suit | None], Way] = {}
    turned_up = False
    for seed in range(_DECKS):
        game = awaiting(rules, deals[0])
        game.deal(shuffled(game, Random(seed)))
        for view, actions in _openings(game):
            if actions:
                kind = tuple(action for action in actions if verb_of(action) not in NUMBERED)
                found.setdefault((view.phase, kind), []).append(view)
                continue
            contract = contract_of(view)
            assert contract is not None
            turned_up |= bool(view.shown)
            ways.setdefault(
                (contract.name, contract.trump), Way(contract, tuple(one.action for one in view.said))
            )
        if not turned_up:
            break
    ordered = sorted(found.items(), key=lambda item: max(len(view.said) for view in item[1]))
    return Chapter(
        name,
        deals,
        tuple(_stage(kind, views) for (_, kind), views in ordered),
        turned_up,
        tuple(ways.values()),
    )


_DECKS: Final = 12
"""How many decks are tried where the trumps lie in the cards."""


def _stage(kind: tuple[Action, ...], views: Sequence[View]) -> ChoiceStage:
    buyers = {bool(view.said) and view.turn == _buyer(view) for view in views}
    numbers = {action for view in views for action in members(view.legal) if verb_of(action) in NUMBERED}
    return ChoiceStage(
        actions=members(set_of((*kind, *sorted(numbers)[:1]))),
        seats=tuple(
            sorted({(view.turn - view.dealer) % view.players for view in views if view.turn != _buyer(view)})
        ),
        bought=True in buyers and PASS not in kind,
        cards=views[0].hand_sizes[0],
        more=views[0].hand_sizes[0] < views[0].rules.hand_size,
    )


def _buyer(view: View) -> int | None:
    """Who has said the highest number of tricks so far."""
    return next((one.seat for one in reversed(view.said) if verb_of(one.action) in NUMBERED), None)


def _openings(game: Game) -> Iterator[tuple[View, tuple[Action, ...]]]:
    """Every moment before the first lead, with what may be said then, and every start of the play, with
    nothing. Of the numbers of tricks one is tried in each deal: higher ones lead nowhere else."""
    view = game.view(game.turn)
    if view.phase == "play":
        yield view, ()
        return
    actions = members(view.legal)
    yield view, actions
    numbered = [action for action in actions if verb_of(action) in NUMBERED]
    tried = [action for action in actions if action not in numbered]
    if _buyer(view) is None:
        tried += numbered[:1]
    for action in tried:
        twin = game.copy()
        twin.apply(action)
        yield from _openings(twin)
