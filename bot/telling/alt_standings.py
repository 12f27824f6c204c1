"""Standings in words, for ``alt`` and for text mode."""

from __future__ import annotations

from collections.abc import Iterator

from bot.pictures.fonts import NOTHING_LEFT
from bot.pictures.league_values import StandingsPicture, StandingsRow
from bot.words.catalogue import Words


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
    told = words(key, place=row.place, name=row.name, facts=", ".join(facts))
    return words("standings.own", line=told) if row.own else told


def _movement(words: Words, moved: int | None) -> Iterator[str]:
    if moved is None:
        return
    if not moved:
        yield words("standings.same")
        return
    yield words("standings.up" if moved > 0 else "standings.down", places=words.number(abs(moved)))
