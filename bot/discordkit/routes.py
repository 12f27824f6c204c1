"""The one way every button, select and modal comes back: by its custom id, through the boundary; and before
it, as before every command, whether its person may see the table that it is about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple, Protocol, cast

import discord

from bot.discordkit.boundary import Boundary, Refusal
from bot.discordkit.ports import NOTHING, SubjectKind
from bot.discordkit.press_ids import AboutSomethingElse, PressId
from bot.errors import CodedError
from bot.ports import StoreError
from bot.words.names import clean

BAD_REQUEST: Final = 400
TABLE_OPTION: Final = "table"
"""What every command calls the option by which it names a table."""
Handler = Callable[[discord.Interaction[Any], PressId], Awaitable[None]]
RequireSeen = Callable[[discord.Interaction[Any], int], Awaitable[None]]
"""Raises what whoever acts is answered unless they may see the table of that number."""


class Pressed(Protocol):
    """A part of the bot whose buttons, selects and modals come back."""

    def handlers(self) -> Mapping[str, Handler]:
        """What is done at a press, by the verb of its id."""
        ...


class Routes:
    """Finds the handler of a press."""

    def __init__(
        self, boundary: Boundary, handlers: Mapping[str, Handler], require_seen: RequireSeen
    ) -> None:
        self._boundary = boundary
        self._handlers = handlers
        self._require_seen = require_seen

    async def admits(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether a command or a suggestion may be carried out: whoever types sees the table that it names,
        if it names one. Otherwise it is answered."""
        table_id = _named_table((interaction.data or {}).get("options"))
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

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press of a component or a submitted modal; commands are not its business."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        custom_id = str((interaction.data or {}).get("custom_id", ""))
        await self._boundary.run(interaction, self._handle(interaction, custom_id))

    async def _handle(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        press = PressId.parse(custom_id)
        handler = self._handlers.get(press.verb) if press is not None else None
        if press is None or handler is None:
            raise Refusal("unknown-button")
        if press.subject.kind is SubjectKind.TABLE and press.subject != NOTHING:
            await self._require_seen(interaction, press.subject.id)
        try:
            await handler(interaction, press)
        except AboutSomethingElse:
            raise Refusal("unknown-button") from None
        except discord.HTTPException as error:
            if error.status == BAD_REQUEST and _is_form_unanswered(interaction):
                raise Refusal("unknown-button") from None
            raise


def _is_form_unanswered(interaction: discord.Interaction[Any]) -> bool:
    """Whether a form was sent in that has got no answer: by the id of a button that opens one, which Discord
    takes as no answer to a form. Nobody was shown such a form."""
    return interaction.type is discord.InteractionType.modal_submit and not interaction.response.is_done()


def _named_table(options: object) -> int | None:
    """The number given as the option ``table`` of a command, in whichever subcommand; None without one, and
    for what is still being typed and is no number."""
    for option in cast(list[dict[str, Any]], options or []):
        value = option.get("value")
        if option.get("name") == TABLE_OPTION and isinstance(value, int):
            return value
        found = _named_table(option.get("options"))
        if found is not None:
            return found
    return None


def chosen(interaction: discord.Interaction[Any]) -> str:
    """The value chosen in a select."""
    values: Any = (interaction.data or {}).get("values") or []
    if len(values) != 1 or not isinstance(values[0], str):
        raise Refusal("unknown-button")
    return values[0]


def require_private(interaction: discord.Interaction[Any]) -> None:
    """Raise Refusal where others see the message that was pressed: its new look is meant for one person."""
    message = interaction.message
    if interaction.guild_id is not None and (message is None or not message.flags.ephemeral):
        raise Refusal("unknown-button")


def chosen_ids(interaction: discord.Interaction[Any]) -> list[int]:
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


def picked(interaction: discord.Interaction[Any]) -> Picked:
    """The one who was chosen, called as they are in the server."""
    (id_,) = chosen_ids(interaction)[:1]
    known: Any = (interaction.data or {}).get("resolved") or {}
    user = known.get("users", {}).get(str(id_))
    if user is None:
        raise Refusal("unknown-button")
    nick = known.get("members", {}).get(str(id_), {}).get("nick")
    name = clean(nick or user.get("global_name") or user.get("username", ""), str(id_))
    return Picked(id_, name, bool(user.get("bot")))


def typed(interaction: discord.Interaction[Any]) -> str:
    """The text of a modal with one field."""
    for text in filled(interaction).values():
        return text
    raise Refusal("unknown-button")


def filled(interaction: discord.Interaction[Any]) -> dict[str, str]:
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
