"""What costs points in a contract of the King family, read off its scores: «each trick −1», «king of hearts
−5»."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.cards import members
from bot.engine.king.contracts import Contract, PerCard, PerNthTrick, PerTrick, ScoreRule
from bot.engine.king.course import course_of
from bot.engine.options import Rules
from bot.telling import phrases
from bot.words.catalogue import Words


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
            name = (
                phrases.card_name(words, members(cards)[0])
                if cards.bit_count() == 1
                else phrases.kind_of_cards(words, cards)
            )
            yield words(key, cards=name, points=words.points(points))
        case PerNthTrick(by_number):
            for number, points in sorted(by_number.items()):
                key = "cost.last-trick" if number == rules.hand_size else "cost.nth-trick"
                yield words(key, number=words.number(number), points=words.points(points))
        case _:
            raise NotImplementedError(type(score).__name__)
