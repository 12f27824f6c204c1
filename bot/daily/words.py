"""What somebody's deal of the day came to, in sentences, and as a text to share that tells no card."""

from __future__ import annotations

from collections.abc import Iterator

from bot.daily.dailies import DailyResult
from bot.daily.deal import contract_of
from bot.daily.model import DailyComparison
from bot.telling import phrases
from bot.words.catalogue import Words


def points_line(words: Words, result: DailyResult) -> str:
    """«Queens: −4. A steady robot in your seat makes −6.»"""
    daily, points = result.own.daily, result.own.points
    assert points is not None
    contract = phrases.contract_name(words, contract_of(daily.day))
    return words("daily.points", contract=contract, points=words.points(points), par=words.points(daily.par))


def comparisons(words: Words, result: DailyResult) -> Iterator[str]:
    """Beside those of the server, and beside all others here; nothing where nobody else has played."""
    if result.on_server is not None and result.on_server.of > 1:
        yield _beside(words, "daily.on-server", result.on_server)
    if result.everywhere.of > 1:
        yield _beside(words, "daily.everywhere", result.everywhere)
    else:
        yield words("daily.first")


def _beside(words: Words, key: str, among: DailyComparison) -> str:
    return words(
        key,
        place=words.ordinal(among.place),
        of=words.number(among.of),
        best=words.points(among.best),
        mean=words.tenths(among.mean),
    )


def share_lines(words: Words, result: DailyResult) -> Iterator[str]:
    """Date, contract, points, place and streak: nothing by which anybody could play the deal better."""
    daily, points = result.own.daily, result.own.points
    assert points is not None
    yield words("daily.share.title", day=words.date(daily.day))
    yield words(
        "daily.share.points",
        contract=phrases.contract_name(words, contract_of(daily.day)),
        points=words.points(points),
        par=words.points(daily.par),
    )
    among = result.everywhere
    if among.share is not None:
        share = words("stats.percent", number=words.number(among.share))
        yield words(
            "daily.share.place", place=words.ordinal(among.place), of=words.number(among.of), share=share
        )
    if result.streak > 1:
        yield words.count("daily.streak", result.streak)
