"""Standings and statistics in words, for ``alt`` and for text mode: what is asked for most comes first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.pictures.stat_values import (
    Bar,
    CardGrid,
    CardsPicture,
    Certificate,
    ComparePicture,
    CompareRow,
    ContractHeads,
    ContractRow,
    ContractsPicture,
    CoursePicture,
    Edge,
    PersonCard,
    RatingShown,
    ServerPicture,
    StandingsPicture,
    StandingsRow,
    StatPicture,
    Tile,
    TournamentPodium,
)
from bot.pictures.text import NOTHING_LEFT
from bot.telling import phrases
from bot.words.catalogue import Words

CLEARLY = 2
"""By how many standard deviations a card is off that is named."""


def stat_sentences(words: Words, picture: StatPicture | TournamentPodium | Certificate) -> list[str]:
    """What a picture of statistics, or of a tournament's end, shows, sentence by sentence; "" for what is not
    there."""
    match picture:
        case PersonCard():
            return _person(words, picture)
        case ContractsPicture():
            return _contracts(words, picture)
        case CoursePicture():
            return _course(words, picture)
        case ComparePicture():
            return _compare(words, picture)
        case ServerPicture():
            return _server(words, picture)
        case CardsPicture():
            return _cards(words, picture)
        case TournamentPodium():
            return _tournament_podium(words, picture)
        case Certificate():
            return _certificate(words, picture)


def _said(words: Words, what: str, facts: Iterable[str]) -> str:
    """«Places: 1st 41, 2nd 38»; nothing where there are no facts, the facts alone where nothing is before
    them."""
    facts = ", ".join(fact for fact in facts if fact)
    if not what or not facts:
        return facts
    return words("stats.picture.said", what=what, facts=facts)


def _tiles(words: Words, tiles: Sequence[Tile]) -> Iterator[str]:
    for tile in tiles:
        yield words("stats.picture.tile", number=tile.number, word=tile.word)


# A person


def _person(words: Words, card: PersonCard) -> list[str]:
    rating = _rating(words, card.rating) if card.rating is not None else card.unrated
    shares = [
        words("stats.picture.place", place=one.place, number=one.number, share=one.share)
        for one in card.places
    ]
    form = " ".join(NOTHING_LEFT if place is None else words.number(place) for place in card.form)
    if not card.tiles:
        return [card.name, card.subtitle, card.empty, card.caption]
    return [
        card.name,
        card.subtitle,
        rating,
        _said(words, "", _tiles(words, card.tiles)),
        _said(words, card.best_word, (_edge(words, one) for one in card.best)),
        _said(words, card.weakest_word, (_edge(words, one) for one in card.weakest)),
        card.caption,
        _said(words, card.places_word, shares if any(one.games for one in card.places) else ()),
        words("stats.picture.form", what=card.form_word, places=form) if form else "",
        card.streak,
    ]


def _rating(words: Words, rating: RatingShown) -> str:
    return _said(words, rating.word, (rating.number, rating.place))


def _edge(words: Words, edge: Edge) -> str:
    return words("stats.picture.edge", contract=edge.contract, edge=edge.edge, deals=edge.deals)


# Contracts


def _contracts(words: Words, picture: ContractsPicture) -> list[str]:
    rows = [_contract(words, picture.heads, row) for row in picture.rows]
    return [picture.title, picture.subtitle, *(rows or [picture.empty]), picture.caption]


def _contract(words: Words, heads: ContractHeads, row: ContractRow) -> str:
    """«Queens: against the table +0.9, average −3.2, 24 deals, …»: what is drawn as a bar comes first."""
    named = (
        (heads.edge, row.edge_word), (heads.average, row.average), ("", row.deals), ("", row.made),
        (heads.tricks, row.tricks), (heads.best, row.best), (heads.worst, row.worst),
    )  # fmt: skip
    return _said(words, row.contract, (f"{head} {figure}".strip() for head, figure in named if figure))


# The course


def _course(words: Words, picture: CoursePicture) -> list[str]:
    """Each line by what is marked on it, the latest first."""
    lines = [
        _said(words, panel.word, [one.said for one in sorted(panel.marks, key=lambda mark: -mark.at)])
        or panel.word
        for panel in picture.panels
        if any(value is not None for value in panel.values)
    ]
    return [
        picture.title,
        picture.subtitle,
        *(lines or [picture.empty]),
        _span(words, picture),
        picture.caption,
    ]


def _span(words: Words, picture: CoursePicture) -> str:
    """From where to where it goes."""
    along = sorted(picture.along, key=lambda tick: tick.at)
    if len(along) < 2:
        return _said(words, picture.along_word, [tick.word for tick in along])
    span = words("stats.picture.span", first=along[0].word, last=along[-1].word)
    return _said(words, picture.along_word, [span])


# Two people


def _compare(words: Words, picture: ComparePicture) -> list[str]:
    """Names may be long: after who they are only the better one is named."""
    names = picture.left.name, picture.right.name
    rows = [_row(words, row, names) for row in picture.rows]
    contracts = [_row(words, row, names) for row in picture.contracts]
    return [
        picture.title,
        picture.subtitle,
        *(_said(words, one.name, [one.remark]) or one.name for one in (picture.left, picture.right)),
        *(rows if rows or contracts else [picture.empty]),
        picture.contracts_word if contracts else "",
        *contracts,
        picture.caption,
    ]


def _row(words: Words, row: CompareRow, names: tuple[str, str]) -> str:
    """«wins: 33% and 24%, better: Lena», the left one first."""
    facts = [words("stats.picture.two", left=row.left_word, right=row.right_word)]
    if row.better:
        facts.append(words("stats.picture.better", name=names[row.better > 0]))
    return _said(words, row.word, facts)


# A server


def _server(words: Words, picture: ServerPicture) -> list[str]:
    if not picture.tiles:
        return [picture.title, picture.subtitle, picture.empty, picture.caption]
    days = [f"{row.word} {row.number}".strip() for row in picture.heat if row.number]
    return [
        picture.title,
        picture.subtitle,
        _said(words, "", _tiles(words, picture.tiles)),
        _said(words, picture.favourites_word, _bars(picture.favourites)),
        _said(words, picture.heat_word if picture.heat else "", [picture.busiest, *days]),
        _said(words, picture.weeks_word, _bars(picture.weeks)),
        picture.caption,
    ]


def _bars(bars: Iterable[Bar]) -> Iterator[str]:
    """Numbers without a word, of weeks that have none of their own, follow the one that has."""
    for one in bars:
        yield f"{one.word} {one.number}".strip()


# The cards


def _cards(words: Words, picture: CardsPicture) -> list[str]:
    """What it comes to before single cards, so that nobody is alarmed by those."""
    found = [picture.title, picture.subtitle]
    if not picture.grids:
        return [*found, picture.empty, picture.caption]
    found.append(picture.verdict)
    for grid in picture.grids:
        found += [
            _said(words, grid.word, [grid.note]) or grid.word,
            _said(words, picture.oftener, _off(words, grid, 1)),
            _said(words, picture.rarer, _off(words, grid, -1)),
        ]
    return [*found, picture.caption]


def _off(words: Words, grid: CardGrid, side: int) -> list[str]:
    """The cards that are clearly off to one side, suit by suit."""
    off = [
        card for card, apart in enumerate(grid.apart) if apart is not None and apart * side >= CLEARLY
    ]  # fmt: skip
    return [phrases.cards_by_suit(words, off)] if off else []


def standings_sentences(words: Words, picture: StandingsPicture) -> list[str]:
    """What table it is, the reader's own line, and then the others, the best first; their places tell where
    some are left out."""
    own = [line(words, row) for row in picture.rows if row is not None and row.own]
    return [
        picture.title,
        picture.subtitle,
        ranked_by(words, picture),
        *own,
        *_others(words, picture),
        picture.caption,
    ]


def ranked_by(words: Words, picture: StandingsPicture) -> str:
    """What the first number of each line is."""
    return words("standings.ranked-by", value=picture.heads[-1])


def _others(words: Words, picture: StandingsPicture) -> Iterator[str]:
    for one in picture.lines():
        if isinstance(one, str):
            yield one
        elif one is not None and not one.own:
            yield line(words, one)


def line(words: Words, row: StandingsRow) -> str:
    """«3. Ann: 56.5, up 2, 8 nights, 24 games, form 1 2 4 – 1»: what is ranked by comes first."""
    *figures, value = (figure.said for figure in row.figures)
    shared = [words("standings.shared")] if row.shared else []
    facts = [value, *shared, *_movement(words, row.moved), *figures]
    if row.form:
        places = " ".join(NOTHING_LEFT if place is None else str(place) for place in row.form)
        facts.append(words("standings.form", places=places))
    key = "standings.line" if row.place else "standings.line.unplaced"
    text = words(key, place=row.place, name=row.name, facts=", ".join(facts))
    return words("standings.own", line=text) if row.own else text


def _movement(words: Words, moved: int | None) -> Iterator[str]:
    if moved is None:
        return
    if not moved:
        yield words("standings.same")
        return
    yield words("standings.up" if moved > 0 else "standings.down", places=words.number(abs(moved)))


# The end of a tournament


def _tournament_podium(words: Words, picture: TournamentPodium) -> list[str]:
    """Who shares which place, the best first, and then the team."""
    found = [picture.title, picture.subtitle]
    for step in sorted(picture.steps, key=lambda step: step.place):
        names = words.both(step.names)
        name = f"{names} {step.more}" if step.more else names
        found.append(words("alt.podium", place=words.number(step.place), name=name, points=step.points))
    return [*found, _said(words, picture.team_word, [picture.team])]


def _certificate(words: Words, picture: Certificate) -> list[str]:
    """All that stands on the page, as it stands there."""
    return [
        picture.heading,
        picture.title,
        _said(words, picture.name_word, [picture.name]),
        picture.place,
        ", ".join(_tiles(words, picture.tiles)),
        _said(words, picture.team_word, [picture.team]),
        picture.date,
    ]
