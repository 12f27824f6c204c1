"""Each message of a table as it is to look now: facts and views fetched, words chosen, pictures painted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from bot.engine.game import AWAITS_DECK, OVER, View
from bot.pictures.painter import Painter
from bot.pictures.values import Picture
from bot.tables.model import State, TableFacts
from bot.tables.table import Table
from bot.ui import scenes
from bot.ui.avatars import Avatars
from bot.ui.emojis import CardEmojis, Faces
from bot.ui.marks import Marks
from bot.ui.panel import Drawing
from bot.ui.panels import comfort, replies
from bot.ui.panels import hand as hand_panel
from bot.ui.panels import lobby as lobby_panel
from bot.ui.panels import table as table_panel
from bot.ui.panels.card_buttons import Buttons
from bot.ui.people import People, gets_direct_messages
from bot.ui.preferences import Preferences
from bot.ui.remarks import Remarks
from bot.words.catalogue import Words


class Drawings:
    """Makes them. ``table_url`` tells where a table's message is."""

    def __init__(
        self,
        people: People,
        avatars: Avatars,
        emojis: CardEmojis,
        painter: Painter,
        remarks: Remarks,
        table_url: Callable[[TableFacts], str | None],
    ) -> None:
        self._people = people
        self._avatars = avatars
        self._emojis = emojis
        self._painter = painter
        self._remarks = remarks
        self._table_url = table_url
        self.marks = Marks()

    async def hand(self, table: Table, user_id: int) -> Drawing | None:
        """A person's hand, for their eyes only, or what stands in its place before, between and after the
        deals."""
        while True:
            facts = table.facts
            seat = facts.seat_of(user_id)
            if seat is None:
                return None
            words = await self._people.words(user_id)
            wishes = await self._people.preferences(user_id)
            if facts.state is State.LOBBY:
                kept = words("hand.seat-kept", table=facts.id)
                return replies.sentence(kept, self._table_url(facts), words("button.table"))
            if facts.state in (State.CLOSED, State.PARKED):
                return table_panel.ended(words, facts)
            view = await table.view(seat)
            if table.facts.seat_of(user_id) == seat:  # nobody has moved while it was looked up
                break
        drawing = await self._hand(words, table.facts, view, wishes, user_id)
        return replace(drawing, reader=user_id)

    async def _hand(
        self, words: Words, facts: TableFacts, view: View, wishes: Preferences, user_id: int
    ) -> Drawing:
        url = self._table_url(facts)
        if view.turn in (AWAITS_DECK, OVER):
            sheet = scenes.score_sheet(words, facts, view, _places(view), wishes)
            image = sheet, await self._seen(sheet, wishes)
            notes = comfort.rest_note(words, facts, view, self._remarks)
            drawing = hand_panel.between_deals(words, facts, view, image, url, wishes, notes)
            return replace(drawing, final=view.turn == OVER)
        marked = self.marks.marked(facts, user_id)
        value = scenes.hand_picture(words, view, facts.seats, wishes, marked)
        image = value, await self._seen(value, wishes)
        notes = comfort.hand_notes(Buttons(words, value.style.index, wishes), facts, view, self._remarks)
        draw = partial(hand_panel.hand, words, facts, view, image, url, wishes, marked, notes)
        faces = None if wishes.text_mode else self._emojis.of(value.style)
        if faces is None:
            return draw()
        return replace(draw(faces), plain=partial(self._plain, draw))

    def _plain(self, draw: Callable[[Faces | None], Drawing]) -> Drawing:
        """Without the emojis that Discord has refused."""
        self._emojis.refused()
        return draw(None)

    async def _seen(self, value: Picture, wishes: Preferences) -> bytes:
        """A picture, for who looks at pictures."""
        return b"" if wishes.text_mode else await self._painter.paint(value)

    async def result(self, table: Table) -> Drawing:
        """The end of a finished game."""
        facts = table.facts
        words = await self._people.guild_words(facts.guild_id)
        view = await table.view(None)
        sheet = scenes.score_sheet(words, facts, view, _places(view))
        record = (await table.record()).encode()
        return table_panel.game_over(words, facts, view, (sheet, await self._painter.paint(sheet)), record)

    async def lobby(self, table: Table) -> Drawing | None:
        """The lobby, or what stays of it."""
        facts = table.facts
        words = await self._people.guild_words(facts.guild_id)
        if facts.state is not State.LOBBY:
            return lobby_panel.over(words, facts)
        by_dm = set(await self._reachable(facts))
        return lobby_panel.lobby(words, facts, table.rules, table.commitment, by_dm)

    async def _reachable(self, facts: TableFacts) -> list[int]:
        reachable: list[int] = []
        for seat in facts.seats:
            if seat.user_id is not None:
                player = await self._people.player(seat.user_id)
                if player is not None and gets_direct_messages(player):
                    reachable.append(seat.user_id)
        return reachable

    async def table(self, table: Table, dealt: int) -> Drawing | None:
        """The table while a deal is played, and the deal's record afterwards. ``dealt`` counts the deals from
        0, those thrown in too."""
        facts = table.facts
        words = await self._people.guild_words(facts.guild_id)
        if facts.state in (State.CLOSED, State.PARKED):
            return table_panel.ended(words, facts)
        view = await table.view(None)
        if dealt >= len(view.results):
            value = scenes.table_picture(words, facts, view, self._avatars.of)
            image = value, await self._painter.paint(value)
            notes = comfort.table_notes(words, facts, self._remarks)
            return table_panel.table(words, facts, view, image, notes)
        return await self._draw_deal_over(words, facts, view, dealt)

    async def _draw_deal_over(self, words: Words, facts: TableFacts, view: View, dealt: int) -> Drawing:
        then = replace(view, results=view.results[: dealt + 1])
        current = view.turn == AWAITS_DECK and dealt == len(view.results) - 1
        sheet = scenes.score_sheet(words, facts, then)
        image = sheet, await self._painter.paint(sheet)
        notes = comfort.rest_note(words, facts, then, self._remarks)
        if current:
            notes += comfort.table_notes(words, facts, self._remarks)
        return table_panel.deal_over(words, facts, then, image, notes, current=current)


def _places(view: View) -> tuple[int, ...]:
    if view.turn != OVER:
        return ()
    return tuple(1 + sum(other > own for other in view.points) for own in view.points)
