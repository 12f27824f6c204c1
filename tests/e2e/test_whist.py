"""Colour Whist through the real client library: complete games, every kind of contract, refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot import dealing
from bot.engine.cards import Card, CardSet
from bot.engine.game import AWAITS_DECK
from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.noise import Noise
from tests.e2e.secrecy import Secrecy
from tests.e2e.test_whole_game import check_end, next_deal
from tests.engine.helpers import dealt
from tests.engine.whist import FLEMISH, SEATS, WALLOON, arranged, whist

PLAIN = arranged([0] * 12)
"""Hands without troel, by seat counted from eldest hand."""


async def open_whist(house: House, preset: str, deals: int, robots: int = 0) -> Table:
    """A table of Colour Whist, begun; without robots all four people play."""
    ann, *others = house.people()
    assert (await house.command(ann, "table open", {"game": preset})).state == "answered"
    (table,) = house.bot.tables.running()
    await table.set_option(ann.id, "deals", str(deals))
    for person in others[: 3 - robots]:
        await house.press(person, house.lobby(table), "Join")
        await house.settled()
    for _ in range(robots):
        await house.press(ann, house.lobby(table), "Add a robot")
        await house.settled()
    await house.press(ann, house.lobby(table), "Start")
    await house.settled()
    return table


def mover(house: House, table: Table) -> Person:
    person = house.to_move(table)
    assert person is not None
    return person


async def choices(house: House, table: Table, person: Person) -> dict[str, tuple[str, str]]:
    """What a person may say or play now: the text of each action, with the message and the button or select
    that offers it."""
    start = f"hh:act:{table.facts.id}:{table.facts.seq}:"
    message, _ = await house.offered(person, start)
    found = {
        one.custom_id.removeprefix(start): (message["id"], one.custom_id)
        for one in reading.buttons(message, enabled_only=True)
        if one.custom_id.startswith(start)
    }
    for one in reading.selects(message):
        found |= {value: (message["id"], one.custom_id) for _, value in one.options}
    return found


async def take(house: House, table: Table, action: str) -> None:
    """Press what stands for an action of whoever is to move."""
    person, seq = mover(house, table), table.facts.seq
    message_id, custom_id = (await choices(house, table, person))[action]
    if custom_id.startswith("hh:choose:"):
        answered = await (await person.select(message_id, custom_id, [action])).done()
    else:
        answered = await (await person.press(message_id, custom_id)).done()
    assert answered.state == "answered", answered.error
    await house.world.until(lambda: table.facts.seq > seq)


def chosen(offered: Sequence[str], random: Random) -> str:
    """A choice like people's: proposals and acceptances mostly, something wild now and then."""
    usual = [one for one in offered if one.startswith(("propose", "accept", "raise", "solo", "pass"))]
    return random.choice(usual if usual and random.random() < 0.85 else list(offered))


async def play_out(house: House, table: Table, seed: str) -> Counter[str]:
    """Press on to the end of the game; what was pressed, counted by its verb."""
    random, pressed = Random(seed), Counter[str]()
    while table.facts.state is State.PLAYING:
        turn = table.facts.turn
        assert turn is not None
        if turn == AWAITS_DECK:
            pressed["ready"] += await next_deal(house, table)
        elif table.facts.seats[turn].user_id is None:
            await house.world.until(lambda: table.facts.turn != turn)  # noqa: B023 (awaited here)
        else:
            action = chosen(list(await choices(house, table, mover(house, table))), random)
            await take(house, table, action)
            pressed[action.partition(" ")[0]] += 1
    await house.settled()
    return pressed


