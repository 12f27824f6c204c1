"""What a seat can tell about the hands of the others from its view: cards they have shown, suits they are
out of, a troel's aces; and what they said, which makes some hands likelier than others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Final

from bot.engine.actions import PASS, Action
from bot.engine.cards import SUIT_MASK_OF, CardSet, members, set_of
from bot.engine.game import View
from bot.engine.whist.auction import Auction
from bot.engine.whist.presets import allowed
from bot.engine.whist.troel import ACES
from bot.engine.whist.view import TroelView, whist_detail
from bot.robots.whist.bidding import Asked
from bot.robots.whist.seen import unseen
from bot.robots.worlds import Dealing, Hands

SETTLING: Final = 24
"""How many times at most cards are dealt anew between two seats until they agree with what was said."""
MOVING: Final = 4
"""How many times for each further deal that is made from one that agrees, of ``KIN`` together."""
KIN: Final = 6


class Knowledge:
    """What a view tells of the hands."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.detail = whist_detail(view)
        self.seat = view.seat
        self.unseen = unseen(view)

    @cached_property
    def played(self) -> Hands:
        """The cards that each seat has played."""
        found = [0] * 4
        for trick in (*self.view.tricks, self.view.trick):
            for place, card in enumerate(trick.cards):
                found[(trick.leader + place) % 4] |= 1 << card
        return found

    @cached_property
    def closed(self) -> Hands:
        """For each seat, cards that it cannot hold: the suits that it did not follow."""
        found = [0] * 4
        for trick in (*self.view.tricks, self.view.trick):
            for place, card in enumerate(trick.cards):
                suit = SUIT_MASK_OF[trick.cards[0]]
                if not suit >> card & 1:
                    found[(trick.leader + place) % 4] |= suit
        return found

    @cached_property
    def remarks(self) -> list[list[tuple[Asked, Action]]]:
        """For each other seat, what it said where it had a choice, each with the moment."""
        view, troel = self.view, self.detail.troel
        eldest = (view.dealer + 1) % 4
        auction = Auction.opened(allowed(view.rules), eldest, 4, troel.bidder if troel else None)
        moment: Asked | Auction = Asked(auction)
        found: list[list[tuple[Asked, Action]]] = [[], [], [], []]
        for seat, action in ((one.seat, one.action) for one in view.said):
            if not isinstance(moment, Asked):
                break
            if seat != self.seat and moment.legal != 1 << PASS:
                found[seat].append((moment, action))
            moment = moment.after(action)
        return found

    def worlds(self, count: int) -> list[Hands]:
        """So many ways in which the unseen cards may lie; always the same ones for the same view."""
        view = self.view
        random = Random(view.hand | self.unseen << 52 | self.seat << 104 | view.deal << 107)
        found: list[Hands] = []
        talked = any(self.remarks)
        known = self._known
        dealing = self._dealing(known)
        while len(found) < count:
            if self.detail.troel is not None:
                known = self._with_aces(self.detail.troel, random)
                dealing = self._dealing(known)
            more = dealing.dealt(random)
            world = [mine | new for mine, new in zip((*known, 0, 0, 0, 0), more, strict=True)]
            if talked:
                found += self._agreeing(world, known, random, min(KIN, count - len(found)))
            else:
                found.append(world[:4])
        return found

    def _agreeing(self, world: Hands, known: Hands, random: Random, count: int) -> Iterator[Hands]:
        """So many deals made from one, in which everybody would by the rule of thumb have said what they did,
        as far as they are found."""
        doubts = [self._doubt(seat, world) for seat in range(4)]
        for _ in range(SETTLING):
            if not any(doubts):
                break
            self._redeal(world, known, doubts, random)
        yield world[:4]
        for _ in range(count - 1):
            for _ in range(MOVING):
                self._redeal(world, known, doubts, random)
            yield world[:4]

    def _redeal(self, world: Hands, known: Hands, doubts: list[int], random: Random) -> None:
        """Deal the cards of two seats anew between them, if what they said is not the less likely for it."""
        others = [seat for seat in range(4) if seat != self.seat]
        one = random.choice([seat for seat in others if doubts[seat]] or others)
        other = random.choice([seat for seat in others if seat != one])
        before = world[one], world[other]
        loose = (before[0] | before[1]) & ~(known[one] | known[other] | self.closed[one] | self.closed[other])
        mine = set_of(random.sample(members(loose), (before[0] & loose).bit_count()))
        world[one] = before[0] & ~loose | mine
        world[other] = before[1] & ~loose | loose & ~mine
        found = self._doubt(one, world), self._doubt(other, world)
        if sum(found) <= doubts[one] + doubts[other]:
            doubts[one], doubts[other] = found
        else:
            world[one], world[other] = before

    def _doubt(self, seat: int, world: Hands) -> int:
        """How many things a seat would not have said with this hand."""
        hand = world[seat] | world[seat + 4] | self.played[seat]
        return sum([moment.said(hand) != action for moment, action in self.remarks[seat]])

    @property
    def _known(self) -> Hands:
        """The cards that are known to be in each hand."""
        known = [0] * 4
        known[self.seat] = self.view.hand
        for seat, card in self.view.shown:
            if self.unseen >> card & 1:
                known[seat] |= 1 << card
        return known

    def _dealing(self, known: Hands) -> Dealing:
        """The other cards, with those that the others laid aside as further hands."""
        sizes = zip(self.view.hand_sizes, known, strict=True)
        room = [size - cards.bit_count() for size, cards in sizes]
        aside = [int(gone and seat != self.seat) for seat, gone in enumerate(self.detail.discarded)]
        closed = [*self.closed, 0, 0, 0, 0] if any(self.closed) else None
        return Dealing(self.unseen & ~sum(known), [*room, *aside], closed)

    def _with_aces(self, troel: TroelView, random: Random) -> Hands:
        """The cards known, with a troel's aces where they may be (C2): all in the bidder's hand but one, or
        but the card that was called, which is the partner's."""
        known = self._known
        hidden = ACES & self.unseen
        apart = hidden
        if troel.called is not None:
            apart = self.unseen & 1 << troel.called
        elif troel.bidder != self.seat:
            apart = self._fourth_ace(troel, hidden, random)
        if troel.bidder != self.seat:
            known[troel.bidder] |= hidden & ~apart
        if apart:
            known[random.choice(self._partners(troel, apart))] |= apart
        return known

    def _fourth_ace(self, troel: TroelView, hidden: CardSet, random: Random) -> CardSet:
        """One of the aces not seen yet that the bidder may lack; none where somebody else had one."""
        others = self.view.hand | sum(cards for seat, cards in enumerate(self.played) if seat != troel.bidder)
        if others & ACES:
            return 0
        lacked = hidden & self.closed[troel.bidder]
        possible = [card for card in members(lacked or hidden) if self._partners(troel, 1 << card)]
        return 1 << random.choice(possible) if possible else 0

    def _partners(self, troel: TroelView, card: CardSet) -> list[int]:
        """Who may be a troel's partner, holding that card."""
        seats = range(4) if troel.partner is None else (troel.partner,)
        return [
            seat for seat in seats if seat not in (self.seat, troel.bidder) and not self.closed[seat] & card
        ]
