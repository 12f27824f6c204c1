"""Pictures of statistics: all that is in a value is drawn, whatever there is much or nothing of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import pairwise
from math import dist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures.painter import draw, render, sections_of
from bot.pictures.palette import BLACK, BLUE, GINGER, WHITE, Rgb
from bot.pictures.shapes import Point, stroke
from bot.pictures.stat_values import (
    CONTRACTS,
    EDGES,
    FORM,
    GRIDS,
    HOURS,
    PACK,
    POINTS,
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
    StatPicture,
    Tick,
    Tile,
)
from bot.pictures.stats.course import Scale, runs, ticks
from bot.pictures.stats.parts import height_of
from bot.pictures.style import STANDARD, WIDTH, CardStyle, Colours, Index
from bot.pictures.surface import Anchor, PaletteSurface
from bot.pictures.text import Weight, text_width
from tests.pictures.cards import card
from tests.pictures.compare import rgb
from tests.properties import tries
from tools.samples.people import STRANGE_NAMES, portrait
from tools.samples.stats import stats

AVATAR = portrait("#c84b9e", "#5b2a86")
SAMPLES = dict(stats())
HEADS = ContractHeads("average", "edge", "tricks", "best", "worst")


def contract(edge: float | None, *, few: bool = False, made: str = "") -> ContractRow:
    return ContractRow(
        "queens", "Queens", "24 deals", "−3", edge, "" if edge is None else f"{edge:+}", "2.4", "0", "−9",
        made, few,
    )  # fmt: skip


def grid(**apart: float) -> CardGrid:
    """A whole pack of which only these cards are off."""
    off = {card(name): number for name, number in apart.items()}
    return CardGrid("Ann", tuple(off.get(one, 0.0) for one in range(PACK)), "note")


PERSON = PersonCard(
    "Ann", "King", rating=RatingShown("Rating", "27.4", "3rd"), tiles=(Tile("12", "games"),),
    places_word="Places", places=(PlaceShare("1st", 9, "9", "75%"), PlaceShare("2nd", 3, "3", "25%")),
    form_word="Form", form=(1, 2, None), streak="Two in a row", best_word="Best at",
    best=(Edge("queens", "Queens", "+2", "9 deals"),), weakest_word="Weakest at",
    weakest=(Edge("hearts", "Hearts", "−1", "8 deals"),), caption="A deal",
)  # fmt: skip
PANEL = CoursePanel(
    "Points", (0.0, 2.0, 1.0), (Tick(0, "0"), Tick(2, "2")), (CourseMark(2, "+1", "now +1"),), 0.0,
    (1.0, None, -1.0),
)  # fmt: skip
ROW = CompareRow("wins", 3, 2, "3", "2", -1, "queens")
SERVER = ServerPicture(
    "Club", "since May", (Tile("3", "games"),), "Weeks", (Bar(2, "2", "May"), Bar(1, "1", "June")), "When",
    (HeatRow("Mon", (0.0,) * 23 + (2.0,), "2"), HeatRow("Tue", (1.0,) + (0.0,) * 23, "1")),
    (Tick(0, "0:00"), Tick(24, "24:00")), "Late", "Favourites", (Bar(3, "3", "Kingen"),), "Brussels",
)  # fmt: skip
CHANGES: dict[StatPicture, dict[str, Any]] = {
    PERSON: {
        "name": "Else", "subtitle": "Else", "avatar": AVATAR, "rating": None, "tiles": (Tile("13", "games"),),
        "places_word": "Else", "places": PERSON.places[::-1], "form_word": "Else", "form": (1, 2, 3),
        "streak": "Else", "best_word": "Else", "best": PERSON.weakest, "weakest_word": "Else",
        "weakest": PERSON.best, "caption": "Else",
    },
    replace(PERSON, rating=None, unrated="Not yet"): {"unrated": "Else"},
    PersonCard("Ann", "King", empty="Nothing"): {"empty": "Else"},
    ContractsPicture("Ann", "King", HEADS, (contract(2), contract(-1)), "Hollow"): {
        "title": "Else", "subtitle": "Else", "heads": replace(HEADS, edge="else"), "rows": (contract(2),),
        "caption": "Else",
    },
    ContractsPicture("Ann", "King", HEADS, (), empty="Nothing"): {"empty": "Else"},
    CoursePicture("Ann", "King", (PANEL,), (Tick(0, "May"), Tick(2, "June")), "months", "Caption"): {
        "title": "Else", "subtitle": "Else", "panels": (PANEL, PANEL), "along": (Tick(1, "May"),),
        "along_word": "Else", "caption": "Else",
    },
    CoursePicture("Ann", "King", (), empty="Nothing"): {"empty": "Else"},
    ComparePicture(
        "Two", "King", ComparedPerson("Ann"), ComparedPerson("Bo"), (ROW,), "Contracts", (ROW,), "Caption"
    ): {
        "title": "Else", "subtitle": "Else", "left": ComparedPerson("Else"), "right": ComparedPerson("Else"),
        "rows": (replace(ROW, left=1),), "contracts_word": "Else", "contracts": (replace(ROW, right=1),),
        "caption": "Else",
    },
    ComparePicture("Two", "King", ComparedPerson("Ann"), ComparedPerson("Bo"), (), empty="Nothing"): {
        "empty": "Else"
    },
    SERVER: {
        "title": "Else", "subtitle": "Else", "tiles": (Tile("4", "games"),), "weeks_word": "Else",
        "weeks": SERVER.weeks[::-1], "heat_word": "Else", "heat": SERVER.heat[::-1],
        "hours": (Tick(12, "12:00"),), "busiest": "Else", "favourites_word": "Else",
        "favourites": (Bar(3, "3", "Else"),), "caption": "Else",
    },
    ServerPicture("Club", "", empty="Nothing"): {"empty": "Else"},
    CardsPicture("Cards", "Ann", (grid(AS=2.5, KH=-1.5),), "less often", "oftener", "Fair", "Caption"): {
        "title": "Else", "subtitle": "Else", "grids": (grid(AS=-2.5, KH=-1.5),), "rarer": "Else",
        "oftener": "Else", "verdict": "Else", "caption": "Else",
        "style": CardStyle(index=Index.RUSSIAN, colours=Colours.FOUR),
    },
    CardsPicture("Cards", "Ann", (), empty="Nothing"): {"empty": "Else"},
}  # fmt: skip


@pytest.mark.parametrize("value", CHANGES)
def test_whatever_changes_in_a_value_changes_the_picture(value: StatPicture) -> None:
    plain = render(value)
    for field, other in CHANGES[value].items():
        assert render(replace(value, **{field: other})) != plain, field


@pytest.mark.parametrize("kind", [*dict.fromkeys(type(value) for value in CHANGES)])
def test_every_field_of_a_value_is_tried(kind: type) -> None:
    tried = {field for value, changes in CHANGES.items() if type(value) is kind for field in changes}
    assert tried == {field.name for field in fields(kind)}


# What the bars say


class Drawn(PaletteSurface):
    """Remembers boxes and lines."""

    def __init__(self, width: int, height: int, ground: Rgb, style: CardStyle = STANDARD) -> None:
        super().__init__(width, height, ground, style)
        self.boxes: list[tuple[int, int, int, int, Rgb]] = []
        self.lines: list[tuple[Point, ...]] = []
        self.places: list[tuple[str, int, int, int]] = []

    def box(self, left: int, top: int, right: int, bottom: int, ink: Rgb, radius: int) -> None:
        assert 0 <= left < right <= self.width and 0 <= top < bottom <= self.height
        self.boxes.append((left, top, right, bottom, ink))
        super().box(left, top, right, bottom, ink, radius)

    def line(self, points: Sequence[Point], width: int, ink: Rgb) -> None:
        self.lines.append(tuple(points))
        super().line(points, width, ink)

    def text(
        self, text: str, x: int, baseline: int, ink: Rgb, size: int, weight: Weight = Weight.MEDIUM,
        anchor: Anchor = "left", width: int | None = None,
    ) -> int:  # fmt: skip
        took = super().text(text, x, baseline, ink, size, weight, anchor, width)
        left = x - {"left": 0, "middle": took // 2, "right": took}[anchor]
        self.places.append((text, left, left + took, baseline))
        return took


def drawn(value: StatPicture) -> Drawn:
    surface = draw(value, Drawn)
    assert isinstance(surface, Drawn)
    return surface


def bars(value: StatPicture, *inks: Rgb) -> list[tuple[int, int]]:
    """Left and right ends of what is drawn in these colours, from top to bottom."""
    return [(left, right) for left, _, right, _, ink in drawn(value).boxes if ink in inks]


def test_a_contract_better_than_the_table_goes_right_a_worse_one_left_by_as_much() -> None:
    rows = (contract(2), contract(-1), contract(0), contract(None))
    right, left = bars(ContractsPicture("", "", HEADS, rows), BLUE, GINGER)
    assert left[1] < right[0] and right[0] - left[1] <= 2
    assert abs((right[1] - right[0]) - 2 * (left[1] - left[0])) <= 2


def test_a_wild_deal_of_a_rare_contract_does_not_make_all_else_small() -> None:
    alone = bars(ContractsPicture("", "", HEADS, (contract(2), contract(-1))), BLUE, GINGER)
    both = (contract(2), contract(-1), contract(90, few=True))
    assert bars(ContractsPicture("", "", HEADS, both), BLUE, GINGER)[:2] == alone


def test_where_all_are_rare_they_still_have_bars() -> None:
    (one,) = bars(ContractsPicture("", "", HEADS, (contract(90, few=True),)), BLUE)
    assert one[1] - one[0] > 50


def test_a_rare_contract_is_hollow() -> None:
    full, hollow = (
        drawn(ContractsPicture("", "", HEADS, (contract(2, few=few),))).boxes for few in (False, True)
    )
    assert [ink for *_, ink in full if ink in (BLUE, WHITE)] == [BLUE]
    assert [ink for *_, ink in hollow if ink in (BLUE, WHITE)] == [BLUE, WHITE]


def test_each_compared_figure_has_its_own_scale_and_contracts_have_one() -> None:
    one, other = replace(ROW, left=4, right=2), replace(ROW, left=1, right=1)
    value = ComparePicture(
        "", "", ComparedPerson("A"), ComparedPerson("B"), (one, other), "Contracts", (one, other)
    )
    left = [right - left for left, right in bars(value, BLUE)]
    assert left[0] == left[1] == left[2]
    assert abs(left[2] - 4 * left[3]) <= 4


def test_weeks_are_as_high_as_they_are_full() -> None:
    value = ServerPicture(
        "", "", (Tile("1", "game"),), "", (Bar(4, "4", ""), Bar(0, "0", ""), Bar(1, "1", ""))
    )
    high = [bottom - top for _, top, _, bottom, ink in drawn(value).boxes if ink == BLUE]
    assert len(high) == 2 and abs(high[0] - 4 * high[1]) <= 3


def test_an_hour_is_the_bluer_the_fuller_it_is() -> None:
    hours = tuple(float(hour) for hour in range(HOURS))
    value = ServerPicture("", "", (Tile("1", "game"),), heat_word="When", heat=(HeatRow("", hours),))
    apart = [dist(ink, BLUE) for *_, ink in drawn(value).boxes]
    assert apart == sorted(apart, reverse=True) and apart[-1] == 0


def test_S10_a_card_is_signed_by_whole_standard_deviations() -> None:
    """Up to three; what is within one is left alone."""
    plain = {ink for *_, ink in drawn(CardsPicture("", "", (grid(),))).boxes}
    tints = [
        ({ink for *_, ink in drawn(CardsPicture("", "", (grid(AS=apart),))).boxes} - plain)
        for apart in (0.9, 1.0, 2.9, 3.0, 9.0, -0.9, -1.0, -2.9, -3.0, -9.0)
    ]
    assert [len(one) for one in tints] == [0, 1, 1, 1, 1] * 2
    assert tints[3] == tints[4] != tints[2] != tints[1] and tints[8] == tints[9] != tints[7] != tints[6]
    assert not set().union(*tints[:5]) & set().union(*tints[5:])


def test_only_ranks_and_suits_of_the_pack_are_drawn() -> None:
    """Thirty-two cards have no twos; a pack without spades no row of them."""
    apart = tuple(0.0 if one % 13 >= 5 and one < 39 else None for one in range(PACK))
    value = CardsPicture("", "", (CardGrid("", apart, ""),))
    texts = [text for text, *_ in drawn(value).places]
    assert {"7", "A"} <= {*texts} and not {"2", "6"} & {*texts}
    whole = CardsPicture("", "", (CardGrid("", (0.0,) * PACK, ""),))
    assert height_of(sections_of(value)) < height_of(sections_of(whole))


# The course


def test_a_line_goes_from_left_to_right_and_up_where_the_value_does() -> None:
    (line,) = drawn(CoursePicture("", "", (PANEL,))).lines
    (x0, y0), (x1, y1), (x2, y2) = line
    assert x0 < x1 < x2 and x2 - x1 == pytest.approx(x1 - x0)
    assert y1 < y2 < y0 and y0 - y1 == pytest.approx(2 * (y0 - y2))


def test_a_gap_parts_the_line() -> None:
    values = (1.0, 2.0, None, 3.0, None)
    lines = drawn(CoursePicture("", "", (replace(PANEL, values=values, marks=(), each=()),))).lines
    assert [len(line) for line in lines] == [2, 1]


def test_numbers_of_marks_stand_apart_and_within_the_picture() -> None:
    values = tuple(float(one) for one in (5, 5, 5, 4, 5))
    marks = tuple(CourseMark(at, f"+{at}00.5", f"+{at}00.5") for at in (2, 3, 4))
    value = CoursePicture("", "", (replace(PANEL, values=values, marks=marks, each=()),))
    found = [place for place in drawn(value).places if place[0].endswith("00.5")]
    assert len(found) >= 2
    for at, (_, left, right, baseline) in enumerate(found):
        assert left >= 0 and right <= WIDTH
        for _, other, end, line in found[:at]:
            assert right <= other or end <= left or abs(baseline - line) >= 24


def test_words_along_the_line_do_not_lie_over_each_other() -> None:
    along = tuple(Tick(at / 3, f"September {at}") for at in range(7))
    surface = drawn(CoursePicture("", "", (PANEL,), along))
    found = sorted((left, right) for text, left, right, _ in surface.places if text.startswith("Sept"))
    assert 2 <= len(found) < 7
    assert all(before[1] < after[0] for before, after in pairwise(found))
    assert found[-1][1] <= WIDTH


def test_ticks_so_near_that_they_would_touch_are_left_out() -> None:
    many = tuple(Tick(at / 20, f"t{at}") for at in range(41))
    surface = drawn(CoursePicture("", "", (replace(PANEL, ticks=many),)))
    lines = sorted(baseline for text, *_, baseline in surface.places if text.startswith("t"))
    assert len(lines) > 5
    assert all(after - before >= 22 for before, after in pairwise(lines))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], ("-1", "-1/2", "0", "1/2", "1")), ([3], ("2", "5/2", "3", "7/2", "4")), ([None], None),
        ([-2.3, 1.7], ("-3", "-2", "-1", "0", "1", "2")), ([0, 0.003], ("0", "1/1000", "1/500", "3/1000")),
        ([1200, 1650], ("1200", "1300", "1400", "1500", "1600", "1700")),
    ],
)  # fmt: skip
def test_ticks_are_round_numbers_around_all_values(values: list[float | None], expected: Any) -> None:
    expected = ("-1", "-1/2", "0", "1/2", "1") if expected is None else expected
    assert ticks(values) == tuple(map(Fraction, expected))


@tries(60)
@given(st.lists(st.floats(-1e6, 1e6), max_size=8), st.integers(3, 9))
def test_there_are_two_ticks_or_more_but_not_too_many(values: list[float], most: int) -> None:
    found = ticks(values, most)
    assert 2 <= len(found) <= most
    assert all(found[0] <= value <= found[-1] for value in values)
    assert len({after - before for before, after in pairwise(found)}) == 1


def test_a_scale_goes_either_way_and_stands_still_where_all_is_equal() -> None:
    assert [round(Scale(0, 10, 100, 0).at(one)) for one in (0, 5, 10, 11)] == [100, 50, 0, -10]
    assert Scale(3, 3, 0, 40).at(3) == 20
    assert list(runs([(0, 0), None, None, (1, 1), (2, 2)])) == [[(0, 0)], [(1, 1), (2, 2)]]


# Much, little, nothing


WORDS = st.sampled_from(("", "x", "очень длинное слово здесь", *STRANGE_NAMES))
NUMBERS = st.floats(-1e4, 1e4, allow_nan=False)
MAYBE = st.none() | NUMBERS
SIGNS = st.sampled_from(("", "queens", "pair-8"))
EDGES_OF = st.lists(st.builds(Edge, SIGNS, WORDS, WORDS, WORDS), max_size=EDGES).map(tuple)
BARS = st.lists(st.builds(Bar, st.floats(0, 1e5), WORDS, WORDS), max_size=12).map(tuple)
TILES = st.lists(st.builds(Tile, WORDS, WORDS), max_size=4).map(tuple)
PEOPLE = st.builds(ComparedPerson, WORDS, st.sampled_from((None, AVATAR, b"broken")), WORDS)
ROWS = st.lists(
    st.builds(CompareRow, WORDS, MAYBE, MAYBE, WORDS, WORDS, st.sampled_from((-1, 0, 1)), SIGNS), max_size=6
).map(tuple)
HEAT = st.lists(st.floats(0, 99), min_size=HOURS, max_size=HOURS).map(tuple)


@st.composite
def courses(pick: st.DrawFn) -> CoursePicture:
    count = pick(st.integers(0, POINTS))
    along = st.builds(Tick, st.integers(0, max(0, count - 1)), WORDS)
    panels: list[CoursePanel] = []
    for _ in range(pick(st.integers(0, 2))):
        values = tuple(pick(st.lists(MAYBE, min_size=count, max_size=count)))
        at = st.integers(0, max(0, count - 1))
        marks = pick(st.lists(st.builds(CourseMark, at, WORDS, WORDS), max_size=3)) if count else []
        each = values[::-1] if pick(st.booleans()) else ()
        heights = tuple(Tick(float(one), pick(WORDS)) for one in ticks([*values, *each]))
        panels.append(CoursePanel(pick(WORDS), values, heights, tuple(marks), pick(MAYBE), each))
    marks_along = tuple(pick(st.lists(along, max_size=6)))
    return CoursePicture(pick(WORDS), pick(WORDS), tuple(panels), marks_along, pick(WORDS), empty=pick(WORDS))


@dataclass(frozen=True)
class Shown:
    """The size in which a picture was drawn."""

    width: int
    height: int


def shown(value: StatPicture) -> Shown:
    picture = rgb(render(value))
    assert picture.size == (WIDTH, height_of(sections_of(value)))
    return Shown(*picture.size)


@tries(25)
@given(
    st.builds(
        PersonCard, WORDS, WORDS, st.sampled_from((None, AVATAR, b"broken")),
        st.none() | st.builds(RatingShown, WORDS, WORDS, WORDS), WORDS, TILES, WORDS,
        st.lists(st.builds(PlaceShare, WORDS, st.integers(0, 999), WORDS, WORDS), max_size=5).map(tuple),
        WORDS, st.lists(st.none() | st.integers(1, 5), max_size=FORM).map(tuple), WORDS, WORDS, EDGES_OF,
        WORDS, EDGES_OF, WORDS, WORDS,
    )
)  # fmt: skip
def test_any_person_can_be_drawn(value: PersonCard) -> None:
    shown(value)


@tries(25)
@given(
    st.lists(
        st.builds(
            ContractRow, SIGNS, WORDS, WORDS, WORDS, MAYBE, WORDS, WORDS, WORDS, WORDS, WORDS, st.booleans()
        ),
        max_size=CONTRACTS,
    ),
    WORDS,
)
def test_any_contracts_can_be_drawn(rows: list[ContractRow], word: str) -> None:
    shown(ContractsPicture(word, word, HEADS, tuple(rows), word, word))


@tries(25)
@given(courses())
def test_any_course_can_be_drawn(value: CoursePicture) -> None:
    shown(value)


@tries(25)
@given(st.builds(ComparePicture, WORDS, WORDS, PEOPLE, PEOPLE, ROWS, WORDS, ROWS, WORDS, WORDS))
def test_any_two_people_can_be_drawn(value: ComparePicture) -> None:
    shown(value)


@tries(25)
@given(
    st.builds(
        ServerPicture, WORDS, WORDS, TILES, WORDS, BARS, WORDS,
        st.lists(st.builds(HeatRow, WORDS, HEAT, WORDS), max_size=7).map(tuple),
        st.lists(st.builds(Tick, st.integers(0, 24), WORDS), max_size=5).map(tuple),
        WORDS, WORDS, BARS, WORDS, WORDS,
    )
)  # fmt: skip
def test_any_server_can_be_drawn(value: ServerPicture) -> None:
    shown(value)


@tries(15)
@given(
    st.lists(
        st.builds(
            CardGrid,
            WORDS,
            st.lists(st.none() | st.floats(-9, 9), min_size=PACK, max_size=PACK).map(tuple),
            WORDS,
        ),
        max_size=GRIDS,
    ),
    WORDS,
)
def test_any_cards_can_be_drawn(grids: list[CardGrid], word: str) -> None:
    shown(CardsPicture(word, word, tuple(grids), word, word, word, word, word))


# On a phone


@pytest.mark.parametrize("name", SAMPLES)
def test_letters_are_large_enough_for_a_phone(name: str) -> None:
    """Nine points of a phone's 390 are some 18 of the picture's pixels."""

    class Sizes(PaletteSurface):
        least = 99

        def text(
            self, text: str, x: int, baseline: int, ink: Rgb, size: int, weight: Weight = Weight.MEDIUM,
            anchor: Anchor = "left", width: int | None = None,
        ) -> int:  # fmt: skip
            if text:
                Sizes.least = min(Sizes.least, size)
            return super().text(text, x, baseline, ink, size, weight, anchor, width)

    value = SAMPLES[name]
    draw(value, Sizes)
    assert Sizes.least >= 18


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_leaves_room_for_what_is_pressed_below_it(name: str) -> None:
    """On a phone it is at most 358 points wide, and a message has 678 of height."""
    assert rgb(render(SAMPLES[name])).height * 358 / WIDTH <= 560


@pytest.mark.parametrize("name", SAMPLES)
def test_words_of_one_line_do_not_lie_over_each_other(name: str) -> None:
    surface = draw(SAMPLES[name], Drawn)
    assert isinstance(surface, Drawn)
    for at, (text, left, right, baseline) in enumerate(surface.places):
        for other, start, end, line in surface.places[:at]:
            assert baseline != line or right <= start or end <= left, (text, other)


def test_a_number_beside_a_bar_of_weeks_is_as_wide_as_its_bar() -> None:
    weeks = tuple(Bar(1000 + at, f"1,00{at}", "") for at in range(12))
    value = ServerPicture("", "", (Tile("1", "game"),), "", weeks)
    for text, left, right, _ in drawn(value).places:
        if text.startswith("1,00"):
            assert right - left <= text_width(text, Weight.BOLD, 25) and right - left <= 62


def test_a_line_covers_its_thickness_and_round_ends() -> None:
    mask, left, top = stroke([(10, 10), (30, 10)], 4)
    assert (left, top) == (8, 8) and mask.image.size == (24, 4)
    covered = [mask.image.getpixel((x, y)) for x, y in ((12, 1), (12, 2), (0, 0), (23, 0))]
    assert covered[:2] == [255, 255] and covered[2:] != [255, 255]
    (dot, x, y) = stroke([(5.5, 5.5)], 5)
    assert (x, y) == (3, 3) and dot.image.getpixel((2, 2)) == 255 and dot.image.getpixel((0, 0)) != 255


def test_three_signs_of_a_card_stand_apart_and_clear_of_the_cards_beside_it() -> None:
    """Thirteen cards three deviations off, whose signs are 39 strokes with five pixels between two."""
    off = (*[-3.0] * 13, *[None] * 39)
    picture = rgb(render(CardsPicture("", "", (CardGrid("", off, ""),))))
    lines = [
        [x for x in range(76, 772) if picture.getpixel((x, y)) == BLACK] for y in range(120, picture.height)
    ]
    line = max(lines, key=len)
    gaps = [after - before - 1 for before, after in pairwise(line) if after - before > 1]
    assert len(gaps) == 38 and min(gaps) >= 5
