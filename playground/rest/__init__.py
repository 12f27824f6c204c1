"""REST API v10, by resource. https://discord.com/developers/docs/reference"""

from playground.rest import (
    applications,
    channels,
    commands,
    guilds,
    interactions,
    messages,
    scheduled_events,
    threads,
    users,
)
from playground.rest.api import Endpoint

ENDPOINTS: list[Endpoint] = [
    *applications.ENDPOINTS,
    *channels.ENDPOINTS,
    *commands.ENDPOINTS,
    *guilds.ENDPOINTS,
    *interactions.ENDPOINTS,
    *messages.ENDPOINTS,
    *scheduled_events.ENDPOINTS,
    *threads.ENDPOINTS,
    *users.ENDPOINTS,
]
"""Everything the playground has of Discord's REST API."""
