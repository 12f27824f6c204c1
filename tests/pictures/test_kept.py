"""Whatever was drawn before, for whom and in which order: a picture is, to the pixel, the one drawn anew."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.engine.registry import FAMILIES
from bot.people.settings import Preferences
from bot.pictures import palette, shapes, surface
from bot.pictures.canvas import (
    STRIPS,
    Box,
    Canvas,
    OnGround,
    Pixels,
    Recent,
    canvas,
    give_back,
    indices,
    on,
    pixels,
)
from bot.pictures.painter import draw, render
from bot.pictures.palette import FELT, GOLD, IVORY, MAT, OUTLINE, PANEL, RED, WHITE
from bot.pictures.shapes import CROWN, mask, rounded
from bot.pictures.style import Back, CardStyle, Colours, Index, Size
from bot.pictures.surface import SCALE, Enlarged, PaletteSurface
from bot.pictures.text import Weight
from bot.pictures.values import HandPicture, Picture, TablePicture
from tests.pictures.by_name import SAMPLES
from tests.pictures.courses import course
from tests.pictures.plain import PlainSurface
from tests.properties import tries
from tools.samples.everywhere import NAMES, cases

CASES = list(cases())


def shown(png: bytes) -> tuple[tuple[int, int], str, bytes]:
    with Image.open(io.BytesIO(png)) as image:
        return image.size, image.mode, image.convert("RGB").tobytes()


def anew(value: Picture, *, double: bool = False) -> tuple[tuple[int, int], str, bytes]:
    """The picture as it is where nothing is kept."""
    if not double:
        return shown(draw(value, PlainSurface).png())
    return shown(
        draw(
            value,
            lambda width, height, ground, style: Enlarged(
                PlainSurface(width * SCALE, height * SCALE, ground, style)
            ),
        ).png()
    )


@pytest.fixture
def grounds(monkeypatch):
    """Room for very little, so that everything is forgotten all the time."""
    tight = Recent[OnGround, Pixels](170_000, lambda drawn: drawn.size[0] * drawn.size[1])
    for module in (shapes, surface):
        monkeypatch.setattr(module, "GROUNDS", tight)
    return tight


@cache
def some_tables() -> list[list[Picture]]:
    """Games of all languages, indices, colours, backs and numbers of players, with every hand."""
    return [
        list(
            course(
                "whist-flemish" if case.whist else "kingen",
                case.seats,
                number,
                names=NAMES[case.language],
                language=case.language,
                preferences=Preferences(
                    index=case.style.index.value,
                    colours=case.style.colours.value,
                    large=case.style.large,
                    back=case.style.back.value,
                    two_rows=number % 3 == 0,
                ),
            )
        )
        for number, case in enumerate(CASES)
    ]


def test_pictures_of_many_tables_in_any_order_are_those_drawn_anew():
    random, asked = Random(5), list[Picture]()
    for table in some_tables():
        start = random.randrange(max(1, len(table) - 6))
        asked += table[start : start + 6]  # as they come
        asked += random.sample(table, 3)
    mixed = random.sample(asked, len(asked))
    drawn = {value: anew(value) for value in {*asked}}
    for value in (*asked, *mixed):
        assert shown(render(value)) == drawn[value]


def test_a_whole_deal_is_as_drawn_anew_where_hardly_anything_can_be_kept(grounds):
    for value in course("kingen", 4, 3, hands=(1,)):
        assert shown(render(value)) == anew(value)
    assert 0 < grounds.held <= 170_000


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_as_drawn_anew_after_others_and_after_themselves(name):
    value = SAMPLES[name]
    assert shown(render(value)) == shown(render(value)) == anew(value)


def test_pictures_of_twice_the_size_are_as_drawn_anew():
    pictures = [table[7 * number % len(table)] for number, table in enumerate(some_tables()[:4])]
    for value in (*pictures, *pictures):
        assert shown(render(value, double=True)) == anew(value, double=True)


def test_many_threads_at_once_change_no_picture(grounds):
    values = [value for table in some_tables()[:5] for value in table[:4]]
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(render, values * 3))
    assert [shown(png) for png in drawn] == [anew(value) for value in values] * 3


class Fenced(PlainSurface):
    """Looks at what is painted where it said that it would be: nothing outside, and no facts left out."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.bands: list[tuple[Box, bytes]] = []

    def kept(
        self, paint: Any, at: tuple[int, int], box: Box, *facts: Any, corners: int | None = None
    ) -> None:
        before = self.image.copy()
        if corners is not None:
            self._cover(before, box, corners, RED)
        paint(self, *at, *facts)
        outside = self.image.copy()
        outside.paste(before.crop(box), box)
        assert outside.tobytes() == before.tobytes(), facts
        if corners is not None:
            painted = self.image.crop(box).tobytes()
            self._cover(before, box, corners, GOLD)
            paint(self, *at, *facts)
            assert self.image.crop(box).tobytes() == painted, facts

    def _cover(self, before: Image.Image, box: Box, corners: int, ink: palette.Rgb) -> None:
        """Lay a colour where the part says that nothing is left of what was there."""
        left, top, right, bottom = box
        self.image.paste(palette.index_of(ink), box)
        for x, y in product((left, right - corners), (top, bottom - corners)):
            at = x, y, x + corners, y + corners
            self.image.paste(before.crop(at), at)

    def band(self, paint: Any, top: int, height: int, *facts: Any) -> None:
        above, below = (0, 0, self.width, top), (0, top + height, self.width, self.height)
        band = 0, top, self.width, top + height
        assert len(self.image.crop(band).getcolors() or ()) == 1, "nothing is painted there before"
        before = self.image.crop(above).tobytes(), self.image.crop(below).tobytes()
        paint(self, top, *facts)
        assert before == (self.image.crop(above).tobytes(), self.image.crop(below).tobytes()), facts
        self.bands.append((band, self.image.crop(band).tobytes()))


