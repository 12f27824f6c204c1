"""The auction as a state machine (rules.md, C3 to C16): who may speak, what each may say, and why not.

All of it is public. A state never changes: ``after`` makes the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bot.engine.cards import (
    ACCEPT_SUIT,
    ACTION_OF_TEXT,
    ACTION_TEXTS,
    DISCARD,
    DOUBLE,
    MISERE,
    NO_TRUMP,
    PAROLE,
    PASS,
    PICCOLO,
    PROPOSE,
    RAISE,
    SUIT_LETTERS,
    SUITS,
    WAIT,
    Action,
    ActionSet,
    Suit,
    is_play,
    set_of,
)
from bot.engine.whist.contracts import JOINED, Bid, BidRanking, WhistContract

PAROLE_LEVEL = 11
"""The level from which on an acceptor may leave the decision to the partner (C10)."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the options of a table allow."""

    ranking: BidRanking
    kinds: frozenset[WhistContract]
    solo_minimum: int
    proposals: int
    parole: bool


@dataclass(frozen=True, slots=True)
class Speaker:
    """What a seat has said so far. ``proposed`` has every proposal, repeated ones too; ``offer`` is the one
    still open; ``bid`` the last contract bid alone (troel too)."""

    spoken: bool = False
    passed: bool = False
    waiting: bool = False
    proposed: tuple[Suit, ...] = ()
    offer: Suit | None = None
    bid: Bid | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two seats agreed on a suit; ``spokesman`` speaks for both until the pair is broken (C7, C10, C11)."""

    suit: Suit
    proposer: int
    acceptor: int
    spokesman: int
    paroled: bool = False
    broken: bool = False

    @property
    def seats(self) -> tuple[int, int]:
        """Proposer and acceptor."""
        return self.proposer, self.acceptor

    @property
    def silent(self) -> int:
        """The member who does not speak for both."""
        return self.proposer if self.spokesman == self.acceptor else self.acceptor


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction in progress. ``turn`` is None when it is over; ``standing`` is the highest bid and ``side``
    who made it: proposer and acceptor, or everyone who bid the same negative contract. With troel ``side``
    is the bidder, the partner being unknown yet."""

    allowed: Allowed
    eldest: int
    turn: int | None
    speakers: tuple[Speaker, ...]
    pairs: tuple[Pair, ...] = ()
    standing: Bid | None = None
    side: tuple[int, ...] = ()

    @staticmethod
    def opened(allowed: Allowed, eldest: int, players: int, troel: int | None) -> Auction:
        """The auction before anybody has spoken; ``troel`` is who has announced it."""
        auction = Auction(allowed, eldest, eldest, (Speaker(),) * players)
        if troel is None:
            return auction
        bid = Bid(WhistContract.TROEL)
        begun = auction._with(troel, spoken=True, bid=bid)
        return replace(begun, turn=(troel + 1) % players, standing=bid, side=(troel,))

    @property
    def proposals(self) -> dict[Suit, int]:
        """The open proposals, each with the seat that made it."""
        return {one.offer: seat for seat, one in enumerate(self.speakers) if one.offer is not None}

    @property
    def troel(self) -> int | None:
        """Who has announced troel."""
        bids = (speaker.bid for speaker in self.speakers)
        return next((seat for seat, bid in enumerate(bids) if bid and bid.kind is WhistContract.TROEL), None)

    def pair_of(self, seat: int) -> Pair | None:
        """The pair a seat is in or was in."""
        return next((pair for pair in self.pairs if seat in pair.seats), None)

    # Who may speak

    def may_speak(self, seat: int) -> bool:
        """Whether a seat is still asked."""
        pair = self.pair_of(seat)
        led = pair is not None and not pair.broken and pair.silent == seat
        return not self.speakers[seat].passed and seat not in self.side and not led

    @property
    def agreed(self) -> frozenset[Suit]:
        """The suits that belong to a pair, broken or not: nobody else may bid them (C7)."""
        return frozenset(pair.suit for pair in self.pairs)

    def others(self, seat: int) -> tuple[int, ...]:
        """All seats but one."""
        return tuple(other for other in range(len(self.speakers)) if other != seat)

    def anyone_to_accept(self, seat: int) -> bool:
        """Whether another seat could still accept a proposal of this one (C6, C12)."""
        return any(self.could_accept(other) for other in self.others(seat))

    def could_accept(self, seat: int) -> bool:
        """Whether a seat could still accept somebody's proposal (C12)."""
        speaker = self.speakers[seat]
        return not speaker.passed and speaker.bid is None and self.pair_of(seat) is None

    # What may be said

    def legal(self) -> ActionSet:
        """What ``turn`` may say; empty when the auction is over."""
        if self.turn is None:
            return 0
        return set_of((PASS, *self._asides(self.turn), *self.bids(self.turn)))

    def bids(self, seat: int) -> dict[Action, Bid]:
        """The contracts a seat may bid, were it its turn, each at the lowest level that outranks (C3)."""
        return dict(self._bids(seat))

    def needed(self, seat: int) -> Bid | None:
        """The lowest bid with which a seat that has bid would go on in its own suit, were it overcalled;
        None where there is none."""
        pair, bid = self.pair_of(seat), self.speakers[seat].bid
        if bid is not None:
            return self._raised(bid)
        return self.lowest(WhistContract.PAIR, pair.suit) if pair is not None and not pair.broken else None

    def _asides(self, seat: int) -> Iterator[Action]:
        """What may be said that is no contract, but for passing."""
        speaker, pair = self.speakers[seat], self.pair_of(seat)
        if not speaker.spoken and seat == self.eldest and self.troel is None:
            yield WAIT
        if self.could_accept(seat) and not speaker.waiting:
            yield from (PROPOSE[suit] for suit in SUITS if self._may_propose(seat, suit))
        if pair is not None and not pair.broken and self.allowed.parole and not pair.paroled:
            needed = self.lowest(WhistContract.PAIR, pair.suit)
            if needed is not None and needed.level >= PAROLE_LEVEL:
                yield PAROLE

    def _may_propose(self, seat: int, suit: Suit) -> bool:
        """C6, C8, C9."""
        return (
            not any(suit in self.speakers[other].proposed for other in self.others(seat))
            and self.speakers[seat].proposed.count(suit) < self.allowed.proposals
            and self.anyone_to_accept(seat)
            and self.lowest(WhistContract.PAIR, suit) is not None
        )

    def _bids(self, seat: int) -> Iterator[tuple[Action, Bid]]:
        """Which contracts a seat may bid depends on what it has said."""
        speaker, pair = self.speakers[seat], self.pair_of(seat)
        if speaker.waiting:
            yield from self._accepting(seat)
            yield from self._negatives(joining=True)
            return
        if speaker.bid is not None:
            yield from self._raising(self._raised(speaker.bid))
        elif pair is not None and not pair.broken:
            yield from self._raising(self.lowest(WhistContract.PAIR, pair.suit))
        elif pair is not None:
            yield from self._solos((pair.suit,))
        elif speaker.spoken:
            yield from self._accepting(seat)
            yield from self._solos(dict.fromkeys(speaker.proposed))
        else:
            yield from self._first_turn(seat)
        yield from self._negatives()

    def _first_turn(self, seat: int) -> Iterator[tuple[Action, Bid]]:
        """C12, C15."""
        yield from self._accepting(seat)
        free = [suit for suit in SUITS if suit not in self.agreed]
        if not self.anyone_to_accept(seat):
            yield from self._solos(free)
        for suit in free:
            bid = self.lowest(WhistContract.ABONDANCE, suit)
            if bid is not None:
                yield ACTION_OF_TEXT[f"abondance {SUIT_LETTERS[suit]} {bid.level}"], bid
        for kind, size in ((WhistContract.SMALL_SLAM, "small"), (WhistContract.GRAND_SLAM, "grand")):
            for suit in (*free, None):
                bid = Bid(kind, suit=suit)
                if self._may_bid(bid):
                    trump = NO_TRUMP if suit is None else SUIT_LETTERS[suit]
                    yield ACTION_OF_TEXT[f"slam {size} {trump}"], bid

    def _accepting(self, seat: int) -> Iterator[tuple[Action, Bid]]:
        """C7."""
        for suit, proposer in self.proposals.items():
            bid = self.lowest(WhistContract.PAIR, suit)
            if proposer != seat and bid is not None:
                yield ACCEPT_SUIT[suit], bid

    def _solos(self, suits: Iterable[Suit]) -> Iterator[tuple[Action, Bid]]:
        for suit in suits:
            bid = self.lowest(WhistContract.SOLO, suit)
            if bid is not None:
                yield ACTION_OF_TEXT[f"solo {SUIT_LETTERS[suit]} {bid.level}"], bid

    @staticmethod
    def _raising(bid: Bid | None) -> Iterator[tuple[Action, Bid]]:
        if bid is not None:
            yield RAISE[bid.level], bid

    def _negatives(self, *, joining: bool = False) -> Iterator[tuple[Action, Bid]]:
        """C14; ``joining``: only what others have bid already (C5)."""
        actions = {
            WhistContract.SMALL_MISERE: MISERE["small"],
            WhistContract.PICCOLO: PICCOLO,
            WhistContract.GRAND_MISERE: MISERE["grand"],
            WhistContract.OPEN_MISERE: MISERE["open"],
        }
        for kind, action in actions.items():
            bid = Bid(kind)
            joins = kind in JOINED and bid == self.standing
            if joins or (not joining and self._may_bid(bid)):
                yield action, bid

    def _may_bid(self, bid: Bid) -> bool:
        return bid.kind in self.allowed.kinds and self.allowed.ranking.outranks(bid, self.standing)

    def _raised(self, bid: Bid) -> Bid | None:
        """How the bidder of a solo or an abondance would go on (C13)."""
        if bid.suit is None or bid.kind not in (WhistContract.SOLO, WhistContract.ABONDANCE):
            return None
        return self.lowest(bid.kind, bid.suit)

    def lowest(self, kind: WhistContract, suit: Suit) -> Bid | None:
        """The bid of a kind of contract with levels, in that suit, at the lowest level that outranks what
        stands; None where none does."""
        levels = self.allowed.ranking.levels(kind)
        if kind is WhistContract.SOLO:
            levels = tuple(level for level in levels if level >= self.allowed.solo_minimum)
        return self.allowed.ranking.lowest(kind, suit, levels, self.standing)

    # What follows

    def after(self, action: Action) -> Auction:
        """The auction once ``turn`` has said something legal."""
        assert self.turn is not None
        seat = self.turn
        bid = self.bids(seat).get(action)
        said = self._bid(seat, action, bid) if bid is not None else self._aside(seat, action)
        return said._passed_on(seat)

    def _passed_on(self, seat: int) -> Auction:
        players = len(self.speakers)
        after = ((seat + step) % players for step in range(1, players + 1))
        return replace(self, turn=next((one for one in after if self.may_speak(one)), None))

    def _aside(self, seat: int, action: Action) -> Auction:
        pair = self.pair_of(seat)
        if action == PASS:
            said = self._with(seat, spoken=True, passed=True, waiting=False, offer=None)
            return said._breaking(seat)
        if action == WAIT:
            return self._with(seat, spoken=True, waiting=True)
        if action == PAROLE:
            assert pair is not None
            return self._with_pair(replace(pair, spokesman=pair.silent, paroled=True))
        suit = PROPOSE.index(action)
        proposed = (*self.speakers[seat].proposed, suit)
        return self._with(seat, spoken=True, proposed=proposed, offer=suit)

    def _bid(self, seat: int, action: Action, bid: Bid) -> Auction:
        pair = self.pair_of(seat)
        if bid.kind is not WhistContract.PAIR:
            joined = (*self.side, seat) if bid == self.standing else (seat,)
            said = self._with(seat, spoken=True, waiting=False, offer=None, bid=bid)._breaking(seat)
            return replace(said, standing=bid, side=joined)
        if pair is None:
            assert bid.suit is not None
            proposer = self.proposals[bid.suit]
            said = self._with(proposer, offer=None)._with(seat, spoken=True, waiting=False, offer=None)
            pair = Pair(bid.suit, proposer, seat, spokesman=seat)
            return replace(said, pairs=(*self.pairs, pair), standing=bid, side=pair.seats)
        return replace(self, standing=bid, side=pair.seats)

    def _breaking(self, seat: int) -> Auction:
        """Break the pair of a seat that speaks for it no longer (C11)."""
        pair = self.pair_of(seat)
        return self if pair is None else self._with_pair(replace(pair, broken=True))

    def _with_pair(self, changed: Pair) -> Auction:
        pairs = tuple(changed if pair.suit == changed.suit else pair for pair in self.pairs)
        return replace(self, pairs=pairs)

    def _with(self, seat: int, **changes: object) -> Auction:
        speakers = list(self.speakers)
        speakers[seat] = replace(speakers[seat], **changes)
        return replace(self, speakers=tuple(speakers))


