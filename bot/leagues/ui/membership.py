"""A league's own panel: making one, coming in, going, being invited, and what one is called there (L1)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import GREEN, Drawing, Mentions, button, draw, yes_or_no
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind, on_league
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route
from bot.engine.registry import preset_named
from bot.leagues.model import Candidate, ClubError, ClubMember, Entry, League, MembershipWait, SeasonFacts
from bot.leagues.service import Clubs, Roll, checked
from bot.leagues.ui.visits import Notices, league_of, organised_league, require_may_create, require_organiser
from bot.people.chosen import AUTO
from bot.people.quiet_hours import usual_zone
from bot.rules.ui.presets import Presets
from bot.tables.lobby import rules_of
from bot.tables.model import NamedPreset, Pace
from bot.telling import phrases
from bot.words.catalogue import Words, clean, in_text, tidy


def game_text(words: Words, league: League) -> str:
    """«Kingen · 4 players · without a clock»: what is played."""
    game = phrases.preset_name(words, preset_named(league.preset).name)
    pace = phrases.pace_name(words, Pace(league.pace))
    return f"{game} · {words.count('count.players', league.players)} · {pace}"


def announced(words: Words, league: League, season: SeasonFacts, members: int) -> Drawing:
    """A league, for everybody: what is played, who may come in, how many have."""
    made = words("league.made-by", name=f"<@{league.creator}>")
    lines = [
        f"### {in_text(league.name)}",
        game_text(words, league),
        words(f"league.entry.{league.entry.value}"),
        f"-# {words.count('league.members', members)} · {made}",
    ]
    return draw(lines, ways_in(words, league, season))


def ways_in(words: Words, league: League, season: SeasonFacts) -> Iterator[ui.Button[Any]]:
    """*Join* as far as it is open, and *Standings*."""
    about = on_league(league.id)
    if league.entry is not Entry.INVITED:
        label = words("button.join" if league.entry is Entry.OPEN else "button.ask-to-join")
        yield button(label, PressId("league-join", about), GREEN)
    yield standings_button(words, league, season)


def standings_button(words: Words, league: League, season: SeasonFacts) -> ui.Button[Any]:
    """The standings of a season."""
    press = PressId("league-standings", on_league(league.id), values=(str(season.id),))
    return button(words("button.standings"), press)


def requested(words: Words, league: League, user_id: int) -> Drawing:
    """Somebody wishes to come in: for organisers, where everybody reads it."""
    text = words("league.asks", name=f"<@{user_id}>", league=in_text(league.name))
    return draw(text, decisions(words, league, user_id))


def decisions(words: Words, league: League, user_id: int) -> Iterator[ui.Button[Any]]:
    """*Let in* and *Refuse*."""
    about, who = on_league(league.id), (str(user_id),)
    yield button(words("button.let-in"), PressId("league-let-in", about, values=who), GREEN)
    yield button(words("button.refuse"), PressId("league-refuse", about, values=who))


def invited(words: Words, league: League, season: SeasonFacts, user_id: int) -> Drawing:
    """Somebody may come in, and is called to read it."""
    text = words("league.invited", name=f"<@{user_id}>", league=in_text(league.name))
    join = PressId("league-join", on_league(league.id), values=(str(user_id),))
    ways = [button(words("button.join"), join, GREEN), standings_button(words, league, season)]
    return draw([text, f"-# {game_text(words, league)}"], ways, calls=Mentions((user_id,)))


def asked_to_leave(words: Words, league: League, yes: PressId, member: ClubMember | None = None) -> Drawing:
    """Whether to leave a league, or to take a ``member`` out of it: what stays is said."""
    name = in_text(league.name)
    if member is None:
        asked = words("league.sure.leave", league=name)
    else:
        asked = words("league.sure.remove", name=in_text(member.name), league=name)
    return draw(asked, yes_or_no(words, yes))


log = logging.getLogger(__name__)


USUAL_PLAYERS: Final = 4


class Founding:
    """See the module."""

    def __init__(self, clubs: Clubs, people: People, presets: Presets, notices: Notices) -> None:
        self._clubs = clubs
        self._people = people
        self._presets = presets
        self._notices = notices

    async def create(self, interaction: Interaction, name: str, game: str, entry: Entry) -> None:
        """Make a league with its first season; whoever does organises it, and is its first member. Everybody
        here reads of it. Raises ClubError ``may-not-create``, ``name-taken``, ``name-empty``, ``name-long``,
        TableError ``unknown-preset``, ``outdated-preset``."""
        press_of(interaction).expected = First.POST
        player = await self._people.met(interaction)
        league = await self.league(interaction, name, game, entry)
        season, member = self._clubs.first_season(league, player.name)
        made = await self._clubs.leagues.create(league, season, member)
        log.info("league %d was made", made.id)
        words = await self._people.words(player.user_id)
        everybody = await self._people.guild_words(made.guild_id)
        instead = panel.sentence(words("league.made", league=in_text(made.name)))
        posted = announced(everybody, made, await self._clubs.season(made), 1)
        if await self._notices.post(interaction, posted, instead):
            plan = PressId("night-again", on_league(made.id), values=("weekly",))
            way = button(words("button.plan-weekly"), plan, GREEN)
            await answer(interaction, draw(words("league.made", league=in_text(made.name)), way))

    async def league(self, interaction: Interaction, name: str, game: str, entry: Entry) -> League:
        """A league that whoever acts may make, not kept yet. Raises ClubError ``may-not-create``,
        ``name-empty``, ``name-long``, TableError ``unknown-preset``, ``outdated-preset``."""
        settings = await self._people.settings(interaction.guild_id)
        guild_id = require_may_create(interaction, settings)
        chosen = played(await self._presets.meant(guild_id, game))
        locale = str(interaction.guild_locale or interaction.locale)
        return League(
            id=0,
            guild_id=guild_id,
            name=checked(tidy(name)),
            preset=chosen.preset,
            players=chosen.players,
            zone=usual_zone(locale if settings.language == AUTO else settings.language),
            creator=interaction.user.id,
            created_at=self._clubs.time.now(),
            options=chosen.options,
            pace=chosen.pace,
            entry=entry,
        )


def played(found: str | NamedPreset) -> NamedPreset:
    """What is played, with players and pace. Raises TableError ``outdated-preset``."""
    if isinstance(found, str):
        offered = preset_named(found).players
        players = USUAL_PLAYERS if USUAL_PLAYERS in offered else min(offered)
        return NamedPreset(0, found, found, players, {}, Pace.NONE)
    rules_of(found)
    return found


class Membership:
    """Handlers by verb; what commands ask for has a method each."""

    def __init__(self, clubs: Clubs, roll: Roll, people: People, notices: Notices) -> None:
        self._clubs = clubs
        self._roll = roll
        self._people = people
        self._notices = notices

    def routes(self) -> dict[str, Route[League]]:
        """Every verb."""
        seen = partial(Route, who=partial(league_of, self._clubs), about=SubjectKind.LEAGUE)
        organised = partial(
            Route, who=partial(organised_league, self._clubs), about=SubjectKind.LEAGUE, values=1
        )
        return {
            "league-join": seen(self._join, values=(0, 1)),
            "league-leave": seen(self._ask_to_leave),
            "league-leave-yes": seen(self._leave, private=True),
            "league-let-in": organised(self._let_in),
            "league-refuse": organised(self._refuse),
        }

    # --- commands

    async def join(self, interaction: Interaction, name: str | None) -> None:
        """Come in, or ask to. Raises ClubError."""
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        await self._come_in(interaction, league)

    async def leave(self, interaction: Interaction, name: str | None) -> None:
        """Leave, once that is confirmed. Raises ClubError."""
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        await self._ask(interaction, league)

    async def invite(
        self, interaction: Interaction, player: discord.Member | discord.User, name: str | None
    ) -> None:
        """Let somebody come in who has not asked to; they are called. Raises ClubError, Refusal."""
        words = await self._people.words_of(interaction)
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        require_organiser(interaction, league)
        if player.bot:
            raise Refusal("league-no-bots")
        called = clean(player.display_name, str(player.id))
        await self._people.know(player.id, called)
        member = await self._roll.invite(league, player.id, called)
        everybody = await self._people.guild_words(league.guild_id)
        if member is not None:
            await answer(interaction, _is_in(words, league, member))
            await self._tell(interaction, league, member.user_id)
            return
        posted = invited(everybody, league, await self._clubs.season(league), player.id)
        instead = panel.sentence(
            words("league.invited.kept", name=in_text(called), league=in_text(league.name))
        )
        await self._notices.post(interaction, posted, instead)

    async def name(self, interaction: Interaction, name: str, league_name: str | None) -> None:
        """Be called something in a league. Raises ClubError."""
        words = await self._people.words_of(interaction)
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, league_name)
        own = await self._own(league, interaction.user.id)
        renamed = await self._roll.rename(league, own.id, tidy(name))
        said = words("league.named", name=in_text(renamed.name), league=in_text(league.name))
        await answer(interaction, panel.sentence(said))

    # --- coming in

    async def _join(self, interaction: Interaction, press: PressId, league: League) -> None:
        """*Join* on a league's message, or on an invitation, which is one person's."""
        if press.values and press.value != str(interaction.user.id):
            raise ClubError("not-your-invitation")
        await self._come_in(interaction, league, press)

    async def _come_in(self, interaction: Interaction, league: League, press: PressId | None = None) -> None:
        player = await self._people.met(interaction)
        words = await self._people.words(player.user_id)
        entered = await self._roll.join(league, player.user_id, player.name)
        if entered.member is not None:
            if press is not None:
                await redraw(interaction, await self._joined(league, entered.member, press))
            await answer(interaction, _welcome(words, league, entered.member))
            return
        key = "league.asked-before" if entered.asked_before else "league.asked"
        said = panel.sentence(words(key, league=in_text(league.name)))
        everybody = await self._people.guild_words(league.guild_id)
        asks = requested(everybody, league, player.user_id)
        if entered.asked_before or await self._notices.post(interaction, asks, said):
            await answer(interaction, said)

    async def _joined(self, league: League, member: ClubMember, press: PressId) -> Drawing:
        """What the message that was pressed shows then."""
        everybody = await self._people.guild_words(league.guild_id)
        if press.values:
            return _is_in(everybody, league, member)
        members = len(await self._clubs.members(league.id))
        return announced(everybody, league, await self._clubs.season(league), members)

    # --- being let in

    async def _let_in(self, interaction: Interaction, press: PressId, league: League) -> None:
        user_id = await self._decided(interaction, press)
        member = await self._roll.let_in(league, user_id)
        await self._say(interaction, league, lambda words: _is_in(words, league, member))
        await self._tell(interaction, league, user_id)

    async def _refuse(self, interaction: Interaction, press: PressId, league: League) -> None:
        user_id = await self._decided(interaction, press)
        candidate = await self._roll.refuse(league, user_id)
        await self._say(interaction, league, lambda words: _refused(words, league, candidate))
        if candidate.waiting is MembershipWait.ASKED:
            words = await self._people.words(user_id)
            text = words("league.not-let-in", league=in_text(league.name))
            await self._notices.tell(user_id, panel.sentence(text))

    async def _decided(self, interaction: Interaction, press: PressId) -> int:
        """Of whom it is decided."""
        if not (press.value.isascii() and press.value.isdecimal()):
            raise Refusal("unknown-button")
        await self._people.met(interaction)
        return int(press.value)

    async def _tell(self, interaction: Interaction, league: League, user_id: int | None) -> None:
        """Who has been let in hears of it: by direct message, else where it was done."""
        assert user_id is not None
        words = await self._people.words(user_id)
        notice = panel.sentence(words("league.let-in", league=in_text(league.name)))
        if not await self._notices.tell(user_id, notice):
            everybody = await self._people.guild_words(league.guild_id)
            text = everybody("league.let-in.call", name=f"<@{user_id}>", league=in_text(league.name))
            drawing = Drawing(panel.sentence(text).panel, calls=Mentions((user_id,)))
            await self._notices.post_after(interaction, drawing, notice)

    # --- going

    async def _ask_to_leave(self, interaction: Interaction, press: PressId, league: League) -> None:
        await self._ask(interaction, league)

    async def _ask(self, interaction: Interaction, league: League) -> None:
        words = await self._people.words_of(interaction)
        await self._own(league, interaction.user.id)
        yes = PressId("league-leave-yes", on_league(league.id))
        await answer(interaction, asked_to_leave(words, league, yes))

    async def _leave(self, interaction: Interaction, press: PressId, league: League) -> None:
        words = await self._people.words_of(interaction)
        own = await self._own(league, interaction.user.id)
        await self._roll.leave(league, own.id)
        await redraw(interaction, panel.sentence(words("league.left", league=in_text(league.name))))

    # --- what all of it takes

    async def _say(self, interaction: Interaction, league: League, draw: Callable[[Words], Drawing]) -> None:
        """What became of something stands where it was pressed, in the words of who reads it there."""
        message = interaction.message
        alone = message is not None and message.flags.ephemeral
        words = await (
            self._people.words_of(interaction) if alone else self._people.guild_words(league.guild_id)
        )
        await redraw(interaction, draw(words))

    async def _own(self, league: League, user_id: int) -> ClubMember:
        own = await self._clubs.member(league.id, user_id)
        if own is None:
            raise ClubError("not-member", league=league.name)
        return own


def _is_in(words: Words, league: League, member: ClubMember) -> Drawing:
    text = words("league.is-in", name=in_text(member.name), league=in_text(league.name))
    return panel.sentence(text)


def _refused(words: Words, league: League, candidate: Candidate) -> Drawing:
    text = words("league.refused", name=in_text(candidate.name), league=in_text(league.name))
    return panel.sentence(text)


def _welcome(words: Words, league: League, member: ClubMember) -> Drawing:
    text = words("league.joined", name=in_text(member.name), league=in_text(league.name))
    return panel.sentence(text)
