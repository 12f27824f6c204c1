"""Which league, season or game is meant, and who asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.ports import Subject, SubjectKind
from bot.discordkit.press_ids import AboutSomethingElse, PressId
from bot.leagues.errors import ClubError
from bot.leagues.model import ClubMember, League, SeasonFacts
from bot.leagues.service import Clubs
from bot.leagues.ui.organisers import is_organiser, require_organiser
from bot.tables.model import name_key
from bot.telling.reader import Reader
from bot.words.catalogue import Words

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
