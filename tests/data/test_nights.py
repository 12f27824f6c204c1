"""Nights as they are kept: series, evenings, who comes, what was done, and what is sealed."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import MISSING, fields, replace
from datetime import date, time, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from bot.__main__ import main
from bot.leagues.model import Bye, Night
from bot.nights.calendar import Repeat, Schedule
from bot.nights.errors import NightError
from bot.nights.model import (
    LIVE,
    Answer,
    Evening,
    Person,
    Round,
    Series,
    SeriesState,
    Stage,
    StepKind,
    StepState,
)
from bot.nights.settings import NightSettings
from bot.ports import StoreError
from data.nights import nights as stored_nights
from data.store import Store
from tests.data.conftest import Look
from tests.data.databases import rows
from tests.data.evenings import (
    ANN,
    AT,
    BOB,
    CEES,
    CHANNEL,
    DAY,
    DORA,
    EVA,
    GUILD,
    PLAN,
    STEP,
    Arranged,
    arranged,
    begun,
    first,
    sitting_out,
)
from tests.data.seasons import check

TABLES: Final = ("series", "evenings", "evening_secrets", "evening_people", "evening_steps", "nights", "byes")


@pytest.fixture
async def there(store: Store) -> Arranged:
    return await arranged(store)


async def people(store: Store, evening: Evening) -> dict[int, Person]:
    told = await store.nights.told(evening.id)
    assert told is not None
    return dict(told.people)


def all_set(value: Any) -> bool:
    """Whether a value tells of a field that is not kept: none has what it would have without."""
    return all(one.default is MISSING or getattr(value, one.name) != one.default for one in fields(value))


# Series


@pytest.mark.parametrize(
    "schedule",
    [
        Schedule(DAY, time(19, 30)),
        Schedule(DAY, time(0), Repeat.FORTNIGHT, until=date(2026, 12, 31)),
        Schedule(DAY, time(23, 59), Repeat.WEEKDAYS, frozenset({1, 4})),
    ],
)
async def test_a_series_is_as_it_was_made_and_then_changed(
    store: Store, there: Arranged, schedule: Schedule
) -> None:
    made = await store.nights.make_series(replace(there.series, id=0, schedule=schedule))
    assert made.id > there.series.id
    assert await store.nights.series(made.id) == made
    settings = NightSettings(minutes=45, seats=16, apart=((1, 2), (3, 4)))
    ended = replace(made, state=SeriesState.ENDED, skipped=(DAY, DAY + timedelta(7)), settings=settings)
    await store.nights.change_series(ended)
    assert await store.nights.series(made.id) == ended
    assert await store.nights.series(there.series.id) == there.series
    assert await store.nights.series(99) is None


async def test_series_of_a_server_are_found_and_those_that_run(store: Store, there: Arranged) -> None:
    async def more(state: SeriesState, guild_id: int) -> Series:
        return await store.nights.make_series(replace(there.series, id=0, state=state, guild_id=guild_id))

    await more(SeriesState.DRAFT, GUILD)
    ended, running = await more(SeriesState.ENDED, GUILD), await more(SeriesState.RUNNING, GUILD)
    elsewhere = await more(SeriesState.RUNNING, 7)
    assert await store.nights.series_of(GUILD) == [running, ended, there.series]
    assert await store.nights.series_of(7) == [elsewhere]
    assert await store.nights.series_of(8) == []
    assert await store.nights.running() == [there.series, running, elsewhere]


# Evenings are made


async def test_L3_a_night_is_planned_with_the_evening(store: Store, there: Arranged) -> None:
    """There are n7, planned by hand, and the first evening's; the next free number is that of a third."""
    assert there.evening.night == "n2"
    made = await store.nights.make_evening(first(there.series, there.season, DAY + timedelta(1)))
    nights = await store.seasons.planned_nights(there.season.id)
    assert nights == [there.planned, Night("n2", DAY), Night("n3", DAY + timedelta(1))]
    assert (made.night, made.version, made.stage) == ("n3", 0, Stage.SIGN_UP)
    assert await store.nights.evening(made.id) == made


