"""The button of a card that may be played, as its reader wishes to see and press it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.engine.actions import ACTION_TEXTS, Action
from bot.engine.cards import RANK_OF, SUIT_OF, Card
from bot.pictures.style import Index, letter
from bot.tables.model import TableFacts
from bot.ui import phrases
from bot.ui.custom_ids import PressId
from bot.ui.emojis import Faces
from bot.ui.panel import BLUE, BUTTONS_A_ROW, GREEN, GREY, RED, button
from bot.ui.preferences import Preferences
from bot.words.catalogue import Words

STYLE_OF_SUIT: Final = (GREEN, BLUE, RED, GREY)
MARK: Final = "✓"
NAMES_A_ROW: Final = 3


@dataclass(frozen=True, slots=True)
class Buttons:
    """How a reader has them. In text mode they say the card's name; where cards are pressed twice, a press
    only marks its card, and the one that is ``marked`` plays it. ``faces`` are emojis that show the cards."""

    words: Words
    index: Index
    wishes: Preferences
    marked: Action | None = None
    faces: Faces | None = None

    @property
    def width(self) -> int:
        """How many stand in a row."""
        return NAMES_A_ROW if self.wishes.text_mode else BUTTONS_A_ROW

    def card(self, facts: TableFacts, card: Card, action: Action) -> ui.Button[Any]:
        """The button of one card; ``action`` plays it or lays it aside."""
        again = action == self.marked
        verb = "mark" if self.wishes.press_twice and not again else "act"
        press = PressId(verb, facts.id, facts.seq, ACTION_TEXTS[action])
        style = BLUE if again else STYLE_OF_SUIT[SUIT_OF[card]]
        if self.wishes.text_mode:
            name = phrases.card_name(self.words, card)
            return button(self.words("button.again", card=name) if again else name, press, style)
        if self.faces is not None:
            return button(MARK if again else "", press, style, emoji=self.faces[card])
        label, emoji = letter(RANK_OF[card], self.index), phrases.SUIT_EMOJI[SUIT_OF[card]]
        return button(f"{MARK} {label}" if again else label, press, style, emoji=emoji)
