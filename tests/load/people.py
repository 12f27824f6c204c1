"""The people of a table, who press what they see.

Each looks at nothing but their own direct messages. Who is to move sees buttons of cards there, takes one
after a while, and looks until their hand has changed. Of two presses at a table the second comes after a time
that is drawn anew each time, so that a card is played there every so many seconds, those of robots included.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from playground import reading
from playground.interactions.acts import InvalidAct
from playground.interactions.invocations import Invocation
from playground.objects import Json
from playground.people import Person
from playground.world.accounts import Events
from tests.load.town import Place

MOVE = re.compile(r"hh[\d.]*:(act|ready):\d+:(\d+):")
GLANCE = 0.7
"""Seconds for which people look at a button before they press it."""
SPREAD = (0.5, 1.5)
"""How the time between two presses is spread, all parts equally likely."""
ANSWERED_WITHIN = 3.0
PATIENCE = 20.0
"""Seconds after which a picture that has not come is counted as lost."""


@dataclass(slots=True)
class Pressed:
    """One press: when, in seconds of ``time.perf_counter``, and after how many seconds it was answered and
    the hand had changed; None where it never did. ``refused``: the answer was a sentence. ``interaction`` is
    Discord's id of it."""

    at: float
    answered: float | None = None
    shown: float | None = None
    refused: bool = False
    interaction: int = 0


@dataclass
class Offer:
    """Buttons of a message that bring the game further, at one input."""

    seq: int
    message: str
    custom_ids: list[str]
    is_card: bool


class Player:
    """Somebody at a table, who sees their direct messages."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.done_up_to = -1
        self.seen = asyncio.Event()
        self._mailbox = str(person.open_direct_messages()["id"])
        self._events: Events = person.events()
        self._offer: Offer | None = None
        for message in person.messages(self._mailbox):
            self._look(message)

    async def watch(self) -> None:
        """See what comes and changes."""
        async for event in self._events:
            if event.get("channel_id") != self._mailbox:
                continue
            if event["type"] in ("message_create", "message_update"):
                self._look(event["message"])
            elif event["type"] == "message_delete":
                if self._is_of(event["message_id"]):
                    self._offer = None
                self.seen.set()

    def close(self) -> None:
        """See no more."""
        self._events.close()

    @property
    def offer(self) -> Offer | None:
        """What can be pressed now and was not yet."""
        return self._offer if self._offer is not None and self._offer.seq > self.done_up_to else None

    def _is_of(self, message: str) -> bool:
        return self._offer is not None and self._offer.message == message

    def _look(self, message: Json) -> None:
        found = _moves(message)
        if found:
            seq = max(seq for _, _, seq in found)
            if self._offer is None or seq >= self._offer.seq or self._is_of(message["id"]):
                is_card = any(verb == "act" for _, verb, _ in found)
                self._offer = Offer(seq, message["id"], [one for one, _, _ in found], is_card)
        elif self._is_of(message["id"]):
            self._offer = None
        self.seen.set()


@dataclass
class Company:
    """The people of one table, and all that they have pressed, with so many seconds from press to press."""

    place: Place
    interval: float
    random: Random
    pressed: list[Pressed] = field(default_factory=list[Pressed])

    def __post_init__(self) -> None:
        self.players = [Player(person) for person in self.place.people]
        self._going = asyncio.Event()
        self.go_on()
        self._waiting: set[asyncio.Task[None]] = set()

    def go_on(self) -> None:
        """Play, after a while."""
        self.due = time.perf_counter() + self.random.uniform(0, self.interval)
        self._going.set()

    def rest(self) -> None:
        """Press nothing until they are to go on."""
        self._going.clear()

    async def play(self) -> None:
        """Until cancelled."""
        tasks = [asyncio.create_task(player.watch()) for player in self.players]
        tasks += [asyncio.create_task(self._act(player)) for player in self.players]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in [*tasks, *self._waiting]:
                task.cancel()
            for player in self.players:
                player.close()

    async def _act(self, player: Player) -> None:
        while True:
            offer = player.offer
            if offer is None:
                player.seen.clear()
                await player.seen.wait()
                continue
            await asyncio.sleep(max(GLANCE, self.due - time.perf_counter()) if offer.is_card else GLANCE)
            if not self._going.is_set():
                await self._going.wait()
                continue
            if player.offer is None or player.offer.seq != offer.seq:
                continue
            offer = player.offer
            if offer.is_card:
                self.due = time.perf_counter() + self.interval * self.random.uniform(*SPREAD)
            try:
                await self._press(player, offer)
            except (InvalidAct, KeyError):
                await asyncio.sleep(0)  # the message went or changed just now

    async def _press(self, player: Player, offer: Offer) -> None:
        """Press, and look until the hand has changed."""
        before = player.person.message(offer.message)
        pressed = Pressed(time.perf_counter())
        invocation = await player.person.press(offer.message, self.random.choice(offer.custom_ids))
        pressed.interaction = invocation.id
        self.pressed.append(pressed)
        player.done_up_to = offer.seq
        try:
            async with asyncio.timeout(PATIENCE):
                await invocation.done(PATIENCE)
                if invocation.state == "failed":
                    player.done_up_to = offer.seq - 1  # they press again
                    return
                pressed.answered = time.perf_counter() - pressed.at
                pressed.refused = _is_elsewhere(invocation, offer)
                if pressed.refused:
                    player.done_up_to = offer.seq - 1
                    return
                await self._changed(player, offer, before)
                pressed.shown = time.perf_counter() - pressed.at
                if self._still_asks(player, offer):  # the button had come to its place just before
                    pressed.refused, player.done_up_to = True, offer.seq - 1
        except TimeoutError:
            player.done_up_to = offer.seq - 1

    async def _changed(self, player: Player, offer: Offer, before: Json) -> None:
        """Wait until the message is another one, or gone."""
        while True:
            try:
                if player.person.message(offer.message) is not before:
                    return
            except KeyError:
                return
            player.seen.clear()
            await player.seen.wait()

    def _still_asks(self, player: Player, offer: Offer) -> bool:
        """Whether the message asks for the same card as before the press: they press once more."""
        try:
            message = player.person.message(offer.message)
        except KeyError:
            return False
        return any(seq == offer.seq for _, _, seq in _moves(message))


def _moves(message: Json) -> list[tuple[str, str, int]]:
    """The buttons that bring the game further: their custom ids, what they are for, and at which input."""
    return [
        (one.custom_id, move[1], int(move[2]))
        for one in reading.buttons(message, enabled_only=True)
        if (move := MOVE.match(one.custom_id))
    ]


def _is_elsewhere(invocation: Invocation, offer: Offer) -> bool:
    """Whether the answer is not the message that was pressed, but a sentence beside it."""
    return invocation.message is None or invocation.message["id"] != offer.message


def lost(presses: Sequence[Pressed]) -> int:
    """How many were never answered, were answered when Discord takes no answer any more, or never shown."""
    return sum(
        one.answered is None or (one.shown is None and not one.refused) or one.answered > ANSWERED_WITHIN
        for one in presses
    )
