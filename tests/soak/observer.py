"""Watches everybody's messages from outside, and compares whom they reach with the cards they tell.

What may be told follows from the database file alone (see truth), never from the process that plays. A
message has to be explained by *one* state of one table, of the deal in play or of the end of the one before:
a message shows a table as it stood a moment ago, and pictures come late. In that state the reader was in a
seat (by the seats as they stood then), and

- the cards a hand's picture shows as held are exactly that seat's hand, and a message for all shows none,
- every other card, on a picture or named anywhere in the message (texts, labels, alternative texts, ids of
  buttons, values of choices, names of files), is in that hand or open to all: shown, or in the last tricks,
- cards named in a line that tells the result of a deal were played in it, and it has ended,
- where a button or choice names a card, the state is the one its id carries, and
- a button that plays is for the seat that is to move in the state its id carries.

It sees the cards that are drawn as cards, in the look that readers have who chose none (see sight), and names
of cards in English (see naming). Words on a picture it cannot read; but picture and alternative text come
from one value, and a hand's picture whose cards are not those that its alternative text names is reported as
well, so that it cannot go blind unnoticed. And whatever a picture shows: two people who at no time shared a
seat never get the same picture of a hand, byte for byte.

It cannot see what was only on its way: a request that was cut before it was carried out has shown nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot.engine.cards import CardSet
from playground import reading
from playground.people import Person
from playground.server import Playground
from playground.trouble.faults import Moment
from playground.world.accounts import Events
from tests.soak.naming import cards_in, texts_of, without_ended_deals, without_still_out
from tests.soak.sight import cards_on
from tests.soak.truth import State, TableTruth, Truth, names_of

EPHEMERAL = 1 << 6
PICTURE = "image/png"
OVER = "finished"
BUTTON_ID = re.compile(r"hh[\d.]*:([a-z-]+):(\d+):(\d+):(.*)")
SPOKEN_TABLE = re.compile(r"\btable (\d+)", re.IGNORECASE)
TURN = "act"
"""The button that plays, for whose turn it is."""


@dataclass
class Told:
    """What one message tells. ``held`` and ``lying`` are on pictures, ``named`` is anywhere else;
    ``carded`` are the (table, position in the log) of ids and choices that name a card, ``turns`` those of
    buttons that play. ``ended`` are cards named in the result of a deal, by its number. ``decks`` are told by
    files that are no pictures: a record of the whole game."""

    tables: set[int] = field(default_factory=set[int])
    held: CardSet = 0
    lying: CardSet = 0
    named: CardSet = 0
    out: list[CardSet] = field(default_factory=list[CardSet])
    ended: list[tuple[int, CardSet]] = field(default_factory=list[tuple[int, CardSet]])
    carded: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    turns: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    decks: set[str] = field(default_factory=set[str])

    @property
    def nothing(self) -> bool:
        """Whether no card is told of."""
        return not (self.held or self.lying or self.named or self.out or self.ended or self.turns)


def told_by(server: Playground, message: dict[str, Any]) -> Told:
    """Read a message, pictures and all."""
    told = Told()
    for text in texts_of([message.get(part) for part in ("content", "embeds", "components", "attachments")]):
        rest, out = without_still_out(text)
        rest, ended = without_ended_deals(rest)
        told.named |= cards_in(rest)
        told.out += out
        told.ended += ended
        told.tables |= {int(number) for number in SPOKEN_TABLE.findall(text)}
    for component in reading.components(message):
        found = BUTTON_ID.fullmatch(str(component.get("custom_id", "")))
        if found is None:
            continue
        table, seq = int(found[2]), int(found[3])
        told.tables.add(table)
        values = [found[4], *(str(option["value"]) for option in component.get("options", ()))]
        if any(cards_in(value) for value in values):
            told.carded.add((table, seq))
        if found[1] == TURN:
            told.turns.add((table, seq))
    for file in reading.pictures(server, message):
        if file.content_type == PICTURE:
            seen = cards_on(file.data)
            told.held |= seen.held
            told.lying |= seen.lying
        else:
            told.decks |= {line for line in file.data.decode().splitlines() if line.startswith("deck ")}
    return told


class _Eyes(Events):
    """Hears at once what one person sees."""

    def __init__(self, observer: Observer, person: Person) -> None:
        super().__init__(person.account.subscribers)
        self._observer, self._person = observer, person

    def put(self, event: dict[str, Any] | None) -> None:
        if event is not None and event["type"] in ("message_create", "message_update"):
            self._observer.look(self._person, event["message"])


class Observer:
    """Watches all people there are, and those who come later once ``meet`` is called. Must be closed."""

    def __init__(self, server: Playground, database: Path, *others: Path) -> None:
        self.truth = Truth(database, *others)
        self.leaks: list[str] = []
        self.read = self.hands_read = 0
        """How many messages were read, and how many pictures of hands with cards on them."""
        self._server = server
        self._eyes: dict[int, _Eyes] = {}
        self._pictures: dict[bytes, set[int]] = {}
        self._judged: set[tuple[int, str, str | None]] = set()
        self._unwatch = server.faults.watch(self._poll)
        self.meet()

    def meet(self) -> None:
        """Watch everybody who is not watched yet."""
        for person in self._server.people.values():
            if person.id not in self._eyes:
                self._eyes[person.id] = _Eyes(self, person)

    def close(self) -> None:
        """Look no more."""
        self._unwatch()
        for eyes in self._eyes.values():
            eyes.close()
        self.truth.close()

    def sweep(self) -> None:
        """Look once more at what everybody has before them: all of it must have been looked at when it
        came."""
        for person in self._server.people.values():
            for channel in person.channels():
                for message in person.messages(channel["id"]):
                    if self._key(person, message) not in self._judged:
                        self.look(person, message)

    def look(self, person: Person, message: dict[str, Any]) -> None:
        """Judge what one person sees in one message."""
        if message["author"]["id"] != self._server.world.bot_user["id"]:
            return
        self._judged.add(self._key(person, message))
        self.truth.poll()
        self.read += 1
        alone = bool(message["flags"] & EPHEMERAL)
        alone = alone or self._server.world.channel(message["channel_id"]).recipient is not None
        told = told_by(self._server, message)
        if not told.nothing and not self._explained(person.id if alone else None, told):
            self._report(person, message, told, "is no hand of theirs, nor open to all")
        over = {line for table in self.truth.tables.values() if table.state == OVER for line in table.lines}
        if told.decks - over:
            self._report(person, message, told, "brings the record of a game that is not over")
        if alone:
            self._look_at_pictures(person, message, told)

    def check(self) -> None:
        """Nobody has seen what they may not know. Raises AssertionError with what was seen by whom."""
        self.sweep()
        assert not self.leaks, "\n".join(self.leaks[:3])

    def _poll(self, moment: Moment) -> None:
        self.truth.poll()

    @staticmethod
    def _key(person: Person, message: dict[str, Any]) -> tuple[int, str, str | None]:
        return person.id, message["id"], message["edited_timestamp"]

    def _explained(self, reader: int | None, told: Told) -> bool:
        ids = told.tables & self.truth.tables.keys() or self.truth.tables.keys()
        return any(
            _explains(table, state, reader, told)
            for table in map(self.truth.tables.__getitem__, ids)
            for state in table.recent()
        )

    def _look_at_pictures(self, person: Person, message: dict[str, Any], told: Told) -> None:
        for picture in reading.pictures(self._server, message):
            if picture.content_type != PICTURE:
                continue
            rest, _ = without_still_out(picture.alt)
            spoken, seen = cards_in(rest), cards_on(picture.data)
            if not picture.alt or not (spoken or seen.all) or not picture.filename.startswith("hand"):
                continue
            self.hands_read += 1
            if spoken != seen.all:
                differ = names_of(spoken ^ seen.all)
                self._report(person, message, told, f"does not agree with its alternative text on {differ}")
            readers = self._pictures.setdefault(sha256(picture.data).digest(), set())
            readers.add(person.id)
            for other in readers - {person.id}:
                if not self._ever_shared_a_seat(person.id, other):
                    self._report(person, message, told, f"has the very picture that {other} has")

    def _ever_shared_a_seat(self, one: int, other: int) -> bool:
        return any(
            {stay.seat for stay in table.stays if stay.user_id == one}
            & {stay.seat for stay in table.stays if stay.user_id == other}
            for table in self.truth.tables.values()
        )

    def _report(self, person: Person, message: dict[str, Any], told: Told, what: str) -> None:
        where = {table.id: (table.now.seq, table.seated) for table in self.truth.tables.values()}
        self.leaks.append(
            f"{person.name} ({person.id}) reads in message {message['id']}, which {what}: "
            f"held {names_of(told.held)!r}, lying {names_of(told.lying)!r}, named {names_of(told.named)!r}, "
            f"buttons of {sorted(told.carded | told.turns)}; "
            f"tables as (entries, people by seat): {where}; {reading.text(message)!r}"
        )


def _explains(table: TableTruth, state: State, reader: int | None, told: Told) -> bool:
    """Whether a message may tell so much to ``reader`` (None: to all) when the table stands so."""
    marks = told.carded | told.turns
    if marks and marks != {(table.id, state.seq)}:
        return False
    seats = set[int]() if reader is None else table.seats_of(reader, state.seq)
    if told.turns and state.mover not in seats:
        return False
    if not all(out in state.out for out in told.out):
        return False
    if not all(table.has_ended(deal) and not cards & ~table.played_in(deal) for deal, cards in told.ended):
        return False
    return any(_fits(state, hand, told) for hand in _hands(state, seats))


def _hands(state: State, seats: Iterable[int]) -> list[CardSet]:
    return [state.hands[seat] for seat in seats if seat < len(state.hands)] or [0]


def _fits(state: State, hand: CardSet, told: Told) -> bool:
    if told.held and told.held != hand:
        return False
    return not (told.lying & ~state.public or told.named & ~(hand | state.public))
