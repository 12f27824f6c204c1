"""Tournaments with what nobody would plan: each gets one clear sentence, and nothing is lost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.nights.model import StepKind
from bot.tournaments.model import Group
from playground import reading
from playground.world.permissions import Permission
from tests.clock import FakeClock
from tests.e2e.house import EPHEMERAL, open_house
from tests.e2e.leagues.founded import Panel
from tests.e2e.nights.evening_out import BEGIN
from tests.e2e.tournaments.cup import CUP, Cup, filled

CHANGED = "⚠️ The tournament has changed meanwhile: look again."


@asynccontextmanager
async def planned(database: Path, count: int) -> AsyncIterator[Cup]:
    """One of two stages, of a round each."""
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        cup = await Cup.planned(opened, count, "evening")
        await cup.set(minutes="30", pause="15")
        await stage(cup, cut="2")
        yield cup


async def stage(cup: Cup, rounds: str = "1", cut: str = "2", small: str = "0") -> Panel:
    return await cup.set_stage(0, rounds=rounds, cut=cut, small=small, winners="no", carry="no")


async def announced(cup: Cup) -> None:
    panel = await cup.panel()
    await panel.press("Announce")
    assert "✓ Announced." in panel.text, panel.text


async def first_stage(cup: Cup) -> None:
    """It is announced, and its first stage is played."""
    await announced(cup)
    await cup.enter(*cup.people)
    await cup.check_in()
    await cup.begin()
    await cup.play_round()


async def asks_to_cut(cup: Cup) -> Panel:
    panel = await cup.panel()
    await panel.press("Who goes on")
    return panel


async def played_on(cup: Cup) -> None:
    """The final, by those who are through."""
    await (await asks_to_cut(cup)).press("Play on")
    await cup.check_in()
    await cup.begin()
    await cup.play_round()


async def ended(cup: Cup) -> str:
    """It is ended; what is posted."""
    panel = await cup.panel()
    await panel.press("End it")
    reader = cup.people[0]
    return reading.text([one for one in reader.messages(cup.house.cards) if not one["flags"] & EPHEMERAL][-1])


async def places_are_due(cup: Cup, told: str) -> None:
    """What was posted is what follows from the paragraphs."""
    final = next(one["final"] for one in await cup.due() if "final" in one)
    named = [
        rf"{place}\. {name}"
        for name, (_, place) in zip(cup.called([id for id, _ in final]), final, strict=True)
    ]
    assert [line.split(" · ")[0] for line in told.splitlines()[1 : 1 + len(named)]] == named[:16]


@pytest.mark.parametrize("count", [3, 5, 7, 13])
async def test_T1_T7_people_who_fill_no_tables(database: Path, count: int) -> None:
    async with planned(database, count) as cup:
        await first_stage(cup)
        assert len((await cup.file())["people"]) == count
        await played_on(cup)
        await places_are_due(cup, await ended(cup))


async def test_T5_a_cut_that_is_larger_than_the_field(database: Path) -> None:
    """All of them go through, and nobody to the small group."""
    async with planned(database, 5) as cup:
        await stage(cup, cut="400", small="400")
        await first_stage(cup)
        panel = await asks_to_cut(cup)
        assert panel.text.count("✓") == 5
        await panel.press("Play on")
        assert len((await cup.tournament()).groups[-1]) == 2
        ((*invited,),) = await cup.invited()
        assert sorted(invited) == sorted(one.id for one in cup.people)


async def test_T8_one_team_alone(database: Path) -> None:
    """They meet each other, as nobody else is there."""
    async with planned(database, 4) as cup:
        await cup.set(team="2")
        await announced(cup)
        await cup.enter(*cup.people)
        for number, person in enumerate(cup.people):
            shown = await cup.panel(person, "tournament show")
            name = "ÉCLAIR" if number % 2 else "éclair"
            await filled(cup.house, person, await shown.press("My team"), team=name)
        await cup.check_in()
        await cup.begin()
        await cup.play_round()
        (teams,) = [one["teams"] for one in await cup.due() if "teams" in one]
        assert [name for name, *_ in teams] == ["éclair"]
        await played_on(cup)
        assert "1. éclair · " in await ended(cup)


async def test_T6_everybody_withdraws(database: Path) -> None:
    """There is nothing left to play, so it can be ended, and everybody keeps their place."""
    async with planned(database, 4) as cup:
        await first_stage(cup)
        old = await asks_to_cut(cup)
        panel, another = await cup.panel(), await cup.panel()
        for one in (panel, another):
            await one.press("Withdraw")
            await one.choose("tournament-withdraw-who", str(cup.people[0].id))
        await panel.press("Yes")
        await another.press("Yes")
        assert "⚠️ They have withdrawn already." in another.text
        for person in cup.people[1:]:
            await panel.press("Withdraw")
            await panel.choose("tournament-withdraw-who", str(person.id))
            await panel.press("Yes")
            assert f"✓ {person.name} goes no further." in panel.text
        await old.press("Play on")
        assert CHANGED in old.text
        panel = await asks_to_cut(cup)
        await panel.press("Play on")
        assert "⚠️ Fewer than two people go on, so there is nothing to play." in panel.text
        told = await ended(cup)
        await places_are_due(cup, told)
        assert all(one.name in told for one in cup.people)


async def test_T5_a_table_that_is_never_finished(database: Path) -> None:
    """Its stage has no cut until the organisers call it off; then the rounds that were played are all that
    counts, and the final is played on them."""
    async with planned(database, 8) as cup:
        await stage(cup, rounds="2", cut="4")
        await cup.set(minutes="-")
        await announced(cup)
        await cup.enter(*cup.people)
        await cup.check_in()
        await cup.begin()
        (evening,) = await cup.evenings()
        for table in await cup.tables(evening):
            await table.finish_by_robots()
        await cup.house.bot.tables.quiet()
        await cup.settled()
        while (await cup.fresh(evening)).round == 1:
            await cup.go_to(cup.clock.now() + 60.0)
        panel = await cup.panel()
        await panel.press("Run the tables")
        organising = Panel(cup.house, cup.organiser)
        await organising.press("Pause")
        await cup.go_to(cup.clock.now() + 24 * 3600.0)
        panel = await cup.panel()
        assert "Who goes on" not in panel.labels
        forged = panel.id_of("tournament-withdraw").replace("tournament-withdraw", "tournament-next")
        await cup.house.forge(cup.organiser, panel.message, f"{forged.rsplit(':', 1)[0]}:0")
        assert "⚠️ The stage is still being played." in panel.text
        await organising.press("Look again")
        await organising.press("Call off")
        await organising.press("Yes")
        first = [one for one in await cup.due() if one.get("stage") == 0]
        assert not first
        await cup.set(minutes="30")
        await played_on(cup)
        assert len(await cup.invited()) == 1 and len((await cup.invited())[0]) == 4
        due = await cup.due()
        assert [one["rounds"] for one in (await cup.file())["stages"]] == [1, 1]
        assert len([one for one in due if one.get("stage") == 0 and one["through"]]) == 4
        await places_are_due(cup, await ended(cup))


async def test_two_tournaments_at_once_on_one_server(database: Path) -> None:
    """Neither hears of the other, and nobody is in both."""
    async with planned(database, 4) as cup:
        await announced(cup)
        await cup.enter(*cup.people)
        ann, house = cup.organiser, cup.house
        said = {"game": "russian-king", "format": "marathon", "date": "24 November", "time": "21:00"}
        assert "name" in await house.reply(ann, "tournament create", {"name": CUP.lower()} | said)
        panel = Panel(house, ann)
        await house.reply(ann, "tournament create", {"name": "Other"} | said)
        panel = Panel(house, ann)
        await panel.press("Announce")
        assert "⚠️ Another night is being held in" in panel.text
        found = await house.bot.store.tournaments.of_server(house.bot.guilds[0].id)
        assert [len(one.groups) for one in found] == [0, 1]
        await panel.press("Throw away")
        await panel.press("Yes")
        assert "It is gone." in panel.text
        assert "Enter with the button" in await house.reply(ann, "tournament show")
        assert "There is no tournament called Other here." in await house.reply(
            ann, "tournament show", {"tournament": "Other"}
        )


async def test_an_organiser_who_leaves_the_server(database: Path) -> None:
    """Whoever may manage the server brings it to its end."""
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        (guild,) = opened.world.guilds.values()
        maker, owner = opened.person("Bram"), opened.person("Ann")
        opened.changes.add_role(guild, "chair", maker.account, permissions=Permission.MANAGE_MESSAGES)
        cup = await Cup.planned(opened, 4, "evening", by=maker.name)
        await cup.set(minutes="30", pause="15")
        await stage(cup)
        await announced(cup)
        await cup.enter(*cup.people)
        assert "Only organisers of" in await cup.house.reply(cup.people[0], "tournament manage")
        opened.changes.leave(guild, maker.account)
        cup.organiser = owner
        await cup.check_in()
        await cup.begin()
        await cup.play_round()
        await played_on(cup)
        await places_are_due(cup, await ended(cup))


async def test_presses_on_old_panels_and_by_who_is_no_organiser(database: Path) -> None:
    async with planned(database, 4) as cup:
        old, new = await cup.panel(), await cup.panel()
        await new.press("Announce")
        assert "✓ Announced." in new.text
        await old.press("Announce")
        assert CHANGED in old.text
        assert len((await cup.tournament()).groups) == 1
        await cup.enter(*cup.people)
        await cup.check_in()
        await cup.begin()
        await cup.play_round()
        first, second = await asks_to_cut(cup), await asks_to_cut(cup)
        shown = await cup.panel(cup.people[0], "tournament show")
        for verb in ("tournament-next", "tournament-cut", "tournament-end", "tournament-withdraw"):
            whispered = await cup.house.forge(
                cup.people[0], shown.message, first.id_of("tournament-next").replace("tournament-next", verb)
            )
            assert any("Only organisers of" in one for one in whispered), (verb, whispered)
        await first.press("Play on")
        assert "✓ The next stage begins" in first.text
        await second.press("Play on")
        assert CHANGED in second.text
        tournament = await cup.tournament()
        assert len(tournament.groups) == 2
        assert len(await cup.house.bot.store.nights.series_of(tournament.guild_id)) == 2


async def test_T5_who_did_not_get_through_cannot_come(database: Path) -> None:
    async with planned(database, 4) as cup:
        await first_stage(cup)
        await (await asks_to_cut(cup)).press("Play on")
        (through,) = await cup.invited()
        out = next(one for one in cup.people if one.id not in through)
        (evening,) = await cup.evenings()
        known = {one["id"] for one in cup.house.whispers(out)}
        await cup.press(out, evening, StepKind.SIGN_UP, "I'm in")
        told = [reading.text(one) for one in cup.house.whispers(out) if one["id"] not in known]
        assert any(f"Only those who have got through in {CUP} play here." in one for one in told), told
        assert await cup.invited() == [through]


ODD = ["*_~`|", "@everyone", "[a](https://b.example)", "\u202eabc", "<@1> #x", "🂡🂢", "  ", "ÅÅÅ" * 10]


async def test_names_with_odd_characters(database: Path) -> None:
    """They are told as they stand, nobody is called by them, and teams are one by what they look like."""
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        cup = await Cup.planned(opened, 0, "evening", name="**Cup** @here")
        cup.people = [cup.house.server.people.add(name) for name in ODD]
        await cup.set(team="2", minutes="30", pause="15")
        await stage(cup)
        await announced(cup)
        await cup.enter(*cup.people)
        for person, name in zip(cup.people, [*ODD[1:], "x" * 32], strict=True):
            shown = await cup.panel(person, "tournament show")
            await filled(cup.house, person, await shown.press("My team"), team=name)
            assert "You play for" in shown.text, (name, shown.text)
        shown = await cup.panel(cup.people[0], "tournament show")
        await filled(cup.house, cup.people[0], await shown.press("My team"), team="")
        assert "✓" in shown.text
        await cup.check_in()
        await cup.begin()
        await cup.play_round()
        shown = await cup.panel(cup.people[0], "tournament show")
        assert "\n" not in (await cup.tournament()).plan.starts and "@everyone" in shown.text
        await played_on(cup)
        told = await ended(cup)
        assert "\\*\\*Cup\\*\\*" in told
        posted = [one for one in cup.people[0].messages(cup.house.cards) if not one["flags"] & EPHEMERAL][-1]
        assert not posted["mention_everyone"] and not posted["mentions"]
        for stage_ in range(2):
            held = await cup.house.bot.tournaments.held(await cup.tournament())
            assert held.ranking(stage_, Group.MAIN)
