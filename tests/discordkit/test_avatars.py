"""Avatars come beside what people wait for; what goes wrong with one leaves the initial in its place."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.discordkit import avatars
from bot.discordkit.avatars import LARGEST, MOST, PNG, Avatars
from tests.clock import FakeClock

PICTURE = PNG + b"small"


@dataclass
class Asset:
    """An avatar at a CDN that answers so; None: not until it is cancelled."""

    key: str
    answer: bytes | Exception | None
    reads: list[dict[str, Any]] = field(default_factory=list)

    def replace(self, **wished: object) -> Asset:
        self.reads.append(wished)
        return self

    async def read(self) -> bytes:
        if self.answer is None:
            await asyncio.Event().wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        assert self.answer is not None
        return self.answer


@dataclass
class User:
    id: int
    avatar: Asset | None


class Seen:
    """Avatars with a clock that is moved by hand."""

    def __init__(self, most: int = MOST) -> None:
        self.clock = FakeClock()
        self.avatars = Avatars(self.clock, most=most)

    def see(self, user: User) -> None:
        self.avatars.see(cast(discord.User, user))

    async def of(self, user: User) -> bytes | None:
        """Seen, fetched and asked for."""
        self.see(user)
        await self.avatars.settled()
        return self.avatars.of(user.id)


@pytest.fixture
def seen() -> Seen:
    return Seen()


async def test_a_small_png_is_asked_for_once_and_kept(seen: Seen) -> None:
    asset = Asset("one", PICTURE)
    assert seen.avatars.of(1) is None
    for _ in range(3):
        assert await seen.of(User(1, asset)) == PICTURE
    assert asset.reads == [{"size": 64, "format": "png"}]


async def test_seeing_somebody_does_not_wait_for_the_picture(seen: Seen) -> None:
    seen.see(User(1, Asset("one", None)))
    assert seen.avatars.of(1) is None
    await seen.avatars.close()


async def test_a_new_avatar_takes_the_place_of_the_old_one_once_it_is_there(seen: Seen) -> None:
    await seen.of(User(1, Asset("one", PICTURE)))
    seen.see(User(1, Asset("two", PNG + b"other")))
    assert seen.avatars.of(1) == PICTURE
    await seen.avatars.settled()
    assert seen.avatars.of(1) == PNG + b"other"
    assert await seen.of(User(1, None)) is None


@pytest.mark.parametrize(
    "answer",
    [
        aiohttp.ClientConnectionError(),
        discord.DiscordException(),
        OSError(),
        b"GIF89a",
        b"",
        PNG + bytes(LARGEST),
    ],
)
async def test_one_that_cannot_be_fetched_is_told_of_once_and_left_for_an_hour(
    seen: Seen, answer: bytes | Exception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    asset = Asset("one", answer)
    for _ in range(3):
        assert await seen.of(User(1, asset)) is None
    assert len(asset.reads) == len(caplog.records) == 1
    asset.answer = PICTURE
    seen.clock.advance(avatars.AGAIN_AFTER)
    assert await seen.of(User(1, asset)) == PICTURE


async def test_one_that_does_not_come_is_given_up(seen: Seen, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    seen.see(User(1, Asset("one", None)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    seen.clock.advance(avatars.WITHIN)
    await seen.avatars.settled()
    assert seen.avatars.of(1) is None
    assert [record.getMessage() for record in caplog.records] == [
        "an avatar could not be fetched: TimeoutError"
    ]


async def test_only_those_seen_last_are_kept() -> None:
    seen = Seen(most=2)
    for number in (1, 2, 1, 3):
        await seen.of(User(number, Asset(str(number), PICTURE)))
    assert [seen.avatars.of(number) for number in (1, 2, 3)] == [PICTURE, None, PICTURE]
