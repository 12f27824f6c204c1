"""``/replay`` with a file: any record, or what is wrong with it."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.engine.cards import CARD_NAMES, members
from bot.replays.replay import LARGEST, ReplayMoment, read_file
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from playground.server import Playground
from playground.world.files import Upload
from tests.e2e.house import EPHEMERAL, House, open_house
from tests.e2e.replays.watching import Watching, played
from tests.processes import begun, children
from tests.replays.games import record

GOOD = record("kingen", 4, 7)
WALLOON = record("whist-walloon", 4, 7)
LANGUAGES = ("en-GB", "nl", "fr", "ru")
LINES = GOOD.decode().split("\n")
FIRST = next(place for place, line in enumerate(LINES) if line.startswith("deck"))


def file(data: bytes, name: str = "game.king") -> dict[str, Any]:
    return {"file": Upload(name, data)}


def with_line(place: int, text: str) -> bytes:
    return "\n".join([*LINES[:place], text, *LINES[place + 1 :]]).encode()


async def refused(house: House, person: Person, data: bytes) -> str:
    """What is said of a file, to that person alone, and that nothing else is there."""
    done = await house.command(person, "replay", file(data))
    assert done.state == "answered", done.error
    assert done.message is not None and done.message["flags"] & EPHEMERAL
    shown = person.message(done.message["id"])
    assert not reading.buttons(shown) and not reading.pictures(house.server, shown)
    return reading.text(shown)


@pytest.mark.parametrize("data", [GOOD, WALLOON], ids=["kingen", "whist"])
async def test_any_record_is_shown(house: House, data: bytes) -> None:
    ann, bram, *_ = house.people()
    opened = read_file(data)
    panel = await Watching.typed(house, ann, **file(data), deal=3, trick=2)
    assert panel.moment == opened.at_trick(opened.numbered(2) or 0, 2)
    labels = [one.label for one in reading.buttons(panel.message)]
    assert "Share" not in labels and "Animation" not in labels
    more = await Watching.pressed(house, ann, panel.message, "More")
    labels = [one.label for one in reading.buttons(more.message)]
    assert labels == ["Why?", "Animation"]  # nothing else of a file
    assert panel.text.splitlines()[-1].startswith("-# From a file · ")
    seen = 0
    await panel.choose("replay-deal", "0")
    await panel.go("by")
    while panel.can("on") and seen < 60:
        await panel.go("on")
        seen += 1
    moving = await panel.more("Animation")
    (gif, *_) = reading.pictures(house.server, moving)
    assert gif.data.startswith(b"GIF8")
    assert not house.whispers(bram)


async def test_a_game_that_is_not_finished_is_shown_as_far_as_it_goes(house: House) -> None:
    ann = house.person("Ann")
    panel = await Watching.typed(house, ann, **file(record(most=80)))
    await panel.go("end")
    await panel.go("end")
    assert panel.moment == ReplayMoment(1, 26) and not panel.can("on")
    assert "It ends here: the deal wasn't finished." in panel.text


@pytest.mark.skipif(sys.platform != "linux", reason="stops a process that it finds by Linux's /proc")
async def test_while_a_file_is_read_nobody_waits_and_at_its_limit_a_sentence_says_so(house: House) -> None:
    ann, bram, *_ = house.people()
    asked = [await one.command(house.cards, "replay", file(GOOD)) for one in (ann, bram)]
    for pid in await begun(2):
        os.kill(pid, signal.SIGSTOP)
    told = await (await bram.command(house.cards, "settings")).done()
    assert told.state == "answered" and [one.state for one in asked] == ["thinking"] * 2
    for pid, ending in zip(sorted(children()), (signal.SIGXCPU, signal.SIGCONT), strict=True):
        os.kill(pid, ending)
        os.kill(pid, signal.SIGCONT)
    await house.settled()
    said = [reading.text(one.message or {}) for one in asked]
    (refusal,) = [one for one in said if one.startswith("This file is too much to read")]
    assert "2 seconds" in refusal and "200 MB" in refusal and children() == set()


async def test_the_record_that_the_bot_gives_is_shown(house: House) -> None:
    ann, bram, chloe, *_ = house.people()
    table = await played(house, ann, bram)
    panel = await Watching.typed(house, chloe, **file((await table.record()).encode()))
    for seat in table.facts.seats:
        assert seat.name in panel.alt
    assert panel.options("replay-deal")[9][0].startswith("Deal 10: ")


BROKEN = {
    "no record": (b"Dear all, here is our game.", "isn't a game record"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "isn't a game record"),
    "nothing": (b"", "isn't a game record"),
    "another version": (with_line(0, "king-record 3"), "Line 1: I only know records of version 1."),
    "a broken line": (with_line(FIRST + 4, "what?"), f"Line {FIRST + 5} can't be read."),
    "too few cards": (with_line(FIRST, "deck 2C 3C"), f"Line {FIRST + 1}: this pack has too many cards"),
    "a card twice": (
        with_line(FIRST, " ".join([*LINES[FIRST].split()[:-1], LINES[FIRST].split()[1]])),
        f"Line {FIRST + 1}: this pack has the same card twice.",
    ),
    "no such card": (
        with_line(FIRST, " ".join([*LINES[FIRST].split()[:-1], "1Z"])),
        f"Line {FIRST + 1}: this pack has a card that doesn't belong in this game.",
    ),
    "another's turn": (with_line(FIRST + 1, "0 play 2C"), f"Line {FIRST + 2}: it's somebody else's turn"),
    "no such thing": (with_line(FIRST + 1, "1 dance"), f"Line {FIRST + 2}: there's no such choice"),
    "unknown rules": (with_line(1, "rules poker"), "Line 2: I don't know these rules."),
    "no game": ("\n".join(LINES[:FIRST]).encode(), "This record has no deal"),
    "after the end": (GOOD + b"0 play 2C\n", f"Line {len(LINES)} comes after the end of the game."),
}


@pytest.mark.parametrize("case", BROKEN)
async def test_what_cannot_be_shown_is_said_with_line_and_reason(house: House, case: str) -> None:
    data, told = BROKEN[case]
    assert told in await refused(house, house.person("Ann"), data)


def against_the_rules() -> tuple[bytes, int]:
    """The good file, in which somebody plays a card that they hold and may not play; and the line."""
    opened = read_file(GOOD)
    for ply in range(52):
        state = opened.at(ReplayMoment(0, ply))
        seat = state.view(None).turn
        view = state.view(seat)
        barred = view.hand & ~view.legal
        if barred:
            card = CARD_NAMES[members(barred)[0]]
            return with_line(FIRST + 1 + ply, f"{seat} play {card}"), FIRST + 2 + ply
    raise AssertionError("everything may be played")


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_in_the_language_of_who_brings_it(database: Path, locale: str) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            person = house.person("Ann")
            person.account.locale = locale
            words = words_for(locale)
            data, line = against_the_rules()
            reason = words("illegal.follow-suit")
            told = words("replay.file.against-the-rules", line=words.number(line), reason=reason)
            assert await refused(house, person, data) == told
            data = with_line(FIRST + 4, "what?")
            assert await refused(house, person, data) == words(
                "replay.file.syntax", line=words.number(FIRST + 5)
            )
            told = words("error.replay-file-too-large", limit=words.number(256))
            assert await refused(house, person, b"x" * (LARGEST + 1)) == told
            panel = await Watching.typed(house, person, **file(GOOD))
            assert words("replay.by.card") in [one.label for one in reading.buttons(panel.message)]
    finally:
        await server.close()


async def test_the_largest_file_is_read_and_one_byte_more_is_not(house: House) -> None:
    ann = house.person("Ann")
    padded = GOOD + b"#" * (LARGEST - len(GOOD))
    assert (await Watching.typed(house, ann, **file(padded))).moment == ReplayMoment(0)
    assert "256 kB" in await refused(house, ann, padded + b"#")


async def test_a_file_is_asked_for_again_where_it_is_gone(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            ann, bram, *_ = house.people()
            first = await Watching.typed(house, ann, **file(GOOD))
            await Watching.typed(house, bram, **file(WALLOON))
            await first.go("on")  # another's file is not in the way
            second = await Watching.typed(house, ann, **file(WALLOON))
            before = first.message
            told = await house.forge(ann, before, first.ids("hh:replay:")[2])
            assert told == [house.mentioned(words_for("en-GB")("error.replay-file-gone"))]
            assert first.message == before
            await second.go("on")
        async with open_house(database, server=server) as house:
            told = await house.forge(ann, second.message, second.ids("hh:replay:")[2])
            assert told == [house.mentioned(words_for("en-GB")("error.replay-file-gone"))]
    finally:
        await server.close()


async def test_names_in_a_file_are_no_markdown(house: House) -> None:
    ann = house.person("Ann")
    data = GOOD.replace(b"name 1 Bram", b"name 1 **@everyone** [x](http://x) \xe2\x80\xae" + b"y" * 200)
    panel = await Watching.typed(house, ann, **file(data), deal=1, trick=13)
    told = reading.text(panel.message)
    assert "**@everyone**" not in told and "\u202e" not in told


async def test_a_deal_that_a_file_does_not_have(house: House) -> None:
    ann = house.person("Ann")
    assert await house.reply(ann, "replay", {**file(record(most=80)), "deal": 4}) == (
        "There's no such deal: this game has deals 1 to 2."
    )
    assert await house.reply(ann, "replay", {**file(record(most=80)), "deal": 2, "trick": 9}) == (
        "That deal has no such trick."
    )
