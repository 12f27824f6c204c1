"""One table as that of an evening: what everybody is shown of it on the board and afterwards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from typing import Any, Final, Protocol, cast

from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.leagues.model import ClubMember, NightFacts, SeasonResult, StandingsPage
from bot.leagues.season.model import Holder, LeagueSeat, Member, Night, Season, SeasonGame, SeatKind
from bot.leagues.season.settings import SeasonSettings
from bot.nights.evenings import Evenings
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightPerson,
    NightPlace,
    NightSettings,
    NightStep,
    Round,
    StepKind,
    StepState,
)
from bot.nights.ui.board import Boards
from bot.nights.ui.messages import NightDrawings
from bot.tables.model import State, TableFacts
from bot.tables.table import Table
from bot.words.catalogue import Words
from tests.clock import FakeClock
from tests.panels.night_after import LEAGUE, SEASON

DAY: Final = date(2026, 9, 8)
PLACE: Final = NightPlace(1, 1, 1)


class Looked(Protocol):
    """A table at a moment (``canary.Scene``)."""

    @property
    def table(self) -> Table: ...
    @property
    def words(self) -> Words: ...
    @property
    def studio(self) -> Any: ...


class _Tables:
    def __init__(self, table: Table) -> None:
        self._table = table

    async def of_evening(self, evening: int) -> Sequence[TableFacts]:
        return [replace(self._table.facts, place=PLACE.key(evening))]

    async def get(self, table_id: int) -> Table:
        return self._table

    def running(self, *, guild_id: int | None = None) -> Sequence[Table]:
        return ()


class _Season:
    """A season of which the table's game is the only one, once it is over."""

    def __init__(self, table: Table, points: Sequence[int]) -> None:
        self.seasons = self.leagues = self
        self._table = table
        self._points = points

    @property
    def _games(self) -> list[SeasonGame]:
        if not self._points:
            return []
        seats = [
            LeagueSeat(_holder(one.user_id), points)
            for one, points in zip(self._table.facts.seats, self._points, strict=True)
        ]
        return [SeasonGame.of("t1", "n1", 0, 1, None, seats)]

    async def season(self, league: object, season_id: int) -> Any:
        return SEASON

    async def whole(self, season_id: int) -> Season:
        people = [one for one in self._table.facts.seats if one.user_id is not None]
        members = tuple(Member(str(one.user_id), one.name, DAY) for one in people)
        return Season(SeasonSettings(), LEAGUE.zone, members, (Night("n1", DAY),), tuple(self._games))

    async def of_night(self, season_id: int, night: str) -> list[SeasonResult]:
        return [
            SeasonResult(one, void=False, events=0, names={}, table_id=self._table.facts.id)
            for one in self._games
        ]

    async def nights(self, season_id: int) -> list[NightFacts]:
        return [NightFacts("n1", DAY, planned=True, held=True, games=1, people=3)]

    async def page(self, season_id: int, first: int, count: int) -> StandingsPage:
        return StandingsPage((), 0, 0)

    async def members(self, league_id: int) -> Sequence[ClubMember]:
        return ()

    async def known_as(self, league_id: int, user_id: int) -> str:
        return str(user_id)


def _holder(user_id: int | None) -> Holder:
    return Holder(SeatKind.ROBOT, "easy") if user_id is None else Holder(SeatKind.MEMBER, str(user_id))


class _Known:
    def __init__(self, words: Words) -> None:
        self._words = words

    async def guild_words(self, guild_id: int) -> Words:
        return self._words

    async def words(self, user_id: int) -> Words:
        return self._words


async def _evenings(table: Table) -> Evenings:
    async def league(of: object, words: Words | None = None) -> Any:
        return LEAGUE

    async def stage_name(evening: Evening, words: Words) -> str:
        return ""

    async def series(series_id: int) -> None:
        return None

    async def is_final(evening: Evening) -> bool:
        return False

    async def round_length(league: object, settings: object) -> float:
        return 3600.0

    finished = table.facts.state is State.FINISHED
    clubs = _Season(table, (await table.view(None)).points if finished else ())
    return cast(
        "Evenings",
        SimpleNamespace(
            tables=_Tables(table),
            clubs=clubs,
            league=league,
            headed=league,
            stage_name=stage_name,
            round_length=round_length,
            is_final=is_final,
            store=SimpleNamespace(series=series),
            time=FakeClock(),
        ),
    )


def _told(table: Table, *, duplicate: bool = False) -> EveningDetails:
    """The evening: in play, or over where the table is."""
    seats = table.facts.seats
    is_over = table.facts.state in (State.FINISHED, State.CLOSED)
    evening = Evening(
        12, 1, LEAGUE.id, LEAGUE.guild_id, 2, SEASON.id, "n1", DAY, 0.0,
        NightSettings(rounds=1, duplicate=duplicate), "seed",
        stage=EveningStage.OVER if is_over else EveningStage.PLAYING,
        plan=(Round((tuple(one.user_id for one in seats),)),), round=1, began_at=0.0,
    )  # fmt: skip
    people = {one.user_id: NightPerson(one.user_id, one.name) for one in seats if one.user_id is not None}
    thread = NightStep(12, StepKind.THREAD, replace(PLACE, game=0).number, StepState.DONE, discord_id=10**18)
    return EveningDetails(evening, people, {thread.key: thread})


async def _boards(scene: Looked) -> list[Drawing]:
    boards = Boards(await _evenings(scene.table), cast("People", _Known(scene.words)))
    return [await boards.board(_told(scene.table, duplicate=one), 1) for one in (False, True)]


async def _leaves(scene: Looked) -> list[Drawing]:
    boards = Boards(await _evenings(scene.table), cast("People", _Known(scene.words)))
    return [await boards.leaf(_told(scene.table, duplicate=one), 1, 0) for one in (False, True)]


async def _calls(scene: Looked) -> list[Drawing]:
    boards = Boards(await _evenings(scene.table), cast("People", _Known(scene.words)))
    return [await boards.call(_told(scene.table), replace(PLACE, game=0).number)]


async def _of_steps(scene: Looked) -> list[Drawing]:
    boards = Boards(await _evenings(scene.table), cast("People", _Known(scene.words)))
    drawings = NightDrawings(
        await _evenings(scene.table),
        cast("People", _Known(scene.words)),
        cast("Any", None),
        boards,
        scene.studio.painter,
    )
    table = replace(PLACE, game=0).number
    steps = {StepKind.BOARD: 1, StepKind.CALL: table, StepKind.RESULT: 0, StepKind.ABSENT: 1}
    return [await drawings.of(_told(scene.table), kind, about) for kind, about in steps.items()]


NIGHT_TABLE: Final[dict[str, Callable[[Any], Awaitable[list[Drawing]]]]] = {
    "bot.nights.ui.board.Boards.board": _boards,
    "bot.nights.ui.board.Boards.leaf": _leaves,
    "bot.nights.ui.board.Boards.call": _calls,
    "bot.nights.ui.messages.NightDrawings.of": _of_steps,
}
"""How each is drawn of a table, by its full name."""
