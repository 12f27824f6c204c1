"""Worked examples of Colour Whist: moments of real games under the very rules, and payments worked out by the
engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from bot.engine.cards import (
    ACTION_OF_TEXT,
    ACTION_TEXTS,
    PASS,
    RANK_OF,
    SUIT_LETTERS,
    SUIT_MASK_OF,
    SUIT_MASKS,
    SUITS,
    CardSet,
    Suit,
    members,
)
from bot.engine.game import AWAITS_DECK, View
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import new_game
from bot.engine.whist.contracts import (
    ALL_TRICKS,
    NEGATIVE,
    TOGETHER,
    Bid,
    PlayedContract,
    WhistContract,
    points_of,
)
from bot.engine.whist.game import whist_detail
from bot.engine.whist.presets import whist_preset
from bot.rules.whist.lines import bids_of

DECKS: Final = 120
"""How many deals are dealt to find a hand that suits the contract."""
PLAYS: Final = 12
"""How many times the deal that suits best is played."""
HAND: Final = 7
"""The number of cards that shows best."""

SAID: Final[Mapping[WhistContract, tuple[str, ...]]] = {
    WhistContract.PAIR: ("propose {}", "accept {}"),
    WhistContract.SOLO: ("propose {}", "pass", "pass", "pass", "solo {}"),
    WhistContract.SMALL_MISERE: ("misere small",),
    WhistContract.PICCOLO: ("piccolo",),
    WhistContract.ABONDANCE: ("abondance {}",),
    WhistContract.GRAND_MISERE: ("misere grand",),
    WhistContract.TROEL: (),
    WhistContract.OPEN_MISERE: ("misere open",),
    WhistContract.SMALL_SLAM: ("slam small {}",),
    WhistContract.GRAND_SLAM: ("slam grand {}",),
}
"""What is said from eldest hand on to play a contract, in the suit that is filled in; then all pass."""


@dataclass(frozen=True, slots=True)
class PaymentExample:
    """A contract played, and what each seat gains by it. ``multiplier`` is what C25 made of the amount."""

    played: PlayedContract
    multiplier: int
    points: tuple[int, ...]
    made: bool


# Hands


@lru_cache(maxsize=64)
def free_to_play(rules: Rules, kind: WhistContract) -> View | None:
    """A moment of a deal of that contract at which somebody cannot follow suit and may play any card: in a
    negative contract the bidder, else somebody who holds trumps. None where none was found."""
    best: tuple[int, View] | None = None
    game, suit = _suited(rules, kind)
    for seed in range(PLAYS):
        for view in _played(game.copy(), kind, suit, Random(seed)):
            cost = _cost(view, kind)
            if cost is not None and (best is None or cost < best[0]):
                best = cost, view
    return best and best[1]


def _suited(rules: Rules, kind: WhistContract) -> tuple[Game, Suit]:
    """A game whose eldest hand has cards for the contract, and the suit they have them in."""
    found: list[tuple[int, int, Suit]] = []
    for seed in range(DECKS):
        game = _dealt(rules, seed)
        hand = game.view(1).hand
        if (whist_detail(game.view(None)).troel is not None) == (kind is WhistContract.TROEL):
            found += [(_worth(kind, hand, suit), -seed, suit) for suit in SUITS]
    _, seed, suit = max(found)
    return _dealt(rules, -seed), suit


def _dealt(rules: Rules, seed: int) -> Game:
    game, random = new_game(rules, 0), Random(seed)
    deck = list(members(game.pack))
    random.shuffle(deck)
    game.deal(deck)
    return game


def _worth(kind: WhistContract, hand: CardSet, suit: Suit) -> int:
    """How well a hand suits a contract: long and high trumps, or low cards."""
    if kind in NEGATIVE:
        return -sum(RANK_OF[card] for card in members(hand))
    trumps = members(hand & SUIT_MASKS[suit])
    return 10 * len(trumps) + sum(RANK_OF[card] for card in trumps)


def _played(game: Game, kind: WhistContract, suit: Suit, random: Random) -> Iterator[View]:
    """Every moment at which a card is about to be played, all cards at random."""
    said = [text.format(SUIT_LETTERS[suit]) for text in SAID[kind]]
    while game.turn != AWAITS_DECK:
        view = game.view(game.turn)
        if view.phase == "play":
            yield view
            game.apply(random.choice(members(view.legal)))
        elif said:
            wanted = said.pop(0)
            game.apply(next(one for one in members(view.legal) if ACTION_TEXTS[one].startswith(wanted)))
        else:
            game.apply(PASS if view.legal >> PASS & 1 else random.choice(members(view.legal)))


def _cost(view: View, kind: WhistContract) -> int | None:
    """How far a moment is from the ideal; None where it does not show what is looked for."""
    trick, hand = view.trick, view.hand
    if not trick.cards or hand & SUIT_MASK_OF[trick.cards[0]] or hand.bit_count() < 3:
        return None
    if kind in NEGATIVE and view.seat not in whist_detail(view).bidders:
        return None
    if view.trump is not None and not hand & SUIT_MASKS[view.trump]:
        return None
    return abs(hand.bit_count() - HAND)


# Payments


def payments(rules: Rules, kind: WhistContract) -> list[PaymentExample]:
    """The lowest bid of a kind made and lost; where a double or all tricks count (C25), so multiplied."""
    bid = bids_of(rules, kind)[0]
    if kind in NEGATIVE:
        found = [paid(rules, bid, (bid.target,)), paid(rules, bid, (bid.target + 1,))]
    else:
        over = min(bid.target + 2, ALL_TRICKS) if kind in TOGETHER else bid.target
        found = [paid(rules, bid, (over,)), paid(rules, bid, (bid.target - 1,))]
    if whist_preset(rules).tariff.multiplies and kind in TOGETHER:
        found.append(paid(rules, bid, (ALL_TRICKS,)))
    return found


def special_payments(rules: Rules) -> list[PaymentExample]:
    """Several bidders; and, where amounts are multiplied, everything that can come together."""
    several = next(
        kind for kind in (WhistContract.SMALL_MISERE, WhistContract.GRAND_MISERE) if bids_of(rules, kind)
    )
    found = [paid(rules, bids_of(rules, several)[0], (0, 2))]
    if whist_preset(rules).tariff.multiplies:
        doubled = rules["doubles"] == "yes"
        pair = bids_of(rules, WhistContract.PAIR)[0]
        found.append(paid(rules, pair, (pair.target - 2,), doubled=doubled, after_thrown_in=True))
    return found


def paid(
    rules: Rules, bid: Bid, tricks: Sequence[int], *, doubled: bool = False, after_thrown_in: bool = False
) -> PaymentExample:
    """What comes of it when each side of bidders takes so many tricks, the first seats being the bidders."""
    taken = list(tricks) + [0] * (rules.players - len(tricks))
    bidders = tuple(range(2 if bid.kind in TOGETHER else len(tricks)))
    if bid.kind in TOGETHER:
        taken[:2] = divided = [(tricks[0] + 1) // 2, tricks[0] // 2]
        assert sum(divided) == tricks[0]
    left = _tricks_of(rules, bid) - sum(taken)
    others = [seat for seat in range(rules.players) if seat not in bidders]
    for place, seat in enumerate(others):
        taken[seat] = (left + place) // len(others)
    played = PlayedContract(bid, bidders, bid.target, doubled, after_thrown_in, tuple(taken))
    tariff = whist_preset(rules).tariff
    return PaymentExample(
        played,
        played.multiplier(tariff),
        points_of(played.payments(tariff), rules.players),
        all(played.made(side) for side in played.sides),
    )


def _tricks_of(rules: Rules, bid: Bid) -> int:
    """How many tricks are played: a card fewer each in small misère (C20)."""
    return rules.hand_size - (bid.kind is WhistContract.SMALL_MISERE)


# Auctions

AUCTIONS: Final = (
    ("pass", "pass", "pass"),
    ("propose H", "pass", "pass", "propose S"),
    ("propose D", "propose S", "accept S", "accept D"),
    ("propose D", "propose S", "accept S", "accept D", "raise 9", "raise 9", "raise 10", "raise 10"),
)
"""Auctions from eldest hand on: all others out, a proposal not accepted, a pair overcalled, one that
needs 11 tricks."""


@lru_cache(maxsize=64)
def auctions(rules: Rules) -> tuple[View, ...]:
    """What the seat to speak sees after each of these."""
    found: list[View] = []
    for seed, said in enumerate(AUCTIONS):
        seeds = (seed + len(AUCTIONS) * step for step in range(DECKS))
        games = (_dealt(rules, one) for one in seeds)
        game = next(one for one in games if whist_detail(one.view(None)).troel is None)
        for text in said:
            game.apply(ACTION_OF_TEXT[text])
        found.append(game.view(game.turn))
    return tuple(found)
