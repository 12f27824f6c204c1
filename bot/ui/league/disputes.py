"""*Dispute* on a result: a thread about it, to which the organisers are called once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Final

import discord
from discord import ui

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.clubs.model import League, SeasonResult
from bot.tables.tables import Tables
from bot.telling.fitting import shorten
from bot.ui.discord.access import TableAccess
from bot.ui.discord.boundary import answer
from bot.ui.discord.outlets import Outlet
from bot.ui.discord.panel import Drawing, Mentions, Panel, message_url
from bot.ui.discord.people import People
from bot.ui.discord.postings import sent_once
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.replies import sentence
from bot.ui.discord.routes import Handler
from bot.ui.discord.sending import UNKNOWN_CHANNEL, repeated
from bot.ui.league.results_panel import dates_of, day_of, seat_line
from bot.ui.league.results_presses import ResultsPresses
from bot.ui.league.visits import Interaction, Visit, Visits
from bot.words.catalogue import Words
from bot.words.names import in_text

NAME_LONGEST: Final = 100
"""Of a thread (https://discord.com/developers/docs/resources/channel#start-thread-without-message)."""
ARCHIVED_AFTER: Final = 10080
"""Minutes: a week."""


class Disputes:
    """See the module. A game has one thread, whoever disputes it."""

    def __init__(
        self,
        clubs: Clubs,
        people: People,
        outlet: Outlet,
        tables: Tables,
        results: ResultsPresses,
        access: TableAccess,
    ) -> None:
        self._clubs = clubs
        self._people = people
        self._visits = Visits(clubs, people)
        self._outlet = outlet
        self._tables = tables
        self._results = results
        self._access = access
        self._opening = asyncio.Lock()

    def handlers(self) -> dict[str, Handler]:
        """The one verb."""
        return {"league-dispute": self._dispute}

    async def _dispute(self, interaction: Interaction, press: PressId) -> None:
        _, ref = press.taking(2)
        visit = await self._visits.pressed(interaction, press)
        if not (visit.is_member or visit.is_organiser):
            raise ClubError("not-member", league=visit.league.name)
        found = await self._results.game(visit, ref)
        async with self._opening:
            thread_id = await self._clubs.seasons.dispute(visit.season.id, found.game.id)
            said = "dispute.there"
            if thread_id is None:
                thread_id, said = await self._opened(interaction, visit, found), "dispute.opened"
        url = message_url(visit.league.guild_id, thread_id)
        await answer(interaction, sentence(visit.words(said), url, visit.words("dispute.go")))

    async def _opened(self, interaction: Interaction, visit: Visit, found: SeasonResult) -> int:
        """A new thread with all there is to know. Raises ClubError ``channel-gone``, ``no-threads``."""
        words = await self._people.guild_words(visit.league.guild_id)
        everybody = Visit(visit.league, visit.season, await self._people.everybody(visit.league.guild_id),
                          None, is_member=False, is_organiser=False)  # fmt: skip
        nights = dates_of(await self._clubs.seasons.nights(visit.season.id))
        date = words.date(day_of(everybody, nights, found))
        channel = self._channel(interaction, found)
        name = shorten(words("dispute.name", date=date, game=found.game.id), NAME_LONGEST)
        record = await self._record(found, channel)
        try:
            thread = await self._begun(channel, name)
            drawing = _told(words, everybody, found, date, interaction.user.id, record)
            await self._send(thread, drawing, visit.league)
            await self._clubs.seasons.keep_dispute(visit.season.id, found.game.id, thread.id)
        except discord.Forbidden:
            raise ClubError("no-threads", channel=f"#{channel.name}") from None
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            raise ClubError("channel-gone") from None
        return thread.id

    def _channel(self, interaction: Interaction, found: SeasonResult) -> discord.TextChannel:
        """The channel in which the end of the game was told, else that where somebody pressed. Raises
        ClubError ``channel-gone``."""
        for channel_id in (found.channel_id, interaction.channel_id):
            channel = self._outlet.client.get_channel(channel_id) if channel_id is not None else None
            if isinstance(channel, discord.Thread):
                channel = channel.parent
            if isinstance(channel, discord.TextChannel):
                return channel
        raise ClubError("channel-gone")

    async def _begun(self, channel: discord.TextChannel, name: str) -> discord.Thread:
        await self._outlet.budget.take()
        return await repeated(
            self._outlet.time,
            lambda: channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=ARCHIVED_AFTER
            ),
            once=True,
        )

    async def _send(self, thread: discord.Thread, drawing: Drawing, league: League) -> None:
        """The first message of a thread, which calls the organisers and nobody else."""
        await self._outlet.budget.take()
        calling = replace(drawing, calls=Mentions((league.creator,), league.roles))
        await sent_once(self._outlet.time, lambda nonce: thread.send(**calling.to_send(), nonce=nonce))

    async def _record(self, found: SeasonResult, channel: discord.TextChannel) -> bytes | None:
        """The record of the game, where it was played at a table here and all who see the channel may see it.
        Raises Refusal ``table-unsure``."""
        if found.table_id is None:
            return None
        table = await self._tables.get(found.table_id)
        facts = table.facts
        if facts.veiled or not await self._access.is_seen_in(channel.guild, facts, channel.id):
            return None
        return (await table.record()).encode()


def _told(
    words: Words, visit: Visit, found: SeasonResult, date: str, by: int, record: bytes | None
) -> Drawing:
    """What the thread begins with."""
    league = visit.league
    organisers = [f"<@{league.creator}>", *(f"<@&{role}>" for role in league.roles)]
    heading = words("result.title", date=date, game=in_text(found.game.id))
    lines = [
        f"### {heading}",
        *(seat_line(visit, found, seat) for seat in range(len(found.game.points))),
        words("dispute.by", person=f"<@{by}>"),
        words("dispute.call", organisers=" ".join(organisers)),
    ]
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join(lines)))
    if record is None:
        return Drawing(Panel(container))
    name = f"hartenheer-{found.table_id}.king"
    container.add_item(ui.File(f"attachment://{name}"))
    return Drawing(Panel(container), ((name, record),))
