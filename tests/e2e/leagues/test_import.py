"""``/league import``: seasons in spreadsheets and season files, looked at, kept and taken back."""

from __future__ import annotations

import json
import os
import signal
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from discord import Attachment

from bot.apart import AT_ONCE
from bot.discordkit.files import Files
from bot.leagues.model import SeasonFacts
from playground import reading
from playground.people import Person
from playground.server import Playground
from playground.world.files import Upload
from tests.e2e.house import House, open_house
from tests.e2e.leagues.kitchen import FIRST, Club, labels
from tests.processes import begun, children

SEATS = """Date;Table;Player;Points
2025-09-08;1;ann;3
;;Bob;-3
;;Cath;0
15/9/2025;1;Ann;4
;;Bob;-3
;;Cath;-1
"""
SCORES = """Datum,Ann,Bob,Cath,Dirk,Totaal
08.09.2025,3,-3,0,,0
08.09.2025,,-3,0,3,0
"""
PAIRS = """Дата;Игрок 1;Очки 1;Игрок 2;Очки 2;Игрок 3;Очки 3
08.09.2025;Ann;3;Bob;-3;Cath;0
"""
TOTALS = """Nom;Total
Ann;12,5
Bob;-3
"""


def season_file(**more: Any) -> bytes:
    """A small season file."""
    seats = [{"player": "u1", "points": 3}, {"player": "u2", "points": -3}, {"guest": "x", "points": 0}]
    game = {"id": "g1", "night": "n1", "started": "2025-09-08T18:00:00Z", "ended": "2025-09-08T19:00:00Z"}
    written = {
        "season": 1,
        "name": "Season 2025",
        "zone": "Europe/Brussels",
        "settings": {},
        "members": [
            {"id": "u1", "name": "Ann", "joined": "2025-09-01"},
            {"id": "u2", "name": "Wim", "joined": "2025-09-01"},
        ],
        "guests": [{"id": "x", "name": "Jan"}],
        "nights": [{"id": "n1", "date": "2025-09-08"}],
        "games": [{**game, "sum": 0, "seats": seats}],
        **more,
    }
    return json.dumps(written).encode()


async def given(house: House, person: Person, name: str, data: bytes | str) -> dict[str, Any]:
    """``/league import`` with a file; the panel."""
    content = data.encode() if isinstance(data, str) else data
    done = await house.command(person, "league import", {"file": Upload(name, content)})
    assert done.state == "answered", done.error
    assert done.message is not None and done.message["flags"] & 64
    return person.message(done.message["id"])


async def seasons(club: Club) -> list[SeasonFacts]:
    return [*await club.house.bot.store.seasons.seasons(club.league.id)]


async def choose(
    house: House, person: Person, panel: dict[str, Any], verb: str, value: str
) -> dict[str, Any]:
    """Choose in the select of that verb; the panel as it is then."""
    (select,) = [one for one in reading.selects(panel) if one.custom_id.startswith(f"hh:{verb}:")]
    done = await (await person.select(panel["id"], select.custom_id, [value])).done()
    assert done.state == "answered", done.error
    await house.settled()
    return person.message(panel["id"])


