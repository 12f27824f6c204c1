"""What people type stays what it is: it calls nobody, links nowhere, hides nothing, turns nothing round and
leaves its line, wherever it is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from playground import reading
from playground.interactions.acts import InvalidAct
from playground.people import Person
from playground.rest.api import Exchange
from playground.world.accounts import Events
from tests.e2e.house import House

EVIL = "https://evil.example"
PEOPLE = (
    "@everyone <@&1> @here <#1>",
    f"[x]({EVIL})",
    "||s|| ```c``` `d` ~~e~~",
    "\u202ediri\u202c\u200b **b** __u__",
)
LEAGUE = f"@here [l]({EVIL}) \u202e||x||"
PRESET = "`p` <@1> ||x|| @here"
NIGHT = f"# N \n> q @everyone [n]({EVIL})"
LONG = "@everyone " * 400

NOT_SHOWN = re.compile(
    r"@everyone|@here|<[@#]&?\d|\]\(https?:|https?://|```|~~|\|\||\*\*b|__u|\u202e|\u200b|^# N|^> q", re.M
)
"""What would be taken for more than letters, once escapes are gone."""
UNSEEN = re.compile("[\u202a-\u202e\u2066-\u2069\u200b\u0000-\u0008]")
OUR_OWN = (
    "server-",
    "privacy-",
    "leave",
    "league-leave",
    "practise",
    "play-now",
    "open-table",
    "basics",
    "lesson",
)
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("table list", {}), ("table open", {"league": LEAGUE}), ("hand", {}), ("table show", {"table": 1})),
    *(("presets list", {}), ("presets save", {"name": PRESET}), ("presets remove", {"name": LONG[:90]})),
    *(("rules", {}), ("replay", {}), ("stats me", {}), ("stats leaderboard", {}), ("stats records", {})),
    *(("league show", {}), ("league standings", {}), ("league members", {}), ("league list", {})),
    *(("league settings", {}), ("league nights", {}), ("league results", {}), ("league log", {})),
    *(("night show", {}), ("night list", {}), ("night plan", {"title": NIGHT}), ("night manage", {})),
    *(("league join", {"league": LONG[:90]}), ("privacy show", {})),
)


class Reader(Events):
    """Reads what one person is shown, and finds what would be taken for more than what somebody typed."""

    def __init__(self, person: Person) -> None:
        super().__init__(person.account.subscribers)
        self.found: list[str] = []
        self.read = 0

    def put(self, event: dict[str, Any] | None) -> None:
        if event is None:
            return
        if event["type"] == "unread" and event["reason"] == "mention":
            self.found.append(f"somebody is called by {event['message_id']}")
        if event["type"] in ("message_create", "message_update"):
            self.read += 1
            self.found += taken_for_more(event["message"])
        if event["type"] == "modal":
            self.found += [text for text in strings(event["modal"]) if UNSEEN.search(text)]


def taken_for_more(message: dict[str, Any]) -> Iterator[str]:
    """Texts of a message that do more than say what they say; any text with characters that nobody sees."""
    for text in [
        message.get("content", ""),
        *(str(one.get("content", "")) for one in reading.components(message)),
    ]:
        bare = re.sub(r"\\.", "", text.replace("](https://discord.com", "").replace("](http://127", ""))
        bare = re.sub(
            r"<t:\d+:?\w?>|</[\w -]+:\d+>|<@\d{15,}>|https://github\S*|https://discord\S*", "", bare
        )
        if NOT_SHOWN.search(bare):
            yield text
    yield from (text for text in strings(message) if UNSEEN.search(text))


def strings(value: object) -> Iterator[str]:
    """Every text in JSON; of who has written a message only what is in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, dict):
        for name, one in value.items():
            if name not in ("author", "member", "user", "interaction_metadata", "mentions"):
                yield from strings(one)


async def type_and_press(house: House, person: Person, presses: int) -> None:
    """Every command, and each kind of button that is then seen, once."""
    for path, options in COMMANDS:
        try:
            await (await person.command(house.cards, path, dict(options))).done()
        except InvalidAct:
            continue
        await house.settled()
    pressed: set[str] = set()
    for _ in range(presses):
        offers = [
            (message["id"], button.custom_id)
            for channel in person.channels()
            for message in reversed(person.messages(channel["id"]))
            for button in reading.buttons(message, enabled_only=True)
            if button.custom_id and verb_of(button.custom_id) not in pressed
        ]
        if not offers:
            return
        message_id, custom_id = offers[0]
        pressed.add(verb_of(custom_id))
        if not verb_of(custom_id).startswith(OUR_OWN):
            await (await person.press(message_id, custom_id)).done()
            await house.settled()


def verb_of(custom_id: str) -> str:
    return custom_id.split(":")[1]


async def test_what_people_type_does_no_more_than_stand_there(house: House) -> None:
    people = house.people()[:4]
    for person, name in zip(people, PEOPLE, strict=True):
        person.user["global_name"] = name
    readers = [Reader(person) for person in people]
    called: list[str] = []

    def look(exchange: Exchange) -> None:
        allowed = re.search(
            r'"allowed_mentions": ?(\{[^{}]*\})', json.dumps(exchange.body or {}, default=str)
        )
        if allowed is not None and (json.loads(allowed[1]).get("parse") or []):
            called.append(exchange.path)

    house.server.observers.append(look)
    ann, bram, *_ = people
    made = await house.command(ann, "league create", {"name": LEAGUE, "game": "kingen", "entry": "open"})
    assert made.state == "answered", made.error
    table = await house.start_table(ann, bram)
    await house.world.until(lambda: house.to_move(table))
    await house.settled()
    await type_and_press(house, ann, 45)  # who organises the league, and may do everything
    await type_and_press(house, bram, 10)
    await table.finish_by_robots()
    await house.settled()
    found = [text for reader in readers for text in reader.found]
    assert not found, found[:3]
    assert not called
    assert sum(reader.read for reader in readers) > 100
    told = "\n".join(reading.text(one) for one in house.whispers(ann))
    assert "evil" in told and "everyone" in told.replace("\\", ""), "what was typed is shown"


def test_the_reader_sees_what_would_be_more() -> None:
    for text in ("hello @everyone", f"[x]({EVIL})", "||x||", "\u202ex", "<@&1>", "a\n# N", "```c```"):
        assert list(taken_for_more({"content": "", "components": [{"type": 10, "content": text}]})), text
    for text in (r"\@everyone", r"\[x\]\(https\:\/\/evil.example\)", "<@123456789012345678>", r"\|\|x\|\|"):
        assert not list(taken_for_more({"content": "", "components": [{"type": 10, "content": text}]})), text
