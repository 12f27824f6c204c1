"""Tables whose games count in a season of a league: its rules, who sits there, the rematch, the end."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

import pytest

from bot.leagues.model import ClubMember, League, SeasonFacts
from bot.leagues.season.model import Night
from bot.leagues.season.settings import SeasonSettings
from bot.ports import StoreError
from bot.tables.errors import TableError
from bot.tables.model import Counting, Invited, NamedPreset, Pace, RobotPace, State
from bot.tables.table import Table
from data import tables as stored_tables
from tests.kept import enter, keep_league
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, NAMES, PEOPLE, House, play, refused

OPTIONS = {"order": "queens-first"}
PRESET_OF_FOUR, OPTION_OF_FOUR = "kingen", {"king-of-hearts-points": "4"}


@dataclass
class Club:
    """A league on the tables' server, of which some people are members."""

    house: House
    league: League
    season: SeasonFacts

    @property
    def today(self) -> date:
        return self.house.clubs.today(self.league)

    @property
    def rules(self) -> NamedPreset:
        one = self.league
        return NamedPreset(1, one.name, one.preset, one.players, one.options, one.pace)

    async def counting(self) -> Counting:
        return await self.house.door.counting(self.league, self.season)

    async def enter(self, user_id: int) -> None:
        new = ClubMember(self.league.id, f"m{user_id}", NAMES[user_id], user_id, 0.0, self.season.begun)
        await enter(self.house.stored.leagues, new)

    async def open(self, host: int = ANN) -> Table:
        return await self.house.open(host=host, preset=self.rules, counting=await self.counting())

    async def lobby(self, *people: int) -> Table:
        table = await self.open(people[0])
        for person in people[1:]:
            await table.join(person, NAMES[person])
        return table

    async def finished(self, *people: int) -> Table:
        table = await self.lobby(*people)
        await table.fill_and_start(people[0])
        await self.house.tables.quiet()
        await play(self.house, table)
        assert table.facts.state is State.FINISHED
        return table

    async def close_season(self) -> None:
        await self.house.stored.seasons.close(self.season.id, self.today)

    async def change(self, **changed: object) -> None:
        self.league = replace(self.league, **changed)  # pyright: ignore[reportArgumentType]
        await keep_league(self.house.stored.leagues, self.league)


async def founded(
    house: House,
    *members: int,
    settings: SeasonSettings | None = None,
    preset: str = "kingen",
    **chosen: object,
) -> Club:
    new = League(0, 1, "Dinsdagclub", preset, 4, "Europe/Brussels", ANN, 0.0, **chosen)  # pyright: ignore[reportArgumentType]
    begun = house.clubs.today(new) - timedelta(days=7)
    season = SeasonFacts(0, 0, 1, "2026", settings or SeasonSettings(), begun)
    first = ClubMember(0, f"m{ANN}", NAMES[ANN], ANN, 0.0, begun)
    league = await house.stored.leagues.create(new, season, first)
    (kept,) = await house.stored.seasons.seasons(league.id)
    club = Club(house, league, kept)
    for person in members:
        await club.enter(person)
    return club


# What it counts for


async def test_a_table_of_a_league_plays_by_its_rules_and_carries_its_name(house: House) -> None:
    club = await founded(house, preset="kingen-iwwa", options=OPTIONS, pace=Pace.DAY)
    facts = (await club.open()).facts
    assert (facts.title, facts.preset, dict(facts.options), facts.pace) == (
        "Dinsdagclub",
        "kingen-iwwa",
        OPTIONS,
        Pace.DAY,
    )
    assert (facts.season_id, facts.night, facts.members_only) == (club.season.id, None, False)


async def test_L3_it_belongs_to_the_latest_night_planned_for_today_where_the_league_is(house: House) -> None:
    club = await founded(house)
    for number, days in enumerate((-1, 0, 0, 1)):
        night = Night(f"n{number}", club.today + timedelta(days=days))
        await house.stored.seasons.add_night(club.season.id, night)
    assert (await club.open()).facts.night == "n2"
    # 14 hours ahead another day may have begun, so that the night of that day is meant
    await club.change(zone="Pacific/Kiritimati")
    planned = {night.date: night.id for night in await house.stored.seasons.planned_nights(club.season.id)}
    assert (await club.open()).facts.night == planned.get(club.today)


async def test_no_table_is_opened_in_a_season_that_was_closed_meanwhile(house: House) -> None:
    club = await founded(house)
    counting = await club.counting()
    await club.close_season()
    with refused("season-closed"):
        await house.open(preset=club.rules, counting=counting)
    assert house.tables.running() == []


async def test_a_private_table_is_of_no_league(house: House) -> None:
    club = await founded(house)
    with refused("league-private"):
        await house.tables.open(
            guild_id=None, channel_id=2, host_id=ANN, host_name="Ann", counting=await club.counting()
        )


