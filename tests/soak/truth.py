"""What is true of the tables, from the database file alone: never asked of the process that plays them.

The log is replayed by the engine, entry by entry. Who sat where is told by the seats as they stood each
time the file was read, which has to be often: at every request and every message.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from bot.engine import record
from bot.engine.cards import CardSet, members, set_of
from bot.engine.game import View
from bot.engine.king.contracts import penalty_cards
from bot.engine.king.course import contract_of
from bot.engine.king.presets import FAMILY
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game

LATE = 16
"""So many entries a message of the deal before may come late."""


@dataclass(frozen=True, slots=True)
class State:
    """A table after ``seq`` entries of its log. ``deal`` counts decks, 0 before the first; ``mover`` is
    the seat whose turn it is, or less than 0. ``public`` are the cards that all may look at: shown ones
    and those of the last tricks. ``out`` are the sets of penalty cards that were still out at some time of
    the deal."""

    seq: int
    deal: int
    mover: int
    hands: tuple[CardSet, ...]
    public: CardSet
    out: frozenset[CardSet]


@dataclass(slots=True)
class Stay:
    """A person in a seat, from one position in the log to another (None: still there)."""

    user_id: int
    seat: int
    first: int
    last: int | None = None

    def covers(self, seq: int) -> bool:
        """Whether they may have been in the seat at that position."""
        return self.first <= seq and (self.last is None or seq <= self.last)


@dataclass(slots=True)
class TableTruth:
    """One table. ``deals`` counts those that have ended; ``seated`` has the person of each seat now."""

    id: int
    game: Game | None = None
    lines: list[str] = field(default_factory=list[str])
    states: list[State] = field(default_factory=lambda: [State(0, 0, -1, (), 0, frozenset())])
    stays: list[Stay] = field(default_factory=list[Stay])
    state: str = ""
    seated: tuple[int | None, ...] = ()
    deals: int = 0
    rematch_of: int | None = None
    _played: list[int] = field(default_factory=list[int])
    _played_before: list[CardSet] = field(default_factory=list[CardSet])
    _before: CardSet = 0

    @property
    def now(self) -> State:
        """The newest state."""
        return self.states[-1]

    def recent(self) -> list[State]:
        """The states that a message may show, newest first: those of the deal in play, and of the one before
        those that were true a moment ago."""
        return [
            one
            for one in reversed(self.states)
            if one.deal == self.now.deal or (one.deal == self.now.deal - 1 and one.seq >= self.now.seq - LATE)
        ]

    def has_ended(self, deal: int) -> bool:
        """Whether the deal of that number, counted from 1, is over."""
        return 0 < deal <= self.deals

    def played_in(self, deal: int) -> CardSet:
        """The cards that were played in the deal of that number."""
        return [*self._played_before, set_of(self._played)][deal]

    def seats_of(self, user_id: int, seq: int) -> set[int]:
        """The seats that a person may have held at a position in the log."""
        return {stay.seat for stay in self.stays if stay.user_id == user_id and stay.covers(seq)}

    def extend(self, line: str) -> None:
        """Carry out the next entry of the log. Raises RuleViolation where it breaks the rules."""
        assert self.game is not None
        deck = line.startswith("deck")
        if deck:
            self._before = set_of(self._played[-self.game.rules.players :])
            self._played_before.append(set_of(self._played))
            self._played = []
        record.carry_out(self.game, line)
        words = line.split()
        if not deck and words[1] == "play":
            self._played.append(record.CARD_OF_NAME[words[2]])
        self.lines.append(line)
        self.states.append(self._look(self.now.deal + deck))

    def _look(self, deal: int) -> State:
        assert self.game is not None
        seen, players = self.game.view(None), self.game.rules.players
        public = set_of(self._played[-2 * players :]) | set_of(card for _, card in seen.shown)
        if len(self._played) < players:
            public |= self._before
        hands = tuple(self.game.view(seat).hand for seat in range(players))
        return State(len(self.states), deal, self.game.turn, hands, public, left_by_tricks(seen))

    def seat(self, seated: tuple[int | None, ...], known: int) -> None:
        """Take note of who sits where, ``known`` entries of the log having been there the last time."""
        self.seated = seated
        if self.now.deal == 0:
            return  # in a lobby seats are places in a queue: they say nothing of hands
        for stay in self.stays:
            if stay.last is None and seated[stay.seat] != stay.user_id:
                stay.last = self.now.seq
        there = {(stay.user_id, stay.seat) for stay in self.stays if stay.last is None}
        for seat, user_id in enumerate(seated):
            if user_id is not None and (user_id, seat) not in there:
                self.stays.append(Stay(user_id, seat, known))


def left_by_tricks(view: View) -> frozenset[CardSet]:
    """The penalty cards nobody has taken, after each trick of the deal and within the one on the table; other
    families than King have none."""
    if view.rules.preset.family != FAMILY:
        return frozenset({0})
    contract = contract_of(view)
    left = penalty_cards(contract.scores) & view.rules.pack if contract else 0
    found = {left}
    for trick in (*view.tricks, view.trick):
        for card in trick.cards:
            left &= ~(1 << card)
        found.add(left)
    return frozenset(found)


class Truth:
    """All tables of a database that another process writes, and of ``others`` in which the numbers of tables
    are other ones. Must be closed."""

    def __init__(self, path: Path, *others: Path) -> None:
        self.tables: dict[int, TableTruth] = {}
        self._path = path
        self._others = [Truth(one) for one in others]
        for one in self._others:
            one.tables = self.tables
        self._connection: sqlite3.Connection | None = None
        self._version: int | None = None

    def close(self) -> None:
        """Let go of the files."""
        for one in self._others:
            one.close()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def poll(self) -> None:
        """Read what has been committed since the last time. Before there is a database there is nothing."""
        for one in self._others:
            one.poll()
        if self._connection is None:
            if not self._path.is_file():
                return
            # Not "ro", which would leave behind the files of the WAL that reading makes.
            address = f"{self._path.resolve().as_uri()}?mode=rw"
            self._connection = sqlite3.connect(address, uri=True, isolation_level=None)
            self._connection.execute("PRAGMA query_only = ON")
            self._connection.row_factory = sqlite3.Row
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if version == self._version:
            return
        self._connection.execute("BEGIN")
        try:
            if self._connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'log'").fetchone():
                self._read(self._connection)
                self._version = version
        finally:
            self._connection.execute("COMMIT")

    def _read(self, connection: sqlite3.Connection) -> None:
        for row in connection.execute("SELECT * FROM tables ORDER BY id").fetchall():
            table = self.tables.setdefault(row["id"], TableTruth(row["id"]))
            table.state, table.rematch_of = row["state"], row["rematch_of"]
            if table.game is None and row["first_dealer"] is not None:
                options = dict(connection.execute("SELECT key, value FROM json_each(?)", (row["options"],)))
                rules = make_rules(row["preset"], row["players"], options)
                table.game = new_game(rules, row["first_dealer"])
            known = len(table.lines)
            entries = "SELECT seq, line FROM log WHERE table_id = ? AND seq >= ? ORDER BY seq"
            for seq, line in connection.execute(entries, (table.id, known)).fetchall():
                assert seq == len(table.lines), f"the log of table {table.id} has no entry {len(table.lines)}"
                table.extend(line)
            assert row["seq"] == len(table.lines), f"table {table.id} miscounts its log"
            count = "SELECT count(*) FROM deals WHERE table_id = ?"
            (table.deals,) = connection.execute(count, (table.id,)).fetchone()
            people = "SELECT user_id FROM seats WHERE table_id = ? ORDER BY seat"
            seated = tuple(one[0] for one in connection.execute(people, (table.id,)))
            table.seat(seated, known)


def check_log(path: Path, truth: Truth, but: Collection[int] = ()) -> None:
    """The log as it lies in the file, but of those tables: no gap, nothing twice, nothing changed of what was
    once there."""
    truth.poll()
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)
    try:
        for table in truth.tables.values():
            if table.id in but:
                continue
            entries = "SELECT seq, line FROM log WHERE table_id = ? ORDER BY seq"
            found = connection.execute(entries, (table.id,)).fetchall()
            assert [seq for seq, _ in found] == list(range(len(found)))
            assert [line for _, line in found] == table.lines, f"the log of table {table.id} was changed"
    finally:
        connection.close()


def names_of(cards: CardSet) -> str:
    """The cards of a set, for whoever reads a failure."""
    return " ".join(record.CARD_NAMES[card] for card in members(cards))
