"""Who leads: how it looks, and what is pressed there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.pages import pages_of, turning
from bot.discordkit.panel import Drawing, button, select, select_option
from bot.discordkit.routes import Route, chosen
from bot.people.settings import USUAL_GAME
from bot.stats.ports import LeaderboardMeasure
from bot.stats.ratings import RatingProgress, ServerPool
from bot.stats.server_words import LeaderboardPage, leaderboard_picture, of_ladder, of_leaderboard
from bot.stats.ui.desk import MEASURES, RATING, BoardView, Conditions, Desk, StatsVisit
from bot.stats.ui.looks import StatsPicture, painted, posted, posting, private, show
from bot.stats.words import KNOWN_AFTER, family_of
from bot.words.catalogue import Words

PAGE: Final = 15
"""Lines of a page."""


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A page of a leaderboard as it is shown."""

    view: BoardView
    found: LeaderboardPage
    look: StatsPicture


def board(visit: StatsVisit, shown: ShownBoard) -> Drawing:
    """The leaderboard, for the one person who asked."""
    words, view = visit.words, shown.view
    measures = select(
        PressId("stats-measure", values=view.values), words("stats.pick.measure"), _choices(words, view)
    )
    buttons = [*_turning(words, shown), show(words, PressId("stats-board-show", values=view.values))]
    return private(visit, shown.look, measures, buttons)


def _turning(words: Words, shown: ShownBoard) -> list[ui.Button[Any]]:
    """To the page before, the one after, and the one with one's own line."""
    view, found = shown.view, shown.found
    number = view.first // PAGE

    def at(page: int) -> PressId:
        moved = replace(view, first=page * PAGE)
        return PressId("stats-board-on" if page > number else "stats-board-back", values=moved.values)

    buttons = turning(at, number, pages_of(found.total, PAGE))
    if buttons and found.own is not None:
        is_here = any(line.user_id == found.own.user_id for line in found.lines)
        own = PressId("stats-board-own", values=view.values)
        buttons.insert(1, button(words("standings.my-place"), own, disabled=is_here))
    return buttons


def _choices(words: Words, view: BoardView) -> list[discord.SelectOption]:
    return [
        select_option(
            words(f"stats.measure.{measure}"),
            measure,
            words(f"stats.measure.{measure}.about"),
            default=measure == view.measure,
        )
        for measure in MEASURES
    ]


USUAL: Final = 5
"""Games that somebody needs for a mean or a share to be shown, where nobody chose another number."""
MEANS: Final = (LeaderboardMeasure.MEAN.value, LeaderboardMeasure.WON.value)
MOST: Final = 999_999
EVERYBODY: Final = 10**6
"""Lines: all there are."""


AskedBoard = tuple[StatsVisit, BoardView]


