"""*Dispute* on a result."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date

from playground import reading
from playground.world.permissions import EVERYONE, Permission
from playground.world.threads import Thread
from tests.e2e.house import House
from tests.e2e.leagues.club import Club, Shown, told
from tests.kept import keep_league


async def on_game(house: House, name: str) -> Shown:
    shown = await Shown.by(house, house.person(name), "results")
    return await shown.chosen("league-result", "8 September")


async def club_with_game(house: House) -> Club:
    club = await Club.found(house)
    await club.played(date(2026, 9, 8), {"Ann": 10, "Bram": 2, "Chloé": -4, "Dmitri": -8})
    return club


def threads(house: House) -> list[int]:
    return [one.id for one in house.world.channels.values() if one.is_thread]


async def test_a_dispute_opens_a_thread_to_which_the_organisers_are_called_once(house: House) -> None:
    club = await club_with_game(house)
    (guild,) = house.world.guilds.values()
    role = house.changes.add_role(guild, "Referees", house.person("Chloé").account)
    await keep_league(house.bot.store.leagues, replace(club.league, roles=(role.id,)))
    shown = await on_game(house, "Bram")
    opened = await shown.opened("Dispute")
    (thread,) = threads(house)
    found = house.world.channels[thread]
    assert isinstance(found, Thread) and found.parent is house.world.channels[house.cards]
    assert found.name == "Dispute: 8 September 2026, Ann, Bram, Chloé, Dmitri"
    assert opened.text == "There's now a thread about this game, and the organisers have been called there."
    (link,) = reading.buttons(opened.message)
    assert link.url is not None and link.url.endswith(f"/{thread}")
    (first,) = house.person("Dmitri").messages(thread)
    text = reading.text(first)
    assert text.startswith("### Game on 8 September 2026\n")
    ann, bram = house.person("Ann"), house.person("Bram")
    assert f"<@{bram.id}> disputes this result." in text and "4\\. Dmitri: **−8**" in text
    assert f"<@{ann.id}> <@&{role.id}>" in text
    assert house.world.channels[thread].messages[int(first["id"])].pings == {ann.id}
    again = await (await on_game(house, "Dmitri")).opened("Dispute")
    assert again.text == "This game is already disputed."
    assert len(threads(house)) == 1 and len(ann.messages(thread)) == 1


async def test_two_at_once_open_one_thread(house: House) -> None:
    await club_with_game(house)
    panels = [await on_game(house, name) for name in ("Bram", "Dmitri")]
    await asyncio.gather(*(one.opened("Dispute") for one in panels))
    assert len(threads(house)) == 1


async def test_what_discord_refuses_is_said(house: House) -> None:
    await club_with_game(house)
    channel = house.world.channels[house.cards]
    house.changes.set_permissions(channel, EVERYONE & ~Permission.CREATE_PUBLIC_THREADS)
    shown = await on_game(house, "Bram")
    await shown.press("Dispute")
    assert "I'm not allowed to open threads in \\#cards" in told(house, house.person("Bram"))
    assert not threads(house)


async def test_who_is_no_member_disputes_nothing(house: House) -> None:
    club = await club_with_game(house)
    dmitri = house.person("Dmitri")
    await house.bot.store.leagues.leave(club.league.id, str(dmitri.id), date(2026, 9, 9))
    shown = await on_game(house, "Dmitri")
    await shown.press("Dispute")
    assert "not a member" in told(house, dmitri)
