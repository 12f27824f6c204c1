"""What makes a game go smoothly, on a hand and on a table's message: the buttons, and the lines that tell of
it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.engine.actions import ACTION_TEXTS
from bot.engine.cards import RANK_OF, SUIT_MASK_OF, SUIT_OF, Card, CardSet
from bot.engine.certain import certain_rest
from bot.engine.game import View
from bot.pictures.style import letter
from bot.tables.clocks import is_persons_turn
from bot.tables.model import State, TableFacts
from bot.ui import phrases
from bot.ui.custom_ids import PressId
from bot.ui.panel import GREEN, button, select, select_option
from bot.ui.panels.card_buttons import Buttons
from bot.ui.remarks import Remarks
from bot.words.catalogue import Words
from bot.words.names import in_text

# On one's hand


def queueing(look: Buttons, facts: TableFacts, view: View, cards: Sequence[Card]) -> list[ui.Item[Any]]:
    """What a player who is not to move may play next, in the order of ``cards``; nothing for anybody else."""
    assert view.seat is not None
    waits = view.phase == "play" and view.turn != view.seat and facts.state is State.PLAYING
    if not waits or not view.hand or facts.seats[view.seat].absent:
        return []
    offered, queued = _may_come(view), facts.seats[view.seat].queued
    options = [_option(look, card, queued=card == queued) for card in cards if offered >> card & 1]
    return [select(PressId("queue-choose", facts.id, facts.seq), look.words("queue.which"), options)]


def _may_come(view: View) -> CardSet:
    """The cards that may be legal when one's turn comes: to a trick that was led, and to which one has not
    played yet, only the suit that was led, for who has it (G5)."""
    trick = view.trick
    assert view.seat is not None
    if not trick.cards or (view.seat - trick.leader) % view.players < len(trick.cards):
        return view.hand
    return view.hand & SUIT_MASK_OF[trick.cards[0]] or view.hand


def _option(look: Buttons, card: Card, *, queued: bool) -> discord.SelectOption:
    name, emoji = phrases.card_name(look.words, card), None
    if not look.wishes.text_mode:
        name, emoji = letter(RANK_OF[card], look.index), phrases.SUIT_EMOJI[SUIT_OF[card]]
    label = look.words("queue.next", card=name) if queued else name
    return select_option(label=label, value=ACTION_TEXTS[card], emoji=emoji, default=queued)


def own(look: Buttons, facts: TableFacts, view: View) -> list[ui.Button[Any]]:
    """A queued card taken back, and all the tricks that are left."""
    assert view.seat is not None
    queued, found = facts.seats[view.seat].queued, list[ui.Button[Any]]()
    if queued is not None:
        label = look.words("button.unqueue", card=_said(look, queued))
        found.append(button(label, PressId("unqueue", facts.id)))
    if view.turn == view.seat and facts.state is State.PLAYING and len(certain_rest(view) or ()) > 1:
        press = PressId("take-rest", facts.id, facts.seq)
        found.append(button(look.words("button.take-rest"), press, GREEN))
    return found


def hand_notes(look: Buttons, facts: TableFacts, view: View, remarks: Remarks) -> list[str]:
    """That somebody asks this player to move, and what was played for them."""
    assert view.seat is not None
    words, found = look.words, list[str]()
    nudge = remarks.nudge(facts)
    if nudge is not None and nudge.seat == view.seat:
        found.append(words("remark.nudges-you", name=in_text(facts.seats[nudge.by].name)))
    user_id = facts.seats[view.seat].user_id
    if user_id is not None and (cards := remarks.played_for(facts.id, user_id)):
        said = words.both(_said(look, card) for card in cards)
        found.append("-# " + words("remark.played-for-you", cards=said))
    return found


def _said(look: Buttons, card: Card) -> str:
    text_mode = look.wishes.text_mode
    return phrases.card_name(look.words, card) if text_mode else phrases.card_token(card, look.index)


# Among players


def emotes(words: Words, facts: TableFacts) -> list[ui.Button[Any]]:
    """The way to the emotes, where there is anybody to show one to."""
    if facts.state is not State.PLAYING or not _in_company(facts):
        return []
    return [button(words("button.emotes"), PressId("emotes", facts.id))]


def nudge(words: Words, facts: TableFacts) -> list[ui.Button[Any]]:
    """The button for the impatient. It stays in its place where there is nobody to nudge, so that the others
    do not move under a finger."""
    if facts.state is not State.PLAYING or not _in_company(facts):
        return []
    idle = not is_persons_turn(facts) or facts.nudged
    return [button(words("button.nudge"), PressId("nudge", facts.id), disabled=idle)]


def _in_company(facts: TableFacts) -> bool:
    return sum(seat.user_id is not None for seat in facts.seats) > 1


def rematch(words: Words, facts: TableFacts) -> ui.Button[Any]:
    """Another game of the same."""
    return button(words("button.rematch"), PressId("rematch", facts.id), GREEN)


def table_notes(words: Words, facts: TableFacts, remarks: Remarks) -> list[str]:
    """Who nudges whom, and emotes: for all to see."""
    found: list[str] = []
    if (nudged := remarks.nudge(facts)) is not None:
        names = {"name": facts.seats[nudged.by].name, "other": facts.seats[nudged.seat].name}
        found.append(words("remark.nudges", **{key: in_text(name) for key, name in names.items()}))
    for emote in remarks.emotes(facts.id):
        name, said = in_text(facts.seats[emote.seat].name), words(f"emote.{emote.key}")
        found.append(words("remark.emote", name=name, emote=said))
    return found


def rest_note(words: Words, facts: TableFacts, view: View, remarks: Remarks) -> list[str]:
    """Who took all the tricks that were left of the last deal at once."""
    if not view.results or view.results[-1].points is None:
        return []
    seat = remarks.rest_taken_by(facts.id, view.results[-1].deal)
    return [] if seat is None else [words("remark.rest", name=in_text(facts.seats[seat].name))]
