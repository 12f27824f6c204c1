"""What is told of a person in lines: as the dealer, by own choice, by seat, by contract bid, against whom,
and games in a row (S4 to S8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from bot.engine.cards import SUIT_LETTERS
from bot.pictures.stat_values import FORM
from bot.statistics.model import Tally, TallyKind
from bot.statistics.streaks import StreakKind
from bot.telling import phrases
from bot.telling.stats.numbers import mean_text, share_text
from bot.telling.stats.told import COURSE, PersonStats, contract_text, preset_text
from bot.words.catalogue import Words
from bot.words.names import in_text

TRUMP = "trump"


def role_lines(words: Words, told: PersonStats) -> Iterator[str]:
    """As the dealer (S4), by own choice (S5), by seat (S6), and by contract bid (S8)."""
    dealt, deals = told.person.of(TallyKind.DEALER), told.person.deals
    if not deals.count:
        yield words("stats.nothing")
        return
    yield f"**{words('stats.dealer')}**"
    line = _deals(words, dealt) if dealt.count else words("stats.never")
    yield words("stats.dealer.line", line=line, every=mean_text(words, deals.mean))
    yield from _section(words, words("stats.chosen"), _chosen(words, told))
    yield from _section(words, words("stats.seats"), _seats(words, told))
    if bids := told.person.each(TallyKind.WHIST):
        yield from _section(words, words("stats.bids"), _bids(words, bids))


def against_lines(words: Words, told: PersonStats) -> Iterator[str]:
    """Against whom somebody played, whom most first (S7)."""
    every = told.person.each(TallyKind.AGAINST)
    for other, tally in sorted(every.items(), key=lambda one: (-one[1].count, one[0])):
        if other in told.names:
            yield words.count(
                "stats.against.line",
                tally.count,
                name=in_text(told.names[other]),
                before=words.number(tally.won),
                behind=words.number(tally.lost),
                points=words.points(tally.points),
            )
    if not every:
        yield words("stats.against.nobody")
    if told.unnamed:
        yield f"-# {words.count('stats.against.hidden', told.unnamed)}"


def row_lines(words: Words, told: PersonStats) -> Iterator[str]:
    """Games in a row, and the last ones."""
    for row in StreakKind:
        streak = told.streaks.get(row)
        if streak is not None:
            yield words(
                f"stats.row.{row.value}", now=words.number(streak.now), longest=words.number(streak.longest)
            )
    if not told.games:
        yield words("stats.nothing-ended")
        return
    if told.looks_back and len(told.games) == COURSE:
        yield f"-# {words('stats.row.looked-back', count=words.number(COURSE))}"
    yield f"**{words.count('stats.form', min(len(told.games), FORM))}**"
    for game in told.games[:FORM]:
        day = datetime.fromtimestamp(game.ended_at, UTC).date()
        yield words(
            "stats.game.line",
            date=words.short_day(day),
            game=preset_text(words, game.preset),
            place=words.ordinal(game.place),
            of=words.number(game.players),
            points=words.points(game.points),
            above=mean_text(words, game.above),
        )


def chosen_text(words: Words, named: str) -> str:
    """What somebody named, «hearts» or «trump C», as it is called."""
    if not named.startswith(f"{TRUMP} "):
        return contract_text(words, named)
    said = named.removeprefix(f"{TRUMP} ")
    if len(said) == 1 and said in SUIT_LETTERS:
        return phrases.contract_name(words, TRUMP, SUIT_LETTERS.index(said))
    key = f"act.{TRUMP}-{said}"
    return words(key) if key in words.keys else named


def _section(words: Words, title: str, lines: list[str]) -> Iterator[str]:
    yield f"**{title}**"
    yield from lines or [words("stats.never")]


def _chosen(words: Words, told: PersonStats) -> list[str]:
    every = sorted(told.person.each(TallyKind.CHOSEN).items(), key=lambda one: (-one[1].count, one[0]))
    return [_line(words, chosen_text(words, named), _deals(words, tally)) for named, tally in every]


def _seats(words: Words, told: PersonStats) -> list[str]:
    every = sorted(told.person.each(TallyKind.SEAT).items(), key=lambda one: int(one[0]))
    return [
        _line(
            words,
            words.count("stats.seat", int(seat)) if int(seat) else words("stats.seat.dealer"),
            words(
                "stats.each",
                times=words.count("stats.games", tally.count),
                points=words.points(tally.points),
                mean=mean_text(words, tally.mean),
            ),
        )
        for seat, tally in every
    ]


def _bids(words: Words, bids: Mapping[str, Tally]) -> list[str]:
    every = sorted(bids.items(), key=lambda one: (-one[1].count, one[0]))
    return [
        _line(
            words,
            contract_text(words, contract),
            words.count(
                "stats.bid.line",
                bid.count,
                made=words.number(bid.won),
                share=share_text(words, bid.won, bid.count),
                lost=words.number(bid.lost),
                points=words.points(bid.points),
            ),
        )
        for contract, bid in every
    ]


def _deals(words: Words, tally: Tally) -> str:
    return words(
        "stats.each",
        times=words.count("stats.deals", tally.count),
        points=words.points(tally.points),
        mean=mean_text(words, tally.mean),
    )


def _line(words: Words, what: str, told: str) -> str:
    return words("stats.line", what=what, told=told)