async def test_L3_an_id_that_a_night_has_is_not_given_again(store: Store, there: Arranged) -> None:
    for number in (3, 4):
        await store.seasons.add_night(there.season.id, Night(f"n{number + 2}", DAY + timedelta(number)))
    made = await store.nights.make_evening(first(there.series, there.season, DAY + timedelta(1)))
    assert made.night == "n8"


async def test_L3_the_night_that_is_planned_for_the_date_is_the_evenings(
    store: Store, there: Arranged
) -> None:
    before = await store.seasons.planned_nights(there.season.id)
    made = await store.nights.make_evening(first(there.series, there.season, there.planned.date))
    assert made.night == there.planned.id
    assert await store.seasons.planned_nights(there.season.id) == before


async def test_two_evenings_of_a_date_are_two_nights_unless_one_was_called_off(
    store: Store, there: Arranged
) -> None:
    other = await store.nights.make_series(replace(there.series, id=0))
    second = await store.nights.make_evening(first(other, there.season))
    assert second.night == "n3"
    await store.nights.change(replace(there.evening, stage=Stage.CALLED_OFF))
    third = await store.nights.make_evening(
        first(await store.nights.make_series(replace(there.series, id=0)), there.season)
    )
    assert third.night == there.evening.night


async def test_a_series_has_one_evening_of_a_date(store: Store, there: Arranged) -> None:
    changed = await store.nights.change(begun(there.evening))
    new = first(there.series, there.season)
    assert await store.nights.make_evening(replace(new, starts_at=1.0, seed="other")) == changed
    await store.seasons.close(there.season.id, there.season.begun)
    assert await store.nights.make_evening(new) == changed
    assert await store.nights.evenings(there.series.id) == [changed]


async def test_no_evening_is_made_in_a_season_that_is_closed(
    store: Store, there: Arranged, path: Path
) -> None:
    before = rows(path, *TABLES)
    with pytest.raises(NightError) as caught:
        await store.nights.make_evening(first(there.series, there.closed, DAY + timedelta(1)))
    assert caught.value.code == "season-closed"
    assert rows(path, *TABLES) == before


# Evenings become others


async def test_an_evening_is_as_it_was_changed(store: Store, there: Arranged) -> None:
    changed = replace(
        there.evening,
        channel_id=9,
        starts_at=AT + 0.5,
        settings=NightSettings(rounds=5, minutes=30, confirmed=True),
        seed="ü",
        stage=Stage.PLAYING,
        draw=2,
        plan=(*PLAN, Round(((BOB, CEES, DORA),))),
        posted=True,
        round=2,
        began_at=AT + 1,
        paused_at=AT + 2,
        held_up=3.5,
        time_up=True,
        is_last=True,
        late=True,
        ended_at=AT + 4,
        why="organiser",
        settled=True,
    )
    kept = await store.nights.change(changed)
    assert kept == replace(changed, version=1)
    assert all_set(kept), "every field that has a default"
    assert await store.nights.evening(kept.id) == kept
    told = await store.nights.told(kept.id)
    assert told is not None
    assert told.evening == kept
    assert await store.nights.change(kept) == replace(kept, version=2)


async def test_an_evening_that_was_changed_meanwhile_is_left(store: Store, there: Arranged) -> None:
    kept = await store.nights.change(replace(there.evening, posted=True))
    for version in (0, 2):
        with pytest.raises(NightError) as caught:
            await store.nights.change(replace(there.evening, draw=5, version=version))
        assert caught.value.code == "changed-meanwhile"
    assert await store.nights.evening(kept.id) == kept


async def test_L8_who_sits_out_a_round_has_a_bye_once(store: Store, there: Arranged) -> None:
    byes = sitting_out(there.evening, DORA, CEES)
    kept = await store.nights.change(begun(there.evening), byes)
    kept = await store.nights.change(kept, [*byes, *byes])
    later = sitting_out(there.evening, ANN, number=2)
    await store.nights.change(replace(kept, round=2), [*byes, *later])
    assert (await store.seasons.whole(there.season.id)).byes == (*byes, *later)
    await check(store, there.season.id)
    page = await store.seasons.page(there.season.id, 0, 10)
    assert {one.member: one.value for one in page.lines if one.nights} == dict.fromkeys(("11", "13", "14"), 3)


