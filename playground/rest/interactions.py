"""Answering interactions: the callback, and the webhook of an interaction's token.

https://discord.com/developers/docs/interactions/receiving-and-responding
"""

from __future__ import annotations

from playground.interactions.interaction import Interaction
from playground.rest.api import Answer, Call, Endpoint
from playground.world.places import Message
from playground.world.snowflakes import time_of


async def callback(call: Call) -> Answer:
    id, token = call.id("interaction_id"), call.params["interaction_token"]
    answer = call.parts.desk.callback(id, token, call.form(), call.uploads)
    return (200, answer) if call.truth("with_response") else (204, None)


def _interaction(call: Call) -> Interaction:
    return call.parts.desk.webhook(call.id("webhook_id"), call.params["webhook_token"])


def _message(call: Call, interaction: Interaction) -> Message:
    return call.parts.desk.webhook_message(interaction, call.params.get("message_id", "@original"))


async def follow_up(call: Call) -> Answer:
    interaction = _interaction(call)
    return 200, call.parts.desk.follow_up(interaction, call.form(), call.uploads).data


async def get(call: Call) -> Answer:
    return 200, _message(call, _interaction(call)).data


async def edit(call: Call) -> Answer:
    interaction = _interaction(call)
    message = _message(call, interaction)
    call.parts.ratelimits.check_old_edit(message.channel.id, call.world.clock.now() - time_of(message.id))
    call.parts.desk.edit(interaction, message, call.form(), call.uploads)
    return 200, message.data


async def delete(call: Call) -> Answer:
    call.changes.delete_message(_message(call, _interaction(call)))
    return 204, None


WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ENDPOINTS = [
    Endpoint("POST", "/interactions/{interaction_id}/{interaction_token}/callback", callback, token=False),
    Endpoint("POST", WEBHOOK, follow_up, token=False),
    *(
        Endpoint(method, f"{WEBHOOK}/messages/{which}", handle, token=False)
        for which in ("@original", "{message_id}")
        for method, handle in (("GET", get), ("PATCH", edit), ("DELETE", delete))
    ),
]
