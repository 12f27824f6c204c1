"""Two who change the same row in the same moment: what both have changed remains."""

from __future__ import annotations

import asyncio
import collections.abc
import inspect
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import is_dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast, get_args, get_origin, get_type_hints
from unittest.mock import AsyncMock

import pytest

import bot.daily.model
import bot.discordkit.ports
import bot.leagues.ports
import bot.nights.ports
import bot.people.ports
import bot.ports
import bot.reviews.model
import bot.tables.ports
from bot.discordkit.people import People
from bot.leagues.model import ClubError
from bot.leagues.service import Clubs, Roll
from bot.nights.acts import Leave
from bot.nights.conductor import Conductor
from bot.nights.evenings import Evenings
from bot.nights.model import (
    EveningDetails,
    EveningStage,
    NightError,
    NightPerson,
    NightStep,
    SeriesState,
    SignUpAnswer,
    StepKind,
    StepState,
)
from bot.people.ports import Forgotten
from bot.people.settings import ServerSettings
from bot.ports import StoreError
from bot.tables.errors import TableError
from bot.timers import Timers
from data import schema
from data.relation import Relation
from data.store import Store
from tests.clock import FakeClock
from tests.data.conftest import Look
from tests.data.evenings import (
    ANN,
    AT,
    BOB,
    CEES,
    CHANNEL,
    DAY,
    DORA,
    GUILD,
    Arranged,
    arranged,
    begun,
    first,
)

PORTS: Final = (
    bot.daily.model,
    bot.discordkit.ports,
    bot.leagues.ports,
    bot.nights.ports,
    bot.people.ports,
    bot.ports,
    bot.reviews.model,
    bot.tables.ports,
)

WHOLE_ROWS: Final = {
    # What there was not before.
    *("LeagueStore.create", "SeasonStore.begin", "SeasonStore.bring", "SeasonStore.add_night"),
    *("SeasonStore.add_bye", "NightStore.make_series", "NightStore.make_evening", "TableStore.create"),
    "DailyStore.claim",  # whoever has one of that day keeps it as it is
    # Refused where the row has changed since it was read.
    "NightStore.change",  # by its version
    "TableStore.write",  # by how many inputs there are; and its only writer changes one thing after the other
    "NightStore.rule",  # by the decisions about that table that were seen
    "SeasonStore.correct",  # by the corrections that were seen
    "SeasonStore.report",  # of another text it is another report; that of the same text stays as it is
    # What was typed or chosen takes the place of what was there, of which nothing is read.
    "PresetStore.keep_preset",
    "PresetStore.remove_preset",
    "LeagueStore.keep_candidate",
    "TimerStore.keep",
    "TimerStore.forget",
    "PostingStore.keep",  # of one that is kept only whether it has arrived, which its only sender knows
    "ReviewStore.keep",  # none is ever replaced
}
"""The methods of stores that take whole rows all the same, and why."""


def rows_taken() -> set[str]:
    """The methods of all stores that take a row, alone, among others or as a part of something."""
    rows = {one._model for one in vars(schema).values() if isinstance(one, Relation)}
    stores = {
        one
        for module in PORTS
        for name, one in vars(module).items()
        if inspect.isclass(one) and name.endswith("Store")
    }
    return {
        f"{store.__name__}.{name}"
        for store in stores
        for name, method in vars(store).items()
        if inspect.isfunction(method) and not name.startswith("_")
        for parameter, hint in get_type_hints(method).items()
        if parameter != "return" and rows & {*parts(hint)}
    }


def parts(hint: Any) -> Iterator[Any]:
    """The types that a value of a type consists of; a function is none of its own."""
    if get_origin(hint) is not collections.abc.Callable:
        yield from [hint] if inspect.isclass(hint) else [one for arg in get_args(hint) for one in parts(arg)]
    if inspect.isclass(hint) and is_dataclass(hint):
        yield from (one for part in get_type_hints(hint).values() for one in parts(part))