async def test_the_program_opens_one_under_a_name_of_its_own(house: House) -> None:
    club = await founded(house, BEN)
    seats = (Invited(ANN, "Ann"), None, Invited(BEN, "Ben"), None)
    table = await house.tables.open_with_seats(
        "Friday 1", seats, guild_id=1, channel_id=2, counting=await club.counting()
    )
    assert (table.facts.title, table.facts.season_id) == ("Friday 1", club.season.id)


# Its rules


async def test_the_rules_stay_the_leagues(house: House) -> None:
    club = await founded(house, preset="kingen-iwwa", options=OPTIONS)
    table = await club.open()
    before = table.facts
    with refused("league-rules"):
        await table.set_preset(ANN, "kingen")
    with refused("league-rules"):
        await table.set_preset(ANN, club.rules)
    with refused("league-rules"):
        await table.set_option(ANN, "order", "printed")
    with refused("league-rules"):
        await table.reset(ANN)
    assert table.facts == before


async def test_pace_robots_and_how_many_play_are_the_hosts(house: House) -> None:
    club = await founded(house)
    table = await club.open()
    await table.set_pace(ANN, Pace.MINUTE)
    await table.set_robots(ANN, "steady")
    await table.set_robot_pace(ANN, RobotPace.CALM)
    await table.set_players(ANN, 3)
    facts = table.facts
    assert (facts.pace, facts.robots, facts.robot_pace) == (Pace.MINUTE, "steady", RobotPace.CALM)
    assert (facts.players, facts.preset, facts.season_id) == (3, "kingen", club.season.id)


async def test_so_many_do_not_play_that_an_option_of_the_league_would_go(house: House) -> None:
    """An option that does not go with another number would be dropped, and not come back."""
    club = await founded(house, preset=PRESET_OF_FOUR, options=OPTION_OF_FOUR)
    table = await club.open()
    with refused("league-players", players="3"):
        await table.set_players(ANN, 3)
    assert (table.facts.players, dict(table.facts.options)) == (4, OPTION_OF_FOUR)


# Who sits there


SitDown = Callable[[House, Table], Awaitable[object]]


async def _join(house: House, table: Table) -> None:
    await table.join(EVA, "Eva")


async def _take_seat(house: House, table: Table) -> None:
    await table.fill_and_start(ANN)
    await house.tables.quiet()
    robot = next(number for number, seat in enumerate(table.facts.seats) if seat.user_id is None)
    await table.take_seat(EVA, "Eva", robot)


async def _put_in_seat(house: House, table: Table) -> None:
    await table.add_robot(ANN)
    await table.replace(ANN, len(table.facts.seats) - 1, EVA, "Eva")


async def _ask_to_put(house: House, table: Table) -> None:
    await table.add_robot(ANN)
    await table.require_may_replace(ANN, len(table.facts.seats) - 1, EVA, "Eva", force=False)


@pytest.mark.parametrize("sit_down", [_join, _take_seat, _put_in_seat, _ask_to_put])
@pytest.mark.parametrize("guests", [True, False])
async def test_only_members_sit_down_where_no_guests_are_let_in(
    house: House, sit_down: SitDown, guests: bool
) -> None:
    club = await founded(house, BEN, guests=guests)
    table = await club.lobby(ANN, BEN)
    if guests:
        await sit_down(house, table)
        return
    with refused("members-only"):
        await sit_down(house, table)
    assert table.facts.seat_of(EVA) is None
    await club.enter(EVA)
    await _retry(house, table)
    assert table.facts.seat_of(EVA) is not None


async def _retry(house: House, table: Table) -> None:
    if table.facts.state is State.LOBBY:
        if len(table.facts.seats) == table.facts.players:
            await table.remove_robot(ANN, len(table.facts.seats) - 1)
        await table.join(EVA, "Eva")
    else:
        robot = next(number for number, seat in enumerate(table.facts.seats) if seat.user_id is None)
        await table.take_seat(EVA, "Eva", robot)


async def test_who_has_left_the_league_is_no_member(house: House) -> None:
    club = await founded(house, BEN, guests=False)
    table = await club.open()
    await house.stored.leagues.leave(club.league.id, f"m{BEN}", club.today)
    with refused("members-only"):
        await table.join(BEN, "Ben")


async def test_nobody_but_a_member_opens_a_table_of_members(house: House) -> None:
    club = await founded(house, guests=False)
    with refused("members-only"):
        await club.open(BEN)
    seats = (Invited(ANN, "Ann"), None, Invited(BEN, "Ben"), None)
    with refused("members-only"):
        await house.tables.open_with_seats(
            "Friday 1", seats, guild_id=1, channel_id=2, counting=await club.counting()
        )
    assert house.tables.running() == []


