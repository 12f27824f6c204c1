"""Which of a teacher's comments a hand shows."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.game import View
from bot.robots.reasons.model import CardExplanation
from bot.tables.asking import cards_played, deal_is_over, is_allowed
from bot.tables.model import TableFacts

Comments = Mapping[int, CardExplanation]
"""What is to be said of a person's cards, by the number of the input that played each."""


def said_now(comments: Comments, facts: TableFacts, view: View) -> CardExplanation | None:
    """What is said on the hand of ``view.seat``: of the last card they played; once the deal is over, of the
    one that mattered most."""
    own = [one.number for one in cards_played(facts, view) if one.seat == view.seat]
    if deal_is_over(view):
        found = [comments[number] for number in own if number in comments]
        return max(found, key=lambda one: abs(one.points), default=None)
    return comments.get(own[-1]) if own and is_allowed(facts) else None
