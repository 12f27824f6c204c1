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
from typing import Final

from bot.engine.cards import CARDS, FULL_PACK, SUIT_MASK_OF, Card, CardSet, members
from bot.engine.game import FollowRule, LeadRule, Trick, View, may_follow, may_lead
from bot.engine.king.contracts import Contract
from bot.engine.king.course import contract_of
from bot.robots.king.playout import Playout
from bot.robots.reasons.turn import Aim, PlayContext, PlayModel
from bot.robots.worlds import Hands, Knowledge, UnseenCards


class KingKnowledge(Knowledge):
    """What a view tells of the hands; ``contract`` is None while it is open."""

    def __init__(self, view: View, contract: Contract | None) -> None:
        super().__init__(view)
        self.contract = contract

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
    def room(self) -> list[int]:
        """How many cards each hand holds that are not known; all that it will have, until the play begins."""
        view = self.view
        sizes = view.hand_sizes if self.contract is not None else (view.rules.hand_size,) * view.players
        return [size - cards.bit_count() for size, cards in zip(sizes, self.known, strict=True)]

    def worlds(self, count: int) -> list[Hands]:
        """So many ways in which the unseen cards may lie, each hand with all the cards it will have; always
        the same ones for the same view."""
        random = Random(self.seed(self.view.played))
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
        if not may_lead(rules, 1 << led | 1 << other) >> led & 1:
            found |= 1 << other
    return found


@lru_cache(maxsize=32768)
def _unfollowed(rules: tuple[FollowRule, ...], card: Card, led: Card, best: Card) -> CardSet:
    """The cards beside which ``card`` could not have been played."""
    found = 0
    for other in members(FULL_PACK & ~(1 << card)):
        if not may_follow(rules, 1 << card | 1 << other, led, best) >> card & 1:
            found |= 1 << other
    return found


def _context(view: View) -> PlayContext:
    """Everybody plays for themselves, and wants the same."""
    contract = contract_of(view)
    assert contract is not None
    playout = Playout(contract, view.players, view.rules.hand_size)
    aim = Aim.AVOID if playout.avoiding else Aim.TAKE
    scored = [*playout.by_number, *(points for _, points in playout.by_card)]
    return PlayContext(
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


def _seen_by(view: View, seat: int, hands: Sequence[CardSet]) -> View:
    """Nothing but the hand is any seat's alone."""
    return replace(view, seat=seat, hand=hands[seat], legal=0)


KING_PLAY: Final = PlayModel(
    _context, lambda view, count: KingKnowledge(view, contract_of(view)).worlds(count), _seen_by
)
