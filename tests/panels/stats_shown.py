"""Panels of statistics, for one reader: everything at its longest that is still usual."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Final

from bot.discordkit.interactions import PressId
from bot.discordkit.pages import leaves
from bot.discordkit.panel import Drawing, button, even_rows, select, select_option
from bot.engine.cards import FULL_PACK
from bot.leagues.model import League, SeasonFacts
from bot.leagues.season.model import Rating
from bot.leagues.season.settings import SeasonSettings
from bot.pictures.painter import render
from bot.stats.charts_words import PAGE as CONTRACTS
from bot.stats.charts_words import cards_picture, contracts_picture, course_picture, explanation, packs
from bot.stats.counting import WHOLE_GAME, Feat, PersonTallies, Tally, TallyKind, Thing
from bot.stats.people_words import against_lines, compare_picture, person_card, role_lines, row_lines
from bot.stats.ports import (
    Activity,
    AmountPlayed,
    CardCounts,
    Extreme,
    LeaderboardMeasure,
    PlayedGame,
    Streak,
    StreakKind,
)
from bot.stats.ratings import LadderRung, Rated
from bot.stats.server_words import (
    LeaderboardEntry,
    LeaderboardPage,
    leaderboard_picture,
    record_lines,
    server_picture,
)
from bot.stats.ui import board, looks
from bot.stats.ui import person as person_panel
from bot.stats.ui.board import PAGE, ShownBoard
from bot.stats.ui.desk import RATING, BoardView, Conditions, PersonView, StatsPage, StatsVisit
from bot.stats.ui.looks import StatsPicture, Value
from bot.stats.ui.person import BESIDES, OfferedConditions, ShownPage
from bot.stats.ui.server import replay_button
from bot.stats.words import LadderStanding, PersonStats
from bot.telling.phrases import Reader
from bot.words.catalogue import Words, words_for
from tests.project.test_catalogue import contract_names

NOW: Final = 1_790_000_000.0
WHO: Final = 1_574_285_694_078_025_728
NAMES: Final = ("Ann", "Bram", "Chloé", "Dmitri", "Bartholomeus van den Broeck")
LONG: Final = "Bartholomeus van den Broeck"
SERVER: Final = "Kaartclub Sint-Andries en omstreken"
LEAGUE: Final = League(1234567, 1, "Dinsdagclub Sint-Andries", "kingen", 4, "Europe/Brussels", 1, 0.0)
SEASON: Final = SeasonFacts(
    1234567, 1234567, 3, "2026", SeasonSettings(), datetime.fromtimestamp(NOW, UTC).date()
)
CONDITIONS: Final = Conditions("whisthub-double-king", "s1234567", "2025-01", "2026-12")
CHOICES: Final = ("trump C", "trump none", "trump last-card", "hearts", "king-of-hearts", "queens")


def visit(reader: Reader, *, public: bool = False) -> StatsVisit:
    """Who looks; ``public``: everybody does."""
    return StatsVisit(Reader(reader.words) if public else reader, 1, WHO, SERVER)


def tally(number: int) -> Tally:
    """Of something that occurred often enough."""
    feat = Feat(25, 12, 3)
    return Tally(12 + number, -130 + 21 * number, 40, 5, 7, -300, 48 + 4 * number, feat, feat)


@cache
def person() -> PersonTallies:
    """Somebody who has played everything."""
    things = [Thing(TallyKind.CONTRACT, one) for one in sorted(contract_names() - {"open"})]
    things += [Thing(TallyKind.WHIST, one) for one in ("pair-8", "solo-6", "troel", "small-misere")]
    things += [Thing(TallyKind.CHOSEN, one) for one in CHOICES]
    things += [Thing(TallyKind.SEAT, str(seat)) for seat in range(5)]
    things += [Thing(TallyKind.AGAINST, str(number)) for number in range(1, 40)]
    things += [Thing(TallyKind.PLACE, str(place)) for place in range(1, 6)]
    things += [Thing(TallyKind.DEALER), Thing(TallyKind.DEAL), Thing(TallyKind.GAME)]
    return PersonTallies({thing: tally(number) for number, thing in enumerate(things)})


def games(count: int) -> list[PlayedGame]:
    """So many, one every third day, the latest first."""
    return [
        PlayedGame(
            number,
            NOW - 260_000.0 * number,
            "kingen-iwwa",
            4,
            1 + number * 7 % 4,
            False,
            number * 17 % 40 - 20,
            -8,
        )
        for number in range(count)
    ]


@cache
def told(user_id: int = WHO) -> PersonStats:
    """All that can be known of somebody."""
    rated = [Rated(game.ended_at, game.table, Rating(25.0 + game.table % 7, 3.0)) for game in games(60)]
    return PersonStats(
        user_id,
        LONG,
        "Dubbelkingen (WhistHub) · Dinsdagclub Sint-Andries, 2026",
        person(),
        games(60),
        {row: Streak(12, 21) for row in StreakKind},
        {str(number): f"{NAMES[number % len(NAMES)]} {number}" for number in range(1, 38)},
        2,
        None,
        LadderStanding(LadderRung(user_id, Rating(31.2, 1.4), 128, 3), 48, rated[::-1], 12),
        True,
    )


def listing() -> LeaderboardPage:
    """A page in the middle of a leaderboard."""
    lines = [
        LeaderboardEntry(16 + number, number, f"{NAMES[number % 5]} {number}", 128, "+12.3")
        for number in range(PAGE)
    ]
    return LeaderboardPage(lines, PAGE, 100, LeaderboardEntry(90, WHO, LONG, 12, "−3.1"))


def activity() -> Activity:
    """A server on which much is played."""
    weeks = {
        f"2026-{month:02}-{day:02}": AmountPlayed(month, 10, 9000)
        for month in range(6, 10)
        for day in range(1, 29)
    }
    names = ("kingen", "kingen-iwwa", "dubbelkingen", "whist-walloon", "whisthub-double-king", "russian-king")
    presets = {one: AmountPlayed(40 + len(one), 400, 90_000) for one in names}
    return Activity(weeks, presets, [hour * 37 % 11 for hour in range(168)], 48)


def counts(players: int, *, shuffled: bool = True) -> list[CardCounts]:
    """How often each card came to each seat."""
    each = [100 + card * 13 % 17 for card in range(52)]
    return [CardCounts(FULL_PACK, players, shuffled, seat, 400, each) for seat in range(players)]


def values(words: Words) -> Iterator[Value]:
    """Each picture there is."""
    one, zone = told(), "Europe/Brussels"
    yield person_card(words, one)
    yield contracts_picture(words, one, 0)
    yield course_picture(words, one)
    yield compare_picture(words, one, told(1))
    yield server_picture(words, SERVER, activity(), NOW, zone)
    yield _board(words)
    for found in (counts(4), counts(3, shuffled=False)):
        for pack, kept in packs(found).items():
            yield cards_picture(words, "", pack, kept)


def _board(words: Words) -> Value:
    head = words(f"stats.measure.{LeaderboardMeasure.MEAN}")
    return leaderboard_picture(words, SERVER, f"{head} · {words('stats.everything')}", head, listing(), WHO)


@cache
def _painted(language: str) -> tuple[tuple[Value, bytes], ...]:
    return tuple((value, render(value)) for value in values(words_for(language)))


def painted(reader: Reader) -> Iterator[StatsPicture]:
    """Each picture as the reader looks at it, with the notes that those of people and boards have."""
    words, of_people = reader.words, [reader.words("stats.hidden-note")]
    rated = [*of_people, words.count("stats.rating-undone", 12)]
    notes = rated, of_people, of_people, of_people, [], of_people
    for number, (value, data) in enumerate(_painted(words.language)):
        about = notes[number] if number < len(notes) else []
        yield StatsPicture(value, b"" if reader.preferences.text_mode else data, notes=about)


def in_lines(reader: Reader) -> Iterator[tuple[StatsPage, StatsPicture, int]]:
    """Each leaf of lines, page by page."""
    words, one = reader.words, told()
    for leaf, lines in (
        (StatsPage.ROLES, role_lines),
        (StatsPage.AGAINST, against_lines),
        (StatsPage.ROWS, row_lines),
    ):
        every = leaves(lines(words, one), BESIDES)
        for page in every:
            head = [f"### {one.name}", f"-# {words(f'stats.page.{leaf}')} · {one.about}"]
            yield leaf, StatsPicture(lines=[*head, *page], notes=[words("stats.hidden-note")]), len(every)


def records(words: Words) -> tuple[StatsPicture, Sequence[Extreme]]:
    """The longest there are."""
    every = [Extreme(number, LONG, "take-king-of-hearts", Feat(-125, 123_456, 19)) for number in range(6)]
    every[0] = Extreme(1, LONG, "", Feat(125, 123_456, WHOLE_GAME))
    told = [(one, one.feat.table) for one in every]
    return StatsPicture(
        lines=["### So", *record_lines(words, told)], notes=[words("stats.records.about")]
    ), every


def _leaves(reader: Reader) -> list[Drawing]:
    at = visit(reader)
    pictured = [*painted(reader)][:3]
    found = [
        person_panel.leaf(
            at,
            ShownPage(PersonView(WHO, leaf, CONDITIONS), look, pages, 1 if pages > 1 else 0, CONTRACTS, True),
        )
        for leaf, look, pages in zip(
            (StatsPage.CARD, StatsPage.CONTRACTS, StatsPage.COURSE), pictured, (1, 3, 1), strict=True
        )
    ]
    found += [
        person_panel.leaf(at, ShownPage(PersonView(WHO, leaf, CONDITIONS), look, pages, 0, 1, True))
        for leaf, look, pages in in_lines(reader)
    ]
    return found


def _conditions(reader: Reader) -> list[Drawing]:
    months = [f"{year}-{month:02}" for year in (2026, 2025, 2024) for month in range(12, 0, -1)]
    offered = OfferedConditions(["kingen", "whist-walloon"], months, [(LEAGUE, [SEASON] * 9)] * 4)
    view = PersonView(WHO, StatsPage.CONDITIONS, CONDITIONS)
    return [person_panel.conditions(visit(reader), view, LONG, "128, 1,280", offered)]


def _boards(reader: Reader) -> list[Drawing]:
    look = [*painted(reader)][5]
    return [
        board.board(visit(reader), ShownBoard(BoardView(measure, 999_999, CONDITIONS, PAGE), listing(), look))
        for measure in (RATING, LeaderboardMeasure.WON.value)
    ]


def _private(reader: Reader) -> list[Drawing]:
    """What is asked of servers and of cards, and records."""
    at, words, every = visit(reader), reader.words, [*painted(reader)]
    shows = looks.show(words, PressId("stats-server-show"))
    found = [looks.private(at, every[index], *even_rows([shows])) for index in (3, 4)]
    pick = select(PressId("stats-pack"), words("stats.pick.pack"), [select_option("52", "0")])
    what = button(words("button.what-is-this"), PressId("stats-cards"))
    found += [looks.private(at, look, pick, *even_rows([what, shows])) for look in every[6:]]
    found.append(
        looks.private(at, StatsPicture(lines=[words("stats.cards"), *explanation(words)]), *even_rows([what]))
    )
    look, extremes = records(words)
    replays = [replay_button(words, number, one.feat) for number, one in enumerate(extremes, 1)]
    picks = [select(PressId("stats-records", seq=seq), "?", [select_option("1", "1")]) for seq in (0, 1)]
    return [*found, looks.private(at, look, *picks, *even_rows([*replays, shows]))]


def _posted(reader: Reader) -> list[Drawing]:
    at, moment = visit(reader, public=True), datetime.fromtimestamp(NOW, UTC)
    look, extremes = records(reader.words)
    replays = [replay_button(reader.words, number, one.feat) for number, one in enumerate(extremes, 1)]
    everybody = Reader(reader.words)
    return [
        *(looks.posted(at, one, moment) for one in painted(everybody)),
        looks.posted(at, look, moment, replays),
    ]


STATS: dict[str, Callable[[Reader], list[Drawing]]] = {
    "bot.stats.ui.board.board": _boards,
    "bot.stats.ui.looks.posted": _posted,
    "bot.stats.ui.looks.private": _private,
    "bot.stats.ui.person.conditions": _conditions,
    "bot.stats.ui.person.leaf": _leaves,
}
"""Everything that makes a drawing, by its full name."""
