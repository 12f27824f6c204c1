"""``/league report``: a game at a kitchen table, typed, corrected, sent, and confirmed by who played it."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.leagues.paper.sheet import LONGEST
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.leagues.kitchen import Club, labels

ALL = ("Ann", "Bram", "Chloé", "Dmitri")
TOTALS = "Ann +5\nBram -3\nChloé -2\nDmitri 0"
VALUES = {"Ann": "5", "Dmitri": "0", "Chloé": "-2", "Bram": "-3"}


def sheet(fourth: str) -> str:
    """A whole game of Kingen for four, deal by deal, with that fourth deal."""
    lines = [
        *("Ann, Bram, Chloé, Dmitri", "1 No tricks -13 0 0 0", "2 No hearts 0 -13 0 0"),
        *("3 No kings & jacks 0 0 -8 0", fourth, "5 0 0 0 -5", "6 -5 0 0 0"),
        *("7 Trumps 13 0 0 0", "8 Trumps 0 13 0 0", "9 Trumps 0 0 13 0", "10 Trumps 0 0 0 13"),
    ]
    return "\n".join(lines)


async def sent(club: Club, person: Person, text: str = TOTALS) -> dict[str, Any]:
    """A game on paper is sent; the message for everybody."""
    panel = await club.report(person, text)
    await club.press(person, panel, "Send")
    return club.posted(person, "is it right")


async def test_a_game_counts_once_its_players_have_said_that_it_is_right(house: House) -> None:
    club = await Club.made(house, *ALL)
    ann, bram, chloe, dmitri = house.people()
    panel = await club.report(ann, "ann +5\nbr -3\nchloé −2\nDmi 0")
    text = reading.text(panel)
    assert (
        "**Ann** +5" in text and "**Dmitri** 0" in text and "**Chloé** −2" in text and "**Bram** −3" in text
    )
    assert "Ann comes in at 1 (5)" in text and "ann +5\nbr -3" in text
    assert labels(panel) == ["Send", "Edit", "Cancel"]
    panel = await club.press(ann, panel, "Send")
    assert reading.text(panel).startswith("It's sent. It counts once") and not labels(panel)
    message = club.posted(bram, "is it right")
    assert f"Still to confirm: <@{bram.id}>, <@{chloe.id}> and <@{dmitri.id}>" in reading.text(message)
    assert [one.unread(house.cards) for one in house.people()] == [0, 1, 1, 1]
    for person in (bram, chloe):
        message = await club.press(person, message, "It's right")
        assert f"<@{person.id}>" in reading.text(message).partition("Confirmed by:")[2]
        assert await club.values() == {}
    message = await club.press(dmitri, message, "It's right")
    assert "counts" in reading.text(message) and "Bram comes in at 4 (−3)" in reading.text(message)
    assert not labels(message)
    assert await club.values() == VALUES


async def test_all_faults_are_told_with_their_lines_and_edit_keeps_what_was_typed(house: House) -> None:
    club = await Club.made(house, *ALL, "Ann")
    ann = house.person("Ann")
    wrong = "Ann 5\nBert -3\nChloé x\nDmitri 0"
    panel = await club.report(ann, wrong)
    text = reading.text(panel)
    assert (
        "- Line 2: Nobody in this league is called Bert" in text
        and "- Line 3: The points are missing here" in text
    )
    assert wrong in text and labels(panel) == ["Edit", "Cancel"]
    asked = await house.press(ann, panel, "Edit")
    assert asked.modal is not None
    fields = {one["component"]["custom_id"]: one["component"] for one in asked.modal.components}
    assert fields["text"]["value"] == wrong
    await club.typed(ann, asked, TOTALS)
    assert labels(ann.message(panel["id"])) == ["Send", "Edit", "Cancel"]
    dropped = await club.press(ann, ann.message(panel["id"]), "Cancel")
    assert reading.text(dropped) == "Nothing was sent."


async def test_a_deal_that_does_not_add_up_is_named(house: House) -> None:
    club = await Club.made(house, *ALL)
    ann = house.person("Ann")
    text = reading.text(await club.report(ann, sheet("4 No hearts 0 -12 0 0")))
    assert "- Line 5: Deal 4 adds up to −12; *No hearts* should make −13." in text, text
    panel = await club.report(ann, sheet("4 No queens 0 -4 -4 0"))
    assert "10 deals, and each of them adds up." in reading.text(panel)
    message = await club.press(ann, panel, "Send")
    await club.press(ann, club.posted(ann, "is it right"), "Confirm for everybody")
    assert await club.values() == {"Dmitri": "8", "Chloé": "1", "Bram": "-4", "Ann": "-5"}
    assert not labels(message)


async def test_an_ambiguous_name_says_whom_it_may_mean_and_a_guest_comes_along(house: House) -> None:
    club = await Club.made(house, *ALL)
    await club.on_paper("Anna", "Annick")
    ann = house.person("Ann")
    text = reading.text(await club.report(ann, "Ann 5\nAnn -3\nAnni -2\n+Jan 0"))
    assert "Line 2: Ann has two seats" in text
    text = reading.text(await club.report(ann, "Bram 5\nChloé -3\nAnn -2\n+Jan 0"))
    assert "**Ann** −2" in text and "New guests: Jan" in text
    text = reading.text(await club.report(ann, "Bram 5\nChloé -3\nAn -2\n+Jan 0"))
    assert "Line 3: An could be any of these: Ann, Anna and Annick" in text, text


async def test_with_nobody_else_to_ask_it_counts_at_once_and_guests_keep_their_names(house: House) -> None:
    club = await Club.made(house, *ALL)
    await club.on_paper("Wim")
    bram = house.person("Bram")
    panel = await club.report(bram, "Bram 5\nWim -3\n+Jan -2\nrobot 0")
    panel = await club.press(bram, panel, "Send")
    assert reading.text(panel).startswith("It's sent, and it counts")
    assert "**Jan** −2" in reading.text(club.posted(bram, "counts"))
    assert await club.values() == {"Bram": "5", "Wim": "-3"}
    results, _ = await house.bot.store.seasons.results(club.season.id, 0, 5)
    assert [one.names for one in results] == [{str(bram.id): "Bram", "paper-wim": "Wim", "+jan": "Jan"}]
    # Who is not in a game does not make it one alone.
    panel = await club.report(bram, "+Kim 5\nWim -3\n+Jan -2\nrobot 0")
    assert "New guests: Kim" in reading.text(panel)
    await club.press(bram, panel, "Send")
    message = club.posted(bram, "An organiser has to confirm it")
    told = await club.told(bram, message, "Confirm for everybody")
    assert "organiser" in told and len(await club.values()) == 2
    message = await club.press(house.person("Ann"), message, "Confirm for everybody")
    assert await club.values() == {"Bram": "5", "Wim": "-6"}


async def test_an_organiser_confirms_for_all_and_nobody_else_can(house: House) -> None:
    club = await Club.made(house, *ALL)
    ann, bram, *_ = house.people()
    message = await sent(club, bram)
    assert "organiser" in (await club.told(house.person("Chloé"), message, "Confirm for everybody")).lower()
    assert await club.values() == {}
    message = await club.press(ann, message, "Confirm for everybody")
    assert f"Confirmed for everybody by <@{ann.id}>" in reading.text(message)
    assert await club.values() == VALUES


async def test_pressed_twice_by_its_reporter_and_by_a_stranger(house: House) -> None:
    club = await Club.made(house, *ALL)
    eve = house.server.people.add("Eve")
    ann, bram, *_ = house.people()
    message = await sent(club, ann)
    await club.press(bram, message, "It's right")
    for person, said in ((bram, "You've already said so"), (ann, "You've already said so")):
        assert (await club.told(person, message, "It's right")).startswith(said)
    assert (await club.told(eve, message, "It's right")).startswith("Only those who played this game")
    assert (await club.told(eve, message, "Something's wrong")).startswith("Only those who played this game")
    (waiting,) = await house.bot.store.seasons.waiting_reports(club.season.id)
    assert len(waiting.awaited) == 2
    assert "member" in await house.reply(eve, "league report")


async def test_something_is_wrong_is_told_to_its_reporter_and_organisers_and_it_waits_on(
    house: House,
) -> None:
    club = await Club.made(house, *ALL)
    ann, bram, chloe, _ = house.people()
    message = await sent(club, bram)
    before = {one: one.unread(house.cards) for one in house.people()}
    asked = await house.press(chloe, message, "Something's wrong")
    assert asked.modal is not None
    await (await chloe.submit(asked.modal, {"reason": "I had *minus* three"})).done()
    await house.settled()
    objection = club.posted(ann, "says a result")
    assert "I had \\*minus\\* three" in reading.text(objection) and f"<@{chloe.id}>" in reading.text(
        objection
    )
    assert [one.unread(house.cards) - heard for one, heard in before.items()] == [1, 1, 0, 0]
    assert "It's right" in labels(ann.message(message["id"]))


async def test_withdrawn_by_its_reporter_who_has_the_text_again(house: House) -> None:
    club = await Club.made(house, *ALL)
    ann, bram, *_ = house.people()
    message = await sent(club, bram)
    assert "organiser" in (await club.told(house.person("Chloé"), message, "Withdraw")).lower()
    before = {one["id"] for one in house.whispers(bram)}
    message = await club.press(bram, message, "Withdraw")
    assert "it doesn't count" in reading.text(message) and not labels(message)
    (panel,) = [one for one in house.whispers(bram) if one["id"] not in before]
    assert TOTALS in reading.text(panel)
    await club.typed(bram, await house.press(bram, panel, "Edit"), TOTALS.replace("Ann +5", "Ann 5"))
    assert "Send" in labels(bram.message(panel["id"]))
    told = await house.forge(ann, message, f"hh:report-right:l{club.league.id}:0:1:{club.season.id}")
    assert "no longer waiting" in told[0]


async def test_the_date_and_the_night_are_chosen(database: Path) -> None:
    async with open_house(database, clock=FakeClock()) as house:
        club = await Club.made(house, *ALL)
        today = house.bot.clubs.today(club.league)
        await club.night(today)
        ann = house.person("Ann")
        panel = await club.report(ann, TOTALS)
        assert reading.text(panel).splitlines()[1].startswith("Night of")
        panel = await club.report(ann, TOTALS, night="free", day="29.2.2026")
        assert "I don't understand the date 29.2.2026" in reading.text(panel).replace("\\", "")
        panel = await club.report(ann, TOTALS, night="free", day="1.3.2199")
        assert "is still to come" in reading.text(panel)
        panel = await club.report(ann, TOTALS, night="free", day="30.12.25")
        assert "A free game on 30 December 2025" in reading.text(panel)
        await club.press(ann, panel, "Send")
        await club.press(ann, club.posted(ann, "is it right"), "Confirm for everybody")
        ((result,), _) = await house.bot.store.seasons.results(club.season.id, 0, 5)
        assert result.game.night is None


@pytest.mark.parametrize(
    ("typed", "locale", "told"),
    [
        ("yesterday", "en-GB", "31 December 2025"),
        ("Tuesday", "en-GB", "30 December 2025"),
        ("vorige donderdag", "nl", "25 december 2025"),
        ("mardi 30 décembre", "fr", "30 décembre 2025"),
        ("в понедельник", "ru", "29 декабря 2025"),
    ],
)
async def test_a_date_is_read_as_people_say_it_and_is_that_day_from_then_on(
    database: Path, typed: str, locale: str, told: str
) -> None:
    """New Year's Day of 2026 is a Thursday."""
    async with open_house(database, clock=FakeClock()) as house:
        club = await Club.made(house, *ALL)
        ann = house.person("Ann")
        ann.account.locale = locale
        panel = await club.report(ann, TOTALS, day=typed)
        assert told in reading.text(panel)
        assert house.clock is not None
        house.clock.advance(86400.0)
        send = next(one.custom_id for one in reading.buttons(panel) if ":report-send:" in one.custom_id)
        await (await ann.press(panel["id"], send)).done()
        await house.settled()
        (waiting,) = await house.bot.store.seasons.waiting_reports(club.season.id)
        played = datetime.fromtimestamp(waiting.game.ended, ZoneInfo("Europe/Brussels")).date()
        assert played == house.bot.clubs.today(club.league) - timedelta(days=AGO[typed] + 1)


