"""The buttons that belong to a table at any moment: the row below a hand and below a table's message, the
same few in the same places, in the width of a phone; and the ways from a table to its replay, its review, a
hint and the reasons for a card. What is wanted seldom is behind *More* (``more_panel``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from discord import ui

from bot.reviews.making import is_offered
from bot.robots.registry import ADVISERS
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
from bot.tables.model import State, TableFacts
from bot.telling.reader import TablePerspective
from bot.ui.discord.panel import BLUE, GREEN, button
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.words.catalogue import Words
from bot.words.names import in_text


class AtTable(Protocol):
    """What buttons that belong to a table need: any reader's sight of it."""

    @property
    def words(self) -> Words:
        """The reader's."""
        ...

    @property
    def facts(self) -> TableFacts:
        """The table's."""
        ...


def footer(
    sight: TablePerspective, first: Sequence[ui.Button[Any]] = (), aside: Sequence[ui.Button[Any]] = ()
) -> ui.ActionRow[Any]:
    """*Last trick*, *Scores* and *More*, after what comes ``first``; what is only there at some tables stands
    ``aside``, before *More*."""
    return ui.ActionRow(*first, last_trick(sight), scores(sight), *aside, more(sight))


def my_hand(sight: AtTable) -> ui.Button[Any]:
    """One's own cards, on a message that everybody sees."""
    return button(sight.words("button.my-hand"), PressId("my-hand", on_table(sight.facts.id)), BLUE)


def last_trick(sight: TablePerspective) -> ui.Button[Any]:
    """The last trick of the deal, once there is one."""
    press = PressId("last-trick", on_table(sight.facts.id))
    return button(sight.words("button.last-trick"), press, disabled=not sight.view.tricks)


def scores(sight: TablePerspective) -> ui.Button[Any]:
    """The score sheet."""
    return button(sight.words("button.scores"), PressId("scores", on_table(sight.facts.id)))


def more(sight: AtTable) -> ui.Button[Any]:
    """Everything else."""
    return button(sight.words("button.more"), PressId("more", on_table(sight.facts.id)))


def back(sight: AtTable) -> ui.Button[Any]:
    """For who was away: they play for themselves again."""
    return button(sight.words("button.back"), PressId("back", on_table(sight.facts.id)), GREEN)


def resume(sight: AtTable) -> ui.Button[Any]:
    """An adjourned game goes on."""
    return button(sight.words("button.resume"), PressId("resume", on_table(sight.facts.id)), GREEN)


REPLAY: Final = "replay-open"
"""The verb; without values from the beginning, else from the moment that they tell."""


def replay(words: Words, table_id: int) -> ui.Button[Any]:
    """The button."""
    return button(words("button.replay"), PressId(REPLAY, on_table(table_id)))


REVIEW: Final = "review-open"
"""The verb."""


def review(words: Words, table_id: int, preset: str) -> list[ui.Button[Any]]:
    """The button; none where games of that preset cannot be reviewed. Whether somebody sat there is asked
    when they press."""
    if not is_offered(preset):
        return []
    return [button(words("button.review"), PressId(REVIEW, on_table(table_id)))]


def hint(sight: TablePerspective) -> list[ui.Button[Any]]:
    """The button, where nobody else could be annoyed by it, nor is compared with who asks. It stays in its
    place while others move."""
    facts, view = sight.facts, sight.view
    if not is_alone(facts) or facts.is_daily or facts.state is not State.PLAYING:
        return []
    if view.rules.preset.family not in ADVISERS.each:
        return []
    press = PressId("hint", on_table(facts.id), facts.seq)
    return [button(sight.words("button.hint"), press, disabled=view.turn != view.seat)]


WHY = "why"
WHY_ALLOW = "why-allow"
YES, NO = "yes", "no"


def why(sight: TablePerspective) -> list[ui.Button[Any]]:
    """*Why?* on a hand, about the last card that somebody else has played, where it may be asked. It stays in
    its place while there is none."""
    if not _may_ask_why(sight):
        return []
    cards = cards_played(sight.facts, sight.view)
    return [_asking_why(sight, [one for one in cards if one.seat != sight.view.seat])]


def why_of_trick(sight: TablePerspective) -> list[ui.Button[Any]]:
    """The same on the last trick that somebody with a seat looks at, about its last card."""
    user_id = sight.reader.user_id
    if user_id is None or sight.facts.seat_of(user_id) is None or not _may_ask_why(sight):
        return []
    in_tricks = len(sight.view.tricks) * sight.view.players
    return [_asking_why(sight, cards_played(sight.facts, sight.view)[:in_tricks])]


def _may_ask_why(sight: TablePerspective) -> bool:
    facts, view = sight.facts, sight.view
    known = can_explain(view.rules.preset.family) and can_be_asked(facts)
    return known and (deal_is_over(view) or is_allowed(facts))


def _asking_why(sight: TablePerspective, cards: Sequence[PlayedCard]) -> ui.Button[Any]:
    facts = sight.facts
    number = cards[-1].number if cards else facts.seq
    press = PressId(WHY, on_table(facts.id), facts.seq, (str(number),))
    return button(sight.words("button.why"), press, disabled=not cards)


def allow_why(sight: TablePerspective) -> list[ui.Button[Any]]:
    """Allow it, or no longer: for a person who plays with others."""
    facts, user_id = sight.facts, sight.reader.user_id
    if user_id is None or not _may_allow_why(sight):
        return []
    seat = facts.seat_of(user_id)
    allows = seat is not None and facts.seats[seat].allows_why
    key = "button.why-forbid" if allows else "button.why-allow"
    press = PressId(WHY_ALLOW, on_table(facts.id), facts.seq, (NO if allows else YES,))
    return [button(sight.words(key), press)]


def why_allowed_line(sight: TablePerspective) -> list[str]:
    """Whether it may be asked during a deal, and who does not allow it yet."""
    if not _may_allow_why(sight):
        return []
    missing = [in_text(seat.name) for seat in undecided(sight.facts)]
    words = sight.words
    return [words("why.missing", names=words.both(missing)) if missing else words("why.allowed")]


def _may_allow_why(sight: TablePerspective) -> bool:
    facts = sight.facts
    is_on = facts.state in (State.PLAYING, State.ADJOURNED)
    return is_on and not is_alone(facts) and can_explain(sight.view.rules.preset.family)
