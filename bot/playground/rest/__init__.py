"""REST API v10, by resource. https://discord.com/developers/docs/reference"""

from bot.playground.rest import applications, channels, commands, guilds, interactions, messages, users
from bot.playground.rest.api import Endpoint

ENDPOINTS: list[Endpoint] = [
    *applications.ENDPOINTS,
    *channels.ENDPOINTS,
    *commands.ENDPOINTS,
    *guilds.ENDPOINTS,
    *interactions.ENDPOINTS,
    *messages.ENDPOINTS,
    *users.ENDPOINTS,
]
"""Everything the playground has of Discord's REST API."""
