"""The play of a deal, the same in every game: cards dealt in batches, tricks, gathering, what a seat may see
(rules.md, G2 and G3).

A game adds its choices before the play, its contracts and its scores; there is no other trick loop.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Any, ClassVar, Final, Self, cast

from bot.engine.cards import (
    CARD_OF_NAME,
    CARDS,
    FULL_PACK,
    NAMED,
    SUIT_MASK_OF,
    Action,
    ActionSet,
    Card,
    CardSet,
    Suit,
)
from bot.engine.errors import RuleViolation
from bot.engine.game import (
    AWAITS_DECK,
    OVER,
    Beats,
    DealEnded,
    DealResult,
    Detail,
    Event,
    FollowRule,
    GameEnded,
    LeadRule,
    Measured,
    Said,
    Trick,
    TrickRules,
    TrickTaken,
    View,
    beats,
    may_lead,
    places,
)
from bot.engine.options import Rules, sizes

Taker = Callable[[Sequence[int]], tuple[int, ...]]
"""Takes one seat's cards out of a deck, in the order dealt."""

_BIT: Final = {card: 1 << card for card in CARDS}


@cache
def takers(players: int, batches: tuple[int, ...], dealer: int) -> tuple[Taker, ...]:
    """For each seat, how to take its hand (of two cards or more) from a deck dealt in these batches, eldest
    hand first (G3)."""
    places: list[list[int]] = [[] for _ in range(players)]
    top = 0
    for size in batches:
        for step in range(1, players + 1):
            places[(dealer + step) % players].extend(range(top, top + size))
            top += size
    return tuple(itemgetter(*seat) for seat in places)


def hands_of(deck: Sequence[Card], pack: CardSet, takers: Sequence[Taker]) -> list[CardSet]:
    """Each seat's hand. Raises RuleViolation ``bad-deck`` unless the deck is a permutation of the pack."""
    if len(deck) == pack.bit_count():
        bits = [_BIT.get(card, 0) for card in deck]
        # As many cards as the pack has add up to its mask only if each is there once.
        if sum(bits) == pack:
            return [sum(take(bits)) for take in takers]
    raise RuleViolation("bad-deck", why_bad(deck, pack))


def dealt(deck: Sequence[Card], takers: Sequence[Taker]) -> list[CardSet]:
    """What each seat has been dealt of a good deck, when these takers take only part of it."""
    bits = [_BIT[card] for card in deck]
    return [sum(take(bits)) for take in takers]


def first_dealer(rules: Rules, deck: Sequence[Card]) -> int | None:
    """Who deals first where whoever is dealt the king of hearts does (D6): the pack goes out face up, one
    card at a time from seat 0 on, and is shuffled again afterwards. None where the cards do not decide."""
    if rules.values.get("first-dealer") != "king-of-hearts":
        return None
    return deck.index(CARD_OF_NAME["KH"]) % rules.players


def why_bad(deck: Sequence[Card], pack: CardSet) -> str:
    """Why a deck is no permutation of the pack, as a reason of errors.py."""
    if any(not 0 <= card < 52 or not pack >> card & 1 for card in deck):
        return "unknown-card"
    return "wrong-number" if len(deck) != pack.bit_count() else "repeated-card"


def gather(dealer: int, piles: Sequence[Sequence[Card]], left: Sequence[Sequence[Card]]) -> tuple[Card, ...]:
    """The pack as gathered for ``dealer``, bottom card first (G2): each seat's pile from the dealer's left
    on, then the cards left in hands in seat order."""
    players = len(piles)
    gathered = [card for step in range(1, players + 1) for card in piles[(dealer + step) % players]]
    return (*gathered, *(card for hand in left for card in hand))


def pack_without(names: str = "") -> CardSet:
    """The full pack less some cards, named in notation."""
    return FULL_PACK & ~sum(1 << CARD_OF_NAME[name] for name in names.split())


NO_EVENTS: Final[tuple[Event, ...]] = ()
_new_tuple = cast(Callable[..., object], tuple[Any, ...].__new__)

# The constructors that NamedTuple writes would take a tenth of a deal's time.
_trick = cast(Callable[[tuple[int, tuple[Card, ...], int]], Trick], partial(_new_tuple, Trick))
_taken = cast(Callable[[tuple[Trick]], TrickTaken], partial(_new_tuple, TrickTaken))


@cache
def clockwise(players: int) -> tuple[int, ...]:
    """For each seat, its left-hand neighbour."""
    return (*range(1, players), 0)


