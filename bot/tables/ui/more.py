"""What is behind *More*: *Why?*, for one person's eyes, and *Check the deals*, on the spot."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from discord import ui

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, acknowledge, answer, redraw
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.panel import Drawing, Part, button, draw, link, select, select_option
from bot.discordkit.people import People
from bot.discordkit.ports import on_table
from bot.discordkit.routes import Route, chosen
from bot.engine.game import AWAITS_DECK
from bot.robots.why import can_explain
from bot.tables.asking import PlayedCard, can_be_asked, cards_played, deal_is_over, eyes, is_allowed
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, State
from bot.tables.recovery import check_record
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui import ending_panel, footer
from bot.tables.ui import footer as comfort
from bot.tables.ui.access import at_table
from bot.tables.ui.display import Display
from bot.tables.ui.explaining import Explaining
from bot.tables.ui.footer import NO, WHY, WHY_ALLOW, YES
from bot.tables.ui.lobby_panel import how_to_play
from bot.tables.ui.play_presses import Answering
from bot.telling import phrases
from bot.telling import why as telling
from bot.telling.phrases import TableViewModel
from bot.words.catalogue import Words

GO: Final = "why-go"
CARD: Final = "why-card"


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """One of the ``cards`` of a deal, which are in order; ``asker`` is the seat of who asks."""

    played: PlayedCard
    cards: Sequence[PlayedCard]
    asker: int


def why(model: TableViewModel, asked: CardQuestion, lines: Sequence[str]) -> Drawing:
    """The panel."""
    trick = model.words("why.trick", trick=model.words.number(_trick(model, asked.played)))
    return draw(
        [f"-# {trick}", *lines],
        _cards(model, asked),
        _ways(model, asked),
        reader=model.reader.user_id,
    )


def _trick(model: TableViewModel, played: PlayedCard) -> int:
    return played.ply // model.view.players + 1


def _cards(model: TableViewModel, asked: CardQuestion) -> Part:
    """The cards of the same trick, by who played them."""
    words, facts = model.words, model.facts
    trick = _trick(model, asked.played)
    index = model.reader.card_style(model.view.rules.preset.name).index
    text_mode = model.reader.preferences.text_mode
    options = [
        select_option(
            words(
                "why.card-of",
                card=phrases.card_name(words, one.card)
                if text_mode
                else phrases.card_in_label(one.card, index),
                name=facts.seats[one.seat].name,
            ),
            str(one.number),
            default=one == asked.played,
        )
        for one in asked.cards
        if _trick(model, one) == trick
    ]
    press = PressId(CARD, on_table(facts.id), facts.seq)
    return select(press, words("why.pick"), options)


def _ways(model: TableViewModel, asked: CardQuestion) -> Iterator[ui.Button[Any]]:
    """The trick before and after, and one's own last card."""
    words, facts = model.words, model.facts
    trick = _trick(model, asked.played)
    by_seat = [one for one in asked.cards if one.seat == asked.played.seat]
    before = next((one for one in reversed(by_seat) if _trick(model, one) < trick), None)
    after = next((one for one in by_seat if _trick(model, one) > trick), None)
    own = next((one for one in reversed(asked.cards) if one.seat == asked.asker), None)
    for key, target in (("why.before", before), ("why.after", after), ("why.own", own)):
        stays = target is None or target == asked.played
        number = asked.played.number if target is None else target.number
        press = PressId(GO, on_table(facts.id), facts.seq, (str(number), key.rpartition(".")[2]))
        yield button(words(key), press, disabled=stays)


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
            GO: at_table(self._go, private=True, values=2),
            CARD: at_table(self._card, private=True),
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
        asked, is of another deal, or the table's cards cannot be known."""
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
        model = TableViewModel.at(table.facts, await self._people.reader(interaction.user.id), view)
        explanation = await self._explaining.why(table, played, eyes(table.facts, view, seat, played))
        return why(
            model, CardQuestion(played, cards, seat), telling.explanation(model, explanation, played.seat)
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


class FairPresses:
    """Handlers by verb. ``page`` is where anybody can check a record in a browser, if there is such."""

    def __init__(self, answering: Answering, people: People, page: str | None) -> None:
        self._answering = answering
        self._people = people
        self._page = page

    def routes(self) -> dict[str, Route[Table]]:
        """The one verb."""
        return {"fair": at_table(self._fair)}

    async def _fair(self, interaction: Interaction, press: PressId, table: Table) -> None:
        words = await self._people.words_of(interaction)
        await self._answering.without_change(interaction, table)
        await answer(interaction, await fair_drawing(words, table, self._page))


async def fair_drawing(words: Words, table: Table, page: str | None = None) -> Drawing:
    """What *Check the deals* shows of a table now; ``page`` is where a record can be checked in a browser.
    Raises TableError."""
    facts, secret = table.facts, table.revealed_secret
    if secret is None:
        return ending_panel.fair(words, facts, None)
    record = (await table.record()).encode()
    checked = await asyncio.to_thread(check_record, record, facts.commitment)
    return ending_panel.fair(words, facts, ending_panel.Opened(secret, record, checked, page))


def more(model: TableViewModel, table_url: str | None) -> Drawing:
    """The panel for its reader, at the table or not; ``table_url`` is where the table's message is."""
    words, facts = model.words, model.facts
    heading = words("more.table", table=facts.number, preset=phrases.game_in_text(words, facts))
    lines = [
        f"**{heading}**",
        *(f"-# {line}" for line in footer.why_allowed_line(model) if _is_seated(model)),
    ]
    return draw(lines, buttons(model, table_url))


def buttons(model: TableViewModel, table_url: str | None) -> list[ui.Button[Any]]:
    """All there are for this reader, in order. Once a deal is over, *Check the deals* is behind *Deals*."""
    words, facts = model.words, model.facts
    found = [button(words("button.rules"), PressId("rules", on_table(facts.id))), *how_to_play(words, facts)]
    if model.view.results:
        found.append(comfort.deals(model))
    if _is_seated(model):
        found += [*comfort.emotes(model), *comfort.nudge(model), *_size_of_cards(model)]
        found += footer.allow_why(model)
        found += (
            [footer.last_trick(model)]
            if model.view.turn == AWAITS_DECK
            else [footer.scores(model)]
            if footer.hint(model) and footer.why(model)  # which stand in its place on the hand
            else []
        )
    if not model.view.results:
        found.append(ending_panel.way_in(words, facts.id))
    if table_url:
        found.append(link(words("button.table"), table_url))
    if _is_seated(model) and facts.state in UNFINISHED:
        found.append(button(words("button.leave"), PressId("leave", on_table(facts.id))))
    return found


def _is_seated(model: TableViewModel) -> bool:
    user_id = model.reader.user_id
    return user_id is not None and model.facts.seat_of(user_id) is not None


def _size_of_cards(model: TableViewModel) -> list[ui.Button[Any]]:
    """The hand in one row, or larger in two: there is no picture of it in text mode, and none after the
    game."""
    chosen = model.reader.preferences
    if chosen.text_mode or model.facts.state is State.FINISHED:
        return []
    label = model.words("button.one-row" if chosen.two_rows else "button.two-rows")
    return [button(label, PressId("rows", on_table(model.facts.id)))]


class MorePresses:
    """Handlers by verb."""

    def __init__(self, tables: Tables, display: Display, answering: Answering, people: People) -> None:
        self._tables = tables
        self._display = display
        self._answering = answering
        self._people = people

    def routes(self) -> dict[str, Route[Table]]:
        """Every verb of them."""
        return {"more": at_table(self._more), "rows": at_table(self._rows, private=True)}

    async def _more(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._people.met(interaction)
        await self._answering.without_change(interaction, table)
        await answer(interaction, await self._panel(interaction, table))

    async def _rows(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """Larger cards in two rows, or all in one: the hands that are being played follow, and the button
        says the other."""
        if table.facts.seat_of(interaction.user.id) is None:
            raise TableError("not-seated")
        player = await self._people.met(interaction)
        await self._people.prefer(
            player.user_id, lambda chosen: replace(chosen, two_rows=not chosen.two_rows)
        )
        for one in self._tables.running(user_id=player.user_id):
            self._display.preferred(one, player.user_id)
        if self._answering.slot_of(interaction, table) is None:
            await redraw(interaction, await self._panel(interaction, table))
        else:  # a hand of before this button was behind *More*: it stays one
            await self._answering.without_change(interaction, table)

    async def _panel(self, interaction: Interaction, table: Table) -> Drawing:
        reader = await self._people.reader(interaction.user.id)
        model = TableViewModel.at(table.facts, reader, await table.public_view(interaction.user.id))
        url = None if table.facts.is_private else self._display.messages.table_url(table.facts)
        return more(model, url)
