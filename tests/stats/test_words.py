"""Statistics in words: what is told of numbers, months, people and cards."""

from __future__ import annotations

from datetime import date

import pytest

from bot.engine.cards import FULL_PACK
from bot.pictures.style import MARGIN, WIDTH
from bot.pictures.text import Weight, text_width
from bot.stats.chance import deviation
from bot.stats.charts_words import (
    cards_picture,
    contracts_picture,
    course_picture,
    explanation,
    packs,
    verdict,
)
from bot.stats.counting import PersonTallies, Tally, TallyKind, Thing
from bot.stats.people_words import chosen_text, person_card
from bot.stats.ports import Activity, AmountPlayed, CardCounts, PlayedGame, Streak, StreakKind
from bot.stats.server_words import (
    LeaderboardEntry,
    LeaderboardPage,
    leaderboard_picture,
    server_picture,
    since,
)
from bot.stats.words import (
    ENOUGH,
    PersonStats,
    chance_text,
    mean_text,
    number_text,
    range_text,
    read_month,
    share_text,
    suggest_months,
    telling_contracts,
)
from bot.telling.alt import sentences
from bot.words.catalogue import languages, words_for

TODAY = date(2026, 11, 23)
EN = words_for("en")


# Months


@pytest.mark.parametrize(
    ("typed", "month"),
    [
        ("2026-03", "2026-03"),
        ("2026/3", "2026-03"),
        ("03/2026", "2026-03"),
        (" 3.2026 ", "2026-03"),
        ("March 2026", "2026-03"),
        ("march, 2026", "2026-03"),
        ("2026 Mar", "2026-03"),
        ("maart 2026", "2026-03"),
        ("mrt 2026", "2026-03"),
        ("mars 2026", "2026-03"),
        ("févr. 2026", "2026-02"),
        ("март 2026", "2026-03"),
        ("в марте 2026", None),
        ("марта 2026 г.", "2026-03"),
        ("november", "2026-11"),
        ("December", "2025-12"),
        ("13/2026", None),
        ("2026-00", None),
        ("1026-03", None),
        ("2026", None),
        ("yesterday", None),
        ("m 2026", None),
        ("", None),
    ],
)
def test_months_as_people_type_them(typed: str, month: str | None) -> None:
    assert read_month(typed, "en", TODAY) == month


def test_every_language_reads_what_it_tells() -> None:
    for language in languages():
        words = words_for(language)
        for month in ("2025-12", *(f"2026-{number:02}" for number in range(1, 12))):
            (name, value), *_ = suggest_months(words, month, [], TODAY)
            assert value == month
            assert read_month(name, language, TODAY) == month, name


def test_months_that_fit_what_is_typed_are_offered_once() -> None:
    played = ["2026-11", "2026-03", "2025-03"]
    assert [value for _, value in suggest_months(EN, "", played, TODAY)] == played
    assert [value for _, value in suggest_months(EN, "mar", played, TODAY)] == ["2026-03", "2025-03"]


def test_ranges_of_months() -> None:
    told = [range_text(EN, *one) for one in (("", ""), ("2026-03", ""), ("", "2026-03"), ("2026-03",) * 2)]
    assert told == ["", "since March 2026", "until March 2026", "March 2026"]
    assert range_text(EN, "2026-03", "2026-05") == "March 2026 – May 2026"


# Numbers


def test_numbers_have_one_decimal_and_their_sign() -> None:
    assert [mean_text(EN, one) for one in (0.94, -1.36, 0.04, -0.04, 12.0)] == [
        "+0.9",
        "−1.4",
        "0",
        "0",
        "+12",
    ]
    assert number_text(words_for("nl"), 2.44) == "2,4"
    assert share_text(EN, 27, 100) == "27%" and share_text(words_for("fr"), 1, 3) == "33\u202f%"
    assert [chance_text(EN, one) for one in (0.583, 0.0052, 0.0009)] == ["0.58", "0.005", "less than 0.001"]


