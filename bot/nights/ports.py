"""What nights need from outside. Every method of a store raises StoreError when the database fails, and then
nothing of what was asked is kept; a NightError says that it cannot be done, and then nothing is changed
either."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from bot.leagues.season.model import Bye
from bot.nights.model import (
    Evening,
    EveningDetails,
    NightPerson,
    NightStep,
    Ruling,
    Series,
    SignUpAnswer,
    StepKey,
    StepKind,
)
from bot.tables.model import Origin
from bot.tables.table import Table

SeriesChange = Callable[[Series], Series]
PersonChange = Callable[[NightPerson], NightPerson]
StepChange = Callable[[NightStep], NightStep]
"""What becomes of something that is kept, out of what it is when its turn to be changed has come."""


class NightStore(Protocol):
    """Where nights are kept."""

    # Series

    async def make_series(self, series: Series) -> Series:
        """Keep a new one; returns it with its id."""
        ...

    async def change_series(self, series_id: int, change: SeriesChange) -> Series:
        """Keep what ``change`` makes of a series as it is by then, and return it. Raises NightError
        ``no-such-night``, and what ``change`` raises."""
        ...

    async def series(self, series_id: int) -> Series | None:
        """A series."""
        ...

    async def series_of(self, guild_id: int) -> Sequence[Series]:
        """Those of a server that are not drafts, the newest first."""
        ...

    async def drafts(self, guild_id: int) -> Sequence[Series]:
        """Those of a server that are drafts, the newest first."""
        ...

    async def running(self) -> Sequence[Series]:
        """All that are running, in order."""
        ...

    # Evenings

    async def make_evening(self, evening: Evening) -> Evening:
        """Keep a new evening and plan its night in its season, or take that of its date which is planned
        there already and no other evening's; returns it with its id and its night's. Where the series has one
        of that date already, it is that which is returned. Its channel and settings are those that the series
        has by then. Its secret is drawn by whoever implements this. Raises NightError ``season-closed``, and
        ``changed-meanwhile`` where the series has ended or leaves that date out by then."""
        ...

    async def change(
        self, evening: Evening, byes: Collection[Bye] = (), of_series: SeriesChange | None = None
    ) -> Evening:
        """Keep an evening as it is now, if it is still the one of that ``version``, with who sits out a round
        that begins with it and what ``of_series`` makes of its series as that is by then: all of it or
        nothing. Returns it with its next version. In another season than before it is a night
        of that, planned there as a new evening's is. A bye that is kept already stays as it is, and
        there is none for whoever is no member. The presses of those who play in the first round, as it begins
        and as they are here then, take part in the cards of all duplicate rounds. Raises NightError
        ``changed-meanwhile``, ``season-closed`` where there are byes to be kept."""
        ...

    async def details(self, evening_id: int) -> EveningDetails | None:
        """An evening with all that is kept of it."""
        ...

    async def evening(self, evening_id: int) -> Evening | None:
        """An evening alone."""
        ...

    async def evenings(self, series_id: int) -> Sequence[Evening]:
        """All of a series, by date."""
        ...

    async def unfinished(self) -> Sequence[int]:
        """Those that are not settled, in order."""
        ...

    async def settled(self, since: float) -> Sequence[int]:
        """Those that are settled and have ended, or had something of them done, later than that (unix
        seconds), in order."""
        ...

    async def live(self, guild_id: int) -> Sequence[Evening]:
        """The live evenings of a server, the earliest first."""
        ...

    async def in_channel(self, channel_id: int, begin: float, end: float) -> Sequence[Evening]:
        """The live evenings in a channel that begin between these moments."""
        ...

    async def of_person(self, user_id: int, begin: float, end: float) -> Sequence[Evening]:
        """The live evenings that begin between these moments and that a person has said they come to, or are
        at, and has not left."""
        ...

    # Who comes

    async def answer(
        self, evening_id: int, user_id: int, name: str, answer: SignUpAnswer, at: float
    ) -> NightPerson:
        """Somebody says whether they come. The same answer again changes nothing; whoever says that they come
        keeps their place in the order when they change between *in* and *late*. Whoever does not come is not
        here either. Returns what is kept of them then."""
        ...

    async def check_in(
        self, evening_id: int, user_id: int, name: str, press_id: int, at: float, *, here: bool
    ) -> NightPerson:
        """Somebody says that they are here, or that they have gone for tonight. Being here is an answer for
        whoever has given none, or another than *in* or *late*, and they are not ``gone`` any longer. A press
        that has said so before changes nothing. Returns what is kept of them then."""
        ...

    async def tell(
        self, evening_id: int, user_id: int, name: str | None, change: PersonChange
    ) -> NightPerson | None:
        """Keep what ``change`` makes of what is kept of somebody by then; of whom there is nothing yet, that
        is begun under their ``name``, or without one stays so. Returns what is kept of them then. Raises what
        ``change`` raises."""
        ...

    # What is done

    async def change_step(self, evening_id: int, key: StepKey, change: StepChange) -> NightStep:
        """Keep what ``change`` makes of a step as it is kept by then, or as it would begin, and return what
        is kept of it then: whoever waits for a seat by then is still to be told once they have one."""
        ...

    async def try_again(self, evening_id: int) -> None:
        """Steps that could not be done are to be tried at once."""
        ...

    async def rule(self, ruling: Ruling, seen: int) -> Ruling:
        """Keep what a referee has decided, as the next of its evening, and return it with its number and its
        moment. ``seen`` is how many rulings about the same table they knew of. Raises NightError
        ``changed-meanwhile`` where there are others."""
        ...

    # What is sealed

    async def commitments(self, evening_id: int, rounds: int) -> Sequence[str]:
        """The SHA-256 of the secret of each duplicate round, in hexadecimal: public. The secrets follow from
        that of the evening, and none of them from another. Raises LookupError where there is no such
        evening."""
        ...

    async def origin(self, evening_id: int, number: int) -> Origin:
        """What the cards of a duplicate round follow from, counted from 1: the same whenever it is asked for.
        Raises LookupError where that round has not begun."""
        ...


class Hindered(Exception):
    """A step cannot be done now, though perhaps later: ``code`` says why (``error.night.hindrance.…``), with
    the ``permission`` that is missing where it is one (``permission.…`` of the catalogue)."""

    def __init__(self, code: str, permission: str = "") -> None:
        super().__init__(code, permission)
        self.code = code
        self.permission = permission


class Impossible(Exception):
    """A step will never be possible, and is not worth telling: who was to be told takes no messages, an event
    that was to be ended is gone."""


class StepRunner(Protocol):
    """Who does steps. ``perform`` and ``look_again`` are for steps whose kinds are not ``TABLE``."""

    async def perform(self, step: NightStep, details: EveningDetails) -> NightStep:
        """Do it, once: where it may have been done before (``tried_at`` is not 0), that is found out first.
        Returns it with where it is and its id. Raises Hindered, Impossible, and whatever may pass
        (StoreError, what the network raises), after which it is asked to do it again."""
        ...

    def look_again(self, evening_id: int, kind: StepKind, about: int = 0) -> None:
        """What a message shows may have changed; returns at once."""
        ...

    def show_table(self, table: Table) -> None:
        """A table is open: its people are shown it in its thread; returns at once, and it is tried until it
        is there. Once it is, that changes nothing."""
        ...

    def lost(self, details: EveningDetails) -> Collection[StepKey]:
        """The steps whose messages are known not to be there any more."""
        ...

    async def curious(self, people: Sequence[int]) -> Collection[int]:
        """Who of these people wish to be told of nights that they miss. Raises StoreError."""
        ...

    def passes(self, error: Exception) -> bool:
        """Whether what ``perform`` raised may pass by itself."""
        ...
