"""Values to store: plain ones by hand, and any there may be by hypothesis."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from bot.engine.cards import CARD_OF_NAME, CARDS
from bot.engine.game import DealResult
from bot.tables.model import NamedPreset, Pace, Seat, State, TableFacts
from bot.tables.ports import LogEntry, Step
from bot.ui import preferences, server_settings
from bot.ui.ports import Kind, Player, Posting
from bot.ui.preferences import Preferences
from bot.ui.quiet_hours import QuietHours
from bot.ui.server_settings import ServerSettings

SECRET = bytes(range(32))
SEATS = (
    Seat("Ann", 11, press_id=901, queued=CARD_OF_NAME["QH"], plays_forced=True),
    Seat("Bob", 12, absent=True, missed=2, ready=True, press_id=902),
    Seat("Robot"),
    Seat("Cees", 13, robot="hard"),
)
LOBBY = TableFacts(
    id=0, guild_id=1, channel_id=2, host_id=11, preset="kingen", players=4, secret=SECRET, created_at=1000.5
)
PLAYING = replace(LOBBY, state=State.PLAYING, seats=SEATS, first_dealer=1, turn=-1, started_at=1100.0)


def entry(seq: int) -> LogEntry:
    return LogEntry(seq, f"0 play {'23456789TJQKA'[seq % 13]}H", 2000.0 + seq, 11)


def moved(facts: TableFacts, inputs: int = 1) -> Step:
    """The step that adds some inputs to a table."""
    entries = tuple(entry(facts.seq + number) for number in range(inputs))
    return Step(replace(facts, seq=facts.seq + inputs), entries)


def deal(number: int, points: tuple[int, ...] | None = (-1, -2, -3, -7)) -> DealResult:
    return DealResult(number, number % 4, "hearts", None, (1, 2, 3, 7), points, ())


ids = st.integers(1, 2**63 - 1)
times = st.floats(0, 1e11, allow_nan=False)
# What SQLite takes for text: everything but lone surrogates; NUL inside of a name included.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
small = st.integers(0, 1000)

seats = st.builds(
    Seat,
    name=texts,
    user_id=st.none() | ids,
    robot=texts,
    absent=st.booleans(),
    missed=small,
    ready=st.booleans(),
    press_id=st.none() | ids,
    queued=st.none() | st.sampled_from(CARDS),
    plays_forced=st.booleans(),
)
tables = st.builds(
    TableFacts,
    id=st.just(0),
    guild_id=st.none() | ids,
    channel_id=ids,
    host_id=ids,
    preset=texts,
    players=st.integers(3, 5),
    secret=st.binary(min_size=32, max_size=32),
    created_at=times,
    state=st.sampled_from(State),
    options=st.dictionaries(texts, texts, max_size=4),
    pace=st.sampled_from(Pace),
    title=texts,
    robots=texts,
    seats=st.lists(seats, max_size=5).map(tuple),
    press_ids=st.lists(ids, max_size=5).map(tuple),
    gone=st.dictionaries(ids, st.integers(0, 4), max_size=3),
    first_dealer=st.none() | st.integers(0, 4),
    seq=st.just(0),
    turn=st.none() | st.integers(-2, 4),
    deadline=st.none() | times,
    started_at=st.none() | times,
    ended_at=st.none() | times,
    notice=texts,
    turn_at=st.none() | times,
    nudged=st.booleans(),
)
named_presets = st.builds(
    NamedPreset,
    guild_id=ids,
    name=texts,
    preset=texts,
    players=st.integers(3, 5),
    options=st.dictionaries(texts, texts, max_size=4),
    pace=st.sampled_from(Pace),
)
entries = st.builds(LogEntry, seq=st.just(0), line=texts, at=times, user_id=st.none() | ids)
quiet_hours = st.builds(
    QuietHours,
    start=st.integers(0, 11),
    end=st.integers(12, 23),
    zone=st.sampled_from(["UTC", "UTC+02:00", "UTC-03:30", "Europe/Brussels", "America/New_York"]),
)
wishes = st.builds(
    Preferences,
    **{name: st.sampled_from(values) for name, values in preferences.choices().items()},
    quiet=st.none() | quiet_hours,
)
players = st.builds(
    Player,
    user_id=ids,
    name=texts,
    locale=texts,
    dm_channel_id=st.none() | ids,
    dm_closed=st.booleans(),
    dm_checked_at=times,
    preferences=wishes,
)
guilds = st.builds(
    ServerSettings,
    **{name: st.sampled_from(values) for name, values in server_settings.choices().items()},
    game=texts,
    role_id=st.none() | ids,
    channels=st.lists(ids, max_size=25).map(tuple),
)
postings = st.builds(
    Posting,
    nonce=st.integers(1, 2**31 - 1),
    table_id=st.just(0),
    kind=st.sampled_from(Kind),
    about=st.integers(0, 2**63 - 1),
    channel_id=ids,
    begun_at=times,
)
