"""A moderator deletes the message that a night goes on by: it is there again with the next change, and at
once for whoever looks for the night. Once, and as it stands by then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.nights.model import StepKind
from playground import reading
from playground.world.permissions import Permission
from tests.e2e.nights.bad_input import (
    MINUTE,
    PLAIN,
    arrive,
    asked,
    cards,
    club,
    letters,
    playing,
    posted_in,
    say,
)
from tests.e2e.nights.evening_out import EveningOut


async def delete(out: EveningOut, kind: StepKind, about: int = 0) -> None:
    step = (await out.told()).step(kind, about)
    assert step.discord_id is not None
    channel = cards(out.house)
    out.house.changes.delete_message(channel.messages[step.discord_id])
    await out.settled()


def standing(out: EveningOut) -> list[str]:
    return [one for one in posted_in(out.people[0], cards(out.house)) if one.startswith("###")]


async def test_the_message_that_asks_who_comes(database: Path) -> None:
    async with club(database, 4) as out:
        await out.announced(PLAIN)
        await delete(out, StepKind.SIGN_UP)
        assert standing(out) == []
        await say(out, out.people[:1])
        await out.wait(MINUTE)
        (there,) = standing(out)
        assert "**In** (1): u01" in there
        await out.press(out.people[1], StepKind.SIGN_UP, "I'm in")
        (there,) = standing(out)
        assert "**In** (2): u01, u02" in there


async def test_the_message_that_asks_who_is_here(database: Path) -> None:
    async with club(database, 4) as out:
        begins = await asked(out)
        before = standing(out)
        await delete(out, StepKind.CHECK_IN)
        await arrive(out, out.people[:1])
        await out.wait(10)
        assert len(standing(out)) == len(before)
        for one in out.people[1:]:
            await out.press(one, StepKind.CHECK_IN, "I'm here")
        await out.go_to(begins)
        assert len(await out.tables(1)) == 1


async def test_the_message_of_the_round(database: Path) -> None:
    async with club(database, 4) as out:
        await playing(out, out.people)
        before = standing(out)
        await delete(out, StepKind.BOARD, 1)
        (table,) = await out.tables(1)
        await out.sit_down(table)
        await out.wait(MINUTE)
        assert [one.partition("\n")[0] for one in standing(out)] == [one.partition("\n")[0] for one in before]


@pytest.mark.parametrize("kind", [StepKind.SIGN_UP, StepKind.CHECK_IN, StepKind.BOARD])
async def test_whoever_looks_for_the_night_finds_it(database: Path, kind: StepKind) -> None:
    async with club(database, 4) as out:
        match kind:
            case StepKind.SIGN_UP:
                await out.announced(PLAIN)
            case StepKind.CHECK_IN:
                await asked(out)
            case _:
                await playing(out, out.people)
        about = 1 if kind is StepKind.BOARD else 0
        before = standing(out)
        await delete(out, kind, about)
        for _ in range(2):
            await (await out.people[2].command(out.house.cards, "night list", None)).done()
            await out.settled()
        assert len(standing(out)) == len(before)
        assert reading.text(await out.message(kind, about)) in standing(out)


async def test_one_that_is_only_out_of_reach_stays_the_only_one(database: Path) -> None:
    async with club(database, 4) as out:
        house, (ann, *others) = out.house, out.people
        await out.announced(replace(PLAIN, reminder=0))
        house.changes.rights.take(Permission.VIEW_CHANNEL, cards(house))
        house.bot.nights.steps._messages.look_for(await out.told())  # pyright: ignore[reportPrivateUsage]
        await say(out, [ann])
        await out.wait(MINUTE)
        house.changes.rights.give(Permission.VIEW_CHANNEL, cards(house))
        await say(out, others)
        await out.wait(MINUTE)
        (there,) = standing(out)
        assert "**In** (4)" in there
        assert letters(ann) == []
