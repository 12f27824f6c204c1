"""A season that is brought along in a file: what was recognised in it, what is wrong with it, what its
standings come to, and as what it is to be kept.

Seasons that are brought along in a file, by organisers: looked at, kept, and taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NoReturn

import discord
from discord import ui

from bot.discordkit import panel
from bot.discordkit.boundary import acknowledge, answer, redraw
from bot.discordkit.files import Files
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.load import Latest
from bot.discordkit.panel import BLUE, GREEN, Drawing, Part, button, draw, select, select_option, yes_or_no
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind, on_league
from bot.discordkit.routes import Route, anyone, chosen
from bot.leagues import bringing
from bot.leagues.bringing import Brought, KnownMembers, Outlook, facts_of, members_of, own_of
from bot.leagues.correction_words import import_fault
from bot.leagues.model import ClubError, ClubMember, League, SeasonFacts
from bot.leagues.paper.spreadsheet import SpreadsheetDefaults, games_of
from bot.leagues.paper.table import ColumnReading, Head, Role
from bot.leagues.paper.typed import DateOrder, Fault, Faulty, Known, PaperPerson, fault
from bot.leagues.season.model import MEMBER, Holder, Season
from bot.leagues.service import Clubs
from bot.leagues.standings_words import SeasonProgress, season_name, standings_picture, standings_text
from bot.leagues.ui.visits import organised_league, require_organiser
from bot.telling.phrases import fitting, shorten
from bot.words.catalogue import Words, clean, in_text

NOTHING: Final = "nothing"
PAST, OPEN = "past", "open"
COLUMNS: Final = 25
"""So many can be chosen from at a time."""

_FAULTS_LONGEST: Final = 450
_COLUMNS_LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class Bringing:
    """What an organiser is bringing along. ``data`` is what is in a spreadsheet's file, which may be read
    again; ``column`` is the column that is being given another role; ``opens`` tells whether the open season
    is empty, so that this can be it, and ``open_now`` that it is to be."""

    league: League
    brought: Brought
    file: str = ""
    data: bytes = field(default=b"", repr=False)
    opens: bool = False
    open_now: bool = False
    column: int = 0
    looks_at_columns: bool = False


def cannot_be_read(words: Words, faults: Sequence[Fault]) -> Drawing:
    """A file that cannot be taken."""
    return draw(_faults(words, faults))


def _faults(words: Words, faults: Sequence[Fault]) -> str:
    lines = [f"- {import_fault(words, one)}" for one in faults]
    if len(lines) == 1:
        return lines[0].removeprefix("- ")
    return fitting(lines, _FAULTS_LONGEST, words("report.more-faults"), between="\n")


# A spreadsheet's columns


def columns(words: Words, one: Bringing) -> Drawing:
    """What each column was taken for, what is wrong then, and how to choose otherwise."""
    brought = one.brought
    heads, reading = brought.heads, brought.reading
    assert reading is not None
    lines = [
        f"### {words('import.heading', league=in_text(one.league.name))}",
        words(f"import.form.{reading.form.value}") if reading.form is not None else "",
        _recognised(words, heads, reading),
        _faults(words, brought.faults),
    ]
    subject = on_league(one.league.id)
    buttons = [button(words("button.not"), PressId("import-not", subject))]
    if brought.season is not None:
        buttons.insert(0, button(words("button.standings"), PressId("import-look", subject), BLUE))
    return draw(
        lines,
        _pick(words, one, heads, reading),
        _roles(words, one, heads, reading),
        _orders(words, one, reading) if reading.columns(Role.DATE) else None,
        buttons,
    )


def _recognised(words: Words, heads: Sequence[Head], reading: ColumnReading) -> str:
    """«Datum: date · Ann: points of the player»."""
    parts = [
        words("import.column", name=in_text(_column(words, heads, at)), role=_role(words, role))
        for at, role in enumerate(reading.roles)
        if role is not None
    ]
    return fitting(parts, _COLUMNS_LONGEST, "…", between=" · ") or words("import.no-columns")


def _column(words: Words, heads: Sequence[Head], at: int) -> str:
    """What stands above a column, else its number and what is in it first."""
    heading, first = heads[at]
    if heading:
        return clean(heading, "?")
    number = words("import.column-number", number=words.number(at + 1))
    return f"{number} ({clean(first, '?')})" if first else number


def _role(words: Words, role: Role | None) -> str:
    return words(f"import.role.{NOTHING if role is None else role.value}")


def _pick(words: Words, one: Bringing, heads: Sequence[Head], reading: ColumnReading) -> Part:
    """Which column is to be another; of many columns those about the chosen one, and the way to others."""
    more = len(heads) > COLUMNS
    size = COLUMNS - more
    first = one.column // size * size
    after = first + size if first + size < len(heads) else 0
    options = [
        select_option(
            _column(words, heads, at), str(at), _role(words, reading.roles[at]), default=at == one.column
        )
        for at in range(first, min(first + size, len(heads)))
    ]
    if more:
        options.append(select_option(words("import.more-columns"), str(after)))
    return select(PressId("import-column", on_league(one.league.id)), words("import.which-column"), options)


def _roles(words: Words, one: Bringing, heads: Sequence[Head], reading: ColumnReading) -> Part:
    """What the chosen column is."""
    now = reading.roles[one.column]
    options = [
        select_option(
            words("import.is", name=shorten(_column(words, heads, one.column), 30), role=_role(words, role)),
            NOTHING if role is None else role.value,
            default=role is now,
        )
        for role in (*Role, None)
    ]
    press = PressId("import-role", on_league(one.league.id), values=(str(one.column),))
    return select(press, words("import.which-role"), options)


def _orders(words: Words, one: Bringing, reading: ColumnReading) -> Part:
    """Whether day or month comes first."""
    options = [
        select_option(words(f"import.order.{order.value}"), order.value, default=order is reading.order)
        for order in DateOrder
    ]
    return select(PressId("import-order", on_league(one.league.id)), words("import.which-order"), options)


# What comes of it


def preview(
    words: Words, one: Bringing, facts: SeasonFacts, own: KnownMembers, seen: Outlook, games: int
) -> Drawing:
    """The season as it would be kept, with the first lines of its standings."""
    picture = standings_picture(
        words, one.league.name, facts, SeasonProgress(seen.held, seen.held), seen.page
    )
    said = [
        words.count("import.games", games),
        words("import.people", known=words.number(own.known), new=words.number(own.new)),
    ]
    if seen.refused:
        said.append(words.count("import.refused", seen.refused))
    subject = on_league(one.league.id)
    buttons = [button(words("button.import"), PressId("import-do", subject), GREEN)]
    if one.brought.heads:
        buttons.append(button(words("button.columns"), PressId("import-columns", subject)))
    buttons.append(button(words("button.not"), PressId("import-not", subject)))
    small = [f"-# {line}" for line in said]
    return draw(standings_text(words, picture), small, _kept_as(words, one), buttons)


def _kept_as(words: Words, one: Bringing) -> Part:
    """As what it is kept: a season of the past, or the one that is played."""
    offered = (PAST, OPEN) if one.opens else (PAST,)
    chosen = OPEN if one.open_now else PAST
    options = [
        select_option(
            words(f"import.as.{kept}"), kept, words(f"import.as.{kept}.about"), default=kept == chosen
        )
        for kept in offered
    ]
    return select(PressId("import-as", on_league(one.league.id)), words("import.as.past"), options)


def done(words: Words, league: League, facts: SeasonFacts, games: int, own: KnownMembers) -> Drawing:
    """What came, and the way back."""
    said = words(
        "import.done",
        league=in_text(league.name),
        season=in_text(season_name(words, facts)),
        games=words.count("import.games", games),
        people=words("import.people", known=words.number(own.known), new=words.number(own.new)),
    )
    return draw(said, undo(words, league, facts))


def undo(words: Words, league: League, facts: SeasonFacts) -> ui.Button[Any]:
    """The way back, wherever a season that was brought along is shown to an organiser."""
    return button(
        words("button.undo-import"), PressId("import-undo", on_league(league.id), values=(str(facts.id),))
    )


def question(words: Words, league: League, facts: SeasonFacts) -> Drawing:
    """Whether a season that was brought along is really to go."""
    yes = PressId("import-undone", on_league(league.id), values=(str(facts.id),))
    asked = words("import.sure", season=in_text(season_name(words, facts)))
    return draw(asked, yes_or_no(words, yes, PressId("import-keep", on_league(league.id))))


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
            await answer(interaction, cannot_be_read(words, [fault("file-too-large", limit=limit)]))
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
            await answer(interaction, cannot_be_read(words, faulty.faults))
            return
        opens = await self._is_empty(seasons)
        data = data if brought.heads else b""  # a season file is not read again
        one = Bringing(league, brought, called, data, opens, looks_at_columns=bool(brought.faults))
        await answer(interaction, await self._drawn(words, self._files.keep(user_id, one)))

    def _origin(
        self, interaction: Interaction, league: League, seasons: Sequence[SeasonFacts]
    ) -> SpreadsheetDefaults:
        """What a spreadsheet does not say: what has no date is of the day on which the league's first season
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
            return columns(words, one)
        facts = await self._facts(one, season)
        members = await self._clubs.leagues.members(one.league.id)
        return preview(words, one, facts, own_of(season, members), seen, len(games_of(season)))

    async def _facts(self, one: Bringing, season: Season) -> SeasonFacts:
        seasons = await self._clubs.seasons.seasons(one.league.id)
        facts = facts_of(one.league, one.brought, season, seasons[0].begun, open_now=one.open_now)
        return replace(facts, levels=seasons[-1].levels) if one.brought.heads else facts

    async def _column(self, interaction: Interaction, press: PressId, one: Bringing) -> None:
        await self._show(interaction, replace(one, column=_index(chosen(interaction), one)))

    async def _role(self, interaction: Interaction, press: PressId, one: Bringing) -> None:
        index, value = _index(press.value, one), chosen(interaction)
        role = None if value == NOTHING else Role(value) if value in [*Role] else _unknown(press)
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
        open_now = chosen(interaction) == OPEN and one.opens
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
        await redraw(interaction, done(words, one.league, kept, len(games_of(season)), own))

    async def _undo(
        self, interaction: Interaction, press: PressId, season: tuple[League, SeasonFacts]
    ) -> None:
        words = await self._people.words_of(interaction)
        await redraw(interaction, question(words, *season))

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
