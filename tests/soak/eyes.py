"""What people at a table have before them, by messages alone, compared with what the table is."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.engine.game import AWAITS_DECK
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from playground.world.accounts import Events
from tests.e2e.house import House

Message = dict[str, Any]

OVER = "the game is over"
KEPT = "Your cards will appear here"
CALL = "it's your turn at table"


@dataclass(frozen=True)
class Truth:
    """What is stored of a table. ``people`` are the ids of those on its seats, None for a robot."""

    table: int
    state: str
    seq: int
    turn: int | None
    people: tuple[int | None, ...]
    ready: tuple[bool, ...]
    deals: int = 0
    """How many deals have ended."""

    @property
    def mover(self) -> int | None:
        """The id of the person to move."""
        return self.people[self.turn] if self.turn is not None and self.turn >= 0 else None

    @property
    def between_deals(self) -> bool:
        return self.state == "playing" and self.turn == AWAITS_DECK


def truth_of(table: Table) -> Truth:
    """The truth of a table in this process."""
    facts, game = table.facts, table._live.game  # pyright: ignore[reportPrivateUsage]
    return Truth(
        facts.id,
        facts.state.value,
        facts.seq,
        facts.turn,
        tuple(seat.user_id for seat in facts.seats),
        tuple(seat.ready for seat in facts.seats),
        0 if game is None else len(game.view(None).results),
    )


def stored_truth(database: Path, table: int) -> Truth | None:
    """The truth of a table as another process has stored it; None when there is no such table (yet)."""
    if not database.exists():
        return None
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        try:
            row = connection.execute("SELECT state, seq, turn FROM tables WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            seats = connection.execute(
                "SELECT user_id, ready FROM seats WHERE table_id = ? ORDER BY seat", (table,)
            ).fetchall()
            (deals,) = connection.execute(
                "SELECT count(*) FROM deals WHERE table_id = ?", (table,)
            ).fetchone()
        except sqlite3.OperationalError:  # before the first migration
            return None
    people = tuple(user_id for user_id, _ in seats)
    state, seq, turn = row
    return Truth(table, state, seq, turn, people, tuple(bool(ready) for _, ready in seats), deals)


@dataclass(frozen=True)
class Offer:
    """A button that somebody can press."""

    message: Message
    custom_id: str


@dataclass(frozen=True)
class Eyes:
    """Those who look, and the channel the table is in."""

    people: Sequence[Person]
    channel: int

    def person(self, id: int) -> Person:
        return next(one for one in self.people if one.id == id)

    def messages(self, person: Person) -> Iterator[Message]:
        """All that a person can scroll to, newest first, their direct messages before the channel."""
        for channel in reversed(person.channels()):
            yield from reversed(person.messages(channel["id"]))

    def offers(self, person: Person, start: str) -> list[Offer]:
        """The buttons a person can press whose custom id starts so."""
        return [
            Offer(message, button.custom_id)
            for message in self.messages(person)
            for button in reading.buttons(message, enabled_only=True)
            if button.custom_id.startswith(start)
        ]

    def public(self) -> list[Message]:
        """What everybody sees in the channel, oldest first."""
        everybody = [{one["id"]: one for one in person.messages(self.channel)} for person in self.people]
        shared = set(everybody[0]).intersection(*everybody[1:])
        return [everybody[0][id] for id in sorted(shared, key=int)]

    def direct(self, person: Person) -> list[Message]:
        """A person's direct messages, without opening them."""
        return [
            message
            for channel in person.channels()
            if channel["type"] == 1
            for message in person.messages(channel["id"])
        ]

    # What may be wrong

    def waiting(self, truth: Truth) -> list[str]:
        """Who ought to have something to press, and has not."""
        return [
            f"{person.name} has no {start}"
            for person, start in wanted_of_all(self, truth)
            if not self.offers(person, start) and not self._called(person, start)
        ]

    def _called(self, person: Person, start: str) -> bool:
        """Somebody who cannot be written to finds their hand behind the button of a call."""
        return (
            start.startswith("hh:act:")
            and not person.account.direct_messages_open
            and any(_live(call, "hh:my-hand:") for call in self.calls(person))
        )

    def calls(self, person: Person) -> list[Message]:
        """Messages in the channel that call a person to move."""
        return [one for one in self.public() if f"<@{person.id}>, {CALL}" in reading.text(one)]

    def outdated(self, truth: Truth) -> list[str]:
        """What is shown otherwise than it is: the lobby's names, who is to play, the hands between deals."""
        if truth.state == "lobby":
            said = "\n".join(reading.text(one) for one in self.public() if _live(one, "hh:leave:"))
            names = [self.person(id).name for id in truth.people if id is not None]
            return [f"the lobby does not name {name}" for name in names if f"**{name}**" not in said]
        if truth.between_deals:
            asked = [id for id, ready in zip(truth.people, truth.ready, strict=True) if id and not ready]
            return [
                f"{person.name}'s hand does not offer the next deal"
                for person in map(self.person, asked)
                if person.account.direct_messages_open
                and not any(_live(one, f"hh:ready:{truth.table}:{truth.seq}:") for one in self.direct(person))
            ]
        if truth.mover is not None and truth.state == "playing":
            name = self.person(truth.mover).name
            tables = [one for one in self.public() if _live(one, f"hh:scores:{truth.table}:")]
            if not any(f"{name} to play" in reading.text(one) for one in tables):
                return [f"the table does not say that {name} is to play"]
        return []

    def doubled(self, truth: Truth) -> list[str]:
        """What is there twice, or is missing where there ought to be one."""
        found = list(self._doubled_in_public(truth))
        for person in self.people:
            if person.id not in truth.people:
                continue
            if truth.state == "lobby":
                number = sum(KEPT in reading.text(one) for one in self.direct(person))
                expected = (0, 1)
            else:
                number = sum(_live(one, f"hh:[a-z-]+:{truth.table}:") for one in self.direct(person))
                expected = (int(person.account.direct_messages_open),)
            if number not in expected:
                found.append(f"{person.name} has {number} live direct messages")
            if len(calls := self.calls(person)) > 1:
                found.append(f"{person.name} is called {len(calls)} times")
        return found

    def _doubled_in_public(self, truth: Truth) -> Iterator[str]:
        texts = [reading.text(one) for one in self.public()]
        wanted = {"lobby": r"hh:leave:"} if truth.state == "lobby" else {}
        for what, start in wanted.items():
            number = sum(_live(one, start) for one in self.public())
            if number != 1:
                yield f"{number} messages of the {what}"
        if truth.state != "lobby":
            deals = Counter(deal for text in texts for deal in {*re.findall(r"Deal (\d+) (?:of|is)", text)})
            if truth.state in ("playing", "adjourned"):
                shown = truth.deals + (truth.turn is not None and truth.turn >= 0)
                yield from _not_once({f"deal {shown}": deals.pop(str(shown), 0)})
            yield from (f"deal {deal} is still shown" for deal in deals)
        if truth.state == "finished":
            yield from _not_once({"result": sum(OVER in text for text in texts)})

    def left_over(self, truth: Truth) -> list[str]:
        """What is no longer wanted and still there."""
        found: list[str] = []
        if truth.state == "lobby":
            return found
        for person in self.people:
            for verb in _done_with(truth):
                useless = self.offers(person, f"hh:{verb}:{truth.table}:")
                found += [f"{person.name} can still press {offer.custom_id}" for offer in useless]
        live = [one for one in self.public() if _live(one, rf"hh:(?:ready|scores|last-trick):{truth.table}:")]
        if len(live) > 1 and truth.state == "playing":
            found.append(f"{len(live)} deals' messages have live buttons")
        for person in self.people:
            if any(KEPT in reading.text(one) for one in self.direct(person)):
                found.append(f"{person.name} is still told of the seat")
            if self.calls(person) and truth.mover != person.id:
                found.append(f"{person.name} is still called")
        return found


