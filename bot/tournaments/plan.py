"""A championship as it is held here: a league whose only season is played in stages, each group of a stage on
a night of its own (``bot.nights``). What an organiser plans, and what is kept of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar, Final, NamedTuple, Protocol, Self, cast

from bot.errors import CodedError
from bot.leagues.model import ClubMember, League, SeasonFacts
from bot.nights.model import Series, evening_length
from bot.people.chosen import Chosen, free, number, one_of
from bot.tournaments.model import Cut, Stage

MOST_STAGES: Final = 6
MOST_ROUNDS: Final = 12
MOST_PEOPLE: Final = 600
BREAK: Final = (10, 5, 15, 20, 30, 45, 60, 90)
"""Minutes from the cut to the first round of the next stage."""


class TournamentError(CodedError):
    """Something about a championship that cannot be done."""

    sentences: ClassVar = "error.tournament."


class Format(StrEnum):
    """The ways in which clubs hold their day; each stage can be changed."""

    EVENING = "evening"
    CHAMPIONSHIP = "championship"
    MARATHON = "marathon"
    KINGS = "kings"


FORMATS: Final[Mapping[Format, tuple[Stage, ...]]] = {
    Format.EVENING: (Stage(2, Cut(8)), Stage(1)),
    Format.CHAMPIONSHIP: (Stage(3, Cut(32)), Stage(1, Cut(8)), Stage(1)),
    Format.MARATHON: (Stage(5),),
    Format.KINGS: (Stage(4, Cut(4, small=4)), Stage(1)),
}


def _text(kept: object) -> str | None:
    return kept if isinstance(kept, str) else None


def _stages(kept: object) -> tuple[Stage, ...] | None:
    rows = cast(list[list[Any]], kept) if isinstance(kept, list) else []
    return tuple(Stage(rounds, Cut(*cut) if cut else None) for rounds, *cut in rows) or None


def _stages_as_kept(stages: Sequence[Stage]) -> list[list[Any]]:
    return [[one.rounds, *(astuple(one.cut) if one.cut else ())] for one in stages]


def _texts(kept: object) -> tuple[str, ...] | None:
    return tuple(cast(list[str], kept)) if isinstance(kept, list) else None


def _ids(kept: object) -> tuple[int, ...] | None:
    return tuple(cast(list[int], kept)) if isinstance(kept, list) else None


@dataclass(frozen=True, slots=True)
class TournamentPlan(Chosen):
    """It begins at the local time ``starts`` (ISO 8601) in the league's zone; each ``later`` stage at one of
    its own, or, where that is empty, ``pause`` minutes after the cut. ``team`` is how many of a team count
    (T8), None without teams; ``minutes`` the time of a round, ``room`` for how many people there is room. It
    is announced in the first of these ``channels``; tables are in all of them, so many in each as a night has
    in one (``BLOCK``). Who holds one of the roles ``referees`` is a referee of all its tables."""

    starts: str = free("", _text)
    stages: tuple[Stage, ...] = free(FORMATS[Format.EVENING], _stages, _stages_as_kept)
    team: int | None = number(1, 20, 2, 3, 4, 5, 6, 8)
    minutes: int | None = number(5, 480, 30, 45, 60, 75, 90, 105, 120, 150, 180, 240)
    pause: int = one_of(*BREAK)
    robots: str = one_of("steady", "easy", "strong", "teacher")
    room: int | None = number(4, MOST_PEOPLE, 16, 32, 48, 64, 96, 128, 160, 240, 320, 480)
    channels: tuple[int, ...] = free((), _ids)
    later: tuple[str, ...] = free((), _texts)
    referees: tuple[int, ...] = free((), _ids)

    @property
    def begins(self) -> datetime:
        """The local time at which it begins."""
        return datetime.fromisoformat(self.starts)

    def stage_begins(self, number: int) -> datetime | None:
        """The local time at which a stage begins, counted from 0; None for a pause after the cut."""
        text = (self.starts, *self.later)[number] if number <= len(self.later) else ""
        return datetime.fromisoformat(text) if text else None

    def with_beginning(self, number: int, moment: datetime | None) -> Self:
        """With another beginning of the stage of that number. Raises TournamentError ``bad-order`` where a
        stage would begin before one that it follows."""
        texts = [self.starts, *self.later, *[""] * len(self.stages)][: len(self.stages)]
        texts[number] = moment.isoformat() if moment is not None else ""
        known = [one for one in texts if one]
        if known != sorted({*known}):
            raise TournamentError("bad-order")
        return replace(self, starts=texts[0], later=tuple(texts[1:]))

    def with_stage(self, number: int, stage: Stage) -> Self:
        """With another stage of that number, counted from 0. Raises TournamentError ``bad-stages``."""
        stages = (*self.stages[:number], stage, *self.stages[number + 1 :])
        return replace(self, stages=checked(stages))

    def with_count(self, count: int) -> Self:
        """With so many stages: the last ones go, or others like a final come. Raises TournamentError
        ``bad-stages``."""
        stages = list(self.stages[:count])
        while len(stages) < count:
            last = stages.pop()
            stages += [replace(last, cut=last.cut or Cut(8)), Stage(1)]
        stages = [*stages[:-1], replace(stages[-1], cut=None)]
        return replace(self, stages=checked(tuple(stages)), later=self.later[: count - 1])


def checked(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
    """Stages that can be played one after the other. Raises TournamentError ``bad-stages`` where a stage has
    no rounds or too many of them, or its cut takes in fewer than two people."""
    if not 1 <= len(stages) <= MOST_STAGES:
        raise TournamentError("bad-stages")
    for one in stages:
        if not 1 <= one.rounds <= MOST_ROUNDS:
            raise TournamentError("bad-stages")
    for one in stages[:-1]:
        cut = one.cut or Cut(0)
        if not 2 <= cut.main <= MOST_PEOPLE or not 0 <= cut.small <= MOST_PEOPLE:
            raise TournamentError("bad-stages")
    return stages


class Timetable(NamedTuple):
    """When each stage begins and the last one ``ends``, in local time; None where that is not known."""

    begins: Sequence[datetime | None]
    ends: datetime | None


def timetable(plan: TournamentPlan, game: float | None) -> Timetable:
    """When the stages are expected to begin where a game takes so many seconds, None where that is not known:
    none begins before the pause after the one that it follows."""
    limit = None if plan.minutes is None else 60.0 * plan.minutes
    begins: list[datetime | None] = []
    ends: datetime | None = None
    for at, stage in enumerate(plan.stages):
        after = ends + timedelta(minutes=plan.pause) if ends is not None else None
        moments = [one for one in (plan.stage_begins(at), after) if one is not None]
        begins.append(max(moments, default=None))
        ends = None
        if game is not None and moments:
            ends = max(moments) + timedelta(seconds=evening_length(stage.rounds, 1, game, limit))
    return Timetable(begins, ends)


class StageSeries(NamedTuple):
    """The series of the nights on which the groups of a stage are played; ``small`` 0 where there is none."""

    main: int
    small: int = 0


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """A championship: its league's, with that season. ``groups`` are of the stages that have begun, in order,
    none while it is not announced; ``seed`` is what lots follow from, and known to all once it ``ended_at``
    (unix seconds). ``version`` counts its changes."""

    league_id: int
    guild_id: int
    season_id: int
    seed: str
    plan: TournamentPlan = field(default_factory=TournamentPlan)
    groups: tuple[StageSeries, ...] = ()
    ended_at: float | None = None
    version: int = 0

    @property
    def stage(self) -> int:
        """The stage that is being played, or was last, counted from 0."""
        return len(self.groups) - 1

    @property
    def is_last(self) -> bool:
        """Whether no other stage follows the one that is played."""
        return self.stage == len(self.plan.stages) - 1


@dataclass(frozen=True, slots=True)
class EntrantFacts:
    """Somebody of a championship of whom something is known: their ``team``, empty without one, and
    after which stage they withdrew, None where they have not."""

    league_id: int
    user_id: int
    team: str = ""
    withdrawn: int | None = None


PlanChange = Callable[[TournamentPlan], TournamentPlan]
EntrantChange = Callable[[EntrantFacts], EntrantFacts]


class TournamentStore(Protocol):
    """Where championships are kept. Everything raises StoreError when the database fails, and then nothing of
    what was asked is kept."""

    async def create(
        self, tournament: TournamentFacts, league: League, season: SeasonFacts, creator: ClubMember
    ) -> TournamentFacts:
        """Keep a new one with its league. Raises ClubError ``name-taken``."""
        ...

    async def throw_away(self, league_id: int) -> bool:
        """Forget one that is not announced, with its league; whether it was there."""
        ...

    async def tournament(self, league_id: int) -> TournamentFacts | None:
        """That of a league."""
        ...

    async def of_server(self, guild_id: int) -> Sequence[TournamentFacts]:
        """Those of a server, the newest first."""
        ...

    async def running(self) -> Sequence[TournamentFacts]:
        """Those that are not over, in order."""
        ...

    async def of_series(self, series_id: int) -> TournamentFacts | None:
        """The one of which a group of a stage is played on the night of a series."""
        ...

    async def change(self, tournament: TournamentFacts, begun: Sequence[Series] = ()) -> TournamentFacts:
        """Keep one as it is now, if it is still the one of that ``version``; ``begun`` are the series of a
        stage that begins with it, main group first. Raises TournamentError ``changed-meanwhile``."""
        ...

    async def entrants(self, league_id: int) -> Mapping[int, EntrantFacts]:
        """Those of whom something is known, by account."""
        ...

    async def tell(self, league_id: int, user_id: int, change: EntrantChange) -> EntrantFacts:
        """Keep what ``change`` makes of what is known of somebody by then. Raises what ``change`` raises."""
        ...
