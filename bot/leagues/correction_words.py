"""Corrections in words: what was done, why it cannot be, what is wrong with a result from outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, cast
from zoneinfo import ZoneInfo

from bot.leagues.bringing import Stand, StandingChange
from bot.leagues.model import Event
from bot.leagues.paper.typed import Fault
from bot.leagues.season.corrections import CorrectionRefusal
from bot.leagues.season.entries import days_of
from bot.leagues.season.model import (
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
from bot.leagues.standings_words import LeagueNames, exact_text
from bot.telling.phrases import shorten
from bot.words.catalogue import Words, clean, in_text, tidy

REASON_LONGEST = 200


def reason_text(people: LeagueNames, reason: str) -> str:
    """Why somebody corrected something, in their words; that they did not say, where it is empty. Empty for
    whoever may not read it."""
    if not people.reasons:
        return ""
    return people.said(shorten(tidy(reason), REASON_LONGEST)) or people.words("league.event.no-reason")


class Log:
    """Puts a season's ``events`` into words; those that are undone or built upon are among them."""

    def __init__(self, people: LeagueNames, season: Season, events: Iterable[Event]) -> None:
        self._people = people
        self._words = people.words
        self._zone = ZoneInfo(season.zone)
        self.events = tuple(events)
        self._changes = {one.correction.id: one.correction.change for one in self.events}
        inserted = [one.game for one in self._changes.values() if isinstance(one, Insert)]
        self._games = {game.id: game for game in (*season.games, *inserted)}
        self._day = days_of(season)
        self._dates = {night.id: night.date for night in season.nights}

    def line(self, event: Event) -> str:
        """«Bram: the game on 8 September 2026 (Ann +3, Bob −3) is void · typing error · 9 September 2026,
        10:00 · undone»."""
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
                return words("league.event.void", game=self._game(self._games[game]))
            case Points(game):
                text = self._game(self._games[game])
                return words("league.event.points", game=text, points=self._points(change))
            case SeatChange(game, seat, holder):
                return words(
                    "league.event.player",
                    game=self._game(self._games[game]),
                    before=people.holders(self._games[game].holders)[seat],
                    player=people.holders([holder])[0],
                )
            case Insert(game):
                return words("league.event.insert", game=self._game(game))
            case Adjust(player, value):
                value = exact_text(words, value, signed=True)
                return words("league.event.adjust", name=people(player), value=value)
            case Excuse(night, player):
                return words("league.event.excuse", name=people(player), night=self._night(night))
            case Undo(event):
                return self._undo(event)

    def _undo(self, event: str) -> str:
        """What is undone, in words; an undo that is undone brings back what it had undone."""
        undone = self._changes[event]
        if not isinstance(undone, Undo):
            return self._words("league.event.undo", what=self.what(undone))
        return self._words("league.event.redo", what=self.what(self._changes[undone.event]))

    def _points(self, change: Points) -> str:
        """«Ann +3, Bob −3»: whose the points are, by who has the seats after corrections."""
        game = self._games[change.game]
        if len(game.holders) != len(change.points):
            return ", ".join(map(self._words.points, change.points))
        holders = [*game.holders]
        for event in self.events:
            seated = event.correction.change
            if event.stands and isinstance(seated, SeatChange) and seated.game == change.game:
                holders[seated.seat] = seated.holder
        return self._people.result(game._replace(holders=tuple(holders), points=change.points))

    def _game(self, game: SeasonGame) -> str:
        """«the game on 8 September 2026 (Ann +3, Bob −3)»: a game as it was first written."""
        date = self._words.date(self._day(game))
        return self._words("league.event.game", date=date, result=self._people.result(game))

    def _night(self, id: str) -> str:
        return self._words.date(self._dates[id]) if id in self._dates else self._people.id(id)


def refusal_text(words: Words, refusal: CorrectionRefusal, sums: tuple[int, int] | None) -> str:
    """A sentence for who asked for the correction; ``sums`` are what points add up to and what they have to,
    where that is known."""
    points, due = sums or (0, 0)
    fields = {"points": words.points(points), "sum": words.points(due)}
    return words(f"correction.refused.{refusal.value}", **fields)


LONGEST_PATH: Final = 80
"""Characters of where something is in a season file."""


def paper_fault(words: Words, fault: Fault) -> str:
    """«Line 5: deal 4 adds up to −12, …»: what is wrong with a result on paper, as Discord's Markdown."""
    said = words(f"paper.fault.{fault.code}", **_details(words, fault))
    return said if fault.line is None else words("paper.line", line=words.number(fault.line), said=said)


def import_fault(words: Words, fault: Fault) -> str:
    """«Row 5: …»: what is wrong with a spreadsheet or a season file, as Discord's Markdown."""
    said = words(f"import.fault.{fault.code}", **_details(words, fault))
    return said if fault.line is None else words("import.row", line=words.number(fault.line), said=said)


def _details(words: Words, fault: Fault) -> dict[str, str]:
    return {name: _detail(words, name, value) for name, value in fault.details.items()}


def _detail(words: Words, name: str, value: object) -> str:
    """A detail as it is read: points have their sign, what people wrote is as they wrote it."""
    match name, value:
        case "contract", str(contract):
            return words(f"contract.{contract}")
        case "sums", tuple():
            return words.either(words.points(one) for one in cast(Sequence[int], value))
        case "names", tuple():
            return words.both(_as_written(one) for one in cast(Sequence[str], value))
        case (("points" | "sum"), int(points)):
            return words.points(points)
        case "where", str(path):
            return in_text(tidy(path)[:LONGEST_PATH])
        case _, int(number):
            return words.number(number)
        case _:
            return _as_written(str(value))


def _as_written(text: str) -> str:
    return in_text(clean(text, "…"))


def move_lines(people: LeagueNames, every: Sequence[StandingChange]) -> list[str]:
    """«Ann: place 3 → 1, value 12 → 18.5»; that nothing moves, where nothing does."""
    words = people.words
    lines = [
        words(
            "moves.line",
            name=people(one.member),
            place=_place(people, one.before),
            value=_value(people, one.before),
            new_place=_place(people, one.after),
            new_value=_value(people, one.after),
        )
        for one in every
    ]
    return lines or [words("moves.nothing")]


def _place(people: LeagueNames, one: Stand | None) -> str:
    return "–" if one is None or one.place is None else people.words.number(one.place)


def _value(people: LeagueNames, one: Stand | None) -> str:
    return "–" if one is None else exact_text(people.words, one.value)
