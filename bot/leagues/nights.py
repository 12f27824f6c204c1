"""The nights of a season that were held, and what each member got there (L3, L7 to L9)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from bot.leagues.model import Night, Season, SeasonGame
from bot.leagues.scoring import Scorer


@dataclass(slots=True)
class NightTally:
    """What a member got in one night: the sum of the game scores, in units, their number, and parts of
    wins."""

    sum: int = 0
    games: int = 0
    wins: int = 0


@dataclass(slots=True)
class HeldNight:
    """A night with a game or a bye. ``planned`` is None for a free night. ``tallies`` are those of each
    member with a game score, ``sat_out`` is who had a bye."""

    id: str
    date: date
    planned: Night | None
    games: list[SeasonGame] = field(default_factory=list[SeasonGame])
    tallies: dict[str, NightTally] = field(default_factory=lambda: defaultdict[str, NightTally](NightTally))
    sat_out: set[str] = field(default_factory=set[str])


def counted_games(season: Season, games: Iterable[SeasonGame]) -> tuple[SeasonGame, ...]:
    """Those of a season's games that count for anything (L3)."""
    if season.settings.free == "count":
        return tuple(games)
    return tuple([game for game in games if game.night is not None])


def date_of(game: SeasonGame, zone: ZoneInfo) -> date:
    """The local date of a game: that on which it began."""
    return datetime.fromtimestamp(game.started, zone).date()


def free_night(on: date) -> str:
    """The id of the night that the free games of a date make up (L3)."""
    return f"free {on.isoformat()}"


def held_nights(season: Season, games: Iterable[SeasonGame], scorer: Scorer) -> list[HeldNight]:
    """The nights held, in their order, by the games that count (L3)."""
    planned = {night.id: HeldNight(night.id, night.date, night) for night in season.nights}
    free: dict[date, HeldNight] = {}
    zone = ZoneInfo(season.zone)
    for game in games:
        if game.night is not None:
            _add_game(planned[game.night], game, scorer)
            continue
        on = date_of(game, zone)
        if on not in free:
            free[on] = HeldNight(free_night(on), on, None)
        _add_game(free[on], game, scorer)
    for bye in season.byes:
        add_bye(planned[bye.night], bye.player, scorer)
    held = [night for night in planned.values() if night.games or night.sat_out]
    return in_order([*held, *free.values()])


def in_order(nights: Iterable[HeldNight]) -> list[HeldNight]:
    """Nights by date, a date's planned nights first, in the order in which they were given (L3)."""
    return sorted(nights, key=lambda night: (night.date, night.planned is None))


def _add_game(night: HeldNight, game: SeasonGame, scorer: Scorer) -> None:
    night.games.append(game)
    tallies = night.tallies
    for member, score, win in scorer.shares(game):
        tally = tallies[member]
        _add_score(tally, score)
        tally.wins += win


def add_bye(night: HeldNight, player: str, scorer: Scorer) -> None:
    """A member has sat out a round of a night (L8)."""
    night.sat_out.add(player)
    if scorer.bye is not None:
        _add_score(night.tallies[player], scorer.bye)


def _add_score(tally: NightTally, score: int) -> None:
    tally.sum += score
    tally.games += 1
