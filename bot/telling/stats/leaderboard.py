"""Who is ahead on a server, by a measure or by rating, as standings are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.league_values import Figure, StandingsPicture, StandingsRow
from bot.statistics.ports import Leaderboard, LeaderboardMeasure
from bot.statistics.rating_ports import Ladder
from bot.telling.rating import rating_text
from bot.telling.stats.numbers import mean_text, share_text
from bot.words.catalogue import Words

MEDALS = 3


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """Somebody on a leaderboard: how many games, and what they are ranked by, as it is told."""

    place: int
    user_id: int
    name: str
    games: int
    value: str


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """The lines from ``first`` on (from 0), of so many in all; ``own`` is the reader's, wherever it is."""

    lines: Sequence[LeaderboardEntry]
    first: int
    total: int
    own: LeaderboardEntry | None


def of_leaderboard(words: Words, found: Leaderboard, measure: LeaderboardMeasure) -> LeaderboardPage:
    """A leaderboard in words."""

    def told(value: float) -> str:
        match measure:
            case LeaderboardMeasure.MEAN:
                return mean_text(words, value)
            case LeaderboardMeasure.POINTS:
                return words.points(int(value))
            case LeaderboardMeasure.WINS | LeaderboardMeasure.GAMES:
                return words.number(int(value))
            case LeaderboardMeasure.WON:
                return share_text(words, value, 1)

    lines = [
        LeaderboardEntry(one.place, one.user_id, one.name, one.games, told(one.value)) for one in found.lines
    ]
    own = found.own
    mine = (
        None
        if own is None
        else LeaderboardEntry(own.place, own.user_id, own.name, own.games, told(own.value))
    )
    return LeaderboardPage(lines, found.first, found.total, mine)


def of_ladder(words: Words, found: Ladder, names: dict[int, str]) -> LeaderboardPage:
    """A ladder in words; who is asked for and has no place on it has no line."""
    every = [
        LeaderboardEntry(
            one.place,
            one.user_id,
            names.get(one.user_id, ""),
            one.games,
            rating_text(words, one.rating),
        )
        for one in (*found.rungs, *([found.own] if found.own is not None else ()))
        if one.place is not None
    ]
    own = found.own.user_id if found.own is not None else None
    lines = every[: len(found.rungs)]
    return LeaderboardPage(
        lines, found.first, found.total, next((one for one in every if one.user_id == own), None)
    )


def leaderboard_picture(
    words: Words, title: str, subtitle: str, head: str, found: LeaderboardPage, reader: int | None
) -> StandingsPicture:
    """A page, with the reader's own line where it is elsewhere."""
    rows: list[StandingsRow | None] = [_row(words, one, found, reader) for one in found.lines]
    own = found.own
    if own is not None and all(one.user_id != own.user_id for one in found.lines):
        row = _row(words, own, found, reader)
        is_before = bool(found.lines) and own.place <= found.lines[0].place
        rows = [row, None, *rows] if is_before else [*rows, None, row]
    return StandingsPicture(
        title=title,
        subtitle=subtitle,
        heads=(words("standings.head.games"), head),
        rows=tuple(rows),
        caption=_caption(words, found),
    )


def _row(words: Words, one: LeaderboardEntry, found: LeaderboardPage, reader: int | None) -> StandingsRow:
    shared = Counter(line.place for line in found.lines)[one.place] > 1
    return StandingsRow(
        name=one.name,
        figures=(
            Figure(words.number(one.games), words.count("standings.games", one.games)),
            Figure(one.value, one.value),
        ),
        place=str(one.place),
        shared=shared,
        medal=one.place if one.place <= MEDALS else 0,
        own=one.user_id == reader,
    )


def _caption(words: Words, found: LeaderboardPage) -> str:
    if len(found.lines) == found.total:
        return words.count("stats.people", found.total)
    first, last = words.number(found.first + 1), words.number(found.first + len(found.lines))
    return words("standings.range", first=first, last=last, total=words.number(found.total))
