"""What an evening of eight people posts in its channel, in its threads, and by direct message."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from bot.nights import course
from bot.nights.model import EveningStage, NightSettings, StepKind
from playground import reading
from playground.world.places import Message
from playground.world.plain_messages import THREAD_CREATED
from tests.clock import FakeClock
from tests.e2e.house import EPHEMERAL, House, open_house
from tests.e2e.nights.evening_out import BEGIN, EveningOut

PUBLIC, THREAD, LETTERS = 5, 8, 3
"""The most of each; of a person's letters so many are there at the end, their hand among them."""


class Posted:
    """The bot's messages that others see, by their channel, those that have gone again too. That a thread was
    opened is told by Discord."""

    def __init__(self, house: House) -> None:
        self.texts: dict[int, list[str]] = defaultdict(list)
        self._add = house.changes.add_message
        setattr(house.changes, "add_message", self._hear)  # noqa: B010 (a method)

    def _hear(self, message: Message) -> None:
        self._add(message)
        if not message.flags & EPHEMERAL and message.data["type"] != THREAD_CREATED:
            self.texts[message.channel.id].append(reading.text(message.data))


async def test_an_evening_of_eight_people_is_quiet(database: Path) -> None:
    await is_quiet(database, "whist-walloon", {"deals": "4"}, rounds=3)


async def test_a_short_evening_is_quiet(database: Path) -> None:
    """With a single deal at each table: those that follow are played in the same messages."""
    await is_quiet(database, "whist-walloon-deal", {}, rounds=2)


async def is_quiet(database: Path, preset: str, options: dict[str, str], *, rounds: int) -> None:
    """Of eight people, from its announcement to what is looked at afterwards."""
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        out = await EveningOut.found(house, 8, preset=preset, options=options)
        for one in out.people[1:]:  # whom the bot has met may be written to
            await house.reply(one, "help")
        posted = Posted(house)
        await out.announced(NightSettings(rounds=rounds, minutes=60))
        evening = await out.evening()
        await out.go_to(course.reminder_at(evening) + 60)
        for person in out.people:
            await out.press(person, StepKind.SIGN_UP, "I'm in")
        await out.go_to(course.check_in_at(evening) + 60)
        for person in out.people:
            await out.press(person, StepKind.CHECK_IN, "I'm here")
        await out.go_to(evening.starts_at)
        boards: list[str] = []
        for number in range(1, rounds + 1):
            boards.append(await out.text(StepKind.BOARD))
            await out.play_round(number)
            await out.wait(60.0)
        assert (await out.evening()).stage is EveningStage.OVER
        assert all(f"round {number} of {rounds}" in text for number, text in enumerate(boards, start=1))
        assert len(posted.texts[house.cards]) <= PUBLIC, posted.texts[house.cards]
        direct = {int(one.open_direct_messages()["id"]): one for one in out.people}
        threads = [one for one in posted.texts if one != house.cards and one not in direct]
        assert len(threads) == 2 * rounds
        assert all(len(posted.texts[one]) <= THREAD for one in threads), posted.texts
        for channel, person in direct.items():
            left = [reading.text(one) for one in person.messages(channel) if not one["flags"] & EPHEMERAL]
            assert len(left) <= LETTERS, left
            hands = [one for one in left if "Your place" in one]
            assert len(hands) == 1, left
            letters = [one for one in posted.texts[channel] if "will appear" in one or "signed up" in one]
            assert len(letters) <= LETTERS - 1, letters
        await out.press(out.people[0], StepKind.BOARD, "Earlier rounds")
        shown = house.whispers(out.people[0])[-1]
        assert "This round is over" in reading.text(shown)
        assert f"round {rounds - 1} of {rounds}" in reading.text(shown)
        if rounds > 2:
            await house.press(out.people[0], shown, f"‹ {rounds - 2}")
            await out.settled()
            assert f"round {rounds - 2} of {rounds}" in reading.text(out.people[0].message(shown["id"]))
