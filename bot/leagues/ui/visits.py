"""Which league, season or game is meant, who asks, who may do what, and what others hear of it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import discord

from bot.discordkit.boundary import Refusal, answer
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.load import Budget
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.ports import Subject, SubjectKind
from bot.discordkit.postings import sent_once
from bot.discordkit.presses import First, press_of
from bot.discordkit.sending import CUT_OFF, may_pass, summary
from bot.leagues.model import ClubError, ClubMember, League, SeasonFacts
from bot.leagues.service import Clubs
from bot.people.settings import Openers, ServerSettings
from bot.ports import Time
from bot.tables.model import TableFacts, name_key
from bot.telling.phrases import Reader
from bot.words.catalogue import Words

log = logging.getLogger(__name__)


def is_organiser(interaction: Interaction, league: League) -> bool:
    """Whether whoever acts organises the league: they made it, hold one of its roles, or may manage the
    server."""
    user = interaction.user
    if interaction.guild_id != league.guild_id:
        return False
    if user.id == league.creator or interaction.permissions.manage_guild:
        return True
    return isinstance(user, discord.Member) and any(role.id in league.roles for role in user.roles)


async def organises_table(clubs: Clubs, interaction: Interaction, facts: TableFacts) -> bool:
    """Whether whoever acts organises the league that a table is of. Raises StoreError."""
    found = await clubs.of_table(facts)
    return found is not None and is_organiser(interaction, found.league)


def require_organiser(interaction: Interaction, league: League) -> None:
    """Raise ClubError ``not-organiser`` unless whoever acts is one."""
    if not is_organiser(interaction, league):
        raise ClubError("not-organiser", league=league.name)


def require_may_create(interaction: Interaction, settings: ServerSettings) -> int:
    """The server, for somebody who may make a league in it: who moderates or manages it, and who has the role
    that it lets open tables. A league lasts, so it is not for everybody, where tables are. Raises ClubError
    ``may-not-create``."""
    rights, member = interaction.permissions, interaction.user
    chosen = settings.role_id if settings.openers == Openers.ROLE else None
    has_role = isinstance(member, discord.Member) and any(role.id == chosen for role in member.roles)
    if interaction.guild_id is None or not (rights.manage_messages or rights.manage_guild or has_role):
        raise ClubError("may-not-create")
    return interaction.guild_id


async def tell_all(interaction: Interaction, drawing: Drawing) -> None:
    """A message for everybody, of what is done and kept. Raises Refusal ``not-posted`` where nobody knows
    whether it is there, discord.HTTPException where Discord refuses it."""
    try:
        await press_of(interaction).tell_all(drawing)
    except (discord.HTTPException, *CUT_OFF) as error:
        if not may_pass(error):
            raise
        raise Refusal("not-posted") from None


class Notices:
    """See the module. Where a channel takes no message any more, whoever acts is told ``instead`` what they
    need to know, by direct message or else by the answer."""

    def __init__(self, client: discord.Client, people: People, budget: Budget, time: Time) -> None:
        self._client = client
        self._people = people
        self._budget = budget
        self._time = time

    async def post(self, interaction: Interaction, drawing: Drawing, instead: Drawing) -> bool:
        """Answer with a message for everybody. False where something else had to be the answer: then whoever
        acts has been told ``instead``, and the message follows where it can."""
        press = press_of(interaction)
        press.expected = First.POST
        try:
            if await press.post(drawing) is not None:
                return True
        except (discord.HTTPException, *CUT_OFF) as error:
            await self._tell_instead(interaction, instead, error)
            return False
        await answer(interaction, instead)
        await self.post_after(interaction, drawing, instead)
        return False

    async def post_after(self, interaction: Interaction, drawing: Drawing, instead: Drawing) -> bool:
        """A message for everybody, after the answer; whether it is known to be there. It is not sent again
        where nobody knows: it calls people."""
        try:
            await press_of(interaction).tell_all(drawing)
        except (discord.HTTPException, *CUT_OFF) as error:
            await self._tell_instead(interaction, instead, error)
            return False
        return True

    async def tell(self, user_id: int, drawing: Drawing) -> bool:
        """A direct message; whether it has reached them."""
        try:
            channel_id = await self._people.dm_channel(user_id)
            if channel_id is None:
                return False
            await self._budget.take()
            channel = self._client.get_partial_messageable(channel_id)
            await sent_once(self._time, lambda nonce: channel.send(**drawing.to_send(), nonce=nonce))
        except discord.HTTPException as error:
            await self._people.refused(user_id, error)
            return False
        except CUT_OFF as error:
            log.info("a notice may not have got through: %s", summary(error))
            return False
        return True

    async def _tell_instead(self, interaction: Interaction, instead: Drawing, error: BaseException) -> None:
        """The channel is gone, or closed to the bot, or does not answer."""
        log.info("a message for a channel goes to one person: %s", summary(error))
        if not await self.tell(interaction.user.id, instead):
            await answer(interaction, instead)


LONGEST_NUMBER = 9
"""Digits of a number in a press: of what a database counts here there are fewer."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A season of a league of the server where somebody acts. ``own`` is the id that they have or had as a
    member."""

    league: League
    season: SeasonFacts
    reader: Reader
    own: str | None
    is_member: bool
    is_organiser: bool

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.reader.words

    @property
    def sees_reasons(self) -> bool:
        """Whether they are told why something was corrected."""
        return self.is_member or self.is_organiser

    def press(self, verb: str, *values: str, seq: int = 0) -> PressId:
        """A press about this season."""
        subject = Subject(SubjectKind.LEAGUE, self.league.id)
        return PressId(verb, subject, seq, (str(self.season.id), *values))


class Visits:
    """Finds them. Everything raises ClubError, StoreError."""

    def __init__(self, clubs: Clubs, people: People) -> None:
        self.clubs = clubs
        self._people = people

    async def named(self, interaction: Interaction, league: str | None, season: int | None = None) -> Visit:
        """The season of that number of the league of that name, or those that are meant without one."""
        player = await self._people.met(interaction)
        found = await self.clubs.meant(interaction.guild_id, player.user_id, league)
        return await self._of(interaction, found, await self._numbered(found, season))

    async def pressed(self, interaction: Interaction, press: PressId) -> Visit:
        """The season that a press is about, if it is one of this server. Raises AboutSomethingElse too."""
        await self._people.met(interaction)
        league = await self.clubs.get(press.subject.id, interaction.guild_id)
        season = number_in(press.values[0] if press.values else "")
        return await self._of(interaction, league, await self.clubs.season(league, season))

    async def admitted(self, interaction: Interaction, press: PressId) -> Visit:
        """The same for a member or an organiser of the league. Raises ClubError ``not-member`` too."""
        return admitted(await self.pressed(interaction, press))

    async def organised(self, interaction: Interaction, press: PressId) -> Visit:
        """The same for an organiser of the league. Raises ClubError ``not-organiser`` too."""
        visit = await self.pressed(interaction, press)
        require_organiser(interaction, visit.league)
        return visit

    async def _numbered(self, league: League, number: int | None) -> SeasonFacts:
        if number is None:
            return await self.clubs.season(league)
        for one in await self.clubs.seasons.seasons(league.id):
            if one.number == number:
                return one
        raise ClubError("no-season")

    async def _of(self, interaction: Interaction, league: League, season: SeasonFacts) -> Visit:
        user_id = interaction.user.id
        mine = [one for one in await self.clubs.leagues.members(league.id) if one.user_id == user_id]
        return Visit(
            league,
            season,
            await self._people.reader(user_id),
            mine[0].id if mine else None,
            any(one.is_in for one in mine),
            is_organiser(interaction, league),
        )


async def league_of(clubs: Clubs, interaction: Interaction, press: PressId) -> League:
    """The league that a press is about, if it is one of this server. Raises ClubError, StoreError."""
    return await clubs.get(press.subject.id, interaction.guild_id)


async def organised_league(clubs: Clubs, interaction: Interaction, press: PressId) -> League:
    """The same for one of its organisers. Raises ClubError ``not-organiser`` too."""
    league = await league_of(clubs, interaction, press)
    require_organiser(interaction, league)
    return league


def admitted(visit: Visit) -> Visit:
    """The same, for a member or an organiser. Raises ClubError ``not-member``."""
    if not (visit.is_member or visit.is_organiser):
        raise ClubError("not-member", league=visit.league.name)
    return visit


def number_in(text: str) -> int:
    """A number in a press. Raises AboutSomethingElse where it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise AboutSomethingElse(text)
    return int(text)


def member_called(members: Sequence[ClubMember], text: str) -> ClubMember:
    """The member of that id, else of that name. Raises ClubError ``no-such-member``."""
    for one in members:
        if one.id == text:
            return one
    for one in members:
        if name_key(one.name) == name_key(text):
            return one
    raise ClubError("no-such-member", name=text)


MARK: Final = "#"
LONGEST: Final = 30
"""As it is written in a button's id; there are more letters in it than these."""


def ref_of(id: str) -> str:
    """The id itself where it is short, else what it is found by."""
    written = len(id) + 2 * sum(id.count(sign) for sign in "%:")
    if written <= LONGEST and not id.startswith(MARK):
        return id
    return MARK + sha256(id.encode(errors="surrogatepass")).hexdigest()[:20]


def is_id(ref: str) -> bool:
    """Whether it is an id itself."""
    return not ref.startswith(MARK)


def found_by(ref: str, ids: Iterable[str]) -> str | None:
    """The one of the ids that is meant; None where it is not among them."""
    return next((one for one in ids if ref_of(one) == ref), None)
