"""What is drawn as charts: cards, contracts, the course of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.engine.cards import members
from bot.pictures.stat_values import (
    GRIDS,
    PACK,
    CardGrid,
    CardsPicture,
    ContractHeads,
    ContractRow,
    ContractsPicture,
    CourseMark,
    CoursePanel,
    CoursePicture,
    Tick,
)
from bot.pictures.stats.course import ticks
from bot.pictures.style import STANDARD, CardStyle
from bot.stats.chance import Deviation, deviation
from bot.stats.counting import Tally, TallyKind
from bot.stats.ports import CardCounts, PlayedGame
from bot.stats.words import (
    ENOUGH,
    KNOWN_AFTER,
    PersonStats,
    chance_text,
    contract_text,
    edge,
    mean_text,
    number_text,
    share_text,
)
from bot.words.catalogue import Words

RARE, RAREST = 0.05, 0.001
FEW: Final = 5
"""Cards of a kind that are to be expected at least, for p to mean something."""

Pack = tuple[int, int, bool]
"""A pack of cards, for so many players, shuffled or cut: what is counted together."""


def packs(found: Sequence[CardCounts]) -> dict[Pack, list[CardCounts]]:
    """What was counted, by pack, the one dealt most first, seats in their order."""
    every: dict[Pack, list[CardCounts]] = {}
    for one in found:
        every.setdefault((one.pack, one.players, one.shuffled), []).append(one)
    by_deals = sorted(every.items(), key=lambda each: -max(one.deals for one in each[1]))
    return {
        pack: sorted(each, key=lambda one: -1 if one.seat is None else one.seat) for pack, each in by_deals
    }


def pack_name(words: Words, pack: Pack) -> str:
    """«52 cards, 4 players · shuffled»."""
    cards, players, shuffled = pack
    how = words("stats.cards.shuffled" if shuffled else "stats.cards.cut")
    return words(
        "stats.cards.pack",
        cards=words.count("stats.cards.count", cards.bit_count()),
        players=words.count("stats.cards.players", players),
        how=how,
    )


def cards_picture(
    words: Words, name: str, pack: Pack | None, found: Sequence[CardCounts], style: CardStyle = STANDARD
) -> CardsPicture:
    """How often each card of a pack came, to each seat, or to the person of that ``name``."""
    title = words("stats.cards.of", name=name) if name else words("stats.cards")
    if pack is None or not found:
        return CardsPicture(title, "", (), empty=words("stats.cards.nothing"), style=style)
    known = [(one, far) for one in found[:GRIDS] if (far := deviation(one)) is not None]
    return CardsPicture(
        title=title,
        subtitle=pack_name(words, pack),
        grids=tuple(_grid(words, name, one, far) for one, far in known),
        rarer=words("stats.cards.rarer"),
        oftener=words("stats.cards.oftener"),
        verdict=verdict(words, [far for _, far in known]),
        empty=words("stats.cards.nothing"),
        style=style,
    )


def verdict(words: Words, every: Sequence[Deviation]) -> str:
    """What the numbers mean, of the seat that is furthest from chance."""
    if not every:
        return ""
    chances = [far.p for far in every if far.p is not None]
    if not chances:
        return words("stats.cards.verdict.cut")
    if min(far.expected for far in every) < FEW:
        return words("stats.cards.verdict.few")
    least = min(chances)
    if least >= RARE:
        return words("stats.cards.verdict.usual", share=share_text(words, least, 1))
    if least >= RAREST:
        return words("stats.cards.verdict.uneven", times=words.number(round(1 / least)))
    return words("stats.cards.verdict.rare")


def explanation(words: Words) -> Iterator[str]:
    """What X² and p are, and what *Check the deals* is for."""
    yield words("stats.cards.about")
    yield words("stats.cards.about.p")
    yield words("stats.cards.about.check", button=words("button.fair"))


def _grid(words: Words, name: str, one: CardCounts, far: Deviation) -> CardGrid:
    apart: list[float | None] = [None] * PACK
    for card, count in zip(members(one.pack), one.counts, strict=True):
        apart[card] = (count - far.expected) / far.sigma
    deals = words.count("stats.deals", one.deals)
    x2, degrees = number_text(words, far.x2), words.number(far.degrees)
    if far.p is None:
        note = words("stats.cards.note.cut", deals=deals, x2=x2)
    else:
        note = words("stats.cards.note", deals=deals, x2=x2, degrees=degrees, p=chance_text(words, far.p))
    word = name if one.seat is None else words("stats.cards.seat", number=words.number(one.seat + 1))
    return CardGrid(word, tuple(apart), note)


PAGE: Final = 9
"""Contracts of a page: as many as a phone shows with the way to the others."""


def contracts_picture(words: Words, stats: PersonStats, first: int) -> ContractsPicture:
    """The contracts from the ``first`` on, the one played most at the top."""
    rows = tuple(
        _row(words, stats, contract, tally) for contract, tally in every_contract(stats)[first : first + PAGE]
    )
    return ContractsPicture(
        title=stats.name,
        subtitle=words("stats.titled", what=words("stats.page.contracts"), about=stats.about),
        heads=ContractHeads(
            words("stats.head.average"),
            words("stats.head.edge"),
            words("stats.head.tricks"),
            words("stats.head.best"),
            words("stats.head.worst"),
        ),
        rows=rows,
        caption=_caption(words, rows),
        empty=words("stats.nothing"),
    )


def every_contract(stats: PersonStats) -> list[tuple[str, Tally]]:
    """All contracts that were played, the most played first."""
    return sorted(stats.person.each(TallyKind.CONTRACT).items(), key=lambda one: (-one[1].count, one[0]))


def _row(words: Words, stats: PersonStats, contract: str, tally: Tally) -> ContractRow:
    gained, bid = edge(tally), stats.person.of(TallyKind.WHIST, contract)
    deals = words.count("stats.deals", tally.count)
    return ContractRow(
        contract_sign=contract,
        contract=contract_text(words, contract),
        deals=words("stats.deals-points", deals=deals, points=words.points(tally.points)),
        average=mean_text(words, tally.mean),
        edge=gained,
        edge_word="" if gained is None else mean_text(words, gained),
        tricks=number_text(words, tally.tricks / tally.count),
        best=words.points(tally.best.points) if tally.best is not None else "",
        worst=words.points(tally.worst.points) if tally.worst is not None else "",
        made=_made(words, bid) if bid.count else "",
        few=tally.count < ENOUGH,
    )


def _made(words: Words, bid: Tally) -> str:
    return words("stats.bid-made", bid=words.number(bid.count), share=share_text(words, bid.won, bid.count))


def _caption(words: Words, rows: tuple[ContractRow, ...]) -> str:
    said = [words("stats.contracts.caption")]
    if any(row.few for row in rows):
        said.append(words("stats.contracts.few", enough=words.number(ENOUGH)))
    return " ".join(said)


SPAN: Final = 10
"""Games of which the line is the mean."""

ALONG: Final = 4
"""Dates below the line."""

MOST_TICKS: Final = 5


def course_picture(words: Words, stats: PersonStats) -> CoursePicture:
    """Points above the table's mean, game by game and as the mean of ten; below it the rating."""
    games = [*reversed(stats.games)]
    about = words("stats.titled", what=words("stats.page.course"), about=stats.about)
    if not games:
        return CoursePicture(stats.name, about, (), empty=words("stats.nothing-ended"))
    panels = [_points(words, games)]
    if (rating := _rating(words, stats, games)) is not None:
        panels.append(rating)
    return CoursePicture(
        title=stats.name,
        subtitle=about,
        panels=tuple(panels),
        along=_along(words, games),
        along_word=words("stats.course.along"),
        caption=words.count("stats.course.caption", len(games)),
    )


