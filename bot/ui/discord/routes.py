"""The one way every button, select and modal comes back: by its custom id, through the boundary."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple, Protocol, cast

import discord

from bot.ui.discord.boundary import Boundary, Refusal
from bot.ui.discord.press_ids import AboutSomethingElse, PressId
from bot.words.names import clean

BAD_REQUEST: Final = 400
Handler = Callable[[discord.Interaction[Any], PressId], Awaitable[None]]


class Pressed(Protocol):
    """A part of the bot whose buttons, selects and modals come back."""

    def handlers(self) -> Mapping[str, Handler]:
        """What is done at a press, by the verb of its id."""
        ...


class Routes:
    """Finds the handler of a press."""

    def __init__(self, boundary: Boundary, handlers: Mapping[str, Handler]) -> None:
        self._boundary = boundary
        self._handlers = handlers

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