# What somebody is good at


def somebody(**deals: int) -> PersonStats:
    """Who has made a point more a deal than the table in the contracts given, and a point less in
    ``hearts``."""
    things = {
        Thing(TallyKind.CONTRACT, name): Tally(
            count, -count if name == "hearts" else count, 0, 0, 0, 0, 4 * count
        )
        for name, count in deals.items()
    }
    things[Thing(TallyKind.DEAL)] = Tally(sum(deals.values()))
    return PersonStats(1, "Ann", "Kingen", PersonTallies(things), [], {row: Streak() for row in StreakKind})


def test_what_somebody_is_good_at_is_told_of_enough_deals() -> None:
    told = somebody(queens=ENOUGH, hearts=ENOUGH, trump=ENOUGH - 1)
    assert [name for name, _, _ in telling_contracts(told.person)] == ["queens", "hearts"]
    card = person_card(EN, told)
    assert [(one.contract_sign, one.edge) for one in card.best] == [("queens", "+1")]
    assert [(one.contract_sign, one.edge) for one in card.weakest] == [("hearts", "−1")]
    assert card.caption == "Each deal against the table · 2 contracts with 10 deals or more"
    few = person_card(EN, somebody(queens=ENOUGH - 1))
    assert not few.best and not few.weakest and few.caption.startswith("After 10 deals of a contract")


def test_somebody_without_a_finished_game_has_deals_alone() -> None:
    card = person_card(EN, somebody(queens=3))
    assert [tile.word for tile in card.tiles] == ["games", "points in total", "deals"]
    assert not card.places and not card.form and not card.form_word
    assert course_picture(EN, somebody(queens=3)).empty == "No finished game matches these conditions"
    assert person_card(EN, somebody()).empty == "Nothing played matches these conditions"


def test_the_course_is_told_by_what_is_latest_highest_and_lowest() -> None:
    games = [
        PlayedGame(number, 1_790_000_000.0 - 86400 * number, "kingen", 4, 1, False, points, 0)
        for number, points in enumerate((4, -20, 30, 2))
    ]
    told = PersonStats(1, "Ann", "Kingen", PersonTallies({}), games, {})
    (panel,) = course_picture(EN, told).panels
    assert panel.each == (2, 30, -20, 4) and panel.values == (2, 16, 4, 4)
    assert [mark.said.partition(" on ")[0] for mark in panel.marks] == [
        "latest +4",
        "highest +16",
        "lowest +2",
    ]
    assert [mark.at for mark in panel.marks] == [3, 1, 0]


def test_what_was_chosen_is_called_as_it_is_chosen() -> None:
    told = [chosen_text(EN, one) for one in ("hearts", "trump C", "trump none", "trump misere", "trump CD")]
    assert told == ["No hearts", "Trumps: clubs", "No trumps", "Misère", "trump CD"]


@pytest.mark.parametrize("language", languages())
def test_a_caption_fits_one_line(language: str) -> None:
    """The longest of each kind, in the smallest letters in which a caption is set."""
    words, room = words_for(language), WIDTH - 2 * MARGIN
    many = dict.fromkeys(("queens", "hearts", "trump", "jacks"), 100)
    captions = [
        person_card(words, somebody(queens=ENOUGH - 1)).caption,
        person_card(words, somebody(**many)).caption,
        contracts_picture(words, somebody(**many), 0).caption,
        contracts_picture(words, somebody(queens=1), 0).caption,
        words("stats.compare.caption", enough=words.number(ENOUGH)),
        words.count("stats.course.caption", 88_888),
        leaderboard_picture(words, "", "", "", listing(888, 3, 889, 890), 1).caption,
    ]
    wide = {one: text_width(one, Weight.MEDIUM, 23) for one in captions}
    assert {one: width for one, width in wide.items() if width > room} == {}


# Boards


