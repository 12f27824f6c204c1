"""What cannot be written in a thread that is archived or locked."""

from playground.errors import THREAD_ARCHIVED, THREAD_LOCKED, ApiError
from playground.world.places import Channel
from playground.world.threads import Thread


def check_writable(channel: Channel, *, editing: bool = False) -> None:
    """Whether the bot may write here, or edit a message. A message brings a thread back from the archive, an
    edit does not (https://discord.com/developers/docs/topics/threads#active-archived-threads).

    Raises ApiError 50083, 160005.
    """
    if not isinstance(channel, Thread):
        return
    barred = not channel.may_be_written(channel.bot_permissions)
    if channel.archived and (editing or barred):
        raise ApiError(THREAD_ARCHIVED)
    if barred:
        raise ApiError(THREAD_LOCKED)
