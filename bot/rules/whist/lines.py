"""What may be bid under a table's rules, read off the engine's tables; and what a contract asks, how it is
played and what it pays, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from bot.engine.game import View
from bot.engine.options import Rules
from bot.engine.whist.contracts import (
    ALL_TRICKS,
    BIDDER_LEADS,
    JOINED,
    NEGATIVE,
    TOGETHER,
    Bid,
    Price,
    WhistContract,
)
from bot.engine.whist.game import WhistDetail, whist_detail
from bot.engine.whist.presets import allowed, whist_preset
from bot.telling import phrases
from bot.telling.phrases import ViewModel
from bot.words.catalogue import Words, in_text


@lru_cache(maxsize=64)
def ladder(rules: Rules) -> tuple[tuple[Bid, ...], ...]:
    """The contracts that may be bid, from the lowest to the highest, no suits named; those beside each
    other are equal but for their suits (C17)."""
    options = allowed(rules)
    rows = [
        tuple(
            Bid(kind, level)
            for kind, level in row
            if kind in options.kinds and (kind is not WhistContract.SOLO or level >= options.solo_minimum)
        )
        for row in options.ranking.rows
    ]
    return tuple(row for row in rows if row)


def kinds(rules: Rules) -> tuple[WhistContract, ...]:
    """The kinds of contracts there are, in the order of the lowest bid of each."""
    return tuple(dict.fromkeys(bid.kind for row in ladder(rules) for bid in row))


def bids_of(rules: Rules, kind: WhistContract) -> tuple[Bid, ...]:
    """The bids of a kind, lowest first."""
    return tuple(bid for row in ladder(rules) for bid in row if bid.kind is kind)


def price_of(rules: Rules, bid: Bid) -> Price:
    """What a bid is worth before anything is multiplied."""
    return whist_preset(rules).tariff.prices[bid.name]


class TrickGain(NamedTuple):
    """What is won with ``first`` to ``last`` tricks."""

    first: int
    last: int
    amount: int


def gains(price: Price, bid: Bid) -> list[TrickGain]:
    """What a made contract wins, by the tricks taken."""
    if bid.kind in NEGATIVE:
        return [TrickGain(bid.target, bid.target, price.won[0])]
    found: list[TrickGain] = []
    for tricks in range(bid.target, ALL_TRICKS + 1):
        amount = price.stake(tricks, bid.target)
        if found and found[-1].amount == amount:
            found[-1] = found[-1]._replace(last=tricks)
        else:
            found.append(TrickGain(tricks, tricks, amount))
    return found


SLAMS = (WhistContract.SMALL_SLAM, WhistContract.GRAND_SLAM)


def contract_lines(words: Words, rules: Rules, kind: WhistContract) -> list[str]:
    """A kind of contract: what it asks, how it is bid, played and paid."""
    return [
        _asked(words, rules, kind),
        words(_how_bid(kind)),
        *(
            [words(f"rules.whist.four-aces.{rules['troel-four-aces']}")]
            if kind is WhistContract.TROEL
            else []
        ),
        *([words("rules.whist.joined")] if kind in JOINED else []),
        words(_trumps(kind)),
        *play_lines(words, kind),
        *paid_lines(words, rules, bids_of(rules, kind)),
    ]


def deal_lines(model: ViewModel) -> list[str]:
    """The contract of the deal being played: whose it is, what it asks, how it is played and paid."""
    words, view = model.words, model.view
    detail = whist_detail(view)
    assert detail.bid is not None
    names = words.both(in_text(model.seats[seat].name) for seat in detail.bidders)
    contract = phrases.contract_name(words, view.contract, view.trump)
    lines = [
        words.count("rules.whist.plays", len(detail.bidders), names=names, contract=contract),
        _needed(words, view.rules, detail),
        words(_trumps_of(detail.bid.kind, view)),
        *play_lines(words, detail.bid.kind),
        *paid_lines(words, view.rules, (detail.bid,)),
    ]
    if detail.multiplier > 1:
        lines.append(words("rules.whist.multiplied", times=words.number(detail.multiplier)))
    return lines


# What is asked


def levels_named(words: Words, bids: Sequence[Bid]) -> str:
    """«8 to 13»: the tricks of the bids of one kind, which leave out none between."""
    first, last = (words.number(bid.target) for bid in (bids[0], bids[-1]))
    return first if first == last else words("rules.whist.levels", first=first, last=last)


def kind_name(words: Words, kind: WhistContract) -> str:
    """What a kind of contract is called, whatever its level, at the beginning of a line."""
    name = words(f"rules.kind.{kind}")
    return name[0].upper() + name[1:]


def kinds_named(words: Words, kinds: Iterable[WhistContract]) -> str:
    """«small misère, piccolo, or grand misère»."""
    return words.either(words(f"rules.kind.{kind}") for kind in kinds)


def _asked(words: Words, rules: Rules, kind: WhistContract) -> str:
    bids = bids_of(rules, kind)
    tricks = levels_named(words, bids)
    if kind is WhistContract.TROEL:
        return _with_low_troel(words, rules, words("rules.whist.asked.troel", tricks=tricks))
    if kind in NEGATIVE:
        return words("rules.whist.asked.one" if bids[0].target else "rules.whist.asked.none")
    if kind in SLAMS:
        full = bids[0].target == ALL_TRICKS
        return words("rules.whist.asked.all" if full else "rules.whist.asked.most", tricks=tricks)
    return words("rules.whist.asked.pair" if kind in TOGETHER else "rules.whist.asked.alone", tricks=tricks)


def _needed(words: Words, rules: Rules, detail: WhistDetail) -> str:
    """What the bidders of a deal need; troel's target is open until trumps are named."""
    bid = detail.bid
    assert bid is not None
    if bid.kind in NEGATIVE:
        return words("rules.whist.needed.one" if bid.target else "rules.whist.needed.none")
    target = bid.target if detail.target is None else detail.target
    key = "rules.whist.needed.together" if bid.kind in TOGETHER else "rules.whist.needed.alone"
    line = words(key, tricks=words.count("count.tricks", target))
    return _with_low_troel(words, rules, line) if detail.target is None else line


