"""Before a night: people say whether they come and that they are here, in the channel and by letter."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from typing import Any, TypeVar

import pytest

from bot.nights.conductor import NightTimer
from bot.nights.course import number_of
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightSettings,
    Schedule,
    Series,
    SeriesState,
    SignUpAnswer,
    StepKind,
    StepState,
)
from bot.nights.ui.messages import PAUSE
from bot.nights.ui.night_panel import SEAL_ASKED, SEAL_SHOWN
from bot.nights.ui.steps import TO_WHOM
from playground import reading
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.leagues.club import Club
from tests.idle import done_or_idle
from tests.kept import keep_league

HOUR = 3600.0
T = TypeVar("T")
TIMERS = [f"timer {one.value}" for one in (NightTimer.SERIES, NightTimer.DUE)]
"""What the tasks are called that do what is due."""

PLAIN = NightSettings(event=False)


@dataclass
class Night:
    """A night of a league in the cards channel, two days from now."""

    house: House
    club: Club
    evening_id: int

    @classmethod
    async def announced(cls, house: House, club: Club, settings: NightSettings = PLAIN) -> Night:
        nights = house.bot.nights
        assert house.clock is not None
        day = datetime.fromtimestamp(house.clock.now() + 48 * HOUR, UTC).date()
        league = club.league
        draft = Series(0, league.id, league.guild_id, house.cards, league.creator, Schedule(day, time(20)),
                       settings, house.clock.now())  # fmt: skip
        series = await nights.evenings.announce((await nights.evenings.plan(draft)).id, league.guild_id)

        async def made() -> int | None:
            found = await nights.evenings.store.evenings(series.id)
            return found[0].id if found else None

        night = cls(house, club, await _until(house, made))
        await night.posted(StepKind.SIGN_UP)
        return night

    async def told(self) -> EveningDetails:
        found = await self.house.bot.store.nights.details(self.evening_id)
        assert found is not None
        return found

    async def posted(self, kind: StepKind, about: int = 0) -> int:
        async def there() -> int | None:
            return (await self.told()).step(kind, about).discord_id

        return await _until(self.house, there)

    async def message(self, person: Person, kind: StepKind = StepKind.SIGN_UP) -> dict[str, Any]:
        """As somebody sees it once all has been shown."""
        await self.settled()
        return person.message(str(await self.posted(kind, person.id if kind in TO_WHOM else 0)))

    async def text(self, person: Person, kind: StepKind = StepKind.SIGN_UP) -> str:
        return reading.text(await self.message(person, kind))

    async def press(self, person: Person, label: str, kind: StepKind = StepKind.SIGN_UP) -> list[str]:
        """Press a button; what the person alone is told."""
        message = await self.message(person, kind)
        known = {one["id"] for one in self.house.whispers(person)}
        done = await _passing(self.house, self.house.press(person, message, label))
        assert done.state == "answered", done.error
        await self.settled()
        return [reading.text(one) for one in self.house.whispers(person) if one["id"] not in known]

    async def say(self, *people: Person, answer: SignUpAnswer = SignUpAnswer.IN) -> None:
        """The same as they would by a press, but quicker."""
        for one in people:
            told = await self.told()
            await self.house.bot.nights.evenings.answer(told, one.id, one.account.name, answer)

    async def until(self, seconds_before: float) -> None:
        """Let it be so long before the start."""
        assert self.house.clock is not None
        start = (await self.told()).evening.starts_at
        self.house.clock.advance(start - seconds_before - self.house.clock.now())
        await self.settled()

    async def change(self, **others: Any) -> Evening:
        """Have it be otherwise."""
        evening = (await self.told()).evening
        return await self.house.bot.store.nights.change(replace(evening, **others))

    async def settled(self) -> None:
        assert self.house.clock is not None
        await _quiet(self.house)
        self.house.clock.advance(PAUSE)
        await _quiet(self.house)


async def _quiet(house: House) -> None:
    """All that is due now, or within the pauses between edits, is done and shown."""
    await house.settled()
    while rung := [one for one in asyncio.all_tasks() if one.get_name() in TIMERS]:
        await _passing(house, asyncio.wait(rung))
    await _passing(house, house.bot.nights.steps.settled())


async def _passing(house: House, work: Awaitable[T]) -> T:
    """Await something that may wait for the clock, which moves on where nothing else does."""
    assert house.clock is not None
    task = asyncio.ensure_future(work)
    while not await done_or_idle(task):
        house.clock.advance(1.0)
    return task.result()


async def _until(house: House, look: Callable[[], Awaitable[int | None]]) -> int:
    assert house.clock is not None
    for _ in range(20):
        found = await look()
        if found is not None:
            return found
        house.clock.advance(1.0)
        await _quiet(house)
    raise AssertionError("it has not come")


@pytest.fixture
async def club(still_house: House) -> Club:
    """Whose members the bot has met, as it has all that have come in by themselves."""
    for one in still_house.people():
        await still_house.bot.people.know(one.id, one.account.name)
    return await Club.found(still_house)


async def test_the_message_says_when_and_what_and_who_comes(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club)
    ann, bram = still_house.person("Ann"), still_house.person("Bram")
    evening = (await night.told()).evening
    text = await night.text(ann)
    start = int(evening.starts_at)
    assert f"<t:{start}:F> (<t:{start}:R>)" in text
    assert "at 20:00 (Brussels time)" in text
    assert "3 rounds · 60 seconds a turn" in text
    assert "Nobody has answered yet." in text
    assert await night.press(ann, "I'm in") == []
    assert await night.press(bram, "Late") == []
    assert await night.press(still_house.person("Dmitri"), "Maybe") == []
    text = await night.text(ann)
    assert "**In** (1): Ann" in text
    assert "**Late** (1): Bram" in text
    assert "**Maybe** (1): Dmitri" in text
    assert await night.press(ann, "Maybe") == []
    assert "**Maybe** (2): Dmitri, Ann" in await night.text(bram)


async def test_beyond_the_seats_one_waits_and_moves_up(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club, replace(PLAIN, seats=2))
    ann, bram, chloe, dmitri = still_house.people()
    await night.say(ann, bram, chloe)
    (told,) = await night.press(dmitri, "Late")
    assert "you're number 2 on the waiting list." in told
    text = await night.text(ann)
    assert "2 of 2 seats taken." in text
    assert "**Waiting list** (2): 1. Chloé, 2. Dmitri" in text
    await night.say(ann, answer=SignUpAnswer.OUT)
    text = await night.text(bram)
    assert "**In** (2): Bram, Chloé" in text
    assert "**Waiting list** (1): 1. Dmitri" in text


async def test_who_moves_up_is_told_at_once_and_once(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club, replace(PLAIN, seats=2))
    ann, bram, chloe, dmitri = still_house.people()
    await night.say(ann, bram, chloe, dmitri)
    await night.settled()
    assert moved_up(await night.told()) == {}
    await night.press(ann, "Out")
    letter = await night.message(chloe, StepKind.MOVED_UP)
    assert "A seat has come free: you've moved up from the waiting list" in reading.text(letter)
    assert [*moved_up(await night.told())] == [chloe.id]
    # Somebody gives it up by the letter itself, and the next is told.
    await night.press(chloe, "Out", StepKind.MOVED_UP)
    text = await night.text(chloe, StepKind.MOVED_UP)
    assert "A seat has come free" not in text and "You've said you're not coming." in text
    assert "A seat has come free" in await night.text(dmitri, StepKind.MOVED_UP)
    # A bot that starts anew says nothing twice.
    before = moved_up(await night.told())
    await still_house.bot.nights.conductor.take_up()
    await night.settled()
    assert moved_up(await night.told()) == before and [*before] == [chloe.id, dmitri.id]
    # Who waits once more is told once more.
    await night.say(chloe)
    await night.press(dmitri, "Out", StepKind.MOVED_UP)
    await night.settled()
    after = moved_up(await night.told())
    assert after[chloe.id] != before[chloe.id] and after[dmitri.id] == before[dmitri.id]


async def test_whom_an_organiser_makes_room_for_is_told(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club, replace(PLAIN, seats=2))
    ann, bram, chloe, dmitri = still_house.people()
    await night.say(ann, bram, chloe, dmitri)
    evenings = still_house.bot.nights.evenings
    await evenings.send_away(await night.told(), ann.id)
    assert "A seat has come free" in await night.text(chloe, StepKind.MOVED_UP)
    assert "**Waiting list** (1): 1. Dmitri" in await night.text(bram)
    told = await night.told()
    await evenings.set_settings(told, replace(told.evening.settings, seats=3))
    assert "A seat has come free" in await night.text(dmitri, StepKind.MOVED_UP)
    assert {*moved_up(await night.told())} == {chloe.id, dmitri.id}


async def test_who_moved_up_before_anybody_looked_is_told(still_house: House, club: Club) -> None:
    """A process that ends between two presses, or is busy meanwhile, forgets nobody."""
    night = await Night.announced(still_house, club, replace(PLAIN, seats=2))
    ann, bram, chloe, _ = still_house.people()
    store, people = still_house.bot.store.nights, (ann, bram, chloe, ann)
    for at, one in enumerate(people):
        answer = SignUpAnswer.OUT if at == 3 else SignUpAnswer.IN
        await store.answer(night.evening_id, one.id, one.account.name, answer, float(at))
    assert moved_up(await night.told()) == {}
    await still_house.bot.nights.conductor.take_up()
    assert "A seat has come free" in await night.text(chloe, StepKind.MOVED_UP)


async def test_a_guest_who_moves_up_gives_the_seat_up_by_the_letter(still_house: House, club: Club) -> None:
    """In direct messages, where otherwise members alone are known."""
    await keep_league(still_house.bot.clubs.leagues, replace(club.league, guests=True))
    night = await Night.announced(still_house, club, replace(PLAIN, seats=2))
    ann, bram, *_ = still_house.people()
    eva = still_house.server.people.add("Eva")
    await night.say(ann, bram)
    await night.press(eva, "I'm in")
    await night.press(ann, "Out")
    assert "A seat has come free" in await night.text(eva, StepKind.MOVED_UP)
    await night.press(eva, "Out", StepKind.MOVED_UP)
    assert "You've said you're not coming." in await night.text(eva, StepKind.MOVED_UP)


def moved_up(details: EveningDetails) -> dict[int, int | None]:
    """The letters to those who moved up, by person."""
    kept = sorted(key for key, one in details.steps.items() if one.state is StepState.DONE)
    return {about: details.step(kind, about).discord_id for kind, about in kept if kind is StepKind.MOVED_UP}


async def test_who_is_out_may_have_themselves_told_how_it_went(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club)
    ann = still_house.person("Ann")
    (told,) = await night.press(ann, "Out")
    assert "You've said you're not coming." in told
    whisper = still_house.whispers(ann)[-1]
    assert (await still_house.press(ann, whisper, "Tell me how it went")).state == "answered"
    await night.settled()
    assert "I'll tell you how nights went that you missed." in reading.text(still_house.whispers(ann)[-1])
    assert (await still_house.bot.people.preferences(ann.id)).missed_nights
    await night.press(ann, "I'm in")
    assert await night.press(ann, "Out") == []  # it is known by now
    assert "Tell me about nights I missed" in await still_house.reply(ann, "settings")


async def test_who_has_not_answered_is_asked_by_letter_and_answers_there(
    still_house: House, club: Club
) -> None:
    night = await Night.announced(still_house, club)
    ann, bram, chloe, dmitri = still_house.people()
    await night.say(ann, answer=SignUpAnswer.MAYBE)
    await night.until(24 * HOUR)
    for one in (bram, chloe, dmitri):
        assert "Are you coming?" in await night.text(one, StepKind.REMINDER)
    assert (await night.told()).step(StepKind.REMINDER, ann.id).discord_id is None
    await night.press(bram, "I'm in", StepKind.REMINDER)
    letter = await night.message(bram, StepKind.REMINDER)
    assert "You've said you're coming." in reading.text(letter)
    assert "I'm in" not in [one.label for one in reading.buttons(letter, enabled_only=True)]
    assert "**In** (1): Bram" in await night.text(ann)
    await night.press(bram, "Out", StepKind.REMINDER)
    await night.press(bram, "Tell me how it went", StepKind.REMINDER)
    text = await night.text(bram, StepKind.REMINDER)
    assert "You've said you're not coming." in text
    assert "I'll tell you how nights went that you missed." in text
    await night.until(20 * 60)
    await night.press(chloe, "Late", StepKind.REMINDER)
    assert "press *I'm here* when you arrive" in await night.text(chloe, StepKind.REMINDER)
    await night.press(chloe, "I'm here", StepKind.REMINDER)
    assert "You've checked in." in await night.text(chloe, StepKind.REMINDER)
    assert "**Here** (1): Chloé" in await night.text(ann, StepKind.CHECK_IN)


async def test_whoever_comes_is_called_to_say_that_they_are_here(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club, replace(PLAIN, seats=2))
    ann, bram, chloe, dmitri = still_house.people()
    await night.say(ann, bram, chloe)
    await night.say(dmitri, answer=SignUpAnswer.MAYBE)
    await night.until(30 * 60)
    message = await night.message(ann, StepKind.CHECK_IN)
    assert {int(one["id"]) for one in message["mentions"]} == {ann.id, bram.id}
    text = reading.text(message)
    assert f"**Still to come** (2): <@{ann.id}>, <@{bram.id}>" in text
    assert "**Waiting list** (1): 1. Chloé" in text
    assert "Too few yet: at least 2 people have to be here." in text
    sign_up = await night.message(ann)
    assert "Check-in is open." in reading.text(sign_up)
    assert not reading.buttons(sign_up)
    assert await night.press(ann, "I'm here", StepKind.CHECK_IN) == []
    (told,) = await night.press(chloe, "I'm here", StepKind.CHECK_IN)
    assert "you're number 1 on the waiting list" in told
    text = await night.text(ann, StepKind.CHECK_IN)
    assert "**Here** (2): Ann, Chloé" in text  # Bram's seat is free as long as he is not there
    assert "Waiting list" not in text
    (told,) = await night.press(bram, "I can't come", StepKind.CHECK_IN)
    assert "You've said you're not coming." in told
    assert "Still to come" not in await night.text(ann, StepKind.CHECK_IN)
    assert (await night.told()).people[bram.id].answer is SignUpAnswer.OUT


async def test_members_alone_come_where_the_league_wishes_so(still_house: House) -> None:
    club = await Club.found(still_house)
    night = await Night.announced(still_house, club)
    dmitri = still_house.person("Dmitri")
    clubs = still_house.bot.store.leagues
    await keep_league(clubs, replace(club.league, guests=False))
    await clubs.leave(club.league.id, club.ids["Dmitri"], datetime(2026, 1, 1).date())
    (told,) = await night.press(dmitri, "I'm in")
    assert "Only members of Tuesday club may come" in told
    assert (await night.told()).people == {}


async def test_nobody_comes_to_two_nights_at_a_time(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club)
    other = await Club.found(still_house, name="Wednesday club")
    evening = (await night.told()).evening
    store = still_house.bot.store.nights
    series = await store.series(evening.series_id)
    assert series is not None
    second = await store.make_series(replace(series, league_id=other.league.id, state=SeriesState.RUNNING))
    of_other = {"series_id": second.id, "league_id": other.league.id, "season_id": other.season.id}
    same = await store.make_evening(replace(evening, id=0, night="", version=0, **of_other))
    ann = still_house.person("Ann")
    told = await still_house.bot.store.nights.details(same.id)
    assert told is not None
    await still_house.bot.nights.evenings.answer(told, ann.id, "Ann", SignUpAnswer.LATE)
    (said,) = await night.press(ann, "I'm in")
    assert "You're coming to a night of Wednesday club at the same time." in said
    assert await night.press(ann, "Maybe") == []


async def test_who_comes_and_goes_forty_times_harms_nobody(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club, replace(PLAIN, seats=2))
    ann, bram, chloe, _ = still_house.people()
    await night.say(ann, bram, chloe)
    message = await night.message(ann)
    for label in ("Out", "I'm in") * 20:
        done = await _passing(still_house, still_house.press(ann, message, label))
        assert done.state == "answered"
    text = await night.text(bram)
    assert "**In** (2): Bram, Chloé" in text
    assert "**Waiting list** (1): 1. Ann" in text
    assert len((await night.told()).people) == 3


@pytest.mark.parametrize(
    ("custom_id", "refusal"),
    [
        ("hh:night-answer:n{id}:0:perhaps", "button"),
        ("hh:night-answer:n{id}:0:", "button"),
        ("hh:night-answer:l{id}:0:in", "button"),
        ("hh:night-answer:{id}:0:in", "There's no such table here."),  # about a table, whatever the verb
        ("hh:night-here:n{id}:0:more", "button"),
        ("hh:night-who:n{id}:0:-1", "button"),
        ("hh:night-who:n{id}:0:99999999999999999999", "button"),
        ("hh:night-tell:n{id}:0:", "button"),  # on a message that others see
    ],
)
async def test_ids_that_were_made_up_change_nothing(
    still_house: House, club: Club, custom_id: str, refusal: str
) -> None:
    night = await Night.announced(still_house, club)
    ann = still_house.person("Ann")
    message = await night.message(ann)
    (said,) = await still_house.forge(ann, message, custom_id.format(id=night.evening_id))
    assert refusal in said, said
    assert (await night.told()).people == {}
    assert not (await still_house.bot.people.preferences(ann.id)).missed_nights


async def test_presses_are_taken_only_where_the_night_is_and_when_they_mean_something(
    still_house: House, club: Club
) -> None:
    night = await Night.announced(still_house, club)
    ann = still_house.person("Ann")
    message = await night.message(ann)
    answers = f"hh:night-answer:n{night.evening_id}:0:in"
    assert await still_house.forge(ann, message, answers.replace(f"n{night.evening_id}", "n999")) == [
        "There's no such night here."
    ]
    here = f"hh:night-here:n{night.evening_id}:0:"
    (said,) = await still_house.forge(ann, message, here)
    assert "too early" in said
    await night.change(guild_id=1)
    assert await still_house.forge(ann, message, answers) == ["There's no such night here."]
    await night.change(guild_id=club.league.guild_id, stage=EveningStage.CALLED_OFF, settled=True)
    assert await still_house.forge(ann, message, answers) == ["That night is over."]
    assert await still_house.forge(ann, message, here) == ["That night is over."]
    assert (await night.told()).people == {}


async def test_in_direct_messages_only_a_member_finds_the_night(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club)
    dmitri = still_house.person("Dmitri")
    await night.until(24 * HOUR)
    letter = await night.message(dmitri, StepKind.REMINDER)
    await still_house.bot.store.leagues.leave(club.league.id, club.ids["Dmitri"], datetime(2026, 1, 1).date())
    answers = f"hh:night-answer:n{night.evening_id}:0:in"
    assert await still_house.forge(dmitri, letter, answers) == ["There's no such night here."]
    assert (await night.told()).people == {}


async def test_a_long_list_is_shortened_and_told_wholly_to_who_asks(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club)
    ann = still_house.person("Ann")
    store = still_house.bot.store.nights
    for number in range(65):
        name = f"Maximiliaan {number:02}"
        await store.answer(night.evening_id, 10**6 + number, name, SignUpAnswer.IN, 1000.0 + number)
    await night.press(ann, "Maybe")
    text = await night.text(ann)
    assert "**In** (65): Maximiliaan 00," in text
    assert "and 59 more" in text
    (told,) = await night.press(ann, "Who?")
    whisper = still_house.whispers(ann)[-1]
    for leaf in range(2, 9):
        if "Maybe" in told:
            break
        await still_house.press(ann, whisper, f"{leaf} ›")
        await night.settled()
        whisper = still_house.whispers(ann)[-1]
        told += reading.text(whisper)
    assert all(f"Maximiliaan {number:02}" in told for number in range(65))
    assert "**Maybe** (1): Ann" in told


async def test_the_seals_of_duplicate_rounds_are_shown_beforehand(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club, replace(PLAIN, duplicate=True))
    ann = still_house.person("Ann")
    text = await night.text(ann)
    seals = await still_house.bot.store.nights.commitments(night.evening_id, 3)
    assert len(set(seals)) == 3
    assert all(f"`{one[:SEAL_SHOWN]}…`" in text for one in seals)
    (told,) = await night.press(ann, "What is this?")
    assert all(f"Round {number}: `{one[:SEAL_ASKED]}…`" in told for number, one in enumerate(seals, 1))


async def test_what_cannot_be_done_is_told_to_whoever_planned_it(still_house: House, club: Club) -> None:
    night = await Night.announced(still_house, club)
    ann = still_house.person("Ann")
    told = await night.told()
    hindered = replace(told.step(StepKind.CHECK_IN), hindrance="permission send_messages")
    about = replace(told, steps={**told.steps, hindered.key: hindered})
    drawings = still_house.bot.nights.steps._messages._drawings
    drawing = await drawings.of(about, StepKind.TROUBLE, number_of(StepKind.CHECK_IN))
    assert ann.id == club.league.creator
    text = str(drawing.panel.to_components())
    assert "I can't post the check-in message." in text
    assert f"*Send Messages* in <#{still_house.cards}>" in text
