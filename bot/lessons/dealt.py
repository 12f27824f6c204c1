"""Prepared deals: a real game, played under the very rules to the tricks that a lesson is about.

A scene says who holds what then; the cards before are dealt and played at random, with seeds that are always
the same, until the engine has come there. So a scene is possible under the rules, or there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from bot.engine.actions import ACTION_OF_TEXT, Action
from bot.engine.cards import Card, CardSet, members, set_of
from bot.engine.play import Game

READER: Final = 0
"""The seat of who learns."""
TRIES: Final = 4000

Open = Callable[[Sequence[Card]], Game | None]
"""Deals that deck and says what is to be said before the play; None where the deck does not lead there."""


@dataclass(frozen=True, slots=True)
class LessonTrick:
    """One trick as it is to go: ``key`` names what it teaches, ``leader`` plays the first of ``cards``. One
    of them, with a star, is the reader's, and the right one."""

    key: str
    leader: int
    cards: str

    @property
    def plays(self) -> tuple[Action, ...]:
        """The cards in order."""
        return tuple(ACTION_OF_TEXT[f"play {card.strip('*')}"] for card in self.cards.split())

    @property
    def place(self) -> int:
        """Which of them is the reader's."""
        return next(at for at, card in enumerate(self.cards.split()) if card.startswith("*"))


@dataclass(frozen=True, slots=True)
class LessonScene:
    """The last tricks of a deal. ``hand`` is what the reader holds before them, ``before`` what they have
    held besides, where that matters; ``others`` what other seats still
    hold when it ends; ``seed`` the first one to be tried, where
    few lead there."""

    hand: str
    tricks: tuple[LessonTrick, ...]
    before: str = ""
    others: Mapping[int, str] = field(default_factory=dict[int, str])
    seed: int = 0

    def kept(self, players: int) -> tuple[CardSet, ...]:
        """For each seat the cards that it must still hold."""
        found = [0] * players
        for trick in self.tricks:
            for place, card in enumerate(trick.plays):
                found[(trick.leader + place) % players] |= 1 << card
        for seat, cards in self.others.items():
            found[seat] |= cards_of(cards)
        assert found[READER] & ~cards_of(self.hand) == 0
        found[READER] = cards_of(self.hand)
        return tuple(found)


def cards_of(text: str) -> CardSet:
    """«JS 7S» as a set."""
    return set_of(ACTION_OF_TEXT[f"play {card}"] for card in text.split())


def prepared(scene: LessonScene, pack: CardSet, holders: Sequence[int], opened: Open) -> Game:
    """A game that stands where the scene begins. ``holders`` tells for each place of the deck which seat gets
    that card. Raises LookupError where no deal came there."""
    players = max(holders) + 1
    kept, fixed = scene.kept(players), cards_of(scene.before)
    length = cards_of(scene.hand).bit_count()
    for seed in range(scene.seed, scene.seed + TRIES):
        random = Random(seed)
        hands = _hands(pack, holders, [*kept], fixed, random)
        game = opened(_deck(hands, holders, random))
        if game is not None and _brought(game, kept, length, scene.tricks[0].leader, random):
            return game
    raise LookupError(f"no deal leads to {scene.hand}")


def _hands(
    pack: CardSet, holders: Sequence[int], hands: list[CardSet], fixed: CardSet, random: Random
) -> list[CardSet]:
    """All cards dealt out around those that are given."""
    hands[READER] |= fixed
    given = 0
    for hand in hands:
        given |= hand
    rest = [*members(pack & ~given)]
    random.shuffle(rest)
    for seat in range(len(hands)):
        missing = holders.count(seat) - hands[seat].bit_count()
        hands[seat] |= set_of(rest[:missing])
        rest = rest[missing:]
    return hands


def _deck(hands: Sequence[CardSet], holders: Sequence[int], random: Random) -> list[Card]:
    """The deck from which everybody gets these cards."""
    left = [[*members(hand)] for hand in hands]
    for cards in left:
        random.shuffle(cards)
    return [left[seat].pop() for seat in holders]


def _brought(game: Game, kept: Sequence[CardSet], length: int, leader: int, random: Random) -> bool:
    """Play at random, without the cards that are needed later, until each holds so many; whether that went
    and the right seat leads then."""
    while True:
        view = game.view(game.turn)
        if view.hand.bit_count() == length and not view.trick.cards:
            return game.turn == leader
        free = members(view.legal & ~kept[game.turn])
        if not free:
            return False
        game.apply(random.choice(free))


def holders_of(pack: CardSet, opened: Mapping[int, CardSet]) -> tuple[int, ...]:
    """For each place of a deck that lies in the order of the pack, which seat holds its card."""
    return tuple(next(seat for seat, hand in opened.items() if hand >> card & 1) for card in members(pack))
