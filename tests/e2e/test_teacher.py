"""Beside a teacher people are told of cards that gave points away: on their own hand, and only when they may
be."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.engine.cards import ACTION_TEXTS, Card, members
from bot.robots.king import steady
from bot.robots.reasons.model import CardExplanation, CardVerdict
from bot.robots.strong.compiled import LOADED
from bot.robots.why import taught
from bot.tables.table import Table
from bot.telling import why as telling
from bot.telling.phrases import Reader, TableViewModel
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from tests.e2e.house import House

SIGN = "🎓"


@pytest.fixture(autouse=True)
def plays_steadily(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled for these games: a teacher plays and studies as ``steady`` does."""
    there = SimpleNamespace(choose=steady.choose, study=steady.study)
    monkeypatch.setitem(LOADED, "king", there)  # pyright: ignore[reportArgumentType]


async def beside_a_teacher(house: House, host: Person, *others: Person, robots: str = "teacher") -> Table:
    """A game with these people and robots of that kind."""
    table = await house.open_table(host, *others)
    await table.set_robots(host.id, robots)
    await table.fill_and_start(host.id)
    await house.settled()
    return table


async def play(house: House, table: Table, person: Person, card: Card) -> None:
    message, _ = await house.offered(person, "hh:act:")
    custom_id = f"hh:act:{table.facts.id}:{table.facts.seq}:{ACTION_TEXTS[card]}"
    assert (await (await person.forge_press(message["id"], custom_id)).done()).state == "answered"
    await house.settled()


async def blunder(house: House, table: Table, *people: Person) -> tuple[Person, CardExplanation]:
    """Somebody's first card of which there is something bad to say, played after others of which there is
    nothing to say; who it was, and what is to be said."""
    while True:
        person = house.to_move(table)
        if person is None:
            await house.settled()
            continue
        seat = table.facts.turn
        assert (
            seat is not None and table.facts.turn is not None and table.facts.turn >= 0 and person in people
        )
        view = await table.view(seat)
        said = {card: taught(view, card) for card in members(view.legal)}
        bad = [one for one in said.values() if one is not None and one.verdict is CardVerdict.WORSE]
        if bad:
            await play(house, table, person, bad[0].card)
            return person, bad[0]
        await play(house, table, person, next(card for card, one in said.items() if one is None))


async def comment(table: Table, person: Person, said: CardExplanation) -> str:
    seat = table.facts.seat_of(person.id)
    assert seat is not None
    model = TableViewModel.at(table.facts, Reader(words_for("en")), await table.view(seat))
    return telling.comment(model, said)


async def test_a_card_that_gave_points_away_is_spoken_of_on_ones_own_hand(house: House) -> None:
    ann = house.person("Ann")
    table = await beside_a_teacher(house, ann)
    assert all(seat.robot == "teacher" for seat in table.facts.seats if seat.user_id is None)
    person, said = await blunder(house, table, ann)
    wanted = await comment(table, person, said)
    assert wanted.startswith(SIGN)
    await house.offered(ann, "hh:act:")
    assert wanted in reading.text(house.hand(ann))
    assert SIGN not in reading.text(house.table_message(table))


async def test_other_robots_say_nothing(house: House) -> None:
    ann = house.person("Ann")
    table = await beside_a_teacher(house, ann, robots="steady")
    await blunder(house, table, ann)
    await house.offered(ann, "hh:act:")
    assert SIGN not in reading.text(house.hand(ann))


async def test_in_company_nothing_is_said_before_the_deal_is_over(house: House) -> None:
    ann, bram = house.people()[:2]
    table = await beside_a_teacher(house, ann, bram)
    person, said = await blunder(house, table, ann, bram)
    while table.facts.turn is not None and table.facts.turn >= 0:
        for one in (ann, bram):
            assert SIGN not in reading.text(house.hand(one))
        mover = house.to_move(table)
        if mover is None:
            await house.settled()
            continue
        view = await table.view(table.facts.turn)
        spared = [card for card in members(view.legal) if taught(view, card) is None]
        await play(house, table, mover, (spared or [*members(view.legal)])[0])
    await house.settled()
    assert SIGN in reading.text(house.hand(person))
    if len(house.bot.display.messages.of(table.facts.id).comments[person.id]) == 1:
        assert await comment(table, person, said) in reading.text(house.hand(person))
    assert SIGN not in reading.text(house.table_message(table))
