"""A dataclass kept in rows: its columns, their SQL, and the way there and back follow from its fields.

A relation is declared once (``data.schema``, ``data.consequences``). A field is a column of its name; how it
is kept follows from its type, or is said where the type alone does not tell. Rows go to SQLite and come from
it in the order of the columns. (docs/adr/0006-stored-once.md)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import attrgetter
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Generic, Protocol, Self, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Cell = int | float | str | bytes | None
"""What SQLite keeps. Truth values are kept as 0 and 1."""

Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class ColumnType:
    """How values of a type are kept: the ``sql`` type of their column (of a STRICT table), and how they are
    written and read; None where they are kept as they are. None itself is NULL, and not converted."""

    sql: str
    write: Convert | None = None
    read: Convert | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a relation. Parts of a key are never NULL, whatever their type."""

    name: str
    kind: ColumnType
    nullable: bool


class Storable(Protocol):
    """Settings that say themselves what of them is kept, fit for JSON, and read it again."""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Settings as ``stored`` said."""
        ...

    def stored(self) -> dict[str, Any]:
        """What is kept."""
        ...


# Kinds


def one_of(names: Sequence[str]) -> ColumnType:
    """Numbers kept by their names: cards, suits."""
    return ColumnType(
        "TEXT", names.__getitem__, {name: number for number, name in enumerate(names)}.__getitem__
    )


def many_of(names: Sequence[str]) -> ColumnType:
    """Several such numbers in order, kept by their names as JSON."""
    number_of = {name: number for number, name in enumerate(names)}
    return ColumnType(
        "TEXT",
        lambda numbers: _json([names[number] for number in numbers]),
        lambda text: tuple(number_of[name] for name in json.loads(text)),
    )


def settings(model: type[Storable]) -> ColumnType:
    """Settings, kept as what differs from the defaults."""
    return ColumnType("TEXT", lambda value: _json(value.stored()), lambda text: model.read(json.loads(text)))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


_KINDS: Final[Mapping[Any, ColumnType]] = MappingProxyType(
    {
        int: ColumnType("INTEGER"),
        float: ColumnType("REAL"),
        str: ColumnType("TEXT"),
        bytes: ColumnType("BLOB"),
        bool: ColumnType("INTEGER", read=bool),
        tuple[int, ...]: ColumnType("TEXT", _json, lambda text: tuple(json.loads(text))),
        Mapping[str, str]: ColumnType("TEXT", lambda value: _json(dict(value)), json.loads),
        Mapping[int, int]: ColumnType(
            "TEXT",
            lambda value: _json(dict(value)),
            lambda text: {int(key): number for key, number in json.loads(text).items()},
        ),
    }
)


def _kind_of(hint: Any) -> ColumnType:  # noqa: ANN401 - any type there is
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return ColumnType("TEXT", attrgetter("value"), hint)
    if hint not in _KINDS:
        raise TypeError(f"say how a {hint} is kept")
    return _KINDS[hint]


def _column(name: str, hint: Any, kind: ColumnType | None) -> Column:  # noqa: ANN401 - any type there is
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    kept = [part for part in parts if part is not NoneType]
    if kind is None and len(kept) != 1:
        raise TypeError(f"say how {name} is kept: {hint} is several types")
    return Column(name, kind or _kind_of(kept[0]), NoneType in parts)


# Relations


class Relation(Generic[T]):
    """The rows of one SQL table, each a value of a dataclass ``T``.

    ``insert`` and ``upsert`` are statements for what ``row`` gives, ``update`` for what ``keyed_last`` gives.
    ``upsert`` replaces the row of the same key, and touches no row that stays as it is: that would cost a
    page to write.
    """

    def __init__(
        self,
        table: str,
        model: type[T],
        *,
        key: Sequence[str],
        beside: Mapping[str, type] = MappingProxyType({}),
        elsewhere: Sequence[str] = (),
        kinds: Mapping[str, ColumnType] = MappingProxyType({}),
        changing: Sequence[str] | None = None,
    ) -> None:
        """``beside`` are columns that no field holds, such as whose row it is, and come first; ``elsewhere``
        are fields that have no column here. ``kinds`` say how fields are kept whose type does not tell.
        ``changing`` are the columns that an ``upsert`` changes: all but the key, if not given. Raises
        TypeError where a type tells no kind, ValueError for a name that is no field."""
        hints = get_type_hints(model)
        own = [one.name for one in fields(model) if one.name not in elsewhere]  # pyright: ignore[reportArgumentType]
        unknown = {*elsewhere, *kinds} - hints.keys() | {*key, *(changing or ())} - {*own, *beside}
        if unknown:
            raise ValueError(f"{table} has no {', '.join(sorted(unknown))}")
        self.table: Final = table
        self.key: Final = tuple(key)
        self.columns: Final = (
            *(_column(name, hint, None) for name, hint in beside.items()),
            *(_column(name, hints[name], kinds.get(name)) for name in own),
        )
        self._model = model
        self._fields = tuple(own)
        self._cells = attrgetter(*own) if len(own) > 1 else _single(own[0])
        self._writes = _converters(column.kind.write for column in self.columns)
        self._reads = _converters(column.kind.read for column in self.columns)
        self._skip = len(beside)
        names = [column.name for column in self.columns]
        self._key_at = [names.index(name) for name in key]
        self._rest_at = [at for at, name in enumerate(names) if name not in key]
        rest = [names[at] for at in self._rest_at]

        self.names: Final = ", ".join(f"{table}.{name}" for name in names)
        """The columns, for a SELECT whose rows ``value`` reads."""
        self.select: Final = f"SELECT {self.names} FROM {table}"
        self.by_key: Final = f"{self.select} WHERE {' AND '.join(f'{table}.{name} = ?' for name in key)}"
        self.insert: Final = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({_marks(names)})"
        self.upsert: Final = f"{self.insert} {_on_conflict(key, rest if changing is None else changing)}"
        self.update: Final = (
            f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in rest)}"
            f" WHERE {' AND '.join(f'{name} = ?' for name in key)}"
        )
        self.insert_unkeyed: Final = (
            f"INSERT INTO {table} ({', '.join((*key, *rest))}) VALUES (({_next_id(table)}), {_marks(rest)})"
        )
        """For rows whose key is the next number of its kind in this cell."""

    def row(self, value: T, *beside: Cell) -> list[Cell]:
        """The row of a value, for ``insert`` and ``upsert``; the columns beside its fields come first."""
        cells = [*beside, *self._cells(value)]
        for at, write in self._writes:
            if cells[at] is not None:
                cells[at] = write(cells[at])
        return cells

    def change(self, before: T, after: T, *always: str) -> tuple[tuple[str, ...], list[Cell]]:
        """Which columns of a stored value have another cell in ``after``, those that ``always`` names counted
        among them, and these cells."""
        names, cells = list[str](), list[Cell]()
        kept = zip(self._fields, self._cells(before), self._cells(after), strict=True)
        for at, (name, old, new) in enumerate(kept, start=self._skip):
            if (old is new or old == new) and name not in always:
                continue
            write = self.columns[at].kind.write
            names.append(name)
            cells.append(new if write is None or new is None else write(new))
        return tuple(names), cells

    def keyed_last(self, row: Sequence[Cell]) -> list[Cell]:
        """The row for ``update``: the cells to set, then those of the key."""
        return [*self.unkeyed(row), *self.key_of(row)]

    def key_of(self, row: Sequence[Cell]) -> tuple[Cell, ...]:
        """The cells of a row that are its key."""
        return tuple(row[at] for at in self._key_at)

    def unkeyed(self, row: Sequence[Cell]) -> list[Cell]:
        """The row for ``insert_unkeyed``: what is no key."""
        return [row[at] for at in self._rest_at]

    def value(self, row: Sequence[Any], **elsewhere: object) -> T:
        """The value of a row that has the columns in their order, with the fields that are kept elsewhere."""
        cells = list(row)
        for at, read in self._reads:
            if cells[at] is not None:
                cells[at] = read(cells[at])
        return self._model(**dict(zip(self._fields, cells[self._skip :], strict=True)), **elsewhere)


def _single(name: str) -> Callable[[Any], tuple[Any]]:
    get = attrgetter(name)
    return lambda value: (get(value),)


def _converters(found: Any) -> tuple[tuple[int, Convert], ...]:  # noqa: ANN401 - of whatever types the cells are
    return tuple((at, convert) for at, convert in enumerate(found) if convert is not None)


def _marks(names: Sequence[str]) -> str:
    return ", ".join("?" * len(names))


def _next_id(table: str) -> str:
    last = f"SELECT seq FROM sqlite_sequence WHERE name = '{table}'"
    return f"SELECT coalesce(({last}), cell.number - cell.count) + cell.count FROM cell"


def _on_conflict(key: Sequence[str], changing: Sequence[str]) -> str:
    if not changing:
        return f"ON CONFLICT ({', '.join(key)}) DO NOTHING"
    new = ", ".join(f"{name} = excluded.{name}" for name in changing)
    differs = f"({', '.join(changing)}) IS NOT ({', '.join(f'excluded.{name}' for name in changing)})"
    return f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {new} WHERE {differs}"
