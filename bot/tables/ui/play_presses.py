"""What is pressed on a hand and on a table message; how a press that belongs to a table is answered: by the
hand, or without changing what was pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction, PressId, in_direct_messages, is_own
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.presses import press_of
from bot.discordkit.routes import Route, chosen
from bot.discordkit.slots import Slot
from bot.engine.cards import ACTION_OF_TEXT
from bot.people.settings import Player
from bot.pictures.painter import Painter
from bot.pictures.values import ScoreSheet, TrickPicture
from bot.rules.ui.panel import RuleDrawings
from bot.tables.drafts import require_unveiled
from bot.tables.errors import StaleAction, TableError
from bot.tables.model import UNFINISHED
from bot.tables.play import is_of_this_play
from bot.tables.table import Table
from bot.tables.ui import table_panel
from bot.tables.ui.access import at_table
from bot.tables.ui.display import Display
from bot.tables.ui.footer import why_of_trick
from bot.tables.ui.messages import ClosingTrick
from bot.telling import ending, scenes
from bot.telling.phrases import Reader, TableViewModel

DEALS_DIGITS: Final = 4  # of the number of a deal


REMATCH: Final = "rematch"
ON_HANDS: Final = ("more", "options")
"""Verbs of buttons that every hand has, or every lobby, and no other message that one person alone sees."""

Change = Callable[[], Awaitable[None]]


class Answering:
    """See the module."""

    def __init__(self, display: Display, people: People) -> None:
        self._display = display
        self._people = people

    async def by_hand(
        self, interaction: Interaction, table: Table, change: Change, move: PressId | None = None
    ) -> None:
        """Make a change and answer the press with the person's hand as it is then, also where the button
        was an old one, and nothing was changed. A ``move`` is not made
        where its button came to its place so lately that it cannot have been meant: the fresh hand is the
        answer. Raises TableError ``not-seated``, and Refusal where others see the message that was pressed:
        not every route that may come to a hand is a private one."""
        if not is_own(interaction):
            raise Refusal("unknown-button")
        if table.facts.seat_of(interaction.user.id) is None:
            raise TableError("not-seated")
        seq = table.facts.seq
        slot = self._pressed_slot(interaction, table)
        if move is None or not slot.is_new(move, interaction, press_of(interaction).at):
            with suppress(StaleAction):
                await change()
        if table.facts.seq == seq:
            self._closing_trick(table).pressed(interaction.user.id)
        try:
            await self._show_hand(interaction, table)
        finally:
            self._display.let_go_when_over(table)

    def _pressed_slot(self, interaction: Interaction, table: Table) -> Slot:
        """That of the hand that was pressed."""
        hands, user_id = self._display.hands, interaction.user.id
        return hands.look_slot(table, user_id) if _is_look(interaction, table) else hands.slot(table, user_id)

    async def by_own_hand(self, interaction: Interaction, table: Table) -> None:
        """Show a person their hand where they ask for it, visible to them alone; to who has none, what they
        may do instead. Raises TableError ``not-seated`` where nothing is played any more, and
        ``table-veiled``."""
        if table.facts.seat_of(interaction.user.id) is None:
            require_unveiled(table.facts)
            if table.facts.state not in UNFINISHED:
                raise TableError("not-seated")
            words = await self._people.words(interaction.user.id)
            await self.without_change(interaction, table)
            await answer(interaction, table_panel.no_hand(words, table.facts, self.where(table)))
            return
        self._closing_trick(table).pressed(interaction.user.id)
        try:
            await self._display.hands.show_here(table, press_of(interaction))
        finally:
            self._display.let_go_when_over(table)

    async def by_watching(self, interaction: Interaction, table: Table) -> None:
        """Show the table in place of the private answer that was pressed, and keep it up to date. Raises
        TableError ``table-veiled``."""
        require_unveiled(table.facts, interaction.user.id)
        try:
            await self._display.hands.look_slot(table, interaction.user.id).answer(press_of(interaction))
        finally:
            self._display.let_go_when_over(table)

    async def _show_hand(self, interaction: Interaction, table: Table) -> None:
        hands, user_id, message = self._display.hands, interaction.user.id, interaction.message
        press = press_of(interaction)
        if message is None or _is_look(interaction, table):
            hands.pressed(table, user_id)
            await hands.look_slot(table, user_id).answer(press)
            return
        slot = hands.slot(table, user_id)
        if await slot.recognise(message):
            await slot.answer(press)
        else:  # another has taken its place
            await press.acknowledge()
            self._display.messages.outlet.postings.delete(message.channel.id, message.id, None)
            slot.refresh()

    async def by_message(self, interaction: Interaction, table: Table, change: Change) -> None:
        """Make a change and answer the press with what its message shows then, where it has a slot."""
        await change()
        self._closing_trick(table).pressed()
        slot, press = self.slot_of(interaction, table), press_of(interaction)
        if slot is not None:
            await slot.answer(press)
            self._display.let_go_when_over(table)
            return
        await press.acknowledge()
        if table.facts.by_answers and not is_own(interaction):
            await press.take_back()  # another has taken its place

    async def without_change(self, interaction: Interaction, table: Table) -> None:
        """Answer without changing the message, so that this interaction's token can edit it from now on."""
        answered = await press_of(interaction).acknowledge()
        slot = self.slot_of(interaction, table)
        if slot is not None and answered:
            slot.pressed(interaction)
            self._display.let_go_when_over(table)

    async def renew(self, interaction: Interaction, table: Table) -> None:
        """Before anything is done at a press of an answer for all that could not be edited any more: now it
        can be, and is brought up to date, whatever comes of the press. But for what is to be answered with
        another message for all."""
        press = PressId.parse(str((interaction.data or {}).get("custom_id", "")))
        if is_own(interaction) or not table.facts.by_answers or (press and press.verb == REMATCH):
            return
        slot = self.slot_of(interaction, table)
        if slot is not None and not slot.is_free:
            await self.without_change(interaction, table)

    def where(self, table: Table) -> str | None:
        """Where the table is seen."""
        return self._display.messages.table_url(table.facts)

    def _closing_trick(self, table: Table) -> ClosingTrick:
        return self._display.messages.known(table.facts.id).closing_trick

    def slot_of(self, interaction: Interaction, table: Table) -> Slot | None:
        """The slot of the message that was pressed, if it has one."""
        message, user_id = interaction.message, interaction.user.id
        if message is None:
            return None
        if table.facts.by_answers:
            if not is_own(interaction):
                slot = self._display.channel.live_slot(table)
            elif _is_hand(message):
                slot = self._display.hands.slot(table, user_id)
            else:
                return None
            return slot if slot.is_newest(message) else None
        return self._display.messages.slot_of_message(table.facts.id, message.id, user_id)


