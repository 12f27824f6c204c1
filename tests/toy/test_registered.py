"""The toy is known as long as it is registered, to everything alike, and nothing of the program knows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.registry import FAMILIES, preset_named, presets
from bot.people.settings import usual_index
from bot.pictures.signs import SIGNS, all_signs
from bot.pictures.style import Index
from bot.robots.registry import ROBOTS
from bot.rules.registry import BOOKS
from bot.telling.games.registry import TELLERS
from bot.words.catalogue import FALLBACK, add_catalogues, languages, take_back_catalogues, words_for
from tests.project.catalogues import problems, read_catalog
from tests.toy import engine
from tests.toy.registered import LOCALE, registered

REGISTRIES = (FAMILIES, ROBOTS, SIGNS, TELLERS, BOOKS)
ROOT = Path(__file__).resolve().parents[2]


def test_a_family_is_in_every_registry() -> None:
    assert {tuple(registry.each) for registry in REGISTRIES} == {("king", "whist", "toy")}
    assert presets()[-1] is preset_named("toy-race") is engine.PRESET
    assert engine.CONTRACT in all_signs()


def test_it_is_registered_once() -> None:
    with pytest.raises(ValueError, match=r"says again what is said already: contract\.race"), registered():
        pass
    for registry in REGISTRIES:
        with pytest.raises(ValueError, match="'toy' has its"):
            registry.register("toy", registry.of("toy"))  # pyright: ignore[reportArgumentType]


def test_nothing_of_it_is_left_when_it_goes() -> None:
    for registry in REGISTRIES:
        one = registry.of("toy")
        registry.take_back("toy")
        with pytest.raises(LookupError, match="'toy'"):
            registry.of("toy")
        assert "toy-race" not in {preset.name for preset in presets()} or registry is not FAMILIES
        assert engine.CONTRACT not in all_signs() or registry is not SIGNS
        registry.register("toy", one)  # pyright: ignore[reportArgumentType]


def test_its_words_go_with_it() -> None:
    assert words_for("en")("contract.race") == "Race"
    take_back_catalogues(LOCALE)
    with pytest.raises(KeyError):
        words_for("en")("contract.race")
    add_catalogues(LOCALE)
    assert words_for("en")("contract.race") == "Race"


def test_catalogues_that_lack_a_language_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no catalogue of 'en'"):
        add_catalogues(tmp_path)
    with pytest.raises(ValueError, match="not in list"):
        take_back_catalogues(tmp_path)


@pytest.mark.parametrize("language", languages())
def test_its_words_are_there_in_every_language(language: str) -> None:
    english, other = (read_catalog(one, LOCALE / one / "messages.po") for one in (FALLBACK, language))
    written = (LOCALE / language / "messages.po").read_text("utf-8")
    assert problems(english, other, written) == []
    words = words_for(language)
    assert words("contract.race") in written
    assert words("act.double") and 'msgid "act.double"' not in written  # what all games say is ours
    counted = [words.count("toy.rules.tricks", count) for count in (1, 2, 5)]
    assert all(told.startswith(count) for told, count in zip(counted, "125", strict=True))
    assert counted[0].removeprefix("1") != counted[1].removeprefix("2")


def test_its_cards_are_everybodys() -> None:
    assert usual_index("nl", "toy-race") is Index.ENGLISH


def test_nothing_of_the_program_knows_it() -> None:
    folders = ("bot", "cogs", "data", "playground")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    assert len(files) > 200
    assert [file for file in files if "toy" in file.read_text("utf-8").lower()] == []
