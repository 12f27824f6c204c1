"""What a seat can tell about the hands of the others from its view: who cannot hold which cards, and hands
that may well be theirs.

A card played tells which cards its player did not hold: those that would have forbidden it. Not following
suit is one case of this; the duties of a contract (rules.md, K7, K8, K11, R3) are others, found alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from random import Random

from bot.engine.cards import CARDS, FULL_PACK, SUIT_MASK_OF, Card, CardSet, members, set_of
from bot.engine.game import FollowRule, LeadRule, Trick, View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import contract_of
from bot.robots.king.playout import Playout
from bot.robots.reasons.turn import Aim, PlayMoment
from bot.robots.worlds import Hands, UnseenCards


class KingKnowledge:
    """What a view tells of the hands; ``contract`` is None while it is open."""

    def __init__(self, view: View, contract: Contract | None) -> None:
        assert view.seat is not None
        self.view = view
        self.contract = contract
        self.seat = view.seat
        self.played: CardSet = set_of(view.trick.cards)
        for trick in view.tricks:
            self.played |= set_of(trick.cards)
        self.unseen: CardSet = view.rules.pack & ~self.played & ~view.hand

    @cached_property
    def excluded(self) -> list[CardSet]:
        """For each seat, cards that it cannot hold."""
        found = [0] * self.view.players
        if self.contract is None:
            return found
        for trick in (*self.view.tricks, self.view.trick):
            for seat, cards in _excluded_by(self.contract, trick, self.view.players):
                found[seat] |= cards
        return found

    @cached_property
    def known(self) -> Hands:
        """The cards that are known to be in each hand."""
        found = [0] * self.view.players
        found[self.seat] = self.view.hand
        for seat, card in self.view.shown:
            if self.unseen >> card & 1:
                found[seat] |= 1 << card
        return found

    @cached_property
    def room(self) -> list[int]:
        """How many cards each hand holds that are not known; all that it will have, until the play begins."""
        view = self.view
        sizes = view.hand_sizes if self.contract is not None else (view.rules.hand_size,) * view.players
        return [size - cards.bit_count() for size, cards in zip(sizes, self.known, strict=True)]

    def worlds(self, count: int) -> list[Hands]:
        """So many ways in which the unseen cards may lie, each hand with all the cards it will have; always
        the same ones for the same view."""
        view = self.view
        random = Random(view.hand | self.played << 52 | self.seat << 104 | view.deal << 107)
        closed = self.excluded if any(cards & self.unseen for cards in self.excluded) else None
        dealing = UnseenCards(self.unseen & ~sum(self.known), self.room, closed)
        worlds: list[Hands] = []
        for _ in range(count):
            more = dealing.dealt(random)
            worlds.append([mine | new for mine, new in zip(self.known, more, strict=True)])
        return worlds


def _excluded_by(contract: Contract, trick: Trick, players: int) -> Iterator[tuple[int, CardSet]]:
    """For each card of a trick, its player and the cards that this player cannot have held."""
    if not trick.cards:
        return
    led = best = trick.cards[0]
    if contract.leads:
        yield trick.leader, _unled(contract.leads, led)
    for place, card in enumerate(trick.cards[1:], start=1):
        if contract.follows:
            yield (trick.leader + place) % players, _unfollowed(contract.follows, card, led, best)
        elif not SUIT_MASK_OF[led] >> card & 1:
            yield (trick.leader + place) % players, SUIT_MASK_OF[led]
        if contract.beats[best] >> card & 1:
            best = card


@lru_cache(maxsize=4096)
def _unled(rules: tuple[LeadRule, ...], led: Card) -> CardSet:
    """The cards beside which ``led`` could not have been led."""
    found = 0
    for other in CARDS:
        legal = 1 << led | 1 << other
        for rule in rules:
            legal = rule.narrow(legal)
        if not legal >> led & 1:
            found |= 1 << other
    return found


@lru_cache(maxsize=32768)
def _unfollowed(rules: tuple[FollowRule, ...], card: Card, led: Card, best: Card) -> CardSet:
    """The cards beside which ``card`` could not have been played."""
    found = 0
    for other in members(FULL_PACK & ~(1 << card)):
        hand = 1 << card | 1 << other
        legal = hand & SUIT_MASK_OF[led] or hand
        for rule in rules:
            legal = rule.narrow(legal, hand, led, best)
        if not legal >> card & 1:
            found |= 1 << other
    return found


class KingGrounding:
    """See ``bot.robots.reasons.turn.Grounding``."""

    def ground(self, view: View) -> PlayMoment:
        """Everybody plays for themselves, and wants the same."""
        contract = _contract(view)
        playout = Playout(contract, view.players, view.rules.hand_size)
        aim = Aim.AVOID if playout.avoiding else Aim.TAKE
        scored = [*playout.by_number, *(points for _, points in playout.by_card)]
        return PlayMoment(
            beats=contract.beats,
            leads=contract.leads,
            follows=contract.follows,
            trump=contract.trump,
            aims=(aim,) * view.players,
            sides=tuple(range(view.players)),
            trick=playout.by_number[len(view.tricks) + 1],
            by_card=tuple(playout.by_card),
            unit=float(min(abs(points) for points in scored if points)),
        )

    def worlds(self, view: View, count: int) -> list[Hands]:
        """By what the view tells of the hands."""
        return KingKnowledge(view, _contract(view)).worlds(count)

    def seen_by(self, view: View, seat: int, hands: Sequence[CardSet]) -> View:
        """Nothing but the hand is any seat's alone."""
        return replace(view, seat=seat, hand=hands[seat], legal=0)


def _contract(view: View) -> Contract:
    contract = contract_of(view)
    assert contract is not None
    return contract
