"""``/league results``, ``/league correct`` and ``/league log``."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from bot.leagues.season.model import Adjust, Correction, Points, Void
from playground import reading
from playground.interactions.invocations import Invocation
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.leagues.club import Club, Shown

NIGHT = date(2026, 9, 8)
NOON: Final = datetime(2026, 11, 18, 11, tzinfo=UTC).timestamp()
"""A Wednesday."""


@pytest_asyncio.fixture
async def house(database: Path) -> AsyncIterator[House]:
    """On a day after the night, whatever day it is where the test is run."""
    async with open_house(database, clock=FakeClock(NOON)) as opened:
        yield opened


async def one_night(house: House) -> tuple[Club, str]:
    club = await Club.found(house)
    await club.night("n1", NIGHT)
    game = await club.played(NIGHT, {"Ann": 10, "Bram": 2, "Chloé": -4, "Dmitri": -8}, "n1")
    return club, game


async def on_game(house: House, name: str = "Ann") -> Shown:
    """The panel of the only game."""
    shown = await Shown.by(house, house.person(name), "results")
    return await shown.chosen("league-result", "8 September")


async def correcting(house: House) -> Shown:
    return await (await on_game(house)).opened("Correct …")


def points(*typed: str) -> dict[str, str]:
    """What is typed into a form, a field a player."""
    return {f"points-{number}": one for number, one in enumerate(typed)}


def fields(asked: Invocation) -> dict[str, tuple[str, str, str]]:
    """What stands above each field of a form, what it is about, and what is there already."""
    assert asked.modal is not None
    return {
        one["component"]["custom_id"]: (one["label"], one["description"], one["component"].get("value", ""))
        for one in asked.modal.components
    }


async def test_results_are_told_with_the_latest_first(house: House) -> None:
    club, _ = await one_night(house)
    for number in range(11):
        await club.played(date(2026, 9, 9 + number), {"Ann": number, "+Jan": -number, "robot": 0})
    shown = await Shown.by(house, house.person("Bram"), "results")
    lines = shown.text.splitlines()
    assert lines[2].startswith("**19 September** · Ann +10, +Jan −10")
    assert len([line for line in lines if " · Ann" in line]) == 10
    await shown.press("2 ›")
    assert "8 September" in shown.text and "Bram +2" in shown.text
    mine = await Shown.by(house, house.person("Bram"), "results", player="Bram")
    assert "games of Bram" in mine.text and "19 September" not in mine.text
    one = await mine.chosen("league-result", "8 September")
    assert one.text.splitlines()[1:] == [
        "1\\. Ann: **+10**", "2\\. Bram: **+2**", "3\\. Chloé: **−4**", "4\\. Dmitri: **−8**",
    ]  # fmt: skip
    assert one.labels == ["Dispute"]  # he is no organiser, and it was played on paper


async def test_L17_points_are_corrected_once_it_is_seen_what_they_move(house: House) -> None:
    club, _ = await one_night(house)
    shown = await correcting(house)
    asked = await shown.press("Change the points")
    assert fields(asked) == {
        "points-0": ("Ann", "Now: +10", "10"),
        "points-1": ("Bram", "Now: +2", "2"),
        "points-2": ("Chloé", "Now: −4", "-4"),
        "points-3": ("Dmitri", "Now: −8", "-8"),
        "reason": ("Reason", "Everybody can read it in the log", ""),
    }
    await shown.fill(asked, **points("2", "10", "−4", "−8"), reason="typing error")
    assert "Ann +2, Bram +10, Chloé −4, Dmitri −8" in shown.text
    assert "Ann: place 1 → 2, 10 → 2" in shown.text and "Bram: place 2 → 1, 2 → 10" in shown.text
    assert (await club.values())["Ann"] == 10
    await shown.press("Confirm")
    assert "Done." in shown.text and "1\\. Bram: **+10**" in shown.text and "typing error" in shown.text
    assert (await club.values())["Ann"] == 2
    assert "· corrected" in (await Shown.by(house, house.person("Bram"), "results")).text


async def test_two_robots_of_a_kind_are_told_apart(house: House) -> None:
    club = await Club.found(house)
    await club.played(NIGHT, {"Ann": 9, "robot": 2, "+Jan": -4, "robot too": -7})
    shown = await correcting(house)
    expected = ["Ann", "Easy robot 1", "+Jan", "Easy robot 2"]
    assert [label for one in reading.selects(shown.message) for label, _ in one.options[:4]] == expected
    told = fields(await shown.press("Change the points"))
    assert [label for label, _, _ in told.values() if label != "Reason"] == expected


async def test_five_players_have_a_field_each_and_the_reason_comes_after(house: House) -> None:
    """Names as long and as strange as they may be"""
    wide, hebrew = "Ш" * 32, "אבי כהן"
    club = await Club.found(house, absent=(wide, hebrew))
    await club.played(NIGHT, {"Ann": 9, wide: 2, hebrew: 0, "robot": -4, "+Jan": -7})
    shown = await correcting(house)
    asked = await shown.press("Change the points")
    told = fields(asked)
    assert [label for label, _, _ in told.values()] == ["Ann", wide, hebrew, "Easy robot", "+Jan"]
    assert told["points-3"] == ("Easy robot", "Now: −4", "-4")
    await shown.fill(asked, **points("2", "9", "0", "-4", "-7"))
    assert shown.labels == ["Confirm", "Change …", "Reason", "Cancel"]
    asked = await shown.press("Reason")
    assert [*fields(asked)] == ["reason"]
    await shown.fill(asked, reason="two sheets")
    asked = await shown.press("Change …")
    assert fields(asked)["points-1"] == (wide, "Now: +2", "9")
    await shown.fill(asked, **points("3", "8"))
    await shown.press("Confirm")
    assert "two sheets" in shown.text and f"1\\. {wide}: **+8**" in shown.text
    assert (await club.values())["Ann"] == 3


async def test_L17_a_game_is_void(house: House) -> None:
    club, _ = await one_night(house)
    shown = await correcting(house)
    await shown.fill(await shown.press("Void the game"), reason="wrong cards")
    assert "place 1 → –" in shown.text
    await shown.press("Confirm")
    assert not await club.values()
    again = await correcting(house)
    assert "This game is void" in again.text and again.labels == []


@pytest.mark.parametrize(
    ("typed", "told", "value"),
    [("+Jan", "Jan", None), ("robot", "Easy robot", None), ("dmi", "Dmitri", Fraction(2))],
)
async def test_L17_somebody_else_had_a_seat(
    house: House, typed: str, told: str, value: Fraction | None
) -> None:
    club = await Club.found(house)
    await club.played(NIGHT, {"Ann": 10, "Bram": 2, "Chloé": -12})
    shown = await correcting(house)
    asked = await shown.choose("league-fix-seat", "Bram")
    await shown.fill(asked, name=typed, reason="")
    assert "Bram: place 2 → –, 2 → –" in shown.text
    await shown.press("Confirm")
    assert f"2\\. {told}: **+2**" in shown.text and "no reason" in shown.text.lower()
    assert (await club.values()).get("Bram") is None
    assert (await club.values()).get("Dmitri") == value


async def test_L17_a_game_of_the_past_is_added(house: House) -> None:
    club, _ = await one_night(house)
    shown = await Shown.by(house, house.person("Ann"), "correct")
    asked = await shown.press("Add a past game")
    await shown.fill(asked, date="8/9/2026", sheet="Ann 3\nBram 3\nChloé 3\n+Jan -8", reason="found")
    assert "adds up to" in shown.text.lower() or "1" in shown.text
    asked = await shown.press("Change …")
    assert "+Jan -8" in str(asked.modal and asked.modal.to_json())
    await shown.fill(asked, sheet="Ann 30\nBram -10\nChloé -10\n+Jan -10")
    assert "the game on 8 September 2026" in shown.text and "Ann +30" in shown.text
    await shown.press("Confirm")
    assert (await club.values())["Ann"] == 40
    games, total = await house.bot.store.seasons.results(club.season.id, 0, 10)
    assert total == 2 and {one.game.night for one in games} == {"n1"}
    assert "Jan" in {name for one in games for name in one.names.values()}


@pytest.mark.parametrize(
    ("typed", "locale", "told"),
    [
        ("yesterday", "en-GB", "17 November 2026"),
        ("dinsdag", "nl", "17 november 2026"),
        ("mercredi dernier", "fr", "11 novembre 2026"),
        ("20 ноября", "ru", "20 ноября 2025"),
    ],
)
async def test_a_game_of_the_past_is_of_the_last_such_day(
    house: House, typed: str, locale: str, told: str
) -> None:
    await one_night(house)
    ann = house.person("Ann")
    shown = await Shown.by(house, ann, "correct")
    asked = await shown.press("Add a past game")
    ann.account.locale = locale
    await shown.fill(asked, date=typed, sheet="Ann 3\nBram 3\nChloé 3\n+Jan -9", reason="found")
    assert told in shown.text


async def test_a_game_is_not_added_before_it_is_played(house: House) -> None:
    await one_night(house)
    shown = await Shown.by(house, house.person("Ann"), "correct")
    asked = await shown.press("Add a past game")
    await shown.fill(asked, date="next Tuesday", sheet="Ann 3\nBram 3\nChloé 3\n+Jan -9", reason="found")
    assert "next Tuesday is still to come" in shown.text


async def test_L17_a_value_is_adjusted_and_somebody_excused(house: House) -> None:
    club, _ = await one_night(house)
    shown = await Shown.by(house, house.person("Ann"), "correct")
    await shown.fill(await shown.press("Bonus or penalty"), name="Bram", value="−5/2", reason="late")
    assert "Bram: place 2 → 2, 2 → −0.5" in shown.text
    await shown.press("Confirm")
    assert (await club.values())["Bram"] == Fraction(-1, 2)
    shown = await Shown.by(house, house.person("Ann"), "correct")
    await shown.fill(await shown.press("Excuse somebody"), name="Bram", date="2026-09-08", reason="ill")
    assert "Nothing changes" in shown.text
    await shown.press("Confirm")
    season = await house.bot.store.seasons.whole(club.season.id)
    assert len(season.corrections) == 2
    assert all(one.by == club.ids["Ann"] for one in season.corrections)


async def test_guests_and_robots_are_offered_only_where_they_are_taken(house: House) -> None:
    await one_night(house)
    shown = await Shown.by(house, house.person("Ann"), "correct")
    for button in ("Bonus or penalty", "Excuse somebody"):
        assert fields(await shown.press(button))["name"][:2] == ("Who", "A member's name")
    asked = await (await correcting(house)).choose("league-fix-seat", "Bram")
    assert fields(asked)["name"][:2] == ("Who", "A member's name; + before a guest's; or robot")


@pytest.mark.parametrize("typed", ["Tuesday 8 September", "8 September", "Tuesday"])
async def test_L17_somebody_is_excused_from_the_nearest_night_that_fits(house: House, typed: str) -> None:
    await one_night(house)
    shown = await Shown.by(house, house.person("Ann"), "correct")
    await shown.fill(await shown.press("Excuse somebody"), name="Bram", date=typed, reason="ill")
    assert "Not confirmed yet" in shown.text and "8 September 2026" in shown.text


@pytest.mark.parametrize(
    ("button", "typed", "said"),
    [
        ("Bonus or penalty", {"name": "Zoë", "value": "1"}, "Nobody in this league is called Zoë"),
        ("Bonus or penalty", {"name": "Bram", "value": "many"}, "many"),
        ("Bonus or penalty", {"name": "robot", "value": "1"}, "isn't a member of this league"),
        ("Excuse somebody", {"name": "Bram", "date": "soon"}, "soon"),
        ("Excuse somebody", {"name": "Bram", "date": "1.10.2026"}, "This season has no night"),
        ("Excuse somebody", {"name": "Bram", "date": "17 November"}, "has no night on 17 November 2026"),
        (
            "Excuse somebody",
            {"name": "Bram", "date": "Monday 8 September"},
            "8 September 2026 is another",
        ),
        ("Add a past game", {"date": "8.9.2026", "sheet": "Ann 1"}, ""),
        ("Add a past game", {"date": "8.9.2026", "sheet": "Ann 0, Ann 0, Bram 0"}, "Ann"),
    ],
)
async def test_what_cannot_be_read_is_said_and_is_there_again(
    house: House, button: str, typed: dict[str, str], said: str
) -> None:
    club, _ = await one_night(house)
    shown = await Shown.by(house, house.person("Ann"), "correct")
    await shown.fill(await shown.press(button), **typed, reason="because")
    assert "This can't be done" in shown.text and said in shown.text
    assert shown.labels == ["Change …", "Cancel"]
    again = str((await shown.press("Change …")).modal)
    form = (await shown.press("Change …")).modal
    assert form is not None and again
    for text in (*typed.values(), "because"):
        assert text.replace("\n", "\\n") in str(form.to_json())
    await shown.press("Cancel")
    assert "Nothing was changed" in shown.text
    assert not (await house.bot.store.seasons.whole(club.season.id)).corrections


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ten 2 3 4", "ten isn't a whole number"),
        ("1 2 3 4", "The points add up to +10; in this game they have to come to 0."),
        ("-1 -2 -3 -4", "The points add up to −10; in this game they have to come to 0."),
        ("1000001 -1000001 0 0", "1000001 is too much: points go up to 1,000,000"),
        ("99999999999999999999 0 0 0", "is too much: points go up to 1,000,000"),
    ],
)
async def test_L17_what_is_refused_is_a_sentence(house: House, typed: str, said: str) -> None:
    await one_night(house)
    shown = await correcting(house)
    await shown.fill(await shown.press("Change the points"), **points(*typed.split()))
    assert said in shown.text
    assert shown.labels == ["Change …", "Cancel"]


async def test_L17_nobody_sits_twice_at_a_table(house: House) -> None:
    await one_night(house)
    shown = await correcting(house)
    await shown.fill(await shown.choose("league-fix-seat", "Bram"), name="Ann")
    words = await house.bot.people.words(house.person("Ann").id)
    assert words("correction.refused.twice-at-table") in shown.text


async def test_two_organisers_at_once_see_each_others_correction(house: House) -> None:
    club, game = await one_night(house)
    shown = await correcting(house)
    await shown.fill(await shown.press("Change the points"), **points("2", "10", "-4", "-8"), reason="mine")
    other = Correction("", 1, "2", "theirs", Points(game, (-8, -4, 2, 10)))
    await house.bot.store.seasons.correct(club.season.id, other, 0)
    await shown.press("Confirm")
    assert "1\\. Dmitri: **+10**" in shown.text  # as the game is now
    assert "Dmitri: place 1 → 4" in shown.text
    assert (await club.values())["Ann"] == -8
    await shown.press("Confirm")
    assert (await club.values())["Ann"] == 2
    late = await correcting(house)
    await house.bot.store.seasons.correct(club.season.id, Correction("", 1, "2", "", Void(game)), 2)
    await late.fill(await late.press("Change the points"), **points("0", "0", "0", "0"))
    words = await house.bot.people.words(house.person("Ann").id)
    assert words("correction.refused.unknown-game") in late.text


async def test_L18_the_log_tells_all_and_undoes(house: House) -> None:
    club, game = await one_night(house)
    ann = house.person("Ann")
    await house.bot.store.seasons.correct(
        club.season.id, Correction("", 1, club.ids["Ann"], "oops", Points(game, (2, 10, -4, -8)))
    )
    log = await Shown.by(house, ann, "log")
    assert "oops" in log.text and "~~" not in log.text
    await log.fill(await log.choose("league-undo", ""), reason="was right")
    assert "Ann: place 2 → 1, 2 → 10" in log.text
    await log.press("Confirm")
    lines = log.text.splitlines()
    assert lines[0].startswith("Done.") and "was right" in lines[3] and lines[4].startswith("- ~~")
    assert (await club.values())["Ann"] == 10
    # The undo can be undone.
    ((label, _),) = log.options("league-undo")
    await log.fill(await log.choose("league-undo", label), reason="")
    await log.press("Confirm")
    assert (await club.values())["Ann"] == 2
    assert (await Shown.by(house, house.person("Bram"), "log")).labels == []
    assert not reading.selects((await Shown.by(house, house.person("Bram"), "log")).message)


async def test_only_organisers_correct(house: House) -> None:
    club, game = await one_night(house)
    bram = house.person("Bram")
    assert "organiser" in await house.reply(bram, "league correct")
    shown = await Shown.by(house, bram, "results")
    subject = f"l{club.league.id}"
    for press in (
        f"hh:league-correct-game:{subject}:1:{club.season.id}:{game}",
        f"hh:league-fix:{subject}:1:{club.season.id}:void:{game}:0",
        f"hh:league-make:{subject}:0:{club.season.id}:1",
        f"hh:league-retype:{subject}:0:{club.season.id}:1",
        f"hh:league-drop:{subject}:0:{club.season.id}:1",
    ):
        (said,) = await house.forge(bram, shown.message, press)
        assert "organiser" in said
    ann = house.person("Ann")
    mine = await Shown.by(house, ann, "results")
    (said,) = await house.forge(ann, mine.message, f"hh:league-make:{subject}:0:{club.season.id}:77")
    assert "no longer here" in said
    (said,) = await house.forge(ann, mine.message, f"hh:league-correct-game:{subject}:1:{club.season.id}:g9")
    assert "That game is no longer there" in said


async def test_reasons_are_for_members_and_organisers_alone(house: House) -> None:
    """docs/privacy.md: who looks from outside the league sees what was corrected, and not why."""
    club, game = await one_night(house)
    for change in (Points(game, (9, 3, -4, -8)), Adjust(club.ids["Bram"], Fraction(5, 2))):
        made = Correction("", int(NOON), club.ids["Ann"], "he was ill with measles", change)
        await house.bot.store.seasons.correct(club.season.id, made)
    zoe = house.server.people.add("Zoë")
    for person, sees in ((house.person("Ann"), True), (house.person("Chloé"), True), (zoe, False)):
        log = await Shown.by(house, person, "log")
        explained = await Shown.by(house, person, "explain", player="Bram")
        result = await (await Shown.by(house, person, "results")).chosen("league-result", "8 September")
        for shown in (log, explained, result):
            assert ("measles" in shown.text) is sees
            assert "no reason given" not in shown.text
        assert "Ann: points in" in log.text and "Adjusted by Ann" in explained.text
    standings = await Shown.by(house, house.person("Ann"), "standings")
    await standings.press("Show to everybody")
    assert all("measles" not in reading.text(one) for one in zoe.messages(house.cards))
