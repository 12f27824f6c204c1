"""The ranking of bids as a picture, and what is said beside it: read off the engine's tables."""

from __future__ import annotations

from bot.engine.options import Rules
from bot.engine.whist.contracts import BIDDING_ORDER, JOINED, NEGATIVE, TOGETHER, Bid, WhistContract
from bot.engine.whist.presets import whist_preset
from bot.pictures.values import BidFacts, RankedBid, RankingPicture
from bot.rules.whist.contracts import ladder
from bot.rules.whist.examples import paid
from bot.rules.whist.lines import SLAMS
from bot.telling import phrases
from bot.words.catalogue import Words


def ranking_lines(words: Words) -> list[str]:
    """How the picture is read."""
    pays = words("rules.whist.ranking.pays")
    return [words("rules.whist.ranking"), words("rules.whist.ranking.amount", pays=pays)]


def ranking_picture(words: Words, rules: Rules) -> RankingPicture:
    """All bids from the lowest to the highest (C17)."""
    return RankingPicture(
        title=words("rules.page.ranking"),
        subtitle=phrases.preset_name(words, rules.preset.name),
        heads=_heads(words),
        bids=tuple(
            RankedBid(_facts(words, rules, bid), words.number(rank), str(bid.kind), beside=bid != row[0])
            for rank, row in enumerate(ladder(rules), 1)
            for bid in row
        ),
        suits=BIDDING_ORDER,
        suits_word=words("rules.whist.ranking.suits"),
    )


def _heads(words: Words) -> BidFacts:
    return BidFacts(
        bid=words("rules.whist.ranking.bid"),
        players=words("rules.whist.ranking.players"),
        tricks=words("rules.whist.ranking.tricks"),
        pays=words("rules.whist.ranking.pays"),
        trumps=words("rules.whist.ranking.trumps"),
    )


def _facts(words: Words, rules: Rules, bid: Bid) -> BidFacts:
    return BidFacts(
        bid=phrases.contract_name(words, bid.name),
        players=words(_players(bid.kind)),
        tricks=_tricks(words, rules, bid),
        pays=words.number(each_pays(rules, bid)),
        trumps=words(_trumps(bid.kind)),
    )


def each_pays(rules: Rules, bid: Bid) -> int:
    """What each opponent pays for a bid that takes just the tricks it asks, where nobody has doubled and no
    deal was thrown in (C23 to C25)."""
    return -paid(rules, bid, (bid.target,)).points[-1]


def _players(kind: WhistContract) -> str:
    """Who plays it (C7, C14)."""
    if kind in TOGETHER:
        return "rules.whist.ranking.together"
    return "rules.whist.ranking.several" if kind in JOINED else "rules.whist.ranking.alone"


def _tricks(words: Words, rules: Rules, bid: Bid) -> str:
    """What it asks (C22): a troel perhaps fewer, a piccolo no more."""
    target = words.number(bid.target)
    low = whist_preset(rules).tariff.low_troel
    if bid.kind is WhistContract.TROEL and low < bid.target:
        return words.either((words.number(low), target))
    if bid.kind in NEGATIVE and bid.target:
        return words("rules.whist.ranking.just", tricks=target)
    return target


def _trumps(kind: WhistContract) -> str:
    """Who chooses them, and when (C15, C18, C19)."""
    if kind in NEGATIVE:
        return "rules.whist.ranking.no-trumps"
    if kind is WhistContract.TROEL:
        return "rules.whist.ranking.partner-names"
    return "rules.whist.ranking.suit-or-none" if kind in SLAMS else "rules.whist.ranking.suit-bid"