def _is_look(interaction: Interaction, table: Table) -> bool:
    """Whether what was pressed is no direct message, but a hand shown where its person asked for it."""
    is_answer = interaction.message is None or table.facts.by_answers
    return is_answer or not in_direct_messages(interaction)


def _is_hand(message: discord.Message) -> bool:
    """Whether what one person sees is their hand, or a lobby of theirs, and not what is shown beside it. No
    process has to remember which message that is."""
    found: list[Any] = [*message.components]
    for one in found:
        found += getattr(one, "children", ())
    presses = [PressId.parse(str(getattr(one, "custom_id", ""))) for one in found]
    return any(press is not None and press.verb in ON_HANDS for press in presses)


Draw = Callable[[Reader, Table], Awaitable[Drawing]]
SatDown = Callable[[int, int, str], Awaitable[None]]
"""Has an account of that name be here on a league's night of that id."""


class PlayPresses:
    """Handlers by verb."""

    def __init__(
        self,
        display: Display,
        answering: Answering,
        people: People,
        painter: Painter,
        rule_drawings: RuleDrawings,
        sat_down: SatDown,
    ) -> None:
        self._sat_down = sat_down
        self._display = display
        self._people = people
        self._painter = painter
        self._rule_drawings = rule_drawings
        self._answering = answering

    def routes(self) -> dict[str, Route[Table]]:
        """Every verb of a game in play."""
        return {
            "act": at_table(self._act, private=True, values=1),
            "choose": at_table(self._choose, private=True),
            "mark": at_table(self._mark, private=True, values=1),
            "ready": at_table(self._ready),
            "my-hand": at_table(self._my_hand),
            "watch": at_table(self._watch, private=True),
            "last-trick": at_table(self._last_trick),
            "scores": at_table(self._scores),
            "deals": at_table(self._deals),
            "deals-page": at_table(self._deals_page, private=True, values=1),
            "deal-look": at_table(self._deal_look, values=1),
            "deal-pick": at_table(self._deal_picked),
            "rules": at_table(self._rules),
            "back": at_table(self._back),
            "resume": at_table(self._resume),
            "sit-down": at_table(self._sit_down),
            "take-seat": at_table(self._take_seat, private=True),
        }

    # --- playing

    async def _act(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._do(interaction, press, table, press.value)

    async def _choose(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._do(interaction, press, table, chosen(interaction))

    async def _do(self, interaction: Interaction, press: PressId, table: Table, text: str) -> None:
        if text not in ACTION_OF_TEXT:
            raise Refusal("unknown-button")
        user_id, action = interaction.user.id, ACTION_OF_TEXT[text]
        await self._answering.by_hand(
            interaction, table, lambda: table.act(user_id, press.seq, action), press
        )

    async def _mark(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """The first press on a card, by somebody who presses twice: its button plays or queues it from then
        on. A button of another deal is answered with the fresh hand."""
        if press.value not in ACTION_OF_TEXT:
            raise Refusal("unknown-button")

        async def mark() -> None:
            facts, user_id = table.facts, interaction.user.id
            view = await table.view(facts.seat_of(user_id))
            if press.seq == facts.seq or is_of_this_play(facts, view, press.seq):
                self._display.hands.mark(table, user_id, view.hand, ACTION_OF_TEXT[press.value])

        await self._answering.by_hand(interaction, table, mark, press)

    async def _ready(self, interaction: Interaction, press: PressId, table: Table) -> None:
        user_id = interaction.user.id

        async def ready_in_channel() -> None:
            try:
                await table.ready(user_id, press.seq)
            except StaleAction:
                if self._answering.slot_of(interaction, table) is None:
                    raise Refusal("deal-is-over") from None  # a deal's own, of an earlier version

        if interaction.message is None or is_own(interaction):
            await self._answering.by_hand(interaction, table, lambda: table.ready(user_id, press.seq))
        else:
            await self._answering.by_message(interaction, table, ready_in_channel)

    # --- looking

    async def _my_hand(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._people.met(interaction)
        await self._answering.by_own_hand(interaction, table)

    async def _watch(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._people.met(interaction)
        await self._answering.by_watching(interaction, table)

    async def _last_trick(self, interaction: Interaction, press: PressId, table: Table) -> None:
        async def draw(reader: Reader, table: Table) -> Drawing:
            view = await table.public_view(reader.user_id)
            model = TableViewModel.at(table.facts, reader, view)
            value = scenes.trick_picture(model)
            if value is None:
                return panel.sentence(reader.words("trick.none-yet"))
            return await self._shown(reader, value, why_of_trick(model))

        await self._tell(interaction, table, draw)

    async def _scores(self, interaction: Interaction, press: PressId, table: Table) -> None:
        async def draw(reader: Reader, table: Table) -> Drawing:
            view = await table.public_view(reader.user_id)
            model = TableViewModel.at(table.facts, reader, view)
            return await self._shown(reader, scenes.score_sheet(model, ending.final_places(view)))

        await self._tell(interaction, table, draw)

    async def _deals(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._tell(interaction, table, partial(self._display.drawings.record, page=0))

    async def _deals_page(self, interaction: Interaction, press: PressId, table: Table) -> None:
        reader = await self._people.reader_of(interaction)
        page = int(press.value) if _is_number(press.value) else 0
        await redraw(interaction, await self._display.drawings.record(reader, table, page))

    async def _deal_look(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._tell_of_deal(interaction, table, press.value)

    async def _deal_picked(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._tell_of_deal(interaction, table, chosen(interaction))

    async def _tell_of_deal(self, interaction: Interaction, table: Table, number: str) -> None:
        """Show a deal that is over to one person."""

        async def draw(reader: Reader, table: Table) -> Drawing:
            found = None
            if _is_number(number):
                found = await self._display.drawings.deal(table, reader, int(number))
            if found is None:
                raise Refusal("unknown-button")
            return found

        await self._tell(interaction, table, draw)

    async def _shown(
        self, reader: Reader, value: TrickPicture | ScoreSheet, below: Sequence[ui.Button[Any]] = ()
    ) -> Drawing:
        if reader.preferences.text_mode:
            return table_panel.described_picture(reader.words, value, below)
        return table_panel.shown_picture(reader.words, value, await self._painter.paint(value), below)

    async def _rules(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._tell(interaction, table, self._rule_drawings.of_table)

    async def _tell(self, interaction: Interaction, table: Table, draw: Draw) -> None:
        reader = await self._people.reader_of(interaction)
        await self._answering.without_change(interaction, table)
        await answer(interaction, await draw(reader, table))

    # --- coming and going

    async def _back(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await table.im_back(interaction.user.id)
        await self._confirm(interaction, table, "done.back")

    async def _resume(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await table.resume(interaction.user.id)
        await self._confirm(interaction, table, "done.resumed")

    async def _sit_down(self, interaction: Interaction, press: PressId, table: Table) -> None:
        player = await self._people.met(interaction)
        if table.facts.seat_of(player.user_id) is not None:
            raise TableError("already-seated")
        if table.facts.time_up:
            raise TableError("table-time-up")
        free = [number for number, seat in enumerate(table.facts.seats) if seat.played_by_robot]
        if len(free) != 1:
            words = await self._people.words(player.user_id)
            if not free:
                raise TableError("robot-seat-expected")
            await answer(interaction, table_panel.seat_choice(words, table.facts))
            return
        await self._take(table, player, free[0])
        await self._confirm(interaction, table, "done.seated")

    async def _take_seat(self, interaction: Interaction, press: PressId, table: Table) -> None:
        player = await self._people.met(interaction)
        number = chosen(interaction)
        if not number.isdecimal():
            raise Refusal("unknown-button")
        await self._people.wishes_direct_messages(player.user_id)
        await self._take(table, player, int(number))
        words = await self._people.words(player.user_id)
        drawing = panel.sentence(words("done.seated", table=table.facts.number))
        await redraw(interaction, drawing)

    async def _take(self, table: Table, player: Player, number: int) -> None:
        """Whoever sits down at a table of a league's night is there tonight."""
        await table.take_seat(player.user_id, player.name, number)
        place = table.facts.place
        if place is not None and not table.facts.is_private:
            await self._sat_down(int(place.partition(".")[0]), player.user_id, player.name)

    async def _confirm(self, interaction: Interaction, table: Table, key: str) -> None:
        words = await self._people.words(interaction.user.id)
        url = self._display.messages.hand_url(table.facts.id, interaction.user.id)
        await self._answering.without_change(interaction, table)
        await answer(
            interaction, panel.sentence(words(key, table=table.facts.number), url, words("button.hand"))
        )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= DEALS_DIGITS
