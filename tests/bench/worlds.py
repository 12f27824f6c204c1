"""All ways in which the cards that a seat does not see may lie, as far as the rules tell it.

What others hold is as many cards as it is; a card shown is with its holder; a card that somebody played would
not have been legal beside some others, so they do not hold those; where a troel was announced, or none, the
aces lie so. All worlds are equally likely. Who bid or named what, and how well a card was chosen, is not
read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numba import njit

from bot.engine.cards import ACE, Card, CardSet, cards_of_rank, members, set_of
from bot.engine.game import Trick, View
from bot.engine.whist.contracts import WhistContract
from bot.engine.whist.game import announced, whist_detail
from bot.engine.whist.presets import FAMILY as WHIST
from tests.bench.tables import Numbers, Tables

LIMIT: Final = 2000
"""Of more worlds than this a sample of as many is looked at, all of them equally likely to be in it."""
SEED: Final = 16
ACES: Final = cards_of_rank(ACE)


class Played(NamedTuple):
    """A card that a seat played; nothing was ``led`` before it where that is below 0."""

    seat: int
    card: Card
    led: Card
    best: Card


def plays(view: View, tables: Tables) -> Iterator[Played]:
    """All cards played in the deal, in order."""
    for trick in (*view.tricks, view.trick):
        best = -1
        for step, card in enumerate(trick.cards):
            yield Played((trick.leader + step) % view.players, card, trick.cards[0] if step else -1, best)
            if best < 0 or int(tables.beats[best]) >> card & 1:
                best = card


def unseen(view: View) -> CardSet:
    """The cards that the seat has not seen in this deal: those in others' hands, and discards of theirs."""
    seen = view.hand | (view.detail.laid_aside if view.detail else 0)
    for trick in (*view.tricks, view.trick):
        seen |= set_of(trick.cards)
    return view.rules.pack & ~seen


def excluded(view: View, tables: Tables) -> list[CardSet]:
    """For each seat the cards that it cannot hold, by what it has played and by what was shown."""
    found = [0] * view.players
    for one in plays(view, tables):
        if one.led >= 0:
            tables.learn_trick(one.led, one.best)
        beside = tables.beside_led[one.card] if one.led < 0 else tables.beside[one.led, one.best, one.card]
        found[one.seat] |= int(beside)
    for holder, card in view.shown:
        for seat in range(view.players):
            found[seat] |= (1 << card) * (seat != holder)
    return found


def worlds_of(view: View, tables: Tables, limit: int = LIMIT) -> Numbers:
    """The hands of all seats in each world, as masks: all worlds, or a sample (see ``LIMIT``)."""
    assert view.seat is not None
    cards, without = unseen(view), excluded(view, tables)
    sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
    sizes.append(cards.bit_count() - sum(sizes))  # discards of others lie where one more seat would be
    hidden = np.array(members(cards), dtype=np.int64)
    barred = np.array([*without, 0], dtype=np.int64)
    count = _deal(hidden, barred, np.array(sizes), np.zeros(0, np.int64), np.zeros((0, len(sizes)), np.int64))
    chosen = np.arange(count)
    if count > limit:
        chosen = np.sort(np.random.default_rng(SEED).choice(count, limit, replace=False))
    found = np.zeros((len(chosen), len(sizes)), dtype=np.int64)
    _deal(hidden, barred, np.array(sizes), chosen, found)
    found = found[:, :-1].copy()
    found[:, view.seat] = view.hand
    return _as_announced(view, found) if view.rules.preset.family == WHIST and cards & ACES else found


@njit(cache=True)
def _deal(hidden, barred, sizes, chosen, found):
    """Deal the hidden cards out in all ways in which no seat gets a card barred to it, in a fixed order;
    keep those ways whose numbers are ``chosen``; how many there are."""
    total, seats = hidden.shape[0], sizes.shape[0]
    room, hands, at = sizes.copy(), np.zeros(seats, np.int64), np.full(total + 1, -1, np.int64)
    count, kept, place = 0, 0, 0
    while place >= 0:
        if place == total:
            if kept < chosen.shape[0] and chosen[kept] == count:
                found[kept] = hands
                kept += 1
            count += 1
            place -= 1
            continue
        bit = 1 << hidden[place]
        seat = at[place]
        if seat >= 0:
            hands[seat] ^= bit
            room[seat] += 1
        seat += 1
        while seat < seats and (room[seat] == 0 or barred[seat] & bit != 0):
            seat += 1
        if seat == seats:
            at[place] = -1
            place -= 1
        else:
            at[place] = seat
            hands[seat] |= bit
            room[seat] -= 1
            place += 1
    return count


def _as_announced(view: View, worlds: Numbers) -> Numbers:
    """Those in which the hands as dealt have the troel that was announced, or none. Where cards were
    discarded, hands as dealt are not known, and nothing is asked of them."""
    detail = whist_detail(view)
    assert detail.bid is not None
    if detail.bid.kind is WhistContract.SMALL_MISERE:
        return worlds
    gone = [_gone(view.tricks, view.trick, seat) for seat in range(view.players)]
    said = detail.troel and (detail.troel.bidder, detail.troel.called)
    partner = detail.troel and detail.troel.partner
    keep: list[bool] = []
    for world in worlds:
        hands = [int(hand) | mine for hand, mine in zip(world, gone, strict=True)]
        troel = announced(hands, view.rules["troel-four-aces"])
        held = troel and (troel.bidder, troel.called if troel.named else None)
        keep.append(held == said and (partner is None or (troel is not None and troel.partner == partner)))
    return worlds[np.array(keep)]


def _gone(tricks: tuple[Trick, ...], trick: Trick, seat: int) -> CardSet:
    """What a seat has played."""
    found = 0
    for one in (*tricks, trick):
        players = len(tricks[0].cards)
        step = (seat - one.leader) % players
        if step < len(one.cards):
            found |= 1 << one.cards[step]
    return found
