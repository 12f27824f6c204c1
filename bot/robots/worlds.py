"""The cards that a seat does not see, dealt out in a way that may be the real one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.engine.cards import Card, CardSet, members, set_of

Hands = list[CardSet]
"""Each seat's hand."""


def dealt(cards: list[Card], room: Sequence[int], closed: Sequence[CardSet] | None, random: Random) -> Hands:
    """The cards shuffled (in place) and dealt out: to each seat as many as it has room for, none that is
    closed to it. There must be a way to do so."""
    random.shuffle(cards)
    return _as_they_lie(cards, room) if closed is None else _placed(cards, room, closed, random)


def _as_they_lie(cards: Sequence[Card], room: Sequence[int]) -> Hands:
    """Shuffled cards dealt out as they lie."""
    hands: Hands = []
    start = 0
    for size in room:
        hands.append(set_of(cards[start : start + size]))
        start += size
    return hands


def _placed(cards: Sequence[Card], room: Sequence[int], closed: Sequence[CardSet], random: Random) -> Hands:
    """Cards dealt so that no seat gets one that is closed to it."""
    hands = [0] * len(room)
    free = list(room)
    # The cards with the fewest possible holders go first; those of one kind as they were shuffled.
    for card in sorted(cards, key=lambda card: sum(not shut >> card & 1 for shut in closed)):
        possible = [seat for seat in range(len(free)) if free[seat] and not closed[seat] >> card & 1]
        if possible:
            (seat,) = random.choices(possible, [free[seat] for seat in possible])
            hands[seat] |= 1 << card
            free[seat] -= 1
        else:
            _make_room(card, hands, free, closed, set())
    return hands


def _make_room(card: Card, hands: Hands, free: list[int], closed: Sequence[CardSet], tried: set[int]) -> bool:
    """Place a card in a full hand, moving one of that hand's cards on (an augmenting path)."""
    for seat, shut in enumerate(closed):
        if seat in tried or shut >> card & 1:
            continue
        if free[seat]:
            free[seat] -= 1
            hands[seat] |= 1 << card
            return True
        tried.add(seat)
        for other in members(hands[seat]):
            hands[seat] ^= 1 << other
            if _make_room(other, hands, free, closed, tried):
                hands[seat] |= 1 << card
                return True
            hands[seat] ^= 1 << other
    return False
