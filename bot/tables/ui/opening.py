"""Tables are opened, and moved to another channel."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, acknowledge, answer
from bot.discordkit.interactions import Interaction, in_direct_messages
from bot.discordkit.load import Budget
from bot.discordkit.people import People
from bot.discordkit.permissions import (
    require_answers_seen,
    require_may_open,
    require_may_show,
    require_permissions,
    require_seen_by_all,
)
from bot.discordkit.presses import First, Press, press_of
from bot.people.settings import USUAL_GAME, Player, ServerSettings
from bot.ports import Time
from bot.rules.ui.presets import Presets, is_playable
from bot.tables.errors import TableError
from bot.tables.model import Counting, NamedPreset, Pace, RobotPace, Venue
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.display import Display
from bot.words.catalogue import Words, clean, in_text


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game of a league: its rules, and how it counts."""

    rules: NamedPreset
    counting: Counting


async def post_lobby(display: Display, table: Table, opener: Press | None = None) -> None:
    """Post the lobby of a new table where it belongs, perhaps as the answer to who opened it, as it has to be
    where the bot only answers. Raises Refusal, Unreached, discord.Forbidden or discord.NotFound where that
    does not take it."""
    if table.facts.is_private:
        await display.hands.post_private(table, opener)
    elif table.facts.by_answers and opener is not None:
        await display.channel.answer(table, opener)
    else:
        await display.channel.post_lobby(table, opener)


class Opening:
    """See the module."""

    def __init__(self, tables: Tables, presets: Presets, display: Display, people: People) -> None:
        self._tables = tables
        self._presets = presets
        self._display = display
        self._people = people

    async def open(
        self,
        interaction: Interaction,
        game: str | LeagueGame | None = None,
        *,
        robots: int | None = 0,
    ) -> None:
        """Answer the interaction with a new table's lobby; ``game`` None is the server's usual one.
        ``robots`` None are as many as there are seats left; with all seats taken play begins at once. In
        direct messages it is a private table; where else the bot is not, a table among friends. Raises
        Refusal, TableError."""
        press, guild_id = press_of(interaction), interaction.guild_id
        press.expected = First.POST
        player = await self._people.met(interaction)
        if guild_id is None and isinstance(game, LeagueGame):
            raise TableError("league-private")
        if in_direct_messages(interaction):
            assert not isinstance(game, LeagueGame)
            await self._open_private(interaction, player, game, robots=robots)
            return
        words = await self._people.words(player.user_id)
        settings = await self._people.settings(guild_id)
        if guild_id is None:
            require_answers_seen(interaction)
        else:
            require_may_open(words, settings, interaction)
            require_permissions(words, interaction)
        assert interaction.channel_id is not None
        table = await self._tables.open(
            guild_id=guild_id,
            venue=Venue.ANSWERED if guild_id is None else Venue.POSTED,
            channel_id=interaction.channel_id,
            host_id=player.user_id,
            host_name=player.name,
            preset=await self._preset(guild_id, game, settings),
            pace=Pace(settings.pace),
            robot_pace=RobotPace((await self._people.preferences(player.user_id)).robot_pace),
            counting=game.counting if isinstance(game, LeagueGame) else None,
            interaction_id=interaction.id,
        )
        try:
            for _ in range(table.facts.players - 1 if robots is None else robots):
                await table.add_robot(player.user_id)
            await post_lobby(self._display, table, press)
            if len(table.facts.seats) == table.facts.players:
                await table.start(player.user_id)
        except BaseException:
            await table.close(player.user_id)
            raise
        self._display.hands.keep_places(table)

    async def practise(self, interaction: Interaction, game: str | None = None) -> None:
        """Begin a game against robots in the direct messages of whoever asks, wherever they do, but where the
        bot is not as ``play``; one that they have there already is shown again instead. ``game`` None is the
        server's usual one. Raises Refusal, TableError."""
        if interaction.guild_id is None and not in_direct_messages(interaction):
            await self.play(interaction, game)
            return
        player, press = await self._people.met(interaction), press_of(interaction)
        in_server = interaction.guild_id is not None
        press.expected = First.REPLY if in_server else First.POST
        mine = self._tables.running(user_id=player.user_id)
        found = next((one for one in reversed(mine) if _is_practice(one, Venue.POSTED)), None)
        if found is not None:
            if in_server:
                await self._people.wishes_direct_messages(player.user_id)
            else:
                await self._people.met_in_direct_messages(interaction)
            await self._display.hands.post_private(found, None if in_server else press)
        else:
            found = await self._open_private(interaction, player, game, robots=None)
        if in_server:
            words = await self._people.words(player.user_id)
            said = words("private.opened", table=found.facts.number)
            url = self._display.messages.table_url(found.facts)
            await answer(interaction, panel.sentence(said, url, words("button.hand")))

    async def play(self, interaction: Interaction, game: str | None = None) -> None:
        """Begin a game against robots where somebody asks for it: in direct messages in those, elsewhere in a
        message that they alone see. One that they have there already is shown again instead. Raises Refusal,
        TableError."""
        if in_direct_messages(interaction):
            await self.practise(interaction, game)
            return
        player, press = await self._people.met(interaction), press_of(interaction)
        press.expected = First.REPLY
        mine = self._tables.running(user_id=player.user_id)
        found = next((one for one in reversed(mine) if _is_practice(one, Venue.ALONE)), None)
        if found is None:
            found = await self._opened_private(interaction, player, game, interaction.channel_id or 0)
            await found.fill_and_start(player.user_id)
        await self._display.hands.post_private(found, press)

    async def _open_private(
        self, interaction: Interaction, player: Player, game: str | None, *, robots: int | None
    ) -> Table:
        """A table in somebody's direct messages: its lobby, which robots fill as it starts; with so many
        ``robots`` that they do it starts at once. Raises Refusal where direct messages are closed."""
        in_server = interaction.guild_id is not None
        if in_server:
            await self._people.wishes_direct_messages(player.user_id)
            channel_id = await self._people.dm_channel(player.user_id)
        else:
            channel_id = await self._people.met_in_direct_messages(interaction)
        if channel_id is None:
            raise Refusal("direct-messages-closed")
        table = await self._opened_private(interaction, player, game, channel_id, Venue.POSTED)
        try:
            await self._display.hands.post_private(table, None if in_server else press_of(interaction))
            if robots is None or robots >= table.facts.players - 1:
                await table.fill_and_start(player.user_id)
        except BaseException:
            await table.close(player.user_id)
            raise
        return table

    async def _opened_private(
        self,
        interaction: Interaction,
        player: Player,
        game: str | None,
        channel_id: int,
        venue: Venue = Venue.ALONE,
    ) -> Table:
        """A private table in its lobby, of which nothing is shown yet."""
        settings = await self._people.settings(interaction.guild_id)
        return await self._tables.open(
            guild_id=None,
            channel_id=channel_id,
            host_id=player.user_id,
            host_name=player.name,
            preset=await self._preset(interaction.guild_id, game, settings),
            interaction_id=interaction.id,
            venue=venue,
        )

    async def show(self, table: Table) -> None:
        """Post the lobby of a table that the program has opened, and tell those who sit there by direct
        message; it waits for ``Table.begin``. Where it cannot be posted the table is called off. Raises
        discord.Forbidden or discord.NotFound where its channel does not take it, StoreError."""
        try:
            for seat in table.facts.seats:
                if seat.user_id is not None:
                    await self._people.know(seat.user_id, seat.name)
            await post_lobby(self._display, table)
        except BaseException:
            await table.call_off()
            raise
        self._display.hands.keep_places(table)

    async def _preset(
        self, guild_id: int | None, game: str | LeagueGame | None, settings: ServerSettings
    ) -> str | NamedPreset:
        """The game asked for. A usual game that there is no longer gives way to everybody's."""
        if isinstance(game, LeagueGame):
            return game.rules
        if game is not None:
            return await self._presets.meant(guild_id, game)
        try:
            usual = await self._presets.meant(guild_id, settings.game)
        except TableError:
            return USUAL_GAME
        return usual if isinstance(usual, str) or is_playable(usual) else USUAL_GAME


