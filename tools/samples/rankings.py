"""The bids of Colour Whist in their order, as presets and options have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.engine.registry import make_rules
from bot.pictures.style import STANDARD, CardStyle, Colours
from bot.pictures.values import Picture
from bot.rules.whist.auction import ranking_picture
from bot.words.catalogue import words_for

FEWER: Final[Mapping[str, str]] = {"small-misere": "no", "piccolo": "no"}
FOUR_COLOURS: Final = CardStyle(colours=Colours.FOUR)


def rankings() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    for name, language, preset, options, style in (
        ("ranking-walloon", "en", "whist-walloon", {}, STANDARD),
        ("ranking-walloon-russian", "ru", "whist-walloon", {}, STANDARD),
        ("ranking-walloon-fewer", "fr", "whist-walloon", FEWER, STANDARD),
        ("ranking-flemish", "nl", "whist-flemish", {}, FOUR_COLOURS),
        ("ranking-flemish-fewer", "ru", "whist-flemish", {"solo-minimum": "6"}, FOUR_COLOURS),
    ):  # fmt: skip
        yield name, replace(ranking_picture(words_for(language), make_rules(preset, 4, options)), style=style)
