"""What a channel is shown of a table whose cards are still to be played at others: how far it is and for whom
it waits, and nothing of the cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.engine.game import AWAITS_DECK
from bot.tables.model import State, TableFacts
from bot.tables.ports import GameProgress
from bot.telling import phrases
from bot.telling.reader import Reader
from bot.ui.discord.panel import Drawing, Panel, even_rows
from bot.ui.table.footer import more, my_hand
from bot.ui.table.hand_panel import next_deal
from bot.ui.table.table_panel import FELT, seat_buttons, time_up, waiting
from bot.words.catalogue import Words
from bot.words.names import in_text


@dataclass(frozen=True, slots=True)
class VeiledSight:
    """Such a table as its reader sees it."""

    reader: Reader
    facts: TableFacts
    progress: GameProgress

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.reader.words


def table(sight: VeiledSight, dealt: int) -> Drawing:
    """The message of a deal, counted from 0, those thrown in too: of the one in play or to come, and what
    stays of others until all is shown."""
    words, facts, progress = sight.words, sight.facts, sight.progress
    heading = f"**{phrases.game_in_text(words, facts)}**"
    deal = words(
        "table.veiled-deal",
        number=words.number(progress.deal + 1),
        of=words.number(progress.deals),
        table=facts.id,
    )
    in_play = facts.state in (State.PLAYING, State.ADJOURNED) and dealt >= progress.over
    waits = facts.state in (State.PLAYING, State.ADJOURNED) and progress.turn == AWAITS_DECK
    current = in_play or (waits and dealt == progress.over - 1)
    state = _state(sight) if current else words("state.deal-over")
    lines = [f"{heading} · {state}", f"-# {words('table.veiled')}"]
    if current:
        lines += [*time_up(sight), f"-# {deal}"]
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join(lines)), accent_colour=FELT)
    if current:
        ready = [next_deal(sight)] if waits and facts.state is State.PLAYING else []
        for row in even_rows([*ready, *seat_buttons(sight), my_hand(sight), more(sight)]):
            container.add_item(row)
    return Drawing(Panel(container))


def record(words: Words, facts: TableFacts) -> Drawing:
    """What stands in the place of the game's running record, and at its end of the result."""
    key = "game.over" if facts.state is State.FINISHED else "lobby.started"
    head = words(key, preset=phrases.game_in_text(words, facts), table=facts.id)
    return Drawing(Panel(ui.Container(ui.TextDisplay(f"{head}\n-# {words('table.veiled')}"))))


def _state(sight: VeiledSight) -> str:
    words, facts = sight.words, sight.facts
    if sight.progress.turn == AWAITS_DECK:
        return waiting(sight)
    if facts.state is State.ADJOURNED:
        return phrases.adjourned_line(words, facts)
    return words("table.veiled-turn", name=in_text(facts.seats[sight.progress.turn].name))
