"""Results and corrections of a season: lists, and what is pressed there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final

from discord import ui

from bot.discordkit.boundary import answer, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.pages import leaves, pages_of, turning
from bot.discordkit.panel import (
    OPTIONS_MOST,
    RED,
    Drawing,
    button,
    draw,
    link,
    message_url,
    select,
    select_option,
)
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.routes import Route, chosen
from bot.engine.game import places
from bot.leagues.correction_words import Log
from bot.leagues.exported import state_text
from bot.leagues.model import ClubError, Event, NightFacts, SeasonResult
from bot.leagues.season.corrections import History, game_thing
from bot.leagues.season.model import Season
from bot.leagues.service import Clubs
from bot.leagues.standings_words import LeagueNames, names_of, season_name
from bot.leagues.ui.visits import Visit, Visits, found_by, is_id, member_called, number_in, ref_of
from bot.tables.ui import ending_panel
from bot.tables.ui.access import TableAccess
from bot.tables.ui.footer import replay, review
from bot.telling.phrases import fitting, shorten
from bot.timers import zone_or_utc
from bot.words.catalogue import in_text

PAGE: Final = 10
"""Results of a page."""


@dataclass(frozen=True, slots=True)
class ShownResults:
    """A page of results, from the ``first`` on of so many, of all or of a member (``of``, a reference, and
    ``name``); ``nights`` are the dates of planned nights, ``seen`` the channels that the reader sees."""

    results: Sequence[SeasonResult]
    first: int
    total: int
    nights: Mapping[str, date]
    of: str = ""
    name: str = ""
    seen: Set[int] = frozenset()


def dates_of(nights: Sequence[NightFacts]) -> dict[str, date]:
    """The dates of planned nights."""
    return {one.id: one.date for one in nights if one.planned}


def results(visit: Visit, shown: ShownResults) -> Drawing:
    """A page of results, the latest first."""
    words = visit.words
    about = season_name(words, visit.season)
    if shown.name:
        about = words("results.of", season=about, name=in_text(shown.name))
    heading = words("results.title", league=in_text(visit.league.name))
    lines = [_line(visit, shown, one) for one in shown.results] or [words("results.none")]
    options = [
        select_option(_day(visit, shown.nights, one), ref_of(one.game.id), _result_text(visit, one, str))
        for one in shown.results
    ]
    return draw(
        [f"### {heading}", f"-# {about}", *lines],
        select(visit.press("league-result"), words("results.pick"), options),
        turning(
            lambda page: visit.press("league-results", shown.of, str(page * PAGE)),
            shown.first // PAGE,
            pages_of(shown.total, PAGE),
        ),
        reader=visit.reader.user_id,
    )


def result(
    visit: Visit,
    found: SeasonResult,
    day: date,
    events: Sequence[str],
    said: str = "",
    *,
    seen: Set[int] = frozenset(),
) -> Drawing:
    """A game: who sat where, places and points, what was corrected (``events``, a sentence each), and what
    can be done about it. ``said`` stands above it; ``seen`` are the channels that the reader sees."""
    words = visit.words
    state = state_text(words, found)
    heading = words("result.title", date=words.date(day))
    lines = [said, f"### {heading}", f"-# {in_text(state)}" if state else ""]
    lines += [seat_line(visit, found, seat) for seat in range(len(found.game.points))]
    if events:
        items = [f"- {event}" for event in events]
        lines.append(fitting([words("result.corrections"), *items], 2400, f"- {words('result.more')}", "\n"))
    return draw(lines, _deeds(visit, found, seen), reader=visit.reader.user_id)


def day_of(visit: Visit, nights: Mapping[str, date], found: SeasonResult) -> date:
    """The local date of a game: that of its night, else that on which it began (L3)."""
    if found.game.night is not None and found.game.night in nights:
        return nights[found.game.night]
    return datetime.fromtimestamp(found.game.started, zone_or_utc(visit.league.zone)).date()


def _deeds(visit: Visit, found: SeasonResult, seen: Set[int]) -> Iterator[ui.Button[Any]]:
    words, ref = visit.words, ref_of(found.game.id)
    if url := _url(visit, found, seen):
        yield link(words("result.message"), url)
    if found.table_id is not None:
        yield replay(words, found.table_id)
        yield from review(words, found.table_id, visit.league.preset)
        yield ending_panel.way_in(words, found.table_id)
    if visit.is_organiser:
        yield button(words("result.correct"), visit.press("league-correct-game", ref, seq=found.events))
    yield button(words("result.dispute"), visit.press("league-dispute", ref), RED)


def _url(visit: Visit, found: SeasonResult, seen: Set[int]) -> str | None:
    """Where the end of a game was announced, for a reader who sees that channel."""
    if found.channel_id is None or found.message_id is None or found.channel_id not in seen:
        return None
    return message_url(visit.league.guild_id, found.channel_id, found.message_id)


def _day(visit: Visit, nights: Mapping[str, date], found: SeasonResult) -> str:
    return visit.words.day(day_of(visit, nights, found))


def _result_text(visit: Visit, found: SeasonResult, shown: Any = in_text) -> str:  # noqa: ANN401 - str or in_text
    """«Ann +3, Bob −3 · void»."""
    text = LeagueNames(visit.words, found.names, shown).result(found.game)
    state = state_text(visit.words, found)
    return f"{text} · {state}" if state else text


def _line(visit: Visit, shown: ShownResults, found: SeasonResult) -> str:
    day = _day(visit, shown.nights, found)
    if url := _url(visit, found, shown.seen):
        day = f"[{day}]({url})"
    text = _result_text(visit, found)
    return f"**{day}** · {f'~~{text}~~' if found.void else text}"


def seat_line(visit: Visit, found: SeasonResult, seat: int) -> str:
    """«2. Ann: +3», with who gave the seat up."""
    words, game = visit.words, found.game
    people = LeagueNames(words, found.names)
    place = words.number(places(game.points)[seat])
    line = words(
        "result.seat",
        place=place,
        name=people.holders(game.holders)[seat],
        points=words.points(game.points[seat]),
    )
    if not game.left[seat]:
        return line
    names = words.both(people(one) for one in game.left[seat])
    return words("result.seat-left", seat=line, names=names)


BESIDES = 2 * 22 + 52
"""Points of height of the heading and the select."""


def line(log: Log, event: Event) -> str:
    """A correction in a sentence, struck where it is undone."""
    text = log.line(event)
    return text if event.stands else f"~~{text}~~"


def leaves_of(visit: Visit, season: Season, events: Sequence[Event]) -> list[list[str]]:
    """All of it, a sentence a correction, the latest first. Of thousands not for the event loop."""
    log = Log(LeagueNames(visit.words, names_of(season), reasons=visit.sees_reasons), season, events)
    each = [f"- {line(log, event)}" for event in reversed(log.events)]
    return leaves(each or [visit.words("log.none")], BESIDES)


def log(
    visit: Visit,
    season: Season,
    events: Sequence[Event],
    every: Sequence[Sequence[str]],
    leaf: int,
    said: str = "",
) -> Drawing:
    """A leaf of ``every``, which are its ``leaves_of``; an organiser may choose a correction of it to be
    undone. ``said`` stands above it."""
    words = visit.words
    plain = Log(LeagueNames(words, names_of(season), str), season, events)
    newest = [*reversed(plain.events)]
    leaf = min(leaf, len(every) - 1)
    before = sum(map(len, every[:leaf]))
    heading = words("log.title", league=in_text(visit.league.name))
    about = [said, f"### {heading}", f"-# {in_text(season_name(words, visit.season))}"]
    shown = newest[before : before + len(every[leaf])] if visit.is_organiser else []
    options = [
        select_option(
            shorten(plain.moment(one.correction.at), 60),
            ref_of(one.correction.id),
            plain.what(one.correction.change),
        )
        for one in shown[:OPTIONS_MOST]
        if one.stands
    ]
    return draw(
        [*about, *every[leaf]],
        select(visit.press("league-undo"), words("log.pick"), options),
        turning(lambda to: visit.press("league-log", str(to)), leaf, len(every)),
        reader=visit.reader.user_id,
    )


Show = Callable[[Interaction, Drawing], Awaitable[None]]
"""As an answer of its own, or in place of what was pressed."""


class ResultsPresses:
    """See the module."""

    def __init__(self, clubs: Clubs, people: People, access: TableAccess) -> None:
        self._clubs = clubs
        self._access = access
        self._visits = Visits(clubs, people)

    def routes(self) -> dict[str, Route[Visit]]:
        """Every verb."""
        route = partial(Route, who=self._visits.pressed, about=SubjectKind.LEAGUE)
        return {
            "league-results-of": route(partial(self._results, answer), values=3),
            "league-results": route(partial(self._results, redraw), private=True, values=3),
            "league-result": route(self._pick, values=1),
            "league-log-of": route(self._open_log, values=1),
            "league-log": route(self._turn_log, private=True, values=2),
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

    async def _results(self, show: Show, interaction: Interaction, press: PressId, visit: Visit) -> None:
        _, of, first = press.values
        await show(interaction, await self._drawn(interaction, visit, of, number_in(first)))

    async def _pick(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        await answer(interaction, await self.game_drawn(interaction, visit, chosen(interaction)))

    async def _open_log(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        await answer(interaction, await self.log_drawn(visit, 0))

    async def _turn_log(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        _, leaf = press.values
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
        return result(visit, found, day_of(visit, nights, found), events, said, seen=seen)

    async def _seen(self, interaction: Interaction, results: Sequence[SeasonResult]) -> set[int]:
        """The channels of games to which whoever asks may be shown the way."""
        channels = [one.channel_id for one in results if one.channel_id is not None]
        return await self._access.visible_channels(interaction, channels)

    async def _events(self, visit: Visit, found: SeasonResult) -> list[str]:
        """The corrections of a game, in order; those undone struck."""
        season = await self._clubs.seasons.whole(visit.season.id)
        return await asyncio.to_thread(_lines_about, visit, season, game_thing(found.game.id))

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
        return results(visit, ShownResults(games, first, total, nights, of, name or "", seen))

    async def log_drawn(self, visit: Visit, leaf: int, said: str = "") -> Drawing:
        """A leaf of the log, the latest first."""
        season = await self._clubs.seasons.whole(visit.season.id)
        events = await asyncio.to_thread(events_of, season)
        every = await asyncio.to_thread(leaves_of, visit, season, events)
        return log(visit, season, events, every, leaf, said)


def events_of(season: Season) -> Sequence[Event]:
    """The corrections of a season, in order, and whether each stands (L18)."""
    standing = History(season).standing()
    return [Event(one, one.id in standing) for one in season.corrections]


def _lines_about(visit: Visit, season: Season, thing: str) -> list[str]:
    """The corrections of one thing, a sentence each."""
    every, about = events_of(season), things_of(season)
    names = LeagueNames(visit.words, names_of(season), reasons=visit.sees_reasons)
    log = Log(names, season, every)
    return [line(log, one) for one in every if about[one.correction.id] == thing]


def things_of(season: Season) -> dict[str, str | None]:
    """What each correction is about, by id; an undo is about the same as what it undoes."""
    history = History(season)
    return {one.id: history.about(one.id) for one in season.corrections}


async def _games(clubs: Clubs, season_id: int) -> list[str]:
    """The ids of all games of a season."""
    every, _ = await clubs.seasons.results(season_id, 0, 10**9)
    return [one.game.id for one in every]
