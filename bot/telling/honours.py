"""The end of a tournament in words: its podium, and what is written on a certificate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.pictures.stat_values import ON_STEP, STEPS, Certificate, PodiumStep, Tile, TournamentPodium
from bot.pictures.style import STANDARD, CardStyle
from bot.words.catalogue import Words


class Placed(NamedTuple):
    """Those who share a place."""

    place: int
    names: Sequence[str]
    points: str  # of each, "182 points"


class Earned(NamedTuple):
    """What a tournament came to for somebody."""

    name: str
    place: int
    of: int  # how many people
    points: str  # "174"
    rounds: int  # that were played
    shared: bool = False  # the place
    team: str = ""


def tournament_podium(
    words: Words, tournament: str, about: str, places: Iterable[Placed], team: tuple[str, str] | None = None
) -> TournamentPodium:
    """The first three places, as far as they are there; ``team``: the winning one, and its points."""
    steps = tuple(
        PodiumStep(
            place, tuple(names[:ON_STEP]), points,
            words.count("honours.more", len(names) - ON_STEP) if len(names) > ON_STEP else "",
        )
        for place, names, points in places if place <= STEPS
    )  # fmt: skip
    name, points = team or ("", "")
    word = words("honours.winning-team", points=points) if name else ""
    return TournamentPodium(tournament, about, steps, word, name)


def certificate(
    words: Words, tournament: str, date: str, earned: Earned, style: CardStyle = STANDARD
) -> Certificate:
    """What somebody keeps of it; places of the podium have their medal."""
    key = "honours.place-shared" if earned.shared else "honours.place"
    return Certificate(
        heading=words("honours.heading"),
        title=tournament,
        name_word=words("honours.awarded-to"),
        name=earned.name,
        place=words(key, place=words.ordinal(earned.place), of=words.number(earned.of)),
        tiles=(
            Tile(earned.points, words("honours.points")),
            Tile(words.number(earned.rounds), words.count("honours.rounds", earned.rounds)),
        ),
        team_word=words("honours.team") if earned.team else "",
        team=earned.team,
        date=date,
        medal=earned.place if earned.place <= STEPS else 0,
        style=style,
    )
