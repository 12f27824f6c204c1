"""Requests that change nothing in the game: what players let each other know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from typing import Final

from bot.tables.clocks import is_persons_turn
from bot.tables.drafts import Draft, require, require_present, seat_number
from bot.tables.errors import TableError
from bot.tables.model import Emote, Nudge, State, TableFacts

NUDGE_AFTER: Final = 30.0  # seconds that a turn must have lasted
EMOTE_PAUSE: Final = 10.0  # seconds between two emotes of one person
EMOTES: Final = ("well-played", "thanks", "good-luck", "sorry", "wow", "oops", "thinking", "laughing")
"""What can be shown, in the order in which people are offered them."""


def nudge(draft: Draft, user_id: int, lasted: float) -> Draft:
    """A player asks the one to move to do so: once a turn, which has ``lasted`` so many seconds, and not
    before it has for a while."""
    facts = draft.facts
    require(facts, State.PLAYING)
    number = _present_seat(facts, user_id)
    if facts.turn == number:
        raise TableError("own-turn")
    if not is_persons_turn(facts) or facts.turn is None:
        raise TableError("nobody-to-nudge")
    if facts.nudged:
        raise TableError("already-nudged")
    left = NUDGE_AFTER - lasted
    if left > 0:
        raise TableError("nudge-too-early", seconds=str(ceil(left)))
    return replace(draft, facts=replace(facts, nudged=True), signal=Nudge(number, facts.turn))


def emote(facts: TableFacts, last: Mapping[int, float], user_id: int, key: str, now: float) -> Emote:
    """A player shows an emote; ``last`` tells when each person last did, and ``now`` is, in
    seconds that never go back."""
    require(facts, State.PLAYING)
    number = _present_seat(facts, user_id)
    if key not in EMOTES:
        raise TableError("no-such-emote")
    left = last.get(user_id, -EMOTE_PAUSE) + EMOTE_PAUSE - now
    if left > 0:
        raise TableError("emote-too-early", seconds=str(ceil(left)))
    return Emote(number, key)


def _present_seat(facts: TableFacts, user_id: int) -> int:
    number = seat_number(facts, user_id)
    require_present(facts, number)
    return number
