"""What is pressed in a lobby and in its options panel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, answer, open_form, redraw, sentence_for
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.routes import Route, chosen, typed
from bot.rules.ui.presets import Presets
from bot.tables.errors import TableError
from bot.tables.model import Pace, RobotPace
from bot.tables.table import Table
from bot.tables.ui import lobby_panel as panels
from bot.tables.ui.access import at_table, table_of
from bot.tables.ui.lobby_panel import LobbyViewModel
from bot.tables.ui.play_presses import Answering
from bot.tables.ui.questions import Questions

Change = Callable[[], Awaitable[None]]


class LobbyPresses:
    """Handlers by verb."""

    def __init__(self, presets: Presets, answering: Answering, questions: Questions, people: People) -> None:
        self._questions = questions
        self._presets = presets
        self._people = people
        self._answering = answering

    def routes(self) -> dict[str, Route[Table]]:
        """Every verb of a lobby, and of the options panel, which only its host sees."""
        on_panel = partial(Route, who=_hosted, about=SubjectKind.TABLE, private=True)
        return {
            "join": at_table(self._join),
            "here": at_table(self._here),
            "leave": at_table(self._leave),
            "add-robot": at_table(self._add_robot),
            "remove-robot": at_table(self._remove_robot),
            "start": at_table(self._start),
            "fill-start": at_table(self._fill_and_start),
            "options": Route(self._options, _hosted, SubjectKind.TABLE),
            "start-here": on_panel(self._start_here),
            "set-preset": on_panel(self._set_preset),
            "set-players": on_panel(self._set_players),
            "set-pace": on_panel(self._set_pace),
            "set-robots": on_panel(self._set_robots),
            "set-robot": on_panel(self._set_robot),
            "set-robot-pace": on_panel(self._set_robot_pace),
            "pick-option": on_panel(self._pick_option),
            "set-option": on_panel(self._set_option, values=1),
            "type-option": on_panel(self._type_option, values=1),
            "typed-option": on_panel(self._typed_option, values=1),
            "reset-options": on_panel(self._reset_options),
        }

    async def _join(self, interaction: Interaction, press: PressId, table: Table) -> None:
        player = await self._people.met(interaction)
        await self._people.wishes_direct_messages(player.user_id)
        await self._change(
            interaction, table, lambda: table.join(player.user_id, player.name, interaction.id)
        )

    async def _here(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._people.wishes_direct_messages(interaction.user.id)
        await self._change(interaction, table, lambda: table.here(interaction.user.id, interaction.id))

    async def _leave(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """Asked once; the message that was pressed stays as it is."""
        await self._questions.ask_to_leave(interaction, table)

    async def _add_robot(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._change(interaction, table, lambda: table.add_robot(interaction.user.id))

    async def _remove_robot(self, interaction: Interaction, press: PressId, table: Table) -> None:
        robots = [number for number, seat in enumerate(table.facts.seats) if seat.user_id is None]
        if not robots:
            raise TableError("robot-seat-expected")
        await self._change(interaction, table, lambda: table.remove_robot(interaction.user.id, robots[-1]))

    async def _start(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._begin(interaction, table, lambda: table.start(interaction.user.id))

    async def _fill_and_start(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._begin(interaction, table, lambda: table.fill_and_start(interaction.user.id))

    async def _begin(self, interaction: Interaction, table: Table, change: Change) -> None:
        """The first deal is the answer, in place of the lobby; at a private table the hand is."""
        await self._people.met(interaction)
        if table.facts.is_private:
            await self._answering.by_hand(interaction, table, change)
        else:
            await self._answering.by_message(interaction, table, change)

    async def _change(self, interaction: Interaction, table: Table, change: Change) -> None:
        """Make a change and answer the press with the lobby as it is then."""
        await self._people.met(interaction)
        await self._answering.by_message(interaction, table, change)

    # --- the options panel

    async def _options(self, interaction: Interaction, press: PressId, table: Table) -> None:
        reader = await self._people.reader_of(interaction)
        named = await self._presets.offered(table.facts.guild_id)
        await answer(interaction, panels.options(LobbyViewModel(reader, table.facts, table.rules), named))

    async def _set_preset(self, interaction: Interaction, press: PressId, table: Table) -> None:
        change = self._choose(table, interaction.user.id, chosen(interaction))
        # what a named preset brought goes with it, whether it would fit or not
        await self._set(interaction, table, change, press.verb, refits=not table.facts.title)

    async def _choose(self, table: Table, user_id: int, name: str) -> None:
        await table.set_preset(user_id, await self._presets.meant(table.facts.guild_id, name))

    async def _set_players(self, interaction: Interaction, press: PressId, table: Table) -> None:
        players = chosen(interaction)
        if not players.isdecimal():
            raise Refusal("unknown-button")
        change = table.set_players(interaction.user.id, int(players))
        await self._set(interaction, table, change, press.verb, refits=True)

    async def _set_pace(self, interaction: Interaction, press: PressId, table: Table) -> None:
        pace = chosen(interaction)
        if pace not in set(Pace):
            raise Refusal("unknown-button")
        await self._set(interaction, table, table.set_pace(interaction.user.id, Pace(pace)), press.verb)

    async def _set_robots(self, interaction: Interaction, press: PressId, table: Table) -> None:
        change = table.set_robots(interaction.user.id, chosen(interaction))
        await self._set(interaction, table, change, press.verb)

    async def _set_robot(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """One robot's level; on the first free seat a robot of that level is set."""
        number, _, kind = chosen(interaction).partition("-")
        if not number.isdecimal():
            raise Refusal("unknown-button")
        if int(number) == len(table.facts.seats):
            change = table.add_robot(interaction.user.id, kind)
        else:
            change = table.set_robot(interaction.user.id, int(number), kind)
        await self._set(interaction, table, change, press.verb)

    async def _set_robot_pace(self, interaction: Interaction, press: PressId, table: Table) -> None:
        pace = chosen(interaction)
        if pace not in set(RobotPace):
            raise Refusal("unknown-button")
        await self._set(
            interaction, table, table.set_robot_pace(interaction.user.id, RobotPace(pace)), press.verb
        )

    async def _pick_option(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._show_options(interaction, table, chosen(interaction))

    async def _set_option(self, interaction: Interaction, press: PressId, table: Table) -> None:
        change = table.set_option(interaction.user.id, press.value, chosen(interaction))
        await self._set(interaction, table, change, "set-option", press.value)

    async def _type_option(self, interaction: Interaction, press: PressId, table: Table) -> None:
        if press.value not in table.rules.values:
            raise Refusal("unknown-button")
        words = await self._people.words(interaction.user.id)
        form = panels.option_form(words, table.facts.id, press.value, table.rules[press.value])
        await open_form(interaction, form)

    async def _typed_option(self, interaction: Interaction, press: PressId, table: Table) -> None:
        change = table.set_option(interaction.user.id, press.value, typed(interaction))
        await self._set(interaction, table, change, "set-option", press.value)

    async def _reset_options(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._set(interaction, table, table.reset(interaction.user.id), press.verb)

    async def _start_here(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """*Start* in the panel of options, which then tells where the game is."""
        words = await self._people.words(interaction.user.id)
        try:
            if press.values:
                await table.fill_and_start(interaction.user.id)
            else:
                await table.start(interaction.user.id)
        except TableError as error:
            await self._show_options(interaction, table, said=sentence_for(words, error), at="start-here")
            return
        url = self._answering.where(table)
        said = words("done.started", table=table.facts.number)
        await redraw(interaction, panel.sentence(said, url, words("button.table")))

    async def _set(
        self,
        interaction: Interaction,
        table: Table,
        change: Awaitable[None],
        at: str,
        option: str = "",
        *,
        refits: bool = False,
    ) -> None:
        """Make a choice and show the panel again, with the reason where it was refused beside what was
        pressed, the control of the verb ``at``; with ``refits`` also with what did not fit any longer."""
        reader = await self._people.reader(interaction.user.id)
        before, said = table.facts, ""
        try:
            await change
        except TableError as error:
            said = sentence_for(reader.words, error)
        else:
            if refits and before.title == table.facts.title:
                said = panels.dropped(LobbyViewModel(reader, table.facts, table.rules), before)
        await self._show_options(interaction, table, option, said, at)

    async def _show_options(
        self,
        interaction: Interaction,
        table: Table,
        option: str = "",
        said: str = "",
        at: str = "",
    ) -> None:
        reader = await self._people.reader(interaction.user.id)
        named = await self._presets.offered(table.facts.guild_id)
        drawing = panels.options(
            LobbyViewModel(reader, table.facts, table.rules),
            named,
            option,
            panels.Warned(at, said) if said else None,
        )
        await redraw(interaction, drawing)


async def _hosted(interaction: Interaction, press: PressId) -> Table:
    """The table of a press, for its host while it is a lobby."""
    table = await table_of(interaction, press)
    if table.facts.host_id != interaction.user.id:
        raise TableError("not-host")
    if table.facts.started_at is not None:
        raise TableError("already-started")
    return table
