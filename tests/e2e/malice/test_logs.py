"""No log line tells a secret, however much is logged: by the program, by discord.py, aiohttp and aiosqlite,
at the level at which all is said, with tracebacks."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest

from bot.engine.cards import CARD_NAMES
from bot.ports import StoreError
from bot.watch.log import JsonLines, TextLines, log_to_console
from tests.e2e.house import House, own_secret, secrets_from

NOISY = ("aiosqlite", "discord.http", "discord.gateway", "discord.webhook.async_")
CARD = re.compile(
    r"\b(?:play|deck|discard) [2-9TJQKA][CDHS]\b"
    r"|\b(?:ace|king|queen|jack|ten|nine|two) of (?:club|diamond|heart|spade)s"
)


@pytest.fixture
def everything(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Logging as the program sets it up where its operator wants to see everything."""
    levels = {name: logging.getLogger(name).level for name in NOISY}
    log_to_console("DEBUG", "text")
    caplog.set_level(logging.DEBUG)
    yield caplog
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


async def some_play(house: House) -> list[str]:
    """A few moves, cards of others pressed among them, and a failure with a traceback; the secrets."""
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    for _ in range(3):
        person = await house.world.until(lambda: house.to_move(table))
        assert person is not None
        seq, hand = table.facts.seq, (await table.view(table.facts.turn)).hand
        other = next(card for card in range(52) if not hand >> card & 1)
        message, custom_id = await house.offered(person, f"hh:act:{table.facts.id}:{seq}:")
        await house.forge(person, message, f"hh:act:{table.facts.id}:{seq}:play {CARD_NAMES[other]}")
        await (await person.press(message["id"], custom_id)).done()
        await house.world.until(lambda: table.facts.seq > seq)  # noqa: B023 (awaited here)
    await house.settled()
    try:
        await house.bot.store.tables.load(-1)
        raise StoreError(f"{own_secret().hex()} play QH")
    except StoreError:
        logging.getLogger("discord.client").debug("a traceback", exc_info=True)
    secret = secrets_from(own_secret())()
    assert table._live.sealed.secret == secret  # pyright: ignore[reportPrivateUsage]
    return [secret.hex(), repr(secret), str(secret)[2:-1], own_secret().hex(), house.server.token]


def lines_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What would be written, in either form."""
    return [form.format(one) for one in caplog.records for form in (TextLines(), JsonLines())]


def telling(lines: list[str], secrets: list[str]) -> list[str]:
    return [line[:200] for line in lines if CARD.search(line) or any(secret in line for secret in secrets)]


async def test_at_debug_too_no_line_tells_a_secret(
    house: House, everything: pytest.LogCaptureFixture
) -> None:
    secrets = await some_play(house)
    lines = lines_of(everything)
    assert len(lines) > 20 and not telling(lines, secrets), telling(lines, secrets)[:3]
    everything.clear()  # the traceback was meant


async def test_the_libraries_would_have_told_them(house: House, everything: pytest.LogCaptureFixture) -> None:
    """So that the test above would see it."""
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.DEBUG)
    secrets = await some_play(house)
    assert len(telling(lines_of(everything), secrets)) > 3
    everything.clear()
