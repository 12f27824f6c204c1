"""One open page of the playground: the questions it asks and their answers."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from playground.errors import ApiError
from playground.interactions.acts import InvalidAct
from playground.interactions.invocations import Invocation
from playground.objects import Json
from playground.page.crowd import Crowd
from playground.page.refusals import Refused
from playground.page.shortcuts import Shortcut
from playground.people import Person
from playground.world.files import Upload

log = logging.getLogger(__name__)

MESSAGES_AT_ONCE = 60
MAX_NAME = 32


def _filled(value: Any) -> Any:
    """The value of an option; a file comes as its name and its bytes in base 64. Raises InvalidAct."""
    match value:
        case {"filename": str(name), "data": str(data)}:
            try:
                return Upload(name, base64.b64decode(data, validate=True))
            except binascii.Error:
                raise InvalidAct("This file did not arrive whole.") from None
        case _:
            return value


class Session:
    """One open page. Every public method named in `OPS` answers the question of that name."""

    def __init__(self, crowd: Crowd, socket: web.WebSocketResponse) -> None:
        self.crowd = crowd
        self.socket = socket
        self.person: Person | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Answer until the page goes. No question waits for another: a press may take three seconds."""
        try:
            async for frame in self.socket:
                if frame.type is WSMsgType.TEXT:
                    task = asyncio.create_task(self._answer(frame.data))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
        finally:
            for task in self._tasks:
                task.cancel()

    async def send(self, data: Json) -> None:
        """Send to the page, if it is still there."""
        if not self.socket.closed:
            try:
                await self.socket.send_str(json.dumps(data))
            except ConnectionError:
                log.debug("A page went while it was being told something")

    async def go(self) -> None:
        await self.socket.close(code=WSCloseCode.GOING_AWAY, message=b"The server stops.")

    async def _answer(self, text: str) -> None:
        n: Any = None
        try:
            question = json.loads(text)
            n = question["n"]
            answer = {"result": await OPS[question["op"]](self, question)}
        except (InvalidAct, Refused) as error:
            answer = {"error": f"{str(error).rstrip('.')}."}
        except ApiError as error:
            answer = {"error": f"{error.kind.message}."}
        except (KeyError, ValueError, TypeError):
            log.warning("The page asked for something that is not there", exc_info=True)
            answer = {"error": "That is not there any more."}
        except Exception:
            log.exception("The page's question failed")
            answer = {"error": "Something went wrong in the playground."}
        await self.send({"n": n, **answer})

    @property
    def _me(self) -> Person:
        if self.person is None:
            raise Refused("The page has not said yet who it is.")
        return self.person

    # Who one is

    async def be(self, question: Json) -> Json:
        """Become a person, by id; the first one if that is not there (the server may have started anew)."""
        self.crowd.watch_everybody()
        people = self.crowd.people
        wanted = str(question.get("person") or "")
        chosen = people.get(int(wanted)) if wanted.isdecimal() else None
        if chosen is None:
            chosen = next(iter(people.values()), None) or self.crowd.people.add("Ann")
            self.crowd.watch_everybody()
        self.person = chosen
        welcome: Json = {
            "me": str(chosen.id),
            "people": self.crowd.described(),
            "users": list(self.crowd.world.users().values()),
            "cdn": self.crowd.cdn_path,
            "shortcuts": [shortcut.label for shortcut in self.crowd.shortcuts],
        }
        return welcome | self.crowd.watch(chosen).places()

    async def add_person(self, question: Json) -> str:
        """A new person by name; their id."""
        name = " ".join(str(question["name"]).split())
        if not name or len(name) > MAX_NAME:
            raise Refused(f"A name has 1 to {MAX_NAME} characters.")
        if any(person.name == name for person in self.crowd.people.values()):
            raise Refused("There is somebody of that name already.")
        person = self.crowd.people.add(name)
        await self.crowd.tell_people()
        return str(person.id)

    async def accept_direct_messages(self, question: Json) -> None:
        """Open or close a person's direct messages."""
        self.crowd.people[int(question["person"])].account.direct_messages_open = bool(question["accept"])
        await self.crowd.tell_people()

    async def have_app(self, question: Json) -> None:
        """A person adds the app to their account, or removes it."""
        self.crowd.people[int(question["person"])].have_app(has=bool(question["has"]))
        await self.crowd.tell_people()

    # Reading

    async def messages(self, question: Json) -> Json:
        """The newest messages of a channel, or those before `before`, oldest first."""
        channel, before = question["channel"], int(question.get("before") or 0)
        found = self._me.messages(channel)
        if before:
            found = [message for message in found if int(message["id"]) < before]
        first_unread = self.crowd.watch(self._me).first_unread(channel)
        return {
            "messages": found[-MESSAGES_AT_ONCE:],
            "earlier": len(found) > MESSAGES_AT_ONCE,
            "first_unread": first_unread,
        }

    async def read(self, question: Json) -> None:
        """The person has seen a channel to its end."""
        watch = self.crowd.watch(self._me)
        if watch.read(question["channel"]):
            await self.send({"type": "channels"} | watch.places())
            await self.crowd.tell_people()

    # Doing

    async def commands(self, question: Json) -> list[Json]:
        return self._me.commands(question["channel"])

    async def command(self, question: Json) -> Json:
        options = {name: _filled(value) for name, value in (question.get("options") or {}).items()}
        return await self._outcome(self._me.command(question["channel"], question["path"], options))

    async def autocomplete(self, question: Json) -> list[Json]:
        channel, path = question["channel"], question["path"]
        # A file is sent with the command, not with each letter that is typed beside it.
        typed = {name: value for name, value in question["options"].items() if not isinstance(value, dict)}
        return await self._me.autocomplete(channel, path, typed, question["focused"])

    async def press(self, question: Json) -> Json:
        return await self._outcome(self._me.press(question["message"], question["custom_id"]))

    async def select(self, question: Json) -> Json:
        message, custom_id, values = question["message"], question["custom_id"], question["values"]
        return await self._outcome(self._me.select(message, custom_id, values))

    async def submit(self, question: Json) -> Json:
        modal = self._me.open_modal(question["modal"])
        return await self._outcome(self._me.submit(modal, question["values"]))

    async def close_modal(self, question: Json) -> None:
        self._me.close_modal(self._me.open_modal(question["modal"]))

    async def write(self, question: Json) -> Json:
        """Write an ordinary message."""
        return await self._me.send(question["channel"], question["content"])

    async def dismiss(self, question: Json) -> None:
        self._me.dismiss(question["message"])

    async def shortcut_target(self, question: Json) -> Json:
        """Where a shortcut happens, and the name of its command."""
        shortcut = self.crowd.shortcuts[question["index"]]
        return {"channel": str(self._place(shortcut)), "name": shortcut.path}

    async def shortcut(self, question: Json) -> Json:
        shortcut = self.crowd.shortcuts[question["index"]]
        command = self._me.command(self._place(shortcut), shortcut.path, dict(shortcut.options))
        return await self._outcome(command)

    def _place(self, shortcut: Shortcut) -> int:
        if shortcut.channel_id is not None:
            return shortcut.channel_id
        return int(self._me.open_direct_messages()["id"])

    async def trouble(self, question: Json) -> Json:
        """Make trouble, or look at what there is."""
        return await self.crowd.troubles.answer(self._me, question)

    async def _outcome(self, act: Awaitable[Invocation]) -> Json:
        """What became of an interaction, once it was answered or has failed."""
        invocation = await (await act).done()
        return {
            "id": str(invocation.id),
            "state": invocation.state,
            "error": invocation.error,
            "modal": invocation.modal.to_json() if invocation.modal is not None else None,
            "app": self.crowd.world.bot_user,
        }


OPS: dict[str, Callable[[Session, Json], Awaitable[Any]]] = {
    "be": Session.be,
    "add_person": Session.add_person,
    "accept_direct_messages": Session.accept_direct_messages,
    "have_app": Session.have_app,
    "messages": Session.messages,
    "read": Session.read,
    "commands": Session.commands,
    "command": Session.command,
    "autocomplete": Session.autocomplete,
    "press": Session.press,
    "select": Session.select,
    "submit": Session.submit,
    "close_modal": Session.close_modal,
    "send": Session.write,
    "dismiss": Session.dismiss,
    "shortcut_target": Session.shortcut_target,
    "shortcut": Session.shortcut,
    "trouble": Session.trouble,
}
