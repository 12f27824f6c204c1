"""A secret and a queued card that are recognisable are looked for in all that anybody is shown."""

from __future__ import annotations

import json
import logging

import pytest

from bot.engine.cards import CARD_NAMES, members
from tests.e2e.house import House

SECRET_HEX_BEGINS = 16
"""So many digits of a secret are no accident."""


async def test_what_is_sealed_is_shown_to_nobody_it_does_not_belong_to(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="bot")
    people = house.people()[:4]
    table = await house.start_table(*people)
    sealed = table._live.sealed  # pyright: ignore[reportPrivateUsage]
    waiting = next(one for one in people if not table.facts.is_waiting_for(one.id))
    hand = (await table.view(table.facts.seat_of(waiting.id))).hand
    card = members(hand)[0]
    await table.queue(waiting.id, table.facts.seq, card)
    house.bot.display.preferred(table, waiting.id)
    await house.settled()
    assert "unqueue" in json.dumps(house.hand(waiting))
    seen = {
        one.name: json.dumps([one.messages(channel["id"]) for channel in one.channels()]) for one in people
    }
    logged = "\n".join(record.getMessage() for record in caplog.records)
    for name, text in (*seen.items(), ("the log", logged), ("the facts", repr(table.facts))):
        assert sealed.secret.hex()[:SECRET_HEX_BEGINS] not in text, name
        assert repr(sealed.secret)[2:30] not in text, name
        if name != waiting.name:
            assert "unqueue" not in text, name
    assert CARD_NAMES[card] not in logged