async def test_four_people_play_a_short_game(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secrecy = Secrecy(house)
    table = await open_whist(house, WALLOON, 4)
    pressed = await play_out(house, table, WALLOON)
    results = (await table.view(None)).results
    assert pressed["play"] >= 4 * 48 and pressed["propose"]
    assert sum(result.points is not None for result in results) == 4
    assert all(sum(result.points) == 0 for result in results if result.points)
    await check_end(house, table, tmp_path, capsys)
    secrecy.check()


@pytest.mark.parametrize(("preset", "deals"), [(WALLOON, 16), (FLEMISH, 8)])
async def test_one_person_plays_against_robots(
    preset: str, deals: int, house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secrecy, noise = Secrecy(house), Noise(house)
    table = await open_whist(house, preset, deals, robots=3)
    pressed = await play_out(house, table, preset)
    await noise.check(table, pressed)
    assert sum(result.points is not None for result in (await table.view(None)).results) == deals
    await check_end(house, table, tmp_path, capsys)
    secrecy.check()


# Every kind of contract. N, E, S and W are eldest hand and those to its left, whoever deals


def deal_these(monkeypatch: pytest.MonkeyPatch, hands: Sequence[dict[int, str]]) -> None:
    """Let these hands be dealt one after the other, then the last of them again and again."""
    decks = [tuple(dealt(whist(), one)) for one in hands]

    def deck(
        self: dealing.Dealing, number: int, pack: CardSet, gathered: tuple[Card, ...] | None
    ) -> tuple[Card, ...]:
        return decks[min(number, len(decks) - 1)]

    monkeypatch.setattr(dealing.Dealing, "deck", deck)


async def say(house: House, table: Table, text: str) -> None:
    """``N propose D; E pass``: each presses that, in turn."""
    for part in text.split("; "):
        seat, _, action = part.partition(" ")
        dealer = (await table.view(None)).dealer
        assert table.facts.turn == (dealer + 1 + SEATS.index(seat)) % 4, part
        await take(house, table, action)


async def finish_deal(house: House, table: Table) -> None:
    """Press the first card of whoever is to move until the deal is over, and go on to the next."""
    while table.facts.state is State.PLAYING and table.facts.turn != AWAITS_DECK:
        await take(house, table, next(iter(await choices(house, table, mover(house, table)))))
    await house.settled()


def name_of(table: Table, number: int) -> str:
    return table.facts.seats[number].name


async def test_walloon_contracts_as_they_are_seen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    deal_these(monkeypatch, [PLAIN])
    secrecy = Secrecy(house)
    table = await open_whist(house, WALLOON, 4)
    ann = house.host_of(table)

    await say(house, table, "N misere open; E pass; S pass; W pass")
    bidder = name_of(table, ((await table.view(None)).dealer + 1) % 4)
    others = [person for person in house.people() if person.name != bidder]
    await house.settled()
    assert not any(f"{bidder}'s cards, face up" in alt(house, house.hand(one)) for one in others)
    for _ in range(4):
        await take(house, table, next(iter(await choices(house, table, mover(house, table)))))
    await house.settled()
    for message in (house.table_message(table), *(house.hand(one) for one in others)):
        assert f"{bidder}'s cards, face up: " in alt(house, message)
    await finish_deal(house, table)
    assert "Deal 1 is over · Open misère" in reading.text(house.table_message(table))

    await next_deal(house, table)
    await say(house, table, "N misere small; E misere small; S pass; W pass")
    first = mover(house, table)
    laid = next(iter(await choices(house, table, first)))
    assert laid.startswith("discard ")
    await take(house, table, laid)
    await house.settled()
    assert "You laid aside the " in reading.text(house.hand(first))
    await finish_deal(house, table)
    assert "pays" in reading.text(house.table_message(table))

    await next_deal(house, table)
    await say(house, table, "N slam small none; E pass; S slam grand none; W pass; N pass")
    await finish_deal(house, table)
    assert "· Slam" in reading.text(house.table_message(table))

    await next_deal(house, table)
    await say(house, table, "N propose D; E propose S; S accept D; W accept S; S raise 9; W raise 10")
    await say(house, table, "S pass; N pass")
    await finish_deal(house, table)
    assert table.facts.state is State.FINISHED
    await house.press(ann, house.channel_message(ann, "the game is over"), "Deals")
    await house.settled()
    *_, last = reading.text(house.whispers(ann)[-1]).splitlines()
    assert last.startswith("**Deal 4** · ") and "tricks short" in last
    secrecy.check()


def alt(house: House, message: dict[str, object]) -> str:
    return " ".join(one.alt for one in reading.pictures(house.server, message))


async def test_a_deal_thrown_in_is_told_in_the_record_and_the_next_counts_double(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_these(monkeypatch, [PLAIN])
    table = await open_whist(house, FLEMISH, 4)
    dealer = name_of(table, (await table.view(None)).dealer)
    await say(house, table, "N pass; E pass; S pass; W pass")
    await house.settled()
    thrown_in = house.table_message(table)
    said = f"Deal 1 was thrown in · {dealer} deals again"
    assert said in reading.text(thrown_in)
    assert f"Nobody bid: {dealer} deals again" in alt(house, thrown_in)
    for person in house.people():
        assert "Nobody bid" in reading.text(house.hand(person))

    await next_deal(house, table)
    await house.settled()
    again = house.table_message(table)
    assert "**Deal 1** · Nobody bid\\: the cards are thrown in" in reading.text(again)
    assert "Deal 1 of 4" in reading.text(again)
    assert "payments × 2\\: the last deal was thrown in" in reading.text(again)

    await say(house, table, "N propose H; E accept H; S pass; W pass")
    assert set(await choices(house, table, mover(house, table))) == {"double", "pass"}
    await take(house, table, "double")
    await house.settled()
    assert "payments × 3" in reading.text(house.table_message(table))
    await finish_deal(house, table)
    assert "Deal 1 is over · 8 together: hearts" in reading.text(house.table_message(table))
    assert "payments × " in reading.text(house.table_message(table))


async def test_troels_partner_alone_knows_it_until_the_trumps_are_named(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_these(monkeypatch, [{0: "AS AH AD", 3: "AC"}])
    secrecy = Secrecy(house)
    table = await open_whist(house, WALLOON, 4)
    bidder, partner = _from_eldest(table, (await table.view(None)).dealer, 0, 3)
    await house.settled()
    for person in house.people():
        told = reading.text(house.hand(person))
        assert f"{bidder} has three aces" in told
        assert ("You're the partner" in told) == (person.name == partner)
        assert "plays the contract" not in alt(house, house.table_message(table))
    await say(house, table, "E pass; S pass; W pass; W trump C")
    await house.settled()
    assert f"{bidder} and {partner}\\: 0 tricks, 9 needed" in reading.text(house.table_message(table))
    secrecy.check()


def _from_eldest(table: Table, dealer: int, *places: int) -> list[str]:
    return [name_of(table, (dealer + 1 + place) % 4) for place in places]


# Bad input


async def refused(house: House, table: Table, action: str, person: Person | None = None) -> str:
    """What somebody is told who forges a button for this; nothing has changed."""
    before = table.facts
    person = person or mover(house, table)
    custom_id = f"hh:act:{table.facts.id}:{table.facts.seq}:{action}"
    (said,) = await house.forge(person, house.hand(person), custom_id)
    assert table.facts == before
    return said


async def test_bids_against_the_rules_are_refused_with_the_reason(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_these(monkeypatch, [PLAIN])
    table = await open_whist(house, WALLOON, 4)
    first, seq = mover(house, table), table.facts.seq
    assert "propose D" in await choices(house, table, first)
    old = f"hh:act:{table.facts.id}:{seq}:propose D"  # as it was a button once
    assert (
        await refused(house, table, "raise 8")
        == "That isn't one of your choices now; use the buttons under your hand."
    )
    assert "comes after the auction" in await refused(house, table, "double")
    assert "comes after the auction" in await refused(house, table, "discard AC")
    assert "You have to choose before" in await refused(house, table, "play AC")
    assert "Somebody could still accept you" in await refused(house, table, "solo H 6")
    await take(house, table, "propose D")

    assert await refused(house, table, "pass", first) == "It's not your turn."  # out of turn
    await house.settled()
    before = table.facts
    assert await house.forge(first, house.hand(first), old) == []  # an old button: the fresh hand
    assert table.facts == before

    assert "Only the player to the dealer's left" in await refused(house, table, "wait")
    assert "Somebody else has proposed that suit" in await refused(house, table, "propose D")
    assert "Nobody has an open proposal" in await refused(house, table, "accept S")
    await say(house, table, "E propose S; S accept D")
    assert "already belongs to a pair" in await refused(house, table, "propose D")
    assert "already belongs to a pair" in await refused(house, table, "abondance D 9")
    assert "Bid just enough" in await refused(house, table, "abondance H 10")
    await take(house, table, "misere open")
    assert "isn't higher than the highest bid" in await refused(house, table, "misere grand")
    assert "first turn" in await refused(house, table, "abondance H 9")


async def test_a_second_double_is_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    deal_these(monkeypatch, [PLAIN])
    table = await open_whist(house, FLEMISH, 4)
    await say(house, table, "N propose H; E accept H; S pass; W pass")
    assert await refused(house, table, "propose S") == "The auction is over."
    await say(house, table, "S double")
    assert "already doubled" in await refused(house, table, "double")


async def test_a_second_discard_is_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    deal_these(monkeypatch, [PLAIN])
    table = await open_whist(house, WALLOON, 4)
    await say(house, table, "N misere small; E pass; S pass; W pass")
    first = mover(house, table)
    offered = list(await choices(house, table, first))
    assert "don't have that card" in await refused(house, table, _not_held(offered))
    await take(house, table, offered[0])
    assert await refused(house, table, offered[1], first) == "It's not your turn."
    for _ in range(3):
        await take(house, table, next(iter(await choices(house, table, mover(house, table)))))
    assert mover(house, table) is first
    assert "already laid a card aside" in await refused(house, table, offered[1])


def _not_held(offered: Sequence[str]) -> str:
    return next(
        f"discard {rank}{suit}"
        for suit in "CDHS"
        for rank in "AKQJT"
        if f"discard {rank}{suit}" not in offered
    )