def _done_with(truth: Truth) -> list[str]:
    """Verbs of buttons that nobody has any use for."""
    playing = truth.mover is not None and truth.state == "playing"
    return ["join", "start", "fill-start"] + ["ready"] * (not truth.between_deals) + ["act"] * (not playing)


def _live(message: Message, start: str) -> bool:
    """Whether a message has a button to be pressed whose custom id begins like the pattern."""
    ids = (button.custom_id for button in reading.buttons(message, enabled_only=True))
    return any(re.match(start, id) for id in ids)


def _not_once(numbers: dict[str, int]) -> Iterable[str]:
    return (f"{what} is shown {number} times" for what, number in numbers.items() if number != 1)


def wanted_of_all(eyes: Eyes, truth: Truth) -> list[tuple[Person, str]]:
    """Who ought to press what for the game to go on: people and the beginnings of custom ids."""
    if truth.state == "lobby":
        absent = [(one, f"hh:join:{truth.table}:") for one in eyes.people if one.id not in truth.people]
        return absent or [(eyes.people[0], f"hh:start:{truth.table}:")]
    if truth.between_deals:
        unready = [id for id, ready in zip(truth.people, truth.ready, strict=True) if id and not ready]
        return [(eyes.person(id), f"hh:ready:{truth.table}:{truth.seq}:") for id in unready]
    if truth.mover is None or truth.state != "playing":
        return []
    return [(eyes.person(truth.mover), f"hh:act:{truth.table}:{truth.seq}:")]


class Answers(Events):
    """Looks at what a person's press of a card is answered with, the moment it is: a drawing of before the
    press still has the card that was pressed."""

    def __init__(self, house: House, person: Person, stale: list[str]) -> None:
        super().__init__(person.account.subscribers)
        self._house, self._person, self._stale = house, person, stale
        self._deferred: dict[str, str] = {}

    def put(self, event: dict[str, Any] | None) -> None:
        if event is None:
            return
        if event["type"] == "message_update":
            pressed = self._deferred.pop(event["message"]["id"], None)
            if pressed is not None:
                self._look(event["message"], pressed)
        if event["type"] != "invocation" or event["invocation"]["state"] != "answered":
            return
        told = event["invocation"]
        if not str(told["custom_id"]).startswith("hh:act:"):
            return
        interactions = self._house.server.desk.by_token.values()
        answer = next(one.answer for one in interactions if str(one.id) == told["id"])
        if answer == 6:
            self._deferred[told["source_message_id"]] = told["custom_id"]
        elif answer == 7:
            self._look(self._person.message(told["source_message_id"]), told["custom_id"])

    def _look(self, message: dict[str, Any], pressed: str) -> None:
        if f"'{pressed}'" in str(message["components"]):
            self._stale.append(f"{self._person.name} still sees {pressed}")
