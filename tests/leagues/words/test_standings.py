"""Standings as pictures and in words: the same places, names and figures, the reader's own always there."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise

import pytest

from bot.leagues.model import ListedMember, SeasonFacts, StandingsPage
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.season.standings import AllTime
from bot.leagues.standings_words import (
    LONGEST,
    SeasonProgress,
    all_time_picture,
    listed,
    night_picture,
    score_text,
    standings_picture,
    standings_text,
)
from bot.pictures.painter import draw
from bot.pictures.palette import Rgb
from bot.pictures.stat_values import Figure, StandingsPicture, StandingsRow
from bot.pictures.style import STANDARD, CardStyle
from bot.pictures.surface import Anchor, PaletteSurface
from bot.pictures.text import Weight
from bot.telling.alt import alt_text, sentences
from bot.telling.alt_tables import line
from bot.telling.phrases import ALT_LONGEST
from bot.words.catalogue import languages, words_for
from tests.pictures.by_name import Samples
from tests.telling.test_legible import Placing, cut
from tools.samples.standings import members, page

WORDS = words_for("en")
STANDINGS = Samples("standings", StandingsPicture)
LONG_NAME = "Maximiliaan-Alexander van der St"
MIDWAY = SeasonProgress(8, 12)
MEASURES = {"total": "total", "average": "average", "average_game": "per game"}


def season(least: int = 0, *, name: str = "", closed: bool = False, measure: str = "total") -> SeasonFacts:
    settings = SeasonSettings(minimum=least).changed("measure", measure)
    return SeasonFacts(1, 1, 3, name, settings, date(2026, 9, 1), date(2026, 12, 1) if closed else None)


def member(
    place: int | None, name: str = "Ann", value: Fraction | int = 0, moved: int | None = None
) -> ListedMember:
    return ListedMember(f"u-{name}", name, place, Fraction(value), 8, 24, Fraction(0), moved, (1, 2, None, 1))


def pictured(
    shown: StandingsPage, facts: SeasonFacts | None = None, nights: SeasonProgress = MIDWAY
) -> StandingsPicture:
    return standings_picture(WORDS, "Tuesday club", facts or season(), nights, shown)


def rows(picture: StandingsPicture) -> list[StandingsRow]:
    return [row for row in picture.rows if row is not None]


def hundred(first: int, own: ListedMember | None) -> StandingsPage:
    """Twenty of a hundred, each on a place of their own."""
    lines = [member(place, f"P{place}", 200 - place) for place in range(first + 1, first + 21)]
    return StandingsPage(tuple(lines), first, 100, own)


def seen(picture: StandingsPicture) -> list[str]:
    """Places from top to bottom, the reader's in brackets, and where some are left out."""
    every = ("…" if row is None else f"[{row.place}]" if row.own else row.place for row in picture.rows)
    return [one for one in every if one == "…" or one.startswith("[") or one in ("21", "40", "1", "20")]


# Numbers


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Fraction(113, 2), "56.5"), (Fraction(3), "3"), (Fraction(1, 4), "0.2"), (Fraction(7, 20), "0.4"),
        (Fraction(-3, 4), "−0.8"), (Fraction(-1, 4), "−0.2"), (Fraction(-1, 30), "0"),
        (Fraction(1, 3), "0.3"), (Fraction(3999, 1000), "4"), (Fraction(2469, 2), "1,234.5"),
        (Fraction(9, 20), "0.4"),
        (Fraction(10**18 * 10 + 5, 10), "1,000,000,000,000,000,000.5"),
    ],
)  # fmt: skip
def test_a_score_is_rounded_half_to_even_to_a_decimal_that_is_not_nought(score: Fraction, text: str) -> None:
    assert score_text(WORDS, score) == text


def test_what_is_gained_has_its_sign_but_for_nought() -> None:
    gains = [Fraction(12), Fraction(-5, 2), Fraction(1, 30), Fraction(-1, 30), Fraction(1, 2)]
    assert [score_text(WORDS, one, signed=True) for one in gains] == ["+12", "−2.5", "0", "0", "+0.5"]
    assert score_text(words_for("nl"), Fraction(5, 2), signed=True) == "+2,5"


