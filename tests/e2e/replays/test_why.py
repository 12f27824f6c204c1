"""*Why?* on a replay: what was played is explained by what its player saw, to whoever may look."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.engine.game import View
from bot.replays import words
from bot.replays.replay import GameReplay, ReplayMoment
from bot.replays.words import Watched
from bot.robots.reasons.model import CardExplanation
from bot.robots.why import why
from bot.tables.ui import explaining
from bot.telling import why as telling
from bot.telling.phrases import Reader
from bot.words.catalogue import words_for
from playground import reading
from playground.world.files import Upload
from tests.e2e.house import House
from tests.e2e.replays.watching import Watching, played, replay
from tests.e2e.test_without_eyes import wish
from tests.replays.games import record

WORDS = words_for("en-GB")
VERB = "hh:replay-why:"


def explained(opened: GameReplay, moment: ReplayMoment) -> list[str]:
    """What is to be said there, in English with pictures."""
    watched = Watched.of(Reader(WORDS), opened, moment)
    assert watched.last_card is not None and watched.state.choice is not None
    seat, card = watched.last_card
    assert watched.state.choice.seat == seat  # by nothing but what the player saw
    return telling.explanation(watched.model, why(watched.state.choice, card), seat)


async def behind(panel: Watching) -> tuple[dict[str, Any], reading.Button]:
    """*Why?* behind *More*, and the message that it stands on."""
    more = await Watching.pressed(panel.house, panel.person, panel.message, "More")
    (found,) = [one for one in reading.buttons(more.message) if one.custom_id.startswith(VERB)]
    assert found.label == "Why?"
    return more.message, found


async def asked(panel: Watching) -> str:
    """What is answered, to this person alone."""
    more, _ = await behind(panel)
    answer = await Watching.pressed(panel.house, panel.person, more, "Why?")
    return reading.text(answer.message).replace("\\", "")


async def card(panel: Watching, opened: GameReplay, choices: int = 2) -> None:
    """Step on to the next card that was played where so many were legal."""
    await panel.go("on")
    while (choice := opened.at(panel.moment).choice) is None or choice.legal.bit_count() < choices:
        await panel.go("on")


async def test_each_card_says_why_to_who_looks(house: House) -> None:
    ann, bram, chloe, *_ = house.people()
    table = await played(house, ann, bram)
    opened = await replay(table)
    panel = await (await Watching.typed(house, chloe, table=table.facts.id, deal=2)).go("by")
    assert (await behind(panel))[1].disabled  # nothing was played yet
    for _ in range(3):
        await card(panel, opened)
        told = await asked(panel)
        watched = Watched.of(Reader(WORDS), opened, panel.moment)
        assert words.happened(watched) in told and words.position(watched) in told
        assert told.endswith("\n".join(explained(opened, panel.moment)).replace("\\", ""))
    assert not house.whispers(ann) and not house.whispers(bram)


async def test_in_words_alone_and_of_a_file(house: House) -> None:
    ann = house.person("Ann")
    await wish(house, ann, text_mode=True)
    data = record("whist-walloon", 4, 7)
    panel = await Watching.typed(house, ann, file=Upload("game.king", data), trick=2)
    told = await asked(panel)
    assert "From a file" in told and " of " in told.splitlines()[2] and "<:" not in told


async def test_a_moment_at_which_no_card_was_played_has_no_reason(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    panel = await Watching.typed(house, ann, table=table.facts.id)
    before = panel.message
    told = await house.forge(ann, before, f"{VERB}{table.facts.id}:0:0:0:t-0")
    assert told == [house.mentioned(WORDS("error.unknown-button"))]
    assert panel.message == before


async def test_pressed_twice_it_is_studied_once_and_many_at_once_are_told_to_wait(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    studied: list[int] = []

    def counted(view: View, card: int) -> CardExplanation:
        studied.append(card)
        return why(view, card)

    monkeypatch.setattr(explaining, "why", counted)
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    opened = await replay(table)
    panel = await Watching.typed(house, ann, table=table.facts.id, trick=3)
    more, button = await behind(panel)
    known = {one["id"] for one in house.whispers(ann)}
    both = await asyncio.gather(*(ann.press(more["id"], button.custom_id) for _ in range(2)))
    done = [await one.done() for one in both]
    await house.settled()
    assert [one.state for one in done] == ["answered", "answered"]
    assert len(studied) == 1
    said = [reading.text(one) for one in house.whispers(ann) if one["id"] not in known]
    assert len(said) == 2 and said[0] == said[1]
    assert explained(opened, panel.moment)[0] in said[0]
    monkeypatch.setattr(explaining, "WAITING", 0)
    await panel.go("on")
    more, button = await behind(panel)
    busy = await Watching.pressed(house, ann, more, "Why?")
    assert reading.text(busy.message) == house.mentioned(WORDS("error.why-busy"))
