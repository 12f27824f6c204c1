"""What makes a game go smoothly, on a hand and on a table's message: the buttons, and the lines that tell of
it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.engine.cards import Card
from bot.engine.certain import certain_rest
from bot.tables.clocks import is_persons_turn
from bot.tables.model import State, TableFacts
from bot.tables.wishes import stuck
from bot.telling import phrases
from bot.telling.reader import TablePerspective
from bot.ui.discord.panel import GREEN, button
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.ui.table.card_buttons import CardButtons
from bot.ui.table.messages import Remarks
from bot.words.names import in_text

# On one's hand


def own(look: CardButtons) -> list[ui.Button[Any]]:
    """All the tricks that are left, for who is certain of them."""
    view, facts = look.sight.view, look.sight.facts
    if view.turn != view.seat or facts.state is not State.PLAYING or len(certain_rest(view) or ()) < 2:
        return []
    press = PressId("take-rest", on_table(facts.id), facts.seq)
    return [button(look.sight.words("button.take-rest"), press, GREEN)]


def hand_notes(look: CardButtons, remarks: Remarks, played: Sequence[Card] = ()) -> list[str]:
    """That somebody asks this player to move, that a card they had queued cannot be played now, and which
    cards were ``played`` for them."""
    words, view, facts = look.sight.words, look.sight.view, look.sight.facts
    assert view.seat is not None
    found: list[str] = []
    nudge = remarks.nudge(facts)
    if nudge is not None and nudge.seat == view.seat:
        found.append(words("remark.nudges-you", name=in_text(facts.seats[nudge.by].name)))
    if (card := stuck(look.own, view)) is not None:
        found.append(words("queue.not-here", card=_said(look, card)))
    if played:
        said = words.both(_said(look, card) for card in played)
        found.append("-# " + words("remark.played-for-you", cards=said))
    return found


def _said(look: CardButtons, card: Card) -> str:
    text_mode = look.preferences.text_mode
    return phrases.card_name(look.sight.words, card) if text_mode else phrases.card_token(card, look.index)


# Among players


def emotes(sight: TablePerspective) -> list[ui.Button[Any]]:
    """The way to the emotes, where there is anybody to show one to."""
    if sight.facts.state is not State.PLAYING or not _in_company(sight.facts):
        return []
    return [button(sight.words("button.emotes"), PressId("emotes", on_table(sight.facts.id)))]


def nudge(sight: TablePerspective) -> list[ui.Button[Any]]:
    """The button for the impatient. It stays in its place where there is nobody to nudge, so that the others
    do not move under a finger."""
    facts = sight.facts
    if facts.state is not State.PLAYING or not _in_company(facts):
        return []
    idle = not is_persons_turn(facts) or facts.nudged
    return [button(sight.words("button.nudge"), PressId("nudge", on_table(facts.id)), disabled=idle)]


def _in_company(facts: TableFacts) -> bool:
    return sum(seat.user_id is not None for seat in facts.seats) > 1


def rematch(sight: TablePerspective) -> ui.Button[Any]:
    """Another game of the same."""
    return button(sight.words("button.rematch"), PressId("rematch", on_table(sight.facts.id)), GREEN)


def daily_result(sight: TablePerspective) -> ui.Button[Any]:
    """What a deal of the day came to, beside those of others."""
    return button(
        sight.words("button.daily-result"), PressId("daily-result", on_table(sight.facts.id)), GREEN
    )


def table_notes(sight: TablePerspective, remarks: Remarks) -> list[str]:
    """Who nudges whom, and emotes: for all to see."""
    found: list[str] = []
    if (nudged := remarks.nudge(sight.facts)) is not None:
        names = {"name": sight.seats[nudged.by].name, "other": sight.seats[nudged.seat].name}
        found.append(sight.words("remark.nudges", **{key: in_text(name) for key, name in names.items()}))
    for emote in remarks.emotes():
        name, said = in_text(sight.seats[emote.seat].name), sight.words(f"emote.{emote.key}")
        found.append(sight.words("remark.emote", name=name, emote=said))
    return found


def rest_note(sight: TablePerspective, remarks: Remarks) -> list[str]:
    """Who took all the tricks that were left of the last deal at once."""
    if not sight.view.results or sight.view.results[-1].points is None:
        return []
    seat = remarks.rest_taken_by(sight.view.results[-1].deal)
    return [] if seat is None else [sight.words("remark.rest", name=in_text(sight.seats[seat].name))]
