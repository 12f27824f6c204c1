"""How likely it is that somebody with a certain hand plays the cards that they have played. Who ducks under a
king with the jack hardly has the queen: with it they would have played that.

A choice between legal cards is a logit: each card has some traits, each trait a weight, and the more a card
weighs the likelier it is played. The weights were fitted to games between robots of all levels
(``tests/robots/learned.py``).
"""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numba import njit

from bot.robots.core.bits import count, inlined, lowest
from bot.robots.core.deal import NO_TRUMP, SUIT, Cards, CompiledDeal, Points, legal

COSTLY, EVERY_TRICK, FREE, TAKING, BIDDING, OPPOSING, SHUNNING, HUNTING = range(8)
"""What is at stake: to avoid some cards; all tricks; nothing in this trick, but in later ones; to take. In
Colour Whist for who bid tricks, for those against them, for who bid to take none, and for those."""
LED, UNDER, UNDER_LAST, OVER, OVER_LAST, THROWN, TRUMPED = range(7)
"""How a card is played: led; following, under or over the best card, by the last of the trick or before; not
following, without or with trumps that win."""
MANNERS = 7
ONLY, LOWEST, HIGHEST, BETWEEN = range(4)
"""Where a card stands among those of its suit that may be played in the same manner."""
PLAYS, RANKS, LENGTHS, FEW, MANY, AGES = 8 * MANNERS, 13, 7, 5, 7, 4
"""What a play is by stake and manner; ranks, and cards of the suit in hand; up to how many cards are counted
that others have, and how old the deal is by the tricks played."""
SIZES: Final = (
    PLAYS * 2 * 2 * RANKS,
    PLAYS * 2 * 2 * FEW * FEW,
    PLAYS * 2 * 2 * LENGTHS * 4,
    PLAYS * AGES * 2 * LENGTHS * FEW,
    PLAYS * LENGTHS * MANY * FEW,
    PLAYS * 4 * 2 * LENGTHS * FEW,
    PLAYS * 4 * FEW * 4 * 2,
)
"""How many values each trait of a card has (``traits``)."""
FIRST = (0, *accumulate(SIZES))
"""The place of the first weight of each."""
LEAST = 0.02
"""No choice is taken to be less likely than this: people play otherwise than robots."""
FILE: Final = Path(__file__).with_name("learned.npy")
HUNDREDTHS: Final = 100.0
"""In the file stand whole numbers of these."""


def weights_of(file: Path) -> Points:
    """The weights that a file holds. Raises OSError, EOFError and ValueError."""
    found = np.load(file, allow_pickle=False)
    if found.dtype != np.int16 or found.shape != (sum(SIZES),):
        raise ValueError(f"{file.name} is of another version")
    return found / HUNDREDTHS


WEIGHTS: Final = weights_of(FILE)


class CardsPlayed(NamedTuple):
    """The cards that others have played, a row of each: by which seat; the card led before it, the best one
    and whose that is, -1 for these where it was led; how many played after it to the trick, which number that
    has and what lay in it; and all cards that had been played before."""

    seats: Cards
    cards: Cards
    led: Cards
    best: Cards
    winners: Cards
    after: Cards
    numbers: Cards
    heaps: Cards
    gone: Cards


NOTHING_PLAYED: Final = CardsPlayed(*np.zeros((len(CardsPlayed._fields), 0), np.int64))
"""Where no card is to tell anything."""


class Reading(NamedTuple):
    """What is read: the cards ``played`` in a ``deal``, and by which ``weights`` of their traits."""

    deal: CompiledDeal
    played: CardsPlayed
    weights: Points


class ReadingMemory(NamedTuple):
    """What was counted already in a ``reading``: the hands that are asked about hold the same cards of a suit
    again and again. Such cards have a column (``columns``, by suit and cards). ``followed`` is how likely a
    seat (a row each) has followed suit as it did where it holds these, as the exponent of e; above 0 where
    that is not known yet. ``free`` are the rows of the other cards played, from ``first`` of each seat on;
    for each ``weighed`` tells how likely the cards of a suit are together, -1 where that is not known yet,
    and the card that was played. ``later`` are the cards of each row that its seat played from there on."""

    reading: Reading
    later: Cards
    columns: Cards
    followed: Points
    free: Cards
    first: Cards
    weighed: Points