OUTRANKED = "does-not-outrank"
_KIND = {
    "piccolo": WhistContract.PICCOLO,
    "misere small": WhistContract.SMALL_MISERE,
    "misere grand": WhistContract.GRAND_MISERE,
    "misere open": WhistContract.OPEN_MISERE,
    "slam small": WhistContract.SMALL_SLAM,
    "slam grand": WhistContract.GRAND_SLAM,
    "solo": WhistContract.SOLO,
    "abondance": WhistContract.ABONDANCE,
}


def why_not(auction: Auction, action: Action) -> str:
    """The reason, one of errors.py, why ``auction.turn`` may not say this."""
    if is_play(action):
        return "choose-first"
    if action == DOUBLE or action in DISCARD:
        return "only-after-auction"
    seat = auction.turn
    assert seat is not None and action != PASS
    verb, *rest = ACTION_TEXTS[action].split()
    if verb == "wait":
        return "first-turn-only" if auction.speakers[seat].spoken else "only-eldest-waits"
    if verb == "accept" and rest:
        return _why_not_accept(auction, seat, SUIT_LETTERS.index(rest[0]))
    if auction.speakers[seat].waiting:
        return "waited"
    if verb == "propose":
        return _why_not_propose(auction, seat, SUIT_LETTERS.index(rest[0]))
    if verb == "raise":
        return (
            _why_not_level(auction.needed(seat), int(rest[0])) if _goes_on(auction, seat) else "not-a-choice"
        )
    if action == PAROLE:
        return "not-a-choice"
    kind = _KIND.get(verb) or _KIND.get(f"{verb} {rest[0]}" if rest else "")
    if kind is None or kind not in auction.allowed.kinds:
        return "not-a-choice"
    return _why_not_alone(auction, seat, kind, rest)


