"""``/league night``: nights of a season that organisers plan, and who sat out a round of one. Excusing
somebody is a correction."""

from __future__ import annotations

import asyncio
from datetime import date

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.clubs.paper.errors import Fault, Faulty, fault
from bot.clubs.paper.names import PaperPerson, holder_of
from bot.clubs.paper.numbers import plain, whole_of
from bot.leagues.corrections import corrected
from bot.leagues.model import Bye, Night, SeatKind
from bot.telling.league.faults import paper_fault
from bot.telling.league.people import names_of
from bot.telling.league.reading_time import DateDirection, read_date
from bot.ui.discord.boundary import answer, open_form, redraw, sentence_for
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler, chosen, filled, require_private
from bot.ui.league import nights_panel as panels
from bot.ui.league.correct_forms import correction_form
from bot.ui.league.correct_panel import fix
from bot.ui.league.drafts import CorrectionKind, CorrectionTarget
from bot.ui.league.organisers import require_organiser
from bot.ui.league.paper_people import known_here
from bot.ui.league.refs import found_by
from bot.ui.league.visits import Interaction, Visit, Visits
from bot.words.names import tidy


class NightsPresses:
    """See the module."""

    def __init__(self, clubs: Clubs, people: People) -> None:
        self._clubs = clubs
        self._visits = Visits(clubs, people)

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "league-nights": self._all,
            "league-night": self._pick,
            "league-night-form": self._ask_date,
            "league-night-add": self._add,
            "league-night-excuse": self._excuse,
            "league-bye-form": self._ask_bye,
            "league-bye-add": self._add_bye,
        }

    async def night(self, interaction: Interaction, day: str | None, league: str | None) -> None:
        """The nights of the season; with a date, one more is planned then. Raises ClubError."""
        visit = await self._visits.named(interaction, league)
        require_organiser(interaction, visit.league)
        said = await self._planned(visit, day) if day is not None else ""
        await answer(interaction, await self._drawn(visit, said))

    # --- all of them

    async def _all(self, interaction: Interaction, press: PressId) -> None:
        visit = await self._organised(interaction, press, 1)
        await redraw(interaction, await self._drawn(visit))

    async def _ask_date(self, interaction: Interaction, press: PressId) -> None:
        visit = await self._organised(interaction, press, 1)
        form = panels.night_form(
            visit.words, visit.press("league-night-add"), self._clubs.today(visit.league)
        )
        await open_form(interaction, form)

    async def _add(self, interaction: Interaction, press: PressId) -> None:
        visit = await self._organised(interaction, press, 1)
        said = await self._planned(visit, filled(interaction).get("date", ""))
        await redraw(interaction, await self._drawn(visit, said))

    async def _planned(self, visit: Visit, typed: str) -> str:
        """Plan a night; what is said of it."""
        words = visit.words
        try:
            today = self._clubs.today(visit.league)
            day = read_date(tidy(typed), today, words.language, DateDirection.EITHER)
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
        return panels.nights(visit, await self._clubs.seasons.nights(visit.season.id), said)

    # --- one of them

    async def _pick(self, interaction: Interaction, press: PressId) -> None:
        visit = await self._organised(interaction, press, 1)
        await redraw(interaction, await self._night(visit, chosen(interaction)))

    async def _excuse(self, interaction: Interaction, press: PressId) -> None:
        """The form of a correction, with the date of this night."""
        visit = await self._organised(interaction, press, 2)
        shown = await self._open(visit, press.values[1])
        asked = CorrectionTarget(CorrectionKind.EXCUSE)
        typed = {"date": shown.night.date.isoformat()}
        form = correction_form(visit.words, fix(visit, "league-fixed", asked), asked.doing, typed)
        await open_form(interaction, form)

    async def _ask_bye(self, interaction: Interaction, press: PressId) -> None:
        visit = await self._organised(interaction, press, 2)
        form = panels.bye_form(visit.words, visit.press("league-bye-add", press.values[1]))
        await open_form(interaction, form)

    async def _add_bye(self, interaction: Interaction, press: PressId) -> None:
        visit = await self._organised(interaction, press, 2)
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
        return panels.night(visit, await self._open(visit, ref), said)

    async def _open(self, visit: Visit, ref: str) -> panels.OpenNight:
        """A planned night. Raises ClubError ``unknown-night``."""
        every = {one.id: one for one in await self._clubs.seasons.nights(visit.season.id) if one.planned}
        found = found_by(ref, every)
        if found is None:
            raise ClubError("unknown-night")
        season = await self._clubs.seasons.whole(visit.season.id)
        excused = sorted((await asyncio.to_thread(corrected, season)).excused.get(found, ()))
        byes = [one for one in season.byes if one.night == found]
        return panels.OpenNight(every[found], excused, byes, names_of(season))

    async def _organised(self, interaction: Interaction, press: PressId, values: int) -> Visit:
        """The season of a press on one's own panel, with so many values, for an organiser. Raises
        ClubError."""
        require_private(interaction)
        press.taking(values)
        visit = await self._visits.pressed(interaction, press)
        require_organiser(interaction, visit.league)
        return visit
