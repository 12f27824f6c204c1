"""Who comes to an evening and is there, and which of their presses take part in its cards."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import MISSING, fields, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.nights.model import (
    Evening,
    NightPerson,
    Round,
    SignUpAnswer,
)
from data.store import Store
from tests.data.conftest import Look
from tests.data.evenings import (
    ANN,
    AT,
    BOB,
    CEES,
    DAY,
    DORA,
    EVA,
    PLAN,
    Arranged,
    arranged,
    begun,
    first,
)
from tests.kept import keep_person


@pytest.fixture
async def there(store: Store) -> Arranged:
    return await arranged(store)


async def people(store: Store, evening: Evening) -> dict[int, NightPerson]:
    told = await store.nights.details(evening.id)
    assert told is not None
    return dict(told.people)


def all_set(value: Any) -> bool:
    """Whether a value tells of a field that is not kept: none has what it would have without."""
    return all(one.default is MISSING or getattr(value, one.name) != one.default for one in fields(value))


# Who comes


async def test_an_answer_is_kept_and_its_moment_unless_it_is_the_same(store: Store, there: Arranged) -> None:
    answer, number = store.nights.answer, there.evening.id
    kept = await answer(number, CEES, "Cees", SignUpAnswer.IN, AT)
    assert kept == NightPerson(CEES, "Cees", SignUpAnswer.IN, AT)
    assert await answer(number, CEES, "Cees", SignUpAnswer.IN, AT + 9) == kept
    assert (await people(store, there.evening))[CEES] == kept


async def test_between_in_and_late_somebody_keeps_their_place(store: Store, there: Arranged) -> None:
    answer, number = store.nights.answer, there.evening.id
    moments = []
    said = (
        SignUpAnswer.IN,
        SignUpAnswer.LATE,
        SignUpAnswer.IN,
        SignUpAnswer.MAYBE,
        SignUpAnswer.OUT,
        SignUpAnswer.LATE,
    )
    for after, one in enumerate(said):
        kept = await answer(number, CEES, "Cees", one, AT + after)
        assert kept.answer is one
        assert (await people(store, there.evening))[CEES] == kept
        moments.append(kept.answered_at - AT)
    assert moments == [0, 0, 0, 3, 4, 5]


@pytest.mark.parametrize("answer", SignUpAnswer)
async def test_who_does_not_come_is_not_here(store: Store, there: Arranged, answer: SignUpAnswer) -> None:
    """Ann was."""
    kept = await store.nights.answer(there.evening.id, ANN, "Ann", answer, AT + 5)
    assert kept.is_here is (answer in (SignUpAnswer.IN, SignUpAnswer.LATE))
    assert kept.press_id == 901
    assert (await people(store, there.evening))[ANN] == kept


@pytest.mark.parametrize("answer", [None, *SignUpAnswer])
async def test_being_here_is_an_answer(store: Store, there: Arranged, answer: SignUpAnswer | None) -> None:
    number = there.evening.id
    if answer is not None:
        await store.nights.answer(number, CEES, "Cees", answer, AT)
    kept = await store.nights.check_in(number, CEES, "Cees", 903, AT + 5, here=True)
    comes = answer in (SignUpAnswer.IN, SignUpAnswer.LATE)
    expected = NightPerson(
        CEES, "Cees", answer if comes else SignUpAnswer.IN, AT if comes else AT + 5, AT + 5, 903
    )
    assert kept == expected == (await people(store, there.evening))[CEES]


async def test_who_has_gone_may_come_back(store: Store, there: Arranged) -> None:
    number = there.evening.id
    kept = await store.nights.check_in(number, ANN, "Ann", 904, AT + 5, here=False)
    assert kept == NightPerson(ANN, "Ann", SignUpAnswer.IN, AT, None, 901, gone=True)
    kept = await store.nights.check_in(number, ANN, "Ann", 905, AT + 6, here=True)
    assert kept == NightPerson(ANN, "Ann", SignUpAnswer.IN, AT, AT + 6, 905)
    assert (await people(store, there.evening))[ANN] == kept


async def test_who_never_said_that_they_are_here_takes_nothing_back(store: Store, there: Arranged) -> None:
    assert await store.nights.check_in(there.evening.id, EVA, "Eva", 906, AT, here=False) == NightPerson(
        EVA, "Eva"
    )
    assert EVA not in await people(store, there.evening)


async def test_a_press_that_arrives_again_changes_nothing(store: Store, there: Arranged) -> None:
    """Neither while they are here, nor when they have taken it back or were sent away since."""
    number, check_in = there.evening.id, store.nights.check_in
    here = (await people(store, there.evening))[ANN]
    assert await check_in(number, ANN, "Ann", 901, AT + 5, here=True) == here
    here = replace(here, here_at=AT + 6)  # another press says that they are here by now
    assert await check_in(number, ANN, "Ann", 909, AT + 6, here=True) == here
    away = replace(here, gone=True)
    await keep_person(store.nights, number, away)
    assert await check_in(number, ANN, "Ann", 901, AT + 5, here=True) == away
    left = await check_in(number, ANN, "Ann", 907, AT + 6, here=False)
    assert await check_in(number, ANN, "Ann", 901, AT + 7, here=True) == left


async def test_who_says_so_again_is_not_gone_any_longer(store: Store, there: Arranged) -> None:
    number = there.evening.id
    here = (await people(store, there.evening))[ANN]
    await keep_person(store.nights, number, replace(here, gone=True))
    kept = await store.nights.check_in(number, ANN, "Ann", 910, AT + 5, here=True)
    assert kept == replace(here, gone=False, here_at=AT + 5, press_id=910)


async def test_whom_an_organiser_has_added_may_still_press(store: Store, there: Arranged) -> None:
    added = NightPerson(EVA, "Eva", SignUpAnswer.LATE, AT, here_at=AT + 1)
    await keep_person(store.nights, there.evening.id, added)
    kept = await store.nights.check_in(there.evening.id, EVA, "Eva", 911, AT + 5, here=True)
    assert kept == replace(added, press_id=911, here_at=AT + 5)


async def test_a_person_is_as_they_were_kept(store: Store, there: Arranged) -> None:
    person = NightPerson(
        EVA, "Éva\N{WAVING HAND SIGN}", SignUpAnswer.OUT, AT, AT + 1, 2**62, True, True, AT + 2, AT + 3
    )
    assert all_set(person)
    await keep_person(store.nights, there.evening.id, person)
    assert (await people(store, there.evening))[EVA] == person
    other = await store.nights.make_evening(first(there.series, there.season, DAY + timedelta(1)))
    assert await people(store, other) == {}


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
    await keep_person(nights, number, NightPerson(DORA, "Dora", SignUpAnswer.IN, AT, AT))
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
