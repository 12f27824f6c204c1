"""The seating of an evening (N2 to N4): what is asked of ``seating``, what its answer means here, and how
people are seated where the way that was chosen is not there for so many."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import Final

from bot.leagues.model import League
from bot.leagues.season.corrections import corrected
from bot.leagues.season.model import Holder, Season, SeasonGame, SeatKind
from bot.leagues.season.scoring import Scorer
from bot.leagues.service import Clubs
from bot.nights.attendance import LEAST
from bot.nights.model import Evening, NightError, NightSettings, Round
from bot.nights.outcome import NightTable, night_table
from bot.nights.seating.model import Mode, NoPlan, PlannedRound, Remainder, Request, pair_of
from bot.nights.seating.search import above_share, oddness
from bot.nights.seating.seat import seat_apart
from bot.tables.tables import Tables

EVERYBODY: Final = 10_000
"""More lines than standings have."""

MIXED: Final = (3, 4, 5)

USUAL: Final = {"mode": Mode.FEWEST.value, "remainder": Remainder.ROBOTS.value}
"""What is there for any number of people."""

GIVES_WAY: Final = ("mode", "remainder")
"""What may be otherwise than was chosen, what matters least first."""

APART: Final = "apart"
"""Said of an evening beside these (``Evening.why``) where something gave way so that people are kept apart:
organisers alone are told."""


TEAMMATES: Final = 8
"""So many earlier meetings are two of a team worth: each of theirs costs more than most others repeated."""


@dataclass(frozen=True, slots=True)
class Past:
    """What the season says of tonight's people, all by account: how often two have met before tonight, the
    standings (best first), what tonight's table gives them so far, and by how much more than their share they
    have sat beside robots or at tables of another size. ``mixed`` tells whether its game offers tables of
    three and five."""

    met: Mapping[frozenset[int], int] = field(default_factory=dict[frozenset[int], int])
    standings: Sequence[int] = ()
    totals: Mapping[int, Fraction] = field(default_factory=dict[int, Fraction])
    beside: Mapping[int, Fraction] = field(default_factory=dict[int, Fraction])
    mixed: bool = False


async def past_of(clubs: Clubs, tables: Tables, evening: Evening, league: League) -> Past:
    """What the season says of tonight's people."""
    season = await clubs.seasons.whole(evening.season_id)
    accounts = {one.id: one.user_id for one in await clubs.leagues.members(league.id) if one.user_id}
    lines = (await clubs.seasons.page(evening.season_id, 0, EVERYBODY)).lines
    standings = tuple(accounts[one.member] for one in lines if one.member in accounts)
    past = Past(standings=standings, mixed=offers_mixed(league))
    table = await night_table(clubs, tables, evening) if evening.settings.mode == Mode.SEEDED else None
    return await asyncio.to_thread(with_games, past, season, evening.night, accounts, table)


