"""Standings as a picture's values and as text; and what all that is said of leagues needs: people, numbers,
contracts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from bot.leagues.model import ListedMember, SeasonFacts, StandingsPage
from bot.leagues.paper.sheet import Sums
from bot.leagues.season.model import Holder, Season, SeasonGame
from bot.leagues.season.standings import AllTime
from bot.pictures.stat_values import Figure, StandingsPicture, StandingsRow
from bot.telling import phrases
from bot.telling.alt_tables import line, ranked_by
from bot.telling.phrases import ELLIPSIS
from bot.words.catalogue import Words, clean, in_text, tidy


@dataclass(frozen=True, slots=True)
class LeagueNames:
    """What people are called, by id, and how their own words are ``shown`` where they are read: as Discord's
    Markdown, or as they are. Why somebody corrected something is shown with ``reasons`` alone: it is for
    members and organisers (docs/privacy.md)."""

    words: Words
    names: Mapping[str, str]
    shown: Callable[[str], str] = in_text
    reasons: bool = False

    def __call__(self, id: str) -> str:
        """What somebody is called; by their id where nobody knows a name."""
        return self.id(self.names.get(id) or id)

    def id(self, id: str) -> str:
        """An id, or a name, of whatever length."""
        return self.shown(clean(id, otherwise="?"))

    def said(self, text: str) -> str:
        """What somebody has written, fit for a sentence."""
        return self.shown(tidy(text))

    def holders(self, holders: Sequence[Holder]) -> list[str]:
        """Who has the seats of a game. A robot is known by its kind alone: where several are of one, each has
        a number too, in the order of their seats."""
        names = [
            self(one.id) if one.is_person else phrases.robot_alone(self.words, one.id) for one in holders
        ]
        return [
            f"{name} {holders[: seat + 1].count(one)}" if holders.count(one) > 1 else name
            for seat, (one, name) in enumerate(zip(holders, names, strict=True))
        ]

    def result(self, game: SeasonGame) -> str:
        """«Ann +3, Bob −3»."""
        pairs = zip(self.holders(game.holders), map(self.words.points, game.points), strict=True)
        return ", ".join(map(" ".join, pairs))


def names_of(season: Season) -> dict[str, str]:
    """What a season calls its members and guests; a member's name before a guest's of the same id."""
    guests = {one.id: one.name for one in season.guests}
    return guests | {one.id: one.name for one in season.members}


def rounded(value: Fraction) -> Decimal:
    """To one decimal, halves to the even digit, without a trailing zero (docs/rules/leagues.md)."""
    tenths = round(value * 10)
    return Decimal(tenths // 10) if tenths % 10 == 0 else Decimal(tenths) / 10


def score_text(words: Words, value: Fraction, *, signed: bool = False) -> str:
    """«56.5»: a score, rounded; ``signed`` also with its plus sign."""
    return words.points(rounded(value)) if signed else words.number(rounded(value))


def exact_text(words: Words, value: Fraction, *, signed: bool = False) -> str:
    """«−2.5», «13/17»: a number as it is, as a fraction where a decimal does not do."""
    if rounded(value) == value:
        return score_text(words, value, signed=signed)
    sign = "−" if value < 0 else "+" if signed else ""
    return f"{sign}{abs(value)}"


DECLINED: Final[Mapping[str, tuple[str, ...]]] = {
    "tricks": ("взятки", "взяток"),
    "hearts": ("черви", "червей", "черва"),
    "kings-jacks": ("мальчики", "мальчиков", "короли и валеты", "королей и валетов"),
    "jacks": ("валеты", "валетов"),
    "queens": ("девочки", "девочек", "дамы", "дам"),
    "king-of-hearts": ("кинг", "кинга", "король червей", "короля червей"),
    "last-two": ("последние", "последних", "две последние", "двух последних", "2 последние", "2 последних"),
    "seventh-last": ("7-я и последняя", "7-й и последней", "седьмая и последняя", "седьмой и последней"),
    "eralash": ("ералаш", "ералаша"),
    "trump": ("козыри", "козыря", "козырей"),
    "no-trump": ("без козырей", "бескозырка"),
}
"""What contracts, and their mirrors, are called on Russian score sheets beside their names: people write the
nominative as well as the genitive that follows «без»."""


def contract_words(words: Words, games: Mapping[int, Sums]) -> dict[str, tuple[str, ...]]:
    """The contracts of a game by the words for them: their names in this language, these without their first
    word («No hearts», «hearts»), what else Russian sheets call them, and their names in the notation. A word
    may be that of several contracts, as of one and its mirror."""
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted({name for sums in games.values() for deal in sums.deals for name in deal}):
        called = words(f"contract.{name}")
        also = DECLINED.get(name.removeprefix("take-"), ())
        for word in dict.fromkeys((name, called, called.partition(" ")[2] or called, *also)):
            found[word] = (*found.get(word, ()), name)
    return found


MEDALS: Final = 3
"""The places that have one."""


class SeasonProgress(NamedTuple):
    """How far a season has got: nights ``held`` of so many ``planned`` so far, those held among them."""

    held: int
    planned: int


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of figures."""

    head: str
    figure: Callable[[ListedMember], Figure]