def _goes_on(auction: Auction, seat: int) -> bool:
    """Whether a seat has a suit of its own to go on in."""
    pair, bid = auction.pair_of(seat), auction.speakers[seat].bid
    if bid is not None:
        return bid.kind in (WhistContract.SOLO, WhistContract.ABONDANCE)
    return pair is not None and not pair.broken


def _why_not_accept(auction: Auction, seat: int, suit: Suit) -> str:
    if suit in auction.agreed:
        return "suit-accepted"
    if auction.proposals.get(suit, seat) == seat:
        return "not-proposed"
    return OUTRANKED if auction.could_accept(seat) else "not-a-choice"


def _why_not_propose(auction: Auction, seat: int, suit: Suit) -> str:
    if not auction.could_accept(seat):
        return "not-a-choice"
    if suit in auction.agreed:
        return "suit-accepted"
    if any(suit in auction.speakers[other].proposed for other in auction.others(seat)):
        return "suit-proposed"
    if auction.speakers[seat].proposed.count(suit) >= auction.allowed.proposals:
        return "proposed-too-often"
    return OUTRANKED if auction.anyone_to_accept(seat) else "nobody-to-accept"


def _why_not_alone(auction: Auction, seat: int, kind: WhistContract, rest: list[str]) -> str:
    """Why a contract may not be bid alone."""
    speaker, pair = auction.speakers[seat], auction.pair_of(seat)
    if (
        kind in (WhistContract.ABONDANCE, WhistContract.SMALL_SLAM, WhistContract.GRAND_SLAM)
        and speaker.spoken
    ):
        return "first-turn-only"
    suit = next((SUIT_LETTERS.index(word) for word in rest if word in SUIT_LETTERS), None)
    if suit is None:
        return OUTRANKED
    if suit in auction.agreed and (pair is None or pair.suit != suit):
        return "suit-accepted"
    if kind is WhistContract.SOLO:
        if speaker.bid is not None or (pair is not None and not pair.broken):
            return "not-a-choice"
        if not speaker.spoken and auction.anyone_to_accept(seat):
            return "someone-could-accept"
        if speaker.spoken and suit not in (*speaker.proposed, pair.suit if pair else None):
            return "not-proposed"
    if kind not in (WhistContract.SOLO, WhistContract.ABONDANCE):
        return OUTRANKED
    level = int(rest[-1])
    if level not in auction.allowed.ranking.levels(kind):
        return "not-a-choice"
    return _why_not_level(auction.lowest(kind, suit), level)


def _why_not_level(lowest: Bid | None, level: int) -> str:
    return OUTRANKED if lowest is None or level < lowest.level else "not-lowest-level"
