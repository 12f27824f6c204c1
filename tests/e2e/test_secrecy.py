"""The watch for leaks itself: what comes late is none, and a card of the present deal always is one."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import members
from bot.tables.table import Table
from bot.telling import phrases
from tests.e2e.house import House
from tests.e2e.secrecy import WORDS, Deal, Secrecy, cards_in, names_of
from tests.e2e.test_whole_game import next_deal
from tests.engine.whist import WALLOON, table
from tests.telling.view_models import model


async def play_deal(house: House, table: Table) -> None:
    """Press the first card of whoever is to move until the deal is over."""
    while (turn := table.facts.turn) is not None and turn >= 0:
        user_id = table.facts.seats[turn].user_id
        if user_id is None:
            await house.world.until(lambda: table.facts.turn != turn)
            continue
        person, seq = house.server.people[user_id], table.facts.seq
        message, button = await house.offered(person, f"hh:act:{table.facts.id}:{seq}:")
        await (await person.press(message["id"], button)).done()
        await house.world.until(lambda: table.facts.seq > seq)  # noqa: B023 (awaited here)


async def test_a_table_of_the_deal_before_that_comes_late_is_no_leak(house: House) -> None:
    secrecy = Secrecy(house)
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    await house.offered(ann, "hh:act:")
    title = phrases.deal_title(model(WORDS, await table.view(None), ()))
    await play_deal(house, table)
    await house.settled()
    last_but_one = (await table.view(None)).tricks[-2]
    cards = ", ".join(phrases.card_name(WORDS, card) for card in last_but_one.cards)
    seq = table.facts.seq
    await next_deal(house, table)
    await house.offered(ann, "hh:act:")
    assert table.facts.seq > seq and not secrecy.leaks
    for channel_id in (house.cards, ann.open_direct_messages()["id"]):
        await ann.send(channel_id, f"{title}. On the table: {cards}")
        assert not secrecy.leaks
    now = phrases.deal_title(model(WORDS, await table.view(None), ()))
    for told in (f"{now}. On the table: {cards}", f"On the table: {cards}"):
        before = len(secrecy.leaks)
        await ann.send(house.cards, told)
        assert len(secrecy.leaks) > before, told


def saying(text: str) -> dict[str, Any]:
    """A message that says so and no more."""
    return {"content": text, "components": [], "attachments": []}


def test_of_a_deal_thrown_in_one_may_read_ones_own_old_hand_late_and_no_other() -> None:
    game = table(WALLOON, "N pass; E pass; S pass")
    deal = Deal()
    deal.learn(game)
    own, other = (phrases.cards_by_suit(WORDS, members(game.view(seat).hand)) for seat in (0, 1))
    assert len(cards_in(own)) == 13
    assert deal.can_say(saying(f"{deal.title}. Your cards: {own}"), 0)
    assert not deal.can_say(saying(f"{deal.title}. Your cards: {other}"), 0)
    assert not deal.can_say(saying(f"{deal.title}. Your cards: {own}"), None), "everybody reads it"
    assert not deal.can_say(saying(f"Your cards: {own}"), 0), "of which deal?"


@pytest.mark.parametrize("seat", [0, None])
def test_who_reads_penalty_cards_still_out_late_may_read_those_a_trick_has_left(seat: int | None) -> None:
    deal = Deal("Deal 1 of 10", left=[{"QH", "QS"}, {"QS"}])
    both = phrases.cards_by_suit(WORDS, [card for card in range(52) if names_of([card]) <= {"QH", "QS"}])
    assert deal.can_say(saying(f"Deal 1 of 10. Still out: {both}."), seat)
    assert not deal.can_say(saying("Deal 1 of 10. Still out: hearts queen."), seat)
