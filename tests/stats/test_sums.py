"""What is kept of statistics, held against the second calculation from the records of the same games."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from bot.cli.records import line_of
from bot.engine.cards import CARD_NAMES, CARD_OF_NAME, FULL_PACK, members, set_of
from bot.ops.backup import rebuild, retell
from bot.people.settings import Player, Preferences
from bot.stats.chance import deviation, upper_tail
from bot.stats.counting import TallyKind
from bot.stats.ports import CardCounts, LeaderboardMeasure, Months, Scope, StreakKind
from data.rebuild import catch_up
from data.statistics.counting import OF_STATISTICS
from data.store import Store
from tests.data.databases import change, rows
from tests.kept import keep_player
from tests.stats.reference import cards as reference_cards
from tests.stats.reference.reading import read
from tests.stats.reference.stats import stats_of
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, NAMES, House, play
from tests.tables.test_duplicates import a_round

HERE: Final = Scope(1)
GAMES: Final[tuple[dict[str, Any], ...]] = (
    {"people": 4, "preset": "kingen"},
    {"people": 3, "robots": 1, "preset": "whist-flemish", "options": {"deals": "8"}},
    {"people": 4, "preset": "whist-walloon", "options": {"deals": "8", "shuffle": "full"}},
    {"people": 2, "robots": 1, "preset": "russian-king-orders"},
    {"people": 4, "preset": "denexa-king"},
    {"people": 2, "robots": 2, "preset": "dubbelkingen"},
    {"people": 5, "preset": "kingen"},
    {"people": 4, "preset": "kingen"},
)
MONTH: Final = 31 * 86400.0
TABLES: Final = [relation.table for relation in OF_STATISTICS]


async def games(house: House) -> dict[str, bytes]:
    """The records of games that were played to their end, one a month."""
    found: dict[str, bytes] = {}
    for number, choices in enumerate(GAMES):
        table = await house.started(**choices)
        await play(house, table)
        found[f"{number}.king"] = (await table.record()).encode()
        house.time_passes(MONTH)
    return found


async def counted(house: House, scope: Scope = HERE) -> list[dict[str, Any]]:
    """What is kept of everybody, as the command prints it."""
    told: list[dict[str, Any]] = []
    for name, user_id in sorted((name, user_id) for user_id, name in NAMES.items()):
        line = line_of(name, await house.stored.statistics.person(scope, user_id))
        line["against"] = {NAMES[int(other)]: one for other, one in line["against"].items()}
        if line["games"]:
            told.append(line)
    return told


def expected(records: dict[str, bytes], preset: str | None = None) -> list[dict[str, Any]]:
    """What the paragraphs say of the people in these records; robots are nobody here."""
    people = set(NAMES.values())
    told: list[dict[str, Any]] = []
    for line in stats_of(records, preset):
        if line["player"] in people:
            line["against"] = {other: one for other, one in line["against"].items() if other in people}
            told.append(line)
    return told


async def test_S1_to_S9_sums_are_what_the_records_come_to(house: House) -> None:
    records = await games(house)
    assert await counted(house) == expected(records)
    for preset in ("kingen", "whist-flemish", "whist-walloon", "russian-king-orders", "dubbelkingen"):
        assert await counted(house, Scope(1, preset)) == expected(records, preset)
    assert await counted(house, Scope(None)) == expected(records)
    assert await counted(house, Scope(2)) == []


async def test_months_are_those_in_which_games_ended(house: House) -> None:
    records = await games(house)
    months = await house.stored.statistics.months(1, ANN)
    assert len(months) == len(GAMES) and [*months] == sorted(months, reverse=True)
    some = {name: data for name, data in records.items() if name in ("2.king", "3.king", "4.king")}
    between = Months(months[-3], months[-5])
    assert await counted(house, Scope(1, months=between)) == expected(some)
    assert await counted(house, Scope(1, "denexa-king", months=between)) == expected(some, "denexa-king")
    course = await house.stored.statistics.course(Scope(1, months=between), ANN, 10)
    assert [one.preset for one in course] == ["denexa-king", "russian-king-orders", "whist-walloon"]
    assert len(await house.stored.statistics.course(HERE, ANN, 5)) == 5


async def test_the_course_and_its_streaks(house: House) -> None:
    await games(house)
    for person in (ANN, BEN, CEES):
        course = [*reversed(await house.stored.statistics.course(Scope(1), person, 100))]
        for preset in (None, "kingen"):
            own = [one for one in course if preset in (None, one.preset)]
            kept = await house.stored.statistics.streaks(1, person, preset)
            assert tuple(kept[StreakKind.WON]) == in_a_row([one.place == 1 for one in own])
            assert tuple(kept[StreakKind.NOT_LAST]) == in_a_row([not one.is_last for one in own])
        points = sum(one.points for one in course)
        assert points == (await house.stored.statistics.person(HERE, person)).games.points


def in_a_row(each: list[bool]) -> tuple[int, int]:
    runs = "".join("x" if one else " " for one in each).split(" ")
    return len(runs[-1]), max(map(len, runs))


async def test_a_clock_that_was_set_back_leaves_the_same_streaks(house: House, tmp_path: Path) -> None:
    for step in (0.0, 5 * MONTH, -3 * MONTH, MONTH):
        house.time.set(house.time.now() + step)
        table = await house.started(people=4, preset="kingen")
        await play(house, table)
    course = [*reversed(await house.stored.statistics.course(HERE, ANN, 100))]
    kept = await house.stored.statistics.streaks(1, ANN, "kingen")
    assert tuple(kept[StreakKind.WON]) == in_a_row([one.place == 1 for one in course])
    await house.stored.close()
    assert await rebuild(tmp_path / "tables.sqlite3", io.StringIO(), io.StringIO())


async def test_deals_count_at_once_and_games_at_their_end(house: House) -> None:
    table = await house.started(people=4, preset="kingen")
    await play(house, table, deals=2)
    ann = await house.stored.statistics.person(HERE, ANN)
    assert (ann.deals.count, ann.games.count, len(ann.each(TallyKind.CONTRACT))) == (2, 0, 2)
    assert await house.stored.statistics.cards(1, None) == []  # they would tell of hands
    await table.close(ANN)
    ann = await house.stored.statistics.person(HERE, ANN)
    assert (ann.deals.count, ann.games.count) == (2, 0)


async def test_a_seat_counts_for_whom_it_was_when_the_deal_ended(house: House) -> None:
    table = await house.started(people=4, preset="kingen")
    await play(house, table, deals=1)
    await table.replace(ANN, table.facts.seat_of(DORA) or 0, EVA, NAMES[EVA], force=True)
    await play(house, table)
    dora = await house.stored.statistics.person(HERE, DORA)
    eva = await house.stored.statistics.person(HERE, EVA)
    assert (dora.deals.count, dora.games.count) == (1, 0)
    assert (eva.deals.count, eva.games.count) == (9, 1)


async def test_nothing_of_a_veiled_table_is_counted_until_it_is_unveiled(house: House) -> None:
    one, other = await a_round(house)
    for table in (one, other):
        await play(house, table)
    assert not (await house.stored.statistics.person(HERE, ANN)).tallies
    await one.unveil()
    assert (await house.stored.statistics.person(HERE, ANN)).games.count == 1
    assert not (await house.stored.statistics.person(HERE, CEES)).tallies


# Everybody of a server


async def test_a_leaderboard(house: House) -> None:
    await games(house)
    store = house.stored.statistics
    lines = {line["player"]: line for line in await counted(house)}
    for measure, value in {
        LeaderboardMeasure.POINTS: lambda line: line["points"],
        LeaderboardMeasure.GAMES: lambda line: line["games"],
        LeaderboardMeasure.MEAN: lambda line: line["points"] / line["games"],
        LeaderboardMeasure.WINS: lambda line: line["places"].get("1", 0),
        LeaderboardMeasure.WON: lambda line: line["places"].get("1", 0) / line["games"],
    }.items():
        found = await store.leaderboard(HERE, measure, 2, 0, 20, ANN)
        named = {NAMES[line.user_id]: line.value for line in found.lines}
        assert named == {name: value(line) for name, line in lines.items() if line["games"] >= 2}
        assert [line.value for line in found.lines] == sorted(named.values(), reverse=True)
        assert [line.place for line in found.lines] == [
            1 + sum(other > line.value for other in named.values()) for line in found.lines
        ]
    some = await store.leaderboard(HERE, LeaderboardMeasure.GAMES, 1, 2, 2, ANN)
    assert (len(some.lines), some.first, some.total) == (2, 2, 5)
    assert some.own is not None and some.own.user_id == ANN
    beyond = await store.leaderboard(HERE, LeaderboardMeasure.GAMES, 1, 40, 20, 999)
    assert ([*beyond.lines], beyond.total, beyond.own) == ([], 5, None)
    assert (await store.leaderboard(Scope(9), LeaderboardMeasure.GAMES, 1, 0, 20, ANN)).total == 0


async def test_who_hides_is_on_no_list_but_their_own(house: House) -> None:
    await games(house)
    store = house.stored.statistics
    hidden = Preferences.read({"statistics": "hidden"})
    await keep_player(house.stored.players, Player(BEN, "Ben", preferences=hidden))
    for reader, there in ((ANN, False), (BEN, True)):
        board = await store.leaderboard(HERE, LeaderboardMeasure.GAMES, 1, 0, 20, reader)
        assert (BEN in {line.user_id for line in board.lines}) == there
        found = await store.extremes(1, "kingen", 50, reader)
        for each in (found.best_deals, found.worst_deals, found.best_games, found.worst_games):
            assert (BEN in {one.user_id for one in each}) == there


async def test_the_best_and_the_worst(house: House) -> None:
    records = await games(house)
    found = await house.stored.statistics.extremes(1, "kingen", 100, ANN)
    lines = expected(records, "kingen")
    each = [(line["player"], name, one) for line in lines for name, one in line["contracts"].items()]
    best = {(player, name): one["best"] for player, name, one in each}
    assert {(NAMES[one.user_id], one.contract): one.feat.points for one in found.best_deals} == best
    assert [one.feat.points for one in found.best_deals] == sorted(best.values(), reverse=True)
    worst = {(player, name): one["worst"] for player, name, one in each}
    assert {(NAMES[one.user_id], one.contract): one.feat.points for one in found.worst_deals} == worst
    for one in (*found.best_deals, *found.worst_deals, *found.best_games):
        table = await house.tables.get(one.feat.table)
        seat = table.facts.seat_of(one.user_id)
        assert seat is not None
        view = await table.view(None)
        points = view.results[one.feat.attempt].points if one.contract else view.points
        assert points is not None and points[seat] == one.feat.points


async def test_what_a_server_plays(house: House) -> None:
    await games(house)
    found = await house.stored.statistics.activity(1, "2000-01-01")
    assert found.people == 5
    assert sum(one.games for one in found.presets.values()) == len(GAMES) == sum(found.hours)
    assert sum(one.games for one in found.weeks.values()) == len(GAMES)
    assert {name: one.games for name, one in found.presets.items()} == Counter(
        str(one["preset"]) for one in GAMES
    )
    assert sum(one.deals for one in found.weeks.values()) == sum(one.deals for one in found.presets.values())
    assert not (await house.stored.statistics.activity(1, "2100-01-01")).weeks
    assert (await house.stored.statistics.presets(1))[0] == "kingen"
    assert {*await house.stored.statistics.presets(1, EVA)} == {"kingen"}


# Cards (S10)


def by_pack(records: dict[str, bytes]) -> dict[tuple[int, int, bool], reference_cards.Came]:
    games = [game for data in records.values() if (game := read(data)) is not None]
    found = reference_cards.came(games)
    return {
        (set_of(CARD_OF_NAME[name] for name in came.pack), players, shuffle == "full"): came
        for (_, players, shuffle), came in found.items()
    }


async def test_S10_how_often_each_card_came(house: House) -> None:
    records = await games(house)
    expected = by_pack(records)
    seats = await house.stored.statistics.cards(1, None)
    assert {(one.pack, one.players, one.shuffled) for one in seats} == set(expected)
    assert {one.shuffled for one in seats} == {True, False}
    for person in (None, ANN):
        for one in await house.stored.statistics.cards(1, person):
            came = expected[one.pack, one.players, one.shuffled]
            counts = came.players[NAMES[ANN]] if one.seat is None else came.seats[one.seat]
            deals = came.player_deals[NAMES[ANN]] if one.seat is None else came.deals
            assert (one.seat is None) == (person is not None)
            assert one.deals == deals
            names = [CARD_NAMES[card] for card in members(one.pack)]
            assert dict(zip(names, one.counts, strict=True)) == {name: counts[name] for name in names}
            found, pack = deviation(one), len(names)
            assert found is not None and found.degrees == pack - 1
            x2 = reference_cards.chi_squared(counts, pack, came.hand, deals)
            assert found.x2 == pytest.approx(float(x2))
            assert (found.p is None) == (not one.shuffled)
            if found.p is not None:
                assert found.p == pytest.approx(reference_cards.p_value(float(x2), pack), abs=1e-9)


def test_S10_nothing_dealt_deviates_from_nothing() -> None:
    assert deviation(CardCounts(FULL_PACK, 4, True, 0, 0, (0,) * 52)) is None


@pytest.mark.parametrize("x", [0.0, 0.5, 20.0, 49.9, 51.0, 53.0, 90.0, 400.0])
@pytest.mark.parametrize("degrees", [1, 2, 31, 51])
def test_the_upper_tail_is_what_integration_gives(x: float, degrees: int) -> None:
    assert upper_tail(x, degrees) == pytest.approx(
        reference_cards.tail_by_integration(x, degrees) if x else 1.0, abs=1e-7
    )


# Proved


async def test_sums_that_are_wrong_are_told_and_mended(house: House, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    await games(house)
    await house.tables.close()
    await house.stored.close()
    before = rows(path, *TABLES)
    change(
        path,
        "UPDATE tallies SET points = points + 1 WHERE kind = 'game' AND month = '';"
        "DELETE FROM streaks; DELETE FROM counted WHERE table_id = 2; UPDATE dealt SET deals = deals + 1;",
    )
    out = io.StringIO()
    assert not await rebuild(path, out, io.StringIO())
    assert "statistics: " in out.getvalue() and " differed and were mended" in out.getvalue()
    assert rows(path, *TABLES) == before
    assert await rebuild(path, io.StringIO(), io.StringIO())


FORGET = f"""
{"; ".join(f"DELETE FROM {table}" for table in TABLES)};
DELETE FROM measured; UPDATE points SET hand = 0;
"""
"""As a migration leaves a database of before."""


async def test_what_was_played_before_is_caught_up_with(house: House, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    await games(house)
    running = await house.started(people=4, preset="kingen")
    await play(house, running, deals=3)
    await house.tables.close()
    await house.stored.close()
    everything = (*TABLES, "measured", "points", "deals", "results")
    before = rows(path, *everything)
    change(path, FORGET)
    store = await Store.open(path)
    said: list[tuple[int, int]] = []
    assert await catch_up(store, retell, lambda done, of: said.append((done, of))) == len(GAMES) + 1
    assert said == [(0, len(GAMES) + 1)]
    assert await catch_up(store, retell, lambda done, of: said.append((done, of))) == 0
    await store.close()
    assert rows(path, *everything) == before


async def test_a_database_that_is_not_caught_up_with_is_sound(house: House, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    await games(house)
    await house.tables.close()
    await house.stored.close()
    before = rows(path, *TABLES)
    change(path, FORGET)
    assert await rebuild(path, io.StringIO(), io.StringIO())
    assert rows(path, *TABLES) == before


async def test_a_table_that_no_longer_replays_is_in_no_sum_and_stops_nothing(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tables.sqlite3"
    await games(house)
    await house.tables.close()
    await house.stored.close()
    change(path, FORGET + "UPDATE log SET line = '0 play 2C' WHERE table_id = 1 AND seq = 40;")
    store = await Store.open(path)
    await catch_up(store, retell, lambda done, of: None)
    await store.close()
    assert "table 1 is in no statistics: entry 40" in caplog.text and "2C" not in caplog.text
    assert {row[0] for row in rows(path, "counted")["counted"]} == {*range(2, len(GAMES) + 1)}