def test_stores_take_changes_and_no_whole_rows() -> None:
    """A row that was read before an ``await`` may be another by now: give its method a function of what is
    stored then (``Writer.change``), or say here why not."""
    assert rows_taken() == WHOLE_ROWS


# Nights


@pytest.fixture
async def there(store: Store) -> Arranged:
    return await arranged(store)


@pytest.fixture
def evenings(store: Store) -> Evenings:
    clock = FakeClock(AT - 3600)
    clubs = Clubs(store.leagues, store.seasons, clock)
    return Evenings(store.nights, clubs, cast(Any, None), clock)


async def told(store: Store, there: Arranged) -> EveningDetails:
    found = await store.nights.details(there.evening.id)
    assert found is not None
    return found


Ask = Callable[[Evenings, EveningDetails, int, str], Awaitable[object]]

ORGANISER: Final[dict[str, tuple[Ask, Callable[[NightPerson], bool]]]] = {
    "add": (lambda evenings, seen, who, name: evenings.add(seen, who, name), lambda one: one.is_here),
    "substitute": (
        lambda evenings, seen, who, name: evenings.name_substitute(seen, who, name),
        lambda one: one.substitute,
    ),
    "send away": (lambda evenings, seen, who, name: evenings.send_away(seen, who), lambda one: one.gone),
}


@pytest.mark.parametrize("asked", ORGANISER)
async def test_what_somebody_says_remains_while_an_organiser_acts(
    store: Store, there: Arranged, evenings: Evenings, asked: str
) -> None:
    ask, is_done = ORGANISER[asked]
    seen = await told(store, there)
    await store.nights.check_in(there.evening.id, BOB, "Bobby", 902, AT + 5, here=True)
    await store.nights.answer(there.evening.id, BOB, "Bobby", SignUpAnswer.LATE, AT + 6)
    await ask(evenings, seen, BOB, "Bob")
    kept = (await told(store, there)).people[BOB]
    here_at = None if kept.gone else AT + 5
    assert (kept.name, kept.answer, kept.here_at, kept.press_id) == ("Bobby", SignUpAnswer.LATE, here_at, 902)
    assert is_done(kept)


async def test_whoever_is_forgotten_is_not_kept_anew_by_what_was_seen(
    store: Store, there: Arranged, evenings: Evenings
) -> None:
    await store.nights.answer(there.evening.id, CEES, "Cees", SignUpAnswer.OUT, AT)
    seen = await told(store, there)
    assert isinstance(await store.privacy.forget(CEES, {None: "former player"}, AT), Forgotten)
    with pytest.raises(NightError, match="not-in-plan"):
        await evenings.send_away(seen, CEES)
    assert CEES not in (await told(store, there)).people


async def test_a_change_that_is_refused_changes_nothing(store: Store, there: Arranged) -> None:
    before = await told(store, there)

    def refuses(kept: NightPerson) -> NightPerson:
        raise NightError("changed-meanwhile")

    with pytest.raises(NightError, match="changed-meanwhile"):
        await store.nights.tell(there.evening.id, ANN, None, refuses)
    assert (
        await store.nights.tell(there.evening.id, DORA, None, lambda kept: replace(kept, gone=True)) is None
    )
    assert await told(store, there) == before


def conductor(evenings: Evenings) -> Conductor:
    nothing = cast(Any, None)
    return Conductor(evenings, nothing, Timers(FakeClock(AT)))


async def test_who_presses_is_not_taken_for_absent_by_what_was_seen_before(
    store: Store, there: Arranged, evenings: Evenings
) -> None:
    seen = (await told(store, there)).people[BOB]
    kept = await store.nights.check_in(there.evening.id, BOB, "Bob", 902, AT + 5, here=True)
    with pytest.raises(NightError, match="changed-meanwhile"):
        await conductor(evenings)._lose(Leave(seen), there.evening)
    assert (await told(store, there)).people[BOB] == kept