async def test_a_disk_that_fails_lets_nobody_in_unasked(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await founded(house, BEN, guests=False)
    table = await club.open()

    async def failing(*_: object) -> bool:
        raise StoreError("the disk is full")

    monkeypatch.setattr(house.door, "may_sit", failing)
    with refused("store-failed"):
        await table.join(BEN, "Ben")


# The end


async def test_a_game_counts_when_it_ends_once(house: House) -> None:
    club = await founded(house, BEN, CEES)
    table = await club.finished(ANN, BEN, CEES, DORA)
    gains = await house.stored.seasons.gains(table.facts.id)
    assert {gain.member for gain in gains} == {f"m{ANN}", f"m{BEN}", f"m{CEES}"}  # Dora is a guest
    ((result,), count) = await house.stored.seasons.results(club.season.id, 0, 10)
    assert (count, result.table_id) == (1, table.facts.id)
    points = (await table.view(None)).points
    by_seat = dict(zip(result.game.people, result.game.points, strict=True))
    for gain in gains:
        assert gain.score == by_seat[gain.member]
    assert sum(points) == sum(result.game.points)
    best = max(gains, key=lambda gain: gain.score)
    assert (best.place, best.climbed) == (1, None)


async def test_L13_a_gain_tells_how_many_nights_are_still_to_be_played(house: House) -> None:
    club = await founded(house, settings=SeasonSettings(minimum=2))
    first = await club.finished(ANN)
    (gain,) = await house.stored.seasons.gains(first.facts.id)
    assert (gain.place, gain.climbed, gain.nights, gain.minimum) == (None, None, 1, 2)


async def test_L3_a_free_game_that_does_not_count_gains_nothing(house: House) -> None:
    club = await founded(house, settings=SeasonSettings(free="ignore"))
    table = await club.finished(ANN)
    assert await house.stored.seasons.gains(table.facts.id) == []
    of = await house.clubs.of_table(table.facts)
    assert of is not None and not of.counts


async def test_where_the_end_cannot_be_kept_it_is_tried_again_and_counts_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a game does to standings is kept with its end or not at all."""
    club = await founded(house)
    table = await club.lobby(ANN)
    await table.fill_and_start(ANN)
    await house.tables.quiet()
    failures = 0
    keep = stored_tables.keep_gains

    async def fail_once(*given: object) -> None:
        nonlocal failures
        await keep(*given)  # pyright: ignore[reportArgumentType]
        failures += 1
        if failures == 1:
            raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(stored_tables, "keep_gains", fail_once)
    while table.facts.state is State.PLAYING:
        try:
            await play(house, table)
        except TableError as error:  # the person who pressed is told, and presses again
            assert str(error) == "store-failed"
            assert await house.stored.seasons.results(club.season.id, 0, 10) == ([], 0)
            assert await house.stored.seasons.gains(table.facts.id) == []
        await house.wait(60)  # where a robot plays the last card it tries again by itself
    assert failures == 2
    assert (await house.stored.seasons.results(club.season.id, 0, 10))[1] == 1
    assert len(await house.stored.seasons.gains(table.facts.id)) == 1
    await house.check(table)


# Another game


async def test_a_rematch_counts_in_the_same_season_and_in_tonights_night(house: House) -> None:
    club = await founded(house, BEN, guests=False)
    old = await club.finished(ANN, BEN)
    assert old.facts.night is None
    await house.stored.seasons.add_night(club.season.id, Night("n1", club.today))
    table, opened = await house.tables.rematch(old.facts.id, BEN, "Ben")
    facts = table.facts
    assert opened and facts.title == "Dinsdagclub"
    assert (facts.season_id, facts.night, facts.members_only) == (club.season.id, "n1", True)


async def test_a_rematch_after_the_season_counts_in_none(house: House) -> None:
    club = await founded(house, BEN, guests=False)
    old = await club.finished(ANN, BEN)
    await club.close_season()
    table, _ = await house.tables.rematch(old.facts.id, BEN, "Ben")
    facts = table.facts
    assert (facts.season_id, facts.night, facts.members_only, facts.title) == (None, None, False, "")
    await table.set_preset(BEN, "kingen-iwwa")  # the rules are the host's again


async def test_a_rematch_counts_in_none_once_the_league_plays_by_other_rules(house: House) -> None:
    club = await founded(house)
    old = await club.finished(ANN)
    await club.change(options={"first-dealer": "king-of-hearts"})
    table, _ = await house.tables.rematch(old.facts.id, ANN, "Ann")
    assert table.facts.season_id is None


async def test_a_guest_of_before_is_not_let_into_a_rematch_of_members(house: House) -> None:
    club = await founded(house, guests=True)
    old = await club.finished(ANN, BEN)
    await club.change(guests=False)
    with refused("members-only"):
        await house.tables.rematch(old.facts.id, BEN, "Ben")
    table, _ = await house.tables.rematch(old.facts.id, ANN, "Ann")
    with refused("members-only"):
        await house.tables.rematch(old.facts.id, BEN, "Ben")
    assert [seat.user_id for seat in table.facts.seats if seat.user_id in PEOPLE] == [ANN]


async def test_it_is_all_there_after_a_restart(house: House) -> None:
    club = await founded(house, BEN, guests=False)
    table = await club.lobby(ANN, BEN)
    again = await house.restarted()
    await again.tables.recover()
    found = await again.tables.get(table.facts.id)
    assert found.facts == table.facts and found.facts.members_only
    with refused("members-only"):
        await found.join(EVA, "Eva")
    await again.tables.close()