AGO = {"yesterday": 1, "Tuesday": 2, "vorige donderdag": 7, "mardi 30 décembre": 2, "в понедельник": 3}
"""Days before New Year's Day."""


def of_length(length: int) -> str:
    """A right sheet of so many characters, most of them for readers."""
    lines = TOTALS.split("\n")
    while (short := length - len("\n".join(lines))) > 0:
        lines.append("#" + "x" * min(98, short - 2))
    return "\n".join(lines)


@pytest.mark.parametrize("length", [2000, 2001, 4000])
async def test_four_thousand_characters_are_taken_whole(database: Path, length: int) -> None:
    text = of_length(length)
    assert len(text) == length
    async with open_house(database, clock=FakeClock()) as house:
        club = await Club.made(house, *ALL)
        ann = house.person("Ann")
        panel = await club.report(ann, text)
        asked = await house.press(ann, panel, "Edit")
        assert asked.modal is not None and json.dumps(text) in json.dumps(asked.modal.components)
        panel = await club.typed(ann, asked, text.replace("Ann +5", "Ann +6"))
        assert "add up to +1" in reading.text(panel)
        panel = await club.typed(ann, await house.press(ann, panel, "Edit"), text)
        await club.press(ann, panel, "Send")
        (waiting,) = await house.bot.store.seasons.waiting_reports(club.season.id)
        assert waiting.text == text
        await club.press(ann, club.posted(ann, "is it right"), "Withdraw")
        again = await house.press(ann, house.whispers(ann)[-1], "Edit")
        assert again.modal is not None and json.dumps(text) in json.dumps(again.modal.components)