class Game(ABC):
    """A game in progress. ``turn`` is the seat to act, ``AWAITS_DECK`` or ``OVER``; ``dealer`` deals, or
    dealt, the deal that ``view`` shows; ``points`` are the totals of the deals that have ended.

    Its state is plain lists and numbers; what a seat may know of it goes through ``view``. While a card is
    awaited, ``actions`` is computed already: ``legal`` only hands it out.
    """

    __slots__ = (
        "actions",
        "beats",
        "best",
        "cards",
        "deal_number",
        "dealer",
        "deck",
        "follow_rules",
        "hands",
        "lead_rules",
        "leader",
        "left",
        "next_deal",
        "points",
        "results",
        "rules",
        "said",
        "shown",
        "stops",
        "taken",
        "tricks",
        "turn",
        "winner",
    )

    def __init__(self, rules: Rules, dealer: int) -> None:
        players = rules.players
        self.rules = rules
        self.left = clockwise(players)
        self.turn = AWAITS_DECK
        self.dealer = dealer
        self.points: list[int] = [0] * players
        self.results: list[DealResult] = []
        self.actions: ActionSet = 0
        self.next_deal: tuple[int, int] = (0, dealer)
        """Number and dealer of the deal a deck is awaited for."""
        self.beats: Beats = beats(None)
        self.lead_rules: tuple[LeadRule, ...] = ()
        self.follow_rules: tuple[FollowRule, ...] = ()
        self.stops = False
        self._clear(0, dealer, (), [0] * players)

    def _clear(self, number: int, dealer: int, deck: tuple[Card, ...], hands: list[CardSet]) -> None:
        """Lay out a deal in which nothing has been said or played."""
        self.deal_number = number
        self.dealer = dealer
        self.deck = deck
        self.hands = hands
        self.leader = self.left[dealer]
        self.cards: list[Card] = []
        self.best: Card = -1
        self.winner: int = -1
        self.tricks: list[Trick] = []
        self.taken = [0] * len(hands)
        self.said: list[Said] = []
        self.shown: tuple[tuple[int, Card], ...] = ()

    # What a game adds

    MEASURES: ClassVar[tuple[str, ...]] = ("points", "tricks", "chosen")
    """What statistics may count: by contract what a seat made and took, and, keyed by what it named, what it
    made of it. A family may count more."""

    def counted_as(self, contract: str) -> str:
        """As what a contract is counted by statistics; those that are much the same as one."""
        return contract

    @property
    def phase(self) -> str:
        """The phase of the deal, as ``View`` names it; a game adds those of its choices."""
        if self.turn < 0:
            return "deck" if self.turn == AWAITS_DECK else "over"
        return "play"

    @property
    @abstractmethod
    def contract_name(self) -> str:
        """The contract played, empty while it is open."""

    @property
    def trump(self) -> Suit | None:
        """The trump suit played, None while it is not named and where there is none."""
        return None

    @property
    @abstractmethod
    def plan(self) -> tuple[str, ...]:
        """The contract of every deal of the game, empty where it is chosen."""

    @property
    def sum_of_deals(self) -> int | None:
        """What the deals of such a game add up to, each without its sign (L6); None where that is not the
        same in every game."""
        return None

    @property
    def sums(self) -> tuple[Mapping[str, int], ...]:
        """For each scheduled deal of such a game, what its points add up to by the contract played, of all
        that may be; empty where that is not known."""
        return ()

    @property
    def sum(self) -> int | None:
        """What the points of such a game add up to at its end (L17); None where that is not the same in
        every game."""
        return None

    def _batches(self, number: int) -> tuple[int, ...]:
        """The batches in which the cards of this deal go out; as the option says, unless a game knows
        better."""
        return sizes(self.rules["batches"])

    @abstractmethod
    def _open(self) -> None:
        """Begin a deal whose cards are out: the first choice, or the play by ``_lead``."""

    def _say(self, action: Action) -> tuple[Event, ...]:
        """Carry out a legal action that plays no card, where the game has any."""
        raise NotImplementedError

    @abstractmethod
    def _trick_points(self) -> list[int]:
        """What the tricks so far have scored for each seat."""

    def _worth(self) -> tuple[int, ...]:
        """What each trick of the deal that ends now scored for who took it; nothing where tricks are worth
        nothing one by one."""
        return ()

    def _decided(self) -> bool:
        """Whether nothing is left to score; asked after each trick when ``stops`` is set (K10)."""
        return False

    def _final_points(self) -> tuple[int, ...]:
        """What the deal that ends now is worth to each seat: what its tricks have scored, unless there is
        more to it."""
        return tuple(self._trick_points())

    def _why_not(self, action: Action) -> str:
        """The reason why an action is refused, of those that are no cards or come when no card is awaited.
        Here: there is nothing to choose."""
        return "nothing-to-choose"

    def measured(self, result: DealResult) -> tuple[Measured, ...]:
        """What a deal of this game has to be counted by statistics; nothing where it was thrown in."""
        if result.points is None:
            return ()
        contract = self.counted_as(result.contract)
        values = {"points": result.points, "tricks": result.tricks}
        each = [
            Measured(seat, measure, contract, value)
            for measure, by_seat in values.items()
            for seat, value in enumerate(by_seat)
        ]
        chosen = [
            Measured(one.seat, "chosen", NAMED[one.action], result.points[one.seat])
            for one in result.said
            if one.action in NAMED
        ]
        return (*each, *chosen)

    @property
    def dealt_hands(self) -> tuple[CardSet, ...]:
        """What each seat was dealt in the deal in play, or the last one, all of it: as secret as hands."""
        dealt = takers(self.rules.players, self._batches(self.deal_number), self.dealer)
        return tuple(hands_of(self.deck, self.rules.pack, dealt))

    def _laid_aside(self) -> Sequence[CardSet]:
        """The cards of each seat that were neither played nor are held: discards."""
        return [0] * len(self.hands)

    def _shown(self) -> tuple[tuple[int, Card], ...]:
        """The cards shown to all, each with its holder."""
        return self.shown

    def _detail(self, seat: int | None) -> Detail | None:
        """What only games of this family show a seat of the deal."""
        return None

    def _result_detail(self) -> Detail | None:
        """What only games of this family tell of the deal that ends now."""
        return None

    # What every game offers

    @property
    def pack(self) -> CardSet:
        """The cards this game is played with."""
        return self.rules.pack

    def deal(self, deck: Sequence[Card]) -> tuple[Event, ...]:
        """Deal the pack, top card first (G2, G3). Raises RuleViolation ``bad-deck``, ``not-your-turn`` or
        ``game-over`` and changes nothing."""
        if self.turn != AWAITS_DECK:
            raise RuleViolation("game-over" if self.turn == OVER else "not-your-turn")
        number, dealer = self.next_deal
        rules = self.rules
        hands = hands_of(deck, rules.pack, takers(rules.players, self._batches(number), dealer))
        self._clear(number, dealer, tuple(deck), hands)
        self._open()
        return NO_EVENTS

    def legal(self) -> ActionSet:
        """The actions open to ``turn``; empty when a deck is awaited or the game is over. Computed once a
        ply."""
        return self.actions

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action of the seat to act. Raises RuleViolation ``illegal-action`` (with the reason),
        ``not-your-turn`` (a deck is awaited) or ``game-over`` and changes nothing."""
        bit = 1 << action
        if not self.actions & bit:
            raise self._refusal(action)
        if action > 51:
            return self._say(action)
        seat = self.turn
        hands = self.hands
        cards = self.cards
        hands[seat] ^= bit
        if not cards or self.beats[self.best] & bit:
            self.best = action
            self.winner = seat
        cards.append(action)
        if len(cards) == len(hands):
            return self._take()
        self.turn = seat = self.left[seat]
        hand = hands[seat]
        legal = hand & SUIT_MASK_OF[cards[0]] or hand
        for rule in self.follow_rules:
            legal = rule.narrow(legal, hand, cards[0], self.best)
        self.actions = legal
        return NO_EVENTS

    def _take(self) -> tuple[Event, ...]:
        """Give a complete trick to its winner."""
        winner = self.winner
        trick = _trick((self.leader, tuple(self.cards), winner))
        self.tricks.append(trick)
        self.taken[winner] += 1
        self.cards = []
        self.leader = winner
        if not self.hands[winner] or (self.stops and self._decided()):
            return (_taken((trick,)), *self._end())
        self._lead()
        return (_taken((trick,)),)

    def _lead(self) -> None:
        """Let the leader lead."""
        self.turn = self.leader
        self.actions = may_lead(self.lead_rules, self.hands[self.leader])

    def _end(self) -> tuple[Event, ...]:
        """Score the deal that ends now, and await the next deck unless it was the last."""
        gained = self._final_points()
        self.points = [total + more for total, more in zip(self.points, gained, strict=True)]
        ended = DealEnded(self._result(gained))
        if self.deal_number + 1 == len(self.plan):
            self._await(OVER)
            return (ended, GameEnded(tuple(self.points), self.places()))
        self.next_deal = (self.deal_number + 1, self.left[self.dealer])
        self._await(AWAITS_DECK)
        return (ended,)

    def _throw_in(self) -> tuple[Event, ...]:
        """End the deal without a score; the same dealer deals it again."""
        ended = DealEnded(self._result(None))
        self.next_deal = (self.deal_number, self.dealer)
        self._await(AWAITS_DECK)
        return (ended,)

    def _await(self, turn: int) -> None:
        """Let no seat act."""
        self.actions = 0
        self.turn = turn

    def _result(self, points: tuple[int, ...] | None) -> DealResult:
        """Keep what came of the deal."""
        result = DealResult(
            self.deal_number,
            self.dealer,
            self.contract_name,
            self.trump,
            tuple(self.taken),
            points,
            tuple(self.said),
            self._result_detail(),
            tuple(self.tricks),
            self._worth(),
        )
        self.results.append(result)
        return result

    def _refusal(self, action: Action) -> RuleViolation:
        """What to raise for an action that is not legal, with the reason found only now."""
        if self.turn < 0:
            return RuleViolation("game-over" if self.turn == OVER else "not-your-turn")
        if self.phase != "play" or action > 51:
            return RuleViolation("illegal-action", self._why_not(action))
        return RuleViolation("illegal-action", self._why_not_card(action))

    def _why_not_card(self, card: Card) -> str:
        """The first thing that forbids a card, in the order in which the rules narrow a hand."""
        hand = self.hands[self.turn]
        if not hand >> card & 1:
            return "not-in-hand"
        if not self.cards:
            return next(rule.reason for rule in self.lead_rules if not rule.narrow(hand) >> card & 1)
        led = self.cards[0]
        legal = hand & SUIT_MASK_OF[led] or hand
        reason = "follow-suit"
        for rule in self.follow_rules:
            if not legal >> card & 1:
                break
            reason = rule.reason
            legal = rule.narrow(legal, hand, led, self.best)
        return reason

    def gathered(self) -> tuple[Card, ...] | None:
        """The pack as it is gathered for the deck now awaited, bottom card first (G2); None when the rules
        shuffle, or before the first deal."""
        if self.rules["shuffle"] != "cut" or self.turn != AWAITS_DECK or not self.deck:
            return None
        piles: list[list[Card]] = [[] for _ in self.hands]
        for trick in self.tricks:
            piles[self.winner_of(trick)].extend(trick.cards)
        dealt = takers(self.rules.players, self._batches(self.deal_number), self.dealer)
        left = [
            [card for card in take(self.deck) if (hand | aside) >> card & 1]
            for take, hand, aside in zip(dealt, self.hands, self._laid_aside(), strict=True)
        ]
        return gather(self.next_deal[1], piles, left)

    @staticmethod
    def winner_of(trick: Trick) -> int:
        """The winner of a completed trick."""
        assert trick.winner is not None
        return trick.winner

    def view(self, seat: int | None) -> View:
        """What that seat may see, built up from what it may know."""
        mine = seat is not None
        phase = self.phase
        return View(
            rules=self.rules,
            seat=seat,
            turn=self.turn,
            legal=self.actions if mine and seat == self.turn else 0,
            phase=phase,
            deal=self.deal_number,
            plan=self.plan,
            dealer=self.dealer,
            contract=self.contract_name,
            trump=self.trump,
            shown=self._shown(),
            hand=self.hands[seat] if mine else 0,
            hand_sizes=tuple(hand.bit_count() for hand in self.hands),
            trick=Trick(self.leader, tuple(self.cards), self.winner if self.cards else None),
            tricks=tuple(self.tricks),
            tricks_taken=tuple(self.taken),
            deal_points=tuple(self._trick_points()),
            points=tuple(self.points),
            said=tuple(self.said),
            results=tuple(self.results),
            detail=self._detail(seat),
            trick_rules=TrickRules(self.beats, self.lead_rules) if phase == "play" else None,
        )

    def cut_short(self) -> None:
        """End the game while a deck is awaited, with the deals that have ended."""
        assert self.turn == AWAITS_DECK
        self.turn = OVER

    def places(self) -> tuple[int, ...]:
        """Each seat's place by total points; equal totals share one (G8)."""
        return places(self.points)

    def copy(self) -> Self:
        """An independent game in the same state."""
        twin = object.__new__(type(self))
        for name in _slots(type(self)):
            value: object = getattr(self, name)
            setattr(twin, name, list(cast(list[object], value)) if isinstance(value, list) else value)
        return twin


@cache
def _slots(game: type[Game]) -> tuple[str, ...]:
    """The names of all attributes of a game."""
    return tuple(name for kind in game.__mro__ for name in getattr(kind, "__slots__", ()))