async def test_L8_who_is_no_member_has_no_bye(store: Store, there: Arranged) -> None:
    byes = sitting_out(there.evening, EVA, DORA)
    await store.nights.change(begun(there.evening), byes)
    assert (await store.seasons.whole(there.season.id)).byes == (byes[1],)


async def test_byes_are_for_a_season_that_is_open(store: Store, there: Arranged, path: Path) -> None:
    await store.seasons.close(there.season.id, there.season.begun)
    before = rows(path, *TABLES)
    with pytest.raises(NightError) as caught:
        await store.nights.change(begun(there.evening), [Bye(there.evening.night, 1, str(DORA))])
    assert caught.value.code == "season-closed"
    assert rows(path, *TABLES) == before
    kept = await store.nights.change(begun(there.evening))
    assert await store.nights.evening(kept.id) == kept


async def test_a_season_with_evenings_is_not_taken_back(store: Store, there: Arranged, look: Look) -> None:
    """Its evening's buttons are still there."""
    assert look("SELECT count(*) FROM evenings WHERE season_id = ?", there.season.id) == [(1,)]
    season = await store.seasons.whole(there.season.id)
    facts = replace(there.season, begun=date(2019, 1, 1), closed=date(2019, 2, 1), imported=True)
    brought = await store.seasons.bring(facts, replace(season, nights=(), byes=()), {}, open_now=False)
    await store.nights.change(replace(there.evening, season_id=brought.id))
    with pytest.raises(Exception, match="season-in-use"):
        await store.seasons.take_back(brought.id)


# Evenings are found


async def more(store: Store, there: Arranged, *days: int, **changes: Any) -> list[Evening]:
    """Evenings so many days later, changed so."""
    made = [
        await store.nights.make_evening(first(there.series, there.season, DAY + timedelta(one)))
        for one in days
    ]
    return [await store.nights.change(replace(one, **changes)) for one in made]


async def test_the_evenings_of_a_series_are_in_the_order_of_their_dates(
    store: Store, there: Arranged
) -> None:
    third, second = await more(store, there, 30, 8)
    assert await store.nights.evenings(there.series.id) == [there.evening, second, third]
    assert await store.nights.evenings(99) == []
    assert await store.nights.told(99) is None
    assert await store.nights.evening(99) is None


async def test_those_that_are_not_settled_are_unfinished_whatever_their_stage(
    store: Store, there: Arranged
) -> None:
    (over,) = await more(store, there, 8, stage=Stage.OVER)
    (called_off,) = await more(store, there, 9, stage=Stage.CALLED_OFF)
    await more(store, there, 10, stage=Stage.OVER, settled=True)
    assert await store.nights.unfinished() == [there.evening.id, over.id, called_off.id]


async def test_live_evenings_in_a_channel_are_found_by_when_they_begin(store: Store, there: Arranged) -> None:
    (later,) = await more(store, there, 1, stage=Stage.PLAYING)
    await more(store, there, 2, stage=Stage.OVER)
    await more(store, there, 3, channel_id=9)
    find = store.nights.in_channel
    assert await find(CHANNEL, AT, AT + 9 * 86400) == [there.evening, later]
    assert await find(CHANNEL, AT - 60, AT) == [there.evening]
    assert await find(CHANNEL, AT + 1, later.starts_at) == [later]
    assert await find(CHANNEL, AT + 1, later.starts_at - 1) == []
    assert [one.channel_id for one in await find(9, AT, AT + 9 * 86400)] == [9]


@pytest.mark.parametrize(
    ("person", "is_found"),
    [
        (Person(EVA, "Eva", Answer.IN), True),
        (Person(EVA, "Eva", Answer.LATE), True),
        (Person(EVA, "Eva", Answer.MAYBE), False),
        (Person(EVA, "Eva", Answer.OUT), False),
        (Person(EVA, "Eva"), False),
        (Person(EVA, "Eva", here_at=AT, substitute=True), True),
        (Person(EVA, "Eva", here_at=AT, gone=True), False),
        (Person(EVA, "Eva", Answer.IN, gone=True), False),
    ],
)
async def test_evenings_of_a_person_are_those_that_they_come_to_or_are_at(
    store: Store, there: Arranged, person: Person, *, is_found: bool
) -> None:
    await store.nights.keep_person(there.evening.id, person)
    find, expected = store.nights.of_person, [there.evening] if is_found else []
    assert await find(EVA, AT - 10, AT + 10) == expected
    assert await find(EVA, AT, AT) == expected
    assert await find(EVA, AT + 1, AT + 10) == []
    await store.nights.change(replace(there.evening, stage=Stage.OVER))
    assert await find(EVA, AT - 10, AT + 10) == []


