"""How a pack goes out in batches and comes together again (rules.md, G2 and G3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import Final

from bot.engine.cards import CARD_OF_NAME, CARDS, FULL_PACK, Card, CardSet
from bot.engine.errors import RuleViolation
from bot.engine.options import Rules

Taker = Callable[[Sequence[int]], tuple[int, ...]]
"""Takes one seat's cards out of a deck, in the order dealt."""

_BIT: Final = {card: 1 << card for card in CARDS}


@cache
def takers(players: int, batches: tuple[int, ...], dealer: int) -> tuple[Taker, ...]:
    """For each seat, how to take its hand (of two cards or more) from a deck dealt in these batches, eldest
    hand first (G3)."""
    places: list[list[int]] = [[] for _ in range(players)]
    top = 0
    for size in batches:
        for step in range(1, players + 1):
            places[(dealer + step) % players].extend(range(top, top + size))
            top += size
    return tuple(itemgetter(*seat) for seat in places)


def hands_of(deck: Sequence[Card], pack: CardSet, takers: Sequence[Taker]) -> list[CardSet]:
    """Each seat's hand. Raises RuleViolation ``bad-deck`` unless the deck is a permutation of the pack."""
    if len(deck) == pack.bit_count():
        bits = [_BIT.get(card, 0) for card in deck]
        # As many cards as the pack has add up to its mask only if each is there once.
        if sum(bits) == pack:
            return [sum(take(bits)) for take in takers]
    raise RuleViolation("bad-deck", why_bad(deck, pack))


def dealt(deck: Sequence[Card], takers: Sequence[Taker]) -> list[CardSet]:
    """What each seat has been dealt of a good deck, when these takers take only part of it."""
    bits = [_BIT[card] for card in deck]
    return [sum(take(bits)) for take in takers]


def first_dealer(rules: Rules, deck: Sequence[Card]) -> int | None:
    """Who deals first where whoever is dealt the king of hearts does (D6): the pack goes out face up, one
    card at a time from seat 0 on, and is shuffled again afterwards. None where the cards do not decide."""
    if rules.values.get("first-dealer") != "king-of-hearts":
        return None
    return deck.index(CARD_OF_NAME["KH"]) % rules.players


def why_bad(deck: Sequence[Card], pack: CardSet) -> str:
    """Why a deck is no permutation of the pack, as a reason of errors.py."""
    if any(not 0 <= card < 52 or not pack >> card & 1 for card in deck):
        return "unknown-card"
    return "wrong-number" if len(deck) != pack.bit_count() else "repeated-card"


def gather(dealer: int, piles: Sequence[Sequence[Card]], left: Sequence[Sequence[Card]]) -> tuple[Card, ...]:
    """The pack as gathered for ``dealer``, bottom card first (G2): each seat's pile from the dealer's left
    on, then the cards left in hands in seat order."""
    players = len(piles)
    gathered = [card for step in range(1, players + 1) for card in piles[(dealer + step) % players]]
    return (*gathered, *(card for hand in left for card in hand))


def pack_without(names: str = "") -> CardSet:
    """The full pack less some cards, named in notation."""
    return FULL_PACK & ~sum(1 << CARD_OF_NAME[name] for name in names.split())
