"""The compiled judge: what a seat gains by each card when everybody plays on for their own points, all hands
being open (max^n). Where cards are as good as each other for who plays them, everybody is taken to get the
mean of what follows them.

Of cards that do the same in every course of play one is looked at, and counts as often as there are of them.
The beginnings of tricks are remembered with what came of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from bot.engine.cards import CardSet
from tests.bench.tables import COUNTS, MOST_LEFT, Numbers, Tables

EPSILON = 1e-9
REMEMBERED = 1 << 18
"""How many beginnings of tricks are remembered, each in a place of its own; an older one gives way."""

# What is kept of each turn that is in the middle of being looked at.
TURN, LED, BEST, WINNER, PLAYED, WORTH, NUMBER, INDEX, LEGAL, GROUP, TIES, TAKER, TAKEN, KEY = range(14)


class Asked(NamedTuple):
    """The rules, as ``Tables`` has them, and ``payoffs``."""

    beats: Any
    beside_led: Any
    beside: Any
    card_points: Any
    trick_points: Any
    payoffs: Any


class Course(NamedTuple):
    """A world that is being looked at: ``hands`` as they are now and as ``dealt``; for each turn its
    ``state``, the most that its seat has found so far, and ``values``: what everybody gains then. ``keys``
    and ``known`` are what is remembered."""

    hands: Any
    dealt: Any
    state: Any
    most: Any
    values: Any
    keys: Any
    known: Any


@njit(cache=True)
def _number(bit):
    """The card that a set of one card holds."""
    number = 0
    for width in (32, 16, 8, 4, 2, 1):
        if bit >> width:
            bit >>= width
            number += width
    return number


@njit(cache=True)
def _legal(hand, led, best, asked):
    """The cards of a hand that may be played; nothing is led where ``led`` is below 0."""
    legal, rest = 0, hand
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = _number(bit)
        beside = asked.beside_led[card] if led < 0 else asked.beside[led, best, card]
        if hand & beside == 0:
            legal |= bit
    return legal


@njit(cache=True)
def _alike(legal, others, card_points):
    """The lowest of the legal cards with those that do the same: cards of its suit that score the same, with
    none that others hold, or that lies there to be beaten, between them."""
    found = legal & -legal
    last, rest = _number(found), legal ^ found
    while rest:
        bit = rest & -rest
        card = _number(bit)
        between = (1 << card) - (2 << last)
        if card // 13 != last // 13 or card_points[card] != card_points[last] or others & between:
            break
        found |= bit
        rest ^= bit
        last = card
    return found


@njit(cache=True)
def _key(course, leader, index, world):
    """A number for the beginning of a trick: what is left of the hands as dealt, and who leads; in which
    world, and how the tricks were shared before."""
    left, players = 0, course.hands.shape[0]
    for seat in range(players):
        hand = course.dealt[seat]
        while hand:
            left = left << 1 | (course.hands[seat] & hand & -hand != 0)
            hand &= hand - 1
    return ((world << 12 | index) << (MOST_LEFT * players)) * players + left * players + leader


@njit(cache=True)
def _place(key, players):
    """Where a beginning of a trick is remembered."""
    return key % ((1 << (MOST_LEFT * players)) * players) % REMEMBERED


@njit(cache=True)
def _is_over(hands, number, asked):
    """Whether nothing is left that scores, ``number`` being the next trick's."""
    for later in range(number, asked.trick_points.shape[0]):
        if asked.trick_points[later] != 0:
            return False
    for seat in range(hands.shape[0]):
        hand = hands[seat]
        while hand:
            if asked.card_points[_number(hand & -hand)] != 0:
                return False
            hand &= hand - 1
    return True


@njit(cache=True)
def _open(course, depth, asked):
    """Begin a turn."""
    state = course.state
    hand = course.hands[state[depth, TURN]]
    state[depth, LEGAL] = _legal(hand, state[depth, LED], state[depth, BEST], asked)
    state[depth, TIES] = 0
    course.most[depth] = -1e18


