"""The cards that a seat does not see, dealt out in ways that may be the real one; and which cards of a hand
are as good as each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Final

from bot.engine.cards import SUIT_OF, Card, CardSet, cards_of_rank, members, set_of
from bot.engine.game import View

Hands = list[CardSet]
"""Each seat's hand."""
RANKS_UP: Final = tuple(cards_of_rank(rank) for rank in range(13))
RANKS_DOWN: Final = RANKS_UP[::-1]


def first_of(ranks: Sequence[CardSet], cards: CardSet) -> Card:
    """A card of the first of these ranks that there is; of several the one in the highest suit."""
    for rank in ranks:
        if found := cards & rank:
            return found.bit_length() - 1
    raise ValueError("no card")


class Knowledge:
    """What a view tells of the hands, in games of any family."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.unseen = view.unseen

    @cached_property
    def known(self) -> Hands:
        """The cards that are known to be in each hand."""
        found = [0] * self.view.players
        found[self.seat] = self.view.hand
        for seat, card in self.view.shown:
            if self.unseen >> card & 1:
                found[seat] |= 1 << card
        return found

    def seed(self, cards: CardSet) -> int:
        """What the ways in which the cards may lie are drawn by: a number that follows from the view."""
        return self.view.hand | cards << 52 | self.seat << 104 | self.view.deal << 107


class UnseenCards:
    """Cards to be dealt out: to each seat as many as it has room for, none that is closed to it; None where
    nothing is closed to anybody. There must be a way to do so."""

    def __init__(self, cards: CardSet, room: Sequence[int], closed: Sequence[CardSet] | None) -> None:
        self.cards = list(members(cards))
        self.room = room
        self.limited = closed is not None
        self.holders = (
            {card: [seat for seat, shut in enumerate(closed) if not shut >> card & 1] for card in self.cards}
            if closed is not None
            else {}
        )
        """For each card, the seats to which it is not closed."""

    def dealt(self, random: Random) -> Hands:
        """One way."""
        random.shuffle(self.cards)
        return self._placed(random) if self.limited else self._as_they_lie()

    def _as_they_lie(self) -> Hands:
        """Shuffled cards dealt out as they lie."""
        hands: Hands = []
        start = 0
        for size in self.room:
            hands.append(set_of(self.cards[start : start + size]))
            start += size
        return hands

    def _placed(self, random: Random) -> Hands:
        """Cards dealt so that no seat gets one that is closed to it."""
        holders = self.holders
        hands, free = [0] * len(self.room), list(self.room)
        # The cards with the fewest possible holders go first; those of one kind as they were shuffled.
        for card in sorted(self.cards, key=lambda card: len(holders[card])):
            seats = holders[card]
            room = 0
            for seat in seats:
                room += free[seat]
            if not room:
                self._make_room(card, hands, free, set())
                continue
            at = random.random() * room
            for seat in seats:
                at -= free[seat]
                if at < 0:
                    hands[seat] |= 1 << card
                    free[seat] -= 1
                    break
        return hands

    def _make_room(self, card: Card, hands: Hands, free: list[int], tried: set[int]) -> bool:
        """Place a card in a full hand, moving one of that hand's cards on (an augmenting path)."""
        for seat in self.holders[card]:
            if seat in tried:
                continue
            if free[seat]:
                free[seat] -= 1
                hands[seat] |= 1 << card
                return True
            tried.add(seat)
            for other in members(hands[seat]):
                hands[seat] ^= 1 << other
                if self._make_room(other, hands, free, tried):
                    hands[seat] |= 1 << card
                    return True
                hands[seat] ^= 1 << other
        return False


def neighbours(cards: CardSet, unseen: CardSet, best: Card) -> Iterator[list[Card]]:
    """These cards in groups, from low to high: those of a suit between which no card lies that is ``unseen``
    by their holder, nor the one that wins the trick on the table (-1 before a first), as above it they take
    the trick and below it they do not."""
    others = unseen if best < 0 else unseen | 1 << best
    group: list[Card] = []
    for card in members(cards):
        if group and (SUIT_OF[group[-1]] != SUIT_OF[card] or _between(group[-1], card) & others):
            yield group
            group = []
        group.append(card)
    if group:
        yield group


def _between(low: Card, high: Card) -> CardSet:
    """The cards numbered between two."""
    return (1 << high) - (2 << low)