class BoardPresses:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        route = partial(Route, who=self._asked, private=True, values=BoardView.VALUES)
        return {
            "stats-board-back": route(self._turn),
            "stats-board-on": route(self._turn),
            "stats-board-own": route(self._own),
            "stats-measure": route(self._measure),
            "stats-board-show": posting(self._desk, self._posted, BoardView.VALUES),
        }

    async def open(
        self,
        interaction: Interaction,
        visit: StatsVisit,
        measure: str,
        minimum: int | None,
        conditions: Conditions,
    ) -> None:
        """The first page. Raises Refusal for a minimum of games that is none."""
        if minimum is not None and not 1 <= minimum <= MOST:
            raise Refusal("stats-minimum", most=visit.words.number(MOST))
        least = minimum if minimum is not None else (USUAL if measure in MEANS else 1)
        view = BoardView(measure, least, conditions)
        await answer(interaction, board(visit, await self._shown(visit, view)))

    # --- presses

    async def _turn(self, interaction: Interaction, press: PressId, asked: AskedBoard) -> None:
        visit, view = asked
        await redraw(interaction, board(visit, await self._shown(visit, view)))

    async def _own(self, interaction: Interaction, press: PressId, asked: AskedBoard) -> None:
        visit, view = asked
        found, _ = await self._found(visit, replace(view, first=0), EVERYBODY)
        own = next((at for at, line in enumerate(found.lines) if line.user_id == visit.by), 0)
        view = replace(view, first=own - own % PAGE)
        await redraw(interaction, board(visit, await self._shown(visit, view)))

    async def _measure(self, interaction: Interaction, press: PressId, asked: AskedBoard) -> None:
        visit, view = asked
        measure = chosen(interaction)
        if measure not in MEASURES:
            raise AboutSomethingElse(measure)
        minimum = max(view.minimum, USUAL) if measure in MEANS and view.minimum == 1 else view.minimum
        view = replace(view, measure=measure, minimum=minimum, first=0)
        await redraw(interaction, board(visit, await self._shown(visit, view)))

    async def _posted(self, interaction: Interaction, press: PressId, visit: StatsVisit) -> Drawing:
        view = BoardView.read(press.values)
        return posted(visit, (await self._shown(visit, view)).look, self._desk.moment)

    async def _asked(self, interaction: Interaction, press: PressId) -> AskedBoard:
        view = BoardView.read(press.values)
        return await self._desk.on_server(interaction), view

    # --- what is shown

    async def _shown(self, visit: StatsVisit, view: BoardView) -> ShownBoard:
        found, progress = await self._found(visit, view)
        if not found.lines and found.total:
            view = replace(view, first=(found.total - 1) // PAGE * PAGE)
            found, progress = await self._found(visit, view)
        words, head = visit.words, visit.words(f"stats.measure.{view.measure}")
        notes = self._notes(visit, view, progress)
        if not found.total:
            title = f"### {words('stats.titled', what=head, about=await self._about(visit, view))}"
            nobody = words.count("stats.board.nobody", view.minimum)
            return ShownBoard(view, found, StatsPicture(lines=[title, nobody], notes=notes))
        value = leaderboard_picture(
            words, visit.server or head, await self._subtitle(visit, view), head, found, visit.reader.user_id
        )
        return ShownBoard(view, found, await painted(visit, self._desk.painter, value, notes))

    async def _found(
        self, visit: StatsVisit, view: BoardView, count: int = PAGE
    ) -> tuple[LeaderboardPage, RatingProgress | None]:
        """Lines from the view's first on; of a ladder, how far its ratings have got."""
        if view.measure == RATING:
            return await self._ladder(visit, view, count)
        scope, measure = (
            (await self._desk.meant(visit, view.conditions)).scope,
            LeaderboardMeasure(view.measure),
        )
        reader = visit.reader.user_id or 0
        found = await self._desk.statistics.leaderboard(
            scope, measure, view.minimum, view.first, count, reader
        )
        return of_leaderboard(visit.words, found, measure), None

    async def _ladder(
        self, visit: StatsVisit, view: BoardView, count: int
    ) -> tuple[LeaderboardPage, RatingProgress]:
        pool = ServerPool(visit.guild, await self._family(visit, view.conditions.preset))
        hidden = await self._desk.hidden(visit)
        found = await self._desk.ratings.ladder(
            pool, view.first, count, view.minimum, hidden, visit.reader.user_id, KNOWN_AFTER
        )
        who = {one.user_id for one in (*found.rungs, *([found.own] if found.own is not None else ()))}
        names = {user_id: await self._desk.name(visit.words, user_id) for user_id in who}
        return of_ladder(visit.words, found, names), await self._desk.ratings.progress(pool)

    async def _family(self, visit: StatsVisit, preset: str) -> str:
        """The family of the preset, else of what is played most here, else of the server's usual game."""
        usual = (await self._desk.people.settings(visit.guild_id)).game
        played = await self._desk.statistics.presets(visit.guild_id)
        for one in (preset, *played, usual):
            if one and (family := family_of(one)) is not None:
                return family
        return family_of(USUAL_GAME) or ""

    async def _subtitle(self, visit: StatsVisit, view: BoardView) -> str:
        words = visit.words
        least = words.count("stats.board.minimum", view.minimum)
        about = await self._about(visit, view)
        return " · ".join(
            [words("stats.titled", what=words(f"stats.measure.{view.measure}"), about=about), least]
        )

    async def _about(self, visit: StatsVisit, view: BoardView) -> str:
        words = visit.words
        if view.measure == RATING:
            return words(f"stats.family.{await self._family(visit, view.conditions.preset)}")
        return (await self._desk.meant(visit, view.conditions)).about or words("stats.everything")

    def _notes(self, visit: StatsVisit, view: BoardView, progress: RatingProgress | None) -> list[str]:
        """How far ratings have got; that leagues are not rated apart here."""
        words, found = visit.words, list[str]()
        if progress is not None and progress.done < progress.total:
            done, total = words.number(progress.done), words.number(progress.total)
            found.append(words("stats.rating-progress", done=done, total=total))
        if view.measure == RATING and view.conditions.games:
            found.append(words("stats.rating-of-all"))
        return found