STATEMENTS: Final = {
    "evenings_unsettled": stored_nights.UNSETTLED,
    "evenings_live": f"SELECT * FROM evenings {stored_nights.IN_CHANNEL}",
    "evening_people_by_user": f"SELECT * FROM evenings {stored_nights.OF_PERSON}",
    "evening_steps_by_message": f"SELECT * FROM evening_steps {stored_nights.OF_MESSAGE}",
}


@pytest.mark.parametrize("index", STATEMENTS)
async def test_what_is_asked_often_is_found_by_index(store: Store, look: Look, index: str) -> None:
    statement = re.sub(r":\w+", "1", STATEMENTS[index])
    plan = [row[-1] for row in look(f"EXPLAIN QUERY PLAN {statement}")]
    assert any(index in step for step in plan)
    assert not [step for step in plan if step.startswith("SCAN") and "INDEX" not in step]


def test_the_index_of_live_evenings_has_those_stages() -> None:
    assert ", ".join(repr(stage.value) for stage in LIVE) in stored_nights.IN_CHANNEL


# Who comes


async def test_an_answer_is_kept_and_its_moment_unless_it_is_the_same(store: Store, there: Arranged) -> None:
    answer, number = store.nights.answer, there.evening.id
    kept = await answer(number, CEES, "Cees", Answer.IN, AT)
    assert kept == Person(CEES, "Cees", Answer.IN, AT)
    assert await answer(number, CEES, "Cees", Answer.IN, AT + 9) == kept
    assert (await people(store, there.evening))[CEES] == kept


async def test_between_in_and_late_somebody_keeps_their_place(store: Store, there: Arranged) -> None:
    answer, number = store.nights.answer, there.evening.id
    moments = []
    said = (Answer.IN, Answer.LATE, Answer.IN, Answer.MAYBE, Answer.OUT, Answer.LATE)
    for after, one in enumerate(said):
        kept = await answer(number, CEES, "Cees", one, AT + after)
        assert kept.answer is one
        assert (await people(store, there.evening))[CEES] == kept
        moments.append(kept.answered_at - AT)
    assert moments == [0, 0, 0, 3, 4, 5]


@pytest.mark.parametrize("answer", Answer)
async def test_who_does_not_come_is_not_here(store: Store, there: Arranged, answer: Answer) -> None:
    """Ann was."""
    kept = await store.nights.answer(there.evening.id, ANN, "Ann", answer, AT + 5)
    assert kept.is_here is (answer in (Answer.IN, Answer.LATE))
    assert kept.press_id == 901
    assert (await people(store, there.evening))[ANN] == kept


@pytest.mark.parametrize("answer", [None, *Answer])
async def test_being_here_is_an_answer(store: Store, there: Arranged, answer: Answer | None) -> None:
    number = there.evening.id
    if answer is not None:
        await store.nights.answer(number, CEES, "Cees", answer, AT)
    kept = await store.nights.check_in(number, CEES, "Cees", 903, AT + 5, here=True)
    comes = answer in (Answer.IN, Answer.LATE)
    expected = Person(CEES, "Cees", answer if comes else Answer.IN, AT if comes else AT + 5, AT + 5, 903)
    assert kept == expected == (await people(store, there.evening))[CEES]


async def test_who_takes_it_back_is_not_here_and_comes_still(store: Store, there: Arranged) -> None:
    number = there.evening.id
    kept = await store.nights.check_in(number, ANN, "Ann", 904, AT + 5, here=False)
    assert kept == Person(ANN, "Ann", Answer.IN, AT, None, 901)
    kept = await store.nights.check_in(number, ANN, "Ann", 905, AT + 6, here=True)
    assert kept == Person(ANN, "Ann", Answer.IN, AT, AT + 6, 905)
    assert (await people(store, there.evening))[ANN] == kept


