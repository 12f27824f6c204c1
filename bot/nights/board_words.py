"""All tables of a round in words, a line or two each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from bot.engine.game import AWAITS_DECK
from bot.leagues.standings_words import exact_text
from bot.tables.model import UNFINISHED, Seat, State, TableFacts
from bot.telling import phrases
from bot.telling.phrases import HELD, TEXT_LONGEST, clock_time, fitting, relative, shorten
from bot.words.catalogue import Words, in_text

MANY: Final = 8
"""With more tables than these all of them are shown in small print, so that they fit a phone."""

_LETTERS: Final = {4: 20, MANY: 14}
"""Of a name, by the most tables for which there is room for so many."""

_FEWER: Final = (10, 8, 6, 4)
"""Of a name with more tables, or where other texts leave no room: as many as fit."""

BESIDE: Final = 900
"""Characters that a message needs at most for all but its tables."""


class RoundScore(NamedTuple):
    """What somebody made in a round; the ``difference`` from the same seat at the other tables in a duplicate
    round."""

    name: str
    points: int
    robot: bool = False
    difference: Fraction | None = None


class TableProgress(NamedTuple):
    """A game at a table: its number of so many, and the number of its deal of so many, 0 where that is not to
    be shown. Before it begins it waits for those who are ``missing``, at most ``until``."""

    facts: TableFacts
    number: int = 1
    of: int = 1
    deal: int = 0
    deals: int = 0
    missing: tuple[str, ...] = ()
    until: float | None = None


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table of a round. ``seats`` are those who sit there now, or are to; ``game`` is what is played there,
    or was last, None before it is open; ``scores`` is what it came to, most first, once that is over and may
    be shown. ``url`` leads to it; empty where there is no way. ``is_held``: it waits for a referee."""

    number: int
    seats: tuple[Seat, ...]
    game: TableProgress | None = None
    scores: tuple[RoundScore, ...] = ()
    is_over: bool = False
    url: str = ""
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A round of so many of a league's night. It ends at ``ends_at``, None without a limit and in a pause;
    ``byes`` sit it out, ``spare`` are substitutes who wait, ``next`` play from the next round on.
    ``is_veiled``: all tables play the same cards, and not all have played them; ``has_own_cards``: they were
    to, but some play cards of their own. ``notes`` are sentences of what is otherwise than was planned.
    ``is_final``: it decides a tournament, and others look on; ``is_here``: in the channel of the board."""

    league: str
    round: int
    of: int
    tables: Sequence[BoardTable]
    ends_at: float | None = None
    is_paused: bool = False
    time_up: bool = False
    is_over: bool = False
    is_veiled: bool = False
    has_own_cards: bool = False
    byes: Sequence[str] = field(default=())
    spare: Sequence[str] = field(default=())
    next: Sequence[str] = field(default=())
    notes: Sequence[str] = field(default=())
    is_final: bool = False
    is_here: bool = False


def title(words: Words, board: Board) -> str:
    """Which round it is, and how it stands."""
    heading = words(
        "night.board.title",
        league=in_text(board.league),
        round=words.number(board.round),
        of=words.number(board.of),
    )
    state = _state(words, board)
    lines = [f"### {heading}", *([f"-# {state}"] if state else [])]
    if board.is_final and not board.is_over:
        if board.is_here:
            lines.append(words("night.board.final-here"))
        elif any(one.url for one in board.tables):
            lines.append(words("night.board.final"))
    return "\n".join(lines)


def tables_text(words: Words, board: Board) -> str:
    """All its tables, those that are over on one line each; names as long as there is room for. Where there
    is none for all tables, those that are over are left out first."""
    usual = next((letters for most, letters in _LETTERS.items() if len(board.tables) <= most), _FEWER[0])
    room = TEXT_LONGEST - BESIDE
    for letters in (usual, *(one for one in _FEWER if one < usual)):
        writer = _TableWriter(words, letters, small=len(board.tables) > MANY)
        text = "\n".join(map(writer.table, board.tables))
        if len(text) <= room:
            return text
    first = sorted(board.tables, key=lambda one: one.is_over)
    writer = _TableWriter(words, _FEWER[0], small=True)
    return fitting([writer.table(one) for one in first], room, f"-# {words('night.board.others')}", "\n")


def each_table(words: Words, board: Board) -> list[str]:
    """Its tables one by one, to be leafed through."""
    writer = _TableWriter(words, _FEWER[0], small=True)
    return [*map(writer.table, board.tables)]


def others_text(words: Words, board: Board) -> str:
    """Who does not play in this round and what is otherwise than was planned, in small print; empty where
    there is nothing of it."""
    kinds = (("byes", board.byes), ("spare", board.spare), ("next", board.next))
    lines = [*board.notes]
    lines += [words(f"night.board.{kind}", names=_listed(words, names)) for kind, names in kinds if names]
    if board.has_own_cards:
        lines.append(words("night.board.own-cards"))
    elif board.is_veiled:
        lines.append(words("night.board.veiled"))
    return "\n".join(f"-# {line}" for line in lines)


def _listed(words: Words, names: Iterable[str]) -> str:
    """As many as there is room for."""
    return fitting(
        [in_text(shorten(name, 20)) for name in names], BESIDE // 4, words("night.board.others"), ", "
    )


def _state(words: Words, board: Board) -> str:
    if board.is_over:
        return words("night.board.over")
    if board.is_paused:
        return words("night.board.paused")
    if board.time_up:
        return words("night.board.time-up")
    return "" if board.ends_at is None else words("night.board.ends", when=relative(board.ends_at))


class _TableWriter:
    """Writes tables, with names of at most so many letters."""

    def __init__(self, words: Words, letters: int, *, small: bool) -> None:
        self._words = words
        self._letters = letters
        self._small = small

    def table(self, table: BoardTable) -> str:
        """Its lines."""
        return "\n".join(self._lines(table))

    def _lines(self, table: BoardTable) -> Iterator[str]:
        name = self._words("hand.table", table=table.number)
        way = f"**[{name}]({table.url})**" if table.url else f"**{name}**"
        if table.is_over and table.scores:
            yield f"-# {way} · {', '.join(map(self._score, table.scores))}"
            return
        small = "-# " if self._small or table.is_over else ""
        people = ", ".join(map(self._seat, table.seats))
        state = " · ".join(self._states(table))
        if table.is_over:
            yield f"{small}{way} · {people} · {state}"
        else:
            yield f"{small}{way} · {people}"
            yield f"-# {state}"

    def _name(self, name: str) -> str:
        return in_text(shorten(name, self._letters))

    def _seat(self, seat: Seat) -> str:
        name = self._name(seat.name)
        return name if seat.user_id is not None else phrases.robot_named(self._words, name, seat.robot)

    def _score(self, score: RoundScore) -> str:
        text = f"{self._name(score.name)}{HELD}{self._words.points(score.points)}"
        if score.difference is None:
            return text
        return f"{text}{HELD}({exact_text(self._words, score.difference, signed=True)})"

    def _states(self, table: BoardTable) -> Iterator[str]:
        words, game = self._words, table.game
        if game is None:
            yield words("night.board.closed" if table.is_over else "night.board.to-open")
            return
        if game.of > 1:
            yield words("night.board.game", number=words.number(game.number), of=words.number(game.of))
        if game.facts.state is State.LOBBY and not table.is_held:
            yield from self._gathering(game)
            return
        if game.deals and game.facts.state in UNFINISHED:
            yield words("night.board.deal", number=words.number(game.deal), of=words.number(game.deals))
        if table.is_held and game.facts.state in UNFINISHED:
            yield words("night.board.held")
        elif game.facts.state is State.PLAYING:
            yield from self._waiting(game.facts)
        else:
            yield self._still(game.facts)

    def _gathering(self, game: TableProgress) -> Iterator[str]:
        """Who is not there yet."""
        if not game.missing:
            yield self._words("night.board.all-here")
            return
        yield self._words("night.board.missing", names=", ".join(map(self._name, game.missing)))
        if game.until is not None:
            yield self._words("night.board.until", when=clock_time(game.until))

    def _waiting(self, facts: TableFacts) -> Iterator[str]:
        """For whom a game waits, and since when."""
        words, turn = self._words, facts.turn
        if facts.time_up:
            yield words("night.board.robots")
        elif turn == AWAITS_DECK:
            names = [self._name(one.name) for one in facts.seats if not (one.played_by_robot or one.ready)]
            if names:
                yield words("night.board.between", names=", ".join(names))
        elif turn is not None and facts.waited_for is not None:
            name = self._name(facts.seats[turn].name)
            if facts.turn_at is None:
                yield words("night.board.between", names=name)
            else:
                yield words("night.board.turn", name=name, when=relative(facts.turn_at))

    def _still(self, facts: TableFacts) -> str:
        """Why nothing is played at a table."""
        if facts.state is State.ADJOURNED:
            return self._words("night.board.waits" if facts.is_paused else "night.board.nobody")
        return self._words(f"night.board.{facts.state.value}")
