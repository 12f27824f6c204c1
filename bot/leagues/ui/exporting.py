"""``/league export`` and ``/league settle``: what a season is taken away in, and what people owe."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from typing import Final

from bot.discordkit.boundary import answer
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.panel import Drawing, attached, button, draw
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.routes import Route
from bot.engine.cards import Suit
from bot.leagues import exported
from bot.leagues.exported import SeasonPage, season_page
from bot.leagues.model import League
from bot.leagues.ports import DealRow
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.report import settlement
from bot.leagues.season.season_file import write_season
from bot.leagues.season.standings import standings
from bot.leagues.season_words import settlement_text
from bot.leagues.service import Clubs
from bot.leagues.standings_words import LeagueNames, names_of, season_name
from bot.leagues.ui.results import events_of
from bot.leagues.ui.visits import Visit, Visits, admitted
from bot.normal_form import normalized
from bot.tables.model import LONGEST_NAME
from bot.telling.phrases import TEXT_LONGEST, contract_name
from bot.words.catalogue import Words, in_text


class ExportFile(StrEnum):
    """A file."""

    SEASON = "season"
    STANDINGS = "standings"
    RESULTS = "results"
    DEALS = "deals"
    PAGE = "page"


ENDINGS: Final = {
    ExportFile.SEASON: "json",
    ExportFile.STANDINGS: "csv",
    ExportFile.RESULTS: "csv",
    ExportFile.DEALS: "csv",
    ExportFile.PAGE: "html",
}

NAMELESS: Final = "league"
"""For a name of which nothing is left in ASCII."""

NAME_LETTERS: Final = 40

_CYRILLIC: Final = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        (*"abvgdeezziiklmnoprstufhc", "ch", "sh", "sch", "", "y", "", "e", "yu", "ya"),
        strict=True,
    )
)


def plain_name(league: League) -> str:
    """«tuesday-club»: ASCII, as whatever keeps files takes it."""
    spelt = "".join(_CYRILLIC.get(letter, letter) for letter in league.key)
    plain = normalized("NFKD", spelt, LONGEST_NAME).encode("ascii", "ignore").decode()
    key = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:NAME_LETTERS].strip("-")
    return key or NAMELESS


def file_name(league: League, kind: ExportFile, on: date) -> str:
    """What one of these files is called."""
    return dated_name(league, kind.value, on, ENDINGS[kind])


def dated_name(league: League, what: str, on: date, ending: str) -> str:
    """«tuesday-club-standings-2026-11-20.csv»."""
    return f"{plain_name(league)}-{what}-{on.isoformat()}.{ending}"


def menu(visit: Visit) -> Drawing:
    """Which file is wanted."""
    words = visit.words
    lines = [
        f"### {words('export.title', league=in_text(visit.league.name))}",
        f"-# {in_text(season_name(words, visit.season))}",
        *(f"- {words(f'export.{kind.value}.about')}" for kind in ExportFile),
    ]
    buttons = [
        button(words(f"export.{kind.value}"), visit.press("league-file", kind.value)) for kind in ExportFile
    ]
    return draw(lines, buttons, reader=visit.reader.user_id)


def file(visit: Visit, name: str, kind: ExportFile, data: bytes) -> Drawing:
    """A file that was drawn up."""
    about = visit.words(f"export.{kind.value}.about")
    return draw(about, attached(name, data), reader=visit.reader.user_id)


def settled(visit: Visit, text: str) -> Drawing:
    """What people owe each other, or how to have that kept."""
    heading = f"### {visit.words('settle.title', league=in_text(visit.league.name))}"
    about = f"-# {in_text(season_name(visit.words, visit.season))}"
    return draw([heading, about, text], reader=visit.reader.user_id)


EVERY = 10**9
"""All results."""
HEADING = 200
"""Characters of what stands above a settlement."""


class Exporting:
    """See the module. Files are for members and organisers: names and results of everybody are in them."""

    def __init__(self, clubs: Clubs, people: People) -> None:
        self._clubs = clubs
        self._visits = Visits(clubs, people)

    def routes(self) -> dict[str, Route[Visit]]:
        """The one verb."""
        route = Route(self._file, self._visits.admitted, SubjectKind.LEAGUE, values=2)
        return {"league-file": route}

    async def export(self, interaction: Interaction, league: str | None, season: int | None) -> None:
        """Which file is wanted. Raises ClubError."""
        visit = admitted(await self._visits.named(interaction, league, season))
        await answer(interaction, menu(visit))

    async def settle(self, interaction: Interaction, league: str | None, season: int | None) -> None:
        """What people owe each other, where points have a stake (L19). Raises ClubError."""
        visit = admitted(await self._visits.named(interaction, league, season))
        await answer(interaction, settled(visit, await self._settlement(visit)))

    async def _settlement(self, visit: Visit) -> str:
        stake = visit.season.settings.stake
        if not stake:
            return visit.words("settle.off")
        season = await self._clubs.seasons.whole(visit.season.id)

        def settled() -> str:
            found = settlement(SeasonCourse(season, corrected(season)).games, stake)
            return settlement_text(LeagueNames(visit.words, names_of(season)), found, TEXT_LONGEST - HEADING)

        return await asyncio.to_thread(settled)

    async def _file(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        _, wanted = press.values
        if wanted not in list(ExportFile):
            raise AboutSomethingElse(press.verb)
        kind = ExportFile(wanted)
        name = file_name(visit.league, kind, self._clubs.today(visit.league))
        await answer(interaction, file(visit, name, kind, await self._drawn_up(visit, kind)))

    async def _drawn_up(self, visit: Visit, kind: ExportFile) -> bytes:
        """The file, drawn up in a thread."""
        store, season_id, words = self._clubs.seasons, visit.season.id, visit.words
        if kind is ExportFile.DEALS:
            return await asyncio.to_thread(_deals, words, await store.deals(season_id))
        season = await store.whole(season_id)
        people = LeagueNames(words, names_of(season), str)
        if kind is ExportFile.SEASON:
            return await asyncio.to_thread(write_season, season)
        if kind is ExportFile.STANDINGS:
            return await asyncio.to_thread(
                lambda: exported.standings_table(people, standings(SeasonCourse(season, corrected(season))))
            )
        latest, _ = await store.results(season_id, 0, EVERY)
        results = [*reversed(latest)]
        if kind is ExportFile.RESULTS:
            return await asyncio.to_thread(exported.results_table, people, season, results)
        all_time = await store.all_time(visit.league.id)
        members = await self._clubs.leagues.members(visit.league.id)
        names = names_of(season) | {one.id: one.name for one in members}
        on = self._clubs.today(visit.league)

        def page() -> bytes:
            course = SeasonCourse(season, corrected(season))
            about = season_name(words, visit.season)
            value = SeasonPage(
                visit.league.name,
                about,
                course,
                results,
                events_of(season),
                all_time,
                names,
                on,
                season.levels,
            )
            return season_page(words, value)

        return await asyncio.to_thread(page)


def _deals(words: Words, deals: Sequence[DealRow]) -> bytes:
    """The deals as a table: by whom each was dealt, and its contract in words."""
    dealers = {(one.game, one.deal, one.seat): one.name for one in deals}
    rows = [
        exported.ExportedDeal(
            game=one.game,
            deal=one.deal + 1,
            dealer=dealers.get((one.game, one.deal, one.dealer), ""),
            contract=contract_name(words, one.contract, None if one.trump is None else Suit(one.trump)),
            player=one.name,
            points=one.points,
        )
        for one in deals
    ]
    return exported.deals_table(words, rows)
