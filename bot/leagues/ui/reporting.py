"""A result on paper is brought in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.discordkit import panel as replies
from bot.discordkit.boundary import Refusal, acknowledge, answer, open_form, redraw
from bot.discordkit.files import fetched
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.load import Latest
from bot.discordkit.panel import Drawing, Mentions
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.routes import Route, anyone, chosen, filled
from bot.leagues.bringing import (
    FREE,
    DatedPaperGame,
    Stand,
    StandingChange,
    Typed,
    known_of,
    moves,
    read_game,
    recent_nights,
)
from bot.leagues.model import ClubError, ClubMember, League, ListedMember, Report, SeasonFacts
from bot.leagues.paper.sheet import sums_by_players
from bot.leagues.paper.typed import Faulty, Known, fault
from bot.leagues.reading_time import DateDirection, read_date
from bot.leagues.season.model import Night, Season, SeasonGame, SeatKind
from bot.leagues.service import Clubs
from bot.leagues.standings_words import contract_words
from bot.leagues.ui import report_panel as panels
from bot.leagues.ui.report_panel import Posted, ReportStage
from bot.leagues.ui.visits import is_organiser, league_of, require_organiser, tell_all
from bot.ports import StoreError
from bot.robots.kinds import DEFAULT_ROBOT, ROBOT_KINDS
from bot.telling.phrases import robot_level
from bot.timers import zone_or_utc
from bot.words.catalogue import Words, tidy


def known_here(words: Words, members: Sequence[ClubMember], season: Season) -> Known:
    """Members of a league, guests of its season, and robots, by what they are called in this language too."""
    robots = {kind: kind for kind in ROBOT_KINDS} | {robot_level(words, kind): kind for kind in ROBOT_KINDS}
    robots[words("league.robot")] = DEFAULT_ROBOT
    return known_of(members, season.guests, robots)


@dataclass(frozen=True, slots=True)
class _Season:
    """The season that is played in a league, and who belongs to it."""

    league: League
    facts: SeasonFacts
    whole: Season
    members: Sequence[ClubMember]
    today: date

    @property
    def nights(self) -> dict[str, Night]:
        """The nights that a game can be reported of."""
        return recent_nights(self.whole.nights, self.today)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A game on paper that was pressed: what is asked of it, and the report while it waits."""

    league: League
    season_id: int
    report_id: int
    report: Report | None


LARGEST: Final = 2**63 - 1
"""Of an id of Discord's, and of what can be stored."""

DATE_FAULTS: Final = {
    "unknown-date": "not-a-date",
    "date-to-come": "not-yet",
    "weekday-differs": "weekday-differs",
}
"""What is wrong with the date of a game, as it is shown beside what is wrong with its sheet."""

PANELS: Final = 1000
"""Of how many panels it is remembered that their games were sent."""


