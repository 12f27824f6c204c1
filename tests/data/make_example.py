"""An example database with something of everything: ``python -m tests.data.make_example FILE``.

Real tables are played through ``bot.tables`` and ``data.store`` with the secrets, the clock and the choices
of the tests, so the same program always plays the same games. One is kept for every release, in ``releases``.
"""

from __future__ import annotations

import asyncio
import lzma
import sys
import tempfile
from dataclasses import replace
from datetime import time as clock
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Final

from bot.discordkit.ports import MessageKind, Posting, on_table
from bot.engine.cards import members
from bot.leagues.model import Candidate, ClubMember, League, MembershipWait, Report, SeasonFacts
from bot.leagues.season.model import (
    Adjust,
    Bye,
    Correction,
    Holder,
    LeagueSeat,
    Night,
    SeasonGame,
    SeatKind,
    Undo,
    Void,
)
from bot.leagues.season.settings import SeasonSettings
from bot.nights.model import (
    Evening,
    EveningStage,
    NightSettings,
    NightStep,
    Repeat,
    Round,
    Schedule,
    Series,
    SeriesState,
    SignUpAnswer,
    StepKind,
    StepState,
)
from bot.people.quiet_hours import QuietHours
from bot.people.settings import Player, Preferences, ServerSettings
from bot.tables.model import NamedPreset, Pace
from bot.tables.table import Table
from data.store import Store
from tests.clock import FakeClock
from tests.kept import enter, keep_guild, keep_player, keep_step
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, FRED, NAMES, House, people, play

GUILD: Final = 1
CHANNEL: Final = 2
TEXT_KEY: Final = "commands"
NIGHT: Final = "n1"


async def make(path: Path) -> None:
    """Make the database at ``path``, which must not exist yet, and fill it."""
    store = await Store.open(path)
    time = FakeClock(1_700_000_000.0)
    house = House(store, time)
    try:
        lobby = await _lobby(house)
        await _first_deal(house)
        await _card_queued(house)
        await _between_deals(house)
        await _adjourned(house)
        finished = await _finished_king(house)
        await _finished_whist(house)
        await _closed(house)
        await _rematch(house, finished)
        await _league(house)
        await _people_and_servers(store)
        await _postings(store, lobby, finished)
    finally:
        await house.tables.close()
        await store.close()


async def _lobby(house: House) -> Table:
    return await house.lobby(people=2, robots=1, preset="kingen-iwwa", options={"order": "queens-first"})


async def _first_deal(house: House) -> None:
    table = await house.started(people=3, robots=1, pace=Pace.DAY)
    await play(house, table, moves=6)


async def _card_queued(house: House) -> None:
    """In the second deal, with a card queued, forced cards played, and a seat that two people have had."""
    table = await house.started(people=4, preset="kingen")
    await play(house, table, deals=1)
    for person in people(table):
        await table.ready(person)
    await play(house, table, moves=5)
    await table.leave(CEES)
    await house.tables.quiet()
    seat = next(number for number, seat in enumerate(table.facts.seats) if seat.user_id is None)
    await table.take_seat(EVA, NAMES[EVA], seat)
    await play(house, table, moves=9)
    waiting = next(person for person in people(table) if not table.facts.is_waiting_for(person))
    hand = (await table.view(table.facts.seat_of(waiting))).hand
    await table.queue(waiting, table.facts.seq, members(hand)[0])
    await table.set_forced(waiting, True)


async def _between_deals(house: House) -> None:
    table = await house.started(people=2, robots=2, preset="kingen-iwwa", pace=Pace.MINUTE)
    await play(house, table, deals=3)
    await table.ready(ANN)


async def _adjourned(house: House) -> None:
    table = await house.started(people=4, preset="kingen-iwwa")
    await play(house, table, moves=20)
    await table.adjourn(ANN)


async def _finished_king(house: House) -> Table:
    """A game to its end, in which a robot had a seat for a while."""
    table = await house.started(people=4, preset="kingen")
    await play(house, table, deals=2)
    for person in people(table):
        await table.ready(person)
    await play(house, table, moves=10)
    seat = table.facts.seat_of(DORA)
    assert seat is not None
    await table.replace(ANN, seat, None)
    await house.tables.quiet()
    await play(house, table, deals=1)
    await table.take_seat(FRED, NAMES[FRED], seat)
    await play(house, table)
    return table


async def _finished_whist(house: House) -> None:
    table = await house.started(people=3, robots=1, preset="whist-flemish")
    await play(house, table)


async def _closed(house: House) -> None:
    played = await house.started(people=4, preset="russian-king")
    await play(house, played, moves=15)
    await played.close(BEN, force=True)
    await (await house.lobby(people=2, robots=1)).close(ANN)


async def _rematch(house: House, finished: Table) -> None:
    await house.tables.rematch(finished.facts.id, BEN, NAMES[BEN], 9100)


