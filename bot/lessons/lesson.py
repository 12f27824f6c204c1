"""What a lesson is: steps, each a moment of a real game with one right act; and what comes of any act.

Nothing of a lesson is kept anywhere: a step is its number, and the same for the same rules. Its deals are
prepared: a scene says who holds what, and the cards before are dealt and played at random, with seeds that
are always the same, until the engine has come there. So a scene is possible under the rules, or there is
none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from bot.engine.cards import ACTION_OF_TEXT, Action, Card, CardSet, is_play, members, set_of
from bot.engine.errors import RuleViolation
from bot.engine.game import View
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.telling.phrases import ViewModel

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


@dataclass(frozen=True, slots=True, eq=False)
class LessonStep:
    """One press. ``key`` names what it teaches, ``right`` is the act, ``offered`` what can be pressed,
    ``then`` what the others play after it."""

    key: str
    right: Action
    offered: tuple[Action, ...]
    then: tuple[Action, ...] = ()
    game: Game = field(kw_only=True, repr=False)

    @property
    def view(self) -> View:
        """What the reader sees when they are to act."""
        return self.game.view(READER)


@dataclass(frozen=True, slots=True)
class ActOutcome:
    """What comes of an act at a step. ``reason`` is why the rules refuse it, empty where they do not;
    ``view`` what the reader sees once the trick is complete, None where no card was played."""

    right: bool
    reason: str = ""
    view: View | None = field(default=None, repr=False)


class Lessons(NamedTuple):
    """The lessons of a family of games. ``steps`` makes those for a game by some rules, which may take a
    second at the first time, so not on an event loop; ``values`` tells what only sentences of this family say
    at a moment: each placeholder's text."""

    steps: Callable[[Rules], Sequence[LessonStep]]
    values: Callable[[ViewModel], Mapping[str, str]]


def outcome(step: LessonStep, action: Action) -> ActOutcome:
    """What comes of it."""
    game = step.game.copy()
    try:
        game.apply(action)
    except RuleViolation as refused:
        return ActOutcome(False, refused.reason)
    right = action == step.right
    if not is_play(action):
        return ActOutcome(right)
    before = len(step.view.tricks)
    for card in step.then:
        # after a wrong lead the others may have to follow another suit: with the highest they have
        game.apply(card if game.legal() >> card & 1 else max(members(game.legal())))
    view = game.view(READER)
    assert len(view.tricks) == before + 1
    return ActOutcome(right, view=view)


def trick_steps(game: Game, tricks: Sequence[LessonTrick]) -> list[LessonStep]:
    """The steps of the tricks that follow from here. The game is played on. Raises RuleViolation where the
    rules do not allow them."""
    found: list[LessonStep] = []
    for trick in tricks:
        assert game.turn == trick.leader
        plays, place = trick.plays, trick.place
        for card in plays[:place]:
            game.apply(card)
        assert game.turn == READER
        hand = members(game.view(READER).hand)
        found.append(LessonStep(trick.key, plays[place], hand, plays[place + 1 :], game=game.copy()))
        for card in plays[place:]:
            game.apply(card)
    return found
