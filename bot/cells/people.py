"""What belongs to a person and not to a server: name, language, preferences, direct messages. All cells have
it in one bucket of the broker's, where it is changed by compare-and-set; each has copies of those who have
come to it, which it reads, and which serve while the broker is away.

Of what a cell changes alone it notes the names of the fields. Once the broker is back these are as the cell
has them and the others as the bucket does, so of what was chosen in two cells nothing is lost; where it was
the same thing, the cell that shares last has the word. Where the bucket is older than what a cell has seen in
it, the broker has lost what it was told last, as it may in a power cut, and the cell's copy counts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, TypeAlias, cast
from weakref import WeakValueDictionary

import msgspec
import nats.errors
from nats.js.errors import BucketNotFoundError, KeyNotFoundError, KeyWrongLastSequenceError
from nats.js.kv import KeyValue

from bot.cells.link import AWAY, Link
from bot.discordkit.load import Latest
from bot.people.ports import CopiedPlayerStore, PlayerCopy
from bot.people.settings import Player, Preferences
from bot.ports import StoreError
from bot.retry import Backoff

log = logging.getLogger(__name__)

TRIES: Final = 8
"""How often a change is made at most where other cells are always first."""

AGAIN: Final = 1.0
"""Seconds after which what could not be shared is tried again."""

LONGEST: Final = 60.0
"""Seconds between two tries where the broker is there and keeps nothing."""

FORGOTTEN_FOR: Final = timedelta(days=30)
"""For how long the bucket says that somebody was forgotten, so that no cell's copy brings them back."""

KNOWN: Final = 10_000
"""People of whom it is remembered what was last seen of them in the bucket."""

Change: TypeAlias = Callable[[Player | None], Player | None]
Fields: TypeAlias = Mapping[str, Any]
"""A person in the bucket: the fields of ``Player`` and ``Preferences`` that are not the defaults, by name."""

_APART: Final = ("user_id", "preferences")
_ID_BITS: Final = 63  # as SQLite keeps them


@dataclass(frozen=True, slots=True)
class BucketEntry:
    """What the bucket says of a person: ``known`` is None where that is nothing, or is not understood;
    ``revision`` is 0 where it has never said anything."""

    revision: int = 0
    known: Fields | None = None
    is_forgotten: bool = False


def fields_of(player: Player | None) -> Fields:
    """What is known of a person as the bucket has it; empty for nobody."""
    if player is None:
        return {}
    own = [(one, getattr(player, one.name)) for one in fields(player) if one.name not in _APART]
    kept = {one.name: value for one, value in own if value != one.default}
    return {**kept, **player.preferences.stored()}


def player_of(user_id: int, known: Fields) -> Player:
    """A person as the bucket has them; a choice that is not understood, or no longer, is the default. Raises
    ValueError."""
    player = msgspec.convert({**known, "user_id": user_id}, Player)
    if (player.dm_channel_id or 0).bit_length() > _ID_BITS:
        raise ValueError("not an id of Discord's")
    return replace(player, preferences=Preferences.read(known))


def merged(theirs: Fields, ours: Fields, names: Collection[str]) -> Fields:
    """What others say, but for the fields of those names."""
    kept = {name: value for name, value in theirs.items() if name not in names}
    return {**kept, **{name: ours[name] for name in names if name in ours}}


def changed(before: Player | None, after: Player) -> frozenset[str]:
    """The names of the fields that differ."""
    old, new = fields_of(before), fields_of(after)
    return frozenset(name for name in {*old, *new} if old.get(name) != new.get(name))


def _changed_alone(change: Change, copy: PlayerCopy) -> PlayerCopy:
    after = change(copy.player)
    return copy if after is None else PlayerCopy(after, copy.unshared | changed(copy.player, after))


def _unless_gone(before: PlayerCopy, after: PlayerCopy, now: PlayerCopy) -> PlayerCopy:
    """Another copy in place of one, but where that was deleted meanwhile."""
    return now if now.player is None and before.player is not None else after


def _log_unshared(*errors: Exception) -> None:
    names = ", ".join(type(error).__name__ for error in errors)
    log.info("what is known of people cannot be shared now, and will be tried again (%s)", names)


def _as_they_are(known: Player | None) -> Player | None:
    return known


def _person(key: str) -> int | None:
    """Whose key that is."""
    return int(key) if key.isdecimal() and int(key).bit_length() <= _ID_BITS else None


