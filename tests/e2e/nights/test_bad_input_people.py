"""People who are where they cannot be, come and go, or have left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.discordkit.interactions import PressId
from bot.discordkit.ports import on_night
from bot.leagues.model import ClubMember
from bot.nights.model import EveningStage, NightError, NightPlace, SignUpAnswer, StepKind
from bot.tables.model import State
from tests.e2e.nights.bad_input import MINUTE, PLAIN, arrive, asked, club, manage, other_night, playing, say
from tests.e2e.nights.evening_out import EveningOut


async def test_a_person_in_two_nights_on_one_evening(database: Path) -> None:
    async with club(database, 8) as out:
        await out.announced(PLAIN)
        other = await other_night(out)
        bob, evenings = out.people[1], out.house.bot.nights.evenings
        await say(out, [bob], evening_id=other)
        told = await out.press(bob, StepKind.SIGN_UP, "I'm in")
        assert "You're coming to a night of Wednesday club at the same time. Drop out there first" in told
        begins = (await out.evening()).starts_at
        await out.go_to(begins - 30 * MINUTE)
        assert "You're coming to a night of Wednesday club" in await out.press(
            bob, StepKind.CHECK_IN, "I'm here"
        )
        panel = await manage(out)
        await panel.choose("manage-which", "1")
        await panel.press("People")
        sentence = "⚠️ They're coming to a night of Wednesday club at the same time."
        await panel.choose("manage-add", str(bob.id))
        assert sentence in panel.text
        await panel.press("People")
        await panel.choose("manage-substitute", str(bob.id))
        assert sentence in panel.text
        assert bob.id not in (await out.told()).people
        others = [out.people[0], *out.people[2:5]]
        await arrive(out, others)
        await out.go_to(begins)
        with pytest.raises(NightError, match="elsewhere"):
            await evenings.seat_now(await out.told(), NightPlace(1, 1, 1), 0, bob.id, "u02")
        await say(out, [bob], SignUpAnswer.OUT, other)
        assert "seat of somebody who doesn't turn up" in await out.press(bob, StepKind.BOARD, "I'm here", 1)


async def test_somebody_who_checks_in_and_out_forty_times(database: Path) -> None:
    """What they said last counts, and nobody else notices anything of it."""
    async with club(database, 5) as out:
        begins = await asked(out)
        await arrive(out, out.people[1:])
        ann = out.people[0]
        message = await out.message(StepKind.CHECK_IN)
        for label in ("I'm here", "I can't come") * 20:
            done = await out.house.press(ann, message, label)
            assert done.state == "answered", done.error
        await out.settled()
        text = await out.text(StepKind.CHECK_IN)
        assert "**Here** (4): u02, u03, u04, u05" in text
        assert len((await out.told()).people) == 5
        await out.press(ann, StepKind.CHECK_IN, "I'm here")
        await out.go_to(begins)
        seated = [seat.user_id for one in await out.tables(1) for seat in one.facts.seats]
        assert sorted(one for one in seated if one) == sorted(one.id for one in out.people)


async def _leave(out: EveningOut, user_id: int) -> ClubMember:
    leagues = out.house.bot.clubs.leagues
    (member,) = [one for one in await leagues.members(out.league.id) if one.user_id == user_id]
    await leagues.leave(out.league.id, member.id, out.house.bot.clubs.today(out.league))
    return member


async def test_who_leaves_a_league_for_members_alone_after_the_check_in(database: Path) -> None:
    """They are not seated, the others are, and they read why when they come back."""
    async with club(database, 5, guests=False) as out:
        begins = await asked(out)
        await arrive(out, out.people)
        gone = out.people[4]
        await _leave(out, gone.id)
        await out.go_to(begins)
        (table,) = await out.tables(1)
        assert {one.user_id for one in table.facts.seats} == {one.id for one in out.people[:4]}
        told = await out.press(gone, StepKind.BOARD, "I'm here", 1)
        assert "Only members of Tuesday club may come" in told
        person = (await out.told()).people[gone.id]
        assert (person.answer, person.is_here) == (SignUpAnswer.OUT, False)


async def test_who_leaves_the_server_after_the_check_in(database: Path) -> None:
    """They do not appear, and somebody who is there has their seat after the grace time."""
    async with club(database, 6) as out:
        (guild,) = out.house.world.guilds.values()
        settings = replace(PLAIN, seats=4)
        begins = await asked(out, settings)
        await say(out, out.people[:5])
        await arrive(out, out.people[:5])
        gone, spare = out.people[3], out.people[4]
        out.house.changes.leave(guild, gone.account)
        await out.go_to(begins)
        (table,) = await out.tables(1)
        await out.sit_down(table, [gone])
        await out.wait(5 * MINUTE)
        assert table.facts.state is State.PLAYING
        assert {one.user_id for one in table.facts.seats} == {
            *(one.id for one in out.people[:3]),
            spare.id,
        }


async def test_presses_on_what_is_over(database: Path) -> None:
    """*I'm here* of an old table and an old board, and every press of an organiser: each is answered."""
    async with club(database, 4) as out:
        await playing(out, out.people)
        (table,) = await out.tables(1)
        lobby, board = out.house.lobby(table), await out.message(StepKind.BOARD, 1)
        panel = await manage(out)
        await out.house.bot.nights.evenings.call_off(await out.told())
        await out.settled()
        ann, bob = out.people[:2]
        custom = str(PressId("night-here", on_night(1)))
        assert await out.house.forge(bob, board, custom) == ["That night is over."]
        (said,) = await out.house.forge(bob, lobby, f"hh:ready:{table.facts.id}:{table.facts.seq}:")
        assert said
        before = await out.told()
        version = before.evening.version
        for verb, values in ORGANISERS.items():
            forged = str(PressId(verb, on_night(1), version, values))
            await out.house.forge(ann, panel.message, forged)
            assert "The night was called off." in panel.text or "over" in panel.text, (verb, panel.text)
        after = await out.told()
        assert (after.evening, after.people) == (before.evening, before.people)


