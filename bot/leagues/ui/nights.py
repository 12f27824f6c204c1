"""Nights of a season: the list, one of them, and what is pressed there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, Final

from discord import ui

from bot.discordkit.boundary import open_form, redraw, sentence_for
from bot.discordkit.forms import InputForm, text_field
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import GREEN, Drawing, button, draw, select, select_option
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.routes import Route, chosen, filled
from bot.leagues.correction_words import paper_fault
from bot.leagues.model import ClubError, NightFacts
from bot.leagues.paper.typed import Fault, Faulty, PaperPerson, fault, holder_of, plain, whole_of
from bot.leagues.reading_time import DateDirection, read_date
from bot.leagues.season.corrections import corrected
from bot.leagues.season.model import Bye, Night, SeatKind
from bot.leagues.service import Clubs
from bot.leagues.standings_words import names_of, season_name
from bot.leagues.ui.correction_forms import CorrectionKind, CorrectionTarget, correction_form
from bot.leagues.ui.reporting import known_here
from bot.leagues.ui.visits import Visit, Visits, found_by, ref_of
from bot.words.catalogue import Words, in_text, tidy

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
    planned = [one for one in newest if one.planned][:OFFERED]
    options = [select_option(words.date(one.date), ref_of(one.id), _came(words, one)) for one in planned]
    add = button(words("nights.add"), visit.press("league-night-form"), GREEN)
    return draw(
        [said, heading, about, *lines[:OFFERED]],
        select(visit.press("league-night"), words("nights.pick"), options),
        add if visit.season.is_open else None,
        reader=visit.reader.user_id,
    )


def night(visit: Visit, shown: OpenNight, said: str = "") -> Drawing:
    """One of them: who was excused, who sat out."""
    words, one = visit.words, shown.night
    lines = [said, f"### {words.date(one.date)}", _came(words, one)]
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
    return draw(lines, buttons, reader=visit.reader.user_id)


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


class NightsPresses:
    """See the module."""

    def __init__(self, clubs: Clubs, people: People) -> None:
        self._clubs = clubs
        self._visits = Visits(clubs, people)

    def routes(self) -> dict[str, Route[Visit]]:
        """Every verb."""
        route = partial(Route, who=self._visits.organised, about=SubjectKind.LEAGUE, private=True)
        return {
            "league-nights": route(self._all, values=1),
            "league-night": route(self._pick, values=1),
            "league-night-form": route(self._ask_date, values=1),
            "league-night-add": route(self._add, values=1),
            "league-night-excuse": route(self._excuse, values=2),
            "league-bye-form": route(self._ask_bye, values=2),
            "league-bye-add": route(self._add_bye, values=2),
        }

    # --- all of them

    async def _all(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        await redraw(interaction, await self._drawn(visit))

    async def _ask_date(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        form = night_form(visit.words, visit.press("league-night-add"), self._clubs.today(visit.league))
        await open_form(interaction, form)

    async def _add(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        said = await self._planned(visit, filled(interaction).get("date", ""))
        await redraw(interaction, await self._drawn(visit, said))

    async def _planned(self, visit: Visit, typed: str) -> str:
        """Plan a night; what is said of it."""
        words = visit.words
        try:
            today = self._clubs.today(visit.league)
            day = read_date(tidy(typed), today, words, DateDirection.EITHER)
            await self._clubs.seasons.add_night(visit.season.id, await self._new(visit, day))
        except ClubError as error:
            return sentence_for(words, error)
        return words("nights.added", date=words.date(day))

    async def _new(self, visit: Visit, day: date) -> Night:
        """A night under an id that no other has. Raises ClubError ``night-already``."""
        season = await self._clubs.seasons.whole(visit.season.id)
        if any(one.date == day for one in season.nights):
            raise ClubError("night-already", date=visit.words.date(day))
        taken = {one.id for one in season.nights}
        number = len(taken) + 1
        while f"n{number}" in taken:
            number += 1
        return Night(f"n{number}", day)

    async def _drawn(self, visit: Visit, said: str = "") -> Drawing:
        return nights(visit, await self._clubs.seasons.nights(visit.season.id), said)

    # --- one of them

    async def _pick(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        await redraw(interaction, await self._night(visit, chosen(interaction)))

    async def _excuse(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        """The form of a correction, with the date of this night."""
        shown = await self._open(visit, press.values[1])
        asked = CorrectionTarget(CorrectionKind.EXCUSE)
        typed = {"date": shown.night.date.isoformat()}
        await open_form(interaction, correction_form(visit, asked, typed))

    async def _ask_bye(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        form = bye_form(visit.words, visit.press("league-bye-add", press.values[1]))
        await open_form(interaction, form)

    async def _add_bye(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        ref, words = press.values[1], visit.words
        shown, typed = await self._open(visit, ref), filled(interaction)
        try:
            person, number = await self._read_bye(visit, typed)
            bye = Bye(shown.night.id, number, person.holder.id)
            await self._clubs.seasons.add_bye(visit.season.id, bye)
        except Faulty as wrong:
            said = paper_fault(words, wrong.faults[0])
        except ClubError as error:
            said = sentence_for(words, error)
        else:
            said = words("nights.bye-added")
        await redraw(interaction, await self._night(visit, ref, said))

    async def _read_bye(self, visit: Visit, typed: dict[str, str]) -> tuple[PaperPerson, int]:
        """Who sat out, and which round. Raises Faulty, ClubError."""
        season = await self._clubs.seasons.whole(visit.season.id)
        members = await self._clubs.leagues.members(visit.league.id)
        known = known_here(visit.words, members, season)
        found = await asyncio.to_thread(holder_of, plain(typed.get("name", "")).strip(), known)
        if isinstance(found, Fault):
            raise Faulty([found])
        if found.holder.kind is not SeatKind.MEMBER:
            raise ClubError("unknown-member")
        number = whole_of(plain(typed.get("round", "")).strip())
        if number is None or number < 1:
            raise Faulty([fault("not-a-number", text=typed.get("round", ""))])
        return found, number

    async def _night(self, visit: Visit, ref: str, said: str = "") -> Drawing:
        return night(visit, await self._open(visit, ref), said)

    async def _open(self, visit: Visit, ref: str) -> OpenNight:
        """A planned night. Raises ClubError ``unknown-night``."""
        every = {one.id: one for one in await self._clubs.seasons.nights(visit.season.id) if one.planned}
        found = found_by(ref, every)
        if found is None:
            raise ClubError("unknown-night")
        season = await self._clubs.seasons.whole(visit.season.id)
        excused = sorted((await asyncio.to_thread(corrected, season)).excused.get(found, ()))
        byes = [one for one in season.byes if one.night == found]
        return OpenNight(every[found], excused, byes, names_of(season))
