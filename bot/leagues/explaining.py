"""How a member's value came about, in a message that a phone shows (L7 to L14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bot.leagues.correction_words import reason_text
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.model import Member
from bot.leagues.season.report import ExplainedNight, Explanation, Gained, NightPart, explain
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.season.standings import Standing, Tied, standings, tied
from bot.leagues.standings_words import LeagueNames, exact_text, score_text
from bot.telling.phrases import TEXT_LONGEST, fitting_last

ADJUSTMENTS_LONGEST: Final = 1200
"""Of the lines of adjustments together: nights need the rest."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is shown of a member: how they stand, None where they are not listed, of so many with a place, and
    who of their neighbours is level with them."""

    member: Member
    settings: SeasonSettings
    explanation: Explanation
    standing: Standing | None
    placed: int
    shares_place: bool
    ties: tuple[Tied, ...]


def case_of(course: SeasonCourse, member: Member) -> Case:
    """What there is to explain of a member in a season."""
    every = standings(course)
    standing = next((one for one in every if one.player == member.id), None)
    place = None if standing is None else standing.place
    return Case(
        member,
        course.season.settings,
        explain(course, member),
        standing,
        sum(one.place is not None for one in every),
        place is not None and sum(one.place == place for one in every) > 1,
        tuple(one for one in tied(course) if member.id in (one.ahead, one.behind)),
    )


def explanation_text(people: LeagueNames, case: Case, longest: int = TEXT_LONGEST) -> str:
    """The place, what decided it, nights, adjustments, and at the end the value."""
    head = [_head(people, case), *_tie_lines(people, case)]
    adjustments = [_adjustment(people, one.value, one.by, one.reason) for one in case.explanation.adjustments]
    more = people.words("league.explain.more-adjustments")
    fitted = fitting_last(adjustments, ADJUSTMENTS_LONGEST, more, between="\n")
    tail = [*_base(people, case), *([fitted] if fitted else []), *_value(people, case)]
    left = longest - sum(len(one) + 1 for one in (*head, *tail))
    return "\n".join([*head, *_nights(people, case, left), *tail])


# The place


def _head(people: LeagueNames, case: Case) -> str:
    words, standing, name = people.words, case.standing, people(case.member.id)
    if standing is None:
        return words("league.explain.no-value", name=name)
    value = score_text(words, standing.value)
    if standing.place is None:
        played = words.number(standing.nights)
        return words.count(
            "league.explain.below-minimum", case.settings.minimum, name=name, value=value, nights=played
        )
    key = "league.explain.place-shared" if case.shares_place else "league.explain.place"
    place, of = words.number(standing.place), words.number(case.placed)
    return words(key, name=name, place=place, of=of, value=value)


def _tie_lines(people: LeagueNames, case: Case) -> Iterator[str]:
    """What tells the member and their neighbours apart. Who has no place shares none."""
    is_placed = case.standing is not None and case.standing.place is not None
    return (tie_text(people, one) for one in case.ties if one.tie is not None or is_placed)


def tie_text(people: LeagueNames, one: Tied) -> str:
    """«Ann and Bram are level at 56.5. Ann comes first: 4 wins to 3»."""
    words, value = people.words, score_text(people.words, one.value)
    ahead, behind = people(one.ahead), people(one.behind)
    if one.tie is None:
        return words("league.tied.shared", ahead=ahead, behind=behind, value=value)
    return words(
        f"league.tied.{one.tie.replace('_', '-')}",
        ahead=ahead,
        behind=behind,
        value=value,
        more=_or_none(people, one.more),
        less=_or_none(people, one.less),
    )


def _or_none(people: LeagueNames, value: Fraction | None) -> str:
    """Exact, as what decides may be small."""
    return people.words("league.tied.none") if value is None else exact_text(people.words, value)


# The nights


def _nights(people: LeagueNames, case: Case, longest: int) -> list[str]:
    """A line a night; of a long season the latest, after what all earlier ones were."""
    nights = case.explanation.nights
    lines = [_night(people, case, one) for one in nights]
    return _latest(lines, longest, lambda omitted: _earlier(people, case, nights[:omitted]))


def _latest(lines: Sequence[str], longest: int, more: Callable[[int], str]) -> list[str]:
    """The last lines that fit, after a line about the others where there are any."""
    if sum(len(line) + 1 for line in lines) <= longest:
        return [*lines]
    room = longest - max(len(more(omitted)) for omitted in range(1, len(lines) + 1)) - 1
    first = len(lines)
    while first > 1 and len(lines[first - 1]) + 1 <= room:
        first -= 1
        room -= len(lines[first]) + 1
    return [more(first), *lines[first:]]


def _earlier(people: LeagueNames, case: Case, nights: Sequence[ExplainedNight]) -> str:
    counted = [one.score for one in nights if one.counts and one.score is not None]
    return people.words.count(
        "league.explain.earlier",
        len(nights),
        counted=people.words.number(len(counted)),
        score=_score(people, case, sum(counted, Fraction())),
    )


def _night(people: LeagueNames, case: Case, night: ExplainedNight) -> str:
    words = people.words
    is_free = night.part is NightPart.PLAYED and night.id.startswith("free ")
    date = words.day(night.date)
    date = words("league.explain.free", date=date) if is_free else date
    line = f"- {words('league.explain.night', date=date, what=_what(people, case, night))}"
    if night.score is None or night.counts:
        return line
    best = words.number(case.settings.best) if isinstance(case.settings.best, int) else ""
    return words("league.explain.dropped", line=line, best=best)


def _what(people: LeagueNames, case: Case, night: ExplainedNight) -> str:
    """What a night was to the member."""
    words = people.words
    if night.score is None:
        return words(f"league.explain.nothing.{night.part.value}")
    score = _score(people, case, night.score)
    if night.part is not NightPart.PLAYED:
        key = f"league.explain.{night.part.value}"
        line = words(key, score=score)
        only_ranks = case.settings.measure == "average_game"
        return words("league.explain.no-game", line=line) if only_ranks else line
    if len(night.gained) == 1 and night.gained[0].game is not None:
        return words("league.explain.one", score=score)
    games = ", ".join(_gained(people, case, one) for one in night.gained)
    key = "league.explain.average" if case.settings.night == "average" else "league.explain.sum"
    return words(key, score=score, games=games)


def _gained(people: LeagueNames, case: Case, one: Gained) -> str:
    score = _score(people, case, one.score)
    return score if one.game is not None else people.words("league.explain.bye", score=score)


def _score(people: LeagueNames, case: Case, score: Fraction) -> str:
    """Points have a sign, points for places need none."""
    return score_text(people.words, score, signed=case.settings.score != "places")


# The value


def _base(people: LeagueNames, case: Case) -> list[str]:
    """«Sum of the 8 nights that count: 56.5»."""
    found, words = case.explanation, people.words
    if found.base is None:
        return []
    counted = [one for one in found.nights if one.counts]
    value = score_text(words, found.base)
    match case.settings.measure:
        case "total":
            return [words.count("league.explain.base.total", len(counted), value=value)]
        case "average":
            return [words.count("league.explain.base.average", len(counted), value=value)]
        case "average_game":
            games = sum(len(one.gained) for one in counted)
            return [words.count("league.explain.base.average-game", games, value=value)]


def _adjustment(people: LeagueNames, value: Fraction, by: str, reason: str) -> str:
    amount, why = exact_text(people.words, value, signed=True), reason_text(people, reason)
    if not why:
        return people.words("league.explain.adjusted-by", value=amount, author=people(by))
    return people.words("league.explain.adjusted", value=amount, author=people(by), reason=why)


def _value(people: LeagueNames, case: Case) -> list[str]:
    """The value, where adjustments have made it another than that of the nights."""
    found = case.explanation
    if found.value is None or not found.adjustments:
        return []
    return [people.words("league.explain.value", value=score_text(people.words, found.value))]
