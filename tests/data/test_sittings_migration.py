"""Who sat where in games that were played before it was kept: as far as it can be known."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from data.migrate import known_migrations, prepare

BEFORE = known_migrations()[:3]
ANN, BEN, CEES = 1, 2, 3

TABLE = """
INSERT INTO tables (id, channel_id, host_id, preset, options, players, pace, title, robots, secret, press_ids,
    gone, state, seq, created_at, started_at, notice, nudged)
VALUES (1, 2, 1, 'kingen', '{}', 4, 'none', '', 'steady', zeroblob(32), '[]', '{}', ?, 9, 1.0, ?, '', 0)
"""
SEAT = """
INSERT INTO seats (table_id, seat, name, user_id, robot, absent, missed, ready, plays_forced)
VALUES (1, 0, ?, ?, 'easy', ?, 0, 0, 0)
"""
PLAYER = "INSERT INTO players VALUES (?, ?, '', NULL, 0, 0.0, '{}')"


def migrated(
    folder: Path,
    acts: str,
    holder: int | None,
    *,
    absent: bool = False,
    state: str = "playing",
    at: Any = 2.0,
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The sittings of seat 0 and who gave it up, from its acts by seq: a letter for who acted, ``-`` for
    nobody, ``.`` for an act of another seat."""
    path = folder / "a.sqlite3"
    prepare(path, folder, BEFORE)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(TABLE, (state, at))
        connection.execute(SEAT, ("Holder", holder, absent))
        for person, name in ((ANN, "Ann"), (BEN, "Ben")):
            connection.execute(PLAYER, (person, name))
        connection.execute("INSERT INTO log VALUES (1, 0, 'deck 2C 0 play', 1.0, NULL)")
        for seq, act in enumerate(acts, start=1):
            person = {"A": ANN, "B": BEN, "C": CEES}.get(act)
            line = "10 play 2C" if act == "." else "0 play 2C"
            connection.execute("INSERT INTO log VALUES (1, ?, ?, 1.0, ?)", (seq, line, person))
    prepare(path, folder, known_migrations()[:4])
    with closing(sqlite3.connect(path)) as connection:
        sittings = connection.execute(
            "SELECT user_id, name, from_seq, to_seq FROM sittings WHERE seat = 0 ORDER BY number"
        ).fetchall()
        numbers = connection.execute("SELECT number, robot FROM sittings WHERE seat = 0 ORDER BY number")
        assert numbers.fetchall() == [(number, "steady") for number in range(len(sittings))]
        return sittings, connection.execute("SELECT seat, user_id FROM given_up").fetchall()


@pytest.mark.parametrize(
    ("acts", "holder", "found"),
    [
        ("A.A", ANN, [(ANN, "Holder", 0, None)]),
        ("A-A", ANN, [(ANN, "Holder", 0, None)]),  # slow once
        (".", ANN, [(ANN, "Holder", 0, None)]),  # has not acted yet
        ("--", None, [(None, "Holder", 0, None)]),
        ("", None, [(None, "Holder", 0, None)]),
        ("-A", ANN, [(None, "?", 0, 2), (ANN, "Holder", 2, None)]),
        ("--", ANN, [(None, "?", 0, 3), (ANN, "Holder", 3, None)]),
        ("A-B", BEN, [(ANN, "Ann", 0, 3), (BEN, "Holder", 3, None)]),
        ("A.-", None, [(ANN, "Ann", 0, 2), (None, "Holder", 2, None)]),
        ("AA-", BEN, [(ANN, "Ann", 0, 3), (BEN, "Holder", 3, None)]),
        ("ABA", ANN, [(ANN, "Holder", 0, 2), (BEN, "Ben", 2, 3), (ANN, "Holder", 3, None)]),
        ("CA", ANN, [(CEES, "?", 0, 2), (ANN, "Holder", 2, None)]),  # nobody knows Cees any longer
        ("-AB", None, [(None, "?", 0, 2), (ANN, "Ann", 2, 3), (BEN, "Ben", 3, 4), (None, "Holder", 4, None)]),
    ],
)  # fmt: skip
def test_from_what_was_logged(tmp_path: Path, acts: str, holder: int | None, found: list[Any]) -> None:
    assert migrated(tmp_path, acts, holder) == (found, [])


def test_a_person_who_is_absent_had_the_seat_from_the_start(tmp_path: Path) -> None:
    assert migrated(tmp_path, "--", ANN, absent=True)[0] == [(ANN, "Holder", 0, None)]


def test_nobody_sat_where_play_never_began(tmp_path: Path) -> None:
    assert migrated(tmp_path, "", ANN, state="closed", at=None) == ([], [])


def test_who_gave_a_seat_up_of_a_finished_game(tmp_path: Path) -> None:
    assert migrated(tmp_path, "A-BA", None, state="finished")[1] == [(0, ANN), (0, BEN)]
