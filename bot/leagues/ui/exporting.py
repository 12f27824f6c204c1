"""``/league export`` and ``/league settle``."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.discordkit.boundary import answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.press_ids import AboutSomethingElse, PressId
from bot.discordkit.routes import Route
from bot.engine.cards import Suit
from bot.leagues.closing_words import settlement_text
from bot.leagues.export import tables
from bot.leagues.export.page import SeasonPage, season_page
from bot.leagues.ports import DealRow
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.report import settlement
from bot.leagues.season.standings import standings
from bot.leagues.season.writer import write_season
from bot.leagues.service import Clubs
from bot.leagues.standings_words import season_name
from bot.leagues.ui import export_panel as panels
from bot.leagues.ui.export_panel import ExportFile, file_name
from bot.leagues.ui.results import events_of
from bot.leagues.ui.visits import Visit, Visits, admitted
from bot.leagues.words import LeagueNames as Told
from bot.leagues.words import names_of
from bot.telling.fitting import TEXT_LONGEST
from bot.telling.phrases import contract_name
from bot.words.catalogue import Words

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
        await answer(interaction, panels.menu(visit))

    async def settle(self, interaction: Interaction, league: str | None, season: int | None) -> None:
        """What people owe each other, where points have a stake (L19). Raises ClubError."""
        visit = admitted(await self._visits.named(interaction, league, season))
        await answer(interaction, panels.settlement(visit, await self._settlement(visit)))

    async def _settlement(self, visit: Visit) -> str:
        stake = visit.season.settings.stake
        if not stake:
            return visit.words("settle.off")
        season = await self._clubs.seasons.whole(visit.season.id)

        def settled() -> str:
            found = settlement(SeasonCourse(season, corrected(season)).games, stake)
            return settlement_text(Told(visit.words, names_of(season)), found, TEXT_LONGEST - HEADING)

        return await asyncio.to_thread(settled)

    async def _file(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        _, wanted = press.values
        if wanted not in list(ExportFile):
            raise AboutSomethingElse(press.verb)
        kind = ExportFile(wanted)
        name = file_name(visit.league, kind, self._clubs.today(visit.league))
        await answer(interaction, panels.file(visit, name, kind, await self._drawn_up(visit, kind)))

    async def _drawn_up(self, visit: Visit, kind: ExportFile) -> bytes:
        """The file, drawn up in a thread."""
        store, season_id, words = self._clubs.seasons, visit.season.id, visit.words
        if kind is ExportFile.DEALS:
            deals = await store.deals(season_id)
            return await asyncio.to_thread(_deals, words, deals)
        season = await store.whole(season_id)
        told = Told(words, names_of(season), str)
        if kind is ExportFile.SEASON:
            return await asyncio.to_thread(write_season, season)
        if kind is ExportFile.STANDINGS:
            return await asyncio.to_thread(
                lambda: tables.standings_table(told, standings(SeasonCourse(season, corrected(season))))
            )
        latest, _ = await store.results(season_id, 0, EVERY)
        results = [*reversed(latest)]
        if kind is ExportFile.RESULTS:
            return await asyncio.to_thread(tables.results_table, told, season, results)
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
        tables.ExportedDeal(
            game=one.game,
            deal=one.deal + 1,
            dealer=dealers.get((one.game, one.deal, one.dealer), ""),
            contract=contract_name(words, one.contract, None if one.trump is None else Suit(one.trump)),
            player=one.name,
            points=one.points,
        )
        for one in deals
    ]
    return tables.deals_table(words, rows)
