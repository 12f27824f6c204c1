"""An interaction is carried out once and answered once, however often the gateway delivers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.discordkit.interactions import TOKENS_LIVE, InteractionLedger
from bot.tables.errors import TableError
from playground.rest.api import Exchange
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.every_act import AtTable, Place, most_new, stored
from tests.e2e.house import House, open_house
from tests.e2e.test_who_may import Stage

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"

Deliver = Callable[[], None]


@contextmanager
def twice(server: Playground) -> Iterator[list[Deliver]]:
    """Every interaction is delivered twice at the same moment; what is yielded delivers them once more."""
    original, again = server.audience.dispatch, list[Deliver]()

    def dispatch(name: str, data: dict[str, Any], **about: Any) -> None:
        original(name, data, **about)
        if name == "INTERACTION_CREATE":
            original(name, data, **about)
            again.append(lambda: original(name, data, **about))

    server.audience.dispatch = dispatch  # type: ignore[assignment]
    try:
        yield again
    finally:
        server.audience.dispatch = original


class Answers:
    """How many requests there were by an interaction's token, and how many of them were first answers."""

    def __init__(self, server: Playground) -> None:
        self.first, self.by_token = Counter[str](), Counter[str]()
        server.observers.append(self._saw)

    def _saw(self, exchange: Exchange) -> None:
        for token in exchange.path.split("/"):
            self.by_token[token] += 1
            self.first[token] += exchange.route == CALLBACK


async def check_once(place: Place, act: str, database: Path) -> None:
    """Done twice at once and once more later: one answer, one deed."""
    house = place.house
    await place.ready()
    answers, before = Answers(house.server), stored(database)
    with twice(house.server) as again:
        invocation = await (await place.send(act)).done()
        await house.settled()
        assert invocation.state == "answered", (act, invocation.error)
        token = invocation.token
        assert answers.first[token] == 1, (act, "answered twice")
        after, requests = stored(database), answers.by_token[token]
        for table in ("tables", "leagues", "evenings", "dailies", "reports", "presets"):
            assert len(after[table]) - len(before[table]) <= most_new(act, table), (act, table)
        for deliver in again:
            deliver()
        await house.settled()
    assert answers.by_token[token] == requests, (act, "answered again")
    if not place.goes_on:
        assert stored(database) == after, (act, "done again")


ONE_OF_EACH = {
    Stage.LOBBY: (
        "/table open",
        "practise",
        "play-now",
        "open-table",
        "daily-play",
        "leave",
        "/presets save",
    ),
    Stage.OPEN: ("join", "add-robot", "fill-start"),
    Stage.PLAYING: ("act", "nudge", "/hand", "yes", "take-seat"),
    Stage.FINISHED: ("rematch", "replay-share"),
}


@pytest.mark.parametrize("stage", list(ONE_OF_EACH))
async def test_delivered_twice_it_is_one_deed_and_one_answer(
    house: House, database: Path, stage: Stage
) -> None:
    place = AtTable(house, stage)
    for act in ONE_OF_EACH[stage]:
        assert act in place.acts
        await check_once(place, act, database)


@pytest.mark.parametrize("act", ["/table open", "practise", "play-now", "rematch"])
async def test_a_later_process_opens_no_second_table(database: Path, act: str) -> None:
    """The first process has opened a table and is gone; the interaction is delivered to the next one."""
    server = await Playground.start()
    try:
        with twice(server) as again:
            async with open_house(database, server=server) as house:
                place = AtTable(house, Stage.FINISHED if act == "rematch" else Stage.LOBBY)
                await place.ready()
                await (await place.send(act)).done()
                await house.settled()
            before = stored(database)["tables"]
            async with open_house(database, server=server) as house:
                await house.settled()
                again[-1]()
                await house.settled()
        assert len(stored(database)["tables"]) == len(before)
    finally:
        await server.close()


async def test_a_table_is_opened_once_by_an_interaction(house: House) -> None:
    ann = house.person("Ann")

    async def opened() -> None:
        await house.bot.tables.open(
            guild_id=None, channel_id=1, host_id=ann.id, host_name="Ann", interaction_id=77
        )

    await opened()
    with pytest.raises(TableError) as refused:
        await opened()
    assert refused.value.code == "already-opened"


def test_interactions_are_known_for_as_long_as_their_tokens_live() -> None:
    clock = FakeClock()
    ledger = InteractionLedger(clock, most=3)
    assert [ledger.enter(one) for one in (1, 2, 1, 3)] == [True, True, False, True]
    clock.advance(TOKENS_LIVE - 1)
    assert not ledger.enter(1) and ledger.enter(4) and len(ledger) == 3, "no more than so many"
    clock.advance(1)
    assert ledger.enter(2) and len(ledger) == 2, "what came in the beginning is forgotten"
