"""What may be said before the play in the King family, and what contracts are worth, in sentences and in
short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine.actions import BID, OFFER, PASS, Action
from bot.engine.cards import ACE, KING, members
from bot.engine.king.contracts import Contract, PerCard, PerNthTrick, PerTrick, ScoreRule
from bot.engine.king.course import (
    Direction,
    Naming,
    Offers,
    Phase,
    TrickAuction,
    contracts_after,
    course_of,
    step_of,
)
from bot.engine.options import Rules
from bot.telling import phrases
from bot.telling.games.teller import Choice, order_of_naming, plain_choice
from bot.telling.reader import ViewModel
from bot.words.catalogue import Words


def upside_down(contract: Contract) -> bool:
    """Whether lower cards win."""
    return bool(contract.beats[ACE] >> KING & 1)


def score_sentences(words: Words, rules: Rules, contract: Contract) -> list[str]:
    """What a contract is worth, a sentence for each of its scores."""
    start = contract.points((), rules.players)[0]
    sentences = [words("rules.start", points=words.count("count.points", start))] if start else []
    return sentences + [_score(words, rules, score) for score in contract.scores]


def _score(words: Words, rules: Rules, score: ScoreRule) -> str:
    match score:
        case PerTrick(points):
            worth = words.count("count.points", abs(points))
            return words("rules.score.tricks" if points < 0 else "rules.gain.tricks", points=worth)
        case PerCard(cards, points):
            worth = words.count("count.points", abs(points))
            if cards.bit_count() == 1:
                (card,) = members(cards)
                key = "rules.score.card" if points < 0 else "rules.gain.card"
                return words(key, card=phrases.card_name(words, card), points=worth)
            key = "rules.score.cards" if points < 0 else "rules.gain.cards"
            return words(key, cards=phrases.kind_of_cards(words, cards), points=worth)
        case PerNthTrick(points):
            return _certain_tricks(words, rules, score)
        case _:
            raise NotImplementedError(type(score).__name__)


def _certain_tricks(words: Words, rules: Rules, score: PerNthTrick) -> str:
    parts: list[str] = []
    for number, points in sorted(score.points.items()):
        last = number == rules.hand_size and bool(parts)
        key = "rules.last-trick" if last else "rules.nth-trick" if points < 0 else "rules.nth-trick.gain"
        worth = words.count("count.points", abs(points))
        parts.append(words(key, number=words.number(number), points=worth))
    loses = min(score.points.values()) < 0
    return words("rules.score.nth" if loses else "rules.gain.nth", tricks=", ".join(parts))


def choices(model: ViewModel) -> Sequence[Choice]:
    """What ``view.seat``, whose turn it is, may say."""
    step = step_of(model.view)
    assert isinstance(step, Phase)
    return [_choice(model, step, action) for action in sorted(members(model.view.legal), key=order_of_naming)]


def _choice(model: ViewModel, step: Phase, action: Action) -> Choice:
    if isinstance(step, Direction):
        contract = step.names[action]
        assert isinstance(contract, Contract)
        return Choice(action, _direction(model, contract))
    return replace(plain_choice(model.words, action), about=_about(model, step, action))


def _direction(model: ViewModel, contract: Contract) -> str:
    """«Up: +25 a trick», «Down: 325, minus 75 a trick» (D4)."""
    words, points = model.words, contract.trick_points
    if points > 0:
        return words("direction.up", points=words.number(points))
    return words("direction.down", start=words.number(contract.start), points=words.number(-points))


def _about(model: ViewModel, step: Phase, action: Action) -> str:
    """What a contract is worth, where it is known by its name what a trick or a card is worth in it; what the
    tricks given away are."""
    if isinstance(step, Naming):
        contracts = list(contracts_after(step.names[action]))
        if all(contract.scores == contracts[0].scores for contract in contracts):
            scores = score_sentences(model.words, model.view.rules, contracts[0])
            if upside_down(contracts[0]):  # «Misère: the lowest wins», which its button does not say
                scores = [f"{phrases.contract_name(model.words, contracts[0].name)}.", *scores]
            return " ".join(scores)
        return ""
    if not isinstance(step, Offers | TrickAuction) or action == PASS:
        return ""
    tricks = (OFFER if isinstance(step, Offers) else BID).index(action)
    return _given(model, step, tricks)


def _given(model: ViewModel, step: Phase, tricks: int) -> str:
    """What the tricks given for the right to name the trumps are worth, by how they may be scored."""
    words = model.words
    worths = sorted({contract.trick_points for contract in contracts_after(step)}, reverse=True)
    points = [words.points(-tricks * each) for each in worths]
    if len(points) == 1:
        return words("choices.given", points=points[0])
    return words("choices.given-directions", up=points[0], down=points[1])


def prices(words: Words, rules: Rules, contract: Contract) -> tuple[str, ...]:
    """A phrase for what each has to begin with, if that is anything, and one for each thing that scores."""
    start = contract.points((), rules.players)[0]
    before = [words("cost.start", points=words.points(start))] if start else []
    return (*before, *(phrase for score in contract.scores for phrase in _prices(words, rules, score)))


def price(words: Words, rules: Rules, deal: int, contract: str) -> str:
    """The same of a contract by its name, of a certain deal, in one short line; empty as long as several
    contracts are possible."""
    found = next((one for one in course_of(rules).deals[deal].contracts if one.name == contract), None)
    if found is None:
        return ""
    each = prices(words, rules, found)
    return words("cost.together") if len(each) > 2 else ", ".join(each)  # two are a start, or two tricks


def _prices(words: Words, rules: Rules, score: ScoreRule) -> Iterator[str]:
    match score:
        case PerTrick(points):
            yield words("cost.trick", points=words.points(points))
        case PerCard(cards, points):
            key = "cost.card" if cards.bit_count() == 1 else "cost.cards"
            yield words(key, cards=phrases.kind_of_cards(words, cards), points=words.points(points))
        case PerNthTrick(by_number):
            for number, points in sorted(by_number.items()):
                key = "cost.last-trick" if number == rules.hand_size else "cost.nth-trick"
                yield words(key, number=words.number(number), points=words.points(points))
        case _:
            raise NotImplementedError(type(score).__name__)
