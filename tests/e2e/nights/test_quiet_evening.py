"""What an evening of eight people leaves in its channel, in its threads and in each person's letters."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from bot.nights import course
from bot.nights.model import EveningStage, StepKind
from bot.nights.settings import NightSettings
from playground import reading
from playground.world.places import Message
from tests.clock import FakeClock
from tests.e2e.house import EPHEMERAL, House, open_house
from tests.e2e.nights.evening_out import BEGIN, EveningOut

ROUNDS = 3
PUBLIC, THREAD, LETTERS = 5, 8, 3


class Posted:
    """Every message that is posted from now on, by where: those that have gone again too."""

    def __init__(self, house: House) -> None:
        self.messages: list[Message] = []
        self._add = house.changes.add_message
        setattr(house.changes, "add_message", self._hear)  # noqa: B010 (a method)

    def _hear(self, message: Message) -> None:
        self._add(message)
        if not message.flags & EPHEMERAL:
            self.messages.append(message)

    def by_channel(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for one in self.messages:
            found.setdefault(one.channel.id, []).append(reading.text(one.data))
        return found


async def test_an_evening_of_eight_people_is_quiet(database: Path) -> None:
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        out = await EveningOut.found(house, 8, preset="whist-walloon", options={"deals": "4"})
        for one in out.people:
            await house.bot.people.wishes_direct_messages(one.id)
        posted = Posted(house)
        await out.announced(NightSettings(rounds=ROUNDS, minutes=60))
        evening = await out.evening()
        await out.go_to(course.reminder_at(evening) + 60)
        for person in out.people:
            await out.press(person, StepKind.SIGN_UP, "I'm in")
        await out.go_to(course.check_in_at(evening) + 60)
        for person in out.people:
            await out.press(person, StepKind.CHECK_IN, "I'm here")
        await out.go_to(evening.starts_at)
        for number in range(1, ROUNDS + 1):
            for table in await out.tables(number):
                await out.sit_down(table)
            await out.play_round(number)
            await out.wait(60.0)
        assert (await out.evening()).stage is EveningStage.OVER
        where = posted.by_channel()
        threads = [one.channel.id for one in posted.messages if one.channel.parent is not None]
        dms = {one.open_direct_messages()["id"]: one for one in out.people}
        for channel, texts in where.items():
            name = (
                "public"
                if channel == house.cards
                else "thread"
                if channel in threads
                else "dm"
                if str(channel) in dms
                else "?"
            )
            print(name, channel, len(texts), Counter(t[:60] for t in texts))
        for channel, person in dms.items():
            print(
                "left",
                len(person.messages(channel)),
                [reading.text(m)[:50] for m in person.messages(channel)],
            )
        assert len(where[house.cards]) <= PUBLIC, where[house.cards]
        assert all(len(where[one]) <= THREAD for one in threads)
