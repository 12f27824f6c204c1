"""*Why?*, what is pressed on its panel, and whether it may be asked during a deal."""

from __future__ import annotations

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, acknowledge, answer, redraw
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.press_ids import AboutSomethingElse, PressId
from bot.discordkit.routes import Route, chosen
from bot.robots.why import can_explain
from bot.tables.asking import can_be_asked, cards_played, deal_is_over, eyes, is_allowed
from bot.tables.errors import TableError
from bot.tables.table import Table
from bot.tables.ui import why_panel
from bot.tables.ui.access import at_table
from bot.tables.ui.answering import Answering
from bot.tables.ui.explaining import Explaining
from bot.tables.ui.footer import NO, WHY, WHY_ALLOW, YES
from bot.tables.ui.why_panel import CardQuestion
from bot.telling import why as telling
from bot.telling.reader import TablePerspective


class WhyPresses:
    """Handlers by verb."""

    def __init__(self, answering: Answering, people: People, explaining: Explaining) -> None:
        self._answering = answering
        self._people = people
        self._explaining = explaining

    def routes(self) -> dict[str, Route[Table]]:
        """Every verb of them."""
        return {
            WHY: at_table(self._ask, values=1),
            why_panel.GO: at_table(self._go, private=True, values=2),
            why_panel.CARD: at_table(self._card, private=True),
            WHY_ALLOW: at_table(self._allow, values=1),
        }

    async def _ask(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """A panel of one's own about a card."""
        await self._people.met(interaction)
        await self._answering.without_change(interaction, table)
        await answer(interaction, await self._panel(interaction, table, _number(press.value)))

    async def _go(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """Another card of the deal, on the same panel."""
        await self._redrawn(interaction, table, _number(press.values[0]))

    async def _card(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._redrawn(interaction, table, _number(chosen(interaction)))

    async def _redrawn(self, interaction: Interaction, table: Table, number: int) -> None:
        await self._people.met(interaction)
        await acknowledge(interaction)
        await redraw(interaction, await self._panel(interaction, table, number))

    async def _panel(self, interaction: Interaction, table: Table, number: int) -> Drawing:
        """What is said of the card that was the input of that number. Raises Refusal where it may not be
        asked, is of another deal, or the table's cards cannot be told."""
        facts = table.facts
        seat = facts.seat_of(interaction.user.id)
        if seat is None:
            raise TableError("not-seated")
        if not can_be_asked(facts):
            raise Refusal("why-over")
        view = await table.view(seat)
        if not can_explain(view.rules.preset.family):
            raise Refusal("why-unknown")
        if not deal_is_over(view) and not is_allowed(table.facts):
            raise Refusal("hint-daily" if facts.is_daily else "why-company")
        cards = cards_played(table.facts, view)
        played = next((one for one in cards if one.number == number), None)
        if played is None:
            raise Refusal("why-gone")
        sight = TablePerspective.at(table.facts, await self._people.reader(interaction.user.id), view)
        told = await self._explaining.why(table, played, eyes(table.facts, view, seat, played))
        return why_panel.why(
            sight, CardQuestion(played, cards, seat), telling.explanation(sight, told, played.seat)
        )

    async def _allow(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """A person allows it, or no longer; everybody's hands follow."""
        on = {YES: True, NO: False}.get(press.value)
        if on is None:
            raise AboutSomethingElse(press.verb)
        words = await self._people.words_of(interaction)
        await table.allow_why(interaction.user.id, on)
        await self._answering.without_change(interaction, table)
        key = (
            "why.now-forbidden"
            if not on
            else "why.now-allowed"
            if is_allowed(table.facts)
            else "why.now-waits"
        )
        await answer(interaction, panel.sentence(words(key)))


def _number(text: str) -> int:
    """Of an input. Raises AboutSomethingElse."""
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise AboutSomethingElse(text)
    return int(text)
