"""How a member's score came about, who owes whom what, and all of a season together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, NamedTuple

from bot.leagues.season.corrections import Adjustment, corrected
from bot.leagues.season.entries import Entries, HeldNight, SeasonCourse, counted, is_absent, measured
from bot.leagues.season.fields import number_as_kept
from bot.leagues.season.model import Member, Season, SeasonGame
from bot.leagues.season.scoring import rated
from bot.leagues.season.standings import AllTime, Standing, all_time, standings, totals


class NightPart(StrEnum):
    """What a night was to a member."""

    PLAYED = "played"
    SAT_OUT = "sat-out"  # a bye worth nothing, and no game
    ABSENT = "absent"
    EXCUSED = "excused"


class Gained(NamedTuple):
    """A game score: that of a game, or of a round sat out where ``game`` is None."""

    game: str | None
    score: Fraction


@dataclass(frozen=True, slots=True)
class ExplainedNight:
    """A night held. ``score`` is None where it is no entry. An entry that does not ``count`` was dropped, as
    only so many of the best do (L11)."""

    id: str
    date: date
    part: NightPart
    gained: tuple[Gained, ...]
    score: Fraction | None
    counts: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """``base`` is what the entries that count come to by the season's measure, None where there are none (of
    game scores, with ``average_game``); ``value`` is that with the adjustments, None where there are none
    either."""

    nights: tuple[ExplainedNight, ...]
    base: Fraction | None
    adjustments: tuple[Adjustment, ...]
    value: Fraction | None


def explain(course: SeasonCourse, member: Member) -> Explanation:
    """How a member's value came about."""
    settings = course.season.settings
    entries = course.entries(member.id, len(course.held))
    chosen = counted(entries, settings.best)
    measure = measured(entries, chosen, settings.measure)
    base = None if measure is None else course.scorer.in_points(measure)
    adjustments = course.adjustments.get(member.id, ())
    has_value = base is not None or adjustments
    return Explanation(
        tuple(_nights(course, member, entries, {entries.nights[one] for one in chosen})),
        base,
        adjustments,
        (base or 0) + sum((one.value for one in adjustments), Fraction()) if has_value else None,
    )


def _nights(
    course: SeasonCourse, member: Member, entries: Entries, chosen: set[int]
) -> Iterator[ExplainedNight]:
    """The nights held that were something to a member."""
    for index, night in enumerate(course.held):
        part = _part(course, member, night)
        if part is not None:
            gained = tuple(_gained(course, member.id, night)) if part is NightPart.PLAYED else ()
            score = entries.score_of(index)
            points = None if score is None else course.scorer.in_points(score)
            yield ExplainedNight(night.id, night.date, part, gained, points, index in chosen)


def _part(course: SeasonCourse, member: Member, night: HeldNight) -> NightPart | None:
    """What a night was to a member; None where it was nothing to them."""
    if member.id in night.tallies:
        return NightPart.PLAYED
    if member.id in night.byes:
        return NightPart.SAT_OUT
    if night.planned is None or not is_absent(member, night):
        return None
    return NightPart.EXCUSED if member.id in course.excused[night.id] else NightPart.ABSENT


def _gained(course: SeasonCourse, member: str, night: HeldNight) -> Iterator[Gained]:
    """A member's game scores of a night."""
    for game in night.games:
        of_game = course.scorer.tallies([game])
        if member in of_game:
            yield Gained(game.id, course.scorer.in_points(of_game[member].sum))
    bye = course.scorer.bye
    byes = [one for one in course.season.byes if (one.night, one.player) == (night.id, member)]
    if bye is not None:
        yield from [Gained(None, course.scorer.in_points(bye))] * len(byes)


FEW: Final = 12
"""For so many people the fewest payments are looked for."""

PARTS: Final = 60
"""Parts of a cent: the mean of a table of 3, 4 or 5 is a whole number of them."""


class MemberPayment(NamedTuple):
    """Whole cents that one person gives another."""

    payer: str
    payee: str
    cents: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """What each person with a game of people alone has won, in whole cents that add up to nothing, by id; and
    payments that settle it."""

    balances: Mapping[str, int]
    payments: tuple[MemberPayment, ...]


def settlement(games: Iterable[SeasonGame], stake: int) -> Settlement:
    """What a season's games come to, at so many cents a point."""
    balances = _whole_cents(_exact(games, stake))
    return Settlement(balances, payments(balances))