def listing(first: int, own: int, *places: int) -> LeaderboardPage:
    lines = [LeaderboardEntry(place, 100 + index, f"P{index}", 5, "+1") for index, place in enumerate(places)]
    return LeaderboardPage(lines, first, 50, LeaderboardEntry(own, 1, "Ann", 5, "+1"))


def test_ones_own_line_stands_before_or_after_the_others() -> None:
    after = leaderboard_picture(EN, "Club", "", "Points", listing(0, 40, 1, 2, 2), 1)
    assert [row and (row.place, row.own, row.shared) for row in after.rows] == [
        ("1", False, False), ("2", False, True), ("2", False, True), None, ("40", True, False),
    ]  # fmt: skip
    before = leaderboard_picture(EN, "Club", "", "Points", listing(15, 3, 16, 17), 1)
    assert [row and row.place for row in before.rows] == ["3", None, "16", "17"]
    assert before.caption == "16–17 of 50"
    new = leaderboard_picture(EN, "Club", "", "Points", listing(15, 3, 0, 0), 1)
    assert [row and (row.place, row.shared, row.medal) for row in new.rows] == [
        ("3", False, 3), None, ("", False, 0), ("", False, 0),
    ]  # fmt: skip


# A server


def test_weeks_in_which_nothing_was_played_are_there_too() -> None:
    assert since(TODAY) == "2026-09-07"
    activity = Activity(
        {"2026-11-23": AmountPlayed(3)},
        {"kingen": AmountPlayed(3, 30, 7300), "gone": AmountPlayed()},
        [0] * 168,
        4,
    )
    now = 1_795_392_000.0  # 23 November 2026
    picture = server_picture(EN, "Club", activity, now, None)
    assert [bar.number for bar in picture.weeks] == ["0"] * 11 + ["3"]
    assert [bar.word for bar in picture.favourites] == ["Kingen"]
    assert picture.caption == "Hours are in UTC"


def test_hours_are_told_in_the_zone_of_the_server() -> None:
    hours = [0] * 168
    hours[23] = 5  # Monday, 23:00 in UTC
    activity = Activity({}, {"kingen": AmountPlayed(5)}, hours, 4)
    picture = server_picture(EN, "Club", activity, 1_795_392_000.0, "Europe/Brussels")
    assert picture.busiest.startswith("Most games start on Tuesday, ") and picture.heat[1].hours[0] == 5
    assert picture.caption == "Hours as in Brussels"


# Cards (S10)


def dealt(deals: int, *, shuffled: bool = True, off: int = 0) -> CardCounts:
    each = [deals // 4] * 52
    each[0], each[1] = each[0] + off, each[1] - off
    return CardCounts(FULL_PACK, 4, shuffled, 0, deals, each)


def told_of(*every: CardCounts) -> str:
    return verdict(EN, [far for one in every if (far := deviation(one)) is not None])


def test_S10_what_p_means_is_said_without_alarm() -> None:
    assert told_of(dealt(400)).startswith("Nothing out of the ordinary: chance alone is at least this uneven")
    uneven = told_of(dealt(400), dealt(400, off=52))
    assert (
        uneven.startswith("A little uneven, as chance alone would be about one time in ")
        and "Count twenty and one" in uneven
    )
    assert told_of(dealt(400, off=90)).startswith("Chance alone would do this less than once in a thousand.")
    assert told_of(dealt(8)) == "Too few deals so far to say anything."
    assert told_of(dealt(400, shuffled=False)).startswith("These packs are cut, not shuffled")
    assert told_of() == ""


def test_S10_packs_that_are_cut_have_no_p() -> None:
    for language in languages():
        words = words_for(language)
        shuffled, cut = dealt(400), dealt(400, shuffled=False)
        every = packs([shuffled, cut])
        assert len(every) == 2
        for pack, found in every.items():
            picture = cards_picture(words, "", pack, found)
            assert ("p " in picture.grids[0].note) == pack[2]
            assert picture.title in sentences(words, picture)[0]
        assert words("button.fair") in "".join(explanation(words))
