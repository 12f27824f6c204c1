"""What is asked once before it is done: which table it is about, what it means, and *Yes* or *No*.

A *Yes* carries all that was asked (``Deed``), and is compared with the table as it is when it is pressed:
what was asked in a lobby must not be done to a game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from discord import ui

from bot.tables.model import State, TableFacts
from bot.ui.discord.panel import BLUE, RED, Drawing, Panel, button, even_rows
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.words.catalogue import Words
from bot.words.names import in_text

NOBODY: Final = "-"


class TableQuestion(StrEnum):
    """What can be asked about."""

    LEAVE = "leave"
    LEAVE_TONIGHT = "leave-tonight"  # and the league's night with it
    ADJOURN = "adjourn"
    CLOSE = "close"
    SHOW = "show"
    REPLACE = "replace"


_FOR_GOOD: Final = (TableQuestion.LEAVE, TableQuestion.LEAVE_TONIGHT, TableQuestion.CLOSE)


LEAVING: Final = (TableQuestion.LEAVE, TableQuestion.LEAVE_TONIGHT)
"""Leaving a table for good; at one of a league's night it is asked which."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody is asked about: ``about`` is how things were then. For leaving it is what that means
    (a ``Stake``); for a seat given away its number, whose it was and whose it is to be (user ids; ``NOBODY``
    is a robot)."""

    doing: TableQuestion
    about: tuple[str, ...] = ()


class Stake(StrEnum):
    """What leaving means."""

    PRIVATE = "private"  # the end of one's private table
    LOBBY = "lobby"  # a seat is free
    LOBBY_LAST = "lobby-last"  # and nobody is left: the lobby's end
    SEAT = "seat"  # a robot plays on
    SEAT_LAST = "seat-last"  # and nobody is left to play with


def stake_of(facts: TableFacts, user_id: int) -> Stake:
    """What leaving means now."""
    if facts.is_private:
        return Stake.PRIVATE
    others = any(seat.user_id not in (None, user_id) for seat in facts.seats)
    if facts.state is State.LOBBY and not others:
        return Stake.LOBBY_LAST
    if facts.state is State.LOBBY and not facts.seats_given:
        return Stake.LOBBY
    return Stake.SEAT if others else Stake.SEAT_LAST


def replacing(facts: TableFacts, number: int, user_id: int | None) -> Deed:
    """A seat is to be somebody else's."""
    seat = facts.seats[number]
    return Deed(TableQuestion.REPLACE, (str(number), str(seat.user_id or NOBODY), str(user_id or NOBODY)))


def where(words: Words, facts: TableFacts) -> str:
    """Which table is meant, and where it is."""
    if facts.is_private:
        return words("sure.private", table=facts.id)
    return words("sure.table", table=facts.id, channel=f"<#{facts.channel_id}>")


def question(words: Words, facts: TableFacts, deed: Deed, names: tuple[str, str] = ("", "")) -> Drawing:
    """What is asked, of the one person who sees it. ``names`` are whose seat is given away, and to whom;
    empty for a robot."""
    table = on_table(facts.id)
    asked = _asked(words, deed, names)
    ways = [("button.yes", deed)]
    if deed.doing in LEAVING and facts.place is not None and not facts.is_private:
        asked = f"{asked}\n{words('sure.leave.tonight')}"
        here, tonight = (replace(deed, doing=one) for one in LEAVING)
        ways = [("button.leave-table", here), ("button.leave-tonight", tonight)]
    buttons = [
        button(
            words(label),
            PressId("yes", table, values=(one.doing.value, *one.about)),
            RED if one.doing in _FOR_GOOD else BLUE,
        )
        for label, one in ways
    ]
    buttons.append(button(words("button.no"), PressId("no", table)))
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(words("said", name=where(words, facts), said=asked)), *even_rows(buttons)
    )
    return Drawing(Panel(container))


def _asked(words: Words, deed: Deed, names: tuple[str, str]) -> str:
    match deed.doing:
        case TableQuestion.LEAVE | TableQuestion.LEAVE_TONIGHT:
            (stake,) = deed.about
            return words(f"sure.leave.{stake}")
        case TableQuestion.REPLACE:
            name, other = map(in_text, names)
            if not other:
                return words("sure.replace-robot", name=name)
            return words("sure.replace", name=name, other=other)
        case _:
            return words(f"sure.{deed.doing.value}")