async def _league(house: House) -> None:
    """A league whose season has two nights, a game at a table with a guest, another on paper, corrections,
    and a result that waits to be confirmed."""
    leagues, seasons = house.stored.leagues, house.stored.seasons
    new = League(0, GUILD, "Dinsdagclub", "kingen", 4, "Europe/Brussels", ANN, house.time.now())
    today = house.clubs.today(new)
    first = SeasonFacts(0, 0, 1, "2023", SeasonSettings(absence=Fraction(-5, 2), minimum=1), today)
    ann, ben, eva = (
        ClubMember(0, str(one), NAMES[one], one, house.time.now(), today) for one in (ANN, BEN, EVA)
    )
    league = await leagues.create(new, first, ann)
    for one in (ben, eva):
        await enter(leagues, replace(one, league_id=league.id))
    await leagues.keep_candidate(
        Candidate(league.id, FRED, NAMES[FRED], MembershipWait.ASKED, house.time.now())
    )
    (season,) = await seasons.seasons(league.id)
    await seasons.add_night(season.id, Night(NIGHT, today))
    counting = await house.door.counting(league, season)
    table = await house.started(people=3, robots=1, preset="kingen", counting=counting)
    await play(house, table)
    await seasons.add_bye(season.id, Bye(NIGHT, 1, str(EVA)))
    for waits in (False, True):
        report = await seasons.report(Report(0, season.id, ANN, "Ann 3", _on_paper(house), (BEN,), 1.0))
        if not waits:
            await seasons.confirm(report.id, BEN)
    for change in (Adjust(str(BEN), Fraction(7, 2)), Void(f"t{table.facts.id}"), Undo("c2")):
        await seasons.correct(season.id, Correction("", 1_700_000_200, str(ANN), "a test", change))
    for pool in await house.stored.ratings.unrated():
        await house.stored.ratings.rate(pool, 10)
    await _night(house, league, season)


async def _night(house: House, league: League, season: SeasonFacts) -> None:
    """The first round of a night, in which somebody sits out; and what was done for it."""
    nights, now = house.stored.nights, house.time.now()
    day = house.clubs.today(league) + timedelta(days=7)
    settings = NightSettings(duplicate=True, apart=((ANN, BEN),))
    schedule = Schedule(day, clock(20), Repeat.WEEKLY)
    skipped = (day + timedelta(days=7),)
    series = await nights.make_series(
        Series(0, league.id, GUILD, CHANNEL, ANN, schedule, settings, now, SeriesState.RUNNING, skipped)
    )
    evening = await nights.make_evening(
        Evening(0, series.id, league.id, GUILD, CHANNEL, season.id, "", day, now, settings, "a seed")
    )
    for press, one in enumerate((ANN, BEN, EVA, FRED), 9201):
        await nights.check_in(evening.id, one, NAMES[one], press, now, here=True)
    await nights.answer(evening.id, DORA, NAMES[DORA], SignUpAnswer.MAYBE, now)
    await keep_step(
        nights, NightStep(evening.id, StepKind.SIGN_UP, 0, StepState.DONE, 7, now, now, CHANNEL, 9301)
    )
    await keep_step(nights, NightStep(evening.id, StepKind.BOARD, 1, hindrance="permission"))
    plan = (Round(((ANN, None, BEN, FRED),), (EVA,)),)
    begun = replace(evening, stage=EveningStage.PLAYING, plan=plan, round=1, began_at=now)
    await nights.change(begun, [Bye(evening.night, 1, str(EVA))])


def _on_paper(house: House) -> SeasonGame:
    holders = [Holder(SeatKind.MEMBER, str(one)) for one in (ANN, BEN, EVA)]
    seats = [LeagueSeat(holder, points) for holder, points in zip(holders, (3, -4, 1), strict=True)]
    now = int(house.time.now())
    return SeasonGame.of("", NIGHT, now, now, 0, seats)


async def _people_and_servers(store: Store) -> None:
    await keep_player(store.players, Player(ANN, "Ann", "nl", dm_channel_id=501))
    quiet = QuietHours(22, 8, "Europe/Brussels")
    preferences = Preferences(large=True, two_rows=True, quiet=quiet)
    await keep_player(store.players, Player(BEN, "Ben", "en-GB", None, True, 1_700_000_100.0, preferences))
    await keep_guild(store.players, GUILD, ServerSettings(game="kingen-iwwa", channels=(2, 3)))
    for name, preset in (("Friday", "kingen"), ("À l’ancienne", "whist-flemish")):
        await store.presets.keep_preset(NamedPreset(GUILD, name, preset, 4, pace=Pace.DAY))
    await store.texts.keep_text(TEXT_KEY, "a digest")


async def _postings(store: Store, lobby: Table, finished: Table) -> None:
    postings = (
        Posting(1, on_table(lobby.facts.id), MessageKind.LOBBY, 0, CHANNEL, 1_700_000_000.0, 9001),
        Posting(2, on_table(lobby.facts.id + 1), MessageKind.TABLE, 0, CHANNEL, 1_700_000_001.0, 9002),
        Posting(3, on_table(lobby.facts.id + 1), MessageKind.HAND, ANN, 501, 1_700_000_002.0),
        Posting(4, on_table(finished.facts.id), MessageKind.RESULT, 0, CHANNEL, 1_700_000_003.0, 9004),
    )
    for posting in postings:
        await store.postings.keep(posting)


def main(target: Path) -> None:
    """Write the database to ``target``, packed by xz."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "example.sqlite3"
        asyncio.run(make(path))
        target.write_bytes(lzma.compress(path.read_bytes(), preset=9))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
