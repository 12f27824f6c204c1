"""What cards cost, in words, and why another was better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.engine.cards import Card
from bot.engine.record import action_of
from bot.replays.replay import GameReplay
from bot.reviews.model import CENTS, Costly, Review, worst
from bot.robots.kinds import COMPILED
from bot.robots.reasons.model import CardExplanation, CardVerdict
from bot.robots.reasons.turn import Turn
from bot.robots.registry import PLAY_MODELS
from bot.robots.study import Study
from bot.robots.why import gains
from bot.robots.why import reasons as facts_for
from bot.telling import phrases
from bot.telling import why as reasons
from bot.telling.alt import ended
from bot.telling.phrases import ViewModel
from bot.words.catalogue import Words

MOST: Final = 3
"""So many cards are shown."""
CONTRACTS: Final = 4
"""So many contracts are named, the most costly ones."""


@dataclass(frozen=True, slots=True)
class OtherPlayer:
    """Somebody else at the table: what they are called, and what their cards gave away."""

    name: str
    cents: int


@dataclass(frozen=True, slots=True, repr=False)
class ReviewSummary:
    """What somebody is told of a game: ``own`` are the reviews of their sittings, ``others`` whom they may be
    compared with. ``is_void``: the game counts for nothing in its league."""

    replay: GameReplay
    own: Sequence[Review]
    others: Sequence[OtherPlayer] = ()
    is_void: bool = False
    worst: tuple[Costly, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Find the most costly cards."""
        every = (one for review in self.own for one in review.costly)
        object.__setattr__(self, "worst", worst(every, MOST))

    @property
    def cards(self) -> int:
        """How many they played themselves."""
        return sum(one.cards for one in self.own)

    @property
    def cents(self) -> int:
        """What all of them gave away."""
        return sum(one.cents for one in self.own)


def summary(words: Words, summary: ReviewSummary) -> list[str]:
    """All of it but the pictures, most needed first."""
    found = [lost(words, summary), *(card_line(words, summary, one) for one in summary.worst)]
    found += contract_lines(words, summary)
    if summary.others:
        others = [(one.name, one.cents) for one in summary.others]
        found.append(words("review.others", parts=_parts(words, others)))
    return found


def contract_lines(words: Words, summary: ReviewSummary) -> list[str]:
    """What was given away by contract, if anything was."""
    contracts = by_contract(words, summary)
    return [words("review.by-contract", parts=_parts(words, contracts))] if contracts else []


def _parts(words: Words, parts: Iterable[tuple[str, int]]) -> str:
    each = (words("review.part", name=name, points=points_text(words, cents)) for name, cents in parts)
    return ", ".join(each)


def notes(words: Words, summary: ReviewSummary) -> Iterator[str]:
    """What is to be known besides."""
    yield from not_judged(words, summary)
    if summary.is_void:
        yield words("review.void")
    if any(one.user_id is None and one.robot in COMPILED for one in summary.replay.seating):
        yield words("review.self")
    yield words("review.about")


def not_judged(words: Words, summary: ReviewSummary) -> list[str]:
    """How many cards were not looked at, if any were not."""
    left = sum(one.cards - one.judged for one in summary.own)
    return [words.count("review.not-judged", left)] if left else []


def lost(words: Words, summary: ReviewSummary) -> str:
    """What all the cards gave away."""
    if not summary.cards:
        return words("review.nothing-played")
    count = sum(len(one.costly) for one in summary.own)
    cards = words.number(summary.cards)
    if not count:
        return words("review.none", cards=cards)
    return words.count("review.lost", count, points=points_text(words, summary.cents), cards=cards)


def by_contract(words: Words, summary: ReviewSummary) -> list[tuple[str, int]]:
    """What was given away in the contracts that cost most, each with its name, then in all others."""
    lost = Counter[str]()
    for one in (one for review in summary.own for one in review.costly):
        lost[contract_of(summary.replay, one)] += one.cents
    named = [
        (phrases.contract_name(words, contract), cents) for contract, cents in lost.most_common(CONTRACTS)
    ]
    rest = lost.total() - sum(cents for _, cents in named)
    return [*named, (words("review.rest"), rest)] if rest else named


def contract_of(replay: GameReplay, costly: Costly) -> str:
    """The name of the contract in which a card was played."""
    result = replay.deals[costly.moment.deal].result
    assert result is not None
    return result.contract


def played(replay: GameReplay, costly: Costly) -> Card:
    """The card that was played."""
    dealt = replay.deals[costly.moment.deal]
    return action_of(replay.items[dealt.first + costly.moment.ply])


def card_line(words: Words, summary: ReviewSummary, costly: Costly) -> str:
    """«1. Deal 3, No hearts, trick 5: king of hearts, −2.3; better: four of hearts»."""
    dealt = summary.replay.deals[costly.moment.deal]
    return words(
        "review.card",
        number=words.number(summary.worst.index(costly) + 1),
        deal=words.number(dealt.number + 1),
        contract=phrases.contract_name(words, contract_of(summary.replay, costly)),
        trick=words.number(dealt.trick_at(costly.moment.ply)),
        card=phrases.card_name(words, played(summary.replay, costly)),
        points=points_text(words, costly.cents),
        better=phrases.card_name(words, costly.better),
    )


def cost_line(words: Words, costly: Costly) -> str:
    """What one card cost, and which would have been better, beside its picture."""
    return words(
        "review.cost",
        points=words.tenths(costly.points),
        better=phrases.card_name(words, costly.better),
    )


def points_text(words: Words, cents: int) -> str:
    """Points that were given away, as what they did to a score: «−2.3»; nought as it is."""
    return words.tenths(-cents / CENTS) if cents else words.number(0)


def bar(done: int, total: int) -> str:
    """How far something is, as ten signs."""
    full = 10 * done // max(1, total)
    return "▰" * full + "▱" * (10 - full)


def compared(replay: GameReplay, reviews: Iterable[Review], words: Words) -> list[OtherPlayer]:
    """Others by the names they sat there with; who played no card is left out."""
    return [OtherPlayer(name_of(replay, one, words), one.cents) for one in reviews if one.cards]


def name_of(replay: GameReplay, review: Review, words: Words) -> str:
    """What whoever played those cards was called."""
    there = [sitting for sitting in replay.seating if sitting.seat == review.seat]
    return there[review.number].name or words("replay.nameless", number=words.number(review.seat + 1))


def why(model: ViewModel, card: Card, better: Card, study: Study) -> str:
    """Why another card was better, in one sentence of Markdown, by what ``model.view.seat`` saw as it played
    ``card``: a fact, or in how many deals the one brings more than the other; empty where this study does not
    find that it was better."""
    view = model.view
    if view.seat is None or study.mean(better) <= study.mean(card):
        return ""
    family = view.rules.preset.family
    if family in PLAY_MODELS.each:
        facts = facts_for(Turn(view, PLAY_MODELS.of(family).context(view)), study, better, card)
        explanation = CardExplanation(CardVerdict.WORSE, card, better, worlds=len(study.worlds), facts=facts)
        for fact in reasons.facts(model, explanation, view.seat):
            return _sentence(fact)
    words, differences = model.words, gains(study, better, card)
    return words(
        "review.more",
        better=reasons.card_text(model, better),
        card=reasons.card_text(model, card),
        count=words.number(sum(gain > 0 for gain in differences)),
        instead=words.number(sum(gain < 0 for gain in differences)),
        of=words.number(len(differences)),
    )


def _sentence(fact: str) -> str:
    return ended(fact[:1].upper() + fact[1:])
