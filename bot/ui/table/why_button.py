"""The button that asks why the last card was played, and the one by which a person allows it to be asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.robots.why import can_explain
from bot.tables.asking import (
    PlayedCard,
    can_be_asked,
    cards_played,
    deal_is_over,
    is_allowed,
    is_alone,
    undecided,
)
from bot.tables.model import State
from bot.telling.reader import TablePerspective
from bot.ui.discord.panel import button
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.words.names import in_text

ASK = "why"
ALLOW = "why-allow"
YES, NO = "yes", "no"


def why(sight: TablePerspective) -> list[ui.Button[Any]]:
    """*Why?* on a hand, about the last card that somebody else has played, where it may be asked. It stays in
    its place while there is none."""
    if not _may_ask(sight):
        return []
    cards = cards_played(sight.facts, sight.view)
    return [_asking(sight, [one for one in cards if one.seat != sight.view.seat])]


def why_of_trick(sight: TablePerspective) -> list[ui.Button[Any]]:
    """The same on the last trick that somebody with a seat looks at, about its last card."""
    user_id = sight.reader.user_id
    if user_id is None or sight.facts.seat_of(user_id) is None or not _may_ask(sight):
        return []
    in_tricks = len(sight.view.tricks) * sight.view.players
    return [_asking(sight, cards_played(sight.facts, sight.view)[:in_tricks])]


def _may_ask(sight: TablePerspective) -> bool:
    facts, view = sight.facts, sight.view
    known = can_explain(view.rules.preset.family) and can_be_asked(facts)
    return known and (deal_is_over(view) or is_allowed(facts))


def _asking(sight: TablePerspective, cards: Sequence[PlayedCard]) -> ui.Button[Any]:
    facts = sight.facts
    number = cards[-1].number if cards else facts.seq
    press = PressId(ASK, on_table(facts.id), facts.seq, (str(number),))
    return button(sight.words("button.why"), press, disabled=not cards)


def allow(sight: TablePerspective) -> list[ui.Button[Any]]:
    """Allow it, or no longer: for a person who plays with others."""
    facts, user_id = sight.facts, sight.reader.user_id
    if user_id is None or not _is_asked_for(sight):
        return []
    seat = facts.seat_of(user_id)
    allows = seat is not None and facts.seats[seat].allows_why
    key = "button.why-forbid" if allows else "button.why-allow"
    press = PressId(ALLOW, on_table(facts.id), facts.seq, (NO if allows else YES,))
    return [button(sight.words(key), press)]


def allowed_line(sight: TablePerspective) -> list[str]:
    """Whether it may be asked during a deal, and who does not allow it yet."""
    if not _is_asked_for(sight):
        return []
    missing = [in_text(seat.name) for seat in undecided(sight.facts)]
    words = sight.words
    return [words("why.missing", names=words.both(missing)) if missing else words("why.allowed")]


def _is_asked_for(sight: TablePerspective) -> bool:
    facts = sight.facts
    is_on = facts.state in (State.PLAYING, State.ADJOURNED)
    return is_on and not is_alone(facts) and can_explain(sight.view.rules.preset.family)