async def test_who_never_said_that_they_are_here_takes_nothing_back(store: Store, there: Arranged) -> None:
    assert await store.nights.check_in(there.evening.id, EVA, "Eva", 906, AT, here=False) == Person(
        EVA, "Eva"
    )
    assert EVA not in await people(store, there.evening)


async def test_a_press_that_arrives_again_changes_nothing(store: Store, there: Arranged) -> None:
    """Neither while they are here, nor when they have taken it back or were sent away since."""
    number, check_in = there.evening.id, store.nights.check_in
    here = (await people(store, there.evening))[ANN]
    assert await check_in(number, ANN, "Ann", 901, AT + 5, here=True) == here
    assert await check_in(number, ANN, "Ann", 909, AT + 5, here=True) == here
    away = replace(here, gone=True)
    await store.nights.keep_person(number, away)
    assert await check_in(number, ANN, "Ann", 901, AT + 5, here=True) == away
    left = await check_in(number, ANN, "Ann", 907, AT + 6, here=False)
    assert await check_in(number, ANN, "Ann", 901, AT + 7, here=True) == left


async def test_who_says_so_again_is_not_gone_any_longer(store: Store, there: Arranged) -> None:
    number = there.evening.id
    here = (await people(store, there.evening))[ANN]
    await store.nights.keep_person(number, replace(here, gone=True))
    kept = await store.nights.check_in(number, ANN, "Ann", 910, AT + 5, here=True)
    assert kept == replace(here, gone=False, here_at=AT + 5, press_id=910)


async def test_whom_an_organiser_has_added_may_still_press(store: Store, there: Arranged) -> None:
    added = Person(EVA, "Eva", Answer.LATE, AT, here_at=AT + 1)
    await store.nights.keep_person(there.evening.id, added)
    kept = await store.nights.check_in(there.evening.id, EVA, "Eva", 911, AT + 5, here=True)
    assert kept == replace(added, press_id=911)


async def test_a_person_is_as_they_were_kept(store: Store, there: Arranged) -> None:
    person = Person(EVA, "Éva\N{WAVING HAND SIGN}", Answer.OUT, AT, AT + 1, 2**62, gone=True, substitute=True)
    assert all_set(person)
    await store.nights.keep_person(there.evening.id, person)
    assert (await people(store, there.evening))[EVA] == person
    other = await store.nights.make_evening(first(there.series, there.season, DAY + timedelta(1)))
    assert await people(store, other) == {}


# What is done


async def test_a_step_is_as_it_was_kept_last(store: Store, there: Arranged) -> None:
    step = replace(STEP, evening_id=there.evening.id)
    assert all_set(step)
    for one in (replace(step, state=StepState.DUE, discord_id=None), step, replace(step, hindrance="")):
        await store.nights.keep_step(one)
        told = await store.nights.told(there.evening.id)
        assert told is not None
        assert dict(told.steps) == {one.key: one}
        assert told.step(*one.key) == one


async def test_the_step_of_a_message_is_found(store: Store, there: Arranged) -> None:
    """A thread that hangs on a message has its id, and a table has a number of its own kind."""
    board = replace(STEP, evening_id=there.evening.id)
    thread = replace(board, kind=StepKind.THREAD, begun_at=AT + 10)
    table = replace(board, kind=StepKind.TABLE, discord_id=7)
    for one in (thread, board, table):
        await store.nights.keep_step(one)
    assert await store.nights.step_of_message(9001) == board
    assert await store.nights.step_of_message(7) is None
    assert await store.nights.step_of_message(9002) is None


async def test_of_two_steps_with_one_message_the_later_is_meant(store: Store, there: Arranged) -> None:
    """Those who are here are asked for in the message that asked who comes."""
    asked, later = (
        replace(STEP, evening_id=there.evening.id, kind=kind, begun_at=AT + after)
        for after, kind in enumerate((StepKind.SIGN_UP, StepKind.CHECK_IN))
    )
    for one in (later, asked):
        await store.nights.keep_step(one)
    assert await store.nights.step_of_message(9001) == later