@njit(cache=True)
def _highest(cards):
    """The highest card of a set, as a set."""
    while cards & (cards - 1):
        cards &= cards - 1
    return cards


@njit(cache=True)
def _play(course, depth, world, asked):
    """Play a card of the group: whether another turn follows, laid out below. If none does, or it is known
    what comes of it, that is in ``values`` there."""
    state, players, below = course.state, course.hands.shape[0], depth + 1
    bit, turn, led = _highest(state[depth, GROUP]), state[depth, TURN], state[depth, LED]
    card, best, winner = _number(bit), state[depth, BEST], state[depth, WINNER]
    course.hands[turn] ^= bit
    if best < 0 or asked.beats[best] >> card & 1:
        best, winner = card, turn
    played, worth = state[depth, PLAYED] + 1, state[depth, WORTH] + asked.card_points[card]
    state[below, NUMBER], state[below, INDEX] = state[depth, NUMBER], state[depth, INDEX]
    state[below, WINNER], state[below, TAKER], state[below, TAKEN] = winner, winner, 0
    if played == players:
        return _take(course, below, world, worth, asked)
    state[below, TURN] = turn + 1 if turn + 1 < players else 0
    state[below, LED] = card if led < 0 else led
    state[below, BEST], state[below, PLAYED], state[below, WORTH] = best, played, worth
    return True


@njit(cache=True)
def _play_last(course, depth, leader, number, index, asked):
    """Put into ``values[depth]`` what everybody gains from the last trick on, to which each plays the only
    card."""
    best, winner, worth, players = -1, leader, asked.trick_points[number], course.hands.shape[0]
    for step in range(players):
        seat = leader + step if leader + step < players else leader + step - players
        card = _number(course.hands[seat])
        worth += asked.card_points[card]
        if best < 0 or asked.beats[best] >> card & 1:
            best, winner = card, seat
    _pay(course, depth, asked, index + COUNTS**winner)
    course.values[depth, winner] += worth


@njit(cache=True)
def _pay(course, depth, asked, index):
    """Put into ``values[depth]`` what is gained at the end of the deal."""
    row = index if asked.payoffs.shape[0] > 1 else 0
    for seat in range(course.hands.shape[0]):
        course.values[depth, seat] = asked.payoffs[row, seat]


@njit(cache=True)
def _take(course, depth, world, worth, asked):
    """Give the trick to its winner, laid out at this depth, as ``_play`` tells."""
    state, values, is_king = course.state, course.values, asked.payoffs.shape[0] == 1
    winner, number = state[depth, WINNER], state[depth, NUMBER] + 1
    index, taken = state[depth, INDEX] + COUNTS**winner, worth + asked.trick_points[number - 1]
    hand = course.hands[winner]
    if hand == 0 or (is_king and _is_over(course.hands, number, asked)):
        _pay(course, depth, asked, index)
    elif hand & (hand - 1) == 0:
        _play_last(course, depth, winner, number, index, asked)
    else:
        key = _key(course, winner, 0 if is_king else index, world)
        place = _place(key, course.hands.shape[0])
        if course.keys[place] != key:
            state[depth, TURN], state[depth, LED], state[depth, BEST] = winner, -1, -1
            state[depth, PLAYED], state[depth, WORTH], state[depth, NUMBER] = 0, 0, number
            state[depth, INDEX], state[depth, TAKEN], state[depth, KEY] = index, taken, key
            return True
        for seat in range(course.hands.shape[0]):
            values[depth, seat] = course.known[place, seat]
    values[depth, winner] += taken
    return False


