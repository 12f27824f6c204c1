"""``/stats me`` and ``/stats player``, and what is pressed there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord

from bot.leagues.ui.league_panel import leaves
from bot.telling.stats.contracts import PAGE, contracts_picture, every_contract
from bot.telling.stats.course import course_picture
from bot.telling.stats.lists import against_lines, role_lines, row_lines
from bot.telling.stats.person import person_card
from bot.telling.stats.told import PersonStats
from bot.ui.discord import replies
from bot.ui.discord.boundary import answer, redraw
from bot.ui.discord.panel import Drawing
from bot.ui.discord.press_ids import AboutSomethingElse, PressId
from bot.ui.discord.routes import Handler, chosen, require_private
from bot.ui.stats import person_panel as panels
from bot.ui.stats.asked import Conditions, PersonView, StatsPage, leaf_of
from bot.ui.stats.desk import Desk, Interaction, StatsVisit
from bot.ui.stats.looks import StatsPicture, painted, posted
from bot.ui.stats.person_panel import ALL, OfferedConditions, ShownPage
from bot.ui.stats.portraits import Portraits
from bot.ui.stats.showing import post
from bot.words.names import in_text

BESIDES = 190
"""Points of height beside the lines of a leaf: heading, select and notes."""

LINES = {StatsPage.ROLES: role_lines, StatsPage.AGAINST: against_lines, StatsPage.ROWS: row_lines}


class PersonPresses:
    """See the module."""

    def __init__(self, desk: Desk, portraits: Portraits) -> None:
        self._desk = desk
        self._portraits = portraits

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "stats-person": self._turn,
            "stats-leaf": self._pick_leaf,
            "stats-game": self._picking(lambda now, one: replace(now, preset=one)),
            "stats-league": self._picking(lambda now, one: replace(now, games=one)),
            "stats-from": self._picking(lambda now, one: replace(now, first=one)),
            "stats-until": self._picking(lambda now, one: replace(now, last=one)),
            "stats-person-show": self._show,
        }

    async def open(
        self,
        interaction: Interaction,
        visit: StatsVisit,
        user: discord.User | discord.Member,
        conditions: Conditions,
    ) -> None:
        """The card of a person, or that they have not played here."""
        user_id = await self._desk.subject(visit, user)
        if not await self._portraits.has_played(visit, user_id):
            words = visit.words
            if user_id == visit.by:
                said = words("stats.never-played.you")
            else:
                said = words("stats.never-played", name=in_text(await self._desk.name(words, user_id, user)))
            await answer(interaction, replies.sentence(said))
            return
        await answer(interaction, await self._drawn(visit, PersonView(user_id, conditions=conditions)))

    # --- presses

    async def _turn(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        visit, view = await self._asked(interaction, press)
        await redraw(interaction, await self._drawn(visit, view))

    async def _pick_leaf(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        visit, view = await self._asked(interaction, press)
        await redraw(interaction, await self._drawn(visit, view.turned(leaf_of(chosen(interaction)))))

    def _picking(self, changed: Callable[[Conditions, str], Conditions]) -> Handler:
        """A select of the conditions."""

        async def pick(interaction: Interaction, press: PressId) -> None:
            require_private(interaction)
            visit, view = await self._asked(interaction, press)
            value = chosen(interaction)
            conditions = changed(view.conditions, "" if value == ALL else value)
            # Read again: what was chosen may have been made up.
            written = Conditions.read(conditions.values)
            if written != conditions or (written.first and written.last and written.first > written.last):
                raise AboutSomethingElse(value)
            view = replace(view, leaf=StatsPage.CONDITIONS, conditions=written)
            await redraw(interaction, await self._drawn(visit, view))

        return pick

    async def _show(self, interaction: Interaction, press: PressId) -> None:
        """Post the leaf for everybody, as a message of its own that stays as it is."""
        view = PersonView.read(press.taking(PersonView.VALUES))

        async def drawn(visit: StatsVisit) -> Drawing:
            await self._desk.require_shown(visit, view.user_id)
            told = await self._portraits.of(visit, view.user_id, view.conditions)
            shown = await self._leaf(visit, view, told)
            return posted(visit, shown.look, self._desk.moment)

        await post(self._desk, interaction, drawn)

    async def _asked(self, interaction: Interaction, press: PressId) -> tuple[StatsVisit, PersonView]:
        view = PersonView.read(press.taking(PersonView.VALUES))
        visit = await self._desk.visit(interaction)
        await self._desk.require_shown(visit, view.user_id)
        return visit, view

    # --- drawings

    async def _drawn(self, visit: StatsVisit, view: PersonView) -> Drawing:
        told = await self._portraits.of(visit, view.user_id, view.conditions)
        if view.leaf is StatsPage.CONDITIONS:
            return await self._conditions(visit, view, told)
        shown = await self._leaf(visit, view, told)
        return panels.leaf(visit, replace(shown, may_show=visit.guild_id is not None and not told.is_hidden))

    async def _leaf(self, visit: StatsVisit, view: PersonView, told: PersonStats) -> ShownPage:
        words, paint = visit.words, self._desk.painter
        notes = self._notes(visit, told, view)
        match view.leaf:
            case StatsPage.CARD | StatsPage.CONDITIONS:
                return ShownPage(view, await painted(visit, paint, person_card(words, told), notes))
            case StatsPage.COURSE:
                return ShownPage(view, await painted(visit, paint, course_picture(words, told), notes))
            case StatsPage.CONTRACTS:
                pages = max(-(-len(every_contract(told)) // PAGE), 1)
                page = min(view.at // PAGE, pages - 1)
                value = contracts_picture(words, told, page * PAGE)
                return ShownPage(view, await painted(visit, paint, value, notes), pages, page, PAGE)
            case StatsPage.ROLES | StatsPage.AGAINST | StatsPage.ROWS:
                return self._lines(visit, view, told, notes)

    def _lines(self, visit: StatsVisit, view: PersonView, told: PersonStats, notes: list[str]) -> ShownPage:
        words = visit.words
        every = leaves(LINES[view.leaf](words, told), BESIDES)
        page = min(view.at, len(every) - 1)
        title = words("stats.titled", what=words(f"stats.page.{view.leaf}"), about=told.about)
        lines = [f"### {in_text(told.name)}", f"-# {in_text(title)}", *every[page]]
        return ShownPage(view, StatsPicture(lines=lines, notes=notes), len(every), page)

    def _notes(self, visit: StatsVisit, told: PersonStats, view: PersonView) -> list[str]:
        """That others do not see this; that ratings are being worked out anew."""
        words, found = visit.words, list[str]()
        if told.is_hidden:
            found.append(words("stats.hidden-note"))
        if (
            told.standing is not None
            and told.standing.undone
            and view.leaf in (StatsPage.CARD, StatsPage.COURSE)
        ):
            found.append(words.count("stats.rating-undone", told.standing.undone))
        return found

    async def _conditions(self, visit: StatsVisit, view: PersonView, told: PersonStats) -> Drawing:
        statistics, words = self._desk.statistics, visit.words
        offered = OfferedConditions(
            await statistics.presets(visit.guild_id, view.user_id),
            await statistics.months(visit.guild_id, view.user_id),
            await self._desk.leagues(visit.guild_id),
        )
        count = words(
            "stats.conditions.count",
            games=words.count("stats.games", told.person.games.count),
            deals=words.count("stats.deals", told.person.deals.count),
        )
        return panels.conditions(visit, view, told.name, count, offered)
