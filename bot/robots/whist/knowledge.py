"""What a seat can tell about the hands of the others from its view: cards they have shown, suits they are
out of, a troel's aces; and what they said, which makes some hands likelier than others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Final

from bot.engine.cards import FULL_PACK, PASS, SUIT_MASK_OF, Action, CardSet, members, set_of
from bot.engine.game import View
from bot.engine.whist.auction import Auction
from bot.engine.whist.contracts import NEGATIVE
from bot.engine.whist.game import ACES, TROEL_FROM, TroelView, whist_detail
from bot.engine.whist.presets import TROEL_FOUR_ACES, allowed
from bot.robots.reasons.turn import Aim, PlayContext, PlayModel
from bot.robots.whist.easy import BiddingMoment
from bot.robots.whist.playout import terms_of
from bot.robots.worlds import Hands, Knowledge, UnseenCards

SETTLING: Final = 24
"""How many times at most cards are dealt anew between two seats until they agree with what was said."""
MOVING: Final = 6
"""How many times for each further deal that is made from one that agrees, of ``KIN`` together."""
KIN: Final = 3


class WhistKnowledge(Knowledge):
    """What a view tells of the hands."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.detail = whist_detail(view)

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
        """For each seat, cards that it cannot hold: suits that it did not follow, what an open hand lacks, a
        third ace where no troel was announced."""
        found = [0] * 4
        for seat in {seat for seat, _ in self.view.shown}:
            found[seat] = FULL_PACK & ~self.known[seat]
        for trick in (*self.view.tricks, self.view.trick):
            for place, card in enumerate(trick.cards):
                suit = SUIT_MASK_OF[trick.cards[0]]
                if not suit >> card & 1:
                    found[(trick.leader + place) % 4] |= suit
        for seat in range(4):
            if seat != self.seat and self.aces(seat, 0) == self.most_aces:
                found[seat] |= ACES & ~self.known[seat]
        return found

    @property
    def most_aces(self) -> int:
        """How many aces a seat was dealt at most: with more it would have announced a troel (C2), if not only
        three of them can be."""
        no_troel = self.detail.troel is None and self.view.rules[TROEL_FOUR_ACES.name] != "no"
        return TROEL_FROM - 1 if no_troel else 4

    def aces(self, seat: int, hand: CardSet) -> int:
        """How many aces a seat was dealt, if it has this hand now, or the cards of it that are known."""
        return (ACES & (hand | self.known[seat] | self.played[seat])).bit_count()

    @cached_property
    def remarks(self) -> list[list[tuple[BiddingMoment, Action]]]:
        """For each other seat, what it said where it had a choice, each with the moment."""
        view, troel = self.view, self.detail.troel
        eldest = (view.dealer + 1) % 4
        auction = Auction.opened(allowed(view.rules), eldest, 4, troel.bidder if troel else None)
        moment: BiddingMoment | Auction = BiddingMoment(auction)
        found: list[list[tuple[BiddingMoment, Action]]] = [[], [], [], []]
        for seat, action in ((one.seat, one.action) for one in view.said):
            if not isinstance(moment, BiddingMoment):
                break
            if seat != self.seat and moment.legal != 1 << PASS:
                found[seat].append((moment, action))
            moment = moment.after(action)
        return found

    def worlds(self, count: int) -> list[Hands]:
        """So many ways in which the unseen cards may lie; always the same ones for the same view."""
        random = self.chance()
        found: list[Hands] = []
        while len(found) < count:
            world, fixed = self.dealt(random)
            if any(self.remarks):
                found += self._agreeing(world, fixed, random, min(KIN, count - len(found)))
            else:
                found.append(world[:4])
        return found

    def chance(self) -> Random:
        """What the ways in which the cards may lie are drawn by: the same for the same view."""
        return Random(self.seed(self.unseen))

    def dealt(self, random: Random) -> tuple[Hands, CardSet]:
        """One way in which the cards may lie, with those laid aside as further hands; and the cards that are
        where they are for certain, or for this deal."""
        troel = self.detail.troel
        if troel is None:
            return self._around(self.known, self.plain, random), sum(self.known)
        for apart in self._fourth_aces(troel, random):
            known, closed = list(self.known), list(self.closed)
            aces = ACES & self.unseen & ~sum(known) & ~apart
            if aces & closed[troel.bidder]:
                continue
            known[troel.bidder] |= aces
            closed[troel.bidder] |= apart
            if troel.partner is not None and not known[troel.partner] & apart:
                known[troel.partner] |= apart & ~sum(known)
            world = self._around(known, self._dealing(known, closed), random)
            if sum(world) == self.unseen | self.view.hand:
                return world, sum(known) | apart
        raise AssertionError("a troel's aces are nowhere")

    def _around(self, known: Hands, dealing: UnseenCards, random: Random) -> Hands:
        """The cards known with the others dealt to them."""
        return [mine | new for mine, new in zip((*known, 0, 0, 0, 0), dealing.dealt(random), strict=True)]

    def _fourth_aces(self, troel: TroelView, random: Random) -> list[CardSet]:
        """The cards of which one is not the bidder's, in the order in which they are tried (C2): the card
        that was called, else one of the hidden aces; nothing where it is known who has the fourth."""
        if troel.called is not None:
            return [1 << troel.called & self.unseen]
        others = [self.known[seat] | self.played[seat] for seat in range(4) if seat != troel.bidder]
        if sum(others) & ACES:
            return [0]
        hidden = [1 << card for card in members(ACES & self.unseen & ~self.known[troel.bidder])]
        random.shuffle(hidden)
        return hidden

    def _agreeing(self, world: Hands, fixed: CardSet, random: Random, count: int) -> Iterator[Hands]:
        """So many deals made from one, in which everybody would by the rule of thumb have said what they did,
        as far as they are found."""
        doubts = [self._doubt(seat, world) for seat in range(4)]
        for _ in range(SETTLING):
            if not any(doubts):
                break
            self._redeal(world, fixed, doubts, random)
        yield world[:4]
        for _ in range(count - 1):
            for _ in range(MOVING):
                self._redeal(world, fixed, doubts, random)
            yield world[:4]

    def _redeal(self, world: Hands, fixed: CardSet, doubts: list[int], random: Random) -> None:
        """Deal the cards of two seats anew between them, if what they said is not the less likely for it."""
        others = [seat for seat in range(4) if seat != self.seat]
        one = random.choice([seat for seat in others if doubts[seat]] or others)
        other = random.choice([seat for seat in others if seat != one])
        before = world[one], world[other]
        loose = (before[0] | before[1]) & ~(fixed | self.closed[one] | self.closed[other])
        mine = set_of(random.sample(members(loose), (before[0] & loose).bit_count()))
        world[one] = before[0] & ~loose | mine
        world[other] = before[1] & ~loose | loose & ~mine
        found = self._doubt(one, world), self._doubt(other, world)
        if sum(found) <= doubts[one] + doubts[other]:
            doubts[one], doubts[other] = found
        else:
            world[one], world[other] = before

    def _doubt(self, seat: int, world: Hands) -> int:
        """How many things a seat would not have said with this hand, an announcement being one of them."""
        hand = world[seat] | world[seat + 4] | self.played[seat]
        unannounced = (hand & ACES).bit_count() > self.most_aces
        return unannounced + sum([moment.said(hand) != action for moment, action in self.remarks[seat]])

    @cached_property
    def plain(self) -> UnseenCards:
        """The other cards."""
        return self._dealing(self.known, self.closed)

    def _dealing(self, known: Hands, closed: Hands) -> UnseenCards:
        """All cards but those known, the cards that the others laid aside being hands of their own."""
        room = [size - cards.bit_count() for size, cards in zip(self.view.hand_sizes, known, strict=True)]
        aside = [int(gone and seat != self.seat) for seat, gone in enumerate(self.detail.discarded)]
        limits = [*closed, 0, 0, 0, 0] if any(closed) else None
        return UnseenCards(self.unseen & ~sum(known), [*room, *aside], limits)


