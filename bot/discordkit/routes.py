"""What comes in is let in and finds its way: how much one person may ask for at a time, so that nobody's
presses wait behind theirs; and the one way every button, select and modal comes back, by its custom id,
through the boundary, to the route of its verb; and before it, as before every command, whether its person
may see the table that it is about.

What is over the limit is known before anything else is looked at: it costs no request, no database and no
picture. The first of it is answered with a sentence; the rest Discord itself tells the person of, as
presses that failed.

A route says what has to hold before anything is done, and here alone that is asked.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, NamedTuple, NoReturn, Protocol, TypeVar, cast

import discord

from bot.discordkit.boundary import Boundary, Refusal
from bot.discordkit.interactions import (
    AboutSomethingElse,
    Interaction,
    InteractionOutcome,
    PressId,
    is_own,
    note,
)
from bot.discordkit.ports import NOTHING, SubjectKind
from bot.discordkit.presses import Presses, press_of
from bot.errors import CodedError
from bot.ports import StoreError
from bot.words.catalogue import clean

AT_ONCE: Final = 4
BURST: Final = 60
A_SECOND: Final = 30.0
NOTICE_EVERY: Final = 10.0
FORGOTTEN_AFTER: Final = 60.0
"""Seconds, by when everything about a person is as if they had never been seen."""

ADMITTED: Final = "admitted"


class FloodVerdict(Enum):
    """What becomes of a press."""

    DO = "do"
    SAY = "say"
    """It is too much, and its person is to be told so."""
    DROP = "drop"


@dataclass(slots=True)
class _Pressing:
    """One person: how many more presses they have now, how many are at work, when they were told last."""

    presses: float
    seen: float
    at_work: int = 0
    notified_at: float | None = None


class Flood:
    """The limit, by person. ``now`` are seconds of any beginning that never go back."""

    def __init__(
        self,
        now: Callable[[], float],
        *,
        at_once: int = AT_ONCE,
        burst: int = BURST,
        a_second: float = A_SECOND,
    ) -> None:
        self._now = now
        self._at_once = at_once
        self._burst = burst
        self._a_second = a_second
        self._people: OrderedDict[int, _Pressing] = OrderedDict()  # whoever was seen last is last

    @property
    def remembered(self) -> int:
        """How many people are known now."""
        return len(self._people)

    def begin(self, user_id: int, *, can_be_notified: bool = True) -> FloodVerdict:
        """A press has come. Where it is to be done, ``end`` is to be called once it is."""
        now = self._now()
        self._forget(now)
        one = self._seen(user_id, now)
        if one.presses >= 1.0 and one.at_work < self._at_once:
            one.presses -= 1.0
            one.at_work += 1
            return FloodVerdict.DO
        if can_be_notified and (one.notified_at is None or now - one.notified_at >= NOTICE_EVERY):
            one.notified_at = now
            return FloodVerdict.SAY
        return FloodVerdict.DROP

    def end(self, user_id: int) -> None:
        """One of a person's presses is done."""
        self._people[user_id].at_work -= 1

    def _seen(self, user_id: int, now: float) -> _Pressing:
        one = self._people.setdefault(user_id, _Pressing(self._burst, now))
        one.presses = min(self._burst, one.presses + (now - one.seen) * self._a_second)
        one.seen = now
        self._people.move_to_end(user_id)
        return one

    def _forget(self, now: float) -> None:
        while self._people:
            user_id, one = next(iter(self._people.items()))
            if now - one.seen < FORGOTTEN_AFTER:
                return
            if one.at_work:
                self._seen(user_id, now)
            else:
                del self._people[user_id]