def with_games(
    past: Past, season: Season, night: str, accounts: Mapping[str, int], table: NightTable | None = None
) -> Past:
    """The same with what the season's games say, as corrections have made them; ``night`` is tonight's, whose
    rounds say themselves who has met, and ``table`` what its totals follow from, where they are asked for.
    ``accounts`` are those of members by their ids. Not for the event loop."""
    met: dict[frozenset[int], int] = {}
    tonight: list[SeasonGame] = []
    nights: dict[str, list[list[Holder | None]]] = {}
    for game in corrected(season).games:
        if game.night == night:
            tonight.append(game)
            continue
        people = {_account(holder, accounts) for holder in game.holders} - {None}
        for pair in combinations(sorted(one for one in people if one is not None), 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
        if game.night is not None:
            seats = [holder if holder.is_person else None for holder in game.holders]
            nights.setdefault(game.night, []).append(seats)
    beside: dict[int, Fraction] = {}
    for holder, above in above_share(nights.values()).items():
        account = _account(holder, accounts)
        if account is not None:
            beside[account] = beside.get(account, Fraction(0)) + above
    totals = {} if table is None else _totals(season, tonight, accounts, table)
    return replace(past, met=met, totals=totals, beside=beside)


def with_teams(past: Past, teams: Iterable[Collection[int]]) -> Past:
    """The same as if people of a team had met often: with ``fewest`` they meet again last."""
    met = dict(past.met)
    for team in teams:
        for pair in combinations(sorted(team), 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + TEAMMATES
    return replace(past, met=met)


def _totals(
    season: Season, tonight: Iterable[SeasonGame], accounts: Mapping[str, int], table: NightTable
) -> dict[int, Fraction]:
    """What the night's table goes by (L9, or differences), of each account. A guest is in no table of
    members: for seating they have what a member would have for their games."""
    scorer, guests = Scorer(season), dict[int, list[Fraction]]()
    for game in () if table.by_difference else tonight:
        for holder, score in zip(game.holders, scorer.seats(game.points), strict=True):
            account = _account(holder, accounts) if holder.kind is SeatKind.GUEST else None
            if account is not None:
                guests.setdefault(account, []).append(scorer.in_points(score))
    is_mean = season.settings.night == "average"
    totals = {
        one: sum(scores, Fraction(0)) / (len(scores) if is_mean else 1) for one, scores in guests.items()
    }
    for line in table.lines:
        account = accounts.get(line.member)
        if account is None and line.member.isdecimal():
            account = int(line.member)
        if account is not None:
            totals[account] = line.score
    return totals


def _account(holder: Holder, accounts: Mapping[str, int]) -> int | None:
    """Whose seat it is; None for a robot, and for who has no account here."""
    if holder.kind is SeatKind.MEMBER:
        return accounts.get(holder.id)
    if holder.kind is SeatKind.GUEST and holder.id.isdecimal():
        return int(holder.id)
    return None


def planned(
    evening: Evening, people: Iterable[int], past: Past, played: Sequence[Round]
) -> tuple[Evening, bool]:
    """The evening with a plan for these people: the rounds that were ``played`` or are being, as they were
    seated in the end, and then those to come; with ``seeded`` the next one alone, as the others follow from
    how it ends. Also whether anything gave way so that nobody sits with whom they are kept apart from. Takes
    up to some seconds: not for the event loop. Raises NightError ``too-few``, ``not-offered``."""
    settings = evening.settings
    everybody = sorted(set(people))
    request = Request(
        players=tuple(str(one) for one in everybody),
        rounds=1 if settings.mode == Mode.SEEDED else max(settings.rounds - len(played), 1),
        mode=Mode(settings.mode),
        remainder=Remainder(settings.remainder),
        seed=f"{evening.seed} {evening.draw}",
        history={_key(*pair): times for pair, times in past.met.items()},
        forbidden=frozenset(_key(first, second) for first, second in evening.apart),
        totals={str(one): total for one, total in past.totals.items()},
        standings=tuple(str(one) for one in past.standings),
        beside={str(one): above for one, above in past.beside.items()},
        mixed_offered=past.mixed,
        played=tuple(PlannedRound(_names(one.tables), tuple(map(str, one.byes))) for one in played),
    )
    try:
        plan, gave_way = seat_apart(request)
    except NoPlan as refused:
        raise NightError(refused.code, people=str(len(everybody))) from None
    rounds = [Round(_accounts(one.tables), tuple(map(int, one.byes))) for one in plan.rounds]
    return replace(evening, plan=(*played, *rounds)), gave_way


def planned_somehow(evening: Evening, people: Iterable[int], past: Past, played: Sequence[Round]) -> Evening:
    """The same, where need be otherwise than was chosen, which ``why`` says then: nobody waits. Not for the
    event loop. Raises NightError ``too-few``."""
    who, refused = [*people], NightError("too-few", people="0")
    for settings in _ways(evening.settings):
        try:
            drawn, apart = planned(replace(evening, settings=settings), who, past, played)
        except NightError as error:
            refused = error
        else:
            why = _gave_way(evening.settings, settings, apart=apart)
            return replace(drawn, settings=evening.settings, why=why)
    raise refused


def planned_by_hours(
    evening: Evening,
    people: Collection[int],
    later: Iterable[Collection[int]],
    past: Past,
    played: Sequence[Round],
) -> Evening:
    """The same where people come later or leave before the end: ``later`` are those who are expected in each
    round after the next one. The plan ends before a round with too few, or for which anything else has to be
    otherwise than for the next: that one is drawn when it begins. Not for the event loop. Raises NightError
    ``too-few``."""
    drawn = planned_somehow(evening, people, past, played)
    for number, who in enumerate(later, len(played) + 1):
        if number >= len(drawn.plan):
            break
        if drawn.plan[number].people == frozenset(who):
            continue
        before = drawn.plan[:number]
        other = planned_somehow(drawn, who, past, before) if len(who) >= LEAST else None
        if other is None or other.why != drawn.why:
            return replace(drawn, plan=before)
        drawn = other
    return drawn


def _ways(chosen: NightSettings) -> Sequence[NightSettings]:
    """As was chosen, and then with as little as can be otherwise."""
    usual = replace(chosen, mode=USUAL["mode"])
    robots = replace(chosen, remainder=USUAL["remainder"])
    return list(dict.fromkeys([chosen, usual, robots, replace(usual, remainder=USUAL["remainder"])]))


def _gave_way(chosen: NightSettings, taken: NightSettings, *, apart: bool) -> str:
    """What is otherwise, as an evening keeps it (``why``)."""
    names = [name for name in GIVES_WAY if getattr(chosen, name) != getattr(taken, name)]
    return " ".join([*names, *([APART] if apart else [])])


def offers_mixed(league: League) -> bool:
    """Whether the game of a league is played by three and by five too, with all its options."""
    return all(league.rules(players) is not None for players in MIXED)


def require_apart(evening: Evening, planned: Round) -> None:
    """Raise NightError ``kept-apart`` where a round seats two together who are to be kept apart."""
    tables = [{*table} for table in planned.tables]
    if any(table >= {*pair} for pair in evening.apart for table in tables):
        raise NightError("kept-apart")


def swapped(before: Round, first: int, second: int) -> Round:
    """A round in which two people have changed places. Raises NightError ``not-in-plan``."""
    if first == second or not {first, second} <= before.people:
        raise NightError("not-in-plan")
    other = {first: second, second: first}
    tables = (tuple(one if one is None else other.get(one, one) for one in table) for table in before.tables)
    return Round(tuple(tables), tuple(other.get(one, one) for one in before.byes))


def repeated(rounds: Iterable[Round]) -> int:
    """How many meetings at a table in these rounds are not the first of two people."""
    met = Counter(
        frozenset(pair)
        for one in rounds
        for table in one.tables
        for pair in combinations((person for person in table if person is not None), 2)
    )
    return sum(times - 1 for times in met.values())


def beside(rounds: Sequence[Round]) -> tuple[int, int]:
    """In how many of these rounds somebody who plays all of them sits beside a robot, or at a table of
    another size than four: those who do least often, and most often."""
    odd = (table for planned in rounds for table in planned.tables if oddness(table))
    there = Counter(one for table in odd for one in table)
    everybody = frozenset[int].intersection(*(planned.people for planned in rounds))
    times = [there[one] for one in everybody]
    return min(times, default=0), max(times, default=0)


def _key(first: int, second: int) -> tuple[str, str]:
    return pair_of(str(first), str(second))


def _names(tables: Iterable[tuple[int | None, ...]]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(tuple(None if one is None else str(one) for one in table) for table in tables)


def _accounts(tables: Iterable[tuple[str | None, ...]]) -> tuple[tuple[int | None, ...], ...]:
    return tuple(tuple(None if one is None else int(one) for one in table) for table in tables)
