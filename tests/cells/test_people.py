"""People whom cells share: two of them in one process, each with a link and a database of its own, and a real
broker, which is killed, held up and robbed of what it was told last."""

from __future__ import annotations

import asyncio
import logging
import operator
import os
import shutil
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast

import msgspec
import nats as broker
import pytest
from hypothesis import given
from nats.js.errors import KeyNotFoundError
from nats.js.kv import KeyValue

from bot.cells import people as shared
from bot.cells.link import Link
from bot.cells.model import Cell
from bot.cells.people import SharedPlayers, fields_of, player_of
from bot.discordkit.people import People
from bot.people.settings import Player, Preferences
from bot.retry import Backoff
from data.store import Store
from tests.beyond.servers import free_port, nats
from tests.cells.running import needs_broker
from tests.clock import FakeClock
from tests.data import samples
from tests.kept import keep_player

APPLICATION = 77
BUCKET = "hartenheer-77-people"
ANN, BEN, WITNESS = 11, 12, 13
AT = 1_800_000_000.0
SOON = 30.0  # seconds; nothing here takes as long but on a machine that stands still

Change = Callable[[Player | None], Player | None]
Meanwhile = Callable[[Callable[[], Awaitable[object]]], None]


def speaks(language: str) -> Change:
    return lambda known: known and replace(known, preferences=replace(known.preferences, language=language))


def prefers(**chosen: Any) -> Change:
    return lambda known: known and replace(known, preferences=replace(known.preferences, **chosen))


def named(name: str, user_id: int = ANN) -> Change:
    return lambda known: replace(known or Player(user_id, name), name=name)


@dataclass
class Side:
    """One cell, as far as people go."""

    link: Link
    store: Store
    players: SharedPlayers
    people: People
    heard: asyncio.Queue[Player] = field(default_factory=asyncio.Queue[Player])

    async def hears(self, is_it: Callable[[Player], bool]) -> Player:
        """The next that it hears of which that is true."""
        async with asyncio.timeout(SOON):
            while not is_it(player := await self.heard.get()):
                pass
        return player

    async def is_up_to_date(self) -> None:
        """All that was in the bucket before has come here."""
        await self.hears(lambda player: player.user_id == WITNESS)