def _with_low_troel(words: Words, rules: Rules, line: str) -> str:
    """Where troel asks fewer tricks in the called card's suit, that is said too (C22)."""
    low = whist_preset(rules).tariff.low_troel
    if low == Bid(WhistContract.TROEL).target:
        return line
    return f"{line} {words('rules.whist.low-troel', tricks=words.number(low))}"


def _how_bid(kind: WhistContract) -> str:
    """When and how a contract is bid (C2, C7, C12, C14, C15)."""
    if kind in NEGATIVE:
        return "rules.whist.bid.negative"
    if kind in BIDDER_LEADS:
        return "rules.whist.bid.first-turn"
    if kind is WhistContract.TROEL:
        return "rules.whist.bid.troel"
    return "rules.whist.bid.pair" if kind is WhistContract.PAIR else "rules.whist.bid.solo"


# How it is played


def _trumps(kind: WhistContract) -> str:
    """What is trumps in a kind of contract (C18, C19)."""
    if kind in NEGATIVE:
        return "rules.wins.suit"
    if kind is WhistContract.TROEL:
        return "rules.whist.trumps.troel"
    return "rules.whist.trumps.slam" if kind in SLAMS else "rules.whist.trumps.bid"


def _trumps_of(kind: WhistContract, view: View) -> str:
    """What wins a trick in the deal being played; troel's trumps may be open."""
    if view.trump is not None:
        return "rules.wins.trump"
    return "rules.whist.trumps.troel" if kind is WhistContract.TROEL else "rules.wins.suit"


def play_lines(words: Words, kind: WhistContract) -> Iterator[str]:
    """The lead, what is laid aside or lies open, what must be played."""
    if kind in BIDDER_LEADS:
        yield words("rules.whist.lead.bidder")
    elif kind is WhistContract.TROEL:
        yield words("rules.whist.lead.partner")
    else:
        yield words("rules.whist.lead.eldest")
    if kind is WhistContract.SMALL_MISERE:
        yield words("rules.whist.discards")
    if kind is WhistContract.OPEN_MISERE:
        yield words("rules.whist.open")
    if kind in NEGATIVE:
        yield f"{words('rules.follow')} {words('rules.free')}"
    else:
        yield words("rules.whist.follow")


# What it pays


def paid_lines(words: Words, rules: Rules, bids: Sequence[Bid]) -> Iterator[str]:
    """Who pays whom, and how much: one line where all levels are worth the same, else one a level."""
    yield words("rules.whist.paid.together" if bids[0].kind in TOGETHER else "rules.whist.paid.alone")
    prices = [price_of(rules, bid) for bid in bids]
    if len({*prices}) == 1:
        yield words("rules.whist.worth", **_worth(words, prices[0], bids[0]))
    else:
        for bid, price in zip(bids, prices, strict=True):
            name = phrases.contract_name(words, bid.name)
            yield words("rules.whist.worth-of", contract=name, **_worth(words, price, bid))
    if whist_preset(rules).tariff.multiplies:
        yield words("rules.whist.see-payment", page=words("rules.page.payment"))


def _worth(words: Words, price: Price, bid: Bid) -> dict[str, str]:
    return {"made": _made(words, price, bid), "lost": _lost(words, price)}


def _made(words: Words, price: Price, bid: Bid) -> str:
    """«8 points, 3 more for each trick over, 26 for all 13», «4 points, 5 for 7, 7 for 8 or more»."""
    found = gains(price, bid)
    parts = [words.count("count.points", found[0].amount)]
    even = next((end for end in (len(found), len(found) - 1) if _rises_evenly(found, end)), 1)
    if even > 1:
        step = words.number(found[1].amount - found[0].amount)
        parts.append(words("rules.whist.gain.each", points=step))
    return ", ".join([*parts, *(_gain(words, gain) for gain in found[even:])])


def _rises_evenly(found: Sequence[TrickGain], end: int) -> bool:
    """Whether among the first so many gains each trick over is worth the same, in a row long enough to say
    so."""
    if len(found) < 3 or any(gain.first != gain.last for gain in found):
        return False
    amounts = [gain.amount for gain in found[:end]]
    return len({after - before for before, after in pairwise(amounts)}) == 1


def _gain(words: Words, gain: TrickGain) -> str:
    points, first = words.number(gain.amount), words.number(gain.first)
    if gain.first == ALL_TRICKS:
        return words("rules.whist.gain.all", points=points, tricks=first)
    if gain.last == ALL_TRICKS:
        return words("rules.whist.gain.more", points=points, tricks=first)
    return words("rules.whist.gain.just", points=points, tricks=first)


def _lost(words: Words, price: Price) -> str:
    """«8 points, and 3 for each trick short»."""
    if not price.lost and not price.undertrick:
        return words("rules.whist.loss.nothing")
    points = words.count("count.points", price.lost)
    if not price.undertrick:
        return points
    return words("rules.whist.loss.each", points=points, each=words.number(price.undertrick))
