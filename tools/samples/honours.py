"""The end of a tournament: podiums and certificates, in four languages, with hard names."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from bot.pictures.stat_values import Certificate, PodiumStep, Tile, TournamentPodium
from bot.pictures.style import CardStyle, Colours
from bot.pictures.values import Picture
from bot.words.catalogue import Words, words_for

LONG: Final = "Maximiliaan-Alexander van den Broeck"
WIDE: Final = "Donaudampfschifffahrtskapitänin"
DAY: Final = date(2026, 11, 21)


def _step(words: Words, place: int, points: int, *names: str, more: str = "") -> PodiumStep:
    return PodiumStep(place, names, words.count("count.points", points), more)


def _tiles(points: str, points_word: str, rounds: str, rounds_word: str) -> tuple[Tile, ...]:
    return Tile(points, points_word), Tile(rounds, rounds_word)


def honours() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    en, nl, fr, ru = (words_for(language) for language in ("en", "nl", "fr", "ru"))
    day = en.full_date(DAY)
    yield (
        "honours",
        TournamentPodium(
            "Autumn Cup 2026", day,
            (_step(en, 1, 182, "Lena"), _step(en, 2, 174, LONG), _step(en, 3, 169, "李小龍")),
            "Winning team, 512 points", "The Queens of Spades",
        ),
    )  # fmt: skip
    yield (
        "honours-shared",
        TournamentPodium(
            "Herfsttornooi van Kaartclub De Vrolijke Heer", nl.full_date(DAY),
            (_step(nl, 1, 182, LONG, "עומר"), _step(nl, 3, 169, "李小龍", "Bram", "Ömer", more="en nog 2")),
        ),
    )  # fmt: skip
    yield (
        "honours-third",
        TournamentPodium(
            "Tournoi d’automne", fr.full_date(DAY),
            (_step(fr, 1, 182, "Hélène"), _step(fr, 2, 174, WIDE), _step(fr, 3, 169, LONG, "Bram", LONG)),
            caption="Bravo à toutes et à tous\u202f!",
        ),
    )  # fmt: skip
    yield (
        "honours-one",
        TournamentPodium(
            "Осенний турнир",
            ru.full_date(DAY),
            (_step(ru, 1, 182, "Хелена", WIDE, "Анна"),),
        ),
    )
    yield (
        "certificate",
        Certificate(
            "Certificate", "Autumn Cup 2026", "awarded to", LONG, "2nd of 64",
            _tiles("174", "points", "5", "rounds"), "with the team", "The Queens of Spades", day, 2,
        ),
    )  # fmt: skip
    yield (
        "certificate-first",
        Certificate(
            "Oorkonde", "Herfsttornooi van Kaartclub De Vrolijke Heer", "voor", "Lena", "1e van 64",
            _tiles("182", "punten", "5", "rondes"), date=nl.full_date(DAY), medal=1,
        ),
    )  # fmt: skip
    yield (
        "certificate-third",
        Certificate(
            "Diplôme", "Tournoi d’automne", "décerné à", "עומר", "3e ex æquo sur 128",
            _tiles("169", "points", "8", "tours"), "avec l’équipe", LONG, fr.full_date(DAY), 3,
            CardStyle(colours=Colours.FOUR),
        ),
    )  # fmt: skip
    yield (
        "certificate-plain",
        Certificate(
            "Диплом", "Осенний турнир", "награждается", "李小龍", "17-е место из 64",
            _tiles("96,5", "очков", "5", "туров"), date=ru.full_date(DAY),
        ),
    )  # fmt: skip
