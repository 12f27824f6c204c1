"""What the client library logs, in one line each: its tracebacks may hold anything that was sent."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import aiohttp
import discord

from bot.errors import where

LIBRARY: Final = "discord"

PASSING: Final = (OSError, asyncio.TimeoutError, aiohttp.ClientError, discord.ConnectionClosed)
"""Trouble of a connection that the library takes up again by itself."""


class _WithoutTraceback(logging.Filter):
    """Puts an error's kind in the place of its traceback. What passes by itself is a warning; of the rest the
    lines of the program are told."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.exc_info:
            return True
        error = record.exc_info[1]
        passing = isinstance(error, PASSING)
        if passing and record.levelno > logging.WARNING:
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        told = type(error).__name__ if error is None or passing else where(error)
        record.msg, record.args = f"{record.getMessage()} ({told})", None
        record.exc_info = record.exc_text = None
        return True


_filter: Final = _WithoutTraceback()


def keep_to_one_line() -> None:
    """See the module; for every logger of the library that there is. A second call changes nothing."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == LIBRARY]
    for name in (LIBRARY, *names):
        logging.getLogger(name).addFilter(_filter)