class Reporting:
    """See the module. Handlers by verb; what commands ask for has a method each."""

    def __init__(self, clubs: Clubs, people: People) -> None:
        self._clubs = clubs
        self._people = people
        self._sent: Latest[int, int] = Latest(PANELS)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb. Who has to do with a game that was sent is known once it is locked."""
        of_league = partial(league_of, self._clubs)
        reporting = partial(Route, who=self._reporting, about=SubjectKind.LEAGUE)
        sent = partial(anyone, about=SubjectKind.LEAGUE, values=2)
        return {
            "report-form": reporting(self._form),
            "report-typed": reporting(self._typed),
            "report-edit": reporting(self._edit, private=True, values=2),
            "report-not": anyone(self._not, private=True),
            "report-send": reporting(self._send, private=True, values=2),
            "report-look": Route(self._look, of_league, SubjectKind.LEAGUE, private=True),
            "report-right": sent(self._right),
            "report-wrong": sent(self._wrong),
            "report-reason": sent(self._reason),
            "report-all": sent(self._confirm_all),
            "report-withdraw": sent(self._withdraw),
        }

    # Typing

    async def report(self, interaction: Interaction, name: str | None) -> None:
        """``/league report``: the games that wait for whoever asks, if there are any, else the form. Raises
        ClubError."""
        user_id = (await self._people.met(interaction)).user_id
        league = await self._clubs.meant(interaction.guild_id, user_id, name)
        await self._require_may_report(interaction, league)
        facts = await self._clubs.open_season(league)
        waiting = await self._clubs.seasons.waiting_reports(facts.id)
        if not is_organiser(interaction, league):
            waiting = [one for one in waiting if user_id in (one.by, *one.awaited)]
        if not waiting:
            await self._ask(interaction, league, Typed(""))
            return
        words = await self._people.words(user_id)
        each = [await self._posted(league, one) for one in waiting]
        each.sort(key=lambda one: user_id not in one.report.awaited)
        await answer(interaction, panels.waiting(words, league, each, user_id))

    async def _require_may_report(self, interaction: Interaction, league: League) -> None:
        """Raise ClubError ``not-a-member`` unless whoever acts is one, or organises the league."""
        if is_organiser(interaction, league):
            return
        if await self._clubs.member(league.id, interaction.user.id) is None:
            raise ClubError("not-a-member", league=league.name)

    async def _reporting(self, interaction: Interaction, press: PressId) -> League:
        league = await league_of(self._clubs, interaction, press)
        await self._require_may_report(interaction, league)
        return league

    async def _form(self, interaction: Interaction, press: PressId, league: League) -> None:
        await self._ask(interaction, league, Typed(""))

    async def _edit(self, interaction: Interaction, press: PressId, league: League) -> None:
        await self._ask(interaction, league, await self._typed_on(interaction, press))

    async def _ask(self, interaction: Interaction, league: League, typed: Typed) -> None:
        words = await self._people.words_of(interaction)
        season = await self._season(league)
        if not typed.text and season.nights:
            (latest, night), *_ = season.nights.items()
            typed = typed._replace(night=latest if night.date == season.today else FREE)
        form = panels.report_form(words, league, season.nights, typed, season.today)
        await open_form(interaction, form)

    async def _season(self, league: League) -> _Season:
        facts = await self._clubs.open_season(league)
        whole = await self._clubs.seasons.whole(facts.id)
        members = await self._clubs.leagues.members(league.id)
        return _Season(league, facts, whole, members, self._clubs.today(league))

    async def _typed(self, interaction: Interaction, press: PressId, league: League) -> None:
        """The form was sent: what is wrong with it, or how the game would look."""
        given = filled(interaction)
        typed = Typed(panels.as_typed(given.get("text", "")), given.get("night", FREE), given.get("day", ""))
        drawing, _, _ = await self._judged(interaction, league, typed)
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            await redraw(interaction, drawing)
        else:
            await answer(interaction, drawing)

    async def _typed_on(self, interaction: Interaction, press: PressId) -> Typed:
        """What was typed, as the pressed panel shows it. Raises Refusal."""
        night, day = press.values
        found = panels.typed_on(interaction.message)
        if found is None:
            raise Refusal("unknown-button")
        if isinstance(found, panels.SheetFile):
            read = partial(interaction.client.http.get_from_cdn, found.url)
            found = (await fetched(self._clubs.time, read)).decode(errors="replace")
        return Typed(found, night, day)

    async def _judged(
        self, interaction: Interaction, league: League, typed: Typed
    ) -> tuple[Drawing, _Season, DatedPaperGame | None]:
        """The panel for what was typed, and the game where there is nothing wrong with it."""
        words = await self._people.words_of(interaction)
        season = await self._season(league)
        if typed.night != FREE and typed.night not in season.nights:
            typed = typed._replace(night=FREE)
        now = self._clubs.time.now()
        try:
            dated, moved = await asyncio.to_thread(_read, words, season, typed, now)
        except Faulty as faulty:
            return panels.wrong(words, league, typed, faulty.faults), season, None
        return panels.preview(words, league, typed, dated, moved), season, dated

    async def _not(self, interaction: Interaction, press: PressId) -> None:
        words = await self._people.words_of(interaction)
        await redraw(interaction, replies.sentence(words("report.dropped")))

    # Sending

    async def _send(self, interaction: Interaction, press: PressId, league: League) -> None:
        typed = await self._typed_on(interaction, press)
        drawing, season, dated = await self._judged(interaction, league, typed)
        if dated is None:  # it was right before, but somebody has left, say
            await redraw(interaction, drawing)
            return
        report = await self._reported(interaction, self._made(interaction, season, dated, typed))
        shown = await self._kept(interaction, league, report)
        words = await self._people.words(interaction.user.id)
        await redraw(interaction, replies.sentence(words(f"report.sent.{shown.stage.value}")))
        posted = panels.posted(await self._everybody(interaction), shown)
        await tell_all(interaction, replace(posted, calls=Mentions(shown.report.awaited)))

    async def _reported(self, interaction: Interaction, made: Report) -> Report:
        """Keep a report: a press that is delivered twice says nothing more, and who was not answered before
        the bot was gone, and presses again, sends what is kept. Raises Refusal, ClubError, StoreError."""
        if self._sent.get(made.id) is not None:
            raise Refusal("unknown-button")
        self._sent.keep(made.id, made.by)
        try:
            return await self._clubs.seasons.report(made)
        except (ClubError, StoreError):
            self._sent.drop(made.id)
            raise

    def _made(self, interaction: Interaction, season: _Season, dated: DatedPaperGame, typed: Typed) -> Report:
        assert interaction.message is not None
        by, now = interaction.user.id, self._clubs.time.now()
        game = dated.result(now, zone_or_utc(season.league.zone))
        awaited = tuple(
            one.user_id
            for one in season.members
            if one.user_id is not None and one.user_id != by and one.id in game.people
        )
        panel = interaction.message.id
        return Report(panel, season.facts.id, by, typed.text, game, awaited, now, dated.paper.guests)

    async def _kept(self, interaction: Interaction, league: League, report: Report) -> Posted:
        """A game that was just sent: a result at once, where nobody else is asked and who has sent it played
        it or organises the league."""
        shown = await self._posted(league, report)
        played = report.by in await self._accounts(league, report.game)
        if report.awaited or not (played or is_organiser(interaction, league)):
            return shown
        return await self._confirmed(shown, report.by, None)

    async def _everybody(self, interaction: Interaction) -> Words:
        return (await self._people.everybody(interaction.guild_id)).words

    async def _accounts(self, league: League, game: SeasonGame) -> list[int]:
        """The Discord accounts of members in a game."""
        members = await self._clubs.leagues.members(league.id)
        return [one.user_id for one in members if one.user_id is not None and one.id in game.people]

    async def _posted(self, league: League, report: Report) -> Posted:
        """A game as everybody sees it now."""
        whole = await self._clubs.seasons.whole(report.season_id)
        members = await self._clubs.leagues.members(league.id)
        names = {one.id: one.name for one in (*whole.guests, *report.guests)}
        names |= {one.id: one.name for one in members}
        night = next((one for one in whole.nights if one.id == report.game.night), None)
        played = datetime.fromtimestamp(report.game.ended, zone_or_utc(league.zone)).date()
        accounts = {one.user_id: one for one in members if one.user_id and one.id in report.game.people}
        return Posted(
            league=league,
            report=report,
            night=night,
            day=played if night is None else night.date,
            names=names,
            said=[one for one in accounts if one not in report.awaited],
            gone=[one for one in report.awaited if one not in accounts or not accounts[one].is_in],
        )

    # Once it is sent

    async def _waiting(self, interaction: Interaction, press: PressId) -> _Waiting:
        """The game on paper that was pressed. Raises ClubError ``no-such-report``."""
        report_id, season_id = _numbers(press)
        league = await league_of(self._clubs, interaction, press)
        await self._clubs.season(league, season_id)
        report = await self._clubs.seasons.reported(report_id)
        if report is not None and report.season_id != season_id:
            raise ClubError("no-such-report")
        return _Waiting(league, season_id, report_id, report)

    async def _still(self, interaction: Interaction, press: PressId) -> Posted | None:
        """The game that was pressed, as it is now; None where it does not wait any longer, which the message
        shows then. Raises ClubError ``no-such-report``."""
        asked = await self._waiting(interaction, press)
        if asked.report is not None:
            return await self._posted(asked.league, asked.report)
        result = await self._clubs.seasons.result(asked.season_id, f"r{asked.report_id}")
        if result is None:
            raise ClubError("no-such-report")
        report = Report(asked.report_id, asked.season_id, 0, "", result.game, (), 0.0)
        shown = await self._posted(asked.league, report)
        names = {**shown.names, **result.names}
        await self._show(interaction, replace(shown, names=names, stage=ReportStage.COUNTS))
        return None

    async def _show(self, interaction: Interaction, shown: Posted) -> None:
        """Have the message that was pressed show a game: in the server's words, or the reader's own."""
        message = interaction.message
        private = message is not None and message.flags.ephemeral
        words = await (self._people.words(interaction.user.id) if private else self._everybody(interaction))
        await redraw(interaction, panels.posted(words, shown))

    async def _look(self, interaction: Interaction, press: PressId, league: League) -> None:
        number = chosen(interaction)
        report = await self._clubs.seasons.reported(int(number)) if _is_id(number) else None
        if report is None:
            raise ClubError("no-such-report")
        await self._clubs.season(league, report.season_id)
        await self._show(interaction, await self._posted(league, report))

    async def _right(self, interaction: Interaction, press: PressId) -> None:
        user_id = (await self._people.met(interaction)).user_id
        async with self._lock(press):
            shown = await self._still(interaction, press)
            if shown is None:
                return
            if user_id not in shown.report.awaited:
                raise ClubError(
                    "said-already" if user_id in (*shown.said, shown.report.by) else "not-in-report"
                )
            await self._show(interaction, await self._confirmed(shown, user_id, None))

    async def _confirm_all(self, interaction: Interaction, press: PressId) -> None:
        await self._people.met(interaction)
        async with self._lock(press):
            shown = await self._still(interaction, press)
            if shown is None:
                return
            require_organiser(interaction, shown.league)
            await self._show(interaction, await self._confirmed(shown, None, interaction.user.id))

    def _lock(self, press: PressId) -> asyncio.Lock:
        """One at a time for a game, so that the message shows last what was last."""
        report_id, _ = _numbers(press)
        return self._locks.setdefault(report_id, asyncio.Lock())

    async def _confirmed(self, shown: Posted, user_id: int | None, organiser: int | None) -> Posted:
        """A player (or, with None, an organiser) has said that it is right. Raises ClubError."""
        report, league = shown.report, shown.league
        before = await self._stands(report)
        left = await self._clubs.seasons.confirm(report.id, user_id)
        if left is not None:
            return await self._posted(league, left)
        after = await self._stands(report)
        moved = [StandingChange(one, before[one], after[one]) for one in before]
        return replace(shown, stage=ReportStage.COUNTS, moved=moved, decided_by=organiser)

    async def _stands(self, report: Report) -> Mapping[str, Stand | None]:
        """How those members stand now who are in a game."""
        found: dict[str, Stand | None] = {}
        for holder in report.game.holders:
            if holder.kind is SeatKind.MEMBER:
                page = await self._clubs.seasons.page(report.season_id, 0, 0, holder.id)
                found[holder.id] = _stand(page.own)
        return found

    async def _wrong(self, interaction: Interaction, press: PressId) -> None:
        words = await self._people.words_of(interaction)
        shown = await self._still(interaction, press)
        if shown is None:
            return
        await self._require_in(interaction, shown)
        await open_form(interaction, panels.reason_form(words, press))

    async def _require_in(self, interaction: Interaction, shown: Posted) -> None:
        """Raise ClubError ``not-in-report`` unless whoever acts has to do with a game."""
        user_id = interaction.user.id
        if user_id in (shown.report.by, *shown.report.awaited, *shown.said):
            return
        if not is_organiser(interaction, shown.league):
            raise ClubError("not-in-report")

    async def _reason(self, interaction: Interaction, press: PressId) -> None:
        """Somebody says what is wrong: its reporter and organisers are told, and the game goes on waiting."""
        await self._people.met(interaction)
        shown = await self._still(interaction, press)
        if shown is None:
            return
        await self._require_in(interaction, shown)
        reason, league = filled(interaction).get("reason", ""), shown.league
        await acknowledge(interaction)
        users = list(dict.fromkeys((shown.report.by, league.creator)))
        called = [*map(panels.mention, users), *(f"<@&{role}>" for role in league.roles)]
        drawing = panels.objection(
            await self._everybody(interaction), shown, interaction.user.id, reason, called
        )
        await tell_all(interaction, replace(drawing, calls=Mentions(tuple(users), league.roles)))

    async def _withdraw(self, interaction: Interaction, press: PressId) -> None:
        """Whoever withdraws it has what was typed, to correct and send it anew."""
        words = await self._people.words_of(interaction)
        async with self._lock(press):
            shown = await self._still(interaction, press)
            if shown is None:
                return
            report = shown.report
            if interaction.user.id != report.by:
                require_organiser(interaction, shown.league)
            await self._clubs.seasons.withdraw(report.id)
        by = interaction.user.id
        await self._show(interaction, replace(shown, stage=ReportStage.WITHDRAWN, decided_by=by))
        await answer(interaction, panels.withdrawn(words, shown))


def _stand(line: ListedMember | None) -> Stand | None:
    return None if line is None else Stand(line.place, line.value)


def _is_id(text: str) -> bool:
    """Whether it can be the id of a message, or a number of ours, which are smaller."""
    return text.isascii() and text.isdecimal() and len(text) <= 19 and int(text) <= LARGEST


def _numbers(press: PressId) -> tuple[int, int]:
    """The report and the season that a press is about. Raises AboutSomethingElse."""
    report_id, season_id = press.values
    if not (_is_id(report_id) and _is_id(season_id)):
        raise AboutSomethingElse(press.verb)
    return int(report_id), int(season_id)


def _day(words: Words, season: _Season, text: str) -> date:
    """The date of a game that was played. Raises Faulty."""
    try:
        return read_date(tidy(text), season.today, words, DateDirection.PAST)
    except ClubError as error:
        raise Faulty([fault(DATE_FAULTS[error.code], None, **{"text": text, **error.details})]) from None


def _read(
    words: Words, season: _Season, typed: Typed, now: float
) -> tuple[DatedPaperGame, list[StandingChange]]:
    """The game that was typed, and what it would do. Raises Faulty."""
    league = season.league
    games = sums_by_players(league.preset, league.options)
    known = known_here(words, season.members, season.whole)
    contracts = contract_words(words, games)
    dated = read_game(
        typed, season.nights, season.today, known, games, contracts, partial(_day, words, season)
    )
    return dated, moves(season.whole, dated.result(now, zone_or_utc(league.zone)))
