"""The log of a season's corrections, a sentence each (L17, L18)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.clubs.model import Event
from bot.leagues.model import (
    Adjust,
    Change,
    Excuse,
    Insert,
    Points,
    Season,
    SeasonGame,
    SeatChange,
    Undo,
    Void,
)
from bot.telling.fitting import shorten
from bot.telling.league.numbers import exact_text
from bot.telling.league.people import LeagueNames
from bot.words.names import tidy

REASON_LONGEST = 200


def reason_text(people: LeagueNames, reason: str) -> str:
    """Why somebody corrected something, in their words; that they did not say, where it is empty. Empty for
    whom it is not to be told."""
    if not people.reasons:
        return ""
    return people.said(shorten(tidy(reason), REASON_LONGEST)) or people.words("league.event.no-reason")


class Log:
    """Tells a season's ``events`` in words; those that are undone or built upon are among them."""

    def __init__(self, people: LeagueNames, season: Season, events: Iterable[Event]) -> None:
        self._people = people
        self._words = people.words
        self._zone = ZoneInfo(season.zone)
        self.events = tuple(events)
        self._changes = {one.correction.id: one.correction.change for one in self.events}
        inserted = [one.game for one in self._changes.values() if isinstance(one, Insert)]
        self._games = {game.id: game for game in (*season.games, *inserted)}
        self._dates = {night.id: night.date for night in season.nights}

    def line(self, event: Event) -> str:
        """«Bram: game t12 (Ann +3, Bob −3) has the points −3, +3 · typing error · 9 September 2026, 10:00 ·
        undone»."""
        made = event.correction
        author = self._words("league.event.by", author=self._people(made.by), what=self.what(made.change))
        parts = [author, reason_text(self._people, made.reason), self.moment(made.at)]
        if not event.stands:
            parts.append(self._words("league.event.undone"))
        return " · ".join(filter(None, parts))

    def moment(self, at: int) -> str:
        """«9 September 2026, 10:00»: a time in unix seconds, in the season's zone."""
        local = datetime.fromtimestamp(at, self._zone)
        words = self._words
        return words("league.event.moment", date=words.date(local.date()), time=words.time(local.time()))

    def what(self, change: Change) -> str:
        """What a correction does."""
        words, people = self._words, self._people
        match change:
            case Void(game):
                return words("league.event.void", game=self._game(game))
            case Points(game, points):
                told = ", ".join(words.points(one) for one in points)
                return words("league.event.points", game=self._game(game), points=told)
            case SeatChange(game, seat, holder):
                return words(
                    "league.event.player",
                    game=self._game(game),
                    seat=words.number(seat + 1),
                    player=people.holder(holder),
                )
            case Insert(game):
                return words("league.event.insert", game=people.id(game.id), result=people.result(game))
            case Adjust(player, value):
                value = exact_text(words, value, signed=True)
                return words("league.event.adjust", name=people(player), value=value)
            case Excuse(night, player):
                return words("league.event.excuse", name=people(player), night=self._night(night))
            case Undo(event):
                return self._undo(event)

    def _undo(self, event: str) -> str:
        """What is undone, told; an undo that is undone brings back what it had undone."""
        undone = self._changes.get(event)
        if undone is None:
            return self._words("league.event.undo", what=self._people.id(event))
        if not isinstance(undone, Undo):
            return self._words("league.event.undo", what=self.what(undone))
        first = self._changes.get(undone.event)
        return self._words(
            "league.event.redo", what=self._people.id(event) if first is None else self.what(first)
        )

    def _game(self, id: str) -> str:
        """«t12 (Ann, Bob, Cis)»: a game as it was first written."""
        game: SeasonGame | None = self._games.get(id)
        if game is None:
            return self._people.id(id)
        names = ", ".join(map(self._people.holder, game.holders))
        return self._words("league.event.game", game=self._people.id(id), names=names)

    def _night(self, id: str) -> str:
        return self._words.date(self._dates[id]) if id in self._dates else self._people.id(id)
