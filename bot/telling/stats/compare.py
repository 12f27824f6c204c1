"""Two people side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.pictures.stat_values import COMPARED, ComparedPerson, ComparePicture, CompareRow
from bot.statistics.model import Tally, TallyKind
from bot.telling.rating import rating_text
from bot.telling.stats.numbers import mean_text, share_text
from bot.telling.stats.told import ENOUGH, PersonStats, contract_text, edge
from bot.words.catalogue import Words

NOTHING = "–"


def compare_picture(words: Words, left: PersonStats, right: PersonStats) -> ComparePicture:
    """What both have done, and the contracts that both have played enough."""
    together = left.person.of(TallyKind.AGAINST, str(right.user_id))
    contracts = tuple(_contracts(words, left, right))
    games = words.count("stats.together", together.count) if together.count else words("stats.together.none")
    return ComparePicture(
        title=words("stats.compare"),
        subtitle=words("stats.titled", what=games, about=left.about),
        left=_compared(words, left),
        right=_compared(words, right),
        rows=tuple(_rows(words, left, right)) if left.person.deals.count or right.person.deals.count else (),
        contracts_word=words("stats.compare.contracts") if contracts else "",
        contracts=contracts,
        caption=words("stats.compare.caption", enough=words.number(ENOUGH)) if contracts else "",
        empty=words("stats.nothing"),
    )


def _compared(words: Words, told: PersonStats) -> ComparedPerson:
    rung = told.standing.rung if told.standing is not None else None
    remark = words("stats.rated", rating=rating_text(words, rung.rating)) if rung is not None else ""
    return ComparedPerson(told.name, told.avatar, remark)


def _rows(words: Words, left: PersonStats, right: PersonStats) -> Iterator[CompareRow]:
    one, other = left.person.games, right.person.games

    def row(word: str, value: Callable[[Tally], float], text: Callable[[Tally], str]) -> CompareRow:
        return _row(
            words(word),
            (value(one), text(one)) if one.count else None,
            (value(other), text(other)) if other.count else None,
        )

    games = [(tally.count, words.number(tally.count)) for tally in (one, other)]
    yield _row(words("stats.compare.games"), games[0], games[1], is_better_higher=False)
    yield row(
        "stats.compare.won", lambda it: it.won / it.count, lambda it: share_text(words, it.won, it.count)
    )
    yield row("stats.compare.mean", lambda it: it.mean, lambda it: mean_text(words, it.mean))
    yield row("stats.compare.above", _above, lambda it: mean_text(words, _above(it)))
    together = left.person.of(TallyKind.AGAINST, str(right.user_id))
    if together.count:
        yield _row(
            words("stats.compare.before"),
            (together.won, words.number(together.won)),
            (together.lost, words.number(together.lost)),
        )
        yield _row(
            words("stats.compare.difference"),
            (together.points, words.points(together.points)),
            (-together.points, words.points(-together.points)),
        )


def _above(tally: Tally) -> float:
    return edge(tally) or 0.0


def _contracts(words: Words, left: PersonStats, right: PersonStats) -> Iterator[CompareRow]:
    """Those that both have played enough, the most played first."""
    one, other = left.person.each(TallyKind.CONTRACT), right.person.each(TallyKind.CONTRACT)
    both = [name for name in one.keys() & other.keys() if min(one[name].count, other[name].count) >= ENOUGH]
    for name in sorted(both, key=lambda name: (-one[name].count - other[name].count, name))[:COMPARED]:
        mine, theirs = edge(one[name]), edge(other[name])
        if mine is not None and theirs is not None:
            yield _row(
                contract_text(words, name),
                (mine, mean_text(words, mine)),
                (theirs, mean_text(words, theirs)),
                sign=name,
            )


def _row(
    word: str,
    left: tuple[float, str] | None,
    right: tuple[float, str] | None,
    *,
    is_better_higher: bool = True,
    sign: str = "",
) -> CompareRow:
    better = 0
    if is_better_higher and left is not None and right is not None and left[1] != right[1]:
        better = -1 if left[0] > right[0] else 1
    return CompareRow(
        word,
        None if left is None else left[0],
        None if right is None else right[0],
        NOTHING if left is None else left[1],
        NOTHING if right is None else right[1],
        better,
        sign,
    )