async def test_whoever_cannot_have_a_seat_is_a_substitute_again_and_their_press_counts(
    store: Store, there: Arranged, evenings: Evenings
) -> None:
    number = there.evening.id
    named = await evenings.name_substitute(await told(store, there), CEES, "Cees")

    class Table:
        async def seat_by_program(self, *_: object) -> None:
            await store.nights.check_in(number, CEES, "Cees", 903, AT + 5, here=True)
            raise TableError("already-seated")

    assert not await conductor(evenings)._seated(number, cast(Any, Table()), 0, named)
    kept = (await told(store, there)).people[CEES]
    assert kept == replace(named, press_id=903, here_at=AT + 5, answer=SignUpAnswer.LATE, answered_at=AT)


async def test_who_waits_again_while_they_are_told_of_a_seat_is_told_the_next_time(
    store: Store, there: Arranged
) -> None:
    """Between the look and the step, and between the step and its end: each time they are to be told anew."""
    number, nights, key = there.evening.id, store.nights, (StepKind.MOVED_UP, BOB)

    async def says(who: int, answer: SignUpAnswer) -> None:
        """Ann and Cees come before Bob, for whom there is a seat while one of them does not."""
        await nights.tell(number, who, str(who), partial(replace, answer=answer, answered_at=1.0))

    def doing(kept: NightStep) -> NightStep:
        return replace(kept, state=StepState.DOING, nonce=5)

    def done(kept: NightStep) -> NightStep:
        return replace(kept, state=StepState.DONE) if kept.state is StepState.DOING else kept

    await nights.change(replace(there.evening, settings=replace(there.evening.settings, seats=2)))
    await says(CEES, SignUpAnswer.IN)
    due = (await told(store, there)).steps[key]
    assert due.state is StepState.DUE
    assert await nights.change_step(number, key, doing) == due  # they wait: nothing is begun
    await says(CEES, SignUpAnswer.OUT)
    assert (await nights.change_step(number, key, doing)).state is StepState.DOING
    await says(CEES, SignUpAnswer.IN)
    assert await nights.change_step(number, key, done) == due
    await says(CEES, SignUpAnswer.OUT)
    assert (await nights.change_step(number, key, doing)).state is StepState.DOING
    assert (await nights.change_step(number, key, done)).state is StepState.DONE


async def test_an_evening_is_made_of_its_series_as_it_is_by_then(store: Store, there: Arranged) -> None:
    """It moves, leaves a date out or ends in the moment in which its next evening is made."""
    nights, seen = store.nights, there.series
    new = [first(seen, there.season, DAY + timedelta(7 * week)) for week in (1, 2, 3)]
    settings = replace(seen.settings, seats=9)
    await nights.change_series(
        seen.id, lambda kept: replace(kept, channel_id=77, settings=settings, skipped=(new[1].date,))
    )
    made = await nights.make_evening(new[0])
    assert (made.channel_id, made.settings) == (77, settings)
    with pytest.raises(NightError, match="changed-meanwhile"):
        await nights.make_evening(new[1])
    await nights.change_series(seen.id, lambda kept: replace(kept, state=SeriesState.ENDED))
    with pytest.raises(NightError, match="changed-meanwhile"):
        await nights.make_evening(new[2])
    assert await nights.make_evening(new[0]) == made


async def test_half_a_move_is_none(store: Store, there: Arranged, evenings: Evenings) -> None:
    seen = await told(store, there)
    await store.nights.change(replace(there.evening, posted=True))
    with pytest.raises(NightError, match="changed-meanwhile"):
        await evenings.move(seen, 77, all_to_come=True)
    assert await store.nights.series(there.series.id) == there.series
    assert (await told(store, there)).evening.channel_id == CHANNEL


async def test_a_night_and_those_that_follow_move_together(
    store: Store, there: Arranged, evenings: Evenings
) -> None:
    seen = await told(store, there)
    await asyncio.gather(
        evenings.move(seen, 77, all_to_come=True),
        evenings.skip(there.series.id, GUILD, there.planned.date),
    )
    kept = await store.nights.series(there.series.id)
    assert kept == replace(there.series, channel_id=77, skipped=(there.planned.date,))
    assert (await told(store, there)).evening.channel_id == 77


