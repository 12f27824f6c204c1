"""How a choice in the rules is declared, and the rules of one table.

Panels, rules pages, records and validation all read the same declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.engine.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: its notation name and its values, the first of ``values`` being its default.

    An option whose values cannot be listed (batches, a card) gives ``parse`` instead, which returns the value in
    its normal form or raises ValueError; ``values`` then holds the usual ones, for panels.
    ``source`` is the paragraph of the rules.
    """

    name: str
    values: tuple[str, ...]
    source: str
    parse: Callable[[str], str] | None = None

    def check(self, text: str) -> str:
        """The value in its normal form. Raises RuleViolation ``bad-option``."""
        if self.parse is not None:
            try:
                return self.parse(text)
            except ValueError:
                raise RuleViolation("bad-option", "value", f"{self.name}={text}") from None
        if text not in self.values:
            raise RuleViolation("bad-option", "value", f"{self.name}={text}")
        return text


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of option values (rules.md, P). ``values`` holds what differs from the options' defaults;
    ``options`` are those a table may change."""

    name: str
    family: str
    players: tuple[int, ...]
    values: Mapping[str, str]
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one table: a preset, how many play, and every option's value."""

    preset: Preset = field(hash=False)
    players: int
    values: Mapping[str, str] = field(hash=False)

    def __getitem__(self, name: str) -> str:
        return self.values[name]

    @property
    def changed(self) -> dict[str, str]:
        """The options whose values differ from the preset's own, as a record writes them."""
        own = {option.name: option.values[0] for option in self.preset.options} | dict(self.preset.values)
        return {name: value for name, value in self.values.items() if value != own.get(name)}