def _is_practice(table: Table, venue: Venue) -> bool:
    """Whether it is a private game of that venue, and no deal of the day."""
    return table.facts.is_private and table.facts.venue is venue and not table.facts.is_daily


class Moving:
    """See the module."""

    def __init__(self, display: Display, budget: Budget, time: Time) -> None:
        self._display = display
        self._budget = budget
        self._time = time

    async def show_here(self, interaction: Interaction, table: Table, words: Words) -> None:
        """Post the table's message where somebody asks for it, in ``words`` of theirs where that cannot be.
        Whoever is at the table and somewhere else is told who moved it. Raises Refusal, TableError,
        discord.Forbidden, discord.NotFound."""
        if table.facts.is_private:
            raise Refusal("private-stays")
        require_permissions(words, interaction)
        if table.facts.guild_id != interaction.guild_id:
            raise Refusal("other-server")
        require_may_show(interaction, table.facts)
        await acknowledge(interaction, reply=True)
        here = interaction.channel_id
        assert here is not None
        if here != table.facts.channel_id:
            await require_seen_by_all(words, interaction, table.facts, self._budget, self._time)
        before = await self._display.channel.show_again(table, here)
        if before is not None:
            await self._tell(table, clean(interaction.user.display_name, "?"), before, here)

    async def show_as_answer(self, interaction: Interaction, table: Table) -> bool:
        """Answer with a private table, where it is somebody's who asks in their direct messages, and with any
        that is shown by answers: among friends in its own channel, and alone wherever it is. False where it
        is another. Raises Refusal, TableError."""
        facts, press = table.facts, press_of(interaction)
        if not (facts.by_answers or (facts.is_private and in_direct_messages(interaction))):
            return False
        press.expected = First.POST
        if facts.is_private:
            await self._display.hands.post_private(table, press)
        else:
            require_may_show(interaction, facts)
            if facts.channel_id != interaction.channel_id:
                raise Refusal("answers-stay", table=facts.number)
            require_answers_seen(interaction)
            await self._display.channel.answer(table, press)
        self._display.let_go_when_over(table)
        return True

    async def _tell(self, table: Table, name: str, before: int, here: int) -> None:
        announce = self._display.channel.announce
        values = {"table": table.facts.number, "name": in_text(name)}
        await announce(before, "table.moved-away", **values, channel=f"<#{here}>")
        await announce(here, "table.moved-here", **values, channel=f"<#{before}>")