@pytest.mark.parametrize(
    ("content", "values", "games"),
    [
        (SEATS, {"Ann": "7", "Cath": "-1", "Bob": "-6"}, 2),
        (SCORES, {"Ann": "3", "Dirk": "3", "Cath": "0", "Bob": "-6"}, 2),
        (PAIRS, {"Ann": "3", "Cath": "0", "Bob": "-3"}, 1),
        (TOTALS, {"Ann": "25/2", "Bob": "-3"}, 0),
    ],
    ids=["seats", "scores", "pairs", "totals"],
)
async def test_a_spreadsheet_of_each_form_becomes_a_season_of_the_past_and_goes_again(
    house: House, content: str, values: dict[str, str], games: int
) -> None:
    club = await Club.made(house, "Ann", "Bram")
    ann = house.person("Ann")
    panel = await given(house, ann, "Season 2025.csv", content)
    text = reading.text(panel)
    assert "Season 2025" in text and f"Members: 1 known, {len(values) - 1} new, without an account" in text
    assert labels(panel) == ["Import", "Columns", "Cancel"] and len(await seasons(club)) == 1
    panel = await club.press(ann, panel, "Import")
    assert reading.text(panel).startswith("**Season 2025** is in Tuesday")
    past, now = await seasons(club)
    assert (past.name, past.imported, past.is_open, now.id) == ("Season 2025", True, False, club.season.id)
    assert await club.values(past.id) == values
    assert (await house.bot.store.seasons.results(past.id, 0, 1))[1] == games
    members = {one.name: one for one in await house.bot.store.leagues.members(club.league.id)}
    assert members["Ann"].is_in and members["Bob"].user_id is None and not members["Bob"].is_in
    panel = await club.press(ann, panel, "Undo the import")
    assert len(await seasons(club)) == 2
    panel = await club.press(ann, panel, "Yes")
    assert reading.text(panel).startswith("The import is undone")
    assert [one.id for one in await seasons(club)] == [club.season.id]


async def test_a_season_file_as_the_open_season_and_an_empty_one_after_undo(house: House) -> None:
    club = await Club.made(house, "Ann", "Bram")
    ann = house.person("Ann")
    panel = await given(house, ann, "s.json", season_file(settings={"measure": "average"}))
    assert labels(panel) == ["Import", "Cancel"] and "Season 2025" in reading.text(panel)
    panel = await choose(house, ann, panel, "import-as", "open")
    panel = await club.press(ann, panel, "Import")
    (only,) = await seasons(club)
    assert (only.name, only.is_open, only.settings.measure) == ("Season 2025", True, "average")
    assert await club.values(only.id) == {"Ann": "3", "Wim": "-3"}
    panel = await club.press(ann, await club.press(ann, panel, "Undo the import"), "Yes")
    (empty,) = await seasons(club)
    assert empty.is_open and not empty.imported and await club.values(empty.id) == {}


async def test_the_open_season_is_offered_only_while_it_is_empty(house: House) -> None:
    club = await Club.made(house, "Ann", "Bram")
    ann = house.person("Ann")
    panel = await given(house, ann, "s.json", season_file())
    panel = await choose(house, ann, panel, "import-as", "open")
    await club.night(FIRST)
    assert "Import the file as a past season" in await club.told(ann, panel, "Import")
    panel = await given(house, ann, "s.json", season_file())
    (kept_as,) = [one for one in reading.selects(panel) if "import-as" in one.custom_id]
    assert [value for _, value in kept_as.options] == ["past"]
    twice = await given(house, ann, "s.json", season_file())
    await club.press(ann, panel, "Import")
    assert "no longer have your file" in (await club.told(ann, twice, "Import"))
    twice = await given(house, ann, "later.csv", SEATS.replace("15/9/2025", "15/9/2026"))
    assert "overlap" in (await club.told(ann, twice, "Import")).lower()


async def test_columns_are_chosen_where_they_were_not_recognised(house: House) -> None:
    club = await Club.made(house, "Ann", "Bram")
    ann = house.person("Ann")
    panel = await given(house, ann, "x.csv", "Quand;Wat;Wie;Hoe\n01/02/2025;1;Ann;3\n;1;Bob;-3\n;1;Cath;0\n")
    assert "Import" not in labels(panel)
    for column, role in (("0", "date"), ("1", "game"), ("2", "player"), ("3", "points")):
        panel = await choose(house, ann, panel, "import-column", column)
        panel = await choose(house, ann, panel, "import-role", role)
    assert "Row 2" in reading.text(panel) and "Standings" not in labels(panel)  # February or January?
    panel = await choose(house, ann, panel, "import-order", "month-first")
    panel = await club.press(ann, await club.press(ann, panel, "Standings"), "Import")
    past, _ = await seasons(club)
    assert past.begun == date(2025, 1, 2)


