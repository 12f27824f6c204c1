"""A night as somebody is shown it: read at one place for messages, letters and panels alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.discordkit.people import People
from bot.discordkit.ports import on_night
from bot.discordkit.press_ids import PressId
from bot.leagues.model import League
from bot.nights import attendance, night_words
from bot.nights.attendance import Presence
from bot.nights.board_words import Board
from bot.nights.evenings import Evenings
from bot.nights.model import (
    Evening,
    EveningDetails,
    NightPerson,
    NightPlace,
    Schedule,
    SignUpAnswer,
    local_of,
)
from bot.nights.reading import night_length
from bot.tables.lengths import Expected
from bot.tables.model import UNFINISHED, TableFacts
from bot.timers import zone_or_utc
from bot.words.catalogue import Words


@dataclass(frozen=True, slots=True)
class NightView:
    """A night in the words of whoever reads it, with its league, the ``schedule`` of its series, its
    ``games``, and how long a ``game`` is expected to take. ``seals`` are those of its duplicate rounds; the
    season that it counts in ``is_open``. ``is_late``: people are asked later than planned.

    It may be for one person: the account of the ``reader``, who ``is_told`` of nights that they miss in any
    case, and ``is_seated`` in a game that is not over. An organiser is shown the ``board`` of the round in
    play, what was just done or refused (``said``) and what was ``typed`` wrong."""

    words: Words
    details: EveningDetails
    league: League
    schedule: Schedule
    games: Mapping[NightPlace, TableFacts] = field(default_factory=dict[NightPlace, TableFacts])
    game: Expected | None = None
    seals: Sequence[str] = ()
    is_open: bool = True
    is_late: bool = False
    reader: int = 0
    is_told: bool = False
    board: Board | None = None
    said: str = ""
    typed: str = ""

    @property
    def evening(self) -> Evening:
        """The evening."""
        return self.details.evening

    @property
    def title(self) -> str:
        """Which night it is, as a heading."""
        return f"### {night_words.title(self.words, self.evening, self.league)}"

    @property
    def course(self) -> str:
        """What is played, and how long it takes."""
        length = night_length(self.evening.settings, self.game)
        return night_words.course(self.words, self.evening, self.league, length)

    @property
    def person(self) -> NightPerson | None:
        """What is known of the reader."""
        return self.details.people.get(self.reader)

    @property
    def presence(self) -> Presence:
        """Where they stand tonight."""
        return attendance.presence_of(self.details, self.person)

    @property
    def is_here(self) -> bool:
        """Whether they are there to play, or to step in."""
        return self.presence in (Presence.HERE, Presence.SUBSTITUTE)

    @property
    def is_seated(self) -> bool:
        """Whether they have a seat in a game that is not over."""
        playing = (one for one in self.games.values() if one.state in UNFINISHED)
        return any(one.seat_of(self.reader) is not None for one in playing)

    @property
    def given(self) -> SignUpAnswer | None:
        """What they have answered."""
        return None if self.person is None else self.person.answer

    def public_press(self, verb: str, *values: str) -> PressId:
        """A press about it, whatever it has become since."""
        return PressId(verb, on_night(self.evening.id), values=values)

    def press(self, verb: str, *values: str) -> PressId:
        """A press about it as it is now."""
        return PressId(verb, on_night(self.evening.id), self.evening.version, values)

    def heading(self, text: str = "") -> list[str]:
        """What was said, which night it is, and which page."""
        return [*([self.said] if self.said else []), self.title, *([f"**{text}**"] if text else [])]


class NightViews:
    """Reads them. Everything raises StoreError, and NightError ``no-such-night`` where its league is gone."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self._evenings = evenings
        self._people = people

    async def in_words(self, words: Words, details: EveningDetails) -> NightView:
        """A night in these words."""
        evening, evenings = details.evening, self._evenings
        league = await evenings.league(evening)
        series = await evenings.store.series(evening.series_id)
        begins = local_of(evening.starts_at, zone_or_utc(league.zone))
        season = await evenings.clubs.seasons.facts(evening.season_id)
        facts = await evenings.tables.of_evening(evening.id)
        settings, seals = evening.settings, ()
        if settings.is_duplicate:
            seals = await evenings.store.commitments(evening.id, settings.rounds)
        return NightView(
            words,
            details,
            league,
            Schedule(evening.date, begins.time()) if series is None else series.schedule,
            {NightPlace.read(one.place)[1]: one for one in facts if one.place is not None},
            await evenings.game_length(league),
            seals,
            season is not None and season.is_open,
        )

    async def for_everybody(self, details: EveningDetails) -> NightView:
        """In the server's language."""
        return await self.in_words(await self._people.guild_words(details.evening.guild_id), details)

    async def for_reader(self, details: EveningDetails, user_id: int) -> NightView:
        """For one person, in their language."""
        is_told = (await self._people.preferences(user_id)).missed_nights
        view = await self.in_words(await self._people.words(user_id), details)
        return replace(view, reader=user_id, is_told=is_told)
