"""A review in the making: whose cards they are, what one of them cost, by a study of what its seat saw as it
was played, and card by card a whole game, as far as the time for it goes."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from time import thread_time
from typing import Final, NamedTuple

from bot.engine.cards import Card, is_play
from bot.engine.errors import RuleViolation
from bot.engine.game import View
from bot.engine.record import action_of
from bot.engine.registry import preset_named
from bot.errors import where
from bot.replays.replay import Dealt, GameReplay, ReplayMoment
from bot.reviews.model import CENTS, Costly, Review
from bot.robots.registry import STUDIES
from bot.robots.study import Study, Studying
from bot.robots.why import gains, mean_and_error
from bot.tables.ports import LogEntry, Sitting

log = logging.getLogger(__name__)


class Play(NamedTuple):
    """A card that was played: when it had been, by which seat, and the number of the sitting of that seat
    (from 0)."""

    moment: ReplayMoment
    seat: int
    number: int


class Sat(NamedTuple):
    """A sitting, and its number among those of its seat (from 0)."""

    number: int
    sitting: Sitting


def sittings_of(replay: GameReplay) -> tuple[Sat, ...]:
    """Everybody who sat there, by seat, each seat's in order."""
    found: list[Sat] = []
    for one in replay.seating:
        found.append(Sat(sum(other.sitting.seat == one.seat for other in found), one))
    return tuple(found)


def plays_of(replay: GameReplay, entries: Sequence[LogEntry] | None = None) -> tuple[Play, ...]:
    """The cards of all deals that were scored, in order. Where the log of the table is given, what a robot
    played in somebody's place is left out: nobody has to answer for that."""
    every = sittings_of(replay)
    return tuple(
        play
        for deal, dealt in enumerate(replay.deals)
        if dealt.result is not None and dealt.result.points is not None
        for play in _of_deal(replay, deal, dealt, every, entries)
    )


def _of_deal(
    replay: GameReplay, deal: int, dealt: Dealt, every: Sequence[Sat], entries: Sequence[LogEntry] | None
) -> Iterator[Play]:
    for ply in range(1, dealt.plies + 1):
        item = dealt.first + ply
        if not is_play(action_of(replay.items[item])):
            continue
        seat = int(replay.items[item].split()[0])
        sat = next((one for one in every if one.sitting.seat == seat and one.sitting.was_at(item)), None)
        if sat is not None and (entries is None or entries[item].user_id == sat.sitting.user_id):
            yield Play(ReplayMoment(deal, ply), seat, sat.number)


SURE: Final = 2.5
"""So many standard errors apart two cards have to be, and more where they were compared in few ways: a study
deals the unseen cards out in some ways only, and of many cards compared one looks best by chance."""
LEAST: Final = 25
"""Hundredths of a point: less is not worth telling anybody."""


def judged(replay: GameReplay, play: Play, studying: Studying) -> Costly | None:
    """A card, if it surely gave points away. Nothing but the view of its own seat is studied."""
    state = replay.at(play.moment)
    assert state.choice is not None and state.last is not None
    if state.choice.legal.bit_count() < 2:
        return None
    study, card = studying(state.choice), state.last.action
    cents = cost(study, card)
    return Costly(play.moment, play.seat, study.best, cents) if cents else None


def cost(study: Study, card: Card) -> int:
    """How many hundredths of a point a card surely gives away on average; 0 where it is too little to tell,
    or may as well be chance."""
    found = gains(study, study.best, card)
    mean, error = mean_and_error(found)
    is_sure = mean > standard_errors(len(found)) * error
    cents = round(mean * CENTS)
    return cents if is_sure and cents >= LEAST else 0


def standard_errors(worlds: int) -> float:
    """``SURE`` for a difference that was seen in so many worlds: Student's t in the place of the normal
    distribution, by the first terms of its expansion (Abramowitz and Stegun 26.7.5)."""
    free, z = max(1, worlds - 1), SURE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / free + second / free**2


def study_of(replay: GameReplay, costly: Costly, studying: Studying) -> tuple[View, Card, Study]:
    """What a costly card was judged by, made again: what its seat saw, the card, and the study."""
    state = replay.at(costly.moment)
    assert state.choice is not None and state.last is not None
    return state.choice, state.last.action, studying(state.choice)


SECONDS: Final = 20.0
"""Of CPU, for one game."""


class NoStudy(LookupError):
    """Nobody says what cards come to in games of this family."""


class ReviewProgress(NamedTuple):
    """How many cards were looked at, of how many."""

    done: int
    total: int


def is_offered(preset: str) -> bool:
    """Whether games of the preset of that name can be reviewed."""
    try:
        return preset_named(preset).family in STUDIES.each
    except RuleViolation:  # this program does not know it
        return False


def studying_of(replay: GameReplay) -> Studying:
    """Who studies the cards of a game. Raises NoStudy."""
    preset = replay.header.rules.preset
    if not is_offered(preset.name):
        raise NoStudy(preset.family)
    return STUDIES.of(preset.family)


class Making:
    """See the module. People's cards come before those of robots, should the time not do for all."""

    def __init__(
        self,
        replay: GameReplay,
        entries: Sequence[LogEntry] | None = None,
        *,
        seconds: float = SECONDS,
        used: Callable[[], float] = thread_time,
    ) -> None:
        """``entries`` is the table's log, if it is the game of one; ``used`` tells the seconds of CPU of the
        thread that looks. Raises NoStudy."""
        self._replay = replay
        self._studying = studying_of(replay)
        self._sat = sittings_of(replay)
        every = plays_of(replay, entries)
        robots = {(one.sitting.seat, one.number) for one in self._sat if one.sitting.user_id is None}
        self._plays = sorted(every, key=lambda play: (play.seat, play.number) in robots)
        self._cards = Counter((play.seat, play.number) for play in every)
        self._judged = Counter[tuple[int, int]]()
        self._costly: list[tuple[Play, Costly]] = []
        self._next = 0
        self._left = seconds
        self._used = used

    @property
    def progress(self) -> ReviewProgress:
        """How far it is."""
        return ReviewProgress(self._next, len(self._plays))

    @property
    def is_over(self) -> bool:
        """Whether every card was looked at, or the time is up."""
        return self._next == len(self._plays) or self._left <= 0

    def go_on(self, seconds: float) -> float:
        """Look at more cards, for so many seconds of CPU or a little longer; how many it took."""
        begun = self._used()
        most = min(seconds, self._left)
        while not self.is_over and self._used() - begun < most:
            self._look()
        taken = self._used() - begun
        self._left -= taken
        return taken

    def _look(self) -> None:
        play = self._plays[self._next]
        self._next += 1
        try:
            found = judged(self._replay, play, self._studying)
        except Exception as broken:  # noqa: BLE001 - one card that cannot be studied counts as not looked at
            log.error("a card could not be studied: %s", where(broken))
            return
        self._judged[play.seat, play.number] += 1
        if found is not None:
            self._costly.append((play, found))

    def reviews(self) -> tuple[Review, ...]:
        """What has been found so far, a review a sitting."""
        return tuple(
            Review(
                sitting.seat,
                number,
                sitting.user_id,
                self._cards[sitting.seat, number],
                self._judged[sitting.seat, number],
                tuple(
                    costly
                    for play, costly in sorted(self._costly)
                    if (play.seat, play.number) == (sitting.seat, number)
                ),
            )
            for number, sitting in self._sat
        )
