"""A database with something of everything, in which one person cannot be taken for anything else."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from bot.daily.model import Daily
from bot.discordkit.ports import MessageKind, Posting, on_table
from bot.leagues.season.model import Correction, Excuse, Holder, Night, SeatChange, SeatKind
from bot.nights.model import Ruling, RulingKind
from bot.people.settings import Player as Somebody
from bot.people.settings import Preferences
from bot.ports import KeptTimer
from bot.replays.replay import ReplayMoment
from bot.reviews.model import Costly, Review
from bot.tables.model import Seat, State
from data.store import Store
from tests.data.samples import LOBBY, SEALED
from tests.kept import keep_player
from tests.tables import house

XANTHE: Final = 987_654_321_098_765_432
NAME: Final = "Xanthe"
DIRECT: Final = 876_543_210_987_654_321
"""The channel of her direct messages."""
ANN: Final = house.ANN
GUILD: Final = 1

NOTHING_WAITS: Final = """
UPDATE tables SET state = 'closed' WHERE state IN ('lobby', 'playing', 'adjourned');
UPDATE evenings SET stage = 'over';
DELETE FROM reports;
"""
"""So that nothing of hers waits any longer."""


async def everything_done(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Make the example with her in the place of Ben, and add what it lacks."""
    people = tuple(XANTHE if one == house.BEN else one for one in house.PEOPLE)
    names = {**house.NAMES, XANTHE: NAME}
    monkeypatch.setattr(house, "PEOPLE", people)
    monkeypatch.setattr(house, "BEN", XANTHE)
    monkeypatch.setattr(house, "NAMES", names)
    await _made_anew().make(path)
    store = await Store.open(path)
    try:
        await _more(store)
    finally:
        await store.close()


def _made_anew() -> Any:
    """``make_example`` as it is with other people."""
    spec = importlib.util.find_spec("tests.data.make_example")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def _more(store: Store) -> None:
    await keep_player(
        store.players,
        Somebody(XANTHE, NAME, "nl", DIRECT, preferences=Preferences(large=True, press_twice=True)),
    )
    await store.players.change_copy(XANTHE, lambda copy: replace(copy, unshared=frozenset(("name",))))
    private = await store.tables.create(
        LOBBY.__class__(
            **{name: getattr(LOBBY, name) for name in LOBBY.__slots__}
            | {"guild_id": None, "channel_id": DIRECT, "host_id": XANTHE, "seats": (Seat(NAME, XANTHE),)}
        ),
        SEALED,
    )
    for nonce, kind in ((71, MessageKind.HAND), (72, MessageKind.CALL), (73, MessageKind.GONE)):
        await store.postings.keep(Posting(nonce, on_table(private.id), kind, XANTHE, DIRECT, 1.0, 9005))
    assert private.state is State.LOBBY
    (league,) = await store.leagues.leagues(GUILD)
    (season,) = await store.seasons.seasons(league.id)
    await store.seasons.add_night(season.id, Night("excused", season.begun, (str(XANTHE),)))
    game = (await store.seasons.results(season.id, 0, 9))[0][0].game
    seat = next(number for number, one in enumerate(game.holders) if one.id == str(XANTHE))
    for made in (
        SeatChange(game.id, seat, Holder(SeatKind.GUEST, str(XANTHE))),
        SeatChange(game.id, seat, Holder(SeatKind.MEMBER, str(XANTHE))),
        Excuse("n1", str(XANTHE)),
    ):
        reason = f"{NAME} says so, <@{XANTHE}>; not {NAME}rine"
        await store.seasons.correct(season.id, Correction("", 1_700_000_300, str(XANTHE), reason, made))
    ruling = Ruling(1, 100101, RulingKind.SEAT, XANTHE, ruled_at=5.0, reason=f"{NAME} says so", seat=1)
    for number, whose in enumerate(({"whom": XANTHE}, {"heir": XANTHE})):
        await store.nights.rule(replace(ruling, **whose), number)
    await _reviewed(store, season.id)
    for user_id in (XANTHE, ANN):
        own = await store.dailies.claim(Daily(0, date(2026, 11, 24), user_id, "ab" * 32, -4, 5.0))
        await store.dailies.asked_on(own.daily.id, GUILD)
    await store.timers.keep(KeptTimer("of nobody", 1, 0, 5.0))
    await store.timers.keep(KeptTimer("deletion", XANTHE, private.id, 5.0))


async def _reviewed(store: Store, season_id: int) -> None:
    """A game that she and others played was reviewed."""
    results, _ = await store.seasons.results(season_id, 0, 99)
    for table_id in {one.table_id for one in results if one.table_id is not None}:
        sat = await store.tables.sittings(table_id)
        costly = (Costly(ReplayMoment(0, 1), 0, 5, 120),)
        every = [Review(one.seat, 0, one.user_id, 13, 13, costly) for one in sat if one.from_seq == 0]
        await store.reviews.keep(table_id, every)