@njit
def reading_memory(reading: Reading, unseen: int) -> ReadingMemory:
    """For hands of which all cards are ``unseen``: an empty one."""
    played, players = reading.played, reading.deal.players
    rows = played.cards.shape[0]
    later, columns, number = np.zeros(rows, np.int64), np.zeros((4, SUIT + 1), np.int64), 0
    for row in range(rows):
        for other in range(row, rows):
            if played.seats[other] == played.seats[row]:
                later[row] |= 1 << played.cards[other]
    for suit in range(4):
        cards = unseen >> 13 * suit & SUIT
        held = 0
        while True:  # each set of these cards, from the smallest number on
            columns[suit, held] = number
            number += 1
            if held == cards:
                break
            held = held - cards & cards
    free, first, found = np.zeros(rows, np.int64), np.zeros(players + 1, np.int64), 0
    for seat in range(players):
        for row in range(rows):
            if played.seats[row] == seat and not _is_followed(played, row):
                free[found] = row
                found += 1
        first[seat + 1] = found
    weighed = np.full((found, number, 2), -1.0)
    return ReadingMemory(reading, later, columns, np.ones((players, number)), free, first, weighed)


@inlined
def _is_followed(played: CardsPlayed, row: int) -> bool:
    """Whether a card was played to a trick of its suit."""
    return played.led[row] >= 0 and played.led[row] // 13 == played.cards[row] // 13


@inlined
def likelihood(memory: ReadingMemory, seat: int, hand: int) -> float:
    """How likely it is that a seat has played what it has, its hand being this one now: as the exponent of
    e, 0 or less."""
    deal, played, found = memory.reading.deal, memory.reading.played, 0.0
    for suit in range(4):
        at = memory.columns[suit, hand >> 13 * suit & SUIT]
        if memory.followed[seat, at] > 0.0:
            memory.followed[seat, at] = _followed(memory, seat, suit, hand)
        found += memory.followed[seat, at]
    together = 1.0
    for place in range(memory.first[seat], memory.first[seat + 1]):
        row = int(memory.free[place])
        held = hand | memory.later[row]
        choice = legal(deal, held, played.led[row], played.best[row])
        if choice & (choice - 1) == 0:
            continue
        total = chosen = 0.0
        for suit in range(4):
            cards = choice & SUIT << 13 * suit
            if not cards:
                continue
            known = memory.weighed[place, memory.columns[suit, hand >> 13 * suit & SUIT]]
            more, own = known[0], known[1]
            if more < 0.0 or cards != held & SUIT << 13 * suit:
                more, own = _weighed(memory.reading, row, held, choice, cards)
                if cards == held & SUIT << 13 * suit:
                    known[0], known[1] = more, own
            total += more
            chosen += own
        together *= max(LEAST, chosen / total)
    return found + np.log(together)


@njit
def _followed(memory: ReadingMemory, seat: int, suit: int, hand: int) -> float:
    """How likely a seat has followed suit as it did, as far as that is one suit."""
    deal, played, together = memory.reading.deal, memory.reading.played, 1.0
    for row in range(played.cards.shape[0]):
        if played.seats[row] != seat or played.cards[row] // 13 != suit or not _is_followed(played, row):
            continue
        held = hand | memory.later[row]
        choice = legal(deal, held, played.led[row], played.best[row])
        if choice & (choice - 1):
            total, own = _weighed(memory.reading, row, held, choice, choice)
            together *= max(LEAST, own / total)
    return min(np.log(together), 0.0)


@inlined
def _weighed(reading: Reading, row: int, held: int, choice: int, cards: int) -> tuple[float, float]:
    """How likely some cards are together where the card of a row was chosen, and that one if it is of
    them."""
    total = own = 0.0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        weight = 0.0
        for trait in traits(reading.deal, reading.played, row, held, choice, card):
            weight += reading.weights[trait]
        likely = np.exp(weight)
        total += likely
        if card == reading.played.cards[row]:
            own = likely
    return total, own


