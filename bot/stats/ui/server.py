"""A server's statistics, its records with the way to their replays, and ``/stats cards``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit import panel
from bot.discordkit.boundary import answer, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import Drawing, button, select, select_option
from bot.discordkit.ports import on_table
from bot.discordkit.routes import Route, anyone, chosen
from bot.people.settings import USUAL_GAME
from bot.replays.replay import ReplayMoment
from bot.replays.ui.panel import ReplayLook
from bot.stats.charts_words import cards_picture, explanation, pack_name, packs
from bot.stats.counting import WHOLE_GAME, Feat
from bot.stats.ports import Extreme
from bot.stats.server_words import Which, of, record_lines, server_picture, since
from bot.stats.ui.desk import CardsView, Desk, RecordsView, StatsVisit, number_in, which_in
from bot.stats.ui.looks import StatsPicture, painted, posted, posting, private, show
from bot.stats.words import preset_text
from bot.tables.model import TableFacts
from bot.tables.tables import Tables
from bot.tables.ui.access import TableAccess
from bot.tables.ui.footer import REPLAY
from bot.words.catalogue import Words, in_text


def replay_button(words: Words, number: int, feat: Feat) -> ui.Button[Any]:
    """«▶ 1»: looks at the game again, at a deal from its beginning. Whether somebody may is asked when they
    press. The number tells apart two records of one deal."""
    values = () if feat.attempt == WHOLE_GAME else ReplayLook(ReplayMoment(feat.attempt)).values
    return button(f"▶ {words.number(number)}", PressId(REPLAY, on_table(feat.table), number, values))


class ServerStatsPresses:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> dict[str, Route[None]]:
        """The one verb."""
        return {"stats-server-show": posting(self._desk, self._posted, 0)}

    async def open(self, interaction: Interaction, visit: StatsVisit) -> None:
        """What is played here, and when."""
        buttons = [show(visit.words, PressId("stats-server-show"))]
        await answer(interaction, private(visit, await self._look(visit), buttons))

    async def _posted(self, interaction: Interaction, press: PressId, visit: StatsVisit) -> Drawing:
        return posted(visit, await self._look(visit), self._desk.moment)

    async def _look(self, visit: StatsVisit) -> StatsPicture:
        desk = self._desk
        activity = await desk.statistics.activity(visit.guild, since(desk.today))
        zone = await desk.zone(visit.guild)
        name = visit.server or visit.words("stats.server")
        value = server_picture(visit.words, name, activity, desk.time.now(), zone)
        return await painted(visit, desk.painter, value)


EACH: Final = 6
"""Records of a kind."""
LOOKED_THROUGH: Final = 24
"""So many are looked through for those of tables that somebody may see."""


class RecordsPresses:
    """See the module."""

    def __init__(self, desk: Desk, tables: Tables, access: TableAccess) -> None:
        self._desk = desk
        self._tables = tables
        self._access = access

    def routes(self) -> dict[str, Route[None]]:
        """Every verb."""
        route = partial(anyone, private=True, values=RecordsView.VALUES)
        return {
            "stats-records": route(self._pick),
            "stats-records-game": route(self._pick_game),
            "stats-records-show": posting(self._desk, self._posted, RecordsView.VALUES),
        }

    async def open(self, interaction: Interaction, visit: StatsVisit, preset: str) -> None:
        """The best deals of a preset, by default of the one played most here."""
        played = await self._desk.statistics.presets(visit.guild)
        meant = preset or next(iter(played), "")
        if not meant:
            await answer(interaction, panel.sentence(visit.words("stats.server.nothing")))
            return
        await answer(interaction, await self._drawn(interaction, visit, RecordsView(meant)))

    # --- presses

    async def _pick(self, interaction: Interaction, press: PressId) -> None:
        view = RecordsView.read(press.values)
        visit = await self._desk.on_server(interaction)
        view = RecordsView(view.preset, which_in(chosen(interaction)))
        await redraw(interaction, await self._drawn(interaction, visit, view))

    async def _pick_game(self, interaction: Interaction, press: PressId) -> None:
        view = RecordsView.read(press.values)
        visit = await self._desk.on_server(interaction)
        view = RecordsView.read((chosen(interaction), view.which.value))
        await redraw(interaction, await self._drawn(interaction, visit, view))

    async def _posted(self, interaction: Interaction, press: PressId, visit: StatsVisit) -> Drawing:
        view = RecordsView.read(press.values)
        every = await self._every(interaction, visit, view)
        return posted(visit, self._look(visit, view, every), self._desk.moment, _replays(visit, every))

    # --- what is shown

    async def _drawn(self, interaction: Interaction, visit: StatsVisit, view: RecordsView) -> Drawing:
        words, every = visit.words, await self._every(interaction, visit, view)
        kinds = [
            select_option(words(f"stats.records.{which}"), which.value, default=which is view.which)
            for which in Which
        ]
        played = await self._desk.statistics.presets(visit.guild)
        games = [select_option(preset_text(words, one), one, default=one == view.preset) for one in played]
        buttons = [*_replays(visit, every), show(words, PressId("stats-records-show", values=view.values))]
        which = select(PressId("stats-records", values=view.values), words("stats.pick.records"), kinds)
        game = select(PressId("stats-records-game", values=view.values), words("stats.pick.game"), games)
        return private(
            visit, self._look(visit, view, every), which, game if len(games) > 1 else None, buttons
        )

    async def _every(
        self, interaction: Interaction, visit: StatsVisit, view: RecordsView
    ) -> list[tuple[Extreme, int]]:
        """Those of tables that whoever is shown them may see, with what those are called."""
        reader = visit.reader.user_id or 0
        found = await self._desk.statistics.extremes(visit.guild, view.preset, LOOKED_THROUGH, reader)
        every = of(found, view.which)
        tables = {one.feat.table: (await self._tables.get(one.feat.table)).facts for one in every}
        if visit.is_public:
            seen = {id for id, facts in tables.items() if await self._is_seen_by_all(interaction, facts)}
        else:
            seen = {one.id for one in await self._access.visible(interaction, tables.values())}
        shown = [(one, tables[one.feat.table].number) for one in every if one.feat.table in seen]
        return shown[:EACH]

    async def _is_seen_by_all(self, interaction: Interaction, facts: TableFacts) -> bool:
        guild = interaction.guild
        return guild is not None and await self._access.is_seen_in(guild, facts, interaction.channel_id or 0)

    def _look(self, visit: StatsVisit, view: RecordsView, every: list[tuple[Extreme, int]]) -> StatsPicture:
        words = visit.words
        about = words(
            "stats.titled", what=words(f"stats.records.{view.which}"), about=preset_text(words, view.preset)
        )
        title = f"### {in_text(about)}"
        return StatsPicture(
            lines=[title, *record_lines(words, every)], notes=[words("stats.records.about")] if every else []
        )


def _replays(visit: StatsVisit, every: list[tuple[Extreme, int]]) -> list[ui.Button[Any]]:
    return [replay_button(visit.words, number, one.feat) for number, (one, _) in enumerate(every, 1)]


AskedCards = tuple[StatsVisit, CardsView]


class CardsPresses:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        route = partial(Route, who=self._asked, private=True, values=CardsView.VALUES)
        return {
            "stats-cards": route(self._turn),
            "stats-pack": route(self._pick),
            "stats-cards-show": posting(self._desk, self._posted, CardsView.VALUES),
        }

    async def open(
        self, interaction: Interaction, visit: StatsVisit, user: discord.User | discord.Member | None
    ) -> None:
        """The cards of the pack that was dealt most: by seat, or those that a person got. Raises Refusal."""
        user_id = 0 if user is None else await self._desk.subject(visit, user)
        await answer(interaction, await self._drawn(visit, CardsView(user_id)))

    # --- presses

    async def _turn(self, interaction: Interaction, press: PressId, asked: AskedCards) -> None:
        visit, view = asked
        await redraw(interaction, await self._drawn(visit, view))

    async def _pick(self, interaction: Interaction, press: PressId, asked: AskedCards) -> None:
        visit, view = asked
        view = replace(view, pack=number_in(chosen(interaction)), explains=False)
        await redraw(interaction, await self._drawn(visit, view))

    async def _posted(self, interaction: Interaction, press: PressId, visit: StatsVisit) -> Drawing:
        view = CardsView.read(press.values)
        if view.user_id:
            await self._desk.require_shown(visit, view.user_id)
        look, _ = await self._look(visit, view)
        return posted(visit, look, self._desk.moment)

    async def _asked(self, interaction: Interaction, press: PressId) -> AskedCards:
        view = CardsView.read(press.values)
        visit = await self._desk.on_server(interaction)
        if view.user_id:
            await self._desk.require_shown(visit, view.user_id)
        return visit, view

    # --- what is shown

    async def _drawn(self, visit: StatsVisit, view: CardsView) -> Drawing:
        words = visit.words
        look, names = await self._look(visit, view)
        options = [select_option(name, str(at), default=at == view.pack) for at, name in enumerate(names)]
        pack = select(PressId("stats-pack", values=view.values), words("stats.pick.pack"), options)
        other = replace(view, explains=not view.explains)
        label = words("stats.cards.back" if view.explains else "button.what-is-this")
        buttons = [button(label, PressId("stats-cards", values=other.values))]
        if names and not (view.user_id and await self._desk.is_hidden(view.user_id)):
            buttons.append(show(words, PressId("stats-cards-show", values=view.values)))
        return private(visit, look, pack if len(names) > 1 else None, buttons)

    async def _look(self, visit: StatsVisit, view: CardsView) -> tuple[StatsPicture, list[str]]:
        """The picture, or what it means; and the packs there are, by name."""
        words = visit.words
        every = packs(await self._desk.statistics.cards(visit.guild, view.user_id or None))
        names = [pack_name(words, one) for one in every]
        if view.explains:
            title = f"### {words('stats.cards')}"
            return StatsPicture(lines=[title, *explanation(words)]), names
        at = min(view.pack, len(every) - 1)
        pack = [*every][at] if every else None
        name = await self._desk.name(words, view.user_id) if view.user_id else ""
        found = every[pack] if pack is not None else []
        style = visit.reader.preferences.card_style(words.language, USUAL_GAME)
        value = cards_picture(words, name, pack, found, style)
        return await painted(visit, self._desk.painter, value), names
