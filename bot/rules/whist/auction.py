"""The auction in sentences: who may say what under a table's options, what it pays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.engine.options import Rules
from bot.engine.whist.auction import PAROLE_LEVEL
from bot.engine.whist.contracts import BIDDER_LEADS, JOINED, NEGATIVE, WhistContract
from bot.engine.whist.game import WhistDetail
from bot.engine.whist.presets import allowed, whist_preset
from bot.rules.whist.contracts import bids_of, kinds
from bot.rules.whist.lines import kind_name, kinds_named, levels_named
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
