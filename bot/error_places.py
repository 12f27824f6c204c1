"""What may be logged of an error: its kind and the lines it came through. Never its text, which may hold a
card."""

from __future__ import annotations

import traceback


def where(error: BaseException) -> str:
    """The kind of an error and the lines it came through, the innermost first, without its text."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return " < ".join([type(error).__name__, *reversed(lines)])
