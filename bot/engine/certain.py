"""*Take the rest*: whether a seat is sure of every trick that is left, however the cards lie that it does
not see, whatever the others know of each other's, and however they play.

All of it follows from the seat's own view. Of the others nothing is taken for granted but that they follow
suit; what else a contract asks of them could only leave them less. Who wins every trick leads to every one,
so of what the seat itself owes only the rules for leading matter.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.cards import CARDS, SUIT_MASK_OF, SUIT_MASKS, SUIT_OF, SUITS, Card, CardSet, members, set_of
from bot.engine.game import TrickRules, View, may_lead


def certain_rest(view: View) -> tuple[Card, ...] | None:
    """The cards of the seat in an order in which each is sure to win its trick; None where there is no such
    order, or it is not this seat that leads now."""
    rules = view.trick_rules
    if rules is None or view.seat is None or view.turn != view.seat or view.trick.cards:
        return None
    order = _best_order(view, rules)
    held = may_hold(view)
    led = [0] * len(SUITS)
    for card in order:
        if not all(_beaten_by_none(card, rules, cards, led, view.trump) for cards in held.values()):
            return None
        led[SUIT_OF[card]] += 1
    return order


def may_hold(view: View) -> Mapping[int, CardSet]:
    """For each other seat the cards that may be in its hand: not seen elsewhere, not of a suit it has shown
    void, and no more than there is room for where the rest of its hand is known."""
    open_hands, void = _open_hands(view), _voids(view)
    hidden = view.unseen & ~sum(open_hands.values())
    held = {
        seat: cards if cards.bit_count() == view.hand_sizes[seat] else cards | hidden & ~void[seat]
        for seat, cards in open_hands.items()
    }
    known: set[int] = set()
    while found := {seat for seat in held if held[seat].bit_count() == view.hand_sizes[seat]} - known:
        known |= found
        for seat in held.keys() - known:
            held[seat] &= ~sum(held[other] for other in known)
    return held


def _open_hands(view: View) -> dict[int, CardSet]:
    """The cards in each other hand that all have been shown."""
    unseen = view.unseen
    return {
        seat: unseen & set_of(card for holder, card in view.shown if holder == seat)
        for seat in range(view.players)
        if seat != view.seat
    }


def _voids(view: View) -> list[CardSet]:
    """For each seat the suits it has not followed in this deal."""
    void = [0] * view.players
    for trick in view.tricks:
        suit = SUIT_MASK_OF[trick.cards[0]]
        for step, card in enumerate(trick.cards):
            if not suit >> card & 1:
                void[(trick.leader + step) % view.players] |= suit
    return void


def _best_order(view: View, rules: TrickRules) -> tuple[Card, ...]:
    """The hand in the order in which it is best led: trumps first, so that nobody is left with any; within a
    suit the strongest first, so that a weak card comes when the others have none left to beat it."""
    trumps = 0 if view.trump is None else SUIT_MASKS[view.trump]
    strength = {card: (rules.beats[card] & SUIT_MASK_OF[card]).bit_count() for card in CARDS}
    hand, order = view.hand, list[Card]()
    while hand:
        legal = may_lead(rules.leads, hand)
        card = min(members(legal & trumps or legal), key=lambda card: (SUIT_OF[card], strength[card]))
        order.append(card)
        hand ^= 1 << card
    return tuple(order)


def _beaten_by_none(card: Card, rules: TrickRules, held: CardSet, led: list[int], trump: int | None) -> bool:
    """Whether a card that is led wins against a hand in which these cards may be, ``led`` counting the leads
    of each suit before. Who can follow does: after so many leads nobody who had no more cards of the suit has
    one left."""
    suit = SUIT_MASK_OF[card]
    better = rules.beats[card] & held
    if better & suit and (held & suit).bit_count() > led[SUIT_OF[card]]:
        return False
    ruffs = better & ~suit
    return trump is None or not ruffs or ruffs.bit_count() <= led[trump]