def fenced(value: Picture) -> None:
    surface = draw(value, Fenced)
    assert isinstance(surface, Fenced)
    assert surface.bands or not isinstance(value, HandPicture | TablePicture)
    for band, painted in surface.bands:
        assert surface.image.crop(band).tobytes() == painted, "nor afterwards"


def test_what_is_kept_is_painted_within_its_box():
    random = Random(9)
    for table in some_tables():
        for value in random.sample(table, 5):
            fenced(value)
    for value in SAMPLES.values():
        fenced(value)


@pytest.mark.parametrize("family", FAMILIES.each)
def test_every_picture_of_a_whole_game_is_as_drawn_anew_for_each_of_its_readers(family):
    """Two hands and the table, one after the other: what one reader was shown is never seen by another."""
    seen = dict[Picture, None]()
    for value in course(FAMILIES.each[family].presets[0].name, 4, 11, deals=99, hands=(1, 3)):
        seen[value] = None
    for value in seen:
        with Image.open(io.BytesIO(render(value))) as picture:
            plain = draw(value, PlainSurface)
            assert isinstance(plain, PlainSurface)
            assert picture.size == plain.image.size and picture.tobytes() == plain.image.tobytes(), value


@pytest.mark.parametrize("name", ["hand-follow-suit", "table-four", "sheet-final"])
def test_a_picture_has_the_same_bytes_whether_its_bands_were_known_or_not(name):
    value = SAMPLES[name]
    STRIPS.forget()
    first = render(value)
    others = [replace(value, title="Another"), value]
    again = [render(one) for one in others]
    assert len(STRIPS) == 3 and again[1] == first, "another title and the same cards, or the same caption"
    STRIPS.forget()
    assert [render(one) for one in others] == again
    assert [shown(png) for png in again] == [*map(anew, others)]


def test_whatever_is_known_takes_no_more_than_it_may_and_was_asked_for_last():
    known = Recent[int, bytes](20, len)
    for number in (1, 2, 1, 3):
        if known.find(number) is None:
            known.keep(number, bytes(10))
    assert known.held == 20 and known.find(1) and known.find(3) and known.find(2) is None
    known.keep(3, bytes(4))
    assert known.held == 14
    known.forget()
    assert known.held == len(known) == 0


MASKS = [mask(CROWN, 31), rounded(60, 40, 14), rounded(300, 200, 20)]
places = st.tuples(st.integers(-40, 210), st.integers(-40, 210))
inks = st.sampled_from([GOLD, IVORY, MAT, PANEL, WHITE, OUTLINE])
fills = st.tuples(st.just("fill"), places, inks)
stamps = st.tuples(st.just("stamp"), places, inks, st.sampled_from(MASKS))
cards = st.tuples(
    st.just("card"), places, st.integers(0, 52), st.sampled_from([Size.SMALL, Size.MEDIUM]), st.booleans()
)
texts = st.tuples(st.just("text"), places, inks, st.sampled_from(["Ööster", "10", "Хелена"]))
within = st.tuples(
    st.integers(0, 20), st.integers(0, 20), inks, st.sampled_from([mask(CROWN, 31), rounded(20, 30, 8)])
)
keeps = st.tuples(st.just("kept"), places, st.lists(within, min_size=1, max_size=2).map(tuple), st.booleans())
styles = st.builds(
    CardStyle, st.sampled_from(Index), st.sampled_from(Colours), st.booleans(), st.sampled_from(Back)
)


def laid(on_what: surface.Surface, steps: list[tuple]) -> None:
    for kind, (x, y), *rest in steps:
        if kind == "fill":
            ink, width = rest if len(rest) > 1 else (rest[0], 50)
            on_what.fill(max(0, x), max(0, y), max(0, x) + width, max(0, y) + 30, ink)
        elif kind == "stamp":
            on_what.stamp(rest[1], x, y, rest[0])
        elif kind == "card":
            on_what.card(rest[0], rest[1], x, y, dim=rest[2])
        elif kind == "kept":
            lay_kept(on_what, x, y, *rest)
        else:
            on_what.text(rest[1], x, y, rest[0], 26, Weight.BOLD, width=150)