async def test_both_forms_take_four_thousand_characters_and_no_more(house: House) -> None:
    club = await Club.made(house, *ALL)
    ann = house.person("Ann")
    asked = await house.command(ann, "league report")
    assert longest(asked, "text") == LONGEST == 4000
    await house.command(ann, "league correct")
    asked = await house.press(ann, house.whispers(ann)[-1], "Add a past game")
    assert longest(asked, "sheet") == LONGEST
    assert club.league.creator == ann.id


def longest(asked: Invocation, field: str) -> int:
    """How many characters a field of a form takes."""
    assert asked.modal is not None
    parts = reading.components({"components": asked.modal.components})
    return next(one["max_length"] for one in parts if one.get("custom_id") == field)


async def test_a_date_that_was_typed_wrong_is_there_to_be_typed_on(database: Path) -> None:
    async with open_house(database, clock=FakeClock()) as house:
        club = await Club.made(house, *ALL)
        ann = house.person("Ann")
        panel = await club.report(ann, TOTALS, day="Wednesday 30 December")
        assert "Wednesday 30 December doesn't fit" in reading.text(panel)
        asked = await house.press(ann, panel, "Edit")
        assert asked.modal is not None and "Wednesday 30 December" in str(asked.modal.components)
        panel = await club.report(ann, TOTALS, day="Friday 2 January")
        assert "is still to come" not in reading.text(panel) and "doesn't fit" in reading.text(panel)
        panel = await club.report(ann, TOTALS, day="tomorrow")
        assert "tomorrow is still to come" in reading.text(panel)