def standings_picture(
    words: Words, league: str, season: SeasonFacts, nights: SeasonProgress, page: StandingsPage
) -> StandingsPicture:
    """The standings of a season (L12 to L15)."""
    columns = (_nights(words), _games(words), _value(words, _measure(words, season)))
    rows = _rows(page, columns, changing=True)
    least = season.settings.minimum if any(row is not None and not row.place for row in rows) else 0
    return StandingsPicture(
        title=league,
        subtitle=words(
            "standings.subtitle", about=season_name(words, season), state=_state(words, season, nights)
        ),
        heads=tuple(column.head for column in columns),
        rows=rows,
        form_word=words("standings.head.form"),
        unplaced_word=words.count("standings.minimum", least) if least else "",
        caption=_caption(words, page),
    )


def night_picture(
    words: Words, league: str, night: date, page: StandingsPage, *, free: bool = False
) -> StandingsPicture:
    """What one night has come to for those who played it (L9); ``free`` where it is a free night (L3)."""
    columns = (_games(words), _value(words, words("standings.head.score")))
    day = words.date(night)
    return StandingsPicture(
        title=league,
        subtitle=words("standings.free-night" if free else "standings.night", date=day),
        heads=tuple(column.head for column in columns),
        rows=_rows(page, columns),
        caption=_caption(words, page),
    )


def difference_picture(words: Words, league: str, night: date, page: StandingsPage) -> StandingsPicture:
    """What a night of duplicate rounds has come to: by how much everybody differed from the mean of the same
    seat, exactly."""
    columns = (
        _games(words),
        _value(words, words("standings.head.difference"), partial(exact_text, signed=True)),
    )
    return StandingsPicture(
        title=league,
        subtitle=words("night.result.difference", night=words("standings.night", date=words.date(night))),
        heads=tuple(column.head for column in columns),
        rows=_rows(page, columns),
        caption=_caption(words, page),
    )


def all_time_picture(words: Words, league: str, seasons: int, page: StandingsPage) -> StandingsPicture:
    """The table of so many seasons together (L16)."""
    columns = (_games(words), _wins(words), _value(words, words("standings.head.sum")))
    return StandingsPicture(
        title=league,
        subtitle=words.count("standings.all-time", seasons),
        heads=tuple(column.head for column in columns),
        rows=_rows(page, columns),
        caption=_caption(words, page),
    )


def listed(one: AllTime, name: str) -> ListedMember:
    """A member of the table of all time as a line of a page."""
    return ListedMember(one.player, name, one.place, one.sum, 0, one.games, one.wins)


def season_name(words: Words, season: SeasonFacts) -> str:
    """What a season is called: its name, else its number."""
    return season.name or words("standings.season", number=words.number(season.number))


def _state(words: Words, season: SeasonFacts, nights: SeasonProgress) -> str:
    """How far a season has got."""
    if not season.is_open:
        return words.count("standings.final", nights.held)
    if not nights.held:
        return words("standings.not-begun")
    if nights.planned > nights.held:
        return words.count("standings.after-of", nights.held, of=words.number(nights.planned))
    return words.count("standings.after", nights.held)


def _measure(words: Words, season: SeasonFacts) -> str:
    return words(f"standings.head.{season.settings.measure.replace('_', '-')}")


def _nights(words: Words) -> _Column:
    return _Column(
        words("standings.head.nights"),
        lambda line: Figure(words.number(line.nights), words.count("standings.nights", line.nights)),
    )


