"""Why something cannot be done with a night."""

from __future__ import annotations

from typing import ClassVar

from bot.errors import CodedError


class NightError(CodedError):
    """Something about a night that cannot be done."""

    sentences: ClassVar = "error.night."
