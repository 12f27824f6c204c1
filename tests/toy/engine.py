"""The toy: one suit, three tricks, a point a trick. Eldest hand may double the deal before leading."""

from __future__ import annotations

from typing import Final

from bot.engine.cards import DOUBLE, HEARTS, PASS, SUIT_MASKS, Action, CardSet, is_play, members, set_of
from bot.engine.game import Event, Said
from bot.engine.options import SHUFFLE, Option, Preset, Rules
from bot.engine.play import NO_EVENTS, Game
from bot.engine.registry import Family

NAME: Final = "toy"
TRICKS: Final = 3
CONTRACT: Final = "race"
STAKE: Final = "stake"
"""The phase in which eldest hand doubles or does not."""


def _highest(count: int) -> CardSet:
    return set_of(members(SUIT_MASKS[HEARTS])[-count:])


ROUNDS: Final = Option("rounds", ("2", "4"), "T1")
PRESET: Final = Preset(
    name="toy-race",
    family=NAME,
    packs={players: _highest(TRICKS * players) for players in (3, 4)},
    values={},
    options=(ROUNDS, SHUFFLE),
)


class ToyGame(Game):
    """A game of the toy. ``asked`` is whether eldest hand has yet to say whether the deal counts double."""

    __slots__ = ("asked",)

    def __init__(self, rules: Rules, dealer: int) -> None:
        self.asked: bool = False
        super().__init__(rules, dealer)

    @property
    def phase(self) -> str:
        return STAKE if self.asked and self.turn >= 0 else super().phase

    @property
    def contract_name(self) -> str:
        return "" if self.asked else CONTRACT

    @property
    def plan(self) -> tuple[str, ...]:
        return (CONTRACT,) * int(self.rules["rounds"])

    def _batches(self, number: int) -> tuple[int, ...]:
        return (1,) * TRICKS

    def _open(self) -> None:
        self.asked = True
        self.turn = self.leader
        self.actions = 1 << DOUBLE | 1 << PASS

    def _say(self, action: Action) -> tuple[Event, ...]:
        self.said.append(Said(self.turn, action))
        self.asked = False
        self._lead()
        return NO_EVENTS

    def _why_not(self, action: Action) -> str:
        if self.asked:
            return "choose-first" if is_play(action) else "not-a-choice"
        return super()._why_not(action)

    def _trick_points(self) -> list[int]:
        return [_trick_worth(self.said) * taken for taken in self.taken]

    def _worth(self) -> tuple[int, ...]:
        return (_trick_worth(self.said),) * len(self.tricks)


def _trick_worth(said: list[Said]) -> int:
    return 2 if is_doubled(said) else 1


def is_doubled(said: list[Said] | tuple[Said, ...]) -> bool:
    """Whether the tricks of a deal count double."""
    return any(one.action == DOUBLE for one in said)


FAMILY: Final = Family((PRESET,), ToyGame)
