"""Standings for who reads no pictures: a line a member, said as the picture's words are."""

from __future__ import annotations

import re
from typing import Final

from bot.pictures.league_values import StandingsPicture, StandingsRow
from bot.telling.alt_standings import line, ranked_by
from bot.telling.fitting import ELLIPSIS
from bot.words.catalogue import Words
from bot.words.names import in_text

_NUMBER: Final = re.compile(r"^(\d+)\.")


LONGEST: Final = 3600
"""Characters that twenty members take at most, with the reader's line elsewhere: a message has room for them
and a heading besides."""


def standings_text(words: Words, picture: StandingsPicture) -> str:
    """The table as Markdown: what it is, a line a member, the reader's own in bold, and which lines these
    are."""
    about = (picture.subtitle, ranked_by(words, picture))
    told = [_told(words, one) for one in picture.lines()]
    return "\n".join([f"### {in_text(picture.title)}", *map(in_text, about), *told, in_text(picture.caption)])


def _told(words: Words, one: StandingsRow | str | None) -> str:
    if one is None:
        return ELLIPSIS
    if isinstance(one, str):
        return in_text(one)
    # «3.» alone would begin a list, and Discord numbers lists anew.
    told = _NUMBER.sub(r"\1\\.", in_text(line(words, one)))
    return f"**{told}**" if one.own else told