# What is shown


def test_L12_the_column_of_values_is_headed_by_what_is_measured() -> None:
    for measure, head in MEASURES.items():
        assert pictured(StandingsPage((), 0, 0), season(measure=measure)).heads == ("nights", "games", head)


def test_L14_equal_places_are_marked_also_where_the_other_is_on_the_page_before() -> None:
    lines = (member(1, "A"), member(2, "B"), member(2, "C"), member(4, "D"))
    assert [(row.place, row.shared) for row in rows(pictured(StandingsPage(lines, 0, 4)))] == [
        ("1", False), ("2", True), ("2", True), ("4", False)
    ]  # fmt: skip
    later = rows(pictured(StandingsPage(lines[2:], 2, 4)))
    assert [(row.place, row.shared) for row in later] == [("2", True), ("4", False)]
    elsewhere = rows(pictured(StandingsPage(lines[:2], 0, 4, lines[2])))
    assert [(row.place, row.shared) for row in elsewhere] == [("1", False), ("2", True), ("2", True)]


def test_L13_those_without_a_place_stand_below_a_line_that_says_why() -> None:
    shown = StandingsPage((member(1, "A"), member(None, "B"), member(None, "C")), 0, 3, None)
    picture = pictured(shown, season(4))
    assert [row.place for row in rows(picture)] == ["1", "", ""]
    told = sentences(WORDS, picture)
    said = "To get a place: at least 4 nights played."
    assert told.index(said) == 1 + next(at for at, one in enumerate(told) if one.startswith("1. A"))
    assert told.count(said) == 1
    assert "B, without a place: 0, 8 nights" in told[told.index(said) + 1]


def test_medals_are_for_the_first_three_places() -> None:
    lines = (member(1, "A"), member(1, "B"), member(3, "C"), member(4, "D"), member(None, "E"))
    assert [row.medal for row in rows(pictured(StandingsPage(lines, 0, 5)))] == [1, 1, 3, 0, 0]


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (30, ["21", "[30]", "40"]),
        (7, ["[7]", "…", "21", "40"]),
        (20, ["[20]", "21", "40"]),
        (41, ["21", "40", "[41]"]),
        (77, ["21", "40", "…", "[77]"]),
        (None, ["21", "40", "…", "[]"]),
    ],
)
def test_ones_own_line_is_in_view_wherever_it_stands(own: int | None, expected: list[str]) -> None:
    shown = hundred(20, member(own, f"P{own}", 200 - (own or 150)))
    picture = pictured(shown)
    assert seen(picture) == expected
    assert [row.own for row in rows(picture)].count(True) == 1
    assert picture.caption == "21–40 of 100"


def test_of_those_without_a_place_the_better_stands_before() -> None:
    lines = (member(None, "B", 20), member(None, "C", 10))
    for value, first in ((30, True), (5, False)):
        shown = rows(pictured(StandingsPage(lines, 40, 50, member(None, "A", value))))
        assert [row.own for row in shown] == [first, False, not first]
    placed = rows(pictured(StandingsPage(lines, 40, 50, member(12, "A", -50))))
    assert placed[0].own


def test_on_the_first_page_nobody_stands_before() -> None:
    """Also where all have come to the same."""
    lines = tuple(member(1, f"P{number}") for number in range(20))
    assert rows(pictured(StandingsPage(lines, 0, 30, member(1, "Own"))))[-1].own


def test_who_reads_without_a_line_sees_no_line_marked() -> None:
    picture = pictured(hundred(0, None))
    assert None not in picture.rows and not any(row.own for row in rows(picture))