async def test_a_night_that_is_made_as_its_date_is_left_out_is_called_off(
    store: Store, there: Arranged, evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keeper makes it between the look at what is made and the change of the series."""
    look, day = store.nights.evenings, there.planned.date

    async def made_meanwhile(series_id: int) -> object:
        seen = await look(series_id)
        if all(one.date != day for one in seen):
            await store.nights.make_evening(first(there.series, there.season, day))
        return seen

    monkeypatch.setattr(store.nights, "evenings", made_meanwhile)
    monkeypatch.setattr(evenings, "tables_of", AsyncMock(return_value=[]))
    assert (await evenings.skip(there.series.id, GUILD, day)).skipped == (day,)
    (made,) = [one for one in await look(there.series.id) if one.date == day]
    assert made.stage is EveningStage.CALLED_OFF


async def test_half_a_date_left_out_is_none(
    store: Store, there: Arranged, evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its night has changed in that moment: neither is it called off, nor the date left out."""
    read = evenings.details

    async def changed_meanwhile(evening_id: int, guild_id: int | None) -> EveningDetails:
        seen = await read(evening_id, guild_id)
        await store.nights.change(replace(seen.evening, posted=True))
        return seen

    monkeypatch.setattr(evenings, "details", changed_meanwhile)
    with pytest.raises(NightError, match="changed-meanwhile"):
        await evenings.skip(there.series.id, GUILD, DAY)
    assert await store.nights.series(there.series.id) == there.series


async def test_a_night_is_called_off_and_its_date_left_out_together(
    store: Store, there: Arranged, evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is done about its tables fails: the date is left out all the same."""
    monkeypatch.setattr(evenings, "tables_of", AsyncMock(side_effect=StoreError))
    with pytest.raises(StoreError):
        await evenings.skip(there.series.id, GUILD, DAY)
    kept = await store.nights.series(there.series.id)
    assert kept == replace(there.series, skipped=(DAY,))
    assert (await told(store, there)).evening.stage is EveningStage.CALLED_OFF


async def test_a_plan_is_not_kept_where_it_has_become_another(
    store: Store, there: Arranged, evenings: Evenings
) -> None:
    await store.nights.change_series(there.series.id, lambda kept: replace(kept, skipped=(DAY,)))
    with pytest.raises(NightError, match="changed-meanwhile"):
        await evenings._keep_series(there.series, replace(there.series, state=SeriesState.ENDED))
    assert await store.nights.series(there.series.id) == replace(there.series, skipped=(DAY,))


async def test_presses_take_part_as_they_are_when_the_round_begins(store: Store, there: Arranged) -> None:
    """The first round begins by what was read before somebody pressed."""
    await store.nights.check_in(there.evening.id, BOB, "Bob", 902, AT + 5, here=True)
    await store.nights.change(begun(there.evening))
    assert (await store.nights.origin(there.evening.id, 1)).press_ids == (901, 902)


# People and servers


def people(store: Store) -> People:
    """What one process would know of people; another may change the same rows."""
    nothing = cast(Any, None)
    return People(store.players, nothing, nothing, FakeClock(AT), nothing)


def acting(name: str) -> Any:
    return SimpleNamespace(user=SimpleNamespace(id=ANN, display_name=name), locale="nl")


async def test_a_preference_and_a_name_that_change_at_once_both_remain(store: Store) -> None:
    first, second = people(store), people(store)
    await first.met(acting("Ann"))
    await second.met(acting("Ann"))
    await asyncio.gather(
        first.prefer(ANN, lambda before: replace(before, large=True)),
        second.met(acting("Anneke")),
        first.refused(ANN, cast(Any, SimpleNamespace(code=50007, status=403))),
    )
    kept = await store.players.player(ANN)
    assert kept is not None
    assert (kept.name, kept.preferences.large, kept.dm_closed) == ("Anneke", True, True)
    assert (await second.prefer(ANN, lambda before: before)).large


async def test_settings_of_a_server_that_change_at_once_all_remain(store: Store) -> None:
    first, second = people(store), people(store)
    assert await first.settings(GUILD) == await second.settings(GUILD) == ServerSettings()
    await asyncio.gather(
        first.set_settings(GUILD, lambda before: replace(before, channels=(3,))),
        second.set_settings(GUILD, lambda before: replace(before, role_id=7)),
    )
    assert await store.players.guild(GUILD) == ServerSettings(channels=(3,), role_id=7)


async def test_whoever_is_forgotten_stays_so_whatever_is_learnt_of_them(store: Store) -> None:
    """A direct message arrives, or does not, that was on its way."""
    one = people(store)
    await one.met(acting("Ann"))
    await store.privacy.forget(ANN, {None: "former player"}, AT)
    await one.refused(ANN, cast(Any, SimpleNamespace(code=50007, status=403)))
    await one.forget_dm_channel(ANN)
    await one.prefer(ANN, lambda before: replace(before, large=True))
    assert await store.players.player(ANN) is None
    assert await one.player(ANN) is None


async def test_direct_messages_are_tried_again_where_the_clock_was_set_back(store: Store) -> None:
    clock, nothing = FakeClock(AT), cast(Any, None)
    one = People(store.players, nothing, nothing, clock, nothing)
    await one.met(acting("Ann"))
    await one.refused(ANN, cast(Any, SimpleNamespace(code=50007, status=403)))
    assert await one.is_closed(ANN)
    clock.set(AT - 20 * 3600)
    assert not await one.is_closed(ANN)


async def test_a_preference_that_is_refused_is_not_kept(store: Store) -> None:
    one = people(store)
    await one.met(acting("Ann"))

    def refuses(before: object) -> Any:
        raise ValueError(before)

    with pytest.raises(ValueError, match="Preferences"):
        await one.prefer(ANN, refuses)
    kept = await store.players.player(ANN)
    assert kept is not None and kept == await one.player(ANN)


# Leagues


async def test_a_league_that_two_change_at_once_is_as_both_wished(
    store: Store, there: Arranged, evenings: Evenings
) -> None:
    first, second = Roll(evenings.clubs), Roll(evenings.clubs)
    league_id = there.series.league_id
    await asyncio.gather(
        first.change(league_id, GUILD, lambda before: replace(before, roles=(3,))),
        second.change(league_id, GUILD, lambda before: replace(before, guests=False)),
    )
    kept = await store.leagues.league(league_id)
    assert kept is not None and (kept.roles, kept.guests) == ((3,), False)


async def test_no_name_is_given_twice_by_two_at_once(
    store: Store, there: Arranged, evenings: Evenings
) -> None:
    league = await evenings.league(there.series)
    done = await asyncio.gather(
        Roll(evenings.clubs).rename(league, str(ANN), "Zoë"),
        Roll(evenings.clubs).rename(league, str(BOB), "Zoë"),
        return_exceptions=True,
    )
    assert sorted(isinstance(one, ClubError) for one in done) == [False, True]
    assert [one.name for one in await store.leagues.members(league.id)].count("Zoë") == 1


async def test_a_member_who_is_forgotten_is_not_brought_back_by_a_new_name(
    store: Store, there: Arranged, evenings: Evenings, path: Path, look: Look
) -> None:
    league = await evenings.league(there.series)
    renamed, forgotten = await asyncio.gather(
        Roll(evenings.clubs).rename(league, str(DORA), "Zoë"),
        store.privacy.forget(DORA, {None: "former player", GUILD: "former player"}, AT),
        return_exceptions=True,
    )
    assert isinstance(forgotten, Forgotten)
    assert renamed.name == "Zoë" if not isinstance(renamed, BaseException) else isinstance(renamed, ClubError)
    assert look("SELECT 1 FROM league_members WHERE id = ? OR name = 'Zoë'", str(DORA)) == []
