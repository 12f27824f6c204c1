"""``/league standings`` and ``/league explain``."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random

from bot.leagues.model import ClubMember
from bot.leagues.season.model import Adjust, Correction
from bot.leagues.season.season_file import read_season
from bot.leagues.season.settings import SeasonSettings
from playground import reading
from tests.e2e.house import House
from tests.e2e.leagues.club import Club, Shown, told
from tests.leagues.generated_season import generated_season

NIGHT = date(2026, 9, 8)
OTHER = date(2026, 9, 15)


async def two_nights(house: House) -> Club:
    club = await Club.found(house)
    await club.night("n1", NIGHT)
    await club.night("n2", OTHER)
    await club.played(NIGHT, {"Ann": 10, "Bram": 2, "Chloé": -4, "Dmitri": -8}, "n1")
    await club.played(OTHER, {"Ann": -9, "Bram": 12, "Chloé": 0, "Dmitri": -3}, "n2")
    return club


async def in_text(house: House, name: str) -> None:
    """Somebody reads no pictures."""
    person = house.person(name)
    await house.reply(person, "settings")
    await house.bot.people.prefer(person.id, lambda one: replace(one, text_mode=True))


async def test_standings_are_a_picture_with_ones_own_row_first_in_its_words(house: House) -> None:
    await two_nights(house)
    shown = await Shown.by(house, house.person("Bram"), "standings")
    assert "Tuesday club" in shown.alt and "after 2 nights" in shown.alt
    assert shown.alt.index("Bram: 14") < shown.alt.index("Ann: 1")
    assert shown.labels == ["Explain", "Results", "Show to everybody"]


async def test_in_text_mode_they_are_words(house: House) -> None:
    await two_nights(house)
    await in_text(house, "Dmitri")
    shown = await Shown.by(house, house.person("Dmitri"), "standings")
    assert not reading.pictures(house.server, shown.message)
    lines = shown.text.splitlines()
    assert lines[0] == "### Tuesday club"
    assert any(line.startswith("**You\\: 4. Dmitri") for line in lines)


async def test_a_night_and_all_time_have_standings_of_their_own(house: House) -> None:
    await two_nights(house)
    await in_text(house, "Ann")
    shown = await Shown.by(house, house.person("Ann"), "standings")
    offered = [label for label, _ in shown.options("league-table-of")]
    assert offered == ["2026", "All time", "15 September 2026", "8 September 2026"]
    await shown.choose("league-table-of", "8 September")
    assert "1. Ann\\: 10" in shown.text and "8 September 2026" in shown.text
    await shown.choose("league-table-of", "All time")
    assert "1\\. Bram\\: 14" in shown.text
    await shown.choose("league-table-of", "2026")
    assert "after 2 nights" in shown.text


async def test_pages_of_twenty_and_ones_own_row_always_in_view(house: House) -> None:
    club = await Club.found(house, absent=[f"Player {number:02}" for number in range(46)])
    names = list(club.ids)
    for number in range(0, 48, 4):
        four = names[number : number + 4]
        points = {name: 100 - number - at for at, name in enumerate(four)}
        await club.played(NIGHT, points, hour=8 + number // 4, sum=None)
    await in_text(house, "Dmitri")
    dmitri = house.person("Dmitri")
    lower = Adjust(club.ids["Dmitri"], Fraction(-90))
    await house.bot.store.seasons.correct(club.season.id, Correction("", 1, "1", "", lower))
    shown = await Shown.by(house, dmitri, "standings")
    assert "1–20 of 48" in shown.text and "Dmitri" in shown.text
    assert shown.labels[:3] == ["‹ 1", "My place", "2 ›"]
    await shown.press("2 ›")
    assert "21–40 of 48" in shown.text and "Dmitri" in shown.text
    await shown.press("My place")
    assert "41–48 of 48" in shown.text
    assert not reading.find_button(shown.message, "‹ 2").disabled
    assert reading.find_button(shown.message, "My place").disabled
    # A page that there never was is the last one.
    button = reading.find_button(shown.message, "‹ 2").custom_id
    await house.forge(dmitri, shown.message, button.replace(":20:", ":99999:"))
    assert "41–48 of 48" in shown.text


async def test_many_nights_are_offered_some_at_a_time(house: House) -> None:
    season = read_season(json.dumps(generated_season(Random(3), nights=30).file()).encode())
    club = await Club.found(house)
    known = {
        one.id: ClubMember(club.league.id, one.id, one.id, None, 1.0, one.joined) for one in season.members
    }
    facts = replace(club.season, imported=True)
    kept = await house.bot.store.seasons.bring(facts, season, known, open_now=True)
    shown = await Shown.by(house, house.person("Ann"), "standings")
    nights = [one for one in await house.bot.store.seasons.nights(kept.id) if one.held]
    assert len(nights) > 22
    offered = shown.options("league-table-of")
    assert len(offered) == 23 and offered[-1][0] == "Earlier nights …"
    await shown.choose("league-table-of", "Earlier")
    offered = shown.options("league-table-of")
    assert offered[2][0] == "Later nights …" and len(offered) == 3 + min(20, len(nights) - 20) + (
        len(nights) > 40
    )
    await shown.choose("league-table-of", offered[3][0])
    assert str(nights[-21].date.year) in shown.alt


async def test_a_league_without_a_game_says_what_will_be_here(house: House) -> None:
    await Club.found(house)
    shown = await Shown.by(house, house.person("Bram"), "standings")
    assert "No games have been played yet" in shown.text and shown.labels == []


async def test_show_to_everybody_posts_a_page_that_stays(house: House) -> None:
    club = await two_nights(house)
    ann = house.person("Ann")
    shown = await Shown.by(house, ann, "standings")
    known = {one["id"] for one in ann.messages(house.cards)}
    await shown.press("Show to everybody")
    bram = house.person("Bram")
    (posted,) = [one for one in bram.messages(house.cards) if one["id"] not in known]
    (picture,) = reading.pictures(house.server, posted)
    assert "Bram: 14" in picture.alt and "you" not in picture.alt
    assert "As it stood on" in reading.text(posted) and not reading.buttons(posted)
    await club.played(OTHER, {"Ann": 90, "Bram": -90, "Chloé": 0, "Dmitri": 0}, "n2", hour=22)
    await house.settled()
    assert reading.pictures(house.server, bram.message(posted["id"]))[0].alt == picture.alt


async def test_what_the_bot_may_not_do_here_is_said(house: House) -> None:
    await two_nights(house)
    ann = house.person("Ann")
    shown = await Shown.by(house, ann, "standings")
    house.server.faults.fail("POST /interactions/*", 404, 10003)
    await house.press(ann, shown.message, "Show to everybody")
    await house.settled()
    assert "I can't post here" in told(house, ann)


async def test_explain_tells_how_a_value_came_about(house: House) -> None:
    await two_nights(house)
    bram = house.person("Bram")
    shown = await Shown.by(house, bram, "standings")
    own = await shown.opened("Explain")
    assert "Bram" in own.text and "14" in own.text and "15 September" in own.text
    other = await Shown.by(house, bram, "explain", player="Ann")
    assert other.text.startswith("**Ann**") and "8 September" in other.text
    offered = await bram.autocomplete(house.cards, "league explain", {"player": "chl"}, "player")
    assert [one["name"] for one in offered] == ["Chloé"]
    assert "Nobody in this league is called Zoë" in await house.reply(
        bram, "league explain", {"player": "Zoë"}
    )


async def test_a_long_explanation_has_leaves(house: House) -> None:
    club = await Club.found(house, SeasonSettings())
    for number in range(40):
        day = date.fromordinal(NIGHT.toordinal() + number)
        await club.played(day, {"Ann": number, "Bram": -number, "Chloé": 0, "Dmitri": 0})
    shown = await Shown.by(house, house.person("Ann"), "explain")
    first = shown.text
    assert "8 September" in first and shown.labels == ["‹ 1", "2 ›"]
    await shown.press("2 ›")
    assert shown.text != first and "8 September" not in shown.text


async def test_presses_about_seasons_of_other_leagues_are_refused(house: House) -> None:
    club = await two_nights(house)
    other = await Club.found(house, name="Others")
    bram = house.person("Bram")
    assert "several leagues" in await house.reply(bram, "league standings")
    shown = await Shown.by(house, bram, "standings", league=club.league.name)
    wrong = f"hh:league-table:l{club.league.id}:0:{other.season.id}:s:0:0"
    assert await house.forge(bram, shown.message, wrong) == ["This league doesn't have that season."]
    for made_up in ("x:s:0:0", f"{club.season.id}:q:0:0", f"{club.season.id}:s:-1:0"):
        (said,) = await house.forge(bram, shown.message, f"hh:league-table-of:l{club.league.id}:0:{made_up}")
        assert said