def _games(words: Words) -> _Column:
    return _Column(
        words("standings.head.games"),
        lambda line: Figure(words.number(line.games), words.count("standings.games", line.games)),
    )


def _wins(words: Words) -> _Column:
    def figure(line: ListedMember) -> Figure:
        wins = score_text(words, line.wins)
        return Figure(wins, words("standings.wins", wins=wins))

    return _Column(words("standings.head.wins"), figure)


def _value(words: Words, head: str, text: Callable[[Words, Fraction], str] = score_text) -> _Column:
    """What is ranked by: said first and without more words."""

    def figure(line: ListedMember) -> Figure:
        value = text(words, line.value)
        return Figure(value, value)

    return _Column(head, figure)


def _caption(words: Words, page: StandingsPage) -> str:
    """Which lines these are."""
    if not page.total:
        return words("standings.empty")
    if len(page.lines) == page.total:
        return words.count("standings.members", page.total)
    first, last = words.number(page.first + 1), words.number(page.first + len(page.lines))
    return words("standings.range", first=first, last=last, total=words.number(page.total))


def _rows(
    page: StandingsPage, columns: Sequence[_Column], *, changing: bool = False
) -> tuple[StandingsRow | None, ...]:
    """The lines of a page, and the reader's own where it is not among them; ``changing``: with movement and
    form."""
    own = page.own
    places = _shared(page)
    rows: list[StandingsRow | None] = [
        _row(line, own, columns, places, changing=changing) for line in page.lines
    ]
    if own is None or any(line.member == own.member for line in page.lines):
        return tuple(rows)
    row = _row(own, own, columns, places, changing=changing)
    if _is_before(own, page):
        beside = own.place == page.first
        return (row, *rows) if beside else (row, None, *rows)
    beside = own.place == page.first + len(page.lines) + 1
    return (*rows, row) if beside else (*rows, None, row)


def _is_before(own: ListedMember, page: StandingsPage) -> bool:
    """Whether a line that is not on a page stands before it."""
    if not page.first or not page.lines:
        return False
    first = page.lines[0]
    if own.place is None or first.place is None:
        return own.place is not None or (first.place is None and own.value > first.value)
    return own.place <= first.place


def _shared(page: StandingsPage) -> frozenset[int]:
    """The places that several have, as far as the page tells: by two who have it, or by one who stands lower
    than they would alone."""
    seen = {line.member: line.place for line in (*page.lines, *([page.own] if page.own else ()))}
    counts = Counter(seen.values())
    lower = {line.place for index, line in enumerate(page.lines, page.first + 1) if line.place != index}
    several = {place for place, count in counts.items() if count > 1} | lower
    return frozenset(place for place in several if place is not None)


def _row(
    line: ListedMember,
    own: ListedMember | None,
    columns: Sequence[_Column],
    shared: frozenset[int],
    *,
    changing: bool,
) -> StandingsRow:
    return StandingsRow(
        name=line.name,
        figures=tuple(column.figure(line) for column in columns),
        place="" if line.place is None else str(line.place),
        shared=line.place in shared,
        medal=line.place if line.place is not None and line.place <= MEDALS else 0,
        moved=line.moved if changing else None,
        form=line.form if changing else (),
        own=own is not None and line.member == own.member,
    )


_NUMBER: Final = re.compile(r"^(\d+)\.")


LONGEST: Final = 3600
"""Characters that twenty members take at most, with the reader's line elsewhere: a message has room for them
and a heading besides."""


def standings_text(words: Words, picture: StandingsPicture) -> str:
    """The table as Markdown: what it is, a line a member, the reader's own in bold, and which lines these
    are."""
    about = (picture.subtitle, ranked_by(words, picture))
    rows = [_row_text(words, one) for one in picture.lines()]
    return "\n".join([f"### {in_text(picture.title)}", *map(in_text, about), *rows, in_text(picture.caption)])


def _row_text(words: Words, one: StandingsRow | str | None) -> str:
    if one is None:
        return ELLIPSIS
    if isinstance(one, str):
        return in_text(one)
    # «3.» alone would begin a list, and Discord numbers lists anew.
    text = _NUMBER.sub(r"\1\\.", in_text(line(words, one)))
    return f"**{text}**" if one.own else text