def stamped(
    on_what: surface.Surface, left: int, top: int, ink: palette.Rgb, what: shapes.CoverageMask
) -> None:
    on_what.stamp(what, left, top, ink)


def all_stamped(on_what: surface.Surface, x: int, y: int, marks: tuple, nested: bool) -> None:
    for right, down, ink, what in marks:
        left, top = x + right, y + down
        if nested:
            box = left, top, left + what.width, top + what.height
            on_what.kept(stamped, (left, top), box, ink, what)
        else:
            stamped(on_what, left, top, ink, what)


def lay_kept(on_what: surface.Surface, x: int, y: int, marks: tuple, nested: bool) -> None:
    """Marks that are kept; ``nested``: each of them for itself as well."""
    on_what.kept(all_stamped, (x, y), (x, y, x + 51, y + 51), marks, nested)


@tries(150)
@given(st.lists(st.one_of(fills, stamps, cards, texts, keeps, keeps), max_size=12), styles)
def test_whatever_is_laid_over_whatever_also_over_the_edge(steps, style):
    plain = PlainSurface(200, 180, FELT, style)
    laid(plain, steps)
    for _ in range(2):
        ours = PaletteSurface(200, 180, FELT, style)
        laid(ours, steps)
        assert ours.image.tobytes() == plain.image.tobytes()
        ours.release()


BELOW = {
    "a fill": [[("fill", (60, 60), ink, width)] for ink in (GOLD, PANEL) for width in (20, 21)],
    "a stamp": [[("stamp", (60, 60), ink, what)] for what in MASKS for ink in (GOLD, PANEL)],
    "a card": [[("card", (60, 60), card, Size.SMALL, dim)] for card in (3, 40) for dim in (False, True)],
    "a kept part": [[("kept", (60, 60), ((0, 0, ink, MASKS[0]),), False)] for ink in (GOLD, IVORY)],
    "two, in order": [
        [("fill", (60, 60), one), ("fill", (70, 70), other)] for one, other in ((GOLD, PANEL), (PANEL, GOLD))
    ],
}  # fmt: skip
PART = (0, 0, IVORY, rounded(20, 30, 8)), (9, 11, RED, MASKS[0])


@pytest.mark.parametrize("below", BELOW)
def test_the_same_part_over_something_else_or_elsewhere_over_it(below):
    for steps in BELOW[below]:
        for x, y in product((20, 45, 46, 58, 75, 90), (25, 45, 46, 59, 80)):
            drawn = list[bytes]()
            for make in (PlainSurface, PaletteSurface):
                picture = make(200, 180, FELT)
                laid(picture, [*steps, ("kept", (x, y), PART, False)])
                drawn.append(picture.image.tobytes())
            assert drawn[0] == drawn[1], (steps, x, y)


def test_a_canvas_that_was_given_back_shows_nothing_of_the_picture_before():
    first = canvas(70, 50, 3)
    first.core.paste(9, (0, 0, 70, 50))
    give_back(first)
    again = canvas(70, 50, 5)
    assert again is first
    assert again.image.tobytes() == bytes([5]) * 70 * 50
    assert bytes(again.rows(0, 50)) == (b"\0" + bytes([5]) * 70) * 50


def test_no_two_pictures_share_a_canvas_while_they_are_drawn():
    one, other = canvas(71, 51, 1), canvas(71, 51, 2)
    assert one is not other
    give_back(one)
    give_back(other)


def test_canvases_that_wait_are_few():
    many = [Canvas(33, number + 1) for number in range(20)]
    for one in many:
        give_back(one)
    assert canvas(33, 1, 0) is not many[0]


def test_pixels_and_indices_are_the_same_either_way_whatever_their_size():
    for width, height in ((1, 1), (30, 7), (7, 30), (300, 400), (30, 7)):
        data = bytes(at % 251 for at in range(width * height))
        assert indices(pixels(data, (width, height))) == data


def test_a_canvas_is_cleared_but_for_the_rows_that_nobody_looks_at():
    first = canvas(72, 52, 3)
    give_back(first)
    again = canvas(72, 52, 5, [(40, 52), (0, 10)])
    assert again is first
    assert again.image.tobytes() == bytes([3]) * 72 * 10 + bytes([5]) * 72 * 30 + bytes([3]) * 72 * 12
    give_back(again)


def test_grounds_that_differ_are_told_apart_however_long():
    short, long = bytes(20), bytes(5000)
    keys = {on("what", ground) for ground in (short, long, short + b"\1", long[:-1] + b"\1", long + b"\0")}
    assert len(keys) == 5
