"""What organisers correct, and what members dispute."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.discordkit.boundary import answer, open_form, redraw, sentence_for
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.panel import Drawing, Mentions, attached, draw, message_url, sentence
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.postings import Outlet, sent_once
from bot.discordkit.routes import Route, chosen, filled
from bot.discordkit.sending import UNKNOWN_CHANNEL, repeated
from bot.leagues.bringing import StandingChange, correction_moves
from bot.leagues.correction_words import (
    REASON_LONGEST,
    Log,
    move_lines,
    paper_fault,
    reason_text,
    refusal_text,
)
from bot.leagues.model import ClubError, League, SeasonResult
from bot.leagues.paper.typed import Faulty
from bot.leagues.season.corrections import CorrectionRefusal, History, game_thing
from bot.leagues.season.model import Correction, Season
from bot.leagues.service import Clubs
from bot.leagues.standings_words import LeagueNames, names_of
from bot.leagues.ui import correction_forms as panels
from bot.leagues.ui.correction_forms import (
    REASON,
    CorrectionDraft,
    CorrectionKind,
    CorrectionTarget,
    Drafts,
    correction_form,
    read_change,
)
from bot.leagues.ui.reporting import known_here
from bot.leagues.ui.results import ResultsPresses, dates_of, day_of, events_of, seat_line, things_of
from bot.leagues.ui.visits import Visit, Visits, found_by, number_in, require_organiser
from bot.ports import StoreError
from bot.tables.tables import Tables
from bot.tables.ui.access import TableAccess
from bot.telling.phrases import shorten
from bot.words.catalogue import Words, tidy

TRIED: Final = " "
"""The id of a correction that is tried: no other has a space."""

OF_A_GAME: Final = (CorrectionKind.VOID, CorrectionKind.POINTS, CorrectionKind.PLAYER)


class Correcting:
    """See the module. Handlers by verb; what commands ask for has a method each."""

    def __init__(self, clubs: Clubs, people: People, results: ResultsPresses) -> None:
        self._clubs = clubs
        self._visits = Visits(clubs, people)
        self._results = results
        self._drafts = Drafts()

    def forget(self, user_id: int) -> None:
        """A person is not known any longer: what they were preparing goes."""
        self._drafts.drop(user_id)

    def routes(self) -> dict[str, Route[Visit]]:
        """Every verb."""
        route = partial(Route, who=self._visits.organised, about=SubjectKind.LEAGUE)
        return {
            "league-correct-game": route(self._game, values=2),
            "league-fix": route(self._ask, private=True, values=4),
            "league-fix-seat": route(self._ask_for_seat, private=True, values=2),
            "league-undo": route(self._ask_to_undo, private=True, values=1),
            "league-fixed": route(self._typed, private=True, values=4),
            "league-retype": route(self._retype, private=True, values=2),
            "league-make": route(self._make, private=True, values=2),
            "league-drop": route(self._drop, private=True, values=2),
        }

    async def correct(self, interaction: Interaction, league: str | None, season: int | None) -> None:
        """What can be corrected. Raises ClubError."""
        visit = await self._visits.named(interaction, league, season)
        require_organiser(interaction, visit.league)
        await answer(interaction, panels.menu(visit))

    # --- forms

    async def _game(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        _, ref = press.values
        await answer(interaction, panels.game(visit, await self._results.game(visit, ref)))

    async def _ask(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        asked = _asked_in(press)
        days = (CorrectionKind.INSERT, CorrectionKind.EXCUSE)
        today = {"date": self._clubs.today(visit.league).isoformat()} if asked.doing in days else {}
        await self._send_form(interaction, visit, asked, today)

    async def _ask_for_seat(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        _, ref = press.values
        asked = CorrectionTarget(CorrectionKind.PLAYER, ref, number_in(chosen(interaction)), press.seq - 1)
        await self._send_form(interaction, visit, asked, {})

    async def _ask_to_undo(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        ref = chosen(interaction)
        season = await self._clubs.seasons.whole(visit.season.id)
        event = found_by(ref, (one.id for one in season.corrections))
        if event is None:
            raise ClubError(CorrectionRefusal.UNKNOWN_EVENT.value)
        things = await asyncio.to_thread(things_of, season)
        is_game = (things[event] or "").startswith(game_thing(""))
        seen = sum(one == things[event] for one in things.values()) if is_game else None
        await self._send_form(interaction, visit, CorrectionTarget(CorrectionKind.UNDO, ref, seen=seen), {})

    async def _retype(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        """What was typed, once more; of a form that had no room for it, the reason alone."""
        draft = self._draft(interaction, press, visit)
        await self._send_form(interaction, visit, draft.asked, draft.typed, only_reason=bool(press.seq))

    async def _send_form(
        self,
        interaction: Interaction,
        visit: Visit,
        asked: CorrectionTarget,
        typed: Mapping[str, str],
        *,
        only_reason: bool = False,
    ) -> None:
        is_points = asked.doing is CorrectionKind.POINTS and not only_reason
        found = await self._results.game(visit, asked.about) if is_points else None
        await open_form(interaction, correction_form(visit, asked, typed, found))

    # --- what was typed

    async def _typed(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        asked, season_id = _asked_in(press), visit.season.id
        typed = self._drafts.typed(interaction.user.id, season_id, asked) | filled(interaction)
        draft = CorrectionDraft(self._drafts.next(), visit.league.id, season_id, asked, typed)
        await redraw(interaction, await self._shown(interaction, visit, draft))

    async def _shown(
        self, interaction: Interaction, visit: Visit, draft: CorrectionDraft, said: str = ""
    ) -> Drawing:
        """The correction as it would be made, or why it cannot be; it is kept either way."""
        season = await self._clubs.seasons.whole(visit.season.id)
        members = await self._clubs.leagues.members(visit.league.id)
        known = known_here(visit.words, members, season)
        try:
            about, found = await self._about(visit, season, draft.asked)
            today = self._clubs.today(visit.league)
            change, guests = await asyncio.to_thread(
                read_change, visit.words, visit.league, season, known, draft.asked, about, draft.typed, today
            )
        except Faulty as wrong:
            draft = self._drafts.keep(interaction.user.id, draft)
            return panels.problem(visit, draft, [paper_fault(visit.words, one) for one in wrong.faults])
        except ClubError as error:
            draft = self._drafts.keep(interaction.user.id, draft)
            return panels.problem(visit, draft, [sentence_for(visit.words, error)])
        draft = self._drafts.keep(interaction.user.id, replace(draft, change=change, guests=guests))
        correction = self._correction(interaction, visit, draft)
        refused, sums, moved = await asyncio.to_thread(_outcome, season, correction)
        if refused is not None:
            return panels.problem(visit, draft, [refusal_text(visit.words, refused, sums)])
        names = names_of(season) | {one.id: one.name for one in guests}
        people = LeagueNames(visit.words, names, reasons=visit.sees_reasons)
        done = await asyncio.to_thread(_what, people, season, correction)
        what = f"{done}\n-# {reason_text(people, correction.reason)}"
        return panels.preview(visit, draft, what, found, move_lines(people, moved), said)

    async def _about(
        self, visit: Visit, season: Season, asked: CorrectionTarget
    ) -> tuple[str, SeasonResult | None]:
        """The id of what a correction is about, and the game as it is now. Raises ClubError."""
        if asked.doing in OF_A_GAME:
            found = await self._results.game(visit, asked.about)
            return found.game.id, found
        if asked.doing is CorrectionKind.UNDO:
            return found_by(asked.about, (one.id for one in season.corrections)) or asked.about, None
        return "", None

    def _correction(self, interaction: Interaction, visit: Visit, draft: CorrectionDraft) -> Correction:
        assert draft.change is not None
        reason = shorten(tidy(draft.typed.get(REASON, "")), REASON_LONGEST)
        by = visit.own or str(interaction.user.id)
        return Correction("", int(self._clubs.time.now()), by, reason, draft.change)

    # --- made, or not

    async def _make(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        draft = self._draft(interaction, press, visit)
        if draft.change is None:
            raise ClubError("nothing-prepared")
        correction = self._correction(interaction, visit, draft)
        self._drafts.drop(interaction.user.id)  # before anything is waited for: a second press makes nothing
        try:
            await self._clubs.seasons.correct(visit.season.id, correction, draft.asked.seen, draft.guests)
        except ClubError as error:
            self._drafts.keep(interaction.user.id, draft)
            await redraw(interaction, await self._refused(interaction, visit, draft, error))
            return
        except StoreError:
            self._drafts.keep(interaction.user.id, draft)
            raise
        made = visit.words("correct.made")
        if draft.asked.doing in OF_A_GAME:
            await redraw(
                interaction, await self._results.game_drawn(interaction, visit, draft.asked.about, made)
            )
        else:
            await redraw(interaction, await self._results.log_drawn(visit, 0, made))

    async def _refused(
        self, interaction: Interaction, visit: Visit, draft: CorrectionDraft, error: ClubError
    ) -> Drawing:
        """Why it was not made. Where others corrected the same game meanwhile, it is shown as it is now, and
        what it would do to that."""
        said = sentence_for(visit.words, error)
        if error.code != "corrected-meanwhile":
            return panels.problem(visit, draft, [said])
        season = await self._clubs.seasons.whole(visit.season.id)
        things = await asyncio.to_thread(things_of, season)
        about, _ = await self._about(visit, season, draft.asked)
        thing = things.get(about) if draft.asked.doing is CorrectionKind.UNDO else game_thing(about)
        seen = sum(one == thing for one in things.values())
        draft = replace(draft, asked=replace(draft.asked, seen=seen))
        return await self._shown(interaction, visit, draft, said)

    async def _drop(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        self._draft(interaction, press, visit)
        self._drafts.drop(interaction.user.id)
        await redraw(interaction, sentence(visit.words("correct.dropped")))

    # --- who, and what

    def _draft(self, interaction: Interaction, press: PressId, visit: Visit) -> CorrectionDraft:
        _, number = press.values
        return self._drafts.get(interaction.user.id, number_in(number), visit.season.id)


def _asked_in(press: PressId) -> CorrectionTarget:
    """What a press asks for. Raises AboutSomethingElse."""
    _, doing, about, seat = press.values
    if doing not in list(CorrectionKind):
        raise AboutSomethingElse(press.verb)
    return CorrectionTarget(
        CorrectionKind(doing), about, number_in(seat), press.seq - 1 if press.seq else None
    )


def _outcome(
    season: Season, correction: Correction
) -> tuple[CorrectionRefusal | None, tuple[int, int] | None, list[StandingChange]]:
    """Why a correction would be refused, with the sums that this may be about, or else what it would move."""
    tried, history = replace(correction, id=TRIED), History(season)
    refusal = history.refusal(tried)
    if refusal is not None:
        return refusal, history.wrong_sums(tried) if refusal is CorrectionRefusal.WRONG_SUM else None, []
    return None, None, correction_moves(season, tried)


def _what(people: LeagueNames, season: Season, correction: Correction) -> str:
    """What a correction does."""
    return Log(people, season, events_of(season)).what(correction.change)


NAME_LONGEST: Final = 100
"""Of a thread (https://discord.com/developers/docs/resources/channel#start-thread-without-message)."""
ARCHIVED_AFTER: Final = 10080
"""Minutes: a week."""


class Disputes:
    """See the module. A game has one thread, whoever disputes it."""

    def __init__(
        self,
        clubs: Clubs,
        people: People,
        outlet: Outlet,
        tables: Tables,
        results: ResultsPresses,
        access: TableAccess,
    ) -> None:
        self._clubs = clubs
        self._people = people
        self._visits = Visits(clubs, people)
        self._outlet = outlet
        self._tables = tables
        self._results = results
        self._access = access
        self._opening = asyncio.Lock()

    def routes(self) -> dict[str, Route[Visit]]:
        """The one verb."""
        route = Route(self._dispute, self._visits.admitted, SubjectKind.LEAGUE, values=2)
        return {"league-dispute": route}

    async def _dispute(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        _, ref = press.values
        found = await self._results.game(visit, ref)
        async with self._opening:
            thread_id = await self._clubs.seasons.dispute(visit.season.id, found.game.id)
            said = "dispute.there"
            if thread_id is None:
                thread_id, said = await self._opened(interaction, visit, found), "dispute.opened"
        url = message_url(visit.league.guild_id, thread_id)
        await answer(interaction, sentence(visit.words(said), url, visit.words("dispute.go")))

    async def _opened(self, interaction: Interaction, visit: Visit, found: SeasonResult) -> int:
        """A new thread with all there is to know. Raises ClubError ``channel-gone``, ``no-threads``."""
        words = await self._people.guild_words(visit.league.guild_id)
        everybody = Visit(visit.league, visit.season, await self._people.everybody(visit.league.guild_id),
                          None, is_member=False, is_organiser=False)  # fmt: skip
        nights = dates_of(await self._clubs.seasons.nights(visit.season.id))
        date = words.date(day_of(everybody, nights, found))
        channel = self._channel(interaction, found)
        names = ", ".join(LeagueNames(words, found.names, str).holders(found.game.holders))
        name = shorten(words("dispute.name", date=date, names=names), NAME_LONGEST)
        record = await self._record(found, channel)
        try:
            thread = await self._begun(channel, name)
            drawing = _first_message(words, everybody, found, date, interaction.user.id, record)
            await self._send(thread, drawing, visit.league)
            await self._clubs.seasons.keep_dispute(visit.season.id, found.game.id, thread.id)
        except discord.Forbidden:
            raise ClubError("no-threads", channel=f"#{channel.name}") from None
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            raise ClubError("channel-gone") from None
        return thread.id

    def _channel(self, interaction: Interaction, found: SeasonResult) -> discord.TextChannel:
        """The channel in which the end of the game was announced, else that where somebody pressed. Raises
        ClubError ``channel-gone``."""
        for channel_id in (found.channel_id, interaction.channel_id):
            channel = self._outlet.client.get_channel(channel_id) if channel_id is not None else None
            if isinstance(channel, discord.Thread):
                channel = channel.parent
            if isinstance(channel, discord.TextChannel):
                return channel
        raise ClubError("channel-gone")

    async def _begun(self, channel: discord.TextChannel, name: str) -> discord.Thread:
        await self._outlet.budget.take()
        return await repeated(
            self._outlet.time,
            lambda: channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=ARCHIVED_AFTER
            ),
            once=True,
        )

    async def _send(self, thread: discord.Thread, drawing: Drawing, league: League) -> None:
        """The first message of a thread, which calls the organisers and nobody else."""
        await self._outlet.budget.take()
        calling = replace(drawing, calls=Mentions((league.creator,), league.roles))
        await sent_once(self._outlet.time, lambda nonce: thread.send(**calling.to_send(), nonce=nonce))

    async def _record(self, found: SeasonResult, channel: discord.TextChannel) -> bytes | None:
        """The record of the game, where it was played at a table here and all who see the channel may see it.
        Raises Refusal ``table-unsure``."""
        if found.table_id is None:
            return None
        table = await self._tables.get(found.table_id)
        facts = table.facts
        if facts.veiled or not await self._access.is_seen_in(channel.guild, facts, channel.id):
            return None
        return (await table.record()).encode()


def _first_message(
    words: Words, visit: Visit, found: SeasonResult, date: str, by: int, record: bytes | None
) -> Drawing:
    """What the thread begins with."""
    league = visit.league
    organisers = [f"<@{league.creator}>", *(f"<@&{role}>" for role in league.roles)]
    heading = words("result.title", date=date)
    lines = [
        f"### {heading}",
        *(seat_line(visit, found, seat) for seat in range(len(found.game.points))),
        words("dispute.by", person=f"<@{by}>"),
        words("dispute.call", organisers=" ".join(organisers)),
    ]
    return draw(lines, attached(f"hartenheer-{found.table_id}.king", record) if record is not None else None)
