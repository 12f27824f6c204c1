"""Why something cannot be done with a league."""

from __future__ import annotations

from typing import ClassVar

from bot.errors import CodedError


class ClubError(CodedError):
    """Something about a league that cannot be done: of the sentences ``error.club.…``, or what one of L17
    refuses a correction with (``correction.refused.…``)."""

    sentences: ClassVar = "error.club."
