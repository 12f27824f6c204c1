"""The rules in force for a deal, in sentences, read off the contract that is played by: what scores, what
must be played, how the deal opens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.cards import ACCEPT, TRUMP_LAST_CARD
from bot.engine.game import FollowRule, LeadRule
from bot.engine.king.contracts import BeatTrumpLead, Contract, FollowWithPenalty, MayNotUndertrump, MustTrump
from bot.engine.king.course import MOST_NEGATIVES, MOST_OF_ONE_NEGATIVE, MOST_TRUMPS
from bot.engine.options import Rules
from bot.rules.king.course import Chapter, ChoiceStage
from bot.telling import phrases
from bot.telling.games.king import score_sentences, upside_down
from bot.words.catalogue import Words

DUTIES: Final = {
    "no-heart-lead": "rules.heart-lead",
    "penalty-card": "rules.forced-penalty.discard",
    "must-beat-trump": "rules.beat-trump-lead",
    "must-trump": "rules.must-trump",
    "must-overtrump": "rules.must-overtrump",
}
"""The sentence of a rule, by the reason it refuses cards for; another rule is explained by its refusal."""


def chapter_lines(words: Words, rules: Rules, chapter: Chapter) -> list[str]:
    """What is played in deals of a kind: the rules of the one contract there is, or all those to choose
    from."""
    opening = opening_lines(words, chapter)
    if len(chapter.contracts) == 1:
        return contract_lines(words, rules, chapter.contracts[0], opening)
    return [
        *opening,
        *(
            words(
                "rules.contract",
                contract=phrases.contract_name(words, contract.name),
                score=" ".join(_in_short(words, rules, contract)),
            )
            for contract in chapter.contracts
        ),
    ]


def _in_short(words: Words, rules: Rules, contract: Contract) -> list[str]:
    """What one has to know of a contract to choose it: what it scores, and whether low cards win."""
    sentences = score_sentences(words, rules, contract)
    return [*sentences, words("rules.wins.reversed")] if upside_down(contract) else sentences


def contract_lines(words: Words, rules: Rules, contract: Contract, opening: Sequence[str] = ()) -> list[str]:
    """What a contract scores, how it comes about where that is said here, and what must be played in it."""
    lines = [*score_sentences(words, rules, contract), *opening, words(_who_wins(contract))]
    lines += [words("rules.follow"), *_duties(words, contract)]
    if contract.stops:
        lines.append(words("rules.early-stop"))
    return lines


# What must be played


def _who_wins(contract: Contract) -> str:
    if contract.trump is not None:
        return "rules.wins.trump"
    return "rules.wins.reversed" if upside_down(contract) else "rules.wins.suit"


def asks_the_void(rule: FollowRule) -> bool:
    """Whether a rule may ask something of who cannot follow suit."""
    return not isinstance(rule, FollowWithPenalty | BeatTrumpLead)


def _duties(words: Words, contract: Contract) -> Iterator[str]:
    if not any(map(asks_the_void, contract.follows)):
        yield words("rules.free")
    always = any(isinstance(rule, FollowWithPenalty) and rule.cards & ~rule.free for rule in contract.follows)
    for rule in (*contract.leads, *contract.follows):
        match rule:
            case FollowWithPenalty():
                if always:
                    yield words("rules.forced-penalty.always")
                if rule.free:
                    yield words("rules.hearts-led-free")
            case MayNotUndertrump():
                pass  # said below
            case _ if rule.reason == "penalty-card" and always:
                pass  # part of the longer sentence
            case _:
                yield duty(words, rule)
    for rule in contract.follows:
        if isinstance(rule, MustTrump):
            yield words(_undertrumping(rule, contract))


def duty(words: Words, rule: LeadRule | FollowRule) -> str:
    """What a rule asks for."""
    known = DUTIES.get(rule.reason)
    return words(known) if known is not None else words(f"illegal.{rule.reason}")


def _undertrumping(rule: MustTrump, contract: Contract) -> str:
    if rule.undertrump:
        return "rules.undertrump.must"
    forbidden = any(isinstance(other, MayNotUndertrump) for other in contract.follows)
    return "rules.undertrump.forbidden" if forbidden else "rules.undertrump.any"


# How a deal opens


def opening_lines(words: Words, chapter: Chapter) -> list[str]:
    """How the contract or the trumps of such deals come about; nothing where all is settled beforehand."""
    lines = [_stage(words, stage, number) for number, stage in enumerate(chapter.stages)]
    if any(stage.bought for stage in chapter.stages):
        lines.append(words("rules.opening.sold"))
    if any("contract" in stage.verbs for stage in chapter.stages):
        lines.append(
            words(
                "rules.opening.ledger",
                negatives=words.number(MOST_NEGATIVES),
                trumps=words.number(MOST_TRUMPS),
                times=words.number(MOST_OF_ONE_NEGATIVE),
            )
        )
    if chapter.turned_up:
        lines.append(_turn_up(words, chapter))
    return [line[0].upper() + line[1:] for line in lines]


def _turn_up(words: Words, chapter: Chapter) -> str:
    if not chapter.stages:
        return words("rules.opening.last-card")
    return words("rules.opening.named-last", choice=phrases.action_name(words, TRUMP_LAST_CARD))


def _stage(words: Words, stage: ChoiceStage, number: int) -> str:
    who = words.either(_speaker(words, seat) for seat in stage.seats)
    if "bid" in stage.verbs:
        return words("rules.opening.auction")
    if "offer" in stage.verbs:
        holder = _speaker(words, (stage.seats[0] - 1) if stage.seats[0] else stage.seats[1] - 1)
        return words("rules.opening.offers", who=holder)
    if ACCEPT in stage.actions:
        return words("rules.opening.answer", who=who)
    choices = words.either(phrases.action_name(words, action) for action in stage.actions)
    if stage.bought:
        return words("rules.opening.buyer", who=who, choices=choices)
    if number:
        return words("rules.opening.then", who=who, choices=choices)
    key = "rules.opening.first-cards" if stage.more else "rules.opening.first"
    return words(key, who=who, cards=words.count("count.cards", stage.cards), choices=choices)


def _speaker(words: Words, seat: int) -> str:
    """A seat counted from the dealer, by what it is called."""
    return words("rules.eldest" if seat == 1 else "rules.dealer")
