"""A whole night by commands and presses, from ``/night plan`` to the standings (N1 to N4, L4 to L18).

Whole nights of 16 and of 11 people are in ``tests/soak/test_nights.py``.
"""

from __future__ import annotations

from pathlib import Path

from bot.tables.model import State
from tests.clock import FakeClock
from tests.e2e.house import open_house
from tests.e2e.nights.evening_out import BEGIN, EveningOut
from tests.e2e.nights.night_book import NightBook
from tests.e2e.nights.whole_night import WholeNight

NAMES = ("u05", "u06", "u07", "u08")
"""Who comes besides those of the playground."""


async def test_N2_a_mixed_night_agrees_with_the_paragraphs(database: Path, tmp_path: Path) -> None:
    """Six people at two tables of three: one does not appear and a substitute takes the seat, one goes home
    in the middle and a guest takes the seat, and the robots play on when the time is up."""
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        out = await EveningOut.joined(house, *NAMES)
        night = WholeNight(out, await NightBook.begun(out, database))
        guest = house.server.people.add("v09")
        *six, substitute, away = out.people
        await night.plan("24 November", "20:00", rounds="1", minutes="30", pace="none", remainder="mixed")
        await night.say("I'm in", *six[:5])
        await night.say("Maybe", six[5])
        await night.say("Out", substitute)
        await out.go_to((await out.evening()).starts_at - 24 * 3600)
        assert await night.is_reminded(away) and not await night.is_reminded(six[5])
        await night.answer_letter(away, "Out", "Tell me how it went")
        await night.until_check_in()
        await night.check_in(*six)
        await night.manage("Draw the tables")
        assert await night.book.check_seating(night.here, 1) == 0
        await night.until_the_hour(anew=True)
        absent = six[5]
        await night.sit_down(absent)
        panel = await night.manage("People")
        await panel.choose("manage-substitute", str(substitute.id))
        await night.takes_a_seat_of(absent, substitute)
        first, second = await out.tables(1)
        assert {len(one.facts.seats) for one in (first, second)} == {3}
        with_guest = first if first.facts.seat_of(substitute.id) is None else second
        await out.play_out(with_guest, 30)
        seat = await night.leave_table(with_guest, night.seated(with_guest)[0])
        await night.seat_now(with_guest, seat, guest)
        await out.play_out(with_guest, 30)
        await night.time_is_up()
        assert {one.facts.state for one in (first, second)} == {State.FINISHED}
        await night.round_is_over(1)
        await night.is_over()
        assert await night.is_told(away)
        await night.book.check_file(tmp_path)
        await night.correct(0)
        await night.book.check_file(tmp_path)
