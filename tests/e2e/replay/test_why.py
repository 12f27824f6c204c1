"""*Why?* on a replay: what was played is explained by what its player saw, to whoever may look."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.game import View
from bot.playground import reading
from bot.playground.world.files import Upload
from bot.replays.reel import Moment, Reel
from bot.robots.reasons.model import Explanation
from bot.robots.why import why
from bot.telling import why as telling
from bot.telling.reader import Reader
from bot.telling.replay.text import Watched
from bot.ui.table import explaining
from bot.words.catalogue import words_for
from tests.e2e.house import House
from tests.e2e.replay.watching import Watching, played, reel
from tests.e2e.test_without_eyes import wish
from tests.replays.games import record

WORDS = words_for("en-GB")
VERB = "hh:replay-why:"


def explained(film: Reel, moment: Moment) -> list[str]:
    """What is to be said there, in English with pictures."""
    watched = Watched.of(Reader(WORDS), film, moment)
    assert watched.last_card is not None and watched.still.choice is not None
    seat, card = watched.last_card
    assert watched.still.choice.seat == seat  # by nothing but what the player saw
    return telling.explanation(watched.sight, why(watched.still.choice, card), seat)


def can_ask(panel: Watching) -> bool:
    (found,) = [one for one in reading.buttons(panel.message) if one.custom_id.startswith(VERB)]
    return not found.disabled


async def ask(panel: Watching) -> None:
    (id_,) = panel.ids(VERB)
    assert (await (await panel.person.press(panel.id, id_)).done()).state == "answered"
    await panel.house.settled()


async def card(panel: Watching, film: Reel, choices: int = 2) -> None:
    """Step on to the next card that was played where so many were legal."""
    await panel.go("on")
    while (choice := film.at(panel.moment).choice) is None or choice.legal.bit_count() < choices:
        await panel.go("on")


async def test_each_card_says_why_to_who_looks(house: House) -> None:
    ann, bram, chloe, *_ = house.people()
    table = await played(house, ann, bram)
    film = await reel(table)
    panel = await (await Watching.typed(house, chloe, table=table.facts.id, deal=2)).go("by")
    assert not can_ask(panel)  # nothing was played yet
    for _ in range(3):
        await card(panel, film)
        here = panel.moment
        assert can_ask(panel)
        await ask(panel)
        said = explained(film, here)
        assert panel.text.splitlines()[: len(said)] == "\n".join(said).replace("\\", "").splitlines()
        assert panel.moment == here and not can_ask(panel)
        assert reading.pictures(house.server, panel.message)  # what is told of is still to be seen
    await panel.go("on")
    assert can_ask(panel) and said[0].replace("\\", "") not in panel.text
    assert not house.whispers(ann) and not house.whispers(bram)


async def test_in_words_alone_and_of_a_file(house: House) -> None:
    ann = house.person("Ann")
    await wish(house, ann, text_mode=True)
    data = record("whist-walloon", 4, 7)
    panel = await Watching.typed(house, ann, file=Upload("game.king", data), trick=2)
    assert not reading.pictures(house.server, panel.message)
    before = panel.text.splitlines()
    assert [one.label for one in reading.buttons(panel.message)][4] == "Why?"
    await ask(panel)
    text = panel.text.splitlines()
    new = [line for line in text if line not in before]
    assert new and [line for line in text if line in before] == before
    assert " of " in new[0] and not can_ask(panel)  # cards by their names, not as pictures


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

    def counted(view: View, card: int) -> Explanation:
        studied.append(card)
        return why(view, card)

    monkeypatch.setattr(explaining, "why", counted)
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    film = await reel(table)
    panel = await Watching.typed(house, ann, table=table.facts.id, trick=3)
    (id_,) = panel.ids(VERB)
    both = await asyncio.gather(*(ann.press(panel.id, id_) for _ in range(2)))
    assert [(await one.done()).state for one in both] == ["answered", "answered"]
    await house.settled()
    assert len(studied) == 1 and explained(film, panel.moment)[0].replace("\\", "") in panel.text
    monkeypatch.setattr(explaining, "WAITING", 0)
    await panel.go("on")
    before = panel.message
    (id_,) = panel.ids(VERB)
    assert await house.forge(ann, before, id_) == [house.mentioned(WORDS("error.why-busy"))]
    assert panel.message == before
