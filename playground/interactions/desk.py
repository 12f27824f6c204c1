"""Interactions: from a person's act to the bot, and the bot's answers back.

https://discord.com/developers/docs/interactions/receiving-and-responding
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from playground.checks.components import check_modal
from playground.checks.fields import Choice, Many, Number, Object, Text, check_fields
from playground.checks.threads import check_writable
from playground.errors import (
    ALREADY_ACKNOWLEDGED,
    FOLLOW_UPS_FULL,
    INVALID_WEBHOOK_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    ApiError,
    FormErrors,
)
from playground.interactions.interaction import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    DEFER_REPLY,
    DEFER_UPDATE,
    MODAL,
    OPEN_MODAL,
    REPLY,
    UPDATE,
    Interaction,
    command_path,
)
from playground.interactions.invocations import Invocation
from playground.interactions.payloads import interaction_payload
from playground.messages.composing import (
    EDIT_FLAGS,
    REPLY_FLAGS,
    Body,
    Composer,
    Uploads,
    apply_body,
    edit_message,
    new_message,
)
from playground.messages.media import Shown
from playground.objects import Json
from playground.world.accounts import Account, Modal
from playground.world.changes import Changes
from playground.world.permissions import Permission
from playground.world.places import EPHEMERAL, LOADING, Channel, Message
from playground.world.world import World

ANSWER_WITHIN = 3.0
TOKEN_LIVES = 15 * 60.0
FOLLOW_UPS = 5
"""So many at most, where the app is installed in an account alone."""

ERRORS = {
    COMMAND: "The application did not respond",
    COMPONENT: "This interaction failed",
    AUTOCOMPLETE: "Loading options failed",
    MODAL: "Something went wrong. Try again.",
}
"""What the Discord client shows to whoever gets no answer in time."""

CHOICE_VALUES = {
    3: Text(0, 100, required=True),
    4: Number(required=True),
    10: Number(required=True, whole=False),
}


@dataclass
class Desk:
    """Where people hand in their acts and the bot its answers."""

    world: World
    changes: Changes
    by_token: dict[str, Interaction] = field(default_factory=dict[str, Interaction])

    # From the person

    def open(
        self,
        account: Account,
        channel: Channel,
        kind: int,
        data: Json,
        *,
        source: Message | None = None,
        focused_type: int = 3,
    ) -> Invocation:
        """Send an act to the bot; three seconds run from now."""
        id, token = self.world.ids.next(), secrets.token_urlsafe(96)
        invocation = Invocation(id, token, account, source, data.get("custom_id"), self.world.changed)
        clock = self.world.clock
        interaction = Interaction(
            id, token, kind, account, channel, data, clock.monotonic(), invocation, source, focused_type
        )
        self.by_token[token] = interaction
        payload = interaction_payload(self.world, interaction)
        guild = channel.guild if channel.guild is not None and channel.guild.has_bot else None
        self.changes.audience.dispatch("INTERACTION_CREATE", payload, guild=guild, intents=0)
        clock.call_after(ANSWER_WITHIN, lambda: self._time_is_up(interaction))
        clock.call_after(TOKEN_LIVES, lambda: self._forget(interaction))
        invocation.set("sent")
        return invocation

    def _time_is_up(self, interaction: Interaction) -> None:
        if interaction.answer is None:
            interaction.invocation.set("failed", error=ERRORS[interaction.kind])

    def _forget(self, interaction: Interaction) -> None:
        del self.by_token[interaction.token]
        for id in interaction.data.get("resolved", {}).get("attachments", {}):
            self.world.files.drop(self.world.files.by_id[int(id)])
        if interaction.invocation.state == "thinking":
            interaction.invocation.set("failed", error=ERRORS[COMMAND])

    # From the bot: the callback

    def callback(self, id: int, token: str, payload: Json, uploads: Uploads) -> Json:
        """Carry out the first answer to an interaction, and return what `with_response` asks for.

        Raises ApiError 10003, 10062, 40060, 50035, 50083, 160005 and what making a message may raise.
        """
        interaction = self.by_token.get(token)
        if interaction is None or interaction.id != id:
            raise ApiError(UNKNOWN_INTERACTION)
        if interaction.answer is not None:
            raise ApiError(ALREADY_ACKNOWLEDGED)
        if self.world.clock.monotonic() - interaction.created >= ANSWER_WITHIN:
            raise ApiError(UNKNOWN_INTERACTION)
        self.world.channel(interaction.channel.id)
        errors = FormErrors()
        check_fields(payload, {"type": Choice(interaction.callbacks(), required=True)}, errors)
        if payload.get("data") is not None:
            Object({}).check(payload["data"], errors.at("data"))
        errors.raise_if_any()
        kind, data = payload["type"], payload.get("data") or {}
        CALLBACKS[kind](self, interaction, data, uploads, errors.at("data"))
        return _callback_response(interaction, kind)

    def _reply(self, interaction: Interaction, data: Json, uploads: Uploads, errors: FormErrors) -> None:
        body = self._compose(interaction, data, uploads, errors)
        interaction.answer = REPLY
        interaction.original = self._post(interaction, body)
        interaction.invocation.set("answered", interaction.original)

    def _defer_reply(
        self, interaction: Interaction, data: Json, uploads: Uploads, errors: FormErrors
    ) -> None:
        check_fields(data, {"flags": Number(0, 2**31 - 1)}, errors)
        errors.raise_if_any()
        check_writable(interaction.channel)
        interaction.answer = DEFER_REPLY
        body = Body(flags=LOADING | (data.get("flags") or 0) & EPHEMERAL)
        interaction.original = self._post(interaction, body)
        interaction.invocation.set("thinking", interaction.original)

    def _defer_update(
        self, interaction: Interaction, data: Json, uploads: Uploads, errors: FormErrors
    ) -> None:
        interaction.answer = DEFER_UPDATE
        interaction.original = interaction.source
        interaction.invocation.set("answered", interaction.source)

    def _update(self, interaction: Interaction, data: Json, uploads: Uploads, errors: FormErrors) -> None:
        source = interaction.source
        assert source is not None, "callbacks() offers no update without a source"
        self._must_exist(source)
        edit_message(self.changes, source, data, uploads, errors)
        interaction.answer = UPDATE
        interaction.original = source
        interaction.invocation.set("answered", source)

    def _choices(self, interaction: Interaction, data: Json, uploads: Uploads, errors: FormErrors) -> None:
        value = CHOICE_VALUES[interaction.focused_type]
        choice = Object({"name": Text(1, 100, required=True), "value": value})
        check_fields(data, {"choices": Many(choice, most=25, required=True)}, errors)
        errors.raise_if_any()
        interaction.answer = CHOICES
        interaction.invocation.choices = data["choices"]
        interaction.invocation.set("answered")

    def _open_modal(self, interaction: Interaction, data: Json, uploads: Uploads, errors: FormErrors) -> None:
        check_modal(data, errors)
        errors.raise_if_any()
        interaction.answer = OPEN_MODAL
        source = interaction.source
        modal = Modal(
            id=str(interaction.id),
            custom_id=data["custom_id"],
            title=data["title"],
            components=Shown(self.world.ids, {}).components(data["components"]),
            channel_id=interaction.channel.id,
            message_id=source.id if source is not None else None,
        )
        interaction.account.show_modal(modal)
        interaction.invocation.modal = modal
        interaction.invocation.set("answered")

    # From the bot: the webhook of the token

    def webhook(self, application_id: int, token: str) -> Interaction:
        """The interaction a token stands for. Raises ApiError 10003, 10015, 50027."""
        if application_id != self.world.application_id:
            raise ApiError(UNKNOWN_WEBHOOK)
        interaction = self.by_token.get(token)
        if interaction is None:
            raise ApiError(INVALID_WEBHOOK_TOKEN)
        if interaction.answer is None:
            raise ApiError(UNKNOWN_WEBHOOK)
        self.world.channel(interaction.channel.id)
        return interaction

    def webhook_message(self, interaction: Interaction, message_id: str) -> Message:
        """A message the token reaches: its own ones and the one it came from. Raises ApiError 10008."""
        if message_id == "@original":
            if interaction.original is None:
                raise ApiError(UNKNOWN_MESSAGE)
            return self._must_exist(interaction.original)
        message = interaction.channel.messages.get(int(message_id))
        if message is None or (
            message.interaction_id != interaction.id and message is not interaction.source
        ):
            raise ApiError(UNKNOWN_MESSAGE)
        return message

    def follow_up(self, interaction: Interaction, payload: Json, uploads: Uploads) -> Message:
        """Another message; after a deferral the first one takes its place. Raises ApiError 40094 for the
        sixth where the app is installed in an account alone.
        https://discord.com/developers/docs/interactions/receiving-and-responding#create-followup-message"""
        if interaction.is_of_account_alone and interaction.follow_ups == FOLLOW_UPS:
            raise ApiError(FOLLOW_UPS_FULL)
        interaction.follow_ups += 1
        original = interaction.original
        if original is not None and original.flags & LOADING and original.id in original.channel.messages:
            self.edit(interaction, original, payload, uploads)
            return original
        body = self._compose(interaction, payload, uploads, FormErrors())
        return self._post(interaction, body)

    def edit(self, interaction: Interaction, message: Message, payload: Json, uploads: Uploads) -> None:
        """Change a message by token."""
        if not message.flags & LOADING:
            edit_message(self.changes, message, payload, uploads, FormErrors())
            return
        body = Composer(
            self.world, message.channel, payload, uploads, permitted=EDIT_FLAGS, before=message
        ).compose()
        body.flags &= ~LOADING
        apply_body(self.changes, message, body, edited_timestamp=None)
        interaction.invocation.set("answered", message)

    # Both

    def _must_exist(self, message: Message) -> Message:
        if message.id not in message.channel.messages:
            raise ApiError(UNKNOWN_MESSAGE)
        return message

    def _compose(self, interaction: Interaction, data: Json, uploads: Uploads, errors: FormErrors) -> Body:
        composer = Composer(
            self.world, interaction.channel, data, uploads, permitted=REPLY_FLAGS, errors=errors
        )
        return composer.compose()

    def _post(self, interaction: Interaction, body: Body) -> Message:
        """Show a message made by an interaction: to everybody only where its person may use apps that are not
        installed there.
        https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags"""
        may = interaction.channel.permissions_of(interaction.account) & Permission.USE_EXTERNAL_APPS
        if interaction.is_of_account_alone and not may:
            body.flags |= EPHEMERAL
        metadata = interaction.metadata()
        extra: Json = {
            "application_id": str(self.world.application_id),
            "webhook_id": str(self.world.application_id),
            "interaction_metadata": metadata,
        }
        first = interaction.original is None
        answered = interaction.source if first else interaction.original
        if first and interaction.kind == COMMAND:
            extra["type"] = 20
            user, name = interaction.account.user, command_path(interaction.data)
            extra["interaction"] = {"id": str(interaction.id), "type": 2, "name": name, "user": user}
        elif answered is not None:
            extra |= {"type": 19, "message_reference": _reference(answered)}
            if not first:
                metadata["original_response_message_id"] = str(answered.id)
        message = new_message(self.world, interaction.channel, self.world.bot_user, body, **extra)
        message.interaction_id = interaction.id
        if body.flags & EPHEMERAL:
            message.visible_to = interaction.account
        self.changes.add_message(message)
        return message


