"""A game of Colour Whist: troel, the auction, what follows it, what a seat may see of it, and what statistics
may count (rules.md, C)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import (
    ACE,
    DISCARD,
    DOUBLE,
    HEARTS,
    KING,
    PASS,
    SUIT_MASKS,
    TRUMP,
    Action,
    Card,
    CardSet,
    Suit,
    cards_of_rank,
    is_play,
    members,
    set_of,
)
from bot.engine.game import DealResult, Detail, Event, Measured, Said, View, beats
from bot.engine.options import Rules
from bot.engine.play import NO_EVENTS, Game
from bot.engine.whist.auction import Auction, why_not
from bot.engine.whist.contracts import (
    BIDDER_LEADS,
    BIDDING_ORDER,
    TOGETHER,
    Bid,
    Payment,
    PlayedContract,
    WhistContract,
    points_of,
)
from bot.engine.whist.presets import allowed, whist_preset

ACES: Final = cards_of_rank(ACE)
TROEL_FROM: Final = 3
"""So many aces are a troel."""


@dataclass(frozen=True, slots=True)
class Troel:
    """An announcement. ``bidder`` holds the aces; ``partner`` holds the ``called`` card. The card is
    ``named`` aloud where the bidder has all four aces; else it is the fourth ace, which nobody names."""

    bidder: int
    partner: int
    called: Card
    named: bool


def announced(hands: Sequence[CardSet], four_aces: str) -> Troel | None:
    """The troel in these hands; ``four_aces`` is the option of that name."""
    for bidder, hand in enumerate(hands):
        aces = (hand & ACES).bit_count()
        if aces < TROEL_FROM or (aces == 4 and four_aces == "no"):
            continue
        called = _called(hand, four_aces) if aces == 4 else (ACES & ~hand).bit_length() - 1
        partner = next(seat for seat, other in enumerate(hands) if other >> called & 1)
        return Troel(bidder, partner, called, named=aces == 4)
    return None


def _called(hand: CardSet, four_aces: str) -> Card:
    """The card that a bidder with four aces calls: the highest heart they lack, or (``king``) the highest
    king they lack in suit order, then queens and so on."""
    if four_aces == "highest-heart":
        return members(SUIT_MASKS[HEARTS] & ~hand)[-1]
    ranks = range(KING, -1, -1)
    wanted = (suit * 13 + rank for rank in ranks for suit in reversed(BIDDING_ORDER))
    return next(card for card in wanted if not hand >> card & 1)


@dataclass(frozen=True, slots=True)
class TroelView:
    """A troel as a seat may know it: ``called`` where the card was named aloud, ``partner`` from the naming
    of trumps on, and to the partner from the start (C2, C19)."""

    bidder: int
    called: Card | None
    partner: int | None


@dataclass(frozen=True, slots=True)
class WhistDetail(Detail):
    """The auction, and the contract once it is settled: ``bidders`` are who plays it as far as this seat may
    know, proposer or troel's bidder first; ``target`` the tricks it asks (C22), None while troel's trumps
    are open. ``discarded`` tells who has laid a card aside, ``own_discard`` which card this seat did (C20).
    ``multiplier`` is what is known of C25 before the tricks are."""

    auction: Auction
    troel: TroelView | None
    bid: Bid | None
    bidders: tuple[int, ...]
    target: int | None
    doubled_by: int | None
    after_thrown_in: bool
    multiplier: int
    discarded: tuple[bool, ...]
    own_discard: Card | None

    @property
    def laid_aside(self) -> CardSet:
        return 0 if self.own_discard is None else 1 << self.own_discard


@dataclass(frozen=True, slots=True)
class WhistResult(Detail):
    """What came of a contract: whether each bidder made it, and who pays whom. A deal thrown in has no
    ``bid`` and nothing else."""

    bid: Bid | None = None
    bidders: tuple[int, ...] = ()
    target: int = 0
    made: tuple[bool, ...] = ()
    multiplier: int = 1
    doubled_by: int | None = None
    payments: tuple[Payment, ...] = ()


def whist_detail(view: View) -> WhistDetail:
    """The detail of a view that is known to be of Colour Whist."""
    assert isinstance(view.detail, WhistDetail)
    return view.detail


def whist_result(result: DealResult) -> WhistResult:
    """The detail of a result that is known to be of Colour Whist."""
    assert isinstance(result.detail, WhistResult)
    return result.detail


OUTCOMES: Final = ("made", "lost")
PARTS: Final = ("proposer", "acceptor", "soloist", "defender")
MEASURES: Final = (
    "bid",
    *OUTCOMES,
    *(f"{part}-{outcome}" for part in PARTS for outcome in OUTCOMES),
)
"""``bid``, and whether it was ``made`` or ``lost``, for those who play a contract; the same by the part a
player had in it. Who has troel counts as its proposer, the partner as its acceptor. A defender has ``made``
where every contract played against them was lost. Each is keyed by the contract, its value the points."""


def measured(result: DealResult) -> tuple[Measured, ...]:
    """What a deal has to be counted; nothing where it was thrown in."""
    return tuple(_measured(result)) if result.points is not None else ()


def _measured(result: DealResult) -> Iterator[Measured]:
    detail = result.detail
    assert isinstance(detail, WhistResult) and detail.bid is not None and result.points is not None
    together = detail.bid.kind in TOGETHER
    contract = detail.bid.name
    for place, (seat, made) in enumerate(zip(detail.bidders, detail.made, strict=True)):
        part = ("proposer", "acceptor")[place] if together else "soloist"
        outcome = "made" if made else "lost"
        for measure in ("bid", outcome, f"{part}-{outcome}"):
            yield Measured(seat, measure, contract, result.points[seat])
    beaten = not any(detail.made)
    for seat, points in enumerate(result.points):
        if seat not in detail.bidders:
            yield Measured(seat, f"defender-{'made' if beaten else 'lost'}", contract, points)


class WhistGame(Game):
    """A game of Colour Whist. ``stage`` is what is done in the deal: ``bidding``, ``double``, ``discard``,
    ``trump`` or ``play``; ``askable`` the opponents who may still double; ``discards`` what each seat has
    laid aside."""

    MEASURES = (*Game.MEASURES, *MEASURES)

    __slots__ = (
        "askable",
        "auction",
        "bid",
        "bidders",
        "discards",
        "doubled_by",
        "stage",
        "troel",
        "trump_suit",
    )

    def __init__(self, rules: Rules, dealer: int) -> None:
        self._begin(rules, dealer, None)
        super().__init__(rules, dealer)

    def _begin(self, rules: Rules, dealer: int, troel: Troel | None) -> None:
        """Begin an auction."""
        self.troel: Troel | None = troel
        bidder = troel.bidder if troel else None
        eldest = (dealer + 1) % rules.players
        self.auction: Auction = Auction.opened(allowed(rules), eldest, rules.players, bidder)
        self.stage: str = "bidding"
        self.bid: Bid | None = None
        self.bidders: tuple[int, ...] = ()
        self.trump_suit: Suit | None = None
        self.askable: tuple[int, ...] = ()
        self.doubled_by: int | None = None
        self.discards: list[CardSet] = [0] * rules.players

    # What the trick loop asks of a game

    @property
    def phase(self) -> str:
        return self.stage if self.turn >= 0 else super().phase

    @property
    def contract_name(self) -> str:
        return self.bid.name if self.bid else ""

    @property
    def trump(self) -> Suit | None:
        return self.trump_suit

    @property
    def plan(self) -> tuple[str, ...]:
        return ("",) * int(self.rules["deals"])

    @property
    def sums(self) -> tuple[Mapping[str, int], ...]:
        contracts = whist_preset(self.rules).ranking.names
        return (dict.fromkeys(contracts, 0),) * int(self.rules["deals"])

    @property
    def sum(self) -> int | None:
        return 0  # as every deal does (C26)

    def _open(self) -> None:
        self._begin(self.rules, self.dealer, announced(self.hands, self.rules["troel-four-aces"]))
        self._ask_bid()

    def _laid_aside(self) -> list[CardSet]:
        return self.discards

    def _trick_points(self) -> list[int]:
        return [0] * self.rules.players

    # The auction and what follows it

    def _say(self, action: Action) -> tuple[Event, ...]:
        if self.stage == "discard":
            self._discard(DISCARD.index(action))
            return NO_EVENTS
        self.said.append(Said(self.turn, action))
        if self.stage == "bidding":
            self.auction = self.auction.after(action)
            if self.auction.turn is None and self.auction.standing is None:
                return self._throw_in()
            self._ask_bid()
        elif self.stage == "double":
            self._answer_double(action)
        else:
            self.trump_suit = TRUMP.index(action)
            self._play()
        return NO_EVENTS

    def _ask_bid(self) -> None:
        turn = self.auction.turn
        if turn is not None:
            self._ask("bidding", turn, self.auction.legal())
            return
        bid = self.auction.standing
        assert bid is not None
        self.bid = bid
        self.trump_suit = bid.suit
        self.bidders = self.auction.side
        if bid.kind is WhistContract.TROEL and self.troel is not None:
            self.bidders = (self.troel.bidder, self.troel.partner)
        if self.rules["doubles"] == "yes":
            self.askable = tuple(seat for seat in self._from_eldest() if seat not in self.bidders)
        self._ask_double()

    def _ask(self, stage: str, seat: int, actions: int) -> None:
        """Let a seat choose."""
        self.stage = stage
        self.turn = seat
        self.actions = actions

    def _ask_double(self) -> None:
        """Ask the opponents, from eldest hand on; one double ends it (C25)."""
        if self.askable:
            self._ask("double", self.askable[0], set_of((PASS, DOUBLE)))
        else:
            self._prepare()

    def _answer_double(self, action: Action) -> None:
        if action == DOUBLE:
            self.doubled_by = self.turn
        self.askable = () if action == DOUBLE else self.askable[1:]
        self._ask_double()

    def _prepare(self) -> None:
        """What is done between the auction and the first lead: discards (C20), troel's trumps (C19)."""
        assert self.bid is not None
        if self.bid.kind is WhistContract.SMALL_MISERE:
            self._ask_discard(self._from_eldest()[0])
        elif self.bid.kind is WhistContract.TROEL:
            self._ask("trump", self.bidders[1], set_of(TRUMP))
        else:
            self._play()

    def _ask_discard(self, seat: int) -> None:
        self._ask("discard", seat, set_of(DISCARD[card] for card in members(self.hands[seat])))

    def _discard(self, card: Card) -> None:
        seat = self.turn
        self.hands[seat] ^= 1 << card
        self.discards[seat] = 1 << card
        following = self.left[seat]
        if self.discards[following]:
            self._play()
        else:
            self._ask_discard(following)

    def _play(self) -> None:
        """Begin the play (C18, C19)."""
        assert self.bid is not None
        self.stage = "play"
        self.beats = beats(self.trump_suit)
        self.leader = self._from_eldest()[0]
        if self.bid.kind in BIDDER_LEADS:
            (self.leader,) = self.bidders
        elif self.bid.kind is WhistContract.TROEL:
            self.leader = self.bidders[1]
        self._lead()

    def _from_eldest(self) -> tuple[int, ...]:
        """All seats, eldest hand first."""
        players = self.rules.players
        return tuple((self.dealer + step) % players for step in range(1, players + 1))

    def _why_not(self, action: Action) -> str:
        if self.stage == "bidding":
            return why_not(self.auction, action)
        if is_play(action):
            return "not-in-hand" if self.stage == "play" else "choose-first"
        if action in DISCARD:
            if self.stage == "discard":
                return "not-in-hand"
            return "discarded-already" if any(self.discards) else "not-a-choice"
        if action == DOUBLE and self.doubled_by is not None:
            return "doubled-already"
        if self.stage == "play":
            return "nothing-to-choose"
        return "not-a-choice" if action in TRUMP else "auction-over"

    # The end of a deal

    def _target(self) -> int | None:
        """How many tricks the contract asks (C22); None while that is open."""
        if self.bid is None or self.bid.kind is not WhistContract.TROEL:
            return self.bid and self.bid.target
        if self.troel is None or self.trump_suit is None:
            return None
        in_called_suit = self.trump_suit == self.troel.called // 13
        return whist_preset(self.rules).tariff.low_troel if in_called_suit else self.bid.target

    def _after_thrown_in(self) -> bool:
        """Whether the deal before the one that is shown was thrown in (C25)."""
        before = self.results[:-1] if self.turn < 0 else self.results
        return bool(before) and before[-1].points is None

    def _played(self) -> PlayedContract:
        """The contract with the tricks taken so far."""
        target = self._target()
        assert self.bid is not None
        return PlayedContract(
            bid=self.bid,
            bidders=self.bidders,
            target=self.bid.target if target is None else target,
            doubled=self.doubled_by is not None,
            after_thrown_in=self._after_thrown_in(),
            taken=tuple(self.taken),
        )

    def _final_points(self) -> tuple[int, ...]:
        payments = self._played().payments(whist_preset(self.rules).tariff)
        return points_of(payments, self.rules.players)

    def _result_detail(self) -> Detail:
        if self.bid is None:
            return WhistResult()
        played, tariff = self._played(), whist_preset(self.rules).tariff
        made = {seat: played.made(side) for side in played.sides for seat in side}
        return WhistResult(
            bid=played.bid,
            bidders=played.bidders,
            target=played.target,
            made=tuple(made[seat] for seat in played.bidders),
            multiplier=played.multiplier(tariff),
            doubled_by=self.doubled_by,
            payments=played.payments(tariff),
        )

    def measured(self, result: DealResult) -> tuple[Measured, ...]:
        return (*super().measured(result), *measured(result))

    # What a seat may see

    def _shown(self) -> tuple[tuple[int, Card], ...]:
        """Open misère lies open from the end of the first trick (C21)."""
        if self.bid is None or self.bid.kind is not WhistContract.OPEN_MISERE or not self.tricks:
            return ()
        (bidder,) = self.bidders
        return tuple((bidder, card) for card in members(self.hands[bidder]))

    def _detail(self, seat: int | None) -> Detail:
        troel, bidders = self.troel, self.bidders
        knows_partner = troel is not None and (seat == troel.partner or self._partner_shown())
        if self.bid and self.bid.kind is WhistContract.TROEL and not knows_partner:
            bidders = bidders[:1]
        own = self.discards[seat] if seat is not None else 0
        return WhistDetail(
            auction=self.auction,
            troel=troel
            and TroelView(
                troel.bidder,
                troel.called if troel.named else None,
                troel.partner if knows_partner else None,
            ),
            bid=self.bid,
            bidders=bidders,
            target=self._target(),
            doubled_by=self.doubled_by,
            after_thrown_in=self._after_thrown_in(),
            multiplier=self._multiplier(),
            discarded=tuple(bool(card) for card in self.discards),
            own_discard=own.bit_length() - 1 if own else None,
        )

    def _partner_shown(self) -> bool:
        """Whether everyone knows troel's partner: from the naming of trumps on (C19)."""
        return (
            self.bid is not None and self.bid.kind is WhistContract.TROEL and self.stage in ("trump", "play")
        )

    def _multiplier(self) -> int:
        """What is known of the multiplier so far (C25)."""
        tariff = whist_preset(self.rules).tariff
        if self.bid is not None:
            return self._played().multiplier(tariff)
        return 1 + self._after_thrown_in() if tariff.multiplies else 1