@inlined
def traits(
    deal: CompiledDeal, played: CardsPlayed, row: int, hand: int, choice: int, card: int
) -> tuple[int, int, int, int, int, int, int]:
    """The places of the weights of a card in a hand, one of each trait, where the card of a row was
    chosen."""
    first, own_rank = card // 13 * 13, card % 13
    held = hand >> first & SUIT
    elsewhere = ~(hand | played.gone[row]) >> first & SUIT
    lower, higher = count(elsewhere & (1 << own_rank) - 1), count(elsewhere >> own_rank + 1)
    out, rank = lower + higher, own_rank
    if deal.falling:
        lower, higher, rank = higher, lower, 12 - own_rank
    lower, higher, length = min(lower, FEW - 1), min(higher, FEW - 1), min(count(held), LENGTHS) - 1
    trumps = 0 if deal.trump == NO_TRUMP else SUIT << 13 * deal.trump
    counting = (deal.scoring or trumps) >> first & SUIT
    counts = counting >> own_rank & 1
    beside = 2 * (counting & elsewhere != 0) + (counting & held & ~(1 << own_rank) != 0)
    play, stands = _play(deal, played, row, card), _stands(deal, played, row, choice, card)
    contested = _is_contested(deal, played, row)
    situation, number = 4 * play + 2 * contested + counts, played.numbers[row]
    age = (number > 2) + (number > 4) + (number > 7)
    return (
        situation * RANKS + rank,
        FIRST[1] + (situation * FEW + higher) * FEW + lower,
        FIRST[2] + (situation * LENGTHS + length) * 4 + stands,
        FIRST[3] + (((play * AGES + age) * 2 + counts) * LENGTHS + length) * FEW + higher,
        FIRST[4] + ((play * LENGTHS + length) * MANY + min(out, MANY - 1)) * FEW + higher,
        FIRST[5] + (((play * 4 + beside) * 2 + counts) * LENGTHS + length) * FEW + higher,
        FIRST[6] + (((play * 4 + played.after[row]) * FEW + higher) * 4 + stands) * 2 + contested,
    )


@inlined
def _play(deal: CompiledDeal, played: CardsPlayed, row: int, card: int) -> int:
    """What it is to play a card: the stake and the manner."""
    seat, led, best = played.seats[row], played.led[row], played.best[row]
    if deal.sides.shape[0]:
        bid = deal.bidders >> seat & 1 != 0
        stake = (BIDDING if bid else OPPOSING) if deal.most < 0 else SHUNNING if bid else HUNTING
    elif not deal.avoiding:
        stake = TAKING
    elif deal.scoring:
        stake = COSTLY
    else:
        stake = FREE if deal.trick_points[played.numbers[row]] == 0 else EVERY_TRICK
    if led < 0:
        return stake * MANNERS + LED
    over, last = deal.beats[best] >> card & 1 != 0, played.after[row] == 0
    if card // 13 == led // 13:
        manner = (OVER_LAST if last else OVER) if over else UNDER_LAST if last else UNDER
    else:
        manner = TRUMPED if over else THROWN
    return stake * MANNERS + manner


@inlined
def _stands(deal: CompiledDeal, played: CardsPlayed, row: int, choice: int, card: int) -> int:
    """Where a card stands among those of its suit that may be played in the same manner."""
    rivals = choice & SUIT << card // 13 * 13 & ~(1 << card)
    if played.led[row] >= 0:
        over = deal.beats[played.best[row]]
        rivals &= over if over >> card & 1 else ~over
    if rivals == 0:
        return ONLY
    lower, higher = rivals & (1 << card) - 1, rivals >> card
    if deal.falling:
        lower, higher = higher, lower
    return LOWEST if lower == 0 else HIGHEST if higher == 0 else BETWEEN


@inlined
def _is_contested(deal: CompiledDeal, played: CardsPlayed, row: int) -> bool:
    """Whether the trick counts already; in Colour Whist, whether it is one's own side's so far."""
    if deal.sides.shape[0]:
        winner = played.winners[row]
        return winner >= 0 and (deal.bidders >> winner & 1) == (deal.bidders >> played.seats[row] & 1)
    pays = not deal.scoring and deal.avoiding and deal.trick_points[played.numbers[row]] != 0
    return pays or played.heaps[row] & deal.scoring != 0
