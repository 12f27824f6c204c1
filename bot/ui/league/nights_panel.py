"""The planned nights of a season, for its organisers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from discord import ui

from bot.clubs.model import NightFacts
from bot.leagues.model import Bye
from bot.telling.fitting import TEXT_LONGEST, fitting
from bot.telling.league.standings_scene import season_name
from bot.ui.discord.forms import InputForm, text_field
from bot.ui.discord.panel import GREEN, Drawing, Panel, button, even_rows, select, select_option
from bot.ui.discord.press_ids import PressId
from bot.ui.league.refs import ref_of
from bot.ui.league.visits import Visit
from bot.words.catalogue import Words
from bot.words.names import in_text

OFFERED: Final = 25
"""Nights that can be looked at: the latest."""

ROUND_LONGEST: Final = 2
DATE_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class OpenNight:
    """A night that is looked at: who is excused from it, and who sat out a round, by their ids; ``names`` are
    what they are called."""

    night: NightFacts
    excused: Sequence[str]
    byes: Sequence[Bye]
    names: Mapping[str, str]


def nights(visit: Visit, every: Sequence[NightFacts], said: str = "") -> Drawing:
    """All nights, the latest first; planned ones can be looked at."""
    words = visit.words
    heading = f"### {words('nights.title', league=in_text(visit.league.name))}"
    about = f"-# {in_text(season_name(words, visit.season))}"
    newest = [*reversed(every)]
    lines = [f"- {_line(words, one)}" for one in newest] or [words("nights.none")]
    head = [*([said] if said else []), heading, about]
    text = fitting([*head, *lines[:OFFERED]], TEXT_LONGEST, "…", "\n")
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    planned = [one for one in newest if one.planned][:OFFERED]
    if planned:
        options = [select_option(words.date(one.date), ref_of(one.id), _came(words, one)) for one in planned]
        container.add_item(select(visit.press("league-night"), words("nights.pick"), options))
    if visit.season.is_open:
        add = button(words("nights.add"), visit.press("league-night-form"), GREEN)
        for row in even_rows([add]):
            container.add_item(row)
    return Drawing(Panel(container), reader=visit.reader.user_id)


def night(visit: Visit, shown: OpenNight, said: str = "") -> Drawing:
    """One of them: who was excused, who sat out."""
    words, one = visit.words, shown.night
    lines = [*([said] if said else []), f"### {words.date(one.date)}", _came(words, one)]
    if shown.excused:
        names = words.both(in_text(shown.names.get(id, id)) for id in shown.excused)
        lines.append(words("nights.excused", names=names))
    lines += [
        words(
            "nights.bye", round=words.number(bye.round), name=in_text(shown.names.get(bye.player, bye.player))
        )
        for bye in shown.byes
    ]
    ref = ref_of(one.id)
    buttons = [
        button(words("nights.excuse"), visit.press("league-night-excuse", ref)),
        button(words("nights.sat-out"), visit.press("league-bye-form", ref)),
        button(words("nights.all"), visit.press("league-nights")),
    ]
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(fitting(lines, TEXT_LONGEST, "…", "\n")))
    for row in even_rows(buttons):
        container.add_item(row)
    return Drawing(Panel(container), reader=visit.reader.user_id)


def night_form(words: Words, press: PressId, day: date) -> InputForm:
    """Asks for the date of a night."""
    return InputForm(words("nights.add"), press, _field(words, "date", day.isoformat(), DATE_LONGEST))


def bye_form(words: Words, press: PressId) -> InputForm:
    """Asks who sat out which round."""
    fields = (_field(words, "name", "", 100), _field(words, "round", "1", ROUND_LONGEST))
    return InputForm(words("nights.sat-out"), press, *fields)


def _field(words: Words, name: str, typed: str, longest: int) -> ui.Label[Any]:
    label, about = words(f"nights.form.{name}"), words(f"nights.form.{name}.about")
    return text_field(name, label, about, default=typed, longest=longest)


def _line(words: Words, one: NightFacts) -> str:
    key = "nights.line" if one.planned else "nights.line-free"
    return words(key, date=words.date(one.date), came=_came(words, one))


def _came(words: Words, one: NightFacts) -> str:
    """«6 games, 9 members»."""
    if not one.held:
        return words("nights.not-held")
    games = words.count("nights.games", one.games)
    return words("nights.came", games=games, people=words.count("nights.people", one.people))
