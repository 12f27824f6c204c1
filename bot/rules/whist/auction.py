"""The auction in sentences: who may say what under a table's options; and the ranking of bids, said and
drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.engine.options import Rules
from bot.engine.whist.auction import PAROLE_LEVEL
from bot.engine.whist.contracts import (
    BIDDER_LEADS,
    BIDDING_ORDER,
    JOINED,
    NEGATIVE,
    TOGETHER,
    Bid,
    WhistContract,
)
from bot.engine.whist.game import WhistDetail
from bot.engine.whist.presets import allowed, whist_preset
from bot.pictures.values import BidFacts, RankedBid, RankingPicture
from bot.rules.whist.examples import paid
from bot.rules.whist.lines import SLAMS, bids_of, kind_name, kinds, kinds_named, ladder, levels_named
from bot.telling import phrases
from bot.words.catalogue import Words

TOPICS: Final = ("auction", "auction-together", "auction-higher", "auction-alone")
"""The keys of the pages about the auction."""


def auction_topics(words: Words, rules: Rules) -> dict[str, list[str]]:
    """Who speaks when, and what may be said (C3 to C15), by topic: each is a page of its own."""
    options, found = allowed(rules), kinds(rules)
    joined = kinds_named(words, (kind for kind in found if kind in JOINED))
    speaking = [
        words("rules.whist.auction.order"),
        words("rules.whist.auction.outrank", page=words("rules.page.ranking")),
        words("rules.whist.auction.pass"),
        words("rules.whist.auction.wait", joined=joined),
        words("rules.whist.thrown-in"),
    ]
    together = [
        words("rules.whist.auction.propose"),
        words("rules.whist.auction.accept", levels=levels_named(words, bids_of(rules, WhistContract.PAIR))),
        words.count("rules.whist.auction.again", options.proposals),
    ]
    higher = [words("rules.whist.auction.overcalled"), words("rules.whist.auction.going-on")]
    if options.parole:
        higher.append(words("rules.whist.auction.parole", tricks=words.number(PAROLE_LEVEL)))
    alone = [
        words("rules.whist.auction.solo", levels=levels_named(words, bids_of(rules, WhistContract.SOLO))),
        words(
            "rules.whist.auction.first-turn",
            contracts=kinds_named(words, (kind for kind in found if kind in BIDDER_LEADS)),
        ),
        words(
            "rules.whist.auction.negative",
            contracts=kinds_named(words, (kind for kind in found if kind in NEGATIVE)),
        ),
        words("rules.whist.auction.joined", contracts=joined),
    ]
    if WhistContract.SMALL_MISERE in found and WhistContract.PICCOLO in found:
        alone.append(words("rules.whist.auction.cancels"))
    alone.append(words("rules.whist.auction.troel", page=kind_name(words, WhistContract.TROEL)))
    return dict(zip(TOPICS, (speaking, together, higher, alone), strict=True))


def standing_lines(words: Words, rules: Rules, detail: WhistDetail) -> Iterator[str]:
    """What is special about the auction of the deal being played."""
    if detail.troel is not None:
        yield words("rules.whist.troel-announced")
        if detail.troel.called is not None:
            yield words("rules.whist.called", card=phrases.card_name(words, detail.troel.called))
    if detail.multiplier > 1:
        yield words("rules.whist.multiplied", times=words.number(detail.multiplier))


def payment_lines(words: Words, rules: Rules) -> list[str]:
    """Who pays whom, what multiplies the amounts, and what becomes of a deal thrown in (C23 to C26)."""
    lines = [words("rules.whist.paid.together"), words("rules.whist.paid.alone")]
    lines.append(words("rules.whist.paid.several"))
    if whist_preset(rules).tariff.multiplies:
        doubles = rules["doubles"] == "yes"
        lines.append(words("rules.whist.multiplies", causes="; ".join(_causes(words, doubles))))
        if doubles:
            lines.append(words("rules.whist.doubles"))
    else:
        lines.append(words("rules.whist.never-multiplies"))
    return [*lines, words("rules.whist.thrown-in"), words("rules.whist.sum")]


def _causes(words: Words, doubles: bool) -> Iterator[str]:
    yield words("rules.whist.cause.troel")
    yield words("rules.whist.cause.all")
    if doubles:
        yield words("rules.whist.cause.double")
    yield words("rules.whist.cause.thrown-in")


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
