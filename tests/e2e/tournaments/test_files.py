"""What people take along of a tournament: files, the podium, their certificates."""

from __future__ import annotations

import asyncio
import csv
import json
import subprocess
import sys
from functools import partial
from io import StringIO
from pathlib import Path

from bot.tournaments.plan import Format
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import open_house
from tests.e2e.leagues.founded import Panel, posted, pressed
from tests.e2e.nights.evening_out import BEGIN
from tests.e2e.tournaments.cup import Cup

PNG = b"\x89PNG"


async def of_eight(cup: Cup) -> None:
    """Planned, announced and entered by all: one round, the best four, a final; two teams of which two
    count."""
    await cup.set(team="2", minutes="30", pause="15")
    panel = await cup.set_stage(0, rounds="1", cut="4", small="0", winners="no", carry="no")
    await panel.press("Announce")
    await cup.enter(*cup.people)


async def play(cup: Cup) -> None:
    """The stage that has been announced, which has one round. Only of the final others are told that they may
    look on, and where."""
    await cup.check_in()
    await cup.begin()
    is_final = (await cup.tournament()).is_last
    board = next(
        one
        for one in reversed(cup.organiser.messages(cup.house.cards))
        if "round 1 of 1" in reading.text(one)
    )
    assert ("Everybody may look on" in reading.text(board)) == is_final
    assert ("played here in the channel" in reading.text(board)) == is_final
    assert not [one.label for one in reading.buttons(board) if one.url]
    await cup.play_round()


async def files(cup: Cup, person: Person) -> Panel:
    """The choice of files, of the ranking that is shown first."""
    shown = await cup.panel(person, "tournament show")
    await shown.press("Files")
    return Panel(cup.house, person)


async def taken(cup: Cup, person: Person, label: str) -> tuple[str, bytes]:
    """One of them."""
    await (await files(cup, person)).press(label)
    (found,) = reading.pictures(cup.house.server, cup.house.whispers(person)[-1])
    return found.filename, found.data


def rows_of(data: bytes) -> list[dict[str, str]]:
    return [*csv.DictReader(StringIO(data.decode("utf-8-sig")))]


async def printed(file: Path) -> list[dict[str, object]]:
    """What the checking program says."""
    command = [sys.executable, "-m", "bot", "tournament", str(file)]
    run = partial(subprocess.run, command, capture_output=True, check=True, text=True)
    return [json.loads(line) for line in (await asyncio.to_thread(run)).stdout.splitlines()]


async def test_T1_files_say_what_is_shown_and_the_sealed_one_comes_at_the_end(
    database: Path, tmp_path: Path
) -> None:
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        cup = await Cup.planned(opened, 8, Format.EVENING)
        await of_eight(cup)
        await play(cup)
        one, seed = cup.people[0], (await cup.tournament()).seed
        panel = await files(cup, one)
        assert panel.labels == ["Ranking", "Printable page"] and "stays sealed until then" in panel.text
        league = (await cup.tournament()).league_id
        version = (await cup.tournament()).version
        forged = f"hh:tournament-file:l{league}:{version}:0main:tournament"
        assert "stays sealed until then" in (await cup.house.forge(one, panel.message, forged))[0]
        due = [line for line in await cup.due() if line.get("stage") == 0]
        name, data = await taken(cup, one, "Ranking")
        rows = rows_of(data)
        assert name.startswith("cup-ranking-") and name.endswith(".csv")
        assert [(row["Place"], row["Name"]) for row in rows] == [
            (str(place), who) for place, who in enumerate(cup.called([line["player"] for line in due]), 1)
        ]
        assert [row["Goes on"] for row in rows] == ["yes"] * 4 + [""] * 4
        assert [row["Round 1"] for row in rows] == [row["Score"] for row in rows]
        _, page = await taken(cup, one, "Printable page")
        assert seed not in page.decode() and rows[0]["Name"] in page.decode()
        stranger = cup.house.person("Chloé")
        assert "Files" not in (await cup.panel(stranger, "tournament show")).labels
        await (await cup.panel()).press("Who goes on")
        await Panel(cup.house, cup.organiser).press("Play on")
        await play(cup)
        await (await cup.panel()).press("End it")
        name, data = await taken(cup, one, "Tournament file")
        kept = tmp_path / name
        kept.write_bytes(data)
        lines = await printed(kept)
        (final,) = [line["final"] for line in lines if "final" in line]
        shown = (await cup.panel(one, "tournament show")).text
        assert isinstance(final, list)
        for player, place in final:
            assert rf"{place}\. {cup.house.server.people[int(player)].name} · " in shown
        assert json.loads(data)["seed"] == seed and json.loads(data)["name"] == "Cup"
        _, page = await taken(cup, one, "Printable page")
        assert seed in page.decode() and "python -m bot tournament" in page.decode()
        await honours(cup, cup.called([str(player) for player, _ in final]))


async def honours(cup: Cup, ranked: list[str]) -> None:
    """The message that ends it has the podium, said in words too; who has a place gets a certificate of it,
    and nobody else."""
    house, first = cup.house, next(one for one in cup.people if one.name == ranked[0])
    message = posted(house, first)
    (podium,) = reading.pictures(house.server, message)
    assert podium.data.startswith(PNG) and all(name in podium.alt for name in ranked[:3])
    assert ranked[3] not in podium.alt and "Winning team" not in podium.alt
    for person, place in ((first, "1st"), (next(one for one in cup.people if one.name == ranked[7]), "8th")):
        await pressed(house, person, message, "My certificate")
        (page,) = reading.pictures(house.server, house.whispers(person)[-1])
        assert page.data.startswith(PNG) and person.name in page.alt and f"{place} of 8" in page.alt
    assert "You have no place" in (await pressed(house, cup.organiser, message, "My certificate"))[0]