# What is sealed


async def test_commitments_are_of_secrets_that_follow_from_the_evenings(
    store: Store, there: Arranged, look: Look
) -> None:
    ((secret,),) = look("SELECT secret FROM evening_secrets WHERE evening_id = ?", there.evening.id)
    rounds = [hmac.digest(secret, f"round {number}".encode(), "sha256") for number in (1, 2, 3)]
    told = await store.nights.commitments(there.evening.id, 3)
    assert told == [hashlib.sha256(one).hexdigest() for one in rounds]
    assert await store.nights.commitments(there.evening.id, 1) == told[:1]
    other = await store.nights.make_evening(first(there.series, there.season, DAY + timedelta(1)))
    assert not {*await store.nights.commitments(other.id, 3)} & {*told}
    with pytest.raises(LookupError):
        await store.nights.commitments(99, 1)


async def test_secrets_are_drawn_as_the_store_is_told(path: Path) -> None:
    secrets = [bytes([number]) * 32 for number in range(2)]
    given = iter(secrets)
    store = await Store.open(path, new_secret=lambda: next(given))
    try:
        there = await arranged(store)
        told = await store.nights.commitments(there.evening.id, 1)
    finally:
        await store.close()
    assert told == [hashlib.sha256(hmac.digest(secrets[0], b"round 1", "sha256")).hexdigest()]


async def test_the_origin_of_a_round_is_the_same_from_its_beginning_on(store: Store, there: Arranged) -> None:
    """Ann and Cees are in the first round, Bob is not here and Eva is not in it; Dora, who sits out, is here
    by the word of an organiser, and later by a press."""
    number, nights = there.evening.id, store.nights
    await nights.check_in(number, EVA, "Eva", 900, AT, here=True)
    await nights.check_in(number, CEES, "Cees", 899, AT, here=True)
    await nights.keep_person(number, Person(DORA, "Dora", Answer.IN, AT, AT))
    with pytest.raises(LookupError):
        await nights.origin(number, 1)
    kept = await nights.change(begun(there.evening))
    one = await nights.origin(number, 1)
    assert one.press_ids == (901, 899), "in the order of people"
    assert one.commitment == (await nights.commitments(number, 1))[0]
    await nights.check_in(number, DORA, "Dora", 912, AT, here=True)
    await nights.check_in(number, ANN, "Ann", 0, AT, here=False)
    kept = await nights.change(replace(kept, plan=(Round(((BOB, CEES, DORA),)), PLAN[1])))
    assert await nights.origin(number, 1) == one
    for missing in (0, 2):
        with pytest.raises(LookupError):
            await nights.origin(number, missing)
    await nights.change(replace(kept, round=2))
    two = await nights.origin(number, 2)
    assert (two.press_ids, two.commitment) == (one.press_ids, (await nights.commitments(number, 2))[1])
    assert two.secret != one.secret
    assert await nights.origin(number, 1) == one


# A failing database, and copies of it


async def test_every_question_says_that_the_database_fails(store: Store, there: Arranged) -> None:
    await store.close()
    nights, number = store.nights, there.evening.id
    for question in (
        nights.series(1), nights.series_of(GUILD), nights.running(), nights.evening(number),
        nights.evenings(1), nights.unfinished(), nights.in_channel(1, 0, 1), nights.of_person(1, 0, 1),
        nights.step_of_message(1), nights.commitments(number, 1), nights.origin(number, 1),
    ):  # fmt: skip
        with pytest.raises(StoreError):
            await question


def test_what_was_done_stays_done_when_a_backup_is_restored_and_all_is_made_again(
    tmp_path: Path, example: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "var" / "a.sqlite3", tmp_path / "copy.sqlite3"
    path.parent.mkdir()
    path.write_bytes(example)
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    before = rows(path, *TABLES)
    assert all(before.values())
    assert main(["backup", str(copy)]) == 0
    path.unlink()
    assert main(["restore", str(copy)]) == 0
    assert main(["rebuild"]) == 0
    assert rows(path, *TABLES) == before