def _exact(games: Iterable[SeasonGame], stake: int) -> dict[str, int]:
    """Balances in parts of a cent."""
    found: defaultdict[str, int] = defaultdict(int)
    for game in games:
        people, points = game.people, game.points
        if len(people) < len(points):
            continue
        mean = PARTS // len(points) * sum(points)
        for person, one in zip(people, points, strict=True):
            found[person] += PARTS * one - mean
    return {person: stake * parts for person, parts in found.items()}


def _whole_cents(exact: Mapping[str, int]) -> dict[str, int]:
    """Rounded down; the cents that are missing go to the largest remainders, the smallest id first."""
    cents = {person: exact[person] // PARTS for person in sorted(exact)}
    largest = sorted(cents, key=lambda person: (-(exact[person] % PARTS), person))
    for person in largest[: -sum(cents.values())]:
        cents[person] += 1
    return cents


def payments(balances: Mapping[str, int]) -> tuple[MemberPayment, ...]:
    """Payments after which nobody has a balance: as few as possible where at most ``FEW`` people have one,
    else at most one fewer than there are people. The balances have to add up to nothing."""
    people = sorted(person for person, cents in balances.items() if cents)
    groups = _groups([balances[person] for person in people]) if len(people) <= FEW else [range(len(people))]
    return tuple(
        payment
        for group in groups
        for payment in _settled({people[one]: balances[people[one]] for one in group})
    )


def _groups(balances: Sequence[int]) -> list[list[int]]:
    """The people, by index, in as many groups as possible that each add up to nothing.

    A group of so many people that holds no smaller one takes one payment fewer than it has people, so most
    groups are fewest payments. ``most[some]`` is how many groups there can be in a set of people, a bit mask,
    when they are added one at a time and each set on the way that adds up to nothing ends a group.
    """
    count = len(balances)
    sums = [0] * (1 << count)
    most = [0] * (1 << count)
    last = [0] * (1 << count)
    for some in range(1, 1 << count):
        members = [one for one in range(count) if some >> one & 1]
        sums[some] = sums[some & (some - 1)] + balances[members[0]]
        last[some] = max(members, key=lambda one: most[some ^ 1 << one])
        most[some] = most[some ^ 1 << last[some]] + (sums[some] == 0)
    groups: list[list[int]] = []
    rest = (1 << count) - 1
    while rest:
        if sums[rest] == 0:
            groups.append([])
        groups[-1].append(last[rest])
        rest ^= 1 << last[rest]
    return groups


def _settled(balances: Mapping[str, int]) -> Iterator[MemberPayment]:
    """Payments among people whose balances add up to nothing; each but the last settles somebody, the last
    one two."""
    owing = [(person, -cents) for person, cents in balances.items() if cents < 0]
    owed = [(person, cents) for person, cents in balances.items() if cents > 0]
    while owing:
        payer, debt = owing.pop()
        payee, credit = owed.pop()
        cents = min(debt, credit)
        yield MemberPayment(payer, payee, cents)
        if debt > cents:
            owing.append((payer, debt - cents))
        if credit > cents:
            owed.append((payee, credit - cents))


Line = dict[str, Any]
"""One line of output: keys in the order printed."""


def report(season: Season) -> Iterator[Line]:
    """What follows from a season."""
    found = corrected(season)
    for correction, refusal in found.refused:
        yield {"correction": correction, "error": refusal.value}
    course = SeasonCourse(season, found)
    for standing in standings(course):
        yield _standing(standing)
    yield {"all_time": [_all_time(one) for one in all_time([totals(course)])]}
    if season.settings.stake:
        settled = settlement(course.games, season.settings.stake)
        yield {"balances": settled.balances, "payments": [list(one) for one in settled.payments]}
    ratings = rated(course.games, season.ratings, season.robots)
    yield {"ratings": {person: [round(one, 6) for one in rating] for person, rating in ratings.items()}}


def _all_time(one: AllTime) -> list[Any]:
    return [one.player, number_as_kept(one.sum), one.games, number_as_kept(one.wins)]


def _standing(one: Standing) -> Line:
    return {
        "place": one.place,
        "player": one.player,
        "value": number_as_kept(one.value),
        "nights": one.nights,
        "games": one.games,
        "wins": number_as_kept(one.wins),
        "counted": list(one.counted),
        "dropped": list(one.dropped),
        "moved": one.moved,
    }
