"""A league with all that a change of it can be about, and one of each such change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Final

from bot.engine.game import GameEnded
from bot.leagues.model import Candidate, ClubMember, League, MembershipWait, Report, SeasonFacts
from bot.leagues.season.corrections import thing_of
from bot.leagues.season.model import (
    Adjust,
    Bye,
    Change,
    Correction,
    Excuse,
    Holder,
    Insert,
    Night,
    Points,
    SeasonGame,
    SeatChange,
    SeatKind,
    Undo,
    Void,
)
from bot.tables.model import State, TableFacts
from bot.tables.ports import TableStep, begun
from data.store import Store
from tests.data.samples import LOBBY, PLAYING, SEALED, SEATS, moved, step_to
from tests.data.seasons import FIRST, brought, facts, member, new_league, on_paper, whole_season
from tests.kept import enter, keep_league

EARLIER: Final = date(2020, 1, 1)
EARLIEST: Final = date(2019, 1, 1)
LAST: Final = date(2027, 1, 1)


@dataclass(frozen=True, slots=True)
class Club:
    """What there is before a change. In ``season`` of ``league`` a game is being played at ``table``,
    ``report`` waits, and nobody has corrected the old ``game``; ``earlier`` was brought along. Another league
    has the season ``idle``, where nothing is under way; a third one, ``resting``, has none that is open."""

    league: League
    season: SeasonFacts
    earlier: SeasonFacts
    idle: SeasonFacts
    resting: SeasonFacts
    table: TableFacts
    report: Report
    game: SeasonGame


async def founded(store: Store) -> Club:
    """The club of these tests, in an empty store."""
    played = whole_season(7, {"absence": "average", "left": "lowest", "bye": 3})
    season = await brought(store, played)
    league = await store.leagues.league(season.league_id)
    assert league is not None
    await enter(store.leagues, ClubMember(league.id, "11", "Ann", 11, 1050.0, FIRST))
    await store.leagues.keep_candidate(Candidate(league.id, 12, "Bob", MembershipWait.ASKED, 1001.0))
    idle = await brought(store, whole_season(9, {}))
    _, resting = await new_league(store, played.settings, played.zone)
    await store.seasons.close(resting.id, LAST)
    about = {thing_of(one) for one in played.corrections}
    games = [game for game in played.games if f"game {game.id}" not in about]
    oldest, *_, last = sorted(games, key=lambda game: game.ended)
    report = replace(on_paper(season.id, last._replace(id="", ended=last.ended + 60)), awaited=(11,))
    return Club(
        league,
        season,
        await bring(store, league, EARLIER),
        idle,
        resting,
        await playing(store, season.id, "n12"),
        await store.seasons.report(report),
        oldest,
    )


async def bring(store: Store, league: League, day: date) -> SeasonFacts:
    """Bring a season along that began on a day."""
    season = whole_season(8, {})
    known = {one.id: replace(member(one.id, one.joined), league_id=league.id) for one in season.members}
    there = {one.id for one in await store.leagues.members(league.id)}
    new = {name: one for name, one in known.items() if name not in there}
    earlier = replace(
        facts(season.settings, begun=day), league_id=league.id, closed=day + timedelta(30), imported=True
    )
    return await store.seasons.bring(earlier, season, new, open_now=False)


async def playing(store: Store, season_id: int, night: str) -> TableFacts:
    """A table of a season at which play has begun."""
    lobby = await store.tables.create(replace(LOBBY, seats=SEATS, season_id=season_id, night=night), SEALED)
    playing = replace(PLAYING, id=lobby.id, season_id=season_id, night=night)
    await store.tables.write(step_to(playing, sittings=begun(lobby, playing)))
    return playing


def ending(table: TableFacts) -> TableStep:
    """The step by which the game at a table ends."""
    step = moved(table)
    ended = replace(step.facts, state=State.FINISHED, turn=-2, ended_at=2_000_000_000.0)
    return replace(step, facts=ended, result=GameEnded((5, -5, 0, 0), (1, 4, 2, 2)))


def correction(change: Change) -> Correction:
    """A correction as an organiser makes it."""
    return Correction("", 2_000_000_000, "11", "as agreed", change)


async def correct(store: Store, club: Club, change: Change) -> None:
    """Make a correction of what nobody has corrected in the meantime."""
    await store.seasons.correct(club.season.id, correction(change))


async def change_settings(store: Store, club: Club, name: str, value: object) -> None:
    """Change a setting from what it was in the beginning."""
    before = club.season.settings
    await store.seasons.change_settings(club.season.id, before, before.changed(name, value))


Ask = Callable[[Store, Club], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that is asked of the store, and the code with which it is refused the ``second`` time; None
    where it then changes nothing more."""

    ask: Ask
    second: str | None


