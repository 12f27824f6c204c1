"""The messages of a night in play and after it, at their fullest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any, Final, cast

from bot.discordkit.panel import Drawing, message_url
from bot.engine.game import AWAITS_DECK, DealResult
from bot.leagues.model import League, ListedMember, SeasonFacts
from bot.leagues.season.entries import NightLine
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.standings_words import SeasonProgress
from bot.nights.board_words import Board, BoardTable, RoundScore, TableProgress
from bot.nights.model import NightPlace
from bot.nights.outcome import NightFeat, NightOutcome, TableGame
from bot.nights.outcome_words import NightSummary, after_picture, table_picture
from bot.nights.ui import board as board_messages
from bot.nights.ui import messages as night_messages
from bot.pictures.painter import render
from bot.tables.model import Notice, Seat, State, TableFacts
from bot.words.catalogue import Words

Case = Callable[[Words], Iterable[Drawing]]

LEAGUE: Final = League(7, 10**18, "Dinsdagclub Sint-Andries", "kingen", 4, "Europe/Brussels", 11, 0.0)
SEASON: Final = SeasonFacts(9, 7, 1, "2026", SeasonSettings(), date(2026, 9, 1))
NAMES: Final = (
    "Ann", "Bram", "Chloé", "Dmitri", "Eva", "Fien", "Gé", "Hannelore", "Иван", "Jean-Baptiste",
    "Karel_de_Grote", "Lou", "Maximiliaan", "Nadine", "Олеся", "Piet",
)  # fmt: skip
SIXTEEN_TABLES: Final = 960
"""How high a board of so many may be: a phone and a half, each table on two lines."""

LATEST: Final = 1_790_000_000.0


def name(number: int) -> str:
    return f"{NAMES[number % len(NAMES)]}{'' if number < len(NAMES) else f' {number}'}"


def seats(table: int) -> tuple[Seat, ...]:
    return tuple(
        Seat("Alma") if table == 2 and seat == 3 else Seat(name(4 * table + seat), 4 * table + seat + 1)
        for seat in range(4)
    )


def facts(table: int, state: State, **others: Any) -> TableFacts:
    made = TableFacts(
        table + 1, 10**18, 2, None, "kingen", 4, "", 0.0, state=state, place=f"1.2.{table + 1}.1"
    )
    return replace(made, seats=seats(table), seats_given=True, **others)


def _game(table: int) -> TableProgress | None:
    """One of each kind in turn."""
    match table % 6:
        case 0:
            made = facts(table, State.PLAYING, turn=2, turn_at=LATEST)
            return TableProgress(made, deal=4, deals=10)
        case 1:
            return TableProgress(
                facts(table, State.LOBBY), missing=(name(4 * table), name(4 * table + 3)), until=LATEST
            )
        case 3:
            return TableProgress(facts(table, State.PLAYING, turn=AWAITS_DECK), deal=10, deals=10)
        case 4:
            return TableProgress(facts(table, State.ADJOURNED, notice=Notice.PAUSED), 2, 3, 7, 10)
        case 5:
            return None
        case _:
            return TableProgress(facts(table, State.FINISHED))


def _scores(table: int, *, compared: bool = False) -> tuple[RoundScore, ...]:
    return tuple(
        RoundScore(one.name, points, one.user_id is None, Fraction(points, 3) if compared else None)
        for one, points in zip(seats(table), (25, 3, -4, -24), strict=True)
    )


LATE = "Later than planned: I couldn't post here in time."


def board(tables: int, *, is_over: bool = False, compared: bool = False) -> Board:
    """A round at so many tables, some of which are over."""
    found: list[BoardTable] = []
    for number in range(tables):
        game = _game(number)
        done = is_over or (game is not None and game.facts.state is State.FINISHED)
        scores = _scores(number, compared=compared) if done else ()
        url = message_url(10**18 + 1, 10**18 + number)
        found.append(BoardTable(number + 1, seats(number), game, scores, done, url))
    return Board(
        LEAGUE.name, 2, 3, found,
        ends_at=LATEST + 1800, is_over=is_over, notes=() if is_over else (LATE,),
        byes=() if tables > 4 else (name(60), name(61), name(62)),
        spare=() if is_over else (name(63),), next=() if is_over else (name(64), name(65)),
    )  # fmt: skip


def veiled(tables: int) -> Board:
    """A duplicate round that some tables have still to play."""
    made = board(tables)
    return replace(made, tables=[replace(one, scores=()) for one in made.tables], is_veiled=True)


def outcome(people: int, *, by_difference: bool = False) -> NightSummary:
    """A night of so many people in a league of a few more."""
    made = TableGame(NightPlace(2, 3, 1), cast("Any", None), (), channel_id=10**18, message_id=10**18 + 1)
    deal = DealResult(3, 0, "hearts", None, (), (25, 0, 0, 0), ())
    scores = [Fraction(200 - 7 * number, 3 if by_difference else 1) for number in range(people)]
    lines = [NightLine(number + 1, f"m{number}", score, 3) for number, score in enumerate(scores)]
    night = NightOutcome(
        lines=lines,
        names={f"m{number}": name(number) for number in range(people)}
        | {"9": "Jan", "8": "Maximiliaan-Alexander"},
        games=12,
        guests=() if by_difference else (("9", 12), ("8", -3)),
        best=NightFeat(made, name(3), 25, deal),
        costly=NightFeat(made, name(9), -5, deal, 13),
        by_difference=by_difference,
        corrected=2,
        void=1,
    )
    standings = [
        ListedMember(
            f"m{one}",
            name(one),
            one + 1,
            Fraction(300 - one),
            8,
            24,
            Fraction(3),
            (one * 7) % 5 - 2,
            (1, 2, None, 4, 3),
        )
        for one in range(people + 9)
    ]
    at = datetime(2026, 9, 8, 23, 5, tzinfo=UTC)
    return NightSummary(
        LEAGUE, SEASON, date(2026, 9, 8), night, standings, SeasonProgress(8, 12), at, LATEST + 604800
    )


def result(words: Words, people: int, *, by_difference: bool = False) -> Drawing:
    one = outcome(people, by_difference=by_difference)
    night, after = table_picture(words, one), after_picture(words, one)
    assert one.night.best is not None and one.night.costly is not None
    url = message_url(10**18, 10**18 + 1, 10**18 + 2)
    images = (night, render(night)), (after, render(after))
    return night_messages.result(words, one, images, [(one.night.best, url), (one.night.costly, url)])


def nobody(words: Words) -> Drawing:
    one = outcome(4)
    return night_messages.nobody_played(words, replace(one, night=NightOutcome((), {}, 0, void=1)))


def absent(words: Words) -> Drawing:
    one = outcome(16)
    return night_messages.for_absent(words, one, one.standings[5], message_url(1, 2, 3), 11)


def _boards(words: Words) -> Iterator[Drawing]:
    for tables in (2, 5):
        yield board_messages.board(words, 1, replace(board(tables), is_final=True))
    yield board_messages.board(words, 1, replace(board(2), is_final=True, is_here=True))
    for tables in (1, 4, 16):
        yield board_messages.board(words, 5, board(tables))
    yield board_messages.board(words, 5, veiled(4))
    yield board_messages.board(words, 5, board(4, is_over=True, compared=True))


def _results(words: Words) -> Iterator[Drawing]:
    yield result(words, 11)
    yield result(words, 64, by_difference=True)


NIGHT_AFTER: Final[dict[str, Case]] = {
    "bot.nights.ui.board.board": _boards,
    "bot.nights.ui.board.leaf": lambda words: [
        board_messages.leaf(words, 5, board(80), number) for number in (0, 1, 99)
    ],
    "bot.nights.ui.board.call": lambda words: [
        board_messages.call(words, 2, 3, range(10**18, 10**18 + 5), range(10**18, 10**18 + here))
        for here in (0, 2, 5)
    ],
    "bot.nights.ui.messages.result": _results,
    "bot.nights.ui.messages.nobody_played": lambda words: [nobody(words)],
    "bot.nights.ui.messages.for_absent": lambda words: [absent(words)],
}
"""How each is drawn, by its full name."""
