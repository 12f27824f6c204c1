"""Pictures of statistics in words: the same figures, what is asked for most first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.pictures.stat_values import (
    PACK,
    Bar,
    CardGrid,
    CardsPicture,
    ComparedPerson,
    ComparePicture,
    CompareRow,
    ContractHeads,
    ContractRow,
    ContractsPicture,
    CourseMark,
    CoursePanel,
    CoursePicture,
    Edge,
    HeatRow,
    PersonCard,
    PlaceShare,
    RatingShown,
    ServerPicture,
    Tick,
    Tile,
)
from bot.pictures.values import Picture
from bot.telling.alt import alt_text, sentences
from bot.telling.phrases import ALT_LONGEST
from bot.words.catalogue import languages, words_for
from tests.pictures.cards import card
from tools.samples.stats import stats

WORDS = words_for("en")
SAMPLES = dict(stats())
HEADS = ContractHeads("average", "against the table", "tricks", "best", "worst")
QUEENS = ContractRow("queens", "No queens", "24 deals", "−3.2", 0.9, "+0.9", "2.4", "0", "−9")
PERSON = PersonCard(
    "Ann", "Kingen", rating=RatingShown("Rating", "27.4", "3rd of 48"),
    tiles=(Tile("12", "games"), Tile("9", "wins")), places_word="Places",
    places=(PlaceShare("1st", 9, "9", "75%"), PlaceShare("2nd", 3, "3", "25%")), form_word="Last 3 games",
    form=(1, None, 2), streak="Nine wins in a row", best_word="Best at",
    best=(Edge("queens", "No queens", "+2", "9 deals"), Edge("", "Trumps", "+1", "8 deals")),
)  # fmt: skip


def said(value: Picture) -> list[str]:
    return sentences(WORDS, value)


def test_a_person_is_told_by_rating_and_strengths_first() -> None:
    assert said(PERSON) == [
        "Ann.",
        "Kingen.",
        "Rating: 27.4, 3rd of 48.",
        "12 games, 9 wins.",
        "Best at: No queens +2 (9 deals), Trumps +1 (8 deals).",
        "Places: 1st 9 (75%), 2nd 3 (25%).",
        "Last 3 games, latest last: 1 – 2.",
        "Nine wins in a row.",
    ]


def test_who_has_no_rating_or_no_place_is_told_so() -> None:
    none = tuple(replace(place, games=0) for place in PERSON.places)
    told = said(replace(PERSON, rating=None, unrated="Not rated yet", places=none))
    assert told[2] == "Not rated yet." and not any("1st" in one for one in told)
    assert said(PersonCard("Ann", "", empty="No game yet")) == ["Ann.", "No game yet."]


def test_S3_of_a_contract_the_difference_from_the_table_comes_first() -> None:
    whist = replace(QUEENS, made="bid 12, made 58%")
    alone = replace(QUEENS, edge=None, edge_word="", tricks="")
    assert said(ContractsPicture("Ann", "Kingen", HEADS, (QUEENS, whist, alone), "Pale: few")) == [
        "Ann.",
        "Kingen.",
        "No queens: against the table +0.9, average −3.2, 24 deals, tricks 2.4, best 0, worst −9.",
        "No queens: against the table +0.9, average −3.2, 24 deals, bid 12, made 58%, tricks 2.4, best 0, "
        "worst −9.",
        "No queens: average −3.2, 24 deals, best 0, worst −9.",
        "Pale: few.",
    ]
    assert said(ContractsPicture("Ann", "Kingen", HEADS, (), empty="No deal"))[-1] == "No deal."


def test_a_course_is_told_by_what_is_marked_the_latest_first() -> None:
    marks = (CourseMark(1, "+3", "highest +3 in May"), CourseMark(2, "−1", "now −1"))
    panel = CoursePanel("Points", (0.0, 3.0, -1.0), (), marks, 0)
    rating = CoursePanel("Rating", (None, None, None), ())
    along = (Tick(2, "June"), Tick(0, "April"))
    assert said(CoursePicture("Ann", "Kingen", (panel, rating), along, "by month", "Caption")) == [
        "Ann.",
        "Kingen.",
        "Points: now −1, highest +3 in May.",
        "by month: April – June.",
        "Caption.",
    ]
    assert said(CoursePicture("Ann", "Kingen", (rating,), empty="No game"))[-1] == "No game."


def test_two_people_are_named_once_and_the_better_one_of_each_figure() -> None:
    rows = (
        CompareRow("wins", 9, 3, "9", "3", -1), CompareRow("average", -1, 2, "−1", "+2", 1),
        CompareRow("games", 4, None, "4", "–"),
    )  # fmt: skip
    two = ComparePicture(
        "Side by side",
        "4 games",
        ComparedPerson("Ann", None, "3rd"),
        ComparedPerson("Bo"),
        rows,
        "Contracts",
        rows[:1],
    )
    assert said(two) == [
        "Side by side.",
        "4 games.",
        "Ann: 3rd.",
        "Bo.",
        "wins: 9 and 3, better: Ann.",
        "average: −1 and +2, better: Bo.",
        "games: 4 and –.",
        "Contracts.",
        "wins: 9 and 3, better: Ann.",
    ]
    assert said(replace(two, rows=(), contracts=(), empty="Never met"))[-1] == "Never met."


def test_a_server_is_told_by_games_hours_and_weeks() -> None:
    hours = (0.0,) * 24
    server = ServerPicture(
        "Club", "since May", (Tile("9", "games"),), "Games per week", (Bar(4, "4", "May"), Bar(5, "5", "")),
        "When", (HeatRow("Mon", hours, "3"), HeatRow("Tue", hours)), (Tick(0, "0:00"),), "Late on Mondays",
        "Favourites", (Bar(9, "9", "Kingen"),), "Times of Brussels",
    )  # fmt: skip
    assert said(server) == [
        "Club.",
        "since May.",
        "9 games.",
        "Favourites: Kingen 9.",
        "When: Late on Mondays, Mon 3.",
        "Games per week: May 4, 5.",
        "Times of Brussels.",
    ]
    assert said(ServerPicture("Club", "", empty="Nothing yet")) == ["Club.", "Nothing yet."]


def test_S10_of_cards_the_verdict_is_told_before_those_that_are_off() -> None:
    off = {card("AS"): 2.0, card("2S"): 1.9, card("QH"): -2.5, card("KH"): -9.0}
    grid = CardGrid("Seat 1", tuple(off.get(one, 0.0) for one in range(PACK)), "p 0.6")
    plain = CardGrid("Seat 2", (0.0,) * 51 + (None,), "p 0.7")
    assert said(
        CardsPicture("Cards", "52 cards", (grid, plain), "less often", "more often", "Fair", "Caption")
    ) == [
        "Cards.",
        "52 cards.",
        "Fair.",
        "Seat 1: p 0.6.",
        "more often: spades: ace.",
        "less often: hearts: queen, king.",
        "Seat 2: p 0.7.",
        "Caption.",
    ]
    assert said(CardsPicture("Cards", "", (), empty="None")) == ["Cards.", "None."]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", SAMPLES)
def test_no_words_are_longer_than_discord_takes(name: str, language: str) -> None:
    words = words_for(language)
    text = alt_text(words, SAMPLES[name])
    assert 0 < len(text) <= ALT_LONGEST and text.endswith(".")
    if len(" ".join(sentences(words, SAMPLES[name]))) > ALT_LONGEST:
        assert words.typed("settings") in text


def test_only_a_page_full_of_whist_is_too_long_for_it() -> None:
    long = [name for name, value in SAMPLES.items() if len(" ".join(said(value))) > ALT_LONGEST]
    assert long == ["stats-contracts-whist"]
