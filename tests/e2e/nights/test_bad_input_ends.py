"""Tables that nobody comes to, and rounds and nights that end before their time: what counts, and what is
told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.nights.model import EveningStage, StepKind
from bot.tables.model import State
from tests.e2e.nights.bad_input import MINUTE, PLAIN, club, finish, manage, playing, results

TWO = replace(PLAIN, rounds=2)


async def test_all_four_of_a_table_do_not_appear(database: Path) -> None:
    """Nothing is played there by robots alone; the others play, and those four are not seated again."""
    async with club(database, 8) as out:
        begins = await playing(out, out.people, TWO)
        first, second = await out.tables(1)
        await out.sit_down(second)
        await out.go_to(begins + 6 * MINUTE)
        assert first.facts.state not in (State.LOBBY, State.PLAYING)
        assert "not played" in await out.text(StepKind.BOARD, 1)
        await finish(out, second)
        await out.wait(1)
        (table,) = await out.tables(2)
        there = {one.user_id for one in second.facts.seats}
        assert {one.user_id for one in table.facts.seats} == there
        assert await results(out) == 1


async def test_one_of_a_table_is_enough_for_it_to_be_played(database: Path) -> None:
    async with club(database, 4) as out:
        begins = await playing(out, out.people)
        (table,) = await out.tables(1)
        await out.sit_down(table, out.people[1:])
        await out.go_to(begins + 6 * MINUTE)
        assert table.facts.state is State.PLAYING
        assert [one.user_id for one in table.facts.seats].count(None) == 3


async def test_nobody_appears_at_all(database: Path) -> None:
    async with club(database, 4) as out:
        begins = await playing(out, out.people, TWO)
        await out.go_to(begins + 6 * MINUTE)
        assert (await out.evening()).stage is EveningStage.OVER
        result = await out.text(StepKind.RESULT)
        assert "Nobody finished a game." in result
        assert "Too few people were left for another round." in result


async def test_everybody_leaves_after_the_first_round(database: Path) -> None:
    async with club(database, 4) as out:
        await playing(out, out.people, TWO)
        (table,) = await out.tables(1)
        await out.sit_down(table)
        for one in out.people[:3]:
            told = await out.press(one, StepKind.BOARD, "I have to go", 1)
            assert "You won't play in the next rounds. If you're in a game, you play it to the end" in told
        await finish(out, table)
        evening = await out.evening()
        assert (evening.stage, evening.round) == (EveningStage.OVER, 1)
        assert "Too few people were left for another round." in await out.text(StepKind.RESULT)
        assert await results(out) == 1


async def test_end_early_lets_the_round_be_played_and_no_other(database: Path) -> None:
    async with club(database, 4) as out:
        await playing(out, out.people, TWO)
        (table,) = await out.tables(1)
        await out.sit_down(table)
        await (await manage(out)).press("End after this round")
        await out.settled()
        assert table.facts.state is State.PLAYING
        await finish(out, table)
        evening = await out.evening()
        assert (evening.stage, evening.round, await results(out)) == (EveningStage.OVER, 1, 1)
        assert "Too few" not in await out.text(StepKind.RESULT)


async def test_end_round_has_robots_play_what_is_played_and_what_has_not_begun_is_not(
    database: Path,
) -> None:
    async with club(database, 8) as out:
        await playing(out, out.people, TWO)
        first, second = await out.tables(1)
        await out.sit_down(first)
        panel = await manage(out)
        await panel.press("End this round now")
        assert "Robots finish its games; they count" in panel.text
        await panel.press("Yes")
        await out.settled()
        await out.house.bot.tables.quiet()
        await out.settled()
        assert first.facts.state is State.FINISHED
        assert second.facts.state is State.CLOSED
        evening = await out.evening()
        assert (evening.stage, evening.round, await results(out)) == (EveningStage.PLAYING, 2, 1)


async def test_called_off_in_play_what_is_finished_counts_and_what_is_played_does_not(
    database: Path,
) -> None:
    async with club(database, 8) as out:
        await playing(out, out.people, TWO)
        first, second = await out.tables(1)
        for one in (first, second):
            await out.sit_down(one)
        await finish(out, first)
        panel = await manage(out)
        await panel.press("Call off")
        assert "Finished games count; unfinished ones end without a result." in panel.text
        await panel.press("Yes")
        await out.settled()
        assert second.facts.state is State.CLOSED
        assert (await out.evening()).stage is EveningStage.CALLED_OFF
        assert "An organiser has called it off." in await out.text(StepKind.OFF)
        assert await results(out) == 1
