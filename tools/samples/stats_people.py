"""Statistics of somebody who plays a lot, of who has played once, of who has not; of two people. Their
sentences are samples, too: what tells statistics has its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from random import Random
from statistics import fmean
from typing import Final

from bot.pictures.stat_values import (
    COMPARED,
    CONTRACTS,
    EDGES,
    POINTS,
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
    PersonCard,
    PlaceShare,
    RatingShown,
    Tick,
    Tile,
)
from bot.pictures.stats.course import ticks
from bot.pictures.values import Picture
from bot.words.catalogue import Words, words_for
from tools.samples.people import STRANGE_NAMES, portrait

_PORTRAIT: Final = portrait("#c84b9e", "#5b2a86")
_KING: Final = (
    ("tricks", 2.6, 24), ("hearts", 1.1, 22), ("queens", 0.4, 24), ("trump", 0.2, 61),
    ("kings-jacks", 0.0, 24), ("last-two", -0.3, 23), ("king-of-hearts", -1.7, 24), ("take-queens", -0.9, 4),
)  # fmt: skip
"""Contracts, each with what somebody is above the table's average, and in how many deals."""
_WHIST: Final = (
    ("pair-8", 1.9, 44), ("solo-6", -2.4, 12), ("abondance-9", 6.2, 5), ("small-misere", -7.5, 3),
    ("open-misere", 11.4, 2), ("troel", 0.8, 9), ("grand-slam", 0.0, 1), ("piccolo", -1.1, 14),
    ("pair-10", 2.2, 19), ("pair-13", -4.0, 1), ("solo-8", 3.3, 4), ("abondance-12", -21.0, 1),
)  # fmt: skip


def _number(words: Words, value: float, *, signed: bool = False) -> str:
    rounded = round(Decimal(str(value)), 1).normalize()
    return words.points(rounded) if signed else words.number(rounded)


def _edge(words: Words, contract: str, edge: float, deals: int) -> Edge:
    sign = _number(words, edge, signed=True)
    return Edge(contract, words(f"contract.{contract}"), sign, words.count("count.deals", deals))


def _places(words: Words, games: Sequence[int]) -> tuple[PlaceShare, ...]:
    every = sum(games) or 1
    return tuple(
        PlaceShare(
            words.ordinal(place), number, words.number(number), f"{round(100 * number / every)}\u202f%"
        )
        for place, number in enumerate(games, 1)
    )


def _often() -> PersonCard:
    """Who has played a lot."""
    en = words_for("en")
    return PersonCard(
        name="Lena",
        subtitle="King, all presets · since March 2026",
        avatar=_PORTRAIT,
        rating=RatingShown("Rating", "27.4", "3rd of 48"),
        tiles=(Tile("126", "games"), Tile("41", "wins"), Tile("+6.3", "points per game")),
        places_word="Places",
        places=_places(en, (41, 38, 29, 18)),
        form_word="Last 10 games",
        form=(2, 1, 4, 3, None, 2, 2, 1, 1, 1),
        streak="Three wins in a row, since Tuesday",
        best_word="Best at",
        best=tuple(_edge(en, *one) for one in _KING[:EDGES]),
        weakest_word="Weakest at",
        weakest=tuple(_edge(en, *_KING[index]) for index in (6, 7, 5)),
        caption="Points a deal, against the average of the table",
    )


def _once() -> PersonCard:
    """A single game, at five."""
    ru = words_for("ru")
    return PersonCard(
        name="Хелена Константинопольская",
        subtitle="Русский кинг · клуб «Дама пик» · ноябрь 2026 г.",
        unrated="Рейтинга пока нет",
        tiles=(Tile("1", "партия"), Tile("−104", "всего очков"), Tile("−104", "среднее за партию")),
        places_word="Места",
        places=_places(ru, (0, 0, 0, 0, 1)),
        form_word="Форма за 1 партию",
        form=(5,),
        weakest_word="Слабее всего",
        weakest=(_edge(ru, "king-of-hearts", -16, 1),),
    )


