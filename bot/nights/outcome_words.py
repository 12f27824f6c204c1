"""What came of a night, in words and as its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Final

from bot.leagues.model import League, ListedMember, SeasonFacts, StandingsPage
from bot.leagues.season.entries import NightLine
from bot.leagues.season_words import NAME_LONGEST
from bot.leagues.standings_words import (
    SeasonProgress,
    difference_picture,
    exact_text,
    night_picture,
    score_text,
    standings_picture,
)
from bot.nights.outcome import NightFeat, NightOutcome, leaders
from bot.pictures.stat_values import StandingsPicture
from bot.telling import phrases
from bot.telling.phrases import HELD, fitting, in_full, shorten
from bot.words.catalogue import Words, clean, in_text

DRAWN: Final = 20
"""Lines of the night's table that are in its picture; those below follow in small print."""

FIRST: Final = 10
"""Lines of the standings in theirs."""

REST_LONGEST: Final = 1800
GUESTS_LONGEST: Final = 300
CLIMBERS: Final = 3

ENDED_EARLY: Final = ("left", "no-season")
"""Why a night was over before its last round, each with its sentence."""


@dataclass(frozen=True, slots=True)
class NightSummary:
    """A night of a league and what came of it. ``standings`` are all lines of its season after it, of
    ``nights``; ``next_at`` is when the next night begins in unix seconds, None where none is planned; ``at``
    is the local time of all this. ``why`` it ended before its last round, one of ``ENDED_EARLY``;
    ``is_stage``: of a tournament, which has rankings of its own."""

    league: League
    season: SeasonFacts
    date: date
    night: NightOutcome
    standings: Sequence[ListedMember]
    nights: SeasonProgress
    at: datetime
    next_at: float | None = None
    why: str = ""
    is_stage: bool = False


def title(words: Words, one: NightSummary) -> str:
    """Whose night it was."""
    return words("night.result.title", league=in_text(one.league.name), date=words.date(one.date))


def won_text(words: Words, night: NightOutcome) -> str:
    """Who has won it, or that nobody has played."""
    first = leaders(night.lines)
    if not first:
        return words("night.result.nobody")
    names = words.both(_name(night, line) for line in first)
    score = _score(words, first[0].score, exact=night.by_difference)
    return words.count("night.result.won", len(first), names=f"**{names}**", score=score)


def table_picture(words: Words, one: NightSummary) -> StandingsPicture:
    """The night's table, as far as it is drawn."""
    lines = [_listed(one.night, line) for line in one.night.lines]
    page = StandingsPage(tuple(lines[:DRAWN]), 0, len(lines))
    make = difference_picture if one.night.by_difference else night_picture
    return make(words, one.league.name, one.date, page)


def rest_text(words: Words, night: NightOutcome) -> str:
    """«21. Ann +3 · 22. Bob +1»: the lines below those that are drawn; empty where there are none."""
    entries = [HELD.join(_brief(words, night, line)) for line in night.lines[DRAWN:]]
    return fitting(entries, REST_LONGEST, "…", " · ")


def after_picture(words: Words, one: NightSummary) -> StandingsPicture:
    """The first of the standings, with what moved."""
    page = StandingsPage(tuple(one.standings[:FIRST]), 0, len(one.standings))
    return standings_picture(words, one.league.name, one.season, one.nights, page)


def feat_lines(words: Words, ways: Iterable[tuple[NightFeat, str]]) -> list[str]:
    """The best deal and the most costly trick, each with the way to where it was posted."""
    return [f"- {_feat(words, one)} · {_where(words, one, url)}" for one, url in ways]


def climbed_text(words: Words, standings: Sequence[ListedMember]) -> str:
    """Who has come up by most places; empty where nobody has."""
    most = max((one.moved or 0 for one in standings), default=0)
    up = [one for one in standings if one.moved == most and one.place is not None]
    if most <= 0 or not up:
        return ""
    names = [
        words(
            "night.result.climber",
            name=in_text(shorten(one.name, NAME_LONGEST)),
            place=words.ordinal(one.place),
            by=words.number(most),
        )
        for one in up[:CLIMBERS]
        if one.place is not None
    ]
    return words("night.result.climbed", names=", ".join(names))


def next_text(words: Words, next_at: float | None) -> str:
    """When the next night is; empty where none is planned."""
    return "" if next_at is None else words("night.result.next", when=in_full(next_at))


def notes(words: Words, one: NightSummary) -> Iterator[str]:
    """In small print: why it was over early, guests, what was corrected, and when all this was so."""
    night = one.night
    if one.why in ENDED_EARLY:
        yield words(f"night.over.{one.why}")
    if night.guests:
        guests = [f"{_called(night, id)} {words.points(points)}" for id, points in night.guests]
        yield words("night.result.guests", names=fitting(guests, GUESTS_LONGEST, "…", ", "))
    made = [
        words.count(f"night.result.{kind}", count)
        for kind, count in (("corrected", night.corrected), ("void", night.void))
        if count
    ]
    if made:
        yield " · ".join(made)
    yield words("standings.as-of", date=words.date(one.at.date()), time=words.time(one.at.time()))


def place_text(words: Words, own: ListedMember | None) -> str:
    """Where somebody stands now; empty for who has no place."""
    if own is None or own.place is None:
        return ""
    place = words.ordinal(own.place)
    if not own.moved:
        return words("night.absent.place", place=place)
    arrow = "▲" if own.moved > 0 else "▼"
    return words("night.absent.moved", place=place, by=f"{arrow}{words.number(abs(own.moved))}")


def _feat(words: Words, one: NightFeat) -> str:
    """«Best deal: Ann, +25 (deal 3, No hearts)»."""
    contract = phrases.contract_name(words, one.result.contract, one.result.trump)
    deal = words("ending.deal", number=words.number(one.result.deal + 1), contract=contract)
    key = "ending.costly-trick" if one.number else "night.result.best"
    return words(
        key,
        name=in_text(shorten(one.name, NAME_LONGEST)),
        points=words.points(one.points),
        number=words.number(one.number),
        deal=deal,
    )


def _where(words: Words, one: NightFeat, url: str) -> str:
    place = one.table.place
    label = words("night.result.where", round=words.number(place.round), table=words.number(place.table))
    return f"[{label}]({url})" if url else label


def _brief(words: Words, night: NightOutcome, line: NightLine) -> tuple[str, str, str]:
    score = _score(words, line.score, exact=night.by_difference)
    return f"{line.place}\\.", _name(night, line), score


def _listed(night: NightOutcome, line: NightLine) -> ListedMember:
    name = night.names.get(line.member, line.member)
    return ListedMember(line.member, name, line.place, line.score, 1, line.games, Fraction(0))


def _name(night: NightOutcome, line: NightLine) -> str:
    return _called(night, line.member)


def _called(night: NightOutcome, id: str) -> str:
    return in_text(shorten(clean(night.names.get(id, id), otherwise="?"), NAME_LONGEST))


def _score(words: Words, score: Fraction, *, exact: bool) -> str:
    return (exact_text if exact else score_text)(words, score, signed=True)
