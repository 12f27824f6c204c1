"""Tables that play the same cards: dealt alike, and veiled until the last of them has played."""

from __future__ import annotations

import asyncio
import io
import pickle
from pathlib import Path
from typing import Any

import pytest

from bot import dealing
from bot.engine.registry import make_rules, presets
from bot.ops.backup import backup
from bot.tables.model import DoNotTell, Invited, Origin, State
from bot.tables.recovery import can_be_duplicate
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, House, play, refused, sealed_of
from tests.tables.test_time_up import rebuilt_equal

SHORT: dict[str, Any] = {"preset": "whist-walloon", "options": {"deals": "4", "shuffle": "full"}}
PRESSES = (9001, 9005)
SECRET = bytes(range(32))


async def a_round(house: House, origin: Origin | None = None, **choices: Any) -> tuple[Table, Table]:
    """Two tables with the same cards: Ann and Ben at the one, Cees and Dora at the other; begun."""
    origin = origin or Origin(SECRET, PRESSES)
    tables: list[Table] = []
    for number, pair in enumerate(((ANN, "Ann"), (BEN, "Ben")), start=1):
        one, other = (pair, (BEN, "Ben")) if number == 1 else ((CEES, "Cees"), (DORA, "Dora"))
        seats = (Invited(*one, 9100 + number), None, Invited(*other), None)
        tables.append(
            await house.tables.open_with_seats(
                f"Table {number}",
                seats,
                guild_id=1,
                channel_id=2,
                place=f"12.1.{number}.1",
                origin=origin,
                **(choices or SHORT),
            )
        )
    for table in tables:
        await table.begin()
    await house.tables.quiet()
    return tables[0], tables[1]


async def decks(house: House, table: Table) -> list[str]:
    return [one.line for one in await house.stored.tables.log(table.facts.id) if one.line.startswith("deck")]


# The same cards


async def test_all_tables_have_the_same_dealer_and_decks_whatever_is_played(house: House) -> None:
    one, other = await a_round(house, preset="denexa-king")
    assert one.facts.first_dealer == other.facts.first_dealer
    assert one.facts.commitment == other.facts.commitment
    for table in (one, other):
        assert (table.facts.duplicate, table.facts.veiled, table.facts.press_ids) == (True, True, PRESSES)
        await play(house, table, deals=3)
        for person in {seat.user_id for seat in table.facts.seats} - {None}:
            assert person is not None
            await table.ready(person)
        await house.check(table)
    first, second = await decks(house, one), await decks(house, other)
    assert first == second and len(first) == 4
    draw = dealing.Dealing(sealed_of(one).secret, PRESSES)
    assert one.facts.first_dealer == draw.first_dealer(one.rules)


async def test_presses_of_single_tables_count_for_nothing(house: House) -> None:
    origin = Origin(SECRET, PRESSES)
    seats = (Invited(ANN, "Ann", 1), None, Invited(BEN, "Ben", 2), None)
    table = await house.tables.open_with_seats("1", seats, guild_id=1, channel_id=2, origin=origin, **SHORT)
    await table.here(ANN, 3)
    await table.seat_by_program(2, Invited(CEES, "Cees", 4))
    assert table.facts.seats[0].ready
    assert [seat.press_id for seat in table.facts.seats] == [None] * 4
    await table.begin()
    assert table.facts.press_ids == PRESSES


async def test_where_the_pack_is_cut_tables_cannot_play_the_same_cards(house: House) -> None:
    kinds = {can_be_duplicate(make_rules(one.name, one.players[0], {})) for one in presets()}
    assert kinds == {True, False}
    for preset in presets():
        rules = make_rules(preset.name, preset.players[0], {"shuffle": "cut"})
        assert not can_be_duplicate(rules)
        assert can_be_duplicate(make_rules(preset.name, preset.players[0], {"shuffle": "full"}))
    cut = {"preset": "whist-walloon", "options": {"deals": "4", "shuffle": "cut"}}
    with refused("cannot-be-duplicate"):
        await a_round(house, **cut)
    assert house.tables.running() == []


def test_an_origin_is_not_written_down() -> None:
    origin = Origin(bytes(range(32)), PRESSES)
    assert bytes(range(32)).hex() not in repr(origin)
    for tell in (str, "{}".format, pickle.dumps):
        with pytest.raises(DoNotTell):
            tell(origin)


# The veil