class FloodGate:
    """Lets interactions of every kind through, or not."""

    def __init__(self, flood: Flood, boundary: Boundary, presses: Presses) -> None:
        self._flood = flood
        self._boundary = boundary
        self._presses = presses
        self._closed = False

    @property
    def is_closed(self) -> bool:
        """Whether nothing more is let through."""
        return self._closed

    def close(self) -> None:
        """Let nothing more through: who presses is told that the bot is stopping."""
        self._closed = True

    async def admits(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether an interaction is to be carried out, which then counts as being at work until the task is
        done that asked first: the library shows a command to two."""
        if ADMITTED in interaction.extras:
            return interaction.extras[ADMITTED]
        user_id = interaction.user.id
        can_be_notified = interaction.type is not discord.InteractionType.autocomplete
        verdict = self._flood.begin(user_id, can_be_notified=can_be_notified)
        admitted = interaction.extras[ADMITTED] = verdict is FloodVerdict.DO and not self._closed
        if not admitted:
            note(
                interaction,
                InteractionOutcome.STOPPING if verdict is FloodVerdict.DO else InteractionOutcome.TOO_FAST,
            )
        if verdict is not FloodVerdict.DROP:
            self._presses.begin(interaction)
        if verdict is FloodVerdict.DO:
            task = asyncio.current_task()
            assert task is not None
            task.add_done_callback(lambda _: self._flood.end(user_id))
        if verdict is FloodVerdict.SAY:
            await self._boundary.run(interaction, refused(Refusal("too-fast")))
        elif verdict is FloodVerdict.DO and self._closed and can_be_notified:
            await self._boundary.run(interaction, refused(Refusal("closing")))
        return admitted


async def refused(refusal: Refusal) -> NoReturn:
    """Raise it, for the boundary to make a sentence of."""
    raise refusal


T = TypeVar("T")

BAD_REQUEST: Final = 400
PICK: Final = "pick"
"""The verb of a select whose values are ids of presses themselves: the one that is chosen is followed."""
TABLE_OPTION: Final = "table"
"""What every command calls the option by which it names a table."""
RequireSeen = Callable[[Interaction, int], Awaitable[None]]
"""Raises what whoever acts is answered unless they may see the table of that number."""


@dataclass(frozen=True, slots=True)
class Route(Generic[T]):
    """What is done at a press of one verb. ``who`` lets through whoever may press it, and raises what others
    are answered; what it has read to know that, the ``deed`` is given.

    ``about`` is what an id of the verb names, None where that is nothing or makes no difference; ``private``
    whether nobody else may see the message that is pressed, as its new look is meant for one person;
    ``values`` how many values an id has, None where the deed sees to that."""

    deed: Callable[[Interaction, PressId, T], Awaitable[None]]
    who: Callable[[Interaction, PressId], Awaitable[T]]
    about: SubjectKind | None = None
    private: bool = False
    values: int | tuple[int, ...] | None = None

    async def follow(self, interaction: Interaction, press: PressId) -> None:
        """Do it. Raises Refusal where nobody was shown such a button there, and what ``who`` and the deed
        raise."""
        counts = (self.values,) if isinstance(self.values, int) else self.values
        if (
            (self.about is not None and press.subject.kind is not self.about)
            or (self.private and not is_own(interaction))
            or (counts is not None and len(press.values) not in counts)
        ):
            raise Refusal("unknown-button")
        await self.deed(interaction, press, await self.who(interaction, press))


def anyone(
    deed: Callable[[Interaction, PressId], Awaitable[None]],
    about: SubjectKind | None = None,
    *,
    private: bool = False,
    values: int | tuple[int, ...] | None = None,
) -> Route[None]:
    """A route that is open to all."""

    async def done(interaction: Interaction, press: PressId, _: None) -> None:
        await deed(interaction, press)

    return Route(done, _all, about, private, values)


async def _all(interaction: Interaction, press: PressId) -> None:
    pass


class Pressed(Protocol):
    """A part of the bot whose buttons, selects and modals come back."""

    def routes(self) -> Mapping[str, Route[Any]]:
        """What is done at a press, by the verb of its id."""
        ...


def routes_of(*parts: Pressed) -> dict[str, Route[Any]]:
    """Those of several parts."""
    return {verb: route for one in parts for verb, route in one.routes().items()}


class Routes:
    """Finds the route of a press in ``each``, by verb."""

    def __init__(self, boundary: Boundary, each: Mapping[str, Route[Any]], require_seen: RequireSeen) -> None:
        self._boundary = boundary
        self.each = each
        self._require_seen = require_seen

    async def admits(self, interaction: Interaction) -> bool:
        """Whether a command or a suggestion may be carried out: whoever types sees the table that it names,
        if it names one. Otherwise it is answered."""
        table_id = named_table((interaction.data or {}).get("options"))
        if table_id is None:
            return True
        admitted = False

        async def ask() -> None:
            nonlocal admitted
            try:
                await self._require_seen(interaction, table_id)
                admitted = True
            except (Refusal, CodedError, StoreError):
                if interaction.type is not discord.InteractionType.autocomplete:
                    raise
                await interaction.response.autocomplete([])

        await self._boundary.run(interaction, ask())
        return admitted

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press of a component or a submitted modal; commands are not its business."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        custom_id = str((interaction.data or {}).get("custom_id", ""))
        await self._boundary.run(interaction, self._handle(interaction, custom_id))

    async def _handle(self, interaction: Interaction, custom_id: str) -> None:
        press = PressId.parse(custom_id)
        if press is not None and press.verb == PICK:
            press = PressId.parse(chosen(interaction))
        route = self.each.get(press.verb) if press is not None else None
        if press is None or route is None:
            raise Refusal("unknown-button")
        if press.subject.kind is SubjectKind.TABLE and press.subject != NOTHING:
            await self._require_seen(interaction, press.subject.id)
        try:
            await route.follow(interaction, press)
        except AboutSomethingElse:
            raise Refusal("unknown-button") from None
        except discord.HTTPException as error:
            if error.status == BAD_REQUEST and _is_form_unanswered(interaction):
                raise Refusal("unknown-button") from None
            raise


def _is_form_unanswered(interaction: Interaction) -> bool:
    """Whether a form was sent in that has got no answer: by the id of a button that opens one, which Discord
    takes as no answer to a form. Nobody was shown such a form."""
    return interaction.type is discord.InteractionType.modal_submit and not press_of(interaction).is_answered


def named_table(options: object) -> int | None:
    """The number given as the option ``table`` of a command, in whichever subcommand; None without one, and
    for what is still being typed and is no number."""
    for option in cast(list[dict[str, Any]], options or []):
        value = option.get("value")
        if option.get("name") == TABLE_OPTION and isinstance(value, int):
            return value
        found = named_table(option.get("options"))
        if found is not None:
            return found
    return None


def chosen(interaction: Interaction) -> str:
    """The value chosen in a select."""
    values: Any = (interaction.data or {}).get("values") or []
    if len(values) != 1 or not isinstance(values[0], str):
        raise Refusal("unknown-button")
    return values[0]


def chosen_ids(interaction: Interaction) -> list[int]:
    """The roles, channels or people chosen in a select."""
    values: Any = (interaction.data or {}).get("values") or []
    if not values or not all(isinstance(one, str) and one.isascii() and one.isdecimal() for one in values):
        raise Refusal("unknown-button")
    return [int(one) for one in values]


class Picked(NamedTuple):
    """Somebody chosen in a select of users."""

    id: int
    name: str
    is_bot: bool


def picked(interaction: Interaction) -> Picked:
    """The one who was chosen, called as they are in the server."""
    (id_,) = chosen_ids(interaction)[:1]
    known: Any = (interaction.data or {}).get("resolved") or {}
    user = known.get("users", {}).get(str(id_))
    if user is None:
        raise Refusal("unknown-button")
    nick = known.get("members", {}).get(str(id_), {}).get("nick")
    name = clean(nick or user.get("global_name") or user.get("username", ""), str(id_))
    return Picked(id_, name, bool(user.get("bot")))


def typed(interaction: Interaction) -> str:
    """The text of a modal with one field."""
    for text in filled(interaction).values():
        return text
    raise Refusal("unknown-button")


def filled(interaction: Interaction) -> dict[str, str]:
    """What was typed or chosen in a modal, by the fields' custom ids, wherever they are nested."""
    found: dict[str, str] = {}
    waiting: list[Any] = list((interaction.data or {}).get("components") or [])
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            component = cast(dict[str, Any], one)
            text = component.get("value", next(iter(component.get("values") or ()), None))
            if isinstance(text, str):
                found[str(component.get("custom_id", ""))] = text.strip()
            waiting += [component.get("component"), *(component.get("components") or [])]
    return found
