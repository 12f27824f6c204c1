"""What all refusals have in common: a code, translated where people see it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar


class CodedError(Exception):
    """A request that is refused; nothing has changed. ``code`` is one of the sentences of the catalogue that
    begin with ``sentences`` (``error.night.…``); ``details`` fill its placeholders, and never hold a card."""

    sentences: ClassVar[str]

    def __init__(self, code: str, /, **details: str) -> None:
        super().__init__(code, *details.values())
        self.code = code
        self.details: Mapping[str, str] = MappingProxyType(details)
