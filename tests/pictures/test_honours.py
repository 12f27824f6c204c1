"""The end of a tournament: what is in a value is drawn and said, and nothing of it is cut."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations
from typing import Any

import pytest

from bot.pictures.painter import draw, picture_height, render
from bot.pictures.stat_values import ON_STEP, STEPS, Certificate, PodiumStep, Tile, TournamentPodium
from bot.pictures.style import WIDTH, CardStyle, Colours
from bot.pictures.text import drawable
from bot.telling.alt import alt_text, sentences
from bot.words.catalogue import languages, words_for
from tests.pictures.by_name import Samples
from tests.pictures.test_stats import Drawn
from tests.telling.test_legible import cut
from tools.samples.people import STRANGE_NAMES

Honours = TournamentPodium | Certificate

HONOURS = Samples("honours", TournamentPodium)
CERTIFICATES = Samples("certificate", Certificate)
NAMES = (
    "Maximiliaan-Alexander van den Broeck", "李小龍", "עומר", "Хелена",
    "Donaudampfschifffahrtsgesellschaf", "Анна-Мария Преображенская-Вознес", *STRANGE_NAMES,
)  # fmt: skip

STEP = PodiumStep(1, ("Ann",), "182 points")
PODIUM = TournamentPodium("Cup", "21 November", (STEP, PodiumStep(2, ("Bo",), "174 points")), "Team", "Aces")
PAGE = Certificate(
    "Certificate", "Cup", "awarded to", "Ann", "2nd of 64", (Tile("174", "points"), Tile("5", "rounds")),
    "Team", "Aces", "21 November", 2,
)  # fmt: skip
CHANGES: dict[Any, dict[str, Any]] = {
    STEP: {"place": 3, "names": ("Ann", "Else"), "points": "9 points", "more": "and 2 others"},
    PODIUM: {
        "title": "Else", "subtitle": "Else", "steps": (STEP,), "team_word": "Else", "team": "Else",
    },
    PAGE: {
        "heading": "Else", "title": "Else", "name_word": "Else", "name": "Else", "place": "Else",
        "tiles": (), "team_word": "Else", "team": "Else", "date": "Else", "medal": 0,
        "style": CardStyle(colours=Colours.FOUR),
    },
}  # fmt: skip
SEEN_ALONE = {"medal", "style"}  # colours, which say nothing of their own


def whole(value: Any) -> Honours:
    """The value, or a podium with that step."""
    return replace(PODIUM, steps=(value, PODIUM.steps[1])) if isinstance(value, PodiumStep) else value


@pytest.mark.parametrize("value", CHANGES)
def test_whatever_changes_in_a_value_is_seen_and_said(value: Any) -> None:
    assert {field.name for field in fields(value)} == {*CHANGES[value]}
    words, plain = words_for("en"), whole(value)
    for field, other in CHANGES[value].items():
        changed = whole(replace(value, **{field: other}))
        assert render(changed) != render(plain), field
        assert (alt_text(words, changed) == alt_text(words, plain)) == (field in SEEN_ALONE), field


def written(value: Honours) -> Drawn:
    """What was written where."""
    surface = draw(value, Drawn)
    assert isinstance(surface, Drawn)
    return surface


def podium_of(*shared: tuple[str, ...], first: int = 1) -> TournamentPodium:
    """All places from the first on, each shared by these."""
    steps = (PodiumStep(place, names, "174,5 points") for place, names in enumerate(shared, start=first))
    return TournamentPodium("Cup", "21 November", tuple(steps), "Team", shared[0][0])


def with_name(name: str) -> list[Honours]:
    """Wherever somebody's name may stand."""
    page = replace(PAGE, title=NAMES[0], name=name, team=name)
    return [
        podium_of((name,)),
        podium_of((name,) * ON_STEP, ("Bo", name)),
        podium_of(*[(name,)] * STEPS),
        page,
    ]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_is_cut_and_everything_lies_within_the_picture(name: str) -> None:
    for value in with_name(name):
        assert cut(value) == []
        edge = 60 if isinstance(value, Certificate) else 8
        surface = written(value)
        for text, left, right, baseline in surface.places:
            assert edge <= left and right <= WIDTH - edge and baseline <= surface.height - edge // 2, text


@pytest.mark.parametrize("name", NAMES)
def test_no_line_lies_over_another(name: str) -> None:
    for value in with_name(name):
        places = written(value).places
        for (text, left, right, line), (other, begin, end, below) in combinations(places, 2):
            assert right <= begin or end <= left or abs(below - line) >= 20, (text, other)


@pytest.mark.parametrize("name", [*HONOURS, *CERTIFICATES])
def test_every_word_that_is_drawn_is_said(name: str) -> None:
    value = {**HONOURS, **CERTIFICATES}[name]
    for language in languages():
        said = alt_text(words_for(language), value)
        assert said == " ".join(sentences(words_for(language), value))
        heard = " ".join(drawable(word, "") for word in said.split())
        for text, *_ in written(value).places:
            unsaid = {word for word in drawable(text, "").split() if word not in heard}
            assert not unsaid, language


@pytest.mark.parametrize("places", [(1,), (1, 2), (1, 3), (1, 2, 3), (3, 1, 2)])
def test_who_shares_a_place_shares_its_step_and_the_best_stand_highest(places: tuple[int, ...]) -> None:
    steps = tuple(PodiumStep(place, ("Ann", "Bo"), f"{place} points") for place in places)
    surface = written(TournamentPodium("Cup", "", steps))
    numbers = {text: (left + right) // 2 for text, left, right, _ in surface.places if text.isdigit()}
    assert {*numbers} == {str(place) for place in places}
    tops = [top for left, top, right, _, ink in sorted(surface.boxes, key=lambda box: box[1])]
    assert len(tops) == len({*tops}) == len(places)
    for place, middle in numbers.items():
        under = [(left, top) for left, top, right, _, _ in surface.boxes if left < middle < right]
        assert under[0][1] == tops[sorted(numbers).index(place)]
    names = sorted((left + right) // 2 for text, left, right, _ in surface.places if text == "Ann")
    assert all(abs(one - other) <= 2 for one, other in zip(names, sorted(numbers.values()), strict=True))


def test_a_certificate_fills_a_sheet_of_A4() -> None:
    assert picture_height(PAGE) / WIDTH == pytest.approx(297 / 210, abs=0.001)
