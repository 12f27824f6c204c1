"""*Check the deals* checks what it says it checks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord import ui

from bot.discordkit.panel import Drawing
from bot.tables.model import State
from bot.tables.recovery import PROBLEMS, Checked, check_record
from bot.tables.table import Table
from bot.tables.ui import ending_panel
from bot.tables.ui.more import fair_drawing
from bot.words.catalogue import languages, words_for
from data.store import Store
from tests.clock import FakeClock
from tests.tables.house import ANN, House, play, sealed_of

WORDS = words_for("en")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = await Store.open(tmp_path / "tables.sqlite3")
    house = House(store, FakeClock())
    try:
        yield house
    finally:
        await house.tables.close()
        await store.close()


async def finished(house: House) -> Table:
    table = await house.started(people=2, robots=2, preset="kingen")
    await play(house, table)
    assert table.facts.state is State.FINISHED
    return table


def said(drawing: Drawing) -> str:
    return "\n".join(one.content for one in drawing.panel.walk_children() if isinstance(one, ui.TextDisplay))


async def test_a_finished_game_is_checked(house: House) -> None:
    table = await finished(house)
    drawing = await fair_drawing(WORDS, table)
    told = said(drawing)
    assert "Checked: 10 deals were dealt again from the secret that was sealed before the first card," in told
    assert f"`{table.facts.commitment}`" in told and f"`{table.revealed_secret}`" in told
    assert "python -m bot verify hartenheer-1.king" in told
    assert drawing.files == (("hartenheer-1.king", (await table.record()).encode()),)
    assert all(str(press) in told for press in table.facts.press_ids) and table.facts.press_ids


async def test_it_leads_to_the_page_where_there_is_one(house: House) -> None:
    def links(drawing: Drawing) -> list[str | None]:
        return [one.url for one in drawing.panel.walk_children() if isinstance(one, ui.Button)]

    page = "https://example.org/verify"
    over, lobby = await finished(house), await house.lobby(people=2, robots=2)
    assert links(await fair_drawing(WORDS, over, page)) == [page]
    assert links(await fair_drawing(WORDS, over)) == links(await fair_drawing(WORDS, lobby, page)) == []


async def test_before_the_end_there_is_the_seal_alone(house: House) -> None:
    lobby = await house.lobby(people=2, robots=2)
    begun = await house.started(people=2, robots=2)
    for table in (lobby, begun):
        drawing = await fair_drawing(WORDS, table)
        assert f"`{table.facts.commitment}`" in said(drawing) and not drawing.files
        assert "opens it and checks every deal" in said(drawing)
        assert sealed_of(table).secret.hex() not in said(drawing)
        presses = table.facts.press_ids or [seat.press_id for seat in table.facts.seats if seat.press_id]
        assert presses and all(str(press) in said(drawing) for press in presses)


async def test_a_game_broken_off_is_checked_as_far_as_it_came(house: House) -> None:
    table = await house.started(people=2, robots=2, preset="kingen")
    await play(house, table, deals=2)
    await table.close(ANN)
    told = said(await fair_drawing(WORDS, table))
    assert "deals were dealt again from the secret" in told and "The check failed" not in told


async def wrongs(house: House) -> dict[str, tuple[bytes, str]]:
    """A record and a seal for each thing that can be wrong."""
    table = await finished(house)
    record, seal = await table.record(), table.facts.commitment
    lines = record.split("\n")
    deck = next(number for number, line in enumerate(lines) if line.startswith("deck "))
    word, first, second, *others = lines[deck].split(" ")
    swapped = [*lines[:deck], " ".join((word, second, first, *others)), *lines[deck + 1 :]]
    dealer = next(number for number, line in enumerate(lines) if line.startswith("dealer "))
    another = [*lines[:dealer], f"dealer {(int(lines[dealer].split()[1]) + 1) % 4}", *lines[dealer + 1 :]]
    passes = [*lines[: deck + 1], f"{(table.facts.first_dealer or 0)} pass", *lines[deck + 1 :]]
    return {
        "seal": (record.encode(), "0" * 64),
        "deck": ("\n".join(swapped).encode(), seal),
        "dealer": ("\n".join(another).encode(), seal),
        "rules": ("\n".join(passes).encode(), seal),
        "record": (record.replace("# secret", "# secrets").encode(), seal),
    }


async def test_what_is_wrong_is_found_and_told(house: House) -> None:
    every = await wrongs(house)
    assert set(every) == set(PROBLEMS)
    table = await finished(house)
    for problem, (record, seal) in every.items():
        checked = check_record(record, seal)
        assert checked.problem == problem
        assert (checked.line > 0) == (problem in ("dealer", "deck", "rules"))
        for language in languages():
            words = words_for(language)
            opened = ending_panel.Opened("00", record, checked)
            told = said(ending_panel.fair(words, table.facts, opened))
            assert words(f"fair.wrong.{problem}", line=checked.line) in told
            assert words.count("fair.checked", checked.decks) not in told


async def test_nothing_is_wrong_with_what_is_right(house: House) -> None:
    table = await finished(house)
    record = (await table.record()).encode()
    assert check_record(record, table.facts.commitment) == Checked(decks=10)
    assert table.revealed_secret is not None
    assert table.revealed_secret not in repr(ending_panel.Opened(table.revealed_secret, record, Checked()))
