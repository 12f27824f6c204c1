"""Questions before something is done: how they look, and what is answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

import discord

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, acknowledge, answer, redraw, sentence_for
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.panel import BLUE, RED, Drawing, button, draw
from bot.discordkit.people import People
from bot.discordkit.permissions import is_moderator
from bot.discordkit.ports import on_table
from bot.discordkit.routes import Route, anyone
from bot.tables.errors import TableError
from bot.tables.model import State, TableFacts
from bot.tables.table import Table
from bot.tables.ui.access import at_table
from bot.tables.ui.opening import Moving
from bot.words.catalogue import Words, in_text

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
        return words("sure.private", table=facts.number)
    return words("sure.table", table=facts.number, channel=f"<#{facts.channel_id}>")


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
    return draw(words("said", name=where(words, facts), said=asked), buttons)


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


LeaveTonight = Callable[[int, int], Awaitable[None]]
"""Has an account not play any more on a league's night of that id."""


class Questions:
    """See the module."""

    def __init__(self, moving: Moving, people: People, leave_tonight: LeaveTonight) -> None:
        self._moving = moving
        self._people = people
        self._leave_tonight = leave_tonight

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb of them."""
        return {"yes": at_table(self._yes, private=True), "no": anyone(self._no, private=True)}

    async def ask_to_leave(self, interaction: Interaction, table: Table) -> None:
        """Raises TableError where there is no seat to leave."""
        table.require_may_leave(interaction.user.id)
        await self.ask(interaction, table, _leaving(table, interaction.user.id))

    async def ask_to_adjourn(self, interaction: Interaction, table: Table) -> None:
        """Raises TableError where this person may not, or there is nothing to adjourn."""
        table.require_may_adjourn(interaction.user.id)
        await self.ask(interaction, table, Deed(TableQuestion.ADJOURN))

    async def ask_to_close(self, interaction: Interaction, table: Table) -> None:
        """Raises TableError where this person may not, or it is closed."""
        table.require_may_close(interaction.user.id, force=is_moderator(interaction, table.facts))
        await self.ask(interaction, table, Deed(TableQuestion.CLOSE))

    async def ask_to_replace(
        self, interaction: Interaction, table: Table, number: int, user_id: int | None, name: str
    ) -> None:
        """``user_id`` None is a robot. Raises TableError where this person may not, or it cannot be."""
        force = is_moderator(interaction, table.facts)
        await table.require_may_replace(interaction.user.id, number, user_id, name, force=force)
        await self.ask(interaction, table, replacing(table.facts, number, user_id))

    async def ask(self, interaction: Interaction, table: Table, deed: Deed) -> None:
        """Ask whoever acts, privately."""
        words = await self._people.words_of(interaction)
        await answer(interaction, await self._question(words, table, deed))

    async def _question(self, words: Words, table: Table, deed: Deed) -> Drawing:
        names = "", ""
        if deed.doing is TableQuestion.REPLACE:
            number, _, new = deed.about
            player = await self._people.player(int(new)) if new != NOBODY else None
            names = table.facts.seats[int(number)].name, player.name if player is not None else ""
        return question(words, table.facts, deed, names)

    async def _no(self, interaction: Interaction, press: PressId) -> None:
        words = await self._people.words(interaction.user.id)
        await redraw(interaction, panel.sentence(words("sure.no")))

    async def _yes(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """Whatever comes of it stands where the question stood."""
        deed = _read(press)
        words = await self._people.words_of(interaction)
        if deed.doing in LEAVING and table.facts.seat_of(interaction.user.id) is not None:
            now = replace(_leaving(table, interaction.user.id), doing=deed.doing)
            if now != deed:  # it would mean something else by now
                await redraw(interaction, await self._question(words, table, now))
                return
        if deed.doing is TableQuestion.SHOW and table.facts.by_answers:
            await self._moving.show_as_answer(interaction, table)
            return
        if deed.doing is TableQuestion.SHOW:
            await acknowledge(interaction)  # so that the answer stays here, where showing would say it anew
        try:
            said = await self._do(interaction, table, deed, words)
        except (TableError, Refusal, discord.Forbidden) as error:
            said = sentence_for(words, error)
        await redraw(interaction, panel.sentence(said))

    async def _do(self, interaction: Interaction, table: Table, deed: Deed, words: Words) -> str:
        """What is said when it is done."""
        user_id, facts = interaction.user.id, table.facts
        match deed.doing:
            case TableQuestion.LEAVE:
                await table.leave(user_id)
                key = "done.left"
            case TableQuestion.LEAVE_TONIGHT:
                await self._leave_night(table, user_id)
                key = "done.left-tonight"
            case TableQuestion.ADJOURN:
                await table.adjourn(user_id)
                key = "done.adjourned"
            case TableQuestion.CLOSE:
                await table.close(user_id, force=is_moderator(interaction, facts))
                key = "done.closed"
            case TableQuestion.SHOW:
                if not await self._moving.show_as_answer(interaction, table):
                    await self._moving.show_here(interaction, table, words)
                key = "done.shown"
            case TableQuestion.REPLACE:
                await self._replace(interaction, table, deed)
                key = "done.replaced"
        return words(key, table=facts.number)

    async def _leave_night(self, table: Table, user_id: int) -> None:
        """A seat of a game that has not begun is free with that, and is given to whoever waits for one."""
        place = table.facts.place
        if place is None:
            raise Refusal("unknown-button")
        table.require_may_leave(user_id)
        await self._leave_tonight(int(place.partition(".")[0]), user_id)
        if table.facts.state is not State.LOBBY:
            await table.leave(user_id)

    async def _replace(self, interaction: Interaction, table: Table, deed: Deed) -> None:
        number, _, new = deed.about
        user_id = int(new) if new != NOBODY else None
        if int(number) >= len(table.facts.seats) or replacing(table.facts, int(number), user_id) != deed:
            raise Refusal("seats-changed")
        player = await self._people.player(user_id) if user_id is not None else None
        force = is_moderator(interaction, table.facts)
        name = player.name if player is not None else ""
        await table.replace(interaction.user.id, int(number), user_id, name, force=force)


def _leaving(table: Table, user_id: int) -> Deed:
    return Deed(TableQuestion.LEAVE, (stake_of(table.facts, user_id).value,))


def _read(press: PressId) -> Deed:
    """What a *Yes* says. Raises AboutSomethingElse for what nobody was asked."""
    doing, *about = press.values or ("",)
    known = doing in set(TableQuestion)
    numbers = all(one == NOBODY or (one.isascii() and one.isdecimal()) for one in about)
    right = {
        **dict.fromkeys(map(str, LEAVING), len(about) == 1),
        TableQuestion.REPLACE.value: len(about) == 3 and numbers,
    }
    if not known or not right.get(doing, not about) or (about and about[0] == NOBODY):
        raise AboutSomethingElse(press.verb)
    return Deed(TableQuestion(doing), tuple(about))