@njit(cache=True)
def _take_back(course, depth):
    """Take the card back, and keep what came of it unless something better was found for who played it."""
    state, values, players = course.state, course.values, course.hands.shape[0]
    group, turn, alike = state[depth, GROUP], state[depth, TURN], 0
    course.hands[turn] ^= _highest(group)
    own = values[depth + 1, turn]
    while group:
        group &= group - 1
        alike += 1
    if own > course.most[depth] + EPSILON:
        course.most[depth] = own
        state[depth, TIES] = alike
        for seat in range(players):
            values[depth, seat] = alike * values[depth + 1, seat]
    elif own > course.most[depth] - EPSILON:
        state[depth, TIES] += alike
        for seat in range(players):
            values[depth, seat] += alike * values[depth + 1, seat]


@njit(cache=True)
def _close(course, depth):
    """End a turn: everybody gets the mean of what was as good for its seat."""
    state, values, players = course.state, course.values, course.hands.shape[0]
    for seat in range(players):
        values[depth, seat] /= state[depth, TIES]
    if state[depth, PLAYED] == 0:
        place = _place(state[depth, KEY], players)
        course.keys[place] = state[depth, KEY]
        for seat in range(players):
            course.known[place, seat] = values[depth, seat]
    values[depth, state[depth, TAKER]] += state[depth, TAKEN]


@njit(cache=True)
def _solve(course, world, found, asked):
    """Add to ``found`` what each card of the first turn, laid out in ``state[0]``, brings who plays it."""
    depth, players, state = 0, course.hands.shape[0], course.state
    _open(course, 0, asked)
    while True:
        legal = state[depth, LEGAL]
        if legal:
            others = 0 if state[depth, BEST] < 0 else 1 << state[depth, BEST]
            for seat in range(players):
                others |= course.hands[seat] if seat != state[depth, TURN] else 0
            state[depth, GROUP] = _alike(legal, others, asked.card_points)
            state[depth, LEGAL] = legal ^ state[depth, GROUP]
            if _play(course, depth, world, asked):
                depth += 1
                _open(course, depth, asked)
                continue
        elif depth == 0:
            return
        else:
            _close(course, depth)
            depth -= 1
        if depth == 0:
            group = state[0, GROUP]
            while group:
                found[_number(group & -group)] += course.values[1, state[0, TURN]]
                group &= group - 1
        _take_back(course, depth)


@njit(cache=True, nogil=True)
def _values(worlds, first, asked):
    """For each card what the seat to move gains by it from here on, summed over the worlds."""
    players = worlds.shape[1]
    turns = players * MOST_LEFT + 2
    state, most, values = np.zeros((turns, 14), dtype=np.int64), np.zeros(turns), np.zeros((turns, players))
    keys, known = np.full(REMEMBERED, -1, dtype=np.int64), np.zeros((REMEMBERED, players))
    found = np.zeros(52)
    for world in range(worlds.shape[0]):
        state[0, : first.shape[0]] = first
        hands = worlds[world].copy()
        _solve(Course(hands, hands.copy(), state, most, values, keys, known), world, found, asked)
    return found


def values_of(
    worlds: Numbers,
    turn: int,
    trick: tuple[int, ...],
    best: int,
    winner: int,
    number: int,
    tables: Tables,
    payoffs: Numbers,
) -> dict[int, float]:
    """What the seat to move gains by each of its legal cards from here to the end of the deal, the mean over
    the worlds (each seat's hand, as a mask); the cards of the trick lie on the table already, and count for
    who takes it. ``best`` is the card that is winning it, of ``winner``; -1 where none lies there. ``number``
    is that of the trick, the first being 1."""
    hand, led = int(worlds[0, turn]), trick[0] if trick else -1
    asked = Asked(
        tables.beats, tables.beside_led, tables.beside, tables.card_points, tables.trick_points, payoffs
    )
    worth = sum(int(tables.card_points[card]) for card in trick)
    first = np.array([turn, led, best, winner, len(trick), worth, number, 0])
    found = _values(worlds, first, asked)
    legal: CardSet = int(_legal(hand, led, best, asked))
    return {card: float(found[card]) / len(worlds) for card in range(52) if legal >> card & 1}
