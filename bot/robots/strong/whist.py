"""``strong`` in Colour Whist: asks the same questions as ``steady``, in many more ways in which the cards may
lie that agree with what is known of them and with what was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import Final

import numpy as np

from bot.engine.cards import PAROLE, PROPOSE, WAIT, Action, Card, Suit
from bot.engine.game import View
from bot.engine.whist.contracts import Bid, WhistContract
from bot.engine.whist.game import ACES, whist_detail
from bot.engine.whist.presets import DOUBLES
from bot.robots.core.deal import NO_DEAL, Cards, PlayState, of_terms
from bot.robots.core.entry import auction_worlds, openings
from bot.robots.core.worlds import SEATS, AuctionRemarks, Hidden, PossibleDeals
from bot.robots.strong.search import GroupQuestion, alike, asked, compared, reading_of, study_of
from bot.robots.study import ONE, Advice, Study, fixed
from bot.robots.whist import easy
from bot.robots.whist.easy import TOGETHER, BiddingMoment, counted_suit
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.playout import position, terms_of
from bot.robots.whist.steady import End, Ready, WhistForecast
from bot.robots.worlds import Hands

EACH: Final = 10
"""How many ways are made from one that was dealt out."""
SUIT_COUNTS: Final = np.array(
    [
        (one.long, *one.trumps, *one.side, *one.short, one.solid, one.danger, one.relief, one.relief_high)
        for one in map(counted_suit, range(1 << 13))
    ],
    np.int64,
)
"""What the cards of a suit count, for each holding."""


def ways(knowledge: WhistKnowledge, count: int, *, reads: bool = True) -> Cards:
    """About so many ways in which the cards may lie, a row of hands for each; always the same ones for the
    same view. Where it does not read the cards that were played they only agree with them."""
    random = knowledge.chance()
    dealt, fixed = zip(*(knowledge.dealt(random) for _ in range(-(-count // EACH))), strict=True)
    hidden = PossibleDeals(
        np.array(dealt, np.int64),
        np.array(fixed, np.int64),
        np.array(knowledge.closed, np.int64),
        np.array(knowledge.played, np.int64),
        ACES,
        knowledge.most_aces,
    )
    view, seed = knowledge.view, random.getrandbits(63)
    deal = of_terms(terms_of(view)) if view.phase == "play" else NO_DEAL
    reading = reading_of(view, deal, reads=reads and view.phase == "play")
    found = auction_worlds(remarks_of(knowledge), hidden, reading, knowledge.seat, seed, EACH)
    # Ways made from the same deal are alike: the first ones come from as many deals as there are.
    return found.reshape(-1, EACH, SEATS).swapaxes(0, 1).reshape(-1, SEATS)


def remarks_of(knowledge: WhistKnowledge) -> AuctionRemarks:
    """What the others said, as compiled code is given it."""
    each = knowledge.remarks
    remarks = [remark for remarks in each for remark in remarks]
    asks = [
        [(action, kinds.index(kind), column, least) for action, kind, column, least in moment.asks]
        for moment, _ in remarks
        for kinds in [[*dict.fromkeys(kind for _, kind, _, _ in moment.asks)]]
    ]
    proposals = [
        [(PROPOSE[suit], suit, TOGETHER[suit], least) for suit, least in moment.proposals]
        for moment, _ in remarks
    ]
    return AuctionRemarks(
        np.array([0, *accumulate(map(len, each))], np.int64),
        np.array([said for _, said in remarks], np.int64),
        *_rows(asks),
        *_rows(proposals),
        np.array([_aside(moment) for moment, _ in remarks], np.int64).reshape(-1, 4),
        SUIT_COUNTS,
    )


def _rows(of_each: Sequence[Sequence[tuple[int, ...]]]) -> tuple[Cards, Cards]:
    """The rows of all, and where those of each end."""
    rows = np.array([*chain.from_iterable(of_each)], np.int64).reshape(-1, 4)
    return rows, np.array([*accumulate(map(len, of_each))], np.int64)


def _aside(moment: BiddingMoment) -> tuple[int, int, int, int]:
    """Whether the decision may be left to the partner, and whether one may wait; which count decides on the
    partner's contract, and what it must be."""
    needed = moment.auction.needed(moment.seat) if moment.legal >> PAROLE & 1 else None
    column, least = (-1, 0) if needed is None else moment.asked(needed)
    return moment.legal >> PAROLE & 1, moment.legal >> WAIT & 1, column, least