ORGANISERS: dict[str, tuple[str, ...]] = {
    "manage-panel": (),
    "manage-begin": (),
    "manage-settings": (),
    "manage-off": (),
    "manage-off-yes": (),
    "manage-people": ("0",),
    "manage-draw": (),
    "manage-seating": ("0",),
    "manage-post": (),
    "manage-pause": (),
    "manage-go-on": (),
    "manage-end": (),
    "manage-end-yes": (),
    "manage-last": ("yes",),
    "manage-robot": ("100101", "0", "0"),
    "manage-again": (),
}


async def test_what_organisers_ask_of_a_night_that_is_over(database: Path) -> None:
    """The same without a panel: nothing of it is done."""
    async with club(database, 4) as out:
        await playing(out, out.people)
        evenings = out.house.bot.nights.evenings
        await evenings.call_off(await out.told())
        await out.settled()
        told = await out.told()
        ann, bob = out.people[0].id, out.people[1].id
        for asked_for in (
            evenings.draw(told),
            evenings.swap(told, ann, bob),
            evenings.post(told),
            evenings.begin_now(told),
            evenings.put_off(told, out.clock.now() + 60),
            evenings.move(told, 1),
            evenings.set_settings(told, PLAIN),
            evenings.add(told, ann, "u01"),
            evenings.name_substitute(told, ann, "u01"),
            evenings.send_away(told, ann),
            evenings.call_off(told),
        ):
            with pytest.raises(NightError, match="night-over"):
                await asked_for
        for asked_for in (
            evenings.pause(told),
            evenings.go_on(told),
            evenings.end_early(told),
            evenings.end_round(told),
            evenings.seat_now(told, NightPlace(1, 1, 1), 0, None),
        ):
            with pytest.raises(NightError, match="not-playing"):
                await asked_for
        assert (await out.told()).evening == told.evening
        assert told.evening.stage is EveningStage.CALLED_OFF
