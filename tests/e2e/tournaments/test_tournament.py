"""A tournament by commands and presses, from ``/tournament create`` to its end (T1 to T8)."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.nights import attendance
from bot.tournaments.model import Group
from playground import reading
from tests.clock import FakeClock
from tests.e2e.house import EPHEMERAL, open_house
from tests.e2e.nights.evening_out import BEGIN
from tests.e2e.tournaments.cup import Cup, filled


async def test_T1_to_T8_a_tournament_of_twelve_with_a_small_final(database: Path) -> None:
    """Two rounds, the best four, a small final of four, three teams; one does not appear, one withdraws after
    the cut, and the next takes the place; a result is corrected before the cut, and not after it."""
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        cup = await Cup.planned(opened, 12, "evening")
        house = cup.house
        await cup.set(team="2", minutes="30", pause="15")
        panel = await cup.set_stage(0, rounds="2", cut="4", small="4", winners="no", carry="no")
        assert "the next 4 play the small final" in panel.text
        await panel.press("Announce")
        assert "✓ Announced." in panel.text, panel.text
        await cup.enter(*cup.people)
        for number, person in enumerate(cup.people):
            shown = await cup.panel(person, "tournament show")
            await filled(house, person, await shown.press("My team"), team=f"Club {number % 3}")
            assert f"You play for Club {number % 3}." in shown.text
        await cup.check_in(cup.people[11])
        await cup.begin()
        await cup.play_round()
        due = await cup.standing()
        shown = await cup.panel(cup.people[0], "tournament show")
        place = 1 + [one["player"] for one in due].index(str(cup.people[0].id))
        assert f"of {len(due)} with" in shown.text and f"\n**{place}\\. {cup.people[0].name} ·" in shown.text
        await cup.play_round()
        await cup.swap_points()
        due = [one for one in await cup.due() if one.get("stage") == 0]
        panel = await cup.panel()
        await panel.press("Who goes on")
        going = [line for line in panel.text.splitlines() if line.endswith("✓")]
        through = {group: [one["player"] for one in due if one["through"] == group] for group in Group}
        assert [name in line for name, line in zip(cup.called(through[Group.MAIN]), going, strict=True)] == [
            True
        ] * 4
        await panel.press("Play on")
        assert await cup.invited() == [[int(one) for one in through[group]] for group in Group]
        first, fifth = (house.server.people[int(through[group][0])] for group in Group)
        await panel.press("Withdraw")
        await panel.choose("tournament-withdraw-who", str(first.id))
        await panel.press("Yes")
        assert f"✓ {first.name} goes no further." in panel.text
        order = [int(one["player"]) for one in due if int(one["player"]) != first.id]
        assert await cup.invited() == [order[:4], order[4:8]] and order[3] == fifth.id
        await cup.check_in()
        await cup.begin()
        assert await cup.refused_for_who_goes_on() == "played-on"
        await cup.play_round()
        panel = await cup.panel()
        await panel.press("End it")
        posted = [one for one in first.messages(house.cards) if not one["flags"] & EPHEMERAL][-1]
        *_, final, teams = await cup.due()
        told = reading.text(posted).splitlines()
        for (player, place), line in zip(final["final"], told[1:], strict=False):
            assert line.startswith(rf"{place}\. {house.server.people[int(player)].name} · "), (line, player)
        assert [line.split(" · ")[0] for line in told if "Club" in line] == [
            f"{place}. {name}" for name, place, *_ in teams["teams"]
        ]
        seed = (await cup.tournament()).seed
        assert seed in told[-1] and seed not in shown.text


async def test_what_is_not_announced_is_its_organisers_alone(database: Path) -> None:
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        cup = await Cup.planned(opened, 1, "evening")
        (ben,) = cup.people
        for options in ({}, {"tournament": "Cup"}):
            assert "no tournament" in await cup.house.reply(ben, "tournament show", options)
        panel = await cup.panel()
        assert "Not announced yet" in panel.text
        await panel.press("Points")
        assert "Cup" in panel.text and "Sum of points" in panel.text, panel.text
        await (await cup.panel()).press("Announce")
        shown = await cup.panel(ben, "tournament show")
        seal = sha256((await cup.tournament()).seed.encode()).hexdigest()
        assert f"`{seal}`" in shown.text


async def test_a_final_on_another_day_and_a_withdrawal_taken_back(database: Path) -> None:
    """The plan says when each stage is; who withdrew by mistake is back among those who go on; a final that
    was called off before any game was none."""
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        cup = await Cup.planned(opened, 5, "evening")
        house = cup.house
        await cup.set(minutes="30", pause="15")
        panel = await cup.set_stage(0, rounds="1", cut="4", small="0", winners="no", carry="no")
        assert "2. **Final** · around 20:45 · 1 table · 1 round" in panel.text
        assert "It takes about 75 minutes and ends around 21:15." in panel.text
        assert "16 people: 4 tables · 32 people: 8 tables" in panel.text
        await panel.choose("tournament-setting", "starts1")
        asked = await panel.press("Another value …")
        await filled(house, cup.organiser, asked, date="24 November", time="19:00")
        assert "⚠️" in panel.text and "A stage cannot begin before the one that it follows." in panel.text
        asked = await panel.press("Another value …")
        await filled(house, cup.organiser, asked, date="29 November", time="14:00")
        assert "2. **Final** · Sunday 29 November at 14:00 · 1 table" in panel.text
        assert "It ends around 14:30." in panel.text
        await panel.press("Announce")
        await cup.enter(*cup.people)
        await cup.check_in()
        await cup.begin()
        await cup.play_round()
        panel = await cup.panel()
        await panel.press("Who goes on")
        await panel.press("Play on")
        (final,) = await cup.evenings()
        league = await house.bot.tournaments.league(await cup.tournament())
        assert final.starts_at == datetime(2026, 11, 29, 14, tzinfo=ZoneInfo(league.zone)).timestamp()
        assert final.settings.check_in == 30
        ((*through,),) = await cup.invited()
        first = house.server.people[through[0]]

        async def choose_first(said: str) -> None:
            await panel.press("Withdraw")
            await panel.choose("tournament-withdraw-who", str(first.id))
            await panel.press("Yes")
            assert f"✓ {first.name} {said}" in panel.text

        await choose_first("goes no further.")
        assert through[0] not in (await cup.invited())[0]
        await choose_first("plays on;")
        assert (await cup.invited())[0] == through
        details = await house.bot.store.nights.details(final.id)
        assert details is not None and {one.user_id for one in attendance.coming(details)} == {*through}
        await house.bot.nights.evenings.call_off(details)
        await cup.settled()
        panel = await cup.panel()
        await panel.press("End it")
        *_, due = await cup.due()
        assert [player for player, _ in due["final"]][:4] == [str(one) for one in through]
        assert len((await cup.tournament()).groups) == 1
