"""Seasons that are brought along in a file, by organisers: looked at, kept, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NoReturn

import discord

from bot.discordkit import panel
from bot.discordkit.boundary import acknowledge, answer, redraw
from bot.discordkit.files import Files
from bot.discordkit.interactions import Interaction
from bot.discordkit.latest import Latest
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.press_ids import AboutSomethingElse, PressId
from bot.discordkit.routes import Route, anyone, chosen
from bot.leagues import bringing
from bot.leagues.bringing import facts_of, members_of, own_of
from bot.leagues.errors import ClubError
from bot.leagues.model import ClubMember, League, SeasonFacts
from bot.leagues.paper.dates import DateOrder
from bot.leagues.paper.errors import Faulty, fault
from bot.leagues.paper.names import Known, PaperPerson
from bot.leagues.paper.reading import ColumnReading, Role
from bot.leagues.paper.spreadsheet import SpreadsheetDefaults, games_of
from bot.leagues.season.model import MEMBER, Holder, Season
from bot.leagues.service import Clubs
from bot.leagues.ui import import_panel as panels
from bot.leagues.ui.import_panel import Bringing
from bot.leagues.ui.organisers import require_organiser
from bot.leagues.ui.visits import organised_league
from bot.words.catalogue import Words

KEPT: Final = 20
"""So many people's files are kept while they look at them; who has waited longest has to give theirs
again."""


class Importing:
    """See the module. Handlers by verb; what the command asks for has a method."""

    def __init__(self, clubs: Clubs, people: People, files: Files) -> None:
        self._clubs = clubs
        self._people = people
        self._reading = files
        self._files: Latest[int, Bringing] = Latest(KEPT)

    def forget(self, user_id: int) -> None:
        """A person is not known any longer: the file they were looking at goes."""
        self._files.drop(user_id)

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        looked_at = partial(Route, who=self._mine, about=SubjectKind.LEAGUE, private=True)
        brought = partial(Route, who=self._brought, about=SubjectKind.LEAGUE, private=True, values=1)
        return {
            "import-column": looked_at(self._column),
            "import-role": looked_at(self._role, values=1),
            "import-order": looked_at(self._order),
            "import-columns": looked_at(self._columns),
            "import-look": looked_at(self._look),
            "import-as": looked_at(self._as),
            "import-do": looked_at(self._do),
            "import-not": anyone(self._not, private=True),
            "import-undo": brought(self._undo),
            "import-undone": brought(self._undone),
            "import-keep": anyone(self._not, private=True),
        }

    async def bring(self, interaction: Interaction, file: discord.Attachment, name: str | None) -> None:
        """``/league import``: read a file and show what would come of it. Raises ClubError."""
        user_id = (await self._people.met(interaction)).user_id
        league = await self._clubs.meant(interaction.guild_id, user_id, name)
        require_organiser(interaction, league)
        words = await self._people.words(user_id)
        called, limit = file.filename, bringing.too_large(file.filename, file.size)
        if limit is not None:
            await answer(interaction, panels.cannot_be_read(words, [fault("file-too-large", limit=limit)]))
            return
        await acknowledge(interaction, reply=True)
        seasons = await self._clubs.seasons.seasons(league.id)
        members = await self._clubs.leagues.members(league.id)
        origin = self._origin(interaction, league, seasons)
        try:
            async with self._reading.turn:
                data = await self._reading.fetched(file)
                brought = await self._reading.read(
                    bringing.opened, called, data, _known(members), origin, None
                )
        except Faulty as faulty:
            await answer(interaction, panels.cannot_be_read(words, faulty.faults))
            return
        opens = await self._is_empty(seasons)
        data = data if brought.heads else b""  # a season file is not read again
        one = Bringing(league, brought, called, data, opens, looks_at_columns=bool(brought.faults))
        await answer(interaction, await self._drawn(words, self._files.keep(user_id, one)))

    def _origin(
        self, interaction: Interaction, league: League, seasons: Sequence[SeasonFacts]
    ) -> SpreadsheetDefaults:
        """What a spreadsheet does not tell: what has no date is of the day on which the league's first season
        began, so that it comes before all of them."""
        return SpreadsheetDefaults(
            league.zone, seasons[0].begun, str(interaction.user.id), seasons[-1].settings
        )

    async def _is_empty(self, seasons: Sequence[SeasonFacts]) -> bool:
        """Whether there is an open season of which nothing has come yet."""
        last = seasons[-1]
        if not last.is_open:
            return False
        whole = await self._clubs.seasons.whole(last.id)
        waits = await self._clubs.seasons.waiting_reports(last.id)
        return not (whole.games or whole.corrections or whole.nights or waits)

    # What is looked at

    async def _mine(self, interaction: Interaction, press: PressId) -> Bringing:
        """The file that whoever acts is looking at. Raises ClubError ``file-gone``, ``not-organiser``."""
        league = await organised_league(self._clubs, interaction, press)
        one = self._files.get((await self._people.met(interaction)).user_id)
        if one is None or one.league.id != league.id:
            raise ClubError("file-gone")
        return replace(one, league=league)

    async def _show(self, interaction: Interaction, one: Bringing) -> None:
        self._files.keep(interaction.user.id, one)
        words = await self._people.words(interaction.user.id)
        await redraw(interaction, await self._drawn(words, one))

    async def _drawn(self, words: Words, one: Bringing) -> Drawing:
        season = one.brought.season
        seen = one.brought.outlook
        if one.looks_at_columns or season is None or seen is None:
            return panels.columns(words, one)
        facts = await self._facts(one, season)
        members = await self._clubs.leagues.members(one.league.id)
        return panels.preview(words, one, facts, own_of(season, members), seen, len(games_of(season)))

    async def _facts(self, one: Bringing, season: Season) -> SeasonFacts:
        seasons = await self._clubs.seasons.seasons(one.league.id)
        facts = facts_of(one.league, one.brought, season, seasons[0].begun, open_now=one.open_now)
        return replace(facts, levels=seasons[-1].levels) if one.brought.heads else facts

    async def _column(self, interaction: Interaction, press: PressId, one: Bringing) -> None:
        await self._show(interaction, replace(one, column=_index(chosen(interaction), one)))

    async def _role(self, interaction: Interaction, press: PressId, one: Bringing) -> None:
        index, value = _index(press.value, one), chosen(interaction)
        role = None if value == panels.NOTHING else Role(value) if value in [*Role] else _unknown(press)
        await self._read_again(
            interaction, replace(one, column=index), _reading(one).with_column(role, index)
        )

    async def _order(self, interaction: Interaction, press: PressId, one: Bringing) -> None:
        value = chosen(interaction)
        order = DateOrder(value) if value in [*DateOrder] else _unknown(press)
        await self._read_again(interaction, one, _reading(one).with_order(order))

    async def _read_again(self, interaction: Interaction, one: Bringing, reading: ColumnReading) -> None:
        await acknowledge(interaction)
        seasons = await self._clubs.seasons.seasons(one.league.id)
        known = _known(await self._clubs.leagues.members(one.league.id))
        origin = self._origin(interaction, one.league, seasons)
        brought = await self._reading.read(bringing.opened, one.file, one.data, known, origin, reading)
        await self._show(interaction, replace(one, brought=brought, looks_at_columns=True))

    async def _columns(self, interaction: Interaction, press: PressId, one: Bringing) -> None:
        _reading(one)
        await self._show(interaction, replace(one, looks_at_columns=True))

    async def _look(self, interaction: Interaction, press: PressId, one: Bringing) -> None:
        await self._show(interaction, replace(one, looks_at_columns=False))

    async def _as(self, interaction: Interaction, press: PressId, one: Bringing) -> None:
        open_now = chosen(interaction) == panels.OPEN and one.opens
        await self._show(interaction, replace(one, open_now=open_now))

    async def _not(self, interaction: Interaction, press: PressId) -> None:
        """Nothing is imported, or nothing is undone."""
        words = await self._people.words_of(interaction)
        if press.verb == "import-not":
            self._files.drop(interaction.user.id)
        await redraw(interaction, panel.sentence(words("import.dropped")))

    # Kept, and taken back

    async def _do(self, interaction: Interaction, press: PressId, one: Bringing) -> None:
        season = one.brought.season
        if season is None:
            raise AboutSomethingElse(press.verb)
        await acknowledge(interaction)
        facts = await self._facts(one, season)
        members = await self._clubs.leagues.members(one.league.id)
        known = members_of(facts, season, members, self._clubs.time.now())
        kept = await self._clubs.seasons.bring(facts, season, known, open_now=one.open_now)
        self._files.drop(interaction.user.id)
        words = await self._people.words(interaction.user.id)
        own = own_of(season, members)
        await redraw(interaction, panels.done(words, one.league, kept, len(games_of(season)), own))

    async def _undo(
        self, interaction: Interaction, press: PressId, season: tuple[League, SeasonFacts]
    ) -> None:
        words = await self._people.words_of(interaction)
        await redraw(interaction, panels.question(words, *season))

    async def _undone(
        self, interaction: Interaction, press: PressId, season: tuple[League, SeasonFacts]
    ) -> None:
        league, facts = season
        words = await self._people.words_of(interaction)
        await self._clubs.seasons.take_back(facts.id)
        if facts.is_open:  # it came in the place of an empty one
            empty = SeasonFacts(0, league.id, 0, "", facts.settings, self._clubs.today(league))
            await self._clubs.seasons.begin(replace(empty, levels=facts.levels))
        await redraw(interaction, panel.sentence(words("import.undone")))

    async def _brought(self, interaction: Interaction, press: PressId) -> tuple[League, SeasonFacts]:
        """The season that was brought along and is to go. Raises ClubError."""
        league = await organised_league(self._clubs, interaction, press)
        if not press.value.isdecimal():
            _unknown(press)
        facts = await self._clubs.season(league, int(press.value[:18]))
        if not facts.imported:
            raise ClubError("season-in-use")
        return league, facts


def _known(members: Sequence[ClubMember]) -> Known:
    """Those whom a file may name: everybody who ever was a member."""
    return Known(tuple(PaperPerson(Holder(MEMBER, one.id), one.name) for one in members))


def _reading(one: Bringing) -> ColumnReading:
    """How a spreadsheet's columns are read. Raises AboutSomethingElse for a season file, which has none."""
    if one.brought.reading is None:
        raise AboutSomethingElse("columns")
    return one.brought.reading


def _index(text: str, one: Bringing) -> int:
    """The number of a column. Raises AboutSomethingElse."""
    if not (text.isdecimal() and len(text) < 5 and int(text) < len(_reading(one).roles)):
        raise AboutSomethingElse("column")
    return int(text)


def _unknown(press: PressId) -> NoReturn:
    raise AboutSomethingElse(press.verb)
