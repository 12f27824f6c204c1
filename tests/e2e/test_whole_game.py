"""Complete games by pressing buttons, through the real client library: to the last point, no card told."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from bot import dealing
from bot.cli.records import print_traces
from bot.engine.cards import members
from bot.engine.game import places
from bot.reviews.making import is_offered
from bot.tables.model import State
from bot.tables.table import Table
from bot.telling import phrases
from bot.telling.phrases import Reader, TableViewModel
from playground import reading
from playground.people import Person
from tests.e2e.house import House, open_house
from tests.e2e.noise import Noise
from tests.e2e.secrecy import WORDS, Secrecy, names_of


async def play_out(house: House, table: Table) -> Counter[str]:
    """Press the first card or choice of whoever is to move until the game is over; what was pressed, counted
    by its verb."""
    pressed: Counter[str] = Counter()
    while table.facts.state is State.PLAYING:
        turn = table.facts.turn
        assert turn is not None
        if turn < 0:
            pressed["ready"] += await next_deal(house, table)
            continue
        user_id = table.facts.seats[turn].user_id
        if user_id is None:
            await house.world.until(lambda: table.facts.turn != turn)  # noqa: B023 (awaited here)
            continue
        person = house.server.people[user_id]
        seq = table.facts.seq
        action = await house.act(person, table)
        await house.world.until(lambda: table.facts.seq > seq)  # noqa: B023 (awaited here)
        pressed[action.split()[0]] += 1
    await house.settled()
    return pressed


async def next_deal(house: House, table: Table) -> int:
    """Everybody is ready for it; returns how many presses that took."""
    seq, presses = table.facts.seq, 0
    for seat in table.facts.seats:
        if seat.user_id is not None:
            person = house.server.people[seat.user_id]
            message, button = await house.offered(person, f"hh:ready:{table.facts.id}:{seq}:")
            await (await person.press(message["id"], button)).done()
            presses += 1
    await house.world.until(lambda: table.facts.seq > seq)
    return presses


async def fair_cards(house: House, person: Person) -> tuple[str, bytes]:
    """What *Check the deals* says at the end of the game, and the record, as anybody can fetch it."""
    over = house.channel_message(person, "the game is over")
    (sheet,) = reading.pictures(house.server, over)
    assert sheet.filename == "scores.png" and "Places: " in sheet.alt
    await house.press(person, over, "Deals")
    await house.settled()
    await house.press(person, house.whispers(person)[-1], "Check the deals")
    await house.settled()
    whisper = house.whispers(person)[-1]
    (record,) = reading.pictures(house.server, whisper)
    assert record.filename == "hartenheer-1.king"
    return reading.text(whisper), record.data


async def check_end(house: House, table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record attached replays to the same points; its cards follow from the secret that was sealed."""
    ann, *_ = house.people()
    await house.settled()
    fair, data = await fair_cards(house, ann)
    file = tmp_path / "game.king"
    file.write_bytes(data)
    assert print_traces([str(file)]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    points = list((await table.view(None)).points)
    assert points in last.values(), last
    found = dealing.verify(data)
    assert not found.discrepancies
    assert found.commitment == table.facts.commitment
    assert found.decks == len((await table.view(None)).results)
    assert "were dealt again from the secret that was sealed before the first card" in fair
    assert f"`{table.revealed_secret}`" in fair and f"`{table.facts.commitment}`" in fair
    for message in house.people()[1].messages(house.cards):  # who has not asked
        said = reading.text(message)
        assert table.facts.commitment not in said and (table.revealed_secret or "?") not in said
    for person in house.people():
        if (seat := table.facts.seat_of(person.id)) is not None:
            await check_own_end(house, table, person, seat)


async def check_own_end(house: House, table: Table, person: Person, seat: int) -> None:
    """Their direct message tells the game's points, place and winners, and not the last deal's."""
    view, hand = await table.view(seat), house.hand(person)
    said = reading.text(hand).replace("\\", "")
    place, points = places(view.points)[seat], WORDS.points(view.points[seat])
    shared = ", shared" if places(view.points).count(place) > 1 else ""
    assert f"**Your place: {place} of {view.players}{shared} · your points: {points}**" in said
    assert f"with {WORDS.count('count.points', max(view.points))}." in said
    last = view.results[-1]
    assert (
        phrases.points_line(TableViewModel.at(table.facts, Reader(WORDS), view), last.points or ())
        not in said
    )
    pressed = [one.label for one in reading.buttons(hand) if one.custom_id]
    review = ["Review"] if is_offered(table.facts.preset) else []
    assert pressed == ["Rematch", "Scores", "Deals", "Replay", *review, "Check the deals"]
    assert [one.filename for one in reading.pictures(house.server, hand)] == ["podium.png"]


async def test_four_people_play_ten_deals(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_house(database) as house:
        secrecy, noise = Secrecy(house), Noise(house)
        ann, *others = house.people()
        table = await house.start_table(ann, *others)
        assert await play_out(house, table) == {"play": 520, "ready": 36}
        assert len(noise.posted) == 2 and len(noise.left()) == 1 and not noise.pings
        await check_end(house, table, tmp_path, capsys)
        secrecy.check()
        for watcher in secrecy.watchers.values():
            assert len(watcher.named) == 52  # each has held or seen them all: there was something to look at


async def test_one_person_plays_by_club_rules_against_robots(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secrecy, noise = Secrecy(house), Noise(house)
    (ann,) = house.people()[:1]
    assert (await house.command(ann, "table open", {"game": "kingen-iwwa", "robots": 3})).state == "answered"
    (table,) = house.bot.tables.running()
    pressed = await play_out(house, table)
    assert pressed["play"] <= 130 and pressed["trump"] == 1
    await noise.check(table, pressed)
    await check_end(house, table, tmp_path, capsys)
    secrecy.check()


async def test_five_play_with_offers_for_the_trumps(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secrecy = Secrecy(house)
    (ann,) = house.people()[:1]
    assert (await house.command(ann, "table open", {"game": "kingen-iwwa"})).state == "answered"
    (table,) = house.bot.tables.running()
    await table.set_players(ann.id, 5)
    await table.set_option(ann.id, "trump-choice", "offers")
    await table.set_option(ann.id, "early-stop", "decided")
    for _ in range(4):
        await house.press(ann, house.lobby(table), "Add a robot")
        await house.settled()
    await house.press(ann, house.lobby(table), "Start")
    pressed = await play_out(house, table)
    assert pressed["pass"] + pressed["offer"]
    await check_end(house, table, tmp_path, capsys)
    secrecy.check()


async def test_the_watch_for_leaks_finds_one(house: House) -> None:
    """A card of a robot's hand, told in the channel and in a direct message, in each way of telling it."""
    secrecy = Secrecy(house)
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    await house.offered(ann, "hh:act:")
    other = next(seat for seat in range(4) if table.facts.seats[seat].user_id is None)
    card = next(iter(members((await table.view(other)).hand)))
    (name,) = names_of([card])
    assert not secrecy.leaks
    for told in (
        f"hh:act:1:5:play {name}",
        phrases.card_name(WORDS, card),
        phrases.cards_by_suit(WORDS, [card]),
    ):
        for channel_id in (house.cards, ann.open_direct_messages()["id"]):
            before = len(secrecy.leaks)
            await ann.send(channel_id, told)
            assert len(secrecy.leaks) > before, told
    await ann.send(house.cards, "No king of hearts this time")