async def test_of_many_columns_every_one_can_be_chosen(house: House) -> None:
    await Club.made(house, "Ann", "Bram")
    ann = house.person("Ann")
    names = [f"Player {number}" for number in range(60)]
    panel = await given(house, ann, "wide.csv", f"Q;{';'.join(names)}\nx;1;-1{';' * 58}\n")
    found: list[str] = []
    for _ in range(3):
        (select,) = [one for one in reading.selects(panel) if "import-column" in one.custom_id]
        *columns, (_, others) = select.options
        assert len(columns) < 25
        found += [name for name, _ in columns]
        panel = await choose(house, ann, panel, "import-column", others)
    assert found == ["Q", *names]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("n.json", season_file(season=2), "This season file is version 2; I know versions up to 1."),
        ("x.json", b"{", "This isn't a season file"),
        ("e.csv", b"", "There are no rows in this file."),
        ("p.csv", b"PK\x03\x04", "This isn't text: save the spreadsheet as CSV"),
        ("g.csv", b"\x00\xff\xfe" * 30, "There are no rows in this file."),
        ("big.csv", b"a" * 20_000_000, "This file is too big: I read 5 MB at most."),
        ("big.json", b"a" * 20_000_000, "This file is too big: I read 10 MB at most."),
    ],
    ids=["newer", "json", "empty", "excel", "garbage", "large-csv", "large-json"],
)
async def test_a_file_that_cannot_be_taken_is_answered_in_a_sentence(
    house: House, name: str, content: bytes, sentence: str
) -> None:
    club = await Club.made(house, "Ann")
    ann = house.person("Ann")
    panel = await given(house, ann, name, content)
    assert reading.text(panel).startswith(sentence) and not labels(panel), reading.text(panel)
    assert len(await seasons(club)) == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("Foo;Bar\nc;d\ne;f\n", "say which columns"),
        (SEATS.replace("Bob", "Ann", 1), "Row 3: Ann has two seats"),
        (SEATS.replace(";3", ";x"), "Row 2: x isn't a number"),
        (SEATS.replace("2025-09-08", "30.2.2025"), "Row 2: 30.2.2025 isn't a date"),
        (SCORES.replace("Bob", "ann"), "Row 1: "),
    ],
    ids=["columns", "twice", "number", "date", "names-twice"],
)
async def test_faults_are_told_with_their_rows(house: House, content: str, sentence: str) -> None:
    await Club.made(house, "Ann")
    panel = await given(house, house.person("Ann"), "x.csv", content)
    assert sentence in reading.text(panel).replace("\\", ""), reading.text(panel)
    assert "Import" not in labels(panel) and len(reading.selects(panel)) >= 2


async def test_only_organisers_and_who_gave_the_file(house: House) -> None:
    club = await Club.made(house, "Ann", "Bram")
    ann, bram, *_ = house.people()
    said = await house.reply(bram, "league import", {"file": Upload("a.csv", SEATS.encode())})
    assert "organiser" in said.lower()
    panel = await given(house, ann, "a.csv", SEATS)
    await club.press(ann, panel, "Import")
    past, _ = await seasons(club)
    league, message = club.league.id, await club.report(bram, "x")
    for press in (f"import-undo:l{league}:0:{past.id}", f"import-undone:l{league}:0:{past.id}"):
        (told,) = await house.forge(bram, message, f"hh:{press}")
        assert "organiser" in told.lower()
    for press in (f"import-undone:l{league}:0:{club.season.id}", f"import-undone:l{league}:0:99"):
        assert len(await house.forge(ann, await club.report(ann, "x"), f"hh:{press}")) == 1
    assert len(await seasons(club)) == 2


async def test_a_file_that_discord_does_not_hand_out(house: House) -> None:
    await Club.made(house, "Ann")
    ann = house.person("Ann")
    invocation = await ann.command(house.cards, "league import", {"file": Upload("a.csv", SEATS.encode())})
    house.world.files.by_id.clear()
    await invocation.done()
    await house.settled()
    assert "didn't hand me the file" in reading.text(house.whispers(ann)[-1])


