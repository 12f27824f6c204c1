"""The end of a tournament: podiums and certificates, in four languages, with hard names."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from bot.pictures.style import CardStyle, Colours
from bot.pictures.values import Picture
from bot.telling.honours import Earned, Placed, certificate, tournament_podium
from bot.words.catalogue import Words, words_for

LONG: Final = "Maximiliaan-Alexander van den Broeck"
WIDE: Final = "Donaudampfschifffahrtskapitänin"
DAY: Final = date(2026, 11, 21)
CLUB: Final = "Herfsttornooi van Kaartclub De Vrolijke Heer"


def _podium(
    words: Words, title: str, *names: tuple[str, ...], team: tuple[str, str] | None = None
) -> Picture:
    """After a shared place as many are left out as share it."""
    places = [1 + sum(map(len, names[:level])) for level in range(len(names))]
    placed = [
        Placed(place, those, words.count("count.points", 190 - 8 * place))
        for place, those in zip(places, names, strict=True)
    ]
    return tournament_podium(words, title, words.full_date(DAY), placed, team)


def honours() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    en, nl, fr, ru = (words_for(language) for language in ("en", "nl", "fr", "ru"))
    aces = "The Queens of Spades", en.count("count.points", 512)
    yield "honours", _podium(en, "Autumn Cup 2026", ("Lena",), (LONG,), ("李小龍",), team=aces)
    third = ("李小龍", "Bram", "Ömer", "Joke", "Stef")
    yield "honours-shared", _podium(nl, CLUB, (LONG, "עומר"), third)
    yield "honours-third", _podium(fr, "Tournoi d’automne", ("Hélène",), (WIDE,), (LONG, "עומר", LONG))
    yield "honours-one", _podium(ru, "Осенний турнир", ("Хелена", WIDE, "Анна"))
    for name, words, title, earned, style in (
        ("", en, "Autumn Cup 2026", Earned(LONG, 2, 64, "174", 5, team=aces[0]), CardStyle()),
        ("-first", nl, CLUB, Earned("Lena", 1, 64, "182", 5), CardStyle()),
        (
            "-third", fr, "Tournoi d’automne", Earned("עומר", 3, 128, "169", 8, shared=True, team=LONG),
            CardStyle(colours=Colours.FOUR),
        ),
        ("-plain", ru, "Осенний турнир", Earned("李小龍", 17, 64, "96,5", 1), CardStyle()),
    ):  # fmt: skip
        yield f"certificate{name}", certificate(words, title, words.full_date(DAY), earned, style)