def _persons() -> Iterator[tuple[str, Picture]]:
    yield "stats-person", _often()
    yield "stats-person-once", _once()
    nl = words_for("nl")
    places = _places(nl, (1204, 31, 0))
    yield (
        "stats-person-whist",
        PersonCard(
            name=STRANGE_NAMES[3],
            subtitle="Kaartclub De Vrolijke Heer · Kleurenwiezen · seizoen 3",
            rating=RatingShown("Rating", "nog nieuw", "112e= van 1.348"),
            tiles=(
                Tile("1.235", "spellen"), Tile("1.204", "gewonnen"), Tile("+1.204,5", "punten per spel"),
            ),
            places_word="Plaatsen",
            places=places,
            best_word="Het sterkst in",
            best=tuple(_edge(nl, *_WHIST[index]) for index in (4, 2, 10)),
            caption="Punten per deel, tegenover het gemiddelde van de tafel",
        ),
    )  # fmt: skip
    yield (
        "stats-person-never",
        PersonCard("Benoît", "Toutes les parties", empty="Aucune partie terminée pour l’instant"),
    )


def _contract(words: Words, contract: str, edge: float, deals: int, table: float) -> ContractRow:
    return ContractRow(
        contract,
        words(f"contract.{contract}"),
        words.count("count.deals", deals),
        average=_number(words, table + edge),
        edge=edge,
        edge_word=_number(words, edge, signed=True),
        tricks=_number(words, 3.3 + edge / 7),
        best="0" if table < 0 else "+39",
        worst="−13" if table < 0 else "−6",
        few=deals < 5,
    )


def _contracts() -> Iterator[tuple[str, Picture]]:
    en, nl = words_for("en"), words_for("nl")
    heads = ContractHeads("average", "against the table", "tricks", "best", "worst")
    king = ContractsPicture(
        title="Lena",
        subtitle="Contract by contract · King, all presets",
        heads=heads,
        rows=tuple(_contract(en, *one, 9.7 if one[0] == "trump" else -3.2) for one in _KING),
        caption="Hollow bars: fewer than 5 deals",
    )
    yield "stats-contracts", king
    rows = [_contract(nl, *one, 0) for one in _WHIST[:CONTRACTS]]
    made = [f"geboden {number}, gehaald {100 - 7 * number} %" for number in range(len(rows))]
    yield (
        "stats-contracts-whist",
        replace(
            king,
            title=STRANGE_NAMES[3],
            subtitle="Contract per contract · Kleurenwiezen",
            heads=ContractHeads("gemiddeld", "tegenover de tafel", "slagen", "beste", "slechtste"),
            rows=tuple(replace(row, made=said) for row, said in zip(rows, made, strict=True)),
            caption="Holle balken: minder dan 5 delen",
        ),
    )
    lone = _contract(words_for("ru"), "king-of-hearts", 0, 1, -16)
    lone = replace(lone, edge=None, edge_word="", tricks="", few=True)
    yield (
        "stats-contracts-one",
        replace(
            king,
            title="Хелена",
            subtitle="Контракты · Русский кинг",
            heads=ContractHeads("средние", "против стола", "взятки", "лучш.", "худш."),
            rows=(lone,),
            caption="",
        ),
    )


def _panel(
    words: Words, word: str, values: Sequence[float | None], zero: float | None, each: Sequence[float] = ()
) -> CoursePanel:
    """With the latest, the highest and the lowest value marked."""
    known = [(value, at) for at, value in enumerate(values) if value is not None]
    marks = {max(known)[1]: "highest", min(known)[1]: "lowest", known[-1][1]: "now"} if known else {}
    signed = zero is not None

    def said(value: float) -> str:
        return _number(words, value, signed=signed)

    return CoursePanel(
        word,
        tuple(values),
        tuple(Tick(float(at), said(float(at))) for at in ticks([*values, *each, zero])),
        tuple(
            CourseMark(at, said(value), f"{marks[at]} {said(value)}") for value, at in known if at in marks
        ),
        zero,
        tuple(each),
    )


