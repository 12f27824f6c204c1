"""``/league results`` and ``/league log``, and what is pressed there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.clubs.model import Event, SeasonResult
from bot.leagues.corrections import History, game_thing
from bot.leagues.model import Season
from bot.telling.league.events import Log
from bot.telling.league.people import LeagueNames as Told
from bot.telling.league.people import names_of
from bot.ui.discord.access import TableAccess
from bot.ui.discord.boundary import answer, redraw
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler, chosen, require_private
from bot.ui.league import log_panel
from bot.ui.league import results_panel as panels
from bot.ui.league.refs import found_by, is_id, ref_of
from bot.ui.league.results_panel import PAGE, ShownResults, dates_of, day_of
from bot.ui.league.visits import Interaction, Visit, Visits, member_called, number_in


class ResultsPresses:
    """See the module."""

    def __init__(self, clubs: Clubs, people: People, access: TableAccess) -> None:
        self._clubs = clubs
        self._access = access
        self._visits = Visits(clubs, people)

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "league-results-of": self._open,
            "league-results": self._turn,
            "league-result": self._pick,
            "league-log-of": self._open_log,
            "league-log": self._turn_log,
        }

    # --- commands

    async def results(self, interaction: Interaction, player: str | None, league: str | None) -> None:
        """The games of a season, or a member's. Raises ClubError."""
        visit = await self._visits.named(interaction, league)
        of = ""
        if player is not None:
            of = ref_of(member_called(await self._clubs.leagues.members(visit.league.id), player).id)
        await answer(interaction, await self._drawn(interaction, visit, of, 0))

    async def log(self, interaction: Interaction, league: str | None) -> None:
        """What was corrected. Raises ClubError."""
        visit = await self._visits.named(interaction, league)
        await answer(interaction, await self.log_drawn(visit, 0))

    # --- presses

    async def _open(self, interaction: Interaction, press: PressId) -> None:
        _, of, first = press.taking(3)
        visit = await self._visits.pressed(interaction, press)
        await answer(interaction, await self._drawn(interaction, visit, of, number_in(first)))

    async def _turn(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        _, of, first = press.taking(3)
        visit = await self._visits.pressed(interaction, press)
        await redraw(interaction, await self._drawn(interaction, visit, of, number_in(first)))

    async def _pick(self, interaction: Interaction, press: PressId) -> None:
        press.taking(1)
        visit = await self._visits.pressed(interaction, press)
        await answer(interaction, await self.game_drawn(interaction, visit, chosen(interaction)))

    async def _open_log(self, interaction: Interaction, press: PressId) -> None:
        press.taking(1)
        visit = await self._visits.pressed(interaction, press)
        await answer(interaction, await self.log_drawn(visit, 0))

    async def _turn_log(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        _, leaf = press.taking(2)
        visit = await self._visits.pressed(interaction, press)
        await redraw(interaction, await self.log_drawn(visit, number_in(leaf)))

    # --- what they show

    async def game(self, visit: Visit, ref: str) -> SeasonResult:
        """The game that a reference means. Raises ClubError ``unknown-game``."""
        season_id = visit.season.id
        id: str | None = ref
        if not is_id(ref):
            id = found_by(ref, await _games(self._clubs, season_id))
        found = await self._clubs.seasons.result(season_id, id) if id is not None else None
        if found is None:
            raise ClubError("no-such-game")
        return found

    async def game_drawn(self, interaction: Interaction, visit: Visit, ref: str, said: str = "") -> Drawing:
        """A game's panel. Raises ClubError ``no-such-game``."""
        found = await self.game(visit, ref)
        nights = dates_of(await self._clubs.seasons.nights(visit.season.id))
        events = await self._events(visit, found) if found.events else ()
        seen = await self._seen(interaction, [found])
        return panels.result(visit, found, day_of(visit, nights, found), events, said, seen=seen)

    async def _seen(self, interaction: Interaction, results: Sequence[SeasonResult]) -> set[int]:
        """The channels of games to which whoever asks may be shown the way."""
        channels = [one.channel_id for one in results if one.channel_id is not None]
        return await self._access.visible_channels(interaction, channels)

    async def _events(self, visit: Visit, found: SeasonResult) -> list[str]:
        """The corrections of a game, in order; those undone struck."""
        season = await self._clubs.seasons.whole(visit.season.id)
        return await asyncio.to_thread(_told_of, visit, season, game_thing(found.game.id))

    async def _drawn(self, interaction: Interaction, visit: Visit, of: str, first: int) -> Drawing:
        member = name = None
        if of:
            members = await self._clubs.leagues.members(visit.league.id)
            found = next((one for one in members if ref_of(one.id) == of), None)
            if found is None:
                raise ClubError("not-in-season")
            member, name = found.id, found.name
        first -= first % PAGE
        games, total = await self._clubs.seasons.results(visit.season.id, first, PAGE, member)
        if first and not games:
            first = max(total - 1, 0) // PAGE * PAGE
            games, total = await self._clubs.seasons.results(visit.season.id, first, PAGE, member)
        nights = dates_of(await self._clubs.seasons.nights(visit.season.id))
        seen = await self._seen(interaction, games)
        return panels.results(visit, ShownResults(games, first, total, nights, of, name or "", seen))

    async def log_drawn(self, visit: Visit, leaf: int, said: str = "") -> Drawing:
        """A leaf of the log, the latest first."""
        season = await self._clubs.seasons.whole(visit.season.id)
        events = await asyncio.to_thread(events_of, season)
        every = await asyncio.to_thread(log_panel.leaves_of, visit, season, events)
        return log_panel.log(visit, season, events, every, leaf, said)


def events_of(season: Season) -> Sequence[Event]:
    """The corrections of a season, in order, and whether each stands (L18)."""
    standing = History(season).standing()
    return [Event(one, one.id in standing) for one in season.corrections]


def _told_of(visit: Visit, season: Season, thing: str) -> list[str]:
    """The corrections of one thing, a sentence each."""
    every, about = events_of(season), things_of(season)
    log = Log(told_in(visit, season), season, every)
    return [log_panel.line(log, one) for one in every if about[one.correction.id] == thing]


def told_in(visit: Visit, season: Season) -> Told:
    """What a season calls its people, for whoever reads."""
    return Told(visit.words, names_of(season), reasons=visit.sees_reasons)


def things_of(season: Season) -> dict[str, str | None]:
    """What each correction is about, by id; an undo is about the same as what it undoes."""
    history = History(season)
    return {one.id: history.about(one.id) for one in season.corrections}


async def _games(clubs: Clubs, season_id: int) -> list[str]:
    """The ids of all games of a season."""
    every, _ = await clubs.seasons.results(season_id, 0, 10**9)
    return [one.game.id for one in every]
