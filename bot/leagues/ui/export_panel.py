"""What a season is taken away in, and what people owe each other."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from typing import Final

from bot.discordkit.panel import Drawing, attached, button, draw
from bot.leagues.model import League
from bot.leagues.standings_words import season_name
from bot.leagues.ui.visits import Visit
from bot.normal_form import normalized
from bot.tables.model import LONGEST_NAME
from bot.words.names import in_text


class ExportFile(StrEnum):
    """A file."""

    SEASON = "season"
    STANDINGS = "standings"
    RESULTS = "results"
    DEALS = "deals"
    PAGE = "page"


ENDINGS: Final = {
    ExportFile.SEASON: "json",
    ExportFile.STANDINGS: "csv",
    ExportFile.RESULTS: "csv",
    ExportFile.DEALS: "csv",
    ExportFile.PAGE: "html",
}

NAMELESS: Final = "league"
"""For a name of which nothing is left in ASCII."""

NAME_LETTERS: Final = 40

_CYRILLIC: Final = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        (*"abvgdeezziiklmnoprstufhc", "ch", "sh", "sch", "", "y", "", "e", "yu", "ya"),
        strict=True,
    )
)


def file_name(league: League, kind: ExportFile, on: date) -> str:
    """«tuesday-club-standings-2026-11-20.csv»: ASCII, as whatever keeps files takes it."""
    spelt = "".join(_CYRILLIC.get(letter, letter) for letter in league.key)
    plain = normalized("NFKD", spelt, LONGEST_NAME).encode("ascii", "ignore").decode()
    key = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:NAME_LETTERS].strip("-")
    return f"{key or NAMELESS}-{kind.value}-{on.isoformat()}.{ENDINGS[kind]}"


def menu(visit: Visit) -> Drawing:
    """Which file is wanted."""
    words = visit.words
    lines = [
        f"### {words('export.title', league=in_text(visit.league.name))}",
        f"-# {in_text(season_name(words, visit.season))}",
        *(f"- {words(f'export.{kind.value}.about')}" for kind in ExportFile),
    ]
    buttons = [
        button(words(f"export.{kind.value}"), visit.press("league-file", kind.value)) for kind in ExportFile
    ]
    return draw(lines, buttons, reader=visit.reader.user_id)


def file(visit: Visit, name: str, kind: ExportFile, data: bytes) -> Drawing:
    """A file that was drawn up."""
    about = visit.words(f"export.{kind.value}.about")
    return draw(about, attached(name, data), reader=visit.reader.user_id)


def settlement(visit: Visit, text: str) -> Drawing:
    """What people owe each other, or how to have that kept."""
    heading = f"### {visit.words('settle.title', league=in_text(visit.league.name))}"
    about = f"-# {in_text(season_name(visit.words, visit.season))}"
    return draw([heading, about, text], reader=visit.reader.user_id)
