"""How a thing that people choose is declared: once, for the panel, the store and everybody who asks.

A class of choices is a frozen dataclass, each of its fields made by ``one_of``, ``language`` or ``free``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, Final, Self

from bot.words.catalogue import languages

AUTO: Final = "auto"
"""The choice that follows from the language, from the game, or from what Discord says."""

Value = str | bool | int | None
"""What can be chosen from a list; None stands for no limit."""

NONE: Final = "-"
"""How None is written in the id of a button."""

OFF_ON: Final = (False, True)
ON_OFF: Final = (True, False)

_VALUES: Final = "values"
_READ: Final = "read"
_WRITTEN: Final = "written"


def one_of(*values: Value) -> Any:  # noqa: ANN401 - as dataclasses.field
    """A field that has one of these values, the first of them where nobody chose."""
    return field(default=values[0], metadata={_VALUES: lambda: values})


def language() -> Any:  # noqa: ANN401 - as dataclasses.field
    """A field that has one of the languages there are."""
    return field(default=AUTO, metadata={_VALUES: lambda: (AUTO, *languages())})


def number(least: int, most: int, *usual: int) -> Any:  # noqa: ANN401 - as dataclasses.field
    """A field that has a whole number within these limits, None where nobody chose; the ``usual`` ones are
    those that are listed."""

    def read(kept: object) -> int | None:
        return kept if type(kept) is int and least <= kept <= most else None

    return field(default=None, metadata={_READ: read, _VALUES: lambda: (None, *usual)})


def free(
    default: Any,  # noqa: ANN401 - as dataclasses.field
    read: Callable[[Any], Any],
    written: Callable[[Any], Any] = lambda value: value,
) -> Any:  # noqa: ANN401 - as dataclasses.field
    """A field of which not all values can be listed. ``read`` makes a value of what JSON has kept, None of
    what it does not understand; ``written`` makes what is kept of any value but the default."""
    return field(default=default, metadata={_READ: read, _WRITTEN: written})


def text_of(value: Value) -> str:
    """A value as it is written in the id of a button."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What somebody has chosen; the defaults where they have not."""

    @classmethod
    def choices(cls) -> Mapping[str, tuple[Value, ...]]:
        """The values of each field that has a list of them, the default first; in the order in which people
        are offered them."""
        return {one.name: one.metadata[_VALUES]() for one in fields(cls) if _VALUES in one.metadata}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Choices as ``stored`` said; the default for what is not understood, or no longer."""
        found = {one.name: _read(one, stored[one.name]) for one in fields(cls) if one.name in stored}
        return cls(**{name: value for name, value in found.items() if value is not None})

    def stored(self) -> dict[str, Any]:
        """What is kept: what differs from the defaults, fit for JSON."""
        values = {one: getattr(self, one.name) for one in fields(self)}
        return {
            one.name: one.metadata.get(_WRITTEN, _as_it_is)(value)
            for one, value in values.items()
            if value != one.default
        }

    def changed(self, name: str, value: Value) -> Self:
        """With another value of a field that has a list of them. Raises ValueError for any other."""
        if value not in self.choices().get(name, ()):
            raise ValueError(name)
        return replace(self, **{name: value})

    def changed_to(self, name: str, text: str) -> Self:
        """The same for a value as ``text_of`` writes it. Raises ValueError."""
        written = {text_of(value): value for value in self.choices().get(name, ())}
        if text not in written:
            raise ValueError(name)
        return self.changed(name, written[text])


def _read(one: Field[Any], kept: object) -> Any:  # noqa: ANN401 - any type there is
    if _READ in one.metadata:
        return one.metadata[_READ](kept)
    is_one = type(kept) is type(one.default) and kept in one.metadata[_VALUES]()
    return kept if is_one else None


def _as_it_is(value: object) -> object:
    return value
