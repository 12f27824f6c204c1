"""What is said about one person, and of two beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from bot.engine.cards import SUIT_LETTERS
from bot.pictures.stat_values import (
    COMPARED,
    EDGES,
    FORM,
    ComparedPerson,
    ComparePicture,
    CompareRow,
    Edge,
    PersonCard,
    PlaceShare,
    RatingShown,
    Tile,
)
from bot.stats.counting import Tally, TallyKind
from bot.stats.ports import StreakKind
from bot.stats.words import (
    COURSE,
    ENOUGH,
    LadderStanding,
    PersonStats,
    contract_text,
    edge,
    mean_text,
    preset_text,
    rating_text,
    share_text,
    telling_contracts,
)
from bot.telling import phrases
from bot.words.catalogue import Words, in_text

LEAST_PLACES = 3


def person_card(words: Words, stats: PersonStats) -> PersonCard:
    """The card."""
    card = PersonCard(
        name=stats.name,
        subtitle=stats.about,
        avatar=stats.avatar,
        rating=rating_shown(words, stats.standing),
        unrated=words("stats.unrated") if stats.standing is not None else "",
        empty=words("stats.nothing"),
    )
    if not stats.person.deals.count:
        return card
    best, weakest = _edges(words, stats)
    return PersonCard(
        name=card.name,
        subtitle=card.subtitle,
        avatar=card.avatar,
        rating=card.rating,
        unrated=card.unrated,
        tiles=tuple(_tiles(words, stats)),
        places_word=words("stats.places"),
        places=tuple(_places(words, stats)),
        form_word=words.count("stats.form", min(len(stats.games), FORM)) if stats.games else "",
        form=tuple(game.place for game in reversed(stats.games[:FORM])),
        streak=streak_line(words, stats),
        best_word=words("stats.best-at") if best else "",
        best=best,
        weakest_word=words("stats.weakest-at") if weakest else "",
        weakest=weakest,
        caption=_caption(words, stats),
    )


def rating_shown(words: Words, standing: LadderStanding | None) -> RatingShown | None:
    """A rating as it stands on a card; None where there is none."""
    if standing is None or standing.rung is None:
        return None
    rung = standing.rung
    place = ""
    if rung.place is not None:
        place = words("stats.place-of", place=words.ordinal(rung.place), total=words.number(standing.total))
    return RatingShown(words("stats.rating"), rating_text(words, rung.rating, rung.games), place)


def streak_line(words: Words, stats: PersonStats) -> str:
    """The row that lasts and is worth telling, a row of won games before one without last places."""
    for row, least in ((StreakKind.WON, 2), (StreakKind.NOT_LAST, 3)):
        streak = stats.streaks.get(row)
        if streak is not None and streak.now >= least:
            return words.count(f"stats.streak.{row.value}", streak.now)
    return ""


def _tiles(words: Words, stats: PersonStats) -> Iterator[Tile]:
    games, deals = stats.person.games, stats.person.deals
    yield Tile(words.number(games.count), words.count("stats.tile.games", games.count))
    yield Tile(words.points(games.points), words("stats.tile.points"))
    if games.count:
        yield Tile(mean_text(words, games.mean), words("stats.tile.mean"))
    yield Tile(words.number(deals.count), words.count("stats.tile.deals", deals.count))


def _places(words: Words, stats: PersonStats) -> Iterator[PlaceShare]:
    each = {int(place): tally.count for place, tally in stats.person.each(TallyKind.PLACE).items()}
    total = stats.person.games.count
    if not total:
        return
    last = max(LEAST_PLACES, max((game.players for game in stats.games), default=0), *each)
    for place in range(1, last + 1):
        games = each.get(place, 0)
        share = share_text(words, games, total)
        yield PlaceShare(words.ordinal(place), games, words.number(games), share)


def _edges(words: Words, stats: PersonStats) -> tuple[tuple[Edge, ...], tuple[Edge, ...]]:
    """At what somebody is better than the table, the best first, and at what weaker, the weakest first."""
    every = telling_contracts(stats.person)
    best = [one for one in every if one[2] > 0][:EDGES]
    weakest = [one for one in reversed(every) if one[2] < 0][:EDGES]
    return _edges_of(words, best), _edges_of(words, weakest)


def _edges_of(words: Words, found: Sequence[tuple[str, Tally, float]]) -> tuple[Edge, ...]:
    return tuple(
        Edge(
            contract,
            contract_text(words, contract),
            mean_text(words, gained),
            words.count("stats.deals", tally.count),
        )
        for contract, tally, gained in found
    )


def _caption(words: Words, stats: PersonStats) -> str:
    """From what it is said what somebody is good at."""
    count = len(telling_contracts(stats.person))
    enough = words.number(ENOUGH)
    if not count:
        return words("stats.edges.none", enough=enough)
    return words.count("stats.edges", count, enough=enough)


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


def _compared(words: Words, stats: PersonStats) -> ComparedPerson:
    rung = stats.standing.rung if stats.standing is not None else None
    remark = (
        words("stats.rated", rating=rating_text(words, rung.rating, rung.games)) if rung is not None else ""
    )
    return ComparedPerson(stats.name, stats.avatar, remark)


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


TRUMP = "trump"


def role_lines(words: Words, stats: PersonStats) -> Iterator[str]:
    """As the dealer (S4), by own choice (S5), by seat (S6), and by contract bid (S8)."""
    dealt, deals = stats.person.of(TallyKind.DEALER), stats.person.deals
    if not deals.count:
        yield words("stats.nothing")
        return
    yield f"**{words('stats.dealer')}**"
    line = _deals(words, dealt) if dealt.count else words("stats.never")
    yield words("stats.dealer.line", line=line, every=mean_text(words, deals.mean))
    yield from _section(words, words("stats.chosen"), _chosen(words, stats))
    yield from _section(words, words("stats.seats"), _seats(words, stats))
    if bids := stats.person.each(TallyKind.WHIST):
        yield from _section(words, words("stats.bids"), _bids(words, bids))


def against_lines(words: Words, stats: PersonStats) -> Iterator[str]:
    """Against whom somebody played, whom most first (S7)."""
    every = stats.person.each(TallyKind.AGAINST)
    for other, tally in sorted(every.items(), key=lambda one: (-one[1].count, one[0])):
        if other in stats.names:
            yield words.count(
                "stats.against.line",
                tally.count,
                name=in_text(stats.names[other]),
                before=words.number(tally.won),
                behind=words.number(tally.lost),
                points=words.points(tally.points),
            )
    if not every:
        yield words("stats.against.nobody")
    if stats.unnamed:
        yield f"-# {words.count('stats.against.hidden', stats.unnamed)}"


def row_lines(words: Words, stats: PersonStats) -> Iterator[str]:
    """Games in a row, and the last ones."""
    for row in StreakKind:
        streak = stats.streaks.get(row)
        if streak is not None:
            yield words(
                f"stats.row.{row.value}", now=words.number(streak.now), longest=words.number(streak.longest)
            )
    if not stats.games:
        yield words("stats.nothing-ended")
        return
    if stats.looks_back and len(stats.games) == COURSE:
        yield f"-# {words('stats.row.looked-back', count=words.number(COURSE))}"
    yield f"**{words.count('stats.form', min(len(stats.games), FORM))}**"
    for game in stats.games[:FORM]:
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


def _chosen(words: Words, stats: PersonStats) -> list[str]:
    every = sorted(stats.person.each(TallyKind.CHOSEN).items(), key=lambda one: (-one[1].count, one[0]))
    return [_line(words, chosen_text(words, named), _deals(words, tally)) for named, tally in every]


def _seats(words: Words, stats: PersonStats) -> list[str]:
    every = sorted(stats.person.each(TallyKind.SEAT).items(), key=lambda one: int(one[0]))
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


def _line(words: Words, what: str, text: str) -> str:
    return words("stats.line", what=what, told=text)
