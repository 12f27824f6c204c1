"""``easy``: rules of thumb, the same for every contract of the King family. What it chooses between deal and
play is in ``choices``.

A card is good when the trick it takes is worth having, and when it is no loss to be rid of it. In a
negative contract that means: duck as high as possible, throw penalty cards on other people's tricks, unload
what would win later, take a worthless trick with a high card. In a trump deal: take tricks as cheaply as
possible, keep what will win. Of cards equally good the one named first in the pack's order is played.
"""

from __future__ import annotations

from typing import Final

from bot.engine.actions import Action
from bot.engine.cards import SUIT_OF, Card, members
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import step_of
from bot.robots.fixed_point import fixed
from bot.robots.king.choices import chosen
from bot.robots.king.reading import KingReading

WANTED_LATER: Final = 0.8
"""What a card may yet win, against what it wins now."""
UNWANTED_LATER: Final = 0.4
"""What a card may yet cost, against what it costs now: it can often be thrown away in time."""
COMPANY: Final = 1.2
"""How many of the others are thought to contest a later trick."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is."""
    step = step_of(view)
    if isinstance(step, Contract):
        return _card(view, step)
    return chosen(view, step)


def _card(view: View, contract: Contract) -> Card:
    legal = members(view.legal)
    if len(legal) == 1:
        return legal[0]
    reading = KingReading(view, contract)
    return min(legal, key=lambda card: (-worth(reading, card), card))


def worth(reading: KingReading, card: Card) -> int:
    """How good it is to play a card now, in parts of a point (``fixed_point.ONE``)."""
    gained = reading.wins(card) * reading.now(card)
    power = reading.stands(card, COMPANY)
    later = reading.later(SUIT_OF[card])
    kept = power * later * (WANTED_LATER if later > 0 else UNWANTED_LATER)
    # A penalty card kept may still be captured by its holder, the more likely the higher it is.
    captured = reading.own(card) * (0.15 + 0.4 * power)
    return fixed(gained - kept - captured)