DOUBLED: Final = {
    WhistContract.PAIR: (0.8, 0.35),
    WhistContract.SOLO: (0.9, 0.7),
    WhistContract.TROEL: (0.15, 0.05),
}
"""How often a contract that is lost is doubled, and one that is made, where they may be: about what four
``steady`` do (``tests/bench/bench_robots``). Other contracts, of which there are few, count as doubled."""
ALWAYS: Final = (1.0, 1.0)
PROMISED: Final[Mapping[str, Mapping[WhistContract, tuple[float, float]]]] = {
    "whist-walloon": {
        WhistContract.PAIR: (-0.9, 2.1),
        WhistContract.SOLO: (7.6, -0.5),
        WhistContract.SMALL_MISERE: (10.6, 0.2),
        WhistContract.PICCOLO: (13.5, -1.7),
        WhistContract.ABONDANCE: (6.0, 5.7),
        WhistContract.GRAND_MISERE: (25.0, -6.0),
        WhistContract.TROEL: (-2.4, 3.3),
        WhistContract.OPEN_MISERE: (30.0, -8.2),
    },
    "whist-flemish": {
        WhistContract.PAIR: (0.0, 0.6),
        WhistContract.SOLO: (6.3, -0.7),
        WhistContract.ABONDANCE: (7.0, 0.0),
        WhistContract.GRAND_MISERE: (18.0, -5.0),
        WhistContract.TROEL: (-1.9, 2.7),
        WhistContract.OPEN_MISERE: (14.5, -4.2),
    },
}
"""How many points too much playouts promise a bidder, and each of the others, by preset and contract: the
rules of thumb attack whoever plays alone less than ``strong`` does (docs/robots/strong.md)."""


def promised(view: View, bid: Bid, bidders: Sequence[int]) -> float:
    """How many points too much playouts promise ``view.seat`` where these play a contract."""
    return PROMISED.get(view.rules.preset.name, {}).get(bid.kind, (0.0, 0.0))[view.seat not in bidders]


AUCTION_WORLDS: Final = 120
"""In how many ways the unseen cards are dealt out before the play."""


class DeepWhistForecast(WhistForecast):
    """See the module. It also weighs that what is lost is doubled more often than what is made, and, if it
    has ``learned`` so, that playouts promise too much."""

    promising_danger = fixed(-0.25)

    def __init__(self, view: View, worlds: Sequence[Hands], *, learned: bool) -> None:
        super().__init__(view, worlds)
        self.learned = learned

    def gains(self, contracts: Sequence[Ready]) -> list[int]:
        alike: dict[tuple[tuple[int, ...], Suit | None, int, int], list[int]] = {}
        for at, (terms, _, leader) in enumerate(contracts):
            alike.setdefault((terms.bidders, terms.trump, terms.target, leader), []).append(at)
        found = np.zeros(len(contracts), np.int64)
        for places in alike.values():
            terms, _, leader = contracts[places[0]]
            hands = np.array([contracts[at].hands for at in places], np.int64)
            found[places] = openings(of_terms(terms), hands, leader)[:, self.seat]
        return found.tolist()

    def weighed(self, end: End, gain: int) -> int:
        """Times what nobody doubles is paid, where somebody does so often (C25), in parts of one."""
        bid, side = end
        points = gain * ONE - (fixed(promised(self.view, *end)) if self.learned else 0)
        if self.view.rules[DOUBLES.name] == "no":
            return points
        lost, made = DOUBLED.get(bid.kind, ALWAYS)
        before = 1 + (bid.kind is WhistContract.TROEL) + whist_detail(self.view).after_thrown_in
        return points * fixed(1 + (made if (gain > 0) == (self.seat in side) else lost) / before) // ONE


