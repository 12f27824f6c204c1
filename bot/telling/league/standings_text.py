"""Standings for who reads no pictures: a line a member, said as the picture's words are."""

from __future__ import annotations

import re
from typing import Final

from bot.pictures.league_values import StandingsPicture, StandingsRow
from bot.telling.alt_standings import line, lines
from bot.words.catalogue import Words
from bot.words.names import in_text

_NUMBER: Final = re.compile(r"^(\d+)\.")


def standings_lines(words: Words, picture: StandingsPicture) -> list[str]:
    """The table as lines of Markdown: what it is, a line a member, the reader's own in bold, and which lines
    these are. With twenty members, and the reader elsewhere, they are no longer than ``LONGEST`` together."""
    return [
        f"### {in_text(picture.title)}",
        in_text(picture.subtitle),
        *(_told(words, one) for one in lines(words, picture)),
        *([in_text(picture.caption)] if picture.caption else ()),
    ]


def _told(words: Words, one: StandingsRow | str) -> str:
    if isinstance(one, str):
        return in_text(one)
    # «3.» alone would begin a list, and Discord numbers lists anew.
    told = _NUMBER.sub(r"\1\\.", in_text(line(words, one)))
    return f"**{told}**" if one.own else told
