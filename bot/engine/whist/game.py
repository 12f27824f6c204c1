"""A game of Colour Whist: the auction, what follows it, and the deal's payments (rules.md, C)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.actions import DISCARD, DOUBLE, PASS, TRUMP, Action, is_play
from bot.engine.cards import Card, CardSet, Suit, members, set_of
from bot.engine.game import DealResult, Detail, Event, Measured, Said
from bot.engine.options import Rules
from bot.engine.play import NO_EVENTS, TrickGame
from bot.engine.tricks import beats
from bot.engine.whist import measures
from bot.engine.whist.auction import Auction
from bot.engine.whist.bids import BIDDER_LEADS, Bid, WhistContract
from bot.engine.whist.presets import allowed, whist_preset
from bot.engine.whist.refusals import why_not
from bot.engine.whist.scoring import PlayedContract, points_of
from bot.engine.whist.troel import Troel, announced
from bot.engine.whist.view import TroelView, WhistDetail, WhistResult


class WhistGame(TrickGame):
    """A game of Colour Whist. ``stage`` is what is done in the deal: ``bidding``, ``double``, ``discard``,
    ``trump`` or ``play``; ``askable`` the opponents who may still double; ``discards`` what each seat has
    laid aside."""

    MEASURES = (*TrickGame.MEASURES, *measures.MEASURES)

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
        return (*super().measured(result), *measures.measured(result))

    # What a seat may see

    def _shown(self) -> tuple[tuple[int, Card], ...]:
        """Open misère lies open from the end of the first trick (C21)."""
        if self.bid is None or self.bid.kind is not WhistContract.OPEN_MISERE or not self.tricks:
            return ()
        (bidder,) = self.bidders
        return tuple((bidder, card) for card in members(self.hands[bidder]))

    def _detail(self, seat: int | None) -> Detail:
        troel, bidders = self.troel, self.bidders
        told = troel is not None and (seat == troel.partner or self._partner_shown())
        if self.bid and self.bid.kind is WhistContract.TROEL and not told:
            bidders = bidders[:1]
        own = self.discards[seat] if seat is not None else 0
        return WhistDetail(
            auction=self.auction,
            troel=troel
            and TroelView(
                troel.bidder,
                troel.called if troel.named else None,
                troel.partner if told else None,
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
