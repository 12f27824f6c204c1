"""Why another card was better than the one that was played."""

from __future__ import annotations

from bot.engine.cards import Card
from bot.robots.reasons.explaining import explained
from bot.robots.reasons.model import CardVerdict
from bot.robots.reasons.turn import Turn
from bot.robots.registry import GROUNDINGS
from bot.robots.study import Study
from bot.telling import why as reasons
from bot.telling.alt import ended
from bot.telling.reader import Perspective


def why(sight: Perspective, card: Card, study: Study) -> str:
    """A reason in one sentence of Markdown, by what ``sight.view.seat`` saw as it played ``card``; empty
    where none holds, and of families of which none are known."""
    view = sight.view
    family = view.rules.preset.family
    if view.seat is None or family not in GROUNDINGS.each:
        return ""
    told = explained(Turn(view, GROUNDINGS.of(family).ground(view)), study, card)
    if told.verdict is not CardVerdict.WORSE or told.other != study.best:
        return ""
    return next((_sentence(fact) for fact in reasons.facts(sight, told, view.seat)), "")


def _sentence(fact: str) -> str:
    return ended(fact[:1].upper() + fact[1:])