async def test_after_a_restart_the_file_is_asked_for_again(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            club = await Club.made(house, "Ann")
            ann = house.person("Ann")
            panel = await given(house, ann, "a.csv", SEATS)
        async with open_house(database, server=server) as house:
            club.house = house
            assert "I no longer have your file" in await club.told(ann, panel, "Import")
    finally:
        await server.close()


MARKS = "\u0300\u0316"
"""What Unicode brings into another order, the slower the more there are of them."""


def missed_nights(count: int) -> bytes:
    """A season in which so many people miss as many nights: small as a file, and large once it is counted."""
    people = [{"id": f"u{at}", "name": f"Ann {at}", "joined": "2019-01-01"} for at in range(count)]
    days = [(date(2020, 1, 1) + timedelta(days=at // 2)).isoformat() for at in range(count)]
    nights = [{"id": f"n{at}", "date": day} for at, day in enumerate(days)]
    game = json.loads(season_file())["games"][0]
    games = [{**game, "id": f"g{at}", "night": f"n{at}"} for at in range(count)]
    settings = {"absence": -5, "measure": "average"}
    return season_file(members=people, nights=nights, games=games, settings=settings)


@pytest.mark.skipif(sys.platform != "linux", reason="stops a process that it finds by Linux's /proc")
@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("cell.csv", ("Name;Total\nAnn" + MARKS * 32_000 + ";12\n").encode(), "Members: 0 known, 1 new"),
        (
            "key.json",
            json.dumps({MARKS * 100_000: 1}, ensure_ascii=False).encode(),
            "This isn't a season file",
        ),
        ("one.csv", (MARKS * 1_200_000).encode(), "a cell is far too long"),
        ("rows.csv", ("Name;Total\n" + f"Ann{MARKS * 30_000};1\n" * 40).encode(), "Row 3: "),
        ("missed.json", missed_nights(3000), "This file is too much to read, over 2 seconds"),
    ],
    ids=["cell", "key", "one-cell", "many-cells", "counted"],
)
async def test_whatever_is_in_a_file_nobody_waits_for_it(
    house: House, name: str, content: bytes, sentence: str
) -> None:
    club = await Club.made(house, "Ann", "Bram")
    ann, bram = house.person("Ann"), house.person("Bram")
    asked = await ann.command(house.cards, "league import", {"file": Upload(name, content)})
    (reading_it,) = await begun()
    os.kill(reading_it, signal.SIGSTOP)
    told = await (await bram.command(house.cards, "league standings")).done()
    assert told.state == "answered" and asked.state == "thinking"
    os.kill(reading_it, signal.SIGCONT)
    await house.settled()
    assert asked.state == "answered" and asked.message is not None
    said = reading.text(ann.message(asked.message["id"]))
    assert sentence in said and len(said) < 1000, said[:1000]
    assert len(await seasons(club)) == 1 and children() == set()


async def test_a_season_has_a_name_on_one_line(house: House) -> None:
    club = await Club.made(house, "Ann", "Bram")
    ann = house.person("Ann")
    panel = await given(house, ann, "s.json", season_file(name="Season\n# 2025\0\u202e"))
    await club.press(ann, panel, "Import")
    assert (await seasons(club))[0].name == "Season # 2025"


async def test_of_files_that_wait_none_is_in_memory(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await Club.made(house, "Ann", "Bram")
    ann, fetched, read, held = house.person("Ann"), Files.fetched, Files.read, [0]

    async def fetching(files: Files, file: Attachment) -> bytes:
        held.append(held[-1] + 1)
        return await fetched(files, file)

    async def reading_it(files: Files, *asked: Any) -> Any:
        try:
            return await read(files, *asked)
        finally:
            held.append(held[-1] - 1)

    monkeypatch.setattr(Files, "fetched", fetching)
    monkeypatch.setattr(Files, "read", reading_it)
    file = Upload("s.json", season_file())
    asked = [await ann.command(house.cards, "league import", {"file": file}) for _ in range(3 * AT_ONCE)]
    await house.settled()
    assert {one.state for one in asked} == {"answered"} and max(held) == AT_ONCE and held[-1] == 0
