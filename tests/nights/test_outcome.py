"""What came of a night, against what its records and the season say, found once more in the plainest way."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from bot.engine import record
from bot.engine.game import TrickTaken
from bot.engine.registry import new_game
from bot.leagues.season.model import Holder, Points, SeatChange, SeatKind
from bot.nights.model import NightPlace, NightRanking, NightSettings
from bot.nights.outcome import NightFeat, NightOutcome, night_outcome
from bot.tables.model import Invited
from bot.tables.table import Table
from tests.nights.held import Held
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, FRED, NAMES, House, play, refused

DUPLICATE = NightSettings().changed("duplicate", True).changed("ranking", NightRanking.DIFFERENCE.value)


async def outcome(held: Held) -> NightOutcome:
    return await night_outcome(held.evenings.clubs, held.house.tables, held.evening)


def told(feat: NightFeat | None) -> tuple[str, int, int, int] | None:
    """Who, how much, in which deal, with which trick."""
    return feat and (feat.name, feat.points, feat.result.deal, feat.number)


async def feats(
    *tables: Table, robots: bool = False
) -> tuple[list[tuple[int, str, int]], list[tuple[int, str, int, int]]]:
    """Of all these games' persons: what each made in each deal, and what each trick scored for who took it,
    by playing the records again."""
    deals: list[tuple[int, str, int]] = []
    tricks: list[tuple[int, str, int, int]] = []
    for table in tables:
        people = {at: one.name for at, one in enumerate(table.facts.seats) if one.user_id is not None}
        read = record.read((await table.record()).encode())
        game = new_game(read.header.rules, read.header.dealer)
        before = [0] * len(table.facts.seats)
        number = 0
        for item in read.items:
            was, deal = [*game.view(None).deal_points], game.view(None).deal
            events = record.carry_out(game, item)
            for event in events:
                if not isinstance(event, TrickTaken):
                    continue
                number += 1
                winner = event.trick.winner
                assert winner is not None
                after = game.view(None).deal_points
                if winner in people:
                    made = after[winner] - (was[winner] if number > 1 else 0)
                    tricks.append((made, people[winner], deal, number))
            if list(game.points) != before or any(one for one in events if not isinstance(one, TrickTaken)):
                for seat, (was_total, total) in enumerate(zip(before, game.points, strict=True)):
                    if seat in people:
                        deals.append((total - was_total, people[seat], deal))
                before, number = [*game.points], 0
    return deals, tricks


async def test_the_best_deal_and_the_most_costly_trick_are_those_of_all_tables(house: House) -> None:
    held = await Held.of(house, BEN, CEES, DORA)
    await held.seated([[ANN, BEN, None, None], [CEES, DORA, None, None]], [[ANN, CEES, BEN, DORA]])
    tables = [await held.played(NightPlace(*one)) for one in ((1, 1), (1, 2), (2, 1))]
    found = await outcome(held)
    deals, tricks = await feats(*tables)
    assert found.best is not None and found.costly is not None
    best, worst = max(one[0] for one in deals), min(one[0] for one in tricks)
    assert (found.best.points, found.costly.points) == (best, worst)
    assert (best, found.best.name, found.best.result.deal) in deals
    name, points, deal, number = told(found.costly) or ("", 0, 0, 0)
    assert (points, name, deal, number) in tricks
    assert found.best.table.place <= NightPlace(2, 1, 1) and found.games == 3
    sums: dict[str, int] = defaultdict(int)
    for table in tables:
        for seat, points in zip(table.facts.seats, (await table.view(None)).points, strict=True):
            if seat.user_id is not None:
                sums[f"m{seat.user_id}"] += points
    assert {one.member: one.score for one in found.lines} == sums
    assert [found.names[one.member] for one in found.lines] == [
        NAMES[int(one.member[1:])] for one in found.lines
    ]


async def test_of_what_is_void_nothing_is_told(house: House) -> None:
    held = await Held.of(house, BEN)
    await held.seated([[ANN, None, None, None]], [[ANN, BEN, None, None]])
    first, second = [await held.played(NightPlace(one, 1)) for one in (1, 2)]
    best = (await outcome(held)).best
    assert best is not None
    await held.void(first if best.table.place.round == 1 else second)
    after = await outcome(held)
    assert after.games == 1 and after.void == 1 and after.corrected == 0
    assert after.best is not None and after.best.table.place.round != best.table.place.round
    await held.void(second if best.table.place.round == 1 else first)
    nothing = await outcome(held)
    assert (nothing.games, nothing.void, nothing.lines, nothing.best, nothing.costly) == (
        0,
        2,
        [],
        None,
        None,
    )


async def test_corrections_made_by_then_are_in_all_of_it(house: House) -> None:
    """Points are others; a seat was Eva's, who is no member, so its deals are hers."""
    held = await Held.of(house, BEN)
    await held.seated([[ANN, BEN, None, None]])
    table = await held.played(NightPlace(1, 1))
    game = await held.game_of(table)
    points = (await table.view(None)).points
    changed = (points[1], points[0], *points[2:])
    await held.correct(Points(game, changed))
    found = await outcome(held)
    assert {one.member: one.score for one in found.lines} == {"m101": changed[0], "m102": changed[1]}
    assert found.corrected == 1 and found.void == 0
    for seat in (0, 1):
        await held.correct(SeatChange(game, seat, Holder(SeatKind.ROBOT, "easy")))
    found = await outcome(held)
    assert found.lines == [] and found.best is None and found.costly is None, "robots are nobody"


