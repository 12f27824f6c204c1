"""Statistics that somebody hides are told to nobody else, whatever is asked; and who may press what."""

from __future__ import annotations

from dataclasses import replace

from bot.people.settings import Statistics
from playground import reading
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.stats.evening import Panel, in_words, played

STATS_PRESSES = {
    # of a person
    *("stats-person", "stats-leaf", "stats-game", "stats-league", "stats-from", "stats-until"),
    # of a server
    *("stats-board-back", "stats-board-on", "stats-board-own", "stats-measure"),
    *("stats-records", "stats-records-game", "stats-cards", "stats-pack"),
    # for everybody
    *("stats-person-show", "stats-pair-show", "stats-board-show", "stats-records-show"),
    *("stats-server-show", "stats-cards-show"),
}
"""All of them are anybody's, of what may be told to them, on a panel that they see alone."""

UNKNOWN = "That button no longer works"
HIDDEN = "**Bram** keeps their statistics private."


async def hide(house: House, person: Person, statistics: str = Statistics.HIDDEN) -> None:
    await house.bot.people.prefer(person.id, lambda one: replace(one, statistics=str(statistics)))


async def test_hidden_statistics_are_told_to_nobody_else(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    await played(house, ann, bram, chloe)
    await in_words(house, ann, bram)
    before = await Panel.typed(house, ann, "player", player=bram)
    records = await Panel.typed(house, ann, "records")
    assert "Bram" in records.text
    compared = await Panel.typed(house, ann, "compare", player=ann, other=bram)
    board = await Panel.typed(house, ann, "leaderboard")
    cards = await Panel.typed(house, ann, "cards", player=bram)
    await hide(house, bram)
    # Commands.
    for path, options in (
        ("stats player", {"player": str(bram.id)}),
        ("stats compare", {"player": str(ann.id), "other": str(bram.id)}),
        ("stats compare", {"player": str(bram.id), "other": str(chloe.id)}),
        ("stats cards", {"player": str(bram.id)}),
    ):
        assert await house.reply(ann, path, options) == HIDDEN
    # Panels that were open before, and what they post.
    for panel in (before, cards):
        for label in ("What counts", "What is this?", "Show to everybody"):
            if label in panel.labels:
                await panel.press(label)
                assert reading.text(house.whispers(ann)[-1]) == HIDDEN
    await compared.press("Show to everybody")
    assert reading.text(house.whispers(ann)[-1]) == HIDDEN
    # Lists.
    for measure in ("Rating", "Points", "Wins", "Games"):
        await board.choose("stats-measure", measure)
        assert "Bram" not in board.text and "2 people" in board.text
    for which in ("Best deals", "Worst deals", "Best games", "Worst games"):
        await records.choose("stats-records", which)
        assert "Bram" not in records.text
        await records.press("Show to everybody")
        shown = house.channel_message(chloe, which)
        assert "Bram" not in reading.text(shown)
    # Whom others met: they know that they played, and are told of it alone.
    others = await Panel.typed(house, ann, "player", player=chloe)
    told = await others.leaf("Against whom")
    assert "Bram" not in told and "1 who hides their statistics is left out." in told
    own = await Panel.typed(house, ann, "me")
    assert "Bram" in await own.leaf("Against whom")
    assert not await ann.autocomplete(
        house.cards, "stats player", {"player": str(bram.id), "since": ""}, "since"
    )  # fmt: skip
    for message in ann.messages(house.cards):
        assert not ("As it stood on" in reading.text(message) and "Bram" in reading.text(message))


async def test_who_hides_theirs_sees_them(house: House) -> None:
    ann, bram, *_ = house.people()
    await played(house, ann, bram)
    await in_words(house, bram)
    await hide(house, bram)
    panel = await Panel.typed(house, bram, "me")
    assert "1 game" in panel.text and "Only you can see this" in panel.text
    assert "Show to everybody" not in panel.labels
    custom_id = reading.buttons(panel.message)[0].custom_id.replace("stats-person", "stats-person-show")
    (said,) = await house.forge(bram, panel.message, custom_id)
    assert said.startswith("You hide your statistics from others, so I don't show them to everybody")
    board = await Panel.typed(house, bram, "leaderboard")
    assert "You: " in board.text and "2 people" in board.text
    both = await Panel.typed(house, bram, "compare", player=bram, other=ann)
    assert "1 game together" in both.text and "Show to everybody" not in both.labels
    await hide(house, bram, Statistics.SHOWN)
    assert "1 game" in (await Panel.typed(house, ann, "player", player=bram)).alt


async def test_every_press_is_checked_again(house: House) -> None:
    """What can be pressed: private panels by nobody else, on no other server, with values that were made
    up not at all; what everybody sees by everybody."""
    ann, bram, *_ = house.people()
    await played(house, ann, bram)
    panel = await Panel.typed(house, ann, "me")
    before = panel.alt
    for verb in STATS_PRESSES:
        for values in ("", "x", ":".join("x" * 6), f"car:{bram.id}:::x:0", "rating:1:::-:y"):
            if verb == "stats-server-show" and not values:
                continue
            told = await house.forge(ann, panel.message, f"hh:{verb}:0:0:{values}")
            assert len(told) == 1 and told[0].startswith(UNKNOWN), (verb, values, told)
    assert panel.alt == before
    # A panel that everybody sees is nobody's to turn.
    await panel.press("Show to everybody")
    shown = house.channel_message(bram, "As it stood on")
    for verb in ("stats-person", "stats-board-on", "stats-records", "stats-cards"):
        values = {"stats-person": f"car:{ann.id}:::-:0", "stats-board-on": "rating:1:::-:0"}.get(
            verb, "0:0:0"
        )
        (said,) = await house.forge(bram, shown, f"hh:{verb}:0:0:{values}")
        assert said.startswith(UNKNOWN), (verb, said)