async def test_nobody_but_its_players_sees_anything_of_a_veiled_table(house: House) -> None:
    one, other = await a_round(house)
    await play(house, one, deals=1)
    for stranger in (None, CEES, EVA):
        with refused("table-veiled"):
            await one.public_view(stranger)
        with refused("table-veiled"):
            await one.view_of_deal(0, stranger)
    with refused("table-veiled"):
        await one.view(None)
    with refused("table-veiled"):
        await one.show_in(77)
    view = await one.public_view(ANN)
    assert len(view.results) == 1 and await one.view_of_deal(0, BEN) is not None
    progress = await one.progress()
    assert (progress.over, progress.deals, progress.turn) == (1, view.deals, view.turn)
    assert (await other.progress()).over == 0


@pytest.mark.parametrize("ending", ["played", "closed", "cut short"])
async def test_its_secret_is_everybody_s_to_have_when_the_round_is_over(house: House, ending: str) -> None:
    one, other = await a_round(house)
    if ending == "played":
        await play(house, one)
    elif ending == "closed":
        await play(house, one, deals=1)
        await one.close(EVA, force=True)
    else:
        while not any((await one.public_view(ANN)).points):
            await play(house, one, deals=1)
        await one.cut_short()
    for _ in range(2):
        assert one.revealed_secret is None
        with refused("table-veiled"):
            await one.record()
        with refused("table-veiled"):
            await one.view(None)
        with refused("table-veiled"):
            await one.view_of_deal(0, CEES)
        assert len((await one.public_view(BEN)).results) > 0
        house = await house.restarted()
        await house.tables.recover()
        one = await house.tables.get(one.facts.id)
        other = await house.tables.get(other.facts.id)
    house.changes.clear()
    await one.unveil()
    (change,) = house.changes
    assert change.before.veiled and not change.after.veiled
    await one.unveil()
    assert len(house.changes) == 1, "twice is once"
    assert one.revealed_secret == sealed_of(one).secret.hex()
    text = await one.record()
    assert "\n# joins 9001 9005\n# seats given\n" in text
    assert dealing.verify(text.encode()).discrepancies == ()
    assert other.revealed_secret is None, "each table is unveiled by itself"
    stored = await house.stored.tables.load(one.facts.id)
    assert stored is not None and stored.facts == one.facts and stored.facts.duplicate


async def test_the_store_that_fails_keeps_the_veil(house: House) -> None:
    one, _ = await a_round(house)
    await play(house, one)
    house.store.failing = {house.store.writes + 1}
    with refused("store-failed"):
        await one.unveil()
    assert one.facts.veiled and one.revealed_secret is None
    await one.unveil()
    assert not one.facts.veiled


async def test_who_has_played_the_cards_sits_down_at_no_other_table_of_the_round(house: House) -> None:
    one, other = await a_round(house)
    await one.leave(ANN)
    for request in (
        other.take_seat(ANN, "Ann", 1),
        other.take_seat(BEN, "Ben", 1),
        other.seat_by_program(1, Invited(ANN, "Ann")),
        other.replace(EVA, 1, ANN, "Ann", force=True),
    ):
        with refused("knows-cards"):
            await request
    await one.take_seat(ANN, "Ann", 0)
    await other.seat_by_program(1, Invited(EVA, "Eva"))
    assert one.facts.seat_of(ANN) == 0 and other.facts.seat_of(EVA) == 1
    await house.check(one)


async def test_no_table_begins_with_somebody_who_has_played_its_cards(house: House) -> None:
    origin = Origin(SECRET, PRESSES)
    await a_round(house, origin)
    seats = (Invited(ANN, "Ann"), None, Invited(EVA, "Eva"), None)
    third = await house.tables.open_with_seats(
        "3", seats, guild_id=1, channel_id=2, place="12.1.3.1", origin=origin, **SHORT
    )
    with refused("knows-cards", seat="0"):
        await third.begin()
    await third.seat_by_program(0, None)
    await third.begin()
    assert third.facts.started_at is not None


async def test_a_rematch_has_a_secret_of_its_own_and_no_veil(house: House) -> None:
    one, _ = await a_round(house)
    await play(house, one)
    assert one.facts.state is State.FINISHED
    table, opened = await house.tables.rematch(one.facts.id, ANN, "Ann")
    assert opened and not (table.facts.veiled or table.facts.duplicate)
    assert table.facts.commitment != one.facts.commitment and table.facts.press_ids == ()


async def test_what_follows_from_such_tables_is_made_again_and_backed_up(
    house: House, tmp_path: Path
) -> None:
    one, other = await a_round(house)
    await play(house, one)
    await play(house, other, deals=1)
    assert await rebuilt_equal(house)
    await house.tables.close()
    await house.stored.close()
    copy = tmp_path / "copy.sqlite3"
    await asyncio.to_thread(backup, tmp_path / "tables.sqlite3", copy, io.StringIO(), io.StringIO())
    assert copy.is_file()