def _points(words: Words, games: Sequence[PlayedGame]) -> CoursePanel:
    each = [game.above for game in games]
    line = [_mean(each[max(0, end - SPAN) : end]) for end in range(1, len(each) + 1)]
    return CoursePanel(
        word=words.count("stats.course.points", min(SPAN, len(each))),
        values=tuple(line),
        ticks=tuple(Tick(float(at), mean_text(words, float(at))) for at in ticks([*line, 0.0], MOST_TICKS)),
        marks=_marks(words, games, line, signed=True),
        zero=0.0,
        each=tuple(each),
    )


def _rating(words: Words, stats: PersonStats, games: Sequence[PlayedGame]) -> CoursePanel | None:
    """The rating after each of these games, where two of them at least were rated; not while it is new."""
    if (standing := stats.standing) is None or standing.rung is None or standing.rung.games < KNOWN_AFTER:
        return None
    after = {one.table_id: one.rating.ordinal for one in standing.rated}
    line = [after.get(game.table) for game in games]
    known = [one for one in line if one is not None]
    if len(known) < 2:
        return None
    return CoursePanel(
        word=words("stats.course.rating"),
        values=tuple(line),
        ticks=tuple(Tick(float(at), number_text(words, float(at))) for at in ticks(known, MOST_TICKS)),
        marks=_marks(words, games, line, signed=False),
    )


def _marks(
    words: Words, games: Sequence[PlayedGame], line: Sequence[float | None], *, signed: bool
) -> tuple[CourseMark, ...]:
    """The latest, the highest and the lowest, those of one place once."""
    known = [(value, index) for index, value in enumerate(line) if value is not None]
    latest, highest, lowest = known[-1][1], max(known)[1], min(known)[1]
    named = {"latest": latest, "highest": highest, "lowest": lowest}
    marks: dict[int, CourseMark] = {}
    for which, at in named.items():
        value = line[at]
        if value is None or at in marks:
            continue
        number = mean_text(words, value) if signed else words.tenths(value + 0.0)
        said = words(f"stats.course.{which}", number=number, date=words.date(day_of(games[at])))
        marks[at] = CourseMark(at, number, said)
    return tuple(marks.values())


def _along(words: Words, games: Sequence[PlayedGame]) -> tuple[Tick, ...]:
    """Dates along the line, no two of the same day beside each other."""
    last = len(games) - 1
    steps = min(ALONG, len(games))
    found: dict[str, int] = {}
    for step in range(steps):
        at = round(step * last / max(steps - 1, 1))
        found.setdefault(words.short_day(day_of(games[at])), at)
    return tuple(Tick(at, word) for word, at in found.items())


def day_of(game: PlayedGame) -> datetime:
    """When it ended, in UTC."""
    return datetime.fromtimestamp(game.ended_at, UTC)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
