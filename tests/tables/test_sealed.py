"""What is sealed of a table cannot be written down, nor be had from a table."""

from __future__ import annotations

import inspect
import json
import logging
import pickle
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import pytest

from bot.dealing import commitment
from bot.tables.model import NO_WISHES, DoNotTell, Origin, TableFacts, Wishes
from bot.tables.ports import Change, StoredTable
from bot.tables.sealed import Sealed
from bot.tables.table import Table

SEALED = Sealed(bytes(range(32)), {7: Wishes(queued=(11, 3), plays_forced=True)})


def test_it_tells_nothing_of_itself() -> None:
    assert repr(SEALED) == "<sealed>" and repr(SEALED.of(7)) == "Wishes()"
    for write in (
        str,
        "{}".format,
        "%s".__mod__,
        lambda one: f"{one}",
        lambda one: f"{one:>20}",
        pickle.dumps,
    ):
        with pytest.raises(DoNotTell):
            write(SEALED)
    with pytest.raises(TypeError):
        json.dumps(SEALED)


def test_it_is_not_logged(caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    record = logging.LogRecord("bot", logging.ERROR, "", 0, "%s", (SEALED,), None)
    with pytest.raises(DoNotTell):
        record.getMessage()
    assert "0102" not in repr(record.args)


def test_wishes_are_each_persons_own() -> None:
    other = SEALED.wishing(8, Wishes(plays_forced=True))
    assert other.of(7) == SEALED.of(7) and other.of(8) == Wishes(plays_forced=True)
    assert other.queueing(7, ()).of(7) == Wishes(plays_forced=True)
    assert other.queueing(8, (5,)).of(8) == Wishes((5,), plays_forced=True)
    assert other.queueing(8, ()) is other and other.queueing(None, (5,)) is other
    assert set(other.only_of([8, None]).wishes) == {8}
    assert other.wishing(8, NO_WISHES) == SEALED
    assert SEALED.of(None) == SEALED.of(99) == NO_WISHES
    assert SEALED.commitment == commitment(bytes(range(32)))


def parts(hint: Any, seen: set[Any]) -> set[Any]:
    """Every type that a value of this type may hold."""
    if isinstance(hint, list):  # the parameters of a Callable
        for part in hint:
            parts(part, seen)
        return seen
    if hint in seen:
        return seen
    seen.add(hint)
    for part in get_args(hint):
        parts(part, seen)
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        for one in fields(hint):
            parts(hints[one.name], seen)
    return seen


def test_nothing_that_a_table_offers_is_sealed() -> None:
    offered = set[Any]()
    for name, member in inspect.getmembers(Table):
        if name.startswith("_"):
            continue
        call = member.fget if isinstance(member, property) else member
        hints = get_type_hints(call)
        parts(hints.get("return"), offered)
    for told in (Change, TableFacts):
        parts(told, offered)
    assert TableFacts in offered and Wishes in offered
    assert not offered & {Sealed, StoredTable, Origin}
    assert Wishes not in parts(Change, set())
    assert bytes not in parts(Change, set())