def _context(view: View) -> PlayContext:
    """Two sides that want tricks; or players who avoid them, and others who make them take some."""
    terms = terms_of(view)
    aims, sides = [Aim.TAKE] * 4, [int(seat in terms.bidders) for seat in range(4)]
    quarry: tuple[int, ...] = ()
    if terms.bid.kind in NEGATIVE:
        most = terms.target
        aims = [Aim.EITHER] * 4
        quarry = tuple(seat for seat in terms.bidders if view.tricks_taken[seat] == most)
        for seat in quarry:
            aims[seat] = Aim.AVOID
        sides = [4 + seat if seat in terms.bidders else 0 for seat in range(4)]
    return PlayContext(
        beats=terms.aims.beats,
        leads=(),
        follows=(),
        trump=view.trump,
        aims=tuple(aims),
        sides=tuple(sides),
        quarry=quarry,
        trick=-1 if quarry else 1,
        settles=True,
    )


def _seen_by(view: View, seat: int, hands: Sequence[CardSet]) -> View:
    """With a card laid aside of those that are in no hand, where the seat has laid one aside."""
    detail = whist_detail(view)
    left = FULL_PACK & ~view.played & ~sum(hands) & ~detail.laid_aside
    theirs = members(left)[0] if seat != view.seat and detail.discarded[seat] else None
    own = detail.own_discard if seat == view.seat else theirs
    return replace(view, seat=seat, hand=hands[seat], legal=0, detail=replace(detail, own_discard=own))


WHIST_PLAY: Final = PlayModel(_context, lambda view, count: WhistKnowledge(view).worlds(count), _seen_by)
