"""Values to store: plain ones by hand, and any there may be by hypothesis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from bot.discordkit.ports import Posting, Subject, SubjectKind
from bot.engine.cards import CARD_OF_NAME, CARDS
from bot.engine.game import DealResult, GameEnded, Measured
from bot.people.quiet_hours import QuietHours
from bot.people.settings import Player, Preferences, ServerSettings
from bot.tables.model import NamedPreset, Seat, State, TableFacts, Wishes
from bot.tables.ports import EndedDeal, LogEntry, StoredTable, TableStep, TableStore, begun
from bot.tables.sealed import Sealed
from data.store import Store

SECRET = bytes(range(32))
SEATS = (
    Seat("Ann", 11, press_id=901),
    Seat("Bob", 12, absent=True, missed=2, ready=True, press_id=902),
    Seat("Robot"),
    Seat("Cees", 13, robot="hard"),
)
ROBOTS = tuple(Seat(f"Robot {number}") for number in range(4))
PEOPLE = tuple(Seat(name, 11 + number) for number, name in enumerate(("Ann", "Bob", "Cees", "Dirk")))
ENDED = GameEnded((5, -5, 0, 0), (1, 4, 2, 2))
SEALED = Sealed(SECRET, {11: Wishes((CARD_OF_NAME["QH"], CARD_OF_NAME["7S"]), plays_forced=True)})
LOBBY = TableFacts(
    id=0,
    guild_id=1,
    channel_id=2,
    host_id=11,
    preset="kingen",
    players=4,
    commitment=SEALED.commitment,
    created_at=1000.5,
)
PLAYING = replace(LOBBY, state=State.PLAYING, seats=SEATS, first_dealer=1, turn=-1, started_at=1100.0)


def entry(seq: int) -> LogEntry:
    return LogEntry(seq, f"0 play {'23456789TJQKA'[seq % 13]}H", 2000.0 + seq, 11)


def moved(facts: TableFacts, inputs: int = 1) -> TableStep:
    """The step that adds some inputs to a table."""
    entries = tuple(entry(facts.seq + number) for number in range(inputs))
    return step_to(replace(facts, seq=facts.seq + inputs), entries)


def step_to(facts: TableFacts, *rest: Any, **more: Any) -> TableStep:
    """The step to these facts, nothing that is sealed being changed."""
    return TableStep(facts, SEALED, *rest, **more)


async def played(
    store: Store,
    seconds: float,
    seats: tuple[Seat, ...] = PEOPLE,
    state: State = State.FINISHED,
    **other: Any,
) -> TableFacts:
    """A table that was played at for so long."""
    lobby = await store.tables.create(replace(LOBBY, seats=seats, **other), SEALED)
    assert PLAYING.started_at is not None
    facts = replace(
        lobby,
        state=state,
        first_dealer=1,
        started_at=PLAYING.started_at,
        ended_at=PLAYING.started_at + seconds,
    )
    result = ENDED if state is State.FINISHED else None
    await store.tables.write(TableStep(facts, SEALED, result=result, sittings=begun(lobby, facts)))
    return facts


async def loaded(store: TableStore, table_id: int) -> TableFacts | None:
    """The facts that are stored of a table, at which nobody's wishes have changed."""
    stored = await store.load(table_id)
    assert stored is None or stored.sealed == replace(SEALED, wishes=stored.sealed.wishes)
    return None if stored is None else stored.facts


HANDS = tuple(0x1FFF << 13 * seat for seat in range(4))
"""A suit each."""


def deal(
    number: int,
    points: tuple[int, ...] | None = (-1, -2, -3, -7),
    *,
    seq: int = 0,
    attempt: int | None = None,
) -> EndedDeal:
    """A deal that ended by the input of that number."""
    result = DealResult(number, number % 4, "hearts", None, (1, 2, 3, 7), points, ())
    measured = tuple(Measured(seat, "points", "hearts", one) for seat, one in enumerate(points or ()))
    return EndedDeal(number if attempt is None else attempt, seq, 2000.0 + seq, result, HANDS, measured)


ids = st.integers(1, 2**63 - 1)
times = st.floats(0, 1e11, allow_nan=False)
# What SQLite takes for text: everything but lone surrogates; NUL inside of a name included.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
small = st.integers(0, 1000)


def any_of(model: type[Any], **given: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Any value of a dataclass: what is not given follows from the fields' types, new fields included."""
    hints = get_type_hints(model)
    rest = {one.name: _any(hints[one.name]) for one in fields(model) if one.name not in given}
    return st.builds(model, **rest, **given)


def _any(hint: Any) -> st.SearchStrategy[Any]:
    if get_origin(hint) is UnionType:
        return st.one_of(*map(_any, get_args(hint)))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from(hint)
    return _ANY[hint]


_ANY: dict[Any, st.SearchStrategy[Any]] = {
    NoneType: st.none(),
    bool: st.booleans(),
    int: ids,
    float: times,
    str: texts,
    Subject: st.builds(Subject, st.sampled_from(SubjectKind), ids),
    tuple[int, ...]: st.lists(ids, max_size=5).map(tuple),
    Mapping[str, str]: st.dictionaries(texts, texts, max_size=4),
    Mapping[int, int]: st.dictionaries(ids, small, max_size=3),
}

tables = any_of(
    TableFacts,
    id=st.just(0),
    seats=st.lists(any_of(Seat), max_size=5).map(tuple),
    seq=st.just(0),
    rematch_of=st.none(),
    place=st.none(),  # no two may have the same
    interaction_id=st.none(),
    season_id=st.none(),  # else it has to be one that is open
)
told_beforehand = any_of(Wishes, queued=st.lists(st.sampled_from(CARDS), max_size=5, unique=True).map(tuple))


@st.composite
def stored_tables(draw: st.DrawFn) -> StoredTable:
    """Any table, with the wishes of some of its people."""
    facts, secret = draw(tables), draw(st.binary(min_size=32, max_size=32))
    people = {seat.user_id for seat in facts.seats if seat.user_id is not None}
    wishes = {user_id: draw(told_beforehand) for user_id in sorted(people) if draw(st.booleans())}
    sealed = Sealed(secret, wishes)
    return StoredTable(replace(facts, commitment=sealed.commitment), sealed)


named_presets = any_of(NamedPreset)
entries = any_of(LogEntry, seq=st.just(0))
quiet_hours = st.builds(
    QuietHours,
    start=st.integers(0, 11),
    end=st.integers(12, 23),
    zone=st.sampled_from(["UTC", "UTC+02:00", "UTC-03:30", "Europe/Brussels", "America/New_York"]),
)
some_preferences = st.builds(
    Preferences,
    **{name: st.sampled_from(values) for name, values in Preferences.choices().items()},
    quiet=st.none() | quiet_hours,
)
players = any_of(Player, preferences=some_preferences)
guilds = st.builds(
    ServerSettings,
    **{name: st.sampled_from(values) for name, values in ServerSettings.choices().items()},
    game=texts,
    role_id=st.none() | ids,
    channels=st.lists(ids, max_size=25).map(tuple),
)
postings = any_of(Posting, message_id=st.none())