def _swapped(game: SeasonGame) -> tuple[int, ...]:
    return (*game.points[1:], game.points[0])


CHANGES: Final[Mapping[str, Asked]] = {
    "create": Asked(
        lambda store, club: store.leagues.create(
            replace(club.league, id=0, name="Another"), facts(club.season.settings), member("organiser")
        ),
        "name-taken",
    ),
    "change": Asked(
        lambda store, club: keep_league(store.leagues, replace(club.league, name="Renamed")), None
    ),
    "enter": Asked(
        lambda store, club: enter(store.leagues, ClubMember(club.league.id, "12", "Bob", 12, 1500.0, FIRST)),
        None,
    ),
    "leave": Asked(lambda store, club: store.leagues.leave(club.league.id, "u2", date(2026, 10, 1)), None),
    "begin": Asked(
        lambda store, club: store.seasons.begin(replace(club.resting, closed=None)), "season-open"
    ),
    "close": Asked(lambda store, club: store.seasons.close(club.idle.id, LAST), "season-closed"),
    "settings of entries": Asked(
        lambda store, club: change_settings(store, club, "best", 3), "settings-changed"
    ),
    "settings of games": Asked(
        lambda store, club: change_settings(store, club, "score", "both"), "settings-changed"
    ),
    "night": Asked(
        lambda store, club: store.seasons.add_night(club.season.id, Night("new", LAST)), "same-night"
    ),
    "bye": Asked(lambda store, club: store.seasons.add_bye(club.season.id, Bye("n12", 9, "u1")), "same-bye"),
    "confirm": Asked(lambda store, club: store.seasons.confirm(club.report.id, 11), "no-such-report"),
    "withdraw": Asked(lambda store, club: store.seasons.withdraw(club.report.id), None),
    "void": Asked(lambda store, club: correct(store, club, Void(club.game.id)), "unknown-game"),
    "points": Asked(
        lambda store, club: store.seasons.correct(
            club.season.id, correction(Points(club.game.id, _swapped(club.game))), 0
        ),
        "corrected-meanwhile",
    ),
    "player": Asked(
        lambda store, club: store.seasons.correct(
            club.season.id, correction(SeatChange(club.game.id, 0, Holder(SeatKind.ROBOT, "easy"))), 0
        ),
        "corrected-meanwhile",
    ),
    "insert": Asked(
        lambda store, club: correct(store, club, Insert(club.game._replace(id="forgotten"))), "same-id"
    ),
    "excuse": Asked(lambda store, club: correct(store, club, Excuse("n2", "u5")), "excused-already"),
    "adjust": Asked(
        lambda store, club: store.seasons.correct(
            club.season.id, correction(Adjust("u1", Fraction(5, 2))), 0
        ),
        None,
    ),
    "undo": Asked(lambda store, club: correct(store, club, Undo("c2")), "undone-already"),
    "bring": Asked(lambda store, club: bring(store, club.league, EARLIEST), "season-overlaps"),
    "take back": Asked(lambda store, club: store.seasons.take_back(club.earlier.id), "season-in-use"),
    "table": Asked(lambda store, club: store.tables.write(ending(club.table)), "out-of-step"),
}
"""All that can be asked."""
