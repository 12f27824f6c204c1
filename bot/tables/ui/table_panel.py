"""A table's message in its channel, also while what is played there is veiled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.discordkit.panel import FELT, Drawing, button, draw, picture
from bot.discordkit.ports import on_table
from bot.discordkit.press_ids import PressId
from bot.engine.game import AWAITS_DECK
from bot.pictures.values import ScoreSheet, TablePicture
from bot.tables.model import State, TableFacts
from bot.tables.ports import GameProgress
from bot.tables.ui.ending_panel import deal_lines
from bot.tables.ui.footer import AtTable, back, footer, last_trick, more, my_hand, resume
from bot.tables.ui.hand_panel import SHEET_FILE, next_deal, told_lines
from bot.telling import phrases
from bot.telling.alt import alt_text
from bot.telling.games.registry import teller_of
from bot.telling.phrases import relative
from bot.telling.reader import Reader, TablePerspective
from bot.words.catalogue import Words
from bot.words.names import in_text

TABLE_FILE: Final = "table.png"


def table(
    sight: TablePerspective,
    image: tuple[TablePicture, bytes],
    notes: Sequence[str] = (),
) -> Drawing:
    """The table while a deal is played. ``notes`` are what else is to be told to all."""
    words, view = sight.words, sight.view
    value, data = image
    lines = [f"**{teller_of(view.rules).heading(sight)}** · {_turn(sight)}"]
    lines += [*told_lines(sight), *notes, *time_up(sight)]
    lines.append("-# " + words("table.footer", deal=phrases.deal_title(sight), table=sight.facts.id))
    if view.deal == 0 and not view.tricks:
        lines.append("-# " + _first_dealer(sight))
    shown = picture(TABLE_FILE, alt_text(words, value), data)
    return draw(lines, shown, seat_buttons(sight), footer(sight, [my_hand(sight)]), accent=FELT)


def _first_dealer(sight: TablePerspective) -> str:
    """Who deals first, and by which draw (D6)."""
    key = "table.first-dealer"
    if sight.view.rules.values.get("first-dealer") == "king-of-hearts":
        key = "table.first-dealer-king"
    return sight.words(key, name=in_text(sight.seats[sight.view.dealer].name))


def deal_over(
    sight: TablePerspective,
    image: tuple[ScoreSheet | TablePicture, bytes],
    notes: Sequence[str] = (),
    *,
    current: bool,
) -> Drawing:
    """A deal that has just ended: who scored what, with the sheet so far, or with the table as long as its
    last trick is looked at. ``notes`` are what else is to be told of it, ``current`` while the next deal
    waits."""
    words = sight.words
    value, data = image
    lines = [*deal_lines(sight), *notes, *time_up(sight)]
    if current:
        lines.append(waiting(sight))
    file = SHEET_FILE if isinstance(value, ScoreSheet) else TABLE_FILE
    shown = picture(file, alt_text(words, value), data)
    ways = [next_deal(sight), *seat_buttons(sight), last_trick(sight), more(sight)] if current else None
    return draw(lines, shown, ways, accent=FELT)


def time_up(sight: AtTable) -> list[str]:
    """That robots play to the end, where they do."""
    return [f"-# {sight.words('table.time-up')}"] if sight.facts.time_up else []


def _turn(sight: TablePerspective) -> str:
    if sight.facts.state is State.ADJOURNED:
        return phrases.adjourned_line(sight.words, sight.facts)
    return in_text(phrases.state_line(sight))


def waiting(sight: AtTable) -> str:
    """For whom the next deal waits."""
    words = sight.words
    if sight.facts.state is State.ADJOURNED:
        return phrases.adjourned_line(words, sight.facts)
    names = [in_text(seat.name) for seat in sight.facts.seats if not seat.played_by_robot and not seat.ready]
    text = words("deal.waiting", names=words.both(names)) if names else words("deal.dealing")
    if sight.facts.deadline is not None:
        text += " " + words("deal.starts", when=relative(sight.facts.deadline))
    return text


def seat_buttons(sight: AtTable) -> list[ui.Button[Any]]:
    """What somebody has to decide for the game to go on as it should."""
    facts = sight.facts
    buttons: list[ui.Button[Any]] = []
    if facts.time_up:
        return buttons
    if facts.state is State.ADJOURNED and not facts.is_paused:
        buttons.append(resume(sight))
    if any(seat.absent for seat in facts.seats):
        buttons.append(back(sight))
    if any(seat.played_by_robot for seat in facts.seats):
        buttons.append(button(sight.words("button.sit-down"), PressId("sit-down", on_table(facts.id))))
    return buttons


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


def veiled_table(sight: VeiledSight, dealt: int) -> Drawing:
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
    ready = [next_deal(sight)] if waits and facts.state is State.PLAYING else []
    ways = [*ready, *seat_buttons(sight), my_hand(sight), more(sight)] if current else None
    return draw(lines, ways, accent=FELT)


def record(words: Words, facts: TableFacts) -> Drawing:
    """What stands in the place of the game's running record, and at its end of the result."""
    key = "game.over" if facts.state is State.FINISHED else "lobby.started"
    head = words(key, preset=phrases.game_in_text(words, facts), table=facts.id)
    return draw([head, f"-# {words('table.veiled')}"])


def _state(sight: VeiledSight) -> str:
    words, facts = sight.words, sight.facts
    if sight.progress.turn == AWAITS_DECK:
        return waiting(sight)
    if facts.state is State.ADJOURNED:
        return phrases.adjourned_line(words, facts)
    return words("table.veiled-turn", name=in_text(facts.seats[sight.progress.turn].name))