@pytest.mark.parametrize(
    ("facts", "nights", "subtitle"),
    [
        (season(), SeasonProgress(8, 12), "Season 3 · after 8 of 12 nights"),
        (season(name="Autumn"), SeasonProgress(1, 0), "Autumn · after 1 night"),
        (season(), SeasonProgress(0, 12), "Season 3 · no nights played yet"),
        (season(closed=True), SeasonProgress(12, 12), "Season 3 · final standings after 12 nights"),
    ],
)
def test_the_subtitle_says_how_far_the_season_has_got(
    facts: SeasonFacts, nights: SeasonProgress, subtitle: str
) -> None:
    assert pictured(StandingsPage((), 0, 0), facts, nights).subtitle == subtitle


def test_L9_one_night_has_games_and_score() -> None:
    shown = StandingsPage((member(1, "A", Fraction(55, 2), 2), member(2, "B", -3)), 0, 2)
    picture = night_picture(WORDS, "Tuesday club", date(2026, 11, 17), shown)
    assert picture.subtitle == "Night of November 17, 2026"
    assert picture.heads == ("games", "score") and not picture.form_word
    assert [[one.drawn for one in row.figures] for row in rows(picture)] == [["24", "27.5"], ["24", "−3"]]
    assert [line(WORDS, row) for row in rows(picture)] == ["1. A: 27.5, 24 games", "2. B: −3, 24 games"]
    free = night_picture(WORDS, "Tuesday club", date(2026, 11, 17), shown, free=True)
    assert free.subtitle == "Free games of November 17, 2026"


def test_L16_all_time_has_games_wins_and_the_sum() -> None:
    one = listed(AllTime(1, "u1", Fraction(113, 2), 9, Fraction(5, 2)), "Ann")
    picture = all_time_picture(WORDS, "Tuesday club", 3, StandingsPage((one,), 0, 1, one))
    assert picture.subtitle == "All time · 3 seasons"
    assert picture.heads == ("games", "wins", "points")
    (row,) = rows(picture)
    assert line(WORDS, row) == "You: 1. Ann: 56.5, 9 games, wins: 2.5"


# What is said


def test_a_line_says_value_movement_nights_games_and_form() -> None:
    def told(one: ListedMember) -> str:
        return line(WORDS, rows(pictured(StandingsPage((one,), 0, 1)))[0])

    beginning, end = "1. Ann: 56.5, ", "8 nights, 24 games, form 1 2 – 1"
    value = Fraction(113, 2)
    assert told(member(1, value=value, moved=2)) == f"{beginning}up 2, {end}"
    assert told(member(1, value=value, moved=-1)) == f"{beginning}down 1, {end}"
    assert told(member(1, value=value, moved=0)) == f"{beginning}same place, {end}"
    assert told(member(1, value=value)) == f"{beginning}{end}"


@pytest.mark.parametrize("name", STANDINGS)
def test_the_words_of_a_picture_have_every_row_once_and_ones_own_first(name: str) -> None:
    picture = STANDINGS[name]
    told = sentences(WORDS, picture)
    for row in rows(picture):
        assert told.count(line(WORDS, row) + ".") == 1
        assert not row.own or told[3] == line(WORDS, row) + "."
    by = f"Ranked by {picture.heads[-1]}."
    assert told[:3] == [f"{picture.title}.", f"{picture.subtitle}.", by] and told[-1] == f"{picture.caption}."


def test_of_a_long_table_ones_own_line_and_the_first_places_remain() -> None:
    own = member(77, "Own", 3)
    told = alt_text(WORDS, pictured(hundred(0, own)))
    assert len(told) <= ALT_LONGEST < len(" ".join(sentences(WORDS, pictured(hundred(0, own)))))
    assert "You: 77. Own: 3" in told and told.index("You:") < told.index("1. P1")


@pytest.mark.parametrize("name", STANDINGS)
def test_the_text_has_a_line_for_every_row_in_its_order(name: str) -> None:
    picture = STANDINGS[name]
    told = standings_text(WORDS, picture).replace("\\", "").splitlines()
    assert told[0] == f"### {picture.title}" and told[1] == picture.subtitle
    at = [told.index(f"**{line(WORDS, row)}**" if row.own else line(WORDS, row)) for row in rows(picture)]
    assert at == sorted(at) and told.count("…") == picture.rows.count(None)


