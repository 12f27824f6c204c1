"""The nights of a season that were held, and what each member got there (L3, L7 to L9)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from bot.leagues.model import Game, Night, Season
from bot.leagues.scoring import Scorer


@dataclass(slots=True)
class HeldNight:
    """A night with a game or a bye. ``planned`` is None for a free night. ``scores`` are the game scores of
    each member in units, ``wins`` their parts of wins, ``sat_out`` who had a bye."""

    id: str
    date: date
    planned: Night | None
    games: list[Game] = field(default_factory=list[Game])
    scores: dict[str, list[int]] = field(default_factory=lambda: defaultdict[str, list[int]](list))
    wins: dict[str, int] = field(default_factory=lambda: defaultdict[str, int](int))
    sat_out: set[str] = field(default_factory=set[str])


def counted_games(season: Season, games: Iterable[Game]) -> tuple[Game, ...]:
    """Those of a season's games that count for anything (L3)."""
    if season.settings.free == "count":
        return tuple(games)
    return tuple([game for game in games if game.night is not None])


def held_nights(season: Season, games: Iterable[Game], scorer: Scorer) -> list[HeldNight]:
    """The nights held, in their order, by the games that count (L3)."""
    planned = {night.id: HeldNight(night.id, night.date, night) for night in season.nights}
    free: dict[date, HeldNight] = {}
    zone = ZoneInfo(season.zone)
    for game in games:
        if game.night is not None:
            _add_game(planned[game.night], game, scorer)
            continue
        on = datetime.fromtimestamp(game.started, zone).date()
        if on not in free:
            free[on] = HeldNight(f"free {on.isoformat()}", on, None)
        _add_game(free[on], game, scorer)
    for bye in season.byes:
        night = planned[bye.night]
        night.sat_out.add(bye.player)
        if scorer.bye is not None:
            night.scores[bye.player].append(scorer.bye)
    held = [night for night in planned.values() if night.games or night.sat_out]
    return sorted((*held, *free.values()), key=lambda night: (night.date, night.planned is None))


def _add_game(night: HeldNight, game: Game, scorer: Scorer) -> None:
    night.games.append(game)
    scores, wins = night.scores, night.wins
    for member, score, win in scorer.shares(game):
        scores[member].append(score)
        if win:
            wins[member] += win
