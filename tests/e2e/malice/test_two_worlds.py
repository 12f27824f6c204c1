"""Nobody obtains a card by anything they are shown, told or made to wait for: the same game is played twice,
with cards exchanged between two seats, and whoever has neither of these seats hears the same in both
worlds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.engine.cards import members
from bot.engine.registry import make_rules
from bot.tables.asking import cards_played
from bot.tables.errors import TableError
from bot.tables.table import Table
from bot.tables.ui.turns import Turns
from tests.e2e.malice.eavesdropping import Log, differences
from tests.e2e.malice.played_worlds import Played, played
from tests.engine.two_worlds import Worlds, forced_and_free, two_worlds

LONG_HAND = make_rules("kingen", 4, {"shuffle": "full"})
ENDS_EARLY = make_rules("dubbelkingen", 4, {"shuffle": "full", "early-stop": "decided"})
WHIST = make_rules("whist-walloon", 4, {"shuffle": "full"})


async def both(folder: Path, worlds: Worlds, script: Callable[[Played], Any]) -> tuple[Log, Log]:
    """What is heard and done in either world, the script being the same."""
    logs: list[Log] = []
    for world in (0, 1):
        async with played(folder / f"{world}.sqlite3", worlds, world) as one:
            await script(one)
            await one.pass_time(30.0)  # whoever has not been shown their turn is, and calls come
            logs.append(one.log)
    return logs[0], logs[1]


async def course(one: Played, until: int) -> None:
    """So many moves of the course; the deals between them begin."""
    for number, (seat, action) in enumerate(one.worlds.course[:until]):
        if one.table.facts.turn == -1:
            await one.next_deal()
        await one.play(number, seat, action)


async def test_while_a_deal_is_played(tmp_path: Path) -> None:
    worlds = two_worlds(LONG_HAND, 5, exchanged=2)
    assert len(worlds.course) > 6 and worlds.hidden.bit_count() == 4

    async def script(one: Played) -> None:
        await course(one, 6)
        await one.try_everything("in the first deal", one.observers[0], one.elsewhere)
        await one.play(6, *worlds.course[6])

    one, other = await both(tmp_path, worlds, script)
    assert not list(differences(one, other))
    tried = [len(one.ears[name].heard) for name in ("Ann", "Fay")]  # the others have only looked on
    assert min(tried) > 300, tried
    assert sum(work.statements.total() for work in one.work.values()) > 100


async def test_once_a_deal_has_ended_before_all_was_played(tmp_path: Path) -> None:
    """Nobody ever sees the cards that were left; statistics, replays, and what is told of the deal do not
    either."""
    worlds = two_worlds(ENDS_EARLY, 3271, deals=2, exchanged=2)
    first = next(number for number, (game, _) in enumerate(worlds.told()) if game.turn == -1)
    assert worlds.ended == 1 and len(worlds.course) > first + 2 and worlds.hidden.bit_count() == 4

    async def script(one: Played) -> None:
        await course(one, first)
        assert one.table.facts.turn == -1
        await one.try_everything("between the deals", one.observers[1], one.looking_on)
        await one.next_deal()
        await one.play(first, *worlds.course[first])

    assert not list(differences(*await both(tmp_path, worlds, script)))


async def test_while_a_game_is_bid_for(tmp_path: Path) -> None:
    worlds = two_worlds(WHIST, 3, exchanged=2)
    assert len(worlds.course) > 8

    async def script(one: Played) -> None:
        await course(one, 8)

    assert not list(differences(*await both(tmp_path, worlds, script)))


async def test_while_all_allow_it_to_be_asked_why_cards_are_played(tmp_path: Path) -> None:
    """What is said of cards, also of those of the two seats, follows from the view of who asks."""
    worlds = two_worlds(LONG_HAND, 5, exchanged=2)

    async def script(one: Played) -> None:
        await course(one, 6)
        one.log.begin("all allow it")
        for person in one.seated:
            await one.table.allow_why(person.id, True)
            await one.settled()
        person = one.observers[0]
        cards = cards_played(one.table.facts, await one.table.view(None))
        assert {card.seat for card in cards} & {*worlds.seats} and len(cards) == 6
        for card in cards:
            await one.ask(person, f"why:{one.table.facts.id}:{one.table.facts.seq}:{card.number}")

    one, other = await both(tmp_path, worlds, script)
    assert not list(differences(one, other))
    asked = [heard.told for heard in one.ears["Ann"].heard if " asks why" in heard.step]
    told = [text for text in asked if "Trick 1" in text or "Trick 2" in text]
    assert len(told) == 6, asked
    assert any("your seat" in text or "may have had" in text for text in told), told


# When a card comes


@pytest.mark.parametrize("who", ["person", "robot"])
async def test_nobody_can_tell_a_forced_card_from_one_that_was_chosen(tmp_path: Path, who: str) -> None:
    """In one world a seat has no other card to play, in the other it has: it is queued, or chosen by a
    robot."""
    worlds = forced_and_free(LONG_HAND, 11)
    last = len(worlds.course) - 1
    seat, card = worlds.course[last]
    logs: list[Log] = []
    for world in (0, 1):
        async with played(tmp_path / f"{world}.sqlite3", worlds, world) as one:
            await course(one, last - 1)
            person = one.seated[seat]
            if who == "robot":
                one.will_choose(card)
                await one.table.leave(person.id)
            elif world == 0:
                await one.table.set_forced(person.id, True)
            else:
                await one.table.queue(person.id, one.table.facts.seq, card)
            await one.play(last - 1, *worlds.course[last - 1])
            await one.pass_time(5.0)
            assert one.table.facts.seq == len(worlds.course) + 1, "it was played by itself"
            one.log.work.clear()  # what its player has told the program is another thing in each world
            logs.append(one.log)
    assert not list(differences(*logs))


# What the comparison finds


def holds(table: Table, seat: int, card: int) -> bool:
    """Whether the program knows that a seat holds a card."""
    game = table._live.game  # pyright: ignore[reportPrivateUsage]
    return game is not None and bool(game.view(seat).hand >> card & 1)


def planted(patch: pytest.MonkeyPatch, worlds: Worlds, leak: str) -> None:
    """The program tells, in one way or another, whether one of the hidden seats holds one of the hidden
    cards."""
    seat, card = worlds.seats[0], members(worlds.hidden)[0]
    act, rings_at = Table.act, Turns._rings_at  # pyright: ignore[reportPrivateUsage]

    async def tells(self: Table, user_id: int, seq: int, action: int) -> None:
        try:
            await act(self, user_id, seq, action)
        except TableError as refused:
            if holds(self, seat, card) and leak == "sentence":
                raise TableError("not-host") from None
            if holds(self, seat, card) and leak == "work":
                await self._live.sittings()  # pyright: ignore[reportPrivateUsage]
            raise refused from None

    def hurries(self: Turns, table: Table, user_id: int) -> float | None:
        usual = rings_at(self, table, user_id)
        early = leak == "moment" and usual is not None and holds(table, seat, card)
        return usual - 0.01 if early and usual is not None else usual

    patch.setattr(Table, "act", tells)
    patch.setattr(Turns, "_rings_at", hurries)


@pytest.mark.parametrize("leak", ["sentence", "work", "moment", "none"])
async def test_a_leak_that_is_planted_is_found(tmp_path: Path, leak: str) -> None:
    worlds = two_worlds(LONG_HAND, 5, exchanged=2)
    moves = next(number for number, (seat, _) in enumerate(worlds.course) if seat in worlds.observers)

    async def script(one: Played) -> None:
        await course(one, moves)
        await one.press_refused()

    with pytest.MonkeyPatch.context() as patch:
        planted(patch, worlds, leak)
        found = list(differences(*await both(tmp_path, worlds, script)))
    said = {
        "sentence": " hears in 'refused",
        "work": "in 'refused: Ann': other statements",
        "moment": " at 1767225",
        "none": "",
    }[leak]
    assert bool(found) == (leak != "none"), found
    assert any(said in one for one in found) or leak == "none", found