class World:
    """A broker that can be stopped and started where it was, and cells."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self.folder = folder
        self._stack = stack
        self._port = free_port()
        self._broker = ExitStack()
        self._bucket: KeyValue | None = None
        self.pid = 0
        self.start()
        stack.callback(self.stop)

    @property
    def files(self) -> Path:
        """Where the broker keeps what it keeps."""
        return self.folder / "nats"

    def start(self) -> None:
        """Start the broker, on its files where it has run before."""
        self.pid = self._broker.enter_context(nats(self.folder, port=self._port)).pid

    def stop(self, by: signal.Signals = signal.SIGKILL) -> None:
        """End the broker, also one that was held up. Whoever is connected learns of it at once."""
        if self.pid:
            os.kill(self.pid, by)
            self.go_on()
        self.pid = 0
        self._broker.close()

    def hold_up(self) -> None:
        """The broker does nothing until it goes on."""
        os.kill(self.pid, signal.SIGSTOP)
        os.waitpid(self.pid, os.WUNTRACED)

    def go_on(self) -> None:
        """The broker was held up, and is no more."""
        os.kill(self.pid, signal.SIGCONT)

    async def bucket(self) -> KeyValue:
        """The bucket, seen past the cells; made where there is none."""
        if self._bucket is None:
            client = await broker.connect(f"nats://127.0.0.1:{self._port}", max_reconnect_attempts=-1)
            self._stack.push_async_callback(client.close)
            self._bucket = await client.jetstream().create_key_value(bucket=BUCKET, history=1)
        return self._bucket

    async def put(self, player: Player) -> None:
        """Have it in the bucket, as of another cell."""
        await (await self.bucket()).put(str(player.user_id), msgspec.json.encode(fields_of(player)))

    async def has(self, key: int, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """What the bucket says of a person once that is true of it."""
        watcher = await (await self.bucket()).watch(str(key))
        async with asyncio.timeout(SOON):
            async for entry in watcher:
                with suppress(msgspec.DecodeError):
                    value = msgspec.json.decode(entry.value or b"" if entry is not None else b"")
                    if is_it(value):
                        await watcher.stop()
                        return value
        raise AssertionError(key)

    async def cell(self, number: int, *known: Player, with_witness: bool = True) -> Side:
        """A cell that knows some people already; once it has heard what the bucket says of a witness."""
        store = await Store.open(self.folder / f"cell{number}.sqlite3", cell=Cell(number, 2))
        self._stack.push_async_callback(store.close)
        link = Link(Cell(number, 2), f"nats://127.0.0.1:{self._port}")

        def heard(player: Player) -> None:
            side.people.heard(player)
            side.heard.put_nowait(player)

        players, nothing = SharedPlayers(link, store.players, heard), cast(Any, None)
        side = Side(link, store, players, People(players, nothing, nothing, FakeClock(AT), nothing))
        for player in known:
            await keep_player(store.players, player)
        if with_witness:
            await keep_player(store.players, Player(WITNESS, "Wim"))
            await self.put(Player(WITNESS, f"Wim of {number}"))
        await link.start(APPLICATION)
        self._stack.push_async_callback(link.close)
        link.open()
        if with_witness:
            await side.is_up_to_date()
        return side

    async def cells(self, *known: Player) -> tuple[Side, Side]:
        """Two cells that know the same people."""
        return await asyncio.gather(self.cell(1, *known), self.cell(2, *known))


@asynccontextmanager
async def made(folder: Path) -> AsyncGenerator[World]:
    async with AsyncExitStack() as stack:
        yield World(folder, stack)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    async with made(tmp_path) as one:
        yield one


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the broker was asked for, by all cells."""
    found: list[str] = []
    get = KeyValue.get

    async def counted(bucket: KeyValue, key: str) -> KeyValue.Entry:
        found.append(key)
        return await get(bucket, key)

    monkeypatch.setattr(KeyValue, "get", counted)
    return found


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Has something happen once when the bucket was looked at next, before anything is made of that."""
    waiting: list[Callable[[], Awaitable[object]]] = []
    get = KeyValue.get

    async def late(bucket: KeyValue, key: str) -> KeyValue.Entry:
        entry = await get(bucket, key)
        if waiting:
            await waiting.pop()()
        return entry

    monkeypatch.setattr(KeyValue, "get", late)
    return waiting.append


pytestmark = needs_broker


async def language(side: Side) -> str:
    """What a cell speaks to Ann, by what it has in memory."""
    return (await side.people.preferences(ANN)).language


async def known(side: Side, user_id: int = ANN) -> Player:
    """The copy of a cell, which is to be there."""
    found = await side.store.players.player(user_id)
    assert found is not None
    return found


@given(player=samples.players)
def test_what_is_shared_of_a_person_is_all_that_is_known(player: Player) -> None:
    written = msgspec.json.decode(msgspec.json.encode(fields_of(player)))
    assert player_of(player.user_id, written) == player


def test_a_name_is_one_field() -> None:
    """Fields of people and of their preferences lie beside each other."""
    assert not set(Player.__slots__) & set(Preferences.__slots__)


async def test_a_language_chosen_in_one_cell_is_spoken_by_the_other_within_a_second(world: World) -> None:
    first, second = await world.cells(Player(ANN, "Ann"))
    assert await language(second) == "auto"
    await first.people.prefer(ANN, lambda before: replace(before, language="nl"))
    async with asyncio.timeout(1.0):
        await second.hears(lambda player: player.preferences.language == "nl")
    assert await language(second) == "nl" == (await known(second)).preferences.language
    assert not await second.store.players.unshared()


async def test_whom_one_cell_has_met_another_looks_up_once(world: World, looked: list[str]) -> None:
    first, second = await world.cells()
    await first.players.change_player(ANN, named("Ann"))
    await first.players.change_player(ANN, speaks("fr"))
    assert await language(second) == "fr" == (await known(second)).preferences.language
    looked.clear()
    assert [await second.players.player(BEN) for _ in range(3)] == [None] * 3
    assert looked == [str(BEN)]
    await first.players.change_player(BEN, named("Ben", BEN))
    await first.players.change_player(WITNESS, named("Wil"))
    await second.is_up_to_date()
    assert await second.players.player(BEN) == Player(BEN, "Ben")


async def test_what_two_cells_change_at_once_both_remains(world: World) -> None:
    first, second = await world.cells(Player(ANN, "Ann"))
    changes: list[tuple[Side, Change]] = [
        (first, speaks("nl")),
        (second, prefers(large=True)),
        (first, prefers(back="scales")),
        (second, named("Anna")),
        (first, lambda player: player and replace(player, dm_channel_id=501)),
        (second, prefers(press_twice=True)),
    ]
    await asyncio.gather(*(side.players.change_player(ANN, change) for side, change in changes))
    wanted = Player(ANN, "Anna", dm_channel_id=501, preferences=Preferences("nl", large=True, back="scales"))
    wanted = replace(wanted, preferences=replace(wanted.preferences, press_twice=True))
    await world.has(ANN, lambda value: player_of(ANN, value) == wanted)
    for side in (first, second):
        if await known(side) != wanted:
            await side.hears(lambda player: player == wanted)
        assert await side.people.player(ANN) == wanted == await known(side)


async def test_a_change_to_what_is_not_the_newest_any_more_is_made_anew(
    world: World, meanwhile: Meanwhile
) -> None:
    await world.put(Player(ANN, "Ann"))
    first, second = await world.cells(Player(ANN, "Ann"))
    seen: list[bool] = []

    def change(player: Player | None) -> Player | None:
        assert player is not None
        seen.append(player.preferences.large)
        return speaks("ru")(player)

    meanwhile(lambda: second.players.change_player(ANN, prefers(large=True)))
    kept = await first.players.change_player(ANN, change)
    assert seen == [False, True]
    assert kept is not None and kept.preferences == Preferences("ru", large=True)


async def test_who_is_forgotten_while_a_change_is_under_way_stays_so(
    world: World, meanwhile: Meanwhile
) -> None:
    await world.put(Player(ANN, "Ann"))
    first = await world.cell(1, Player(ANN, "Ann"))
    meanwhile(lambda: first.store.privacy.forget(ANN, {None: "former player"}, AT))
    assert await first.players.change_player(ANN, speaks("nl")) is None
    assert await first.store.players.player(ANN) is None


async def test_a_change_that_is_refused_changes_nothing(world: World) -> None:
    first = await world.cell(1, Player(ANN, "Ann"))
    before = await world.has(ANN, lambda _: True)

    def refuses(_: Player | None) -> Player | None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await first.players.change_player(ANN, refuses)
    assert await first.players.change_player(ANN, lambda _: None) == Player(ANN, "Ann")
    assert await first.players.change_player(BEN, lambda player: player) is None
    assert await world.has(ANN, lambda _: True) == before


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
async def test_while_the_broker_is_away_copies_serve_and_what_is_changed_is_shared_afterwards(
    world: World, by: signal.Signals
) -> None:
    first, second = await world.cells(Player(ANN, "Ann"))
    await first.players.change_player(ANN, prefers(two_rows=True))
    await second.hears(lambda player: player.preferences.two_rows)
    world.stop(by)
    async with asyncio.timeout(1.0):  # nobody waits for it
        await first.players.change_player(ANN, speaks("nl"))
        await first.players.change_player(ANN, prefers(two_rows=False))
        await second.players.change_player(ANN, prefers(large=True))
        await second.players.change_player(ANN, named("Anneke"))
        await second.people.know(BEN, "Ben")
        assert await second.players.player(BEN) == Player(BEN, "Ben")
        assert await first.players.player(BEN) is None
    ours, theirs = await known(first), await known(second)
    assert (ours.preferences, theirs.preferences) == (
        Preferences("nl"),
        Preferences(two_rows=True, large=True),
    )
    assert list(await first.store.players.unshared()) == [ANN]
    world.start()
    wanted = Player(ANN, "Anneke", preferences=Preferences("nl", large=True))
    for side in (first, second):
        await side.hears(lambda player: player == wanted)
        assert await side.people.player(ANN) == wanted == await known(side)
    await world.has(BEN, lambda value: value == {"name": "Ben"})
    assert await first.players.player(BEN) == Player(BEN, "Ben")
    assert not await first.store.players.unshared() and not await second.store.players.unshared()


async def test_what_was_not_shared_is_so_after_the_next_start(world: World) -> None:
    away = await world.cell(1, Player(ANN, "Ann"))
    await world.has(ANN, lambda _: True)
    world.stop()
    await away.players.change_player(ANN, speaks("nl"))
    await away.link.close()
    await away.store.close()
    world.start()
    await world.put(Player(ANN, "Ann", preferences=Preferences(large=True)))
    back = await world.cell(1)
    wanted = Player(ANN, "Ann", preferences=Preferences("nl", large=True))
    await world.has(ANN, lambda value: player_of(ANN, value) == wanted)
    assert await back.people.player(ANN) == wanted


async def test_a_broker_that_is_slow_holds_up_nobody_for_longer_than_once(
    world: World, looked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, status = asyncio.Event(), KeyValue.status

    async def asking(bucket: KeyValue) -> KeyValue.BucketStatus:
        asked.set()
        return await status(bucket)

    await world.put(Player(ANN, "Ann"))
    first, second = await world.cells(Player(ANN, "Ann"))
    monkeypatch.setattr(KeyValue, "status", asking)
    looked.clear()
    world.hold_up()
    await first.players.change_player(ANN, speaks("nl"))
    assert looked == [str(ANN)]
    await first.players.change_player(ANN, prefers(large=True))
    assert await first.players.player(BEN) is None
    async with asyncio.timeout(SOON):
        await asked.wait()  # whether it is back; nobody waits for the answer
    await first.players.change_player(ANN, prefers(two_rows=True))
    assert looked == [str(ANN)]
    assert (await known(first)).preferences == Preferences("nl", large=True, two_rows=True)
    world.go_on()
    await second.hears(lambda player: player.preferences == Preferences("nl", large=True, two_rows=True))


async def test_a_database_full_of_people_is_put_into_an_empty_bucket_and_overwrites_nobody(
    world: World,
) -> None:
    many = [Player(1000 + number, f"P{number}") for number in range(200)]
    await world.cell(1, *many, with_witness=False)
    for player in many:
        await world.has(player.user_id, partial(operator.eq, {"name": player.name}))
    second = await world.cell(2, Player(1001, "P1", "nl"), Player(2000, "Q"))
    assert await known(second, 1001) == Player(1001, "P1")
    await world.has(2000, partial(operator.eq, {"name": "Q"}))
    for player in many:
        assert await second.players.player(player.user_id) == player


async def test_whoever_is_forgotten_is_not_brought_back(world: World) -> None:
    ann = Player(ANN, "Ann", preferences=Preferences("nl"))
    first, second = await world.cells(ann)
    await first.players.change_player(ANN, prefers(large=True))
    await second.hears(lambda player: player.preferences.large)
    for side in (first, second):
        await side.store.privacy.forget(ANN, {None: "former player"}, AT)
        side.people.forget(ANN)
        side.players.forgotten(ANN)
    for side in (first, second):  # before the bucket is told
        await side.people.forget_dm_channel(ANN)
        await side.people.prefer(ANN, lambda before: replace(before, large=False))
        assert await side.people.player(ANN) is None is await side.store.players.player(ANN)
    assert await first.players.forget(ANN)
    with pytest.raises(KeyNotFoundError):
        await (await world.bucket()).get(str(ANN))
    for side in (first, second):
        await side.people.forget_dm_channel(ANN)
        assert await side.people.player(ANN) is None is await side.store.players.player(ANN)
    await first.people.know(ANN, "Ann")
    await world.has(ANN, lambda value: value == {"name": "Ann"})
    assert await second.people.preferences(ANN) == Preferences()


async def test_whoever_comes_back_before_the_bucket_was_told_is_somebody_new(world: World) -> None:
    ann = Player(ANN, "Ann", preferences=Preferences("nl"))
    first, second = await world.cells(ann)
    await world.has(ANN, lambda _: True)
    await first.store.privacy.forget(ANN, {None: "former player"}, AT)
    first.people.forget(ANN)
    first.players.forgotten(ANN)
    await first.people.know(ANN, "Ann")
    await first.people.prefer(ANN, lambda before: replace(before, large=True))
    wanted = Player(ANN, "Ann", preferences=Preferences(large=True))
    assert await first.people.prefer(ANN, lambda before: before) == wanted.preferences
    await second.hears(lambda player: player == wanted)


async def test_a_copy_that_comes_late_does_not_bring_back_who_was_forgotten(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await world.bucket()).purge(str(ANN))
    late = await world.cell(1, Player(ANN, "Ann", preferences=Preferences("nl")), Player(BEN, "Ben"))
    await world.has(BEN, lambda _: True)
    bucket = await world.bucket()
    with pytest.raises(KeyNotFoundError):
        await bucket.get(str(ANN))
    # Until the deletion has come here the person is somebody new to all, who may choose.
    await late.players.change_player(ANN, prefers(large=True))
    assert await world.has(ANN, lambda _: True) == {"name": "Ann", "large": True}
    await late.players.forget(ANN)
    monkeypatch.setattr(shared, "FORGOTTEN_FOR", timedelta(0))
    await world.cell(2)
    assert (await bucket.status()).values == 2  # Ben and the witness: nothing says that Ann ever was


async def test_nobody_is_forgotten_while_the_broker_is_away(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.cells")
    first = await world.cell(1, Player(ANN, "Ann"))
    world.hold_up()
    assert not await first.players.forget(ANN)
    assert "what is known of people cannot be shared now, and will be tried again (" in caplog.text
    world.stop()
    assert not await first.players.forget(ANN)


async def test_where_it_was_well_meanwhile_it_is_tried_again_as_soon_as_at_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    opens, fails, pauses = SharedPlayers._opened, [2], list[float]()
    pause = Backoff.pause

    async def opened(players: SharedPlayers) -> KeyValue:
        if fails[0]:
            fails[0] -= 1
            raise TimeoutError
        return await opens(players)

    def noted(backoff: Backoff) -> float:
        pauses.append(pause(backoff))
        return pauses[-1]

    monkeypatch.setattr(SharedPlayers, "_opened", opened)
    monkeypatch.setattr(Backoff, "pause", noted)
    monkeypatch.setattr(shared, "AGAIN", 0.01)
    first = await world.cell(1, Player(ANN, "Ann"))
    await first.players.change_player(ANN, speaks("nl"))
    await world.has(ANN, lambda value: value.get("language") == "nl")
    before = len(pauses)
    assert before >= 2 and pauses[-1] > shared.AGAIN
    fails[0] = 1
    world.stop()
    world.start()
    await first.players.change_player(ANN, speaks("fr"))
    await world.has(ANN, lambda value: value.get("language") == "fr")
    assert pauses[before] <= shared.AGAIN


async def test_a_copy_counts_where_the_broker_has_lost_what_it_was_told_last(world: World) -> None:
    first, second = await world.cells(Player(ANN, "Ann"))
    await first.players.change_player(ANN, prefers(large=True))
    await second.hears(lambda player: player.preferences.large)
    world.stop()
    shutil.copytree(world.files, world.folder / "before")
    world.start()
    await second.players.change_player(WITNESS, named("Wil"))
    await first.is_up_to_date()
    await first.players.change_player(ANN, speaks("nl"))
    await second.hears(lambda player: player.preferences.language == "nl")
    world.stop()
    shutil.rmtree(world.files)
    (world.folder / "before").rename(world.files)
    world.start()
    await world.has(ANN, lambda value: value == {"name": "Ann", "large": True, "language": "nl"})
    assert await language(first) == await language(second) == "nl"


async def test_what_somebody_else_has_put_there_is_passed_over(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "bot.cells")
    bucket = await world.bucket()
    rubbish = [
        b"",
        b"{",
        b"[1]",
        b'{"name": 7}',
        b"\xff",
        b'{"name": "N", "dm_channel_id": 99999999999999999999}',
    ]
    people = [Player(1000 + number, f"P{number}", "nl") for number in range(len(rubbish))]
    for player, thing in zip(people, rubbish, strict=True):
        await bucket.put(str(player.user_id), thing)
    for key in ("x", "-5", "99999999999999999999", "a.b", "_"):
        await bucket.put(key, b"{")
    first = await world.cell(1, Player(ANN, "Ann"), *people)
    for player in people:
        assert await first.players.player(player.user_id) == player
        await world.has(player.user_id, partial(operator.eq, {"name": player.name, "locale": "nl"}))
    await bucket.put("y", b"{")
    await bucket.put(str(ANN), b"{")
    await first.players.change_player(ANN, speaks("nl"))
    assert await world.has(ANN, lambda _: True) == {"name": "Ann", "language": "nl"}
    assert [record.getMessage() for record in caplog.records if "people" in record.getMessage()] == [
        "the broker's bucket of people has something that no cell has put there: passed over"
    ]


async def test_what_a_later_version_has_put_there_stays(world: World) -> None:
    later = {"name": "Ann", "language": "tlh", "hologram": True}
    await (await world.bucket()).put(str(ANN), msgspec.json.encode(later))
    first = await world.cell(1, Player(ANN, "Ann"))
    await first.players.change_player(ANN, prefers(large=True))
    assert await world.has(ANN, lambda _: True) == {**later, "large": True}
    assert await language(first) == "auto"


async def test_servers_are_no_other_cells(world: World) -> None:
    first, second = await world.cells()
    await first.players.change_guild(5, lambda before: replace(before, language="nl"))
    assert (await first.players.guild(5)).language == "nl"
    assert (await second.players.guild(5)).language == "auto"


async def test_nothing_that_is_asked_for_together_waits_for_another_person(world: World) -> None:
    first = await world.cell(1)

    async def meet(number: int) -> None:
        await first.players.change_player(number, named(f"P{number}", number))

    work: list[Awaitable[None]] = [meet(3000 + number) for number in range(50)]
    await asyncio.gather(*work)
    assert len(await first.store.players.people()) == 51
    assert not await first.store.players.unshared()
