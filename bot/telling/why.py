"""What a robot says of cards: why one was played, and which one it would play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.engine.cards import Card, members
from bot.robots.reasons.model import COUNTED, CardExplanation, CardVerdict, Fact
from bot.robots.study import Advice
from bot.telling import phrases
from bot.telling.games.registry import teller_of
from bot.telling.reader import Perspective
from bot.words.names import in_text


def explanation(sight: Perspective, told: CardExplanation, seat: int) -> list[str]:
    """The lines for a card that ``seat`` played; ``sight`` is its reader's."""
    first = _guess(sight, told, seat) if told.hands else _verdict(sight, told)
    return [first, *(f"- {line}" for line in facts(sight, told, seat))]


def comment(sight: Perspective, told: CardExplanation) -> str:
    """What the teacher says of a card of the reader's, in one line: the verdict, and the first fact."""
    because = next(facts(sight, told, sight.view.seat or 0), None)
    key = "why.praise" if told.verdict is CardVerdict.BEST else "why.better"
    points = sight.words.tenths(abs(told.points))
    said = sight.words(key, card=_card(sight, told.card), other=_other(sight, told), points=points)
    return f"🎓 {said}" + (f" – {because}" if because else "")


def facts(sight: Perspective, told: CardExplanation, seat: int) -> Iterator[str]:
    """The facts, each as a sentence without its full stop."""
    for fact in told.facts:
        yield _with_share(sight, told, fact, seat)


def _verdict(sight: Perspective, told: CardExplanation) -> str:
    words, card = sight.words, _card(sight, told.card)
    worlds = words.number(told.worlds)
    match told.verdict:
        case CardVerdict.ONLY:
            return words("why.only", card=card)
        case CardVerdict.FOLLOWS:
            return words("why.follows", card=card)
        case CardVerdict.EQUAL if told.other is None:
            return words("why.all-alike", card=card, worlds=worlds)
        case CardVerdict.EQUAL:
            return words("why.equal", card=card, other=_other(sight, told), worlds=worlds)
        case CardVerdict.BEST | CardVerdict.WORSE:
            key = "why.best" if told.verdict is CardVerdict.BEST else "why.worse"
            points = words.tenths(abs(told.points))
            return words(key, card=card, other=_other(sight, told), points=points, worlds=worlds)


def _guess(sight: Perspective, told: CardExplanation, seat: int) -> str:
    words = sight.words
    keys = {
        CardVerdict.ONLY: "why.guess-only",
        CardVerdict.BEST: "why.guess-best",
        CardVerdict.EQUAL: "why.guess-equal",
    }
    key = keys.get(told.verdict, "why.guess-none")
    return words(key, card=_card(sight, told.card), name=_name(sight, seat))


def _with_share(sight: Perspective, told: CardExplanation, fact: Fact, seat: int) -> str:
    """A fact, and in how many deals or hands it holds where that is not all of them."""
    words = sight.words
    said = _fact(sight, told, fact)
    if fact.holds == fact.worlds:
        return said
    values = {"count": words.number(fact.holds), "of": words.number(fact.worlds)}
    if told.hands:
        return words("why.in-hands", fact=said, name=_name(sight, seat), **values)
    return words("why.in-deals", fact=said, **values)


def _fact(sight: Perspective, told: CardExplanation, fact: Fact) -> str:
    words = sight.words
    worse = told.verdict is CardVerdict.WORSE
    better, other = (told.other, told.card) if worse else (told.card, told.other)
    assert better is not None
    values: dict[str, str] = {"better": _card(sight, better)}
    if fact.card is not None:
        values["card"] = _card(sight, fact.card)
    if fact.seat is not None:
        values["name"] = _name(sight, fact.seat)
    if fact.suit is not None:
        values["suit"] = phrases.suit_name(words, fact.suit)
    if fact.of:
        values |= {"count": words.number(fact.count), "of": words.number(fact.of)}
    if fact.kind in COUNTED and other is not None:
        values |= {"other": _card(sight, other), "instead": words.number(fact.instead)}
    return words(f"why.fact.{fact.kind}", **values)


def _other(sight: Perspective, told: CardExplanation) -> str:
    assert told.other is not None
    return _card(sight, told.other)


def _name(sight: Perspective, seat: int) -> str:
    return in_text(sight.seats[seat].name)


def _card(sight: Perspective, card: Card) -> str:
    if sight.reader.preferences.text_mode:
        return phrases.card_name(sight.words, card)
    return phrases.card_token(card, sight.reader.card_style(sight.view.rules.preset.name).index)


FELT: Final = 0.05
"""A difference in points that rounds to nothing."""


def hint(sight: Perspective, advice: Advice) -> str:
    """What the robot would do for ``view.seat``, whose turn it is, and why."""
    words, view = sight.words, sight.view
    name = partial(teller_of(view.rules).act_name, sight)
    what = name(advice.action)
    if len(members(view.legal)) == 1:
        return words("hint.only", what=what)
    if not advice.worlds:
        return words("hint.sense", what=what)
    worlds = words.number(advice.worlds)
    compared = advice.next_best
    if compared is None:
        return words("hint.compared", what=what, worlds=worlds)
    other, points = compared
    if points < FELT:
        return words("hint.equal", what=what, worlds=worlds)
    return words("hint.better", what=what, other=name(other), points=words.tenths(points), worlds=worlds)