class SharedPlayers:
    """A PlayerStore that the cells have in common; what is a server's is its cell's alone."""

    def __init__(self, link: Link, store: CopiedPlayerStore, heard: Callable[[Player], None]) -> None:
        """``store`` keeps this cell's copies; ``heard`` is called where one becomes another than it was. To
        be made before the link is started."""
        self._link = link
        self._store = store
        self._tell = heard
        self._bucket: KeyValue | None = None  # while it answers
        self._seen: Latest[int, int] = Latest(KNOWN)  # the revisions that the copies are of
        self._strangers: Latest[int, bool] = Latest(KNOWN)
        self._forgotten: Latest[int, bool] = Latest(KNOWN)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._to_share = asyncio.Event()
        self._following: asyncio.Task[Any] | None = None
        self._backoff = Backoff(AGAIN, LONGEST)
        self._has_complained = False
        self.guild, self.change_guild = store.guild, store.change_guild
        link.when_connected(self._keep_up)

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person: by the copy here, or where there is none, once by the bucket."""
        known = await self._store.player(user_id)
        if known is not None or self._bucket is None or self._strangers.get(user_id):
            return known
        return await self.change_player(user_id, _as_they_are)

    async def change_player(self, user_id: int, change: Change) -> Player | None:
        """Keep what ``change`` makes of what all cells know of a person by then, or while the broker is away
        of what this one knows. It may be called several times."""
        async with self._lock(user_id):
            if self._bucket is not None:
                try:
                    return await self._share(self._bucket, user_id, change)
                except AWAY as error:
                    _log_unshared(error)
                    self._bucket = None
            kept = await self._store.change_copy(user_id, partial(_changed_alone, change))
        self._to_share.set()
        return kept.player

    def forgotten(self, user_id: int) -> None:
        """The copy here was deleted as its person wished: what the bucket says of them until it is told so,
        too, is not brought back."""
        self._forgotten.keep(user_id, True)

    async def forget(self, user_id: int) -> bool:
        """Have the bucket keep of a person only that they were forgotten. To be called once no cell has a
        copy of them any more. Returns whether it was done; not while the broker is away."""
        async with self._lock(user_id):
            try:
                return self._bucket is not None and await self._bucket.purge(str(user_id))
            except AWAY as error:
                _log_unshared(error)
                return False

    def _lock(self, user_id: int) -> asyncio.Lock:
        """One after the other for each person, so that no copy becomes older than it was."""
        return self._locks.setdefault(user_id, asyncio.Lock())

    # What is shared

    async def _share(self, bucket: KeyValue, user_id: int, change: Change) -> Player | None:
        """Change a person in the bucket, and with what was changed here alone; then the copy here. Raises
        what ``change`` raises, nats.errors.Error, OSError, StoreError."""
        for _ in range(TRIES):
            copy, theirs = await self._store.copy(user_id), await self._look(bucket, user_id)
            newest = self._newest(user_id, theirs, copy)
            before = player_of(user_id, newest) if newest else None
            after = change(before) or before
            if after is None:
                self._strangers.keep(user_id, True)
                return None
            # What a later version has put there and this one does not know stays as it is.
            value, revision = merged(newest, fields_of(after), changed(before, after)), theirs.revision
            if value != theirs.known:
                try:
                    revision = await bucket.update(str(user_id), msgspec.json.encode(value), revision)
                except KeyWrongLastSequenceError:
                    continue
            self._forgotten.drop(user_id)
            return await self._copy(user_id, copy, PlayerCopy(after), revision)
        raise TimeoutError

    async def _copy(
        self, user_id: int, before: PlayerCopy, after: PlayerCopy, revision: int
    ) -> Player | None:
        """Keep a copy of that revision."""
        keep = partial(_unless_gone, before, after)
        kept = before if after == before else await self._store.change_copy(user_id, keep)
        self._seen.keep(user_id, revision)
        if kept.player is not None and kept.player != before.player:
            self._tell(kept.player)
        return kept.player

    def _newest(self, user_id: int, theirs: BucketEntry, copy: PlayerCopy) -> Fields:
        """What is known of a person by all; empty where nothing is."""
        ours = fields_of(copy.player)
        if theirs.is_forgotten or self._forgotten.get(user_id):
            return merged({}, ours, {"name", *copy.unshared})  # whoever comes back is somebody new
        if theirs.known is None or theirs.revision < (self._seen.get(user_id) or 0):
            return ours
        return merged(theirs.known, ours, copy.unshared)

    async def _look(self, bucket: KeyValue, user_id: int) -> BucketEntry:
        try:
            return self._read(user_id, await bucket.get(str(user_id)))
        except KeyNotFoundError as error:
            gone = cast(KeyValue.Entry | None, error.entry)  # pyright: ignore[reportUnknownMemberType]
            return BucketEntry() if gone is None else BucketEntry(gone.revision or 0, is_forgotten=True)

    def _read(self, user_id: int, entry: KeyValue.Entry) -> BucketEntry:
        revision = entry.revision or 0
        if entry.operation is not None:
            return BucketEntry(revision, is_forgotten=True)
        try:
            known = msgspec.json.decode(entry.value or b"", type=dict[str, Any])
            player_of(user_id, known)
        except (ValueError, RecursionError):
            self._complain()
            return BucketEntry(revision)
        return BucketEntry(revision, known)

    def _complain(self) -> None:
        if not self._has_complained:
            self._has_complained = True
            log.warning("the broker's bucket of people has something that no cell has put there: passed over")

    # What others share

    async def _keep_up(self) -> None:
        """Share and hear what is shared as long as this connection lasts."""
        if self._following is not None:
            self._following.cancel()
        self._following = asyncio.current_task()
        while self._link.is_connected:
            try:
                await self._follow()
            except* (*AWAY, StoreError) as errors:
                _log_unshared(*errors.exceptions)
            await asyncio.sleep(self._backoff.pause())

    async def _follow(self) -> None:
        bucket = await self._opened()
        watcher = await bucket.watchall()  # pyright: ignore[reportUnknownMemberType]
        try:
            self._strangers, self._bucket = Latest(KNOWN), bucket
            missing = set(await self._store.people())
            async for entry in watcher:
                if entry is None:  # that is all there was
                    break
                await self._clean(entry)
                user_id = _person(entry.key)
                if user_id in missing and await self._heard(user_id, entry):
                    missing.discard(user_id)
            self._backoff.succeeded()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._share_each(bucket, missing))
                group.create_task(self._share_on(bucket))
                async for entry in watcher:
                    if entry is not None:
                        await self._heard(_person(entry.key), entry)
        finally:
            if self._bucket is bucket:
                self._bucket = None
            with suppress(nats.errors.Error):
                await watcher.stop()

    async def _opened(self) -> KeyValue:
        jetstream = self._link.jetstream
        try:
            return await jetstream.key_value(self._name)
        except BucketNotFoundError:
            return await jetstream.create_key_value(bucket=self._name, history=1)  # pyright: ignore[reportUnknownMemberType]

    @property
    def _name(self) -> str:
        return f"{self._link.application.replace('.', '-')}-people"

    async def _clean(self, entry: KeyValue.Entry) -> None:
        """Have nothing left of who was forgotten long ago."""
        created = cast(datetime, entry.created)  # whatever the library declares
        if entry.operation is not None and datetime.now(UTC) - created > FORGOTTEN_FOR:
            subject = f"$KV.{self._name}.{entry.key}"
            await self._link.jetstream.purge_stream(f"KV_{self._name}", (entry.revision or 0) + 1, subject)

    async def _heard(self, user_id: int | None, entry: KeyValue.Entry) -> bool:
        """Bring the copy here up to date, where there is one. Returns whether the bucket is as new as it."""
        if user_id is None:
            self._complain()
            return True
        async with self._lock(user_id):
            self._strangers.drop(user_id)
            theirs, seen = self._read(user_id, entry), self._seen.get(user_id) or 0
            if theirs.revision <= seen:
                return theirs.revision == seen
            if theirs.is_forgotten:
                self._forgotten.drop(user_id)
                return True
            copy = await self._store.copy(user_id)
            if copy.player is None or theirs.known is None:
                return copy.player is None
            now = player_of(user_id, merged(theirs.known, fields_of(copy.player), copy.unshared))
            await self._copy(user_id, copy, replace(copy, player=now), theirs.revision)
        return True

    async def _share_each(self, bucket: KeyValue, people: Iterable[int]) -> None:
        for user_id in people:
            async with self._lock(user_id):
                await self._share(bucket, user_id, _as_they_are)

    async def _share_on(self, bucket: KeyValue) -> None:
        """Share what was changed here alone, now and whenever something was."""
        while True:
            self._to_share.clear()
            await self._share_each(bucket, await self._store.unshared())
            await self._to_share.wait()
            await asyncio.sleep(AGAIN)
            await bucket.status()  # nobody waits for that
            self._bucket = bucket
