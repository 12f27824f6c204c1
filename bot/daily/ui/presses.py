"""``/daily``, and what is pressed on its panel."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Final

from bot.daily.dailies import Dailies
from bot.daily.deal import has_deal, last_told
from bot.daily.model import DailyState, OwnDaily
from bot.daily.ui import panel
from bot.daily.ui.panel import ShownDaily
from bot.discordkit import panel as replies
from bot.discordkit.boundary import Refusal, answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.latest import Latest
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.permissions import require_permissions
from bot.discordkit.ports import SubjectKind
from bot.discordkit.postings import NONCES
from bot.discordkit.press_ids import PressId
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone
from bot.people.preferences import Player
from bot.tables.model import Invited
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.display import Display
from bot.words.names import clean

SHARED_KEPT: Final = 1000


class DailyPresses:
    """Handlers by verb, and what ``/daily`` does."""

    def __init__(self, dailies: Dailies, tables: Tables, display: Display, people: People) -> None:
        self._dailies = dailies
        self._tables = tables
        self._display = display
        self._people = people
        self._shared: Latest[tuple[int, date], bool] = Latest(SHARED_KEPT)

    def routes(self) -> dict[str, Route[None]]:
        """Every verb."""
        return {
            panel.PLAY: anyone(self._play, values=1),
            panel.RESULT: anyone(self._result, SubjectKind.TABLE),
            panel.SHARE: anyone(self._share, values=1),
        }

    async def open(self, interaction: Interaction) -> None:
        """Answer with today's deal, to the one who asks. Raises Refusal, StoreError."""
        player = await self._people.met(interaction)
        press_of(interaction).expected = First.REPLY
        day = self._dailies.today
        own = await self._dailies.own(player.user_id, day, interaction.guild_id)
        await answer(interaction, await self._panel(interaction, player, day, own))

    async def _play(self, interaction: Interaction, press: PressId) -> None:
        """Begin today's deal in direct messages, wherever that is asked; one that is being played is shown
        there again, and of one that is over what it came to."""
        day = _day(press.value)
        player, in_server = await self._people.met(interaction), interaction.guild_id is not None
        pressed = press_of(interaction)
        pressed.expected = First.REPLY
        if day != self._dailies.today:
            raise Refusal("daily-over")
        own = await self._dailies.own(player.user_id, day, interaction.guild_id)
        if own is not None and own.standing in (DailyState.PLAYED, DailyState.GIVEN_UP):
            await answer(interaction, await self._panel(interaction, player, day, own, refused=True))
            return
        if not in_server:
            pressed.expected = First.POST
        table = await self._begun(interaction, player, day)
        if in_server:
            words = await self._people.words(player.user_id)
            url = self._display.messages.table_url(table.facts)
            await answer(interaction, replies.sentence(words("daily.opened"), url, words("button.hand")))

    async def _begun(self, interaction: Interaction, player: Player, day: date) -> Table:
        """A table in somebody's direct messages, with the cards dealt. They are dealt once Discord has taken
        a message there: what nobody could be shown is not begun. Raises Refusal where it takes none."""
        in_server = interaction.guild_id is not None
        if in_server:
            await self._people.wishes_direct_messages(player.user_id)
            channel_id = await self._people.dm_channel(player.user_id)
        else:
            channel_id = await self._people.met_in_direct_messages(interaction)
        if channel_id is None:
            raise Refusal("daily-closed")
        words = await self._people.words(player.user_id)
        title = words("daily.title", day=words.day(day))
        who = Invited(player.user_id, player.name)
        table = await self._dailies.table(who, title, channel_id, interaction.guild_id)
        try:
            await self._display.hands.post_private(table, None if in_server else press_of(interaction))
        except Refusal:
            raise Refusal("daily-closed") from None
        await self._dailies.begin(table)
        return table

    async def _result(self, interaction: Interaction, press: PressId) -> None:
        """What one's own deal at a table came to."""
        player = await self._people.met(interaction)
        press_of(interaction).expected = First.REPLY
        own = await self._dailies.at_table(press.subject.id, player.user_id)
        if own is None:
            raise Refusal("daily-not-yours")
        await answer(interaction, await self._panel(interaction, player, own.daily.day, own))

    async def _share(self, interaction: Interaction, press: PressId) -> None:
        """Show what one's own deal of a day came to to everybody in the channel, once however often it is
        pressed."""
        day = _day(press.value)
        press_of(interaction).expected = First.POST
        player = await self._people.met(interaction)
        if interaction.guild_id is None:
            raise Refusal("unknown-button")
        require_permissions(await self._people.words(player.user_id), interaction)
        own = await self._dailies.own(player.user_id, day, interaction.guild_id)
        if own is None or own.points is None:
            raise Refusal("daily-not-played")
        assert interaction.message is not None
        key = (interaction.message.id, day)
        if self._shared.get(key):
            raise Refusal("daily-shared-already")
        self._shared.keep(key, True)
        try:
            everybody = await self._people.everybody(interaction.guild_id)
            result = await self._dailies.result(own, interaction.guild_id)
            name = clean(interaction.user.display_name, player.name)
            drawing = panel.shared(everybody.words, name, result)
            await press_of(interaction).publish(drawing, secrets.randbelow(NONCES) + 1)
        except Exception:
            self._shared.drop(key)
            raise

    async def _panel(
        self,
        interaction: Interaction,
        player: Player,
        day: date,
        own: OwnDaily | None,
        *,
        refused: bool = False,
    ) -> Drawing:
        if not has_deal(day):
            raise Refusal("daily-none")
        dailies, user_id = self._dailies, player.user_id
        words = await self._people.words(user_id)
        unfinished = await dailies.unfinished(user_id)
        last = last_told(dailies.now)
        secret = dailies.secret_told(last)
        standing = DailyState.OPEN if own is None else own.standing
        result = None
        if own is not None and own.points is not None:
            result = await dailies.result(own, interaction.guild_id)
        shown = ShownDaily(
            day,
            dailies.chain.seal(day) if own is None else own.daily.seal,
            standing,
            result,
            refused,
            await dailies.streak(user_id),
            await self._hand_url(own) if standing is DailyState.PLAYING else None,
            await self._hand_url(unfinished) if day == dailies.today else None,
            dailies.secret_told(day),
            None if secret is None else (last, secret),
            interaction.guild_id is not None,
        )
        return panel.daily(words, shown)

    async def _hand_url(self, own: OwnDaily | None) -> str | None:
        """Where somebody's cards are."""
        if own is None or own.table_id is None:
            return None
        return self._display.messages.table_url((await self._tables.get(own.table_id)).facts)


def _day(text: str) -> date:
    """The day that an id names; anybody can send any."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("unknown-button") from None