WORLDS: Final = 400
"""In how many ways the unseen cards are dealt out that agree with what was said."""
EVEN_FROM: Final = 4
"""With so many cards in hand, or fewer, what was said tells no more than what was played: every way in which
the cards may lie is as likely."""
THUMB: Final = 0.05
"""How much the card that the rules of thumb name is preferred, in points."""


def choose(view: View, *, learned: bool = True) -> Action:
    """The action of ``view.seat``, whose turn it is. Where it has not ``learned`` what cards played tell, and
    what contracts come to, it goes by neither."""
    return advise(view, learned=learned).action


def advise(view: View, *, learned: bool = True) -> Advice:
    """The same; for a card with what each that may be the best brings."""
    if not view.legal & (view.legal - 1):
        return Advice(view.legal.bit_length() - 1)
    if view.phase == "discard":
        return Advice(easy.choose(view))
    if view.phase != "play":
        worlds = ways(WhistKnowledge(view), AUCTION_WORLDS).tolist()
        return Advice(DeepWhistForecast(view, worlds, learned=learned).choice())
    question, usual = question_of(view, reads=learned), easy.card(view)
    groups, solved = compared(question)
    thumb = 0.0 if solved else THUMB
    best = max(
        (round(mean + thumb * (usual in group), 9), usual in group, -group[0], group)
        for group, mean in groups
    )[-1]
    terms = terms_of(view)
    less = promised(view, terms.bid, terms.bidders) if learned and not solved else 0.0
    means = tuple((card, mean - less) for group, mean in groups for card in group)
    return Advice(usual if usual in best else best[0], len(question.hands), means)


def study(view: View) -> Study:
    """What comes of each legal card (``bot.robots.study.Studying``)."""
    return study_of(question_of(view))


def question_of(view: View, *, reads: bool = True) -> GroupQuestion:
    """What it asks itself of a card to be played, and the ways in which the cards may lie."""
    knowledge, deal, table = WhistKnowledge(view), of_terms(terms_of(view)), table_of(view)
    if max(view.hand_sizes) <= EVEN_FROM and knowledge.detail.troel is None:
        seed = knowledge.seed(view.played)
        reading = reading_of(view, deal, reads=reads)
        return _as_announced(knowledge, asked(reading, table, view.legal, _hidden(knowledge), seed))
    groups = alike(deal, table, view.legal, knowledge.unseen)
    return GroupQuestion(deal, table, groups, ways(knowledge, WORLDS, reads=reads))


def _as_announced(knowledge: WhistKnowledge, question: GroupQuestion) -> GroupQuestion:
    """Without the deals in which somebody would have announced a troel."""
    others = [seat for seat in range(knowledge.view.players) if seat != knowledge.seat]
    held = [
        all(knowledge.aces(seat, int(hands[seat])) <= knowledge.most_aces for seat in others)
        for hands in question.hands
    ]
    return question._replace(hands=question.hands[held]) if any(held) else question


def _hidden(knowledge: WhistKnowledge) -> Hidden:
    """The cards that the others laid aside are a hand beyond the seats."""
    known = knowledge.known
    room = [size - cards.bit_count() for size, cards in zip(knowledge.view.hand_sizes, known, strict=True)]
    aside = sum(gone and seat != knowledge.seat for seat, gone in enumerate(knowledge.detail.discarded))
    return Hidden(
        knowledge.unseen & ~sum(known),
        np.array([*known, 0], np.int64),
        np.array([*room, aside], np.int64),
        np.array([*knowledge.closed, 0], np.int64),
    )


def table_of(view: View) -> PlayState:
    """Where the play stands."""
    at = position(view)
    led: Card = at.cards[0] if at.cards else -1
    winner = at.winner if at.cards else -1
    taken = sum(tricks << 5 * seat for seat, tricks in enumerate(at.taken))
    heap = sum(1 << card for card in at.cards)
    return PlayState(at.turn, led, at.best, winner, heap, len(at.cards), len(view.tricks) + 1, taken)
