"""Nights on which all tables of a round play the same cards."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any

from bot.leagues.standings_words import exact_text
from bot.nights.model import EveningStage, NightSettings, StepKind
from bot.nights.outcome import night_outcome
from bot.tables.model import State
from bot.tables.table import Table
from bot.words.catalogue import words_for
from playground import reading
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.nights.evening_out import BEGIN
from tests.e2e.nights.veiled import Veiled, verbs_of_tables

DUPLICATE = NightSettings(rounds=2, minutes=30, duplicate=True, ranking="difference", robots="easy")
WORDS = words_for("en-GB")
SEAL = re.compile(r"Round (\d): `([0-9a-f]{32})…`")


def lines_of(record: str, start: str) -> list[str]:
    return [line.removeprefix(start).strip() for line in record.splitlines() if line.startswith(start)]


def verified(record: str, file: Path) -> str:
    """What the command says of a record, whose cards are fair."""
    file.write_text(record, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def given_record(house: House, night: Veiled, table: Table) -> str:
    """The record as it is given to somebody who has played elsewhere."""
    message = next(
        one
        for one in night.at(table)[0].messages(await night.thread(table))
        if "the game is over" in reading.text(one)
    )
    person = night.at(table)[0]
    await house.forge(person, message, f"hh:fair:{table.facts.id}:0:")
    (file,) = reading.pictures(house.server, house.whispers(person)[-1])
    return file.data.decode()


async def differences(rounds: Sequence[Sequence[Table]]) -> dict[int, Fraction]:
    """By account, what was made above the mean of the same seat at both tables, calculated here anew."""
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for one, other in rounds:
        first, second = [(await table.view(None)).points for table in (one, other)]
        for seat in range(4):
            half = Fraction(first[seat] - second[seat], 2)
            for table, own in ((one, half), (other, -half)):
                holder = table.facts.seats[seat].user_id
                assert holder is not None
                sums[holder] += own
    return sums


async def test_a_duplicate_night_from_its_seals_to_its_differences(database: Path, tmp_path: Path) -> None:
    """One table of each round plays fast; when time is up robots finish the other one."""
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        night = await Veiled.announced(house, DUPLICATE)
        out = night.out
        shown = await out.press(night.stranger, StepKind.SIGN_UP, "What is this?")
        assert "All tables in a round play the same cards; each seat is compared" in shown
        seals = dict(SEAL.findall(shown))
        assert seals.keys() == {"1", "2"} and seals["1"] != seals["2"]
        for seal in seals.values():
            assert f"`{seal[:12]}…`" in await out.text(StepKind.SIGN_UP)
        await night.begin()
        presses = {one.user_id: one.press_id for one in (await out.told()).people.values()}
        rounds: list[Sequence[Table]] = []
        for number in (1, 2):
            tables = await night.look(number)
            rounds.append(tables)
            await threads_are_private(night, tables)
            for table in tables:
                await out.sit_down(table)
            fast, slow = tables if number == 1 else tables[::-1]
            await out.play_out(slow, acts=30)
            await out.play_out(fast)
            assert (fast.facts.state, slow.facts.state) == (State.FINISHED, State.PLAYING)
            assert fast.facts.veiled and slow.facts.veiled
            assert not re.search(r"[+−]\d", await out.text(StepKind.BOARD, number))
            began = (await out.evening()).began_at
            assert began is not None
            await out.go_to(began + 30 * 60)
            await house.bot.tables.quiet()
            await out.settled()
            assert slow.facts.state is State.FINISHED and not (fast.facts.veiled or slow.facts.veiled)
            assert not night.read, night.read[:3]
            assert all(reader.count > 5 for reader in night.readers.values())
            records = [await given_record(house, night, table) for table in tables]
            one, other = (
                [lines_of(record, start) for start in ("# secret", "# joins")] for record in records
            )
            assert one == other and len(one[0]) == 1
            joined = [presses[person.id] for person in sorted(night.players, key=lambda one: one.id)]
            assert one[1] == [" ".join(map(str, joined))]
            first, second = (lines_of(record, "deck ") for record in records)
            assert len(first) >= 4 and all(
                a == b for a, b in zip_longest(first, second) if a is not None and b is not None
            )
            assert tables[0].facts.first_dealer == tables[1].facts.first_dealer
            for at, record in enumerate(records):
                told = verified(record, tmp_path / f"{number}-{at}.king")
                assert seals[str(number)] in told and "and 8 presses." in told
        assert (await out.evening()).stage is EveningStage.OVER
        await night_goes_by_differences(night, rounds)


async def threads_are_private(night: Veiled, tables: Sequence[Table]) -> None:
    """Whoever sits there sees a thread, and nobody else."""
    for table in tables:
        thread = await night.thread(table)
        here = {person.id for person in night.at(table)}
        assert len(here) == 4
        for person in (*night.out.people, night.stranger):
            sees = any(int(one["id"]) == thread for one in person.channels())
            assert sees == (person.id in here), person.name


async def night_goes_by_differences(night: Veiled, rounds: Sequence[Sequence[Table]]) -> None:
    expected = await differences(rounds)
    assert any(expected.values())
    evenings = night.out.house.bot.nights.evenings
    told = await night_outcome(evenings.clubs, evenings.tables, await night.out.evening())
    members = {one.id: one.user_id for one in await evenings.clubs.members(night.out.league.id)}
    assert told.by_difference
    assert {members[one.member]: one.score for one in told.lines} == expected
    ranked = sorted(expected.values(), reverse=True)
    assert [(one.score, one.place) for one in told.lines] == [(one, 1 + ranked.index(one)) for one in ranked]
    result = await night.out.message(StepKind.RESULT)
    alts = "\n".join(picture.alt for picture in reading.pictures(night.out.house.server, result))
    for person in night.players:
        name = person.account.name
        (line,) = [one for one in alts.splitlines() if name in one][:1]
        assert exact_text(WORDS, expected[person.id], signed=True) in line, (line, expected[person.id])
    earlier = await night.out.press(night.players[0], StepKind.BOARD, "Earlier rounds")
    await night.out.wait(60.0)  # counted edits of one message are apart
    boards = [earlier, await night.out.text(StepKind.BOARD)]
    for board, (one, other) in zip(boards, rounds, strict=True):
        points = [(await table.view(None)).points for table in (one, other)]
        half = Fraction(points[0][0] - points[1][0], 2)
        assert f"({exact_text(WORDS, half, signed=True)})" in board


def presses_on(table: Table, verbs: Sequence[str]) -> Iterator[str]:
    """Every press there is about a table, with values that fit some of them."""
    start = f"{table.facts.id}:{table.facts.seq}:"
    for verb in verbs:
        yield f"hh:{verb}:{start}"
        yield f"hh:{verb}:{start}0"


def commands_about(table: Table, night: Veiled, own: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command that could tell of a table; those that leave a table only where one has none."""
    number, name = {"table": table.facts.id}, night.at(table)[0].account.name
    yield from ((path, number) for path in ("hand", "table show", "table adjourn", "table close"))
    yield "table replace", number | {"player": 0, "by": str(night.stranger.id)}
    if not own:
        yield "table leave", number
        yield "hand", {}
    yield from ((path, {}) for path in ("table list", "night list", "night manage"))
    yield from (
        (f"league {path}", {})
        for path in (
            "standings",
            "explain",
            "results",
            "export",
            "report",
            "correct",
            "log",
            "members",
        )
    )
    yield from ((f"league {path}", {"player": name}) for path in ("explain", "results"))


