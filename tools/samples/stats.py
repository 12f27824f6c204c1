"""Statistics: of people, of a server, of cards. Their sentences are samples, too: what tells statistics has
its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from bot.pictures.stat_values import (
    FAVOURITES,
    GRIDS,
    HOURS,
    PACK,
    WEEKS,
    Bar,
    CardGrid,
    CardsPicture,
    HeatRow,
    ServerPicture,
    Tick,
    Tile,
)
from bot.pictures.style import CardStyle, Colours, Index
from bot.pictures.values import Picture
from tools.samples.stats_people import people


def _servers() -> Iterator[tuple[str, Picture]]:
    random = Random(2)
    weeks = [random.randrange(6, 40) for _ in range(WEEKS)]
    labels = ("7 Sep", "", "", "28 Sep", "", "", "19 Oct", "", "", "9 Nov", "", "")
    evening = [0.0] * 9 + [0.2, 0.1, 0.3, 0.5, 0.4, 0.7, 0.9, 0.6, 1, 2, 5, 8, 9, 5, 2]
    heat: list[HeatRow] = []
    for day, much in zip(
        ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"), (1, 4, 1, 2, 3, 2, 1), strict=True
    ):
        hours = tuple(float(int(much * one * random.random())) for one in evening)
        heat.append(HeatRow(day, hours, f"{sum(hours):.0f}"))
    games = (
        ("Kingen", 148),
        ("Colour Whist, Walloon", 96),
        ("Double king", 40),
        ("Whisthub king", 7),
        ("Denexa King", 3),
        ("Colour Whist, Flemish", 1),
    )
    full = ServerPicture(
        title="Kaartclub De Vrolijke Heer",
        subtitle="since March 2026",
        tiles=(Tile("292", "games"), Tile("2,871", "deals"), Tile("214", "hours"), Tile("48", "people")),
        weeks_word="Games per week",
        weeks=tuple(Bar(count, str(count), label) for count, label in zip(weeks, labels, strict=True)),
        heat_word="When games start",
        heat=tuple(heat),
        hours=tuple(Tick(at, f"{at}:00") for at in range(0, HOURS + 1, 6)),
        busiest="Most of all on Tuesdays from 20:00 to 22:00",
        favourites_word="Favourite games",
        favourites=tuple(Bar(count, str(count), name) for name, count in games[:FAVOURITES]),
        caption="Times are those of Brussels",
    )
    yield "stats-server", full
    strip = HeatRow("", (*(0.0,) * 20, 1.0, *(0.0,) * 3))
    yield (
        "stats-server-new",
        ServerPicture(
            "Клуб «Дама пик»", "с ноября 2026 г.", (Tile("1", "партия"), Tile("10", "сдач")),
            "Партии по неделям", (Bar(0, "0", "9 нояб."), Bar(1, "1", "16 нояб.")),
            "Когда начинаются партии", (strip,),
            tuple(Tick(at, str(at)) for at in (0, 6, 12, 18, 24)), "Единственная партия началась после 20:00",
            favourites_word="Любимые игры",
            favourites=(Bar(1, "1", "Русский кинг"),),
        ),
    )  # fmt: skip
    yield (
        "stats-server-none",
        ServerPicture("Les copains", "", empty="Personne n’a encore terminé de partie ici"),
    )


def _grid(word: str, seed: int, note: str, pack: Sequence[int] = range(PACK)) -> CardGrid:
    random = Random(seed)
    return CardGrid(word, tuple(random.gauss(0, 1) if card in pack else None for card in range(PACK)), note)


def _grids() -> Iterator[tuple[str, Picture]]:
    one = CardsPicture(
        "The cards of Lena",
        "312 shuffled deals of 52 cards",
        (_grid("", 49, "X² is 48.3 on 51 degrees of freedom, p = 0.58"),),
        "less often",
        "more often",
        "Nothing out of the ordinary: of 100 fair packs 58 differ as much. Two or three cards with two signs "
        "are to be expected.",
    )
    yield "stats-cards", one
    low = [card for card in range(PACK) if card % 13 >= 5]
    notes = ((59, "29,9", "0,52"), (104, "30,3", "0,50"), (226, "24,1", "0,81"), (545, "35,9", "0,25"))
    yield (
        "stats-cards-seats",
        replace(
            one,
            title="Les cartes des places",
            subtitle="1 204 donnes mélangées de 32 cartes",
            grids=tuple(
                _grid(f"Place {seat}", seed, f"X² = {square}, 31 degrés de liberté, p = {chance}", low)
                for seat, (seed, square, chance) in enumerate(notes[:GRIDS], 1)
            ),
            rarer="plus rare",
            oftener="plus souvent",
            verdict="Rien que le hasard n’explique.",
            caption="Chaque signe : un écart type",
            style=CardStyle(index=Index.BELGIAN, colours=Colours.FOUR),
        ),
    )
    yield (
        "stats-cards-none",
        CardsPicture("De kaarten van Юрий", "Kingen", (), empty="Nog geen geschudde kaarten gekregen"),
    )


def stats() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    for kind in (people, _servers, _grids):
        yield from kind()