Callback = Callable[[Desk, Interaction, Json, Uploads, FormErrors], None]
CALLBACKS: dict[int, Callback] = {
    REPLY: Desk._reply,  # pyright: ignore[reportPrivateUsage]
    DEFER_REPLY: Desk._defer_reply,  # pyright: ignore[reportPrivateUsage]
    DEFER_UPDATE: Desk._defer_update,  # pyright: ignore[reportPrivateUsage]
    UPDATE: Desk._update,  # pyright: ignore[reportPrivateUsage]
    CHOICES: Desk._choices,  # pyright: ignore[reportPrivateUsage]
    OPEN_MODAL: Desk._open_modal,  # pyright: ignore[reportPrivateUsage]
}


def _reference(message: Message) -> Json:
    body: Json = {"type": 0, "message_id": str(message.id), "channel_id": str(message.channel.id)}
    if message.channel.guild is not None:
        body["guild_id"] = str(message.channel.guild.id)
    return body


def _callback_response(interaction: Interaction, kind: int) -> Json:
    about: Json = {"id": str(interaction.id), "type": interaction.kind}
    body: dict[str, Json] = {"interaction": about}
    message = interaction.original
    if message is not None:
        about["response_message_id"] = str(message.id)
        about["response_message_loading"] = bool(message.flags & LOADING)
        about["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
        body["resource"] = {"type": kind}
        if kind in (REPLY, UPDATE):
            body["resource"]["message"] = message.data
    return body