def test_no_line_of_the_text_begins_a_list_that_discord_would_number() -> None:
    lines = (member(1, "A"), member(1, "- B"), member(3, "#C"), member(None, "4. D"))
    told = standings_text(WORDS, pictured(StandingsPage(lines, 0, 4, lines[2]))).splitlines()[3:-1]
    assert [one.split("\\:")[0] for one in told] == [
        "1\\. A",
        "1\\. \\- B",
        "**You",
        "4\\. D, without a place",
    ]


@pytest.mark.parametrize("language", languages())
def test_twenty_and_ones_own_fit_a_message_of_text(language: str) -> None:
    words = words_for(language)
    lines = [
        ListedMember(
            f"u{n}", "_" * 32, 900 + n // 2, Fraction(-9999999, 2), 188, 1488, Fraction(1), -288, (4,) * 5
        )
        for n in range(21)
    ]
    shown = StandingsPage(tuple(lines[:20]), 898, 1200, lines[20])
    told = standings_text(
        words, standings_picture(words, "_" * 32, season(10), SeasonProgress(199, 299), shown)
    )
    assert 3000 < len(told) <= LONGEST


# What is drawn


def wide(words_of: str, name: str) -> StandingsPicture:
    """A page as full as it gets: hundreds of members, long names and large figures."""
    words = words_for(words_of)
    lines = [
        replace(one, name=name, value=one.value - 20000 - Fraction(1, 2), moved=-288)
        for one in members(300, 188, 0)
    ]
    return standings_picture(words, "W" * 32, season(8), SeasonProgress(188, 199), page(lines, 200, 12))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["Ann", LONG_NAME])
def test_the_columns_stand_apart_and_only_names_are_cut(language: str, name: str) -> None:
    for picture in (wide(language, name), *STANDINGS.values()):
        surface = draw(picture, Placing)
        assert isinstance(surface, Placing)
        for found in surface.lines.values():
            ends = [(0, 0), *sorted(one for one in found if one[0] < one[1]), (surface.width, surface.width)]
            assert all(after[0] - before[1] >= 4 for before, after in pairwise(ends)), found
        assert {*cut(picture)} <= {picture.title, *(row.name for row in rows(picture))}


class Writing(PaletteSurface):
    """Remembers what is written, and how large."""

    def __init__(self, width: int, height: int, ground: Rgb, style: CardStyle = STANDARD) -> None:
        super().__init__(width, height, ground, style)
        self.sizes: dict[str, int] = {}

    def text(
        self, text: str, x: int, baseline: int, ink: Rgb, size: int, weight: Weight = Weight.MEDIUM,
        anchor: Anchor = "left", width: int | None = None,
    ) -> int:  # fmt: skip
        self.sizes[text] = size
        return super().text(text, x, baseline, ink, size, weight, anchor, width)


def sizes(picture: StandingsPicture) -> dict[str, int]:
    """The size of everything that is written in a picture."""
    surface = draw(picture, Writing)
    assert isinstance(surface, Writing)
    return surface.sizes


def test_figures_make_way_for_names_games_before_nights_and_never_the_value() -> None:
    def heads(picture: StandingsPicture) -> list[str]:
        written = sizes(picture)
        return [head for head in picture.heads if head in written]

    assert heads(wide("nl", "Ann")) == ["avonden", "partijen", "totaal"]
    long = wide("nl", LONG_NAME)
    assert heads(long) == ["avonden", "totaal"]
    widest = tuple(
        replace(row, figures=(*row.figures[:2], Figure("−88.888.888.888,5", ""))) for row in rows(long)
    )
    assert heads(replace(long, rows=widest)) == ["totaal"]


@pytest.mark.parametrize("language", languages())
def test_on_a_phone_names_and_figures_are_ten_pixels_high_and_all_else_nearly(language: str) -> None:
    """A picture of 800 pixels is shown in 358."""
    for picture in (wide(language, LONG_NAME), *STANDINGS.values()):
        written = sizes(picture)
        assert min(written.values()) >= 20
        for row in rows(picture):
            assert written[row.name] >= 22 and written[row.figures[-1].drawn] >= 25
