"""``easy``: rules of thumb, the same for every contract of the King family.

A card is good when the trick it takes is worth having, and when it is no loss to be rid of it. In a
negative contract that means: duck as high as possible, throw penalty cards on other people's tricks, unload
what would win later, take a worthless trick with a high card. In a trump deal: take tricks as cheaply as
possible, keep what will win. Of cards equally good the one named first in the pack's order is played.
"""

from __future__ import annotations

from typing import Final

from bot.engine.actions import ACCEPT, OFFER, PASS, REFUSE, TRUMP, Action
from bot.engine.cards import ACE, SUIT_MASKS, SUIT_OF, SUITS, Card, CardSet, Suit, members
from bot.engine.game import View
from bot.engine.king.course import contract_of
from bot.robots.reading import Reading

WANTED_LATER: Final = 0.8
"""What a card may yet win, against what it wins now."""
UNWANTED_LATER: Final = 0.4
"""What a card may yet cost, against what it costs now: it can often be thrown away in time."""
COMPANY: Final = 1.2
"""How many of the others are thought to contest a later trick."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is."""
    if view.phase == "trump":
        return TRUMP[best_trump(view.hand)]
    if view.phase == "offers":
        return _offer(view)
    if view.phase == "answer":
        return _answer(view)
    return _card(view)


def _card(view: View) -> Card:
    contract = contract_of(view)
    assert contract is not None
    legal = members(view.legal)
    if len(legal) == 1:
        return legal[0]
    reading = Reading(view, contract)
    return min(legal, key=lambda card: (-round(worth(reading, card), 6), card))


def worth(reading: Reading, card: Card) -> float:
    """How good it is to play a card now, in points."""
    gained = reading.wins(card) * reading.now(card)
    power = reading.stands(card, COMPANY)
    later = reading.later(SUIT_OF[card])
    kept = power * later * (WANTED_LATER if later > 0 else UNWANTED_LATER)
    # A penalty card kept may still be captured by its holder, the more likely the higher it is.
    captured = reading.own(card) * (0.15 + 0.4 * power)
    return gained - kept - captured


def best_trump(hand: CardSet) -> Suit:
    """The suit in which a hand is likely to take most tricks."""
    return max(SUITS, key=lambda suit: (round(tricks_with(hand, suit), 6), -suit))


def tricks_with(hand: CardSet, trump: Suit) -> float:
    """About how many tricks a hand takes with these trumps."""
    trumps = hand & SUIT_MASKS[trump]
    length = trumps.bit_count()
    total = sum(_TRUMP_TRICKS[card % 13] for card in members(trumps)) + 0.8 * max(0, length - 3)
    for suit in SUITS:
        if suit != trump:
            cards = members(hand & SUIT_MASKS[suit])
            total += sum(_SIDE_TRICKS[card % 13] for card in cards)
            total += 0.5 * max(0, 2 - len(cards)) * (length > 2)
    return total


_TRUMP_TRICKS: Final = tuple([0.15] * 8 + [0.25, 0.4, 0.6, 0.85, 1.0])
_SIDE_TRICKS: Final = tuple([0.0] * 9 + [0.1, 0.2, 0.55, 0.85])
assert len(_TRUMP_TRICKS) == len(_SIDE_TRICKS) == ACE + 1


def gain_of_naming(hand: CardSet) -> float:
    """How many tricks more a hand takes with its own trumps than with any."""
    with_each = [tricks_with(hand, suit) for suit in SUITS]
    return max(with_each) - sum(with_each) / len(with_each)


def _offer(view: View) -> Action:
    """The least offer there can be, if naming the trump is worth more than that."""
    least = next((tricks for tricks in range(1, len(OFFER)) if view.legal >> OFFER[tricks] & 1), None)
    if least is None or gain_of_naming(view.hand) < least + 0.5:
        return PASS
    return OFFER[least]


def _answer(view: View) -> Action:
    """Accept what is worth more than naming the trump oneself."""
    offered = max(OFFER.index(said.action) for said in view.said if said.action in OFFER[1:])
    return ACCEPT if offered > gain_of_naming(view.hand) else REFUSE