def _walk(count: int, step: float, seed: int) -> list[float]:
    random, found = Random(seed), [0.0]
    for _ in range(count - 1):
        found.append(found[-1] * 0.93 + random.gauss(0.05, step))
    return found


def _course() -> Iterator[tuple[str, Picture]]:
    en, fr, ru = words_for("en"), words_for("fr"), words_for("ru")
    single = [6 * one + Random(at).gauss(3, 9) for at, one in enumerate(_walk(POINTS, 0.5, 3))]
    mean = [fmean(single[max(0, at - 9) : at + 1]) for at in range(POINTS)]
    panel = _panel(en, "Points per game above the table, over 10 games", mean, 0, single)
    along = tuple(Tick(at, month) for at, month in ((2, "March"), (14, "May"), (29, "July"), (47, "October")))
    course = CoursePicture("Lena", "Over time · King, all presets", (panel,), along)
    yield "stats-course", course
    rating = _panel(en, "Rating", [27 + one for one in _walk(POINTS, 0.5, 5)], None)
    bare = _panel(en, panel.word, mean, 0)
    yield "stats-course-rating", replace(course, panels=(bare, rating), caption="The last 60 of 126 games")
    months = (1.5, -2.0, None, -3.25, -1.0, 2.75, 4.5)
    names = ("avril", "mai", "juin", "juillet", "août", "septembre", "octobre")
    yield (
        "stats-course-months",
        CoursePicture(
            STRANGE_NAMES[3],
            "Évolution · Kingen",
            (_panel(fr, "Points par partie au-dessus de la table", months, 0),),
            tuple(Tick(at, name) for at, name in enumerate(names)),
            "par mois",
        ),
    )
    one = _panel(ru, "Очки сверх среднего за столом, в среднем за 1 партию", [-12.5], 0)
    yield "stats-course-one", CoursePicture("Хелена", "График · Русский кинг", (one,), (Tick(0, "ноябрь"),))
    yield "stats-course-none", CoursePicture("Bram", "Over time · Kingen", (), empty="No finished game yet")


def _against(words: Words, word: str, left: float, right: float, sign: str = "") -> CompareRow:
    said = [_number(words, one, signed=bool(sign)) for one in (left, right)]
    return CompareRow(word, left, right, said[0], said[1], (right > left) - (right < left), sign)


def _compare() -> Iterator[tuple[str, Picture]]:
    en, nl = words_for("en"), words_for("nl")
    lena = ComparedPerson("Lena", _PORTRAIT, "3rd of 48")
    bram = ComparedPerson(STRANGE_NAMES[3], None, "17th of 48")
    random = Random(4)
    wins = _against(en, "wins", 33, 24)
    rows = (
        replace(_against(en, "games", 126, 80), better=0),
        replace(wins, left_word="33%", right_word="24%"),
        _against(en, "points per game", 6.3, -2.4),
        _against(en, "rating", 27.4, 22.9),
        _against(en, "placed before the other, in 34 games", 21, 11),
        replace(_against(en, "difference of points", 212, -212), left_word="+212"),
    )
    yield (
        "stats-compare",
        ComparePicture(
            "Side by side", "34 games together · King, all presets", lena, bram, rows,
            "Points a deal against the table",
            tuple(
                _against(en, en(f"contract.{name}"), edge, random.gauss(0, 1.6), name)
                for name, edge, _ in _KING[:COMPARED]
            ),
            "Hollow: below nought",
        ),
    )  # fmt: skip
    none = CompareRow("gemiddelde", 1.5, None, "+1,5", "–")
    alike = _against(nl, "gewonnen", 0, 0)
    yield (
        "stats-compare-few",
        ComparePicture(
            "Naast elkaar", "Nog nooit samen gespeeld",
            ComparedPerson(STRANGE_NAMES[4]), ComparedPerson("Юрий"),
            (_against(nl, "spellen", 1, 3), alike, none),
        ),
    )  # fmt: skip


def people() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    for kind in (_persons, _contracts, _course, _compare):
        yield from kind()
