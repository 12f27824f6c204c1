"""A night of 16 people in three rounds, whose bot is killed with ``kill -9`` between steps: once a step is
begun, once it is kept that it is done, and where it is done and nobody knows. One process after another,
until all is told of it.

Each kind of step is died at once, and every eighth step beside: some 35 lives, of less than a second's work
each.
With HARTENHEER_SOAK_STRIDE=2 it is every step, some 130; with 1 every moment beside what is kept of a night
and its games, three times as many. The test says how many there were.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from bot.leagues.model import ClubMember, League, SeasonFacts
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.service import Clubs, LeagueDoor
from bot.nights.course import check_in_at, ends_at
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightSettings,
    Schedule,
    Series,
    SeriesState,
    StepKind,
)
from bot.tables.tables import Tables
from bot.timers import Timers
from data.schema import EVENING_STEPS, EVENINGS
from data.store import Store
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.e2e.house import PACE
from tests.e2e.nights.checked import (
    check_all_done,
    check_looks,
    check_numbers,
    check_steps,
    check_tables,
    check_world,
    still_asking,
)
from tests.e2e.nights.evening_out import BEGIN, EIGHT, TUESDAY, ZONE
from tests.kept import enter
from tests.soak import launch_night
from tests.soak.lives import Bot, Life
from tests.soak.shared_time import SharedTime

SETTINGS = NightSettings(rounds=3, minutes=60, reminder=0, grace=15)
STEPS = {
    StepKind.EVENT: 1,
    StepKind.SIGN_UP: 1,
    StepKind.CHECK_IN: 1,
    StepKind.EVENT_BEGUN: 1,
    StepKind.BOARD: 1,
    StepKind.THREAD: 12,
    StepKind.CALL: 12,
    StepKind.TABLE: 12,
    StepKind.RESULT: 1,
    StepKind.EVENT_OVER: 1,
}
NEXT_LIFE, SOON = 21.0, 6.0
"""Seconds that pass before a bot is started again, and until people look again."""
LOOKS = 0.05
"""Real seconds in which the bot may work until people look again."""
LAST_EDITS = 60.0
"""Real seconds within which all messages of a night that is over show that, people looking all the while."""
MOST_LIVES = 600
ASKED = {
    EveningStage.SIGN_UP: "hh:night-answer:",
    EveningStage.CHECK_IN: "hh:night-here:",
    EveningStage.PLAYING: "hh:here:",
    EveningStage.OVER: "hh:none:",
}
"""What is pressed at which stage."""


class Club:
    """Its people, and what they see: messages, and where the night has got to."""

    def __init__(self, server: Playground, database: Path, clock: SharedTime) -> None:
        self.server, self.clock = server, clock
        self.people = [server.people.add(f"u{number:02}") for number in range(1, 17)]
        self._database = database
        self._pressed: set[tuple[int, str, int]] = set()

    async def plan(self) -> SeasonFacts:
        """A league and its night, as they are kept before the bot is there."""
        (guild_id,) = self.server.world.guilds
        now, ann, day = self.clock.now(), self.people[0], TUESDAY
        league = League(0, guild_id, "Tuesday club", "whist-walloon", 4, ZONE, ann.id, now, {"deals": "4"})
        facts = SeasonFacts(0, 0, 1, "2026", SeasonSettings(), day)
        members = [ClubMember(0, str(one.id), one.account.name, one.id, now, day) for one in self.people]
        store = await Store.open(self._database)
        try:
            league = await store.leagues.create(league, facts, members[0])
            for one in members[1:]:
                await enter(store.leagues, replace(one, league_id=league.id))
            channel = self.server.world.channel_named("cards").id
            schedule = Schedule(TUESDAY, EIGHT)
            series = Series(0, league.id, guild_id, channel, ann.id, schedule, SETTINGS, now)
            await store.nights.make_series(replace(series, state=SeriesState.RUNNING))
            (season,) = await store.seasons.seasons(league.id)
            return season
        finally:
            await store.close()

    def _read(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True))

    def evening(self) -> Evening | None:
        """Where the night has got to."""
        with self._read() as connection:
            connection.row_factory = sqlite3.Row
            rows = connection.execute(EVENINGS.select).fetchall()
        return EVENINGS.value(rows[0]) if rows else None

    def _ends_at(self, evening: Evening) -> float | None:
        """When the time of its round is up."""
        with self._read() as connection:
            rows = connection.execute(EVENING_STEPS.select).fetchall()
        steps = [EVENING_STEPS.value(row) for row in rows]
        return ends_at(EveningDetails(evening, {}, {one.key: one for one in steps}))

    def _playing(self, evening: Evening) -> bool:
        """Whether all tables of the round play."""
        place = f"{evening.id}.{evening.round}."
        with self._read() as connection:
            found = connection.execute(
                "SELECT state FROM tables WHERE place >= ? AND place < ?", (place, f"{place}:")
            ).fetchall()
        return [state for (state,) in found] == ["playing"] * 4

    async def hold_on(self, life: Life) -> None:
        """Hold the night until all is told of it and each message shows that, or the bot is dead. Raises
        AssertionError where some message never does."""
        over_since: float | None = None
        while not life.dead.is_set():
            evening = self.evening()
            if evening is not None and evening.settled and life.ready.is_set():
                if not still_asking(self.server.world):
                    return
                over_since = over_since or monotonic()
                if monotonic() > over_since + LAST_EDITS:
                    check_looks(self.server.world)
            await self.go_on(evening, life)
            await life.over_within(LOOKS)

    async def go_on(self, evening: Evening | None, life: Life) -> None:
        """Press what is to be pressed; where nothing is, let time pass."""
        if evening is None or await self._press_all(evening.stage, life) or life.dead.is_set():
            return
        match evening.stage:
            case EveningStage.SIGN_UP if self._all_have("night-answer"):
                self.clock.go_to(check_in_at(evening) + 1)
            case EveningStage.CHECK_IN if self._all_have("night-here"):
                self.clock.go_to(max(evening.starts_at, self.clock.now()) + 1)
            case EveningStage.PLAYING if (
                self._playing(evening) and (until := self._ends_at(evening)) is not None
            ):
                self.clock.go_to(until + 1)
            case _:
                self.clock.go_to(self.clock.now() + SOON)

    def _all_have(self, verb: str) -> bool:
        return sum(f":{verb}:" in pressed for _, pressed, _ in self._pressed) == len(self.people)

    async def _press_all(self, stage: EveningStage, life: Life) -> bool:
        """Whether there was anything."""
        some = False
        for channel in [*self.server.world.channels.values()]:
            for message in [*channel.messages.values()]:
                for button in reading.buttons(message.data, enabled_only=True):
                    if button.custom_id.startswith(ASKED[stage]) and button.label in ("I'm in", "I'm here"):
                        for person in self._asked(button.custom_id):
                            some |= await self._press(person, message.id, button.custom_id, life)
        return some

    def _asked(self, custom_id: str) -> list[Person]:
        """Whom a button is for: who sits at its table, or everybody."""
        _, verb, subject, *_ = custom_id.split(":")
        if verb != "here":
            return self.people
        with self._read() as connection:
            seats = connection.execute("SELECT user_id FROM seats WHERE table_id = ?", (int(subject),))
            seated = {user_id for (user_id,) in seats}
        return [one for one in self.people if one.id in seated]

    async def _press(self, person: Person, message_id: int, custom_id: str, life: Life) -> bool:
        message = self.server.world.find_message(message_id)
        key = (message_id, custom_id, person.id)
        if life.dead.is_set() or message is None or key in self._pressed:
            return False
        if custom_id not in [one.custom_id for one in reading.buttons(message.data, enabled_only=True)]:
            return False
        pressed = await (await person.press(message_id, custom_id)).done()
        if pressed.state == "answered":
            self._pressed.add(key)
        return True


async def test_killed_between_each_two_steps_a_night_takes_place_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, died_at = tmp_path / "night.sqlite3", tmp_path / "died-at"
    clock = SharedTime(tmp_path / "clock", BEGIN)
    server = await Playground.start(clock=clock)
    server.ratelimits.pace = PACE
    club, begun, lives = Club(server, database, clock), monotonic(), 0
    bot = Bot(
        server,
        database,
        Path(launch_night.__file__),
        **{
            launch_night.CLOCK: str(tmp_path / "clock"),
            launch_night.DIED_AT: str(died_at),
        },
    )
    try:
        season = await club.plan()
        over = False
        while not over and lives < MOST_LIVES:
            lives += 1
            async with bot.running(brisk=True) as life:
                await club.hold_on(life)
                over = await life.leave()
            clock.go_to(clock.now() + NEXT_LIFE)
        assert over, died_at.read_text()
        store = await Store.open(database)
        try:
            told = await check_all_done(store)
            door = LeagueDoor(Clubs(store.leagues, store.seasons, clock))
            tables = Tables(store.tables, Timers(clock), door, listener=lambda table, change: None)
            check_steps(told, STEPS)
            check_world(server.world, told)
            check_looks(server.world)
            await check_tables(tables, told)
            await check_numbers(store, tables, told, season)
        finally:
            await store.close()
        assert not [line for line in bot.said if "Traceback" in line]
        moments = died_at.read_text().splitlines()
        with capsys.disabled():
            print(f"\nkilled {len(moments)} times in {monotonic() - begun:.0f} s, {lives} lives")
    finally:
        await server.close()
