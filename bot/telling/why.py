"""What a robot says of cards: why one was played, and which one it would play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.engine.cards import Card, members
from bot.robots.reasons.model import COUNTED, REWORDED, CardExplanation, CardVerdict, Fact, ReasonKind
from bot.robots.study import Advice
from bot.telling import phrases
from bot.telling.games.registry import teller_of
from bot.telling.phrases import ViewModel
from bot.words.catalogue import in_text


def explanation(model: ViewModel, explanation: CardExplanation, seat: int) -> list[str]:
    """The lines for a card that ``seat`` played; ``model`` is its reader's."""
    first = _guess(model, explanation, seat) if explanation.hands else _verdict(model, explanation)
    return [first, *(f"- {line}" for line in facts(model, explanation, seat))]


def comment(model: ViewModel, explanation: CardExplanation) -> str:
    """What the teacher says of a card of the reader's, in one line: the verdict, and the first fact."""
    because = next(facts(model, explanation, model.view.seat or 0), None)
    key = "why.praise" if explanation.verdict is CardVerdict.BEST else "why.better"
    points = model.words.tenths(abs(explanation.points))
    said = model.words(
        key, card=card_text(model, explanation.card), other=_other(model, explanation), points=points
    )
    return f"🎓 {said}" + (f" – {because}" if because else "")


def facts(model: ViewModel, explanation: CardExplanation, seat: int) -> Iterator[str]:
    """The facts, each as a sentence without its full stop."""
    for fact in explanation.facts:
        yield _with_share(model, explanation, fact, seat)


def _verdict(model: ViewModel, explanation: CardExplanation) -> str:
    words, verdict = model.words, explanation.verdict
    values = {"card": card_text(model, explanation.card)}
    if verdict in (CardVerdict.ONLY, CardVerdict.FOLLOWS):
        return words(f"why.{verdict}", **values)
    values["worlds"] = words.number(explanation.worlds)
    if explanation.other is None:
        return words("why.all-alike", **values)
    values["other"] = _other(model, explanation)
    if verdict is CardVerdict.EQUAL:
        return words("why.equal", **values)
    if explanation.alike is not None:
        values["alike"] = card_text(model, explanation.alike)
    return words(f"why.{verdict}", points=words.tenths(abs(explanation.points)), **values)


def _guess(model: ViewModel, explanation: CardExplanation, seat: int) -> str:
    verdict = "none" if explanation.verdict is CardVerdict.UNKNOWN else explanation.verdict
    words, card, name = model.words, card_text(model, explanation.card), _name(model, seat)
    values = {"count": words.number(explanation.mistaken), "of": words.number(explanation.hands)}
    return words(f"why.guessed.{verdict}", card=card, name=name, **values)


def _with_share(model: ViewModel, explanation: CardExplanation, fact: Fact, seat: int) -> str:
    """A fact, and in how many deals or hands it holds where that is not all of them."""
    words = model.words
    better, other = _compared(model, explanation)
    said = _fact(model, explanation, fact, seat, better, other)
    if fact.holds == fact.worlds:
        return said
    values = {"count": words.number(fact.holds), "of": words.number(fact.worlds)}
    if explanation.hands:
        key = "why.in-bad" if explanation.verdict is CardVerdict.WORSE else "why.in-good"
        return words(key, fact=said, **values)
    if fact.instead:
        against = better if fact.kind is ReasonKind.WOULD_TAKE else other
        return words(
            "why.in-deals-instead", fact=said, other=against, instead=words.number(fact.instead), **values
        )
    return words("why.in-deals", fact=said, **values)


def _compared(model: ViewModel, explanation: CardExplanation) -> tuple[str, str]:
    """The better card and the other; who does not see the hand is told of another card."""
    mine = card_text(model, explanation.card)
    another = model.words("why.another") if explanation.other is None else _other(model, explanation)
    return (another, mine) if explanation.verdict is CardVerdict.WORSE else (mine, another)


def _fact(
    model: ViewModel, explanation: CardExplanation, fact: Fact, seat: int, better: str, other: str
) -> str:
    words = model.words
    values: dict[str, str] = {"better": better, "other": other, "player": _name(model, seat)}
    if fact.card is not None:
        values["card"] = card_text(model, fact.card)
    if fact.seat is not None:
        values["name"] = _name(model, fact.seat)
    if fact.suit is not None:
        values["suit"] = phrases.suit_name(words, fact.suit)
    if fact.of:
        values |= {"count": words.number(fact.count), "of": words.number(fact.of)}
    if fact.kind in COUNTED:
        values["instead"] = words.number(fact.instead)
    if explanation.hands and fact.kind in REWORDED:
        return words(f"why.guess.{fact.kind}", **values)
    return words(f"why.fact.{fact.kind}", **values)


def _other(model: ViewModel, explanation: CardExplanation) -> str:
    assert explanation.other is not None
    return card_text(model, explanation.other)


def _name(model: ViewModel, seat: int) -> str:
    return in_text(model.seats[seat].name)


def card_text(model: ViewModel, card: Card) -> str:
    """A card as its reader has it."""
    if model.reader.preferences.text_mode:
        return phrases.card_name(model.words, card)
    return phrases.card_token(card, model.reader.card_style(model.view.rules.preset.name).index)


FELT: Final = 0.05
"""A difference in points that rounds to nothing."""


def hint(model: ViewModel, advice: Advice) -> str:
    """What the robot would do for ``view.seat``, whose turn it is, and why."""
    words, view = model.words, model.view
    name = partial(teller_of(view.rules).act_name, model)
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
