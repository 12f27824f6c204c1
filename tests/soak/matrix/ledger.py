"""What people pressed, and what they were answered: against that, what is stored is held."""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from playground import reading
from playground.interactions.acts import InvalidAct
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.server import Playground

ACT = re.compile(r"hh[\d.]*:act:(\d+):(\d+):(.+)")
LONGEST_ANSWER = 60.0


@dataclass(frozen=True)
class Pressed:
    """One press. ``told`` are the messages that it was answered with and its person alone saw."""

    person: int
    custom_id: str
    invocation: Invocation
    told: tuple[str, ...]


class Ledger:
    """All presses of a run."""

    def __init__(self, server: Playground) -> None:
        self._server = server
        self.sent: list[tuple[Person, str, Invocation]] = []
        self.notices: set[str] = set()
        """All that was told to one person alone in answer to a press."""
        self._told: dict[int, list[str]] = defaultdict(list)

    async def press(self, person: Person, message_id: str, custom_id: str) -> Invocation | None:
        """Press and wait for the answer; None where the button has gone meanwhile."""
        invocation = await self.begin(person, message_id, custom_id)
        if invocation is not None:
            await invocation.done(LONGEST_ANSWER)
            self.look()
        return invocation

    async def begin(self, person: Person, message_id: str, custom_id: str) -> Invocation | None:
        """Press and wait for nothing."""
        try:
            invocation = await person.press(message_id, custom_id)
        except (InvalidAct, KeyError):
            return None
        self.sent.append((person, custom_id, invocation))
        return invocation

    def look(self) -> None:
        """Note what presses were answered with, as long as it is there."""
        for channel in self._server.world.channels.values():
            for message in channel.messages.values():
                if message.visible_to is not None and message.interaction_id is not None:
                    text = reading.text(message.data)
                    if text not in self._told[message.interaction_id]:
                        self._told[message.interaction_id].append(text)
                        self.notices.add(text)

    def presses(self) -> Iterator[Pressed]:
        """All of them, with what is known of them by now."""
        self.look()
        for person, custom_id, invocation in self.sent:
            yield Pressed(person.id, custom_id, invocation, tuple(self._told[invocation.id]))

    def problems(self, *databases: Path, parked: Collection[int] = ()) -> Iterator[str]:
        """Where what was answered is not what is stored: an act that somebody was answered, where nothing is
        in its place in the log; and one in the log that its person never pressed. ``parked`` are tables whose
        log was tampered with."""
        log = {key: act for one in databases for key, act in stored_acts(one).items()}
        pressed = defaultdict[tuple[int, int], set[tuple[int, str]]](set)
        for one in self.presses():
            found = ACT.fullmatch(one.custom_id)
            if found is None:
                continue
            key, act = (int(found[1]), int(found[2])), found[3]
            pressed[key].add((one.person, act))
            # Of two acts for one place, perhaps the clock's, one is taken; the hand shows which.
            if one.invocation.state == "answered" and not one.told and key not in log:
                yield f"{one.custom_id} of {one.person} was answered, and nothing is there"
        for key, entry in log.items():
            if key[0] in parked:
                continue
            if entry[0] is not None and not entry[1].startswith("deck") and entry not in pressed[key]:
                yield f"table {key[0]} has {entry} at {key[1]}, which nobody pressed: {pressed[key]}"


def stored_acts(database: Path) -> dict[tuple[int, int], tuple[int | None, str]]:
    """By table and place in the log: whose act it was (None: a robot's, or the clock's), and which."""
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=rw", uri=True)) as connection:
        rows = connection.execute("SELECT table_id, seq, user_id, line FROM log")
        return {
            (table, seq): (user, line if line.startswith("deck") else line.partition(" ")[2])
            for table, seq, user, line in rows
        }