async def test_nothing_of_a_table_is_to_be_had_before_the_last_has_played(database: Path) -> None:
    """The one table is over, the other in mid-game."""
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        night = await Veiled.announced(house, replace(DUPLICATE, rounds=1, minutes=None))
        out = night.out
        done, slow = await night.begin()
        for table in (done, slow):
            await out.sit_down(table)
        await out.play_out(slow, acts=80)
        await out.play_out(done)
        assert (done.facts.state, slow.facts.state) == (State.FINISHED, State.PLAYING)
        assert (await slow.progress()).over >= 1
        verbs = verbs_of_tables(house)
        assert {"fair", "watch", "deal-look", "deal-pick", "hint", "rematch", "my-hand", "scores"} <= {*verbs}
        pairs = (
            (night.stranger, done),
            (night.organiser, slow),
            (night.at(done)[0], slow),
            (night.at(slow)[0], done),
        )
        for person, table in pairs:
            await night.pry(person, table, presses_on(table, verbs))
            for at, (path, options) in enumerate(commands_about(table, night, own=person in night.players)):
                await night.command(person, path, options, (house.cards, night.elsewhere)[at % 2])
        assert not night.read, "\n".join(one[:110] for one in night.read)
        assert slow.facts.state is State.PLAYING and slow.facts.veiled and done.facts.veiled
        assert not re.search(r"[+−]\d", await out.text(StepKind.BOARD, 1))
        await out.play_out(slow)
        assert not (slow.facts.veiled or done.facts.veiled)
        assert re.search(r"[+−]\d", await out.text(StepKind.BOARD, 1))
        for person, said in (
            (night.at(done)[0], "python -m bot verify"),
            (night.at(slow)[0], "There's no such table here."),  # its thread is private
        ):
            board = await out.message(StepKind.BOARD, 1, person)
            (fair,) = await house.forge(person, board, f"hh:fair:{done.facts.id}:0:")
            assert said in fair