async def test_guests_are_told_beside_the_table(house: House) -> None:
    held = await Held.of(house)
    await held.seated([[ANN, EVA, None, None]], [[EVA, ANN, FRED, None]])
    tables = [await held.played(NightPlace(one, 1)) for one in (1, 2)]
    (first, second) = [(await one.view(None)).points for one in tables]
    found = await outcome(held)
    expected = sorted([(-first[1] - second[0], str(EVA)), (-second[2], str(FRED))])
    assert [*found.guests] == [(id, -points) for points, id in expected]
    assert [one.member for one in found.lines] == [f"m{ANN}"]
    assert found.names[str(EVA)] == "Eva"


async def test_a_deal_is_whose_who_had_the_seat_all_through_it(house: House) -> None:
    """Ben plays the first deal, Cees comes in the midst of the second, which is nobody's, and plays on."""
    held = await Held.of(house, BEN, CEES)
    await held.seated([[BEN, ANN, None, None]])
    table = await held.begun(NightPlace(1, 1))
    await play(house, table, deals=1)
    with refused("game-not-over"):
        await table.deals()
    await play(house, table, moves=6)
    assert (await table.view(None)).deal == 1
    await table.seat_by_program(0, Invited(CEES, NAMES[CEES]))
    await held.finish(table)
    sat = [one.sat[0] for one in await table.deals()]
    assert [one and one.name for one in sat] == ["Ben", None, *["Cees"] * (len(sat) - 2)]


async def test_a_night_of_duplicate_rounds_goes_by_differences(house: House) -> None:
    held = await Held.of(house, BEN, CEES, DORA, settings=DUPLICATE, options={"shuffle": "full"})
    await held.seated([[ANN, BEN, None, None], [CEES, None, DORA, EVA]])
    tables = [await held.played(NightPlace(1, one)) for one in (1, 2)]
    veiled = await outcome(held)
    assert veiled.best is None and veiled.costly is None and len(veiled.lines) == 5, "no deal of it is told"
    for table in tables:
        await table.unveil()
    assert (await outcome(held)).best is not None
    (first, second) = [(await one.view(None)).points for one in tables]
    means = [Fraction(one + other, 2) for one, other in zip(first, second, strict=True)]
    expected = {
        f"m{ANN}": first[0] - means[0],
        f"m{BEN}": first[1] - means[1],
        f"m{CEES}": second[0] - means[0],
        f"m{DORA}": second[2] - means[2],
        str(EVA): second[3] - means[3],
    }
    found = await outcome(held)
    assert {one.member: one.score for one in found.lines} == expected
    assert found.by_difference and not found.guests
    scores = [one.score for one in found.lines]
    assert scores == sorted(scores, reverse=True)
    await held.void(tables[1])
    assert {one.score for one in (await outcome(held)).lines} == {0}, "there is nothing to compare with"


async def test_nobody_played_to_the_end(house: House) -> None:
    held = await Held.of(house)
    await held.seated([[ANN, None, None, None]])
    table = await held.begun(NightPlace(1, 1))
    await table.call_off()
    found = await outcome(held)
    assert (found.games, found.lines, found.best) == (0, [], None)