async def test_after_a_restart_panel_and_message_go_on(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            club = await Club.made(house, *ALL)
            ann, bram, *_ = house.people()
            draft = await club.report(ann, TOTALS)
            message = await sent(club, bram)
        async with open_house(database, server=server) as house:
            club.house = house
            message = await club.press(ann, message, "It's right")
            assert f"<@{ann.id}>" in reading.text(message).partition("Confirmed by:")[2]
            asked = await house.press(ann, draft, "Edit")
            assert asked.modal is not None
            assert asked.modal.components[0]["component"]["value"] == TOTALS
            await club.press(ann, message, "Confirm for everybody")
            assert await club.values() == VALUES
    finally:
        await server.close()


async def test_what_waits_is_shown_first(house: House) -> None:
    club = await Club.made(house, *ALL)
    bram, chloe = house.person("Bram"), house.person("Chloé")
    await sent(club, bram)
    said = await house.reply(chloe, "league report")
    assert "1 game on paper is waiting" in said
    panel = house.whispers(chloe)[-1]
    (choose,) = reading.selects(panel)
    (report,) = await house.bot.store.seasons.waiting_reports(club.season.id)
    done = await (await chloe.select(panel["id"], choose.custom_id, [str(report.id)])).done()
    assert done.state == "answered", done.error
    await house.settled()
    panel = await club.press(chloe, chloe.message(panel["id"]), "It's right")
    (report,) = await house.bot.store.seasons.waiting_reports(club.season.id)
    assert chloe.id not in report.awaited
    said = await house.command(chloe, "league report")
    assert said.modal is not None


async def test_a_season_that_was_closed_and_a_member_who_left(house: House) -> None:
    club = await Club.made(house, *ALL)
    ann, bram, *_ = house.people()
    message = await sent(club, bram)
    leagues = house.bot.store.leagues
    await leagues.leave(club.league.id, str(house.person("Dmitri").id), date(2026, 11, 20))
    message = await club.press(house.person("Chloé"), message, "It's right")
    assert "No longer a member" in reading.text(message)
    await house.bot.store.seasons.close(club.season.id, date(2026, 11, 21))
    assert "closed" in await club.told(ann, message, "Confirm for everybody")
    assert "Confirm for everybody" in labels(ann.message(message["id"]))
    assert "season" in await house.reply(bram, "league report")


@pytest.mark.parametrize(
    "press",
    ["report-right:l1:0:1:99", "report-right:l99:0:1:1", "report-all:l1:0:x:1", "report-send:l1:0:a:b:c"],
)
async def test_forged_presses_do_nothing(house: House, press: str) -> None:
    club = await Club.made(house, *ALL)
    message = await sent(club, house.person("Bram"))
    told = await house.forge(house.person("Chloé"), message, f"hh:{press}")
    assert len(told) == 1
    assert len(await house.bot.store.seasons.waiting_reports(club.season.id)) == 1


@pytest.mark.parametrize("number", ["9" * 19, "9" * 18, "0", "²", "1" * 100])
async def test_a_number_that_no_report_has(house: House, number: str) -> None:
    club = await Club.made(house, *ALL)
    message = await sent(club, house.person("Bram"))
    told = await house.forge(house.person("Chloé"), message, f"hh:report-right::0:{number[:30]}:1")
    assert len(told) == 1
    assert len(await house.bot.store.seasons.waiting_reports(club.season.id)) == 1


async def test_a_press_that_is_delivered_twice_sends_one_report(house: House) -> None:
    club = await Club.made(house, "Ann", "Bram", "Chloé", "Dmitri")
    ann = house.person("Ann")
    panel = await club.report(ann, "Ann: 12\nBram: -3\nChloé: -4\nDmitri: -5")
    (send,) = [one for one in reading.buttons(panel) if one.label == "Send"]
    twice = [await ann.press(panel["id"], send.custom_id) for _ in range(2)]
    for one in twice:
        await one.done()
    await house.settled()
    assert len(await house.bot.store.seasons.waiting_reports(club.season.id)) == 1


async def test_two_games_with_the_same_result_that_were_typed_before_either_was_sent_are_two(
    database: Path,
) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            club = await Club.made(house, *ALL)
            ann = house.person("Ann")
            first, second = [await club.report(ann, TOTALS) for _ in range(2)]
            await club.press(ann, second, "Send")
        async with open_house(database, server=server) as house:
            club.house = house
            await club.press(ann, ann.message(first["id"]), "Send")
            assert len(await house.bot.store.seasons.waiting_reports(club.season.id)) == 2
    finally:
        await server.close()


async def test_what_counts_by_now_is_not_sent_once_more(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            club = await Club.made(house, *ALL)
            ann = house.person("Ann")
            panel = await club.report(ann, TOTALS)
            (send,) = [one for one in reading.buttons(panel) if one.label == "Send"]
            await club.press(ann, panel, "Send")
            (report,) = await house.bot.store.seasons.waiting_reports(club.season.id)
            assert await house.bot.store.seasons.confirm(report.id, None) is None
        async with open_house(database, server=server) as house:
            told = await house.forge(ann, ann.message(panel["id"]), send.custom_id)
            assert told and await house.bot.store.seasons.waiting_reports(club.season.id) == []
            assert len((await house.bot.store.seasons.whole(club.season.id)).games) == 1
    finally:
        await server.close()


async def test_sent_again_after_a_start_that_nobody_was_answered_before_it_is_there_once(
    database: Path,
) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            club = await Club.made(house, *ALL)
            ann = house.person("Ann")
            panel = await club.report(ann, TOTALS)
            server.faults.cut("POST /interactions/*", before=True, times=1000)
            server.faults.cut("POST /webhooks/*", before=True, times=1000)
            (send,) = [one for one in reading.buttons(panel) if one.label == "Send"]
            await ann.press(panel["id"], send.custom_id)
            await house.world.until(lambda: len(server.faults.befallen) > 0)
            assert len(await house.bot.store.seasons.waiting_reports(club.season.id)) == 1
        server.faults.clear()
        async with open_house(database, server=server) as house:
            club.house = house
            panel = await club.press(ann, ann.message(panel["id"]), "Send")
            assert reading.text(panel).startswith("It's sent")
            assert len(await house.bot.store.seasons.waiting_reports(club.season.id)) == 1
            await house.command(ann, "league report")
            asked = await house.press(ann, house.whispers(ann)[-1], "Report another game")
            again = await club.typed(ann, asked, TOTALS)  # another game with the same result
            await club.press(ann, again, "Send")
            assert len(await house.bot.store.seasons.waiting_reports(club.season.id)) == 2
    finally:
        await server.close()
