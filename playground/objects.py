"""The shape in which Discord tells of everything."""

from typing import Any

Json = dict[str, Any]
"""One of Discord's JSON objects."""
