"""The zone of a hand in which cards are pressed: the whole hand as a grid of buttons, one a card.

A card's button is in the same place whether its player waits or is to move, and nothing else ever is: what
may not be pressed is disabled, and keeps its place. Waiting, a press puts the card in the queue, or takes it
out again; to move, it plays it, or lays it aside. Blue is what goes to the table, or will by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.engine.actions import ACTION_TEXTS, Action
from bot.engine.cards import SUIT_MASK_OF, Card, CardSet
from bot.engine.game import View
from bot.people.preferences import Preferences
from bot.pictures.style import Index
from bot.tables.model import NO_WISHES, State, Wishes
from bot.tables.wishes import QUEUE_LONGEST, due
from bot.telling import phrases
from bot.telling.reader import TablePerspective
from bot.telling.scenes import cards_offered
from bot.ui.discord.emojis import EmojiSet
from bot.ui.discord.panel import BLUE, GREY, button, rows
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table

OF_CARDS: Final = ("play", "discard")
"""Phases in which what is pressed are cards."""
CARDS_A_ROW: Final = 5
NAMES_A_ROW: Final = 2
MARK: Final = "✓"
PLACES: Final = "¹²³⁴⁵"
"""In the queue; narrow, so that five to a row fit a phone."""
assert len(PLACES) == QUEUE_LONGEST


@dataclass(frozen=True, slots=True)
class CardButtons:
    """Those of a hand, as its reader has them. In text mode they say the card's name; where cards are pressed
    twice, a press only marks its card, and the next one on what is ``marked`` plays or queues it. ``emojis``
    show the cards. ``own`` is what the reader has told the table."""

    sight: TablePerspective
    marked: Action | None = None
    emojis: EmojiSet | None = None
    own: Wishes = NO_WISHES

    @property
    def preferences(self) -> Preferences:
        """The reader's."""
        return self.sight.reader.preferences

    @property
    def index(self) -> Index:
        """The letters on the reader's cards."""
        return self.sight.reader.card_style(self.sight.view.rules.preset.name).index

    def zone(self, cards: Sequence[Card]) -> list[ui.ActionRow[Any]]:
        """The hand, its ``cards`` in the reader's order; nothing where something else than cards is
        pressed."""
        view = self.sight.view
        offered = cards_offered(view)
        if view.phase not in OF_CARDS and not offered:
            return []
        width = NAMES_A_ROW if self.preferences.text_mode else CARDS_A_ROW
        return rows([self._card(card, offered) for card in cards], width)

    def _card(self, card: Card, offered: Mapping[Card, Action]) -> ui.Button[Any]:
        facts, action = self.sight.facts, offered.get(card, card)
        verb = self._verb(card, offered)
        press = PressId(verb or "queue", on_table(facts.id), facts.seq, (ACTION_TEXTS[action],))
        place = self.own.queued.index(card) if card in self.own.queued else None
        marked = verb is not None and action == self.marked and place is None
        style = BLUE if verb in ("act", "unqueue") or marked else GREY
        sign = MARK if marked else "" if place is None else PLACES[place]
        if self.preferences.text_mode:
            name = phrases.card_name(self.sight.words, card)
            return button(self._named(name, place, marked=marked), press, style, disabled=verb is None)
        if self.emojis is not None:
            return button(sign, press, style, emoji=self.emojis[card], disabled=verb is None)
        label = sign + phrases.card_in_label(card, self.index)
        return button(label, press, style, disabled=verb is None)

    def _named(self, name: str, place: int | None, *, marked: bool) -> str:
        words = self.sight.words
        if place is not None:
            return words("button.queued", place=words.number(place + 1), card=name)
        return words("button.again", card=name) if marked else name

    def _verb(self, card: Card, offered: Mapping[Card, Action]) -> str | None:
        """What a press does now; None: nothing.

        A queued card can be taken out until it is played: also while the table pauses before it plays the
        first one, so that the meaning of its button does not change when the turn comes."""
        view, facts, queued = self.sight.view, self.sight.facts, self.own.queued
        assert view.seat is not None
        if facts.state is not State.PLAYING or facts.seats[view.seat].absent:
            return None
        if view.turn == view.seat:
            if card in queued and due(self.own, view.legal) is not None:
                return "unqueue"
            return self._twice("act", offered[card]) if card in offered else None
        if view.phase != "play":
            return None
        if card in queued:
            return "unqueue"
        room = len(queued) < QUEUE_LONGEST
        return self._twice("queue", card) if room and may_come(view, queued) >> card & 1 else None

    def _twice(self, verb: str, action: Action) -> str:
        return "mark" if self.preferences.press_twice and action != self.marked else verb


def may_come(view: View, queued: Sequence[Card] = ()) -> CardSet:
    """The cards that may be legal when they come, these being queued before them: as the next one to a trick
    that was led, and to which one has not played yet, only the suit that was led, for who has it (G5)."""
    trick = view.trick
    assert view.seat is not None
    if queued or not trick.cards or (view.seat - trick.leader) % view.players < len(trick.cards):
        return view.hand
    return view.hand & SUIT_MASK_OF[trick.cards[0]] or view.hand
