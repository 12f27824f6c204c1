"""Nobody reads a card of a deal of the day that they have not played: by no press, command or file; nor do
two who have played it see each other's."""

from __future__ import annotations

from pathlib import Path

from bot.daily.model import DailyGame
from bot.dealing import verify
from bot.tables.table import Table
from playground import reading
from playground.interactions.acts import InvalidAct
from playground.people import Person
from tests.e2e.daily.playing import asked, at, begun, house_at, labels, played_out, pressed
from tests.e2e.house import House
from tests.e2e.secrecy import cards_in, said_by
from tests.e2e.test_commands import no_such_button
from tests.e2e.test_who_may import PRESSES

VEILED = "Others are still playing this deal"
COMMANDS = ("hand", "table show", "replay", "rules", "table leave", "table close", "table adjourn")
SHOWS_CARDS_ANYWAY = ("rules", "lesson", "basics", "learn", "what-is-this")
"""Examples and lessons, of other deals."""
ELSEWHERE = (
    "practise",
    "play-now",
    "open-table",
    "privacy-yes",
    "setting-set",
    "quiet-",
    "server-",
    "daily-play",
)
"""What begins something of one's own, ends everything, or has one spoken to otherwise."""


def looked(house: House, person: Person, known: set[int]) -> list[str]:
    """All that a person is shown that was not there before."""
    found: list[str] = []
    for channel in person.channels():
        for message in person.messages(channel["id"]):
            if message["id"] not in known:
                found += said_by(message)
    return found


async def tried(house: House, person: Person, table: Table) -> None:
    """Every button and select there is, made up by hand for that table, and every command about it: nothing
    that comes of it names a card."""
    seen = {one["id"] for channel in person.channels() for one in person.messages(channel["id"])}
    before = table.facts
    message = await asked(house, person)
    for verb, way in PRESSES.items():
        if verb.startswith(SHOWS_CARDS_ANYWAY + ELSEWHERE) or way.form:
            continue
        for seq in {0, table.facts.seq}:
            custom_id = f"hh:{verb}:{table.facts.id}:{seq}:{way.value}"
            try:
                await (await person.forge_press(message["id"], custom_id)).done()
            except InvalidAct:
                continue
            await house.settled()
    for path in COMMANDS:
        await house.command(person, path, {"table": table.facts.id})
    assert table.facts == before
    said = looked(house, person, seen)
    assert said and not [one for one in said if cards_in(one)], [one for one in said if cards_in(one)]
    assert not [one for one in said if one.endswith((".king", "hand.png", "table.png", "trick.png"))]


async def test_who_has_not_played_reads_no_card(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, _):
        ann, bram, chloe, *_ = house.people()
        table = await begun(house, ann)
        await played_out(house, ann, table, 3)
        await tried(house, bram, table)
        await played_out(house, ann, table)
        await tried(house, bram, table)
        # one's own is not to be handed on either
        end = house.hand(ann)
        assert not {"Replay", "Review"} & set(labels(end))
        for verb in ("replay-open", "review-open"):
            assert VEILED in (await house.forge(ann, end, f"hh:{verb}:{table.facts.id}:0:"))[0]
        panel = await asked(house, ann)
        assert not {"Replay", "Review"} & set(labels(panel))
        assert await house.forge(ann, panel, "hh:daily-proof:0:0:2026-11-25") == [no_such_button(house)]
        said = await pressed(house, ann, end, "Check the deals")
        assert "everybody's daily deal" in said and "Secret:" not in said
        assert not house.whispers(ann)[-1]["attachments"]
        # nor do two who have both played it see each other's
        other = await begun(house, bram)
        await played_out(house, bram, other)
        await tried(house, bram, table)
        assert await house.forge(bram, await asked(house, bram), f"hh:daily-result:{table.facts.id}:0:") == [
            "There's no such table here."
        ]
        # statistics tell nothing of it
        said = await house.reply(chloe, "stats server")
        assert "Kingen, one deal" not in said


async def test_when_its_day_is_over_who_has_played_may_look(database: Path) -> None:
    async with house_at(database, at(24, 23)) as (house, clock):
        ann, bram, *_ = house.people()
        table = await begun(house, ann)
        await played_out(house, ann, table)
        clock.advance(at(25, 12, 1) - clock.now())
        await house.settled()
        end = house.hand(ann)
        assert {"Replay", "Review"} <= set(labels(end))
        said = await pressed(house, ann, end, "Check the deals")
        assert "Secret:" in said and table.revealed_secret is not None and table.revealed_secret in said
        await house.press(ann, end, "Replay")
        await house.settled()
        assert reading.pictures(house.server, house.whispers(ann)[-1])
        said = await pressed(house, ann, end, "Compare")
        panel = house.whispers(ann)[-1]
        assert {"Replay", "Review"} <= set(labels(panel))
        said = await pressed(house, ann, panel, "What is this?")
        assert "Daily deal · Tuesday 24 November" in said and f"Secret: `{table.revealed_secret}`" in said
        assert "python -m bot daily 2026-11-24" in said
        verified = verify((await table.record()).encode())
        assert verified.discrepancies == () and verified.commitment == table.facts.commitment
        assert await house.bot.store.statistics.presets(None, ann.id) == [], "it is no game of statistics"
        replay = f"hh:replay-open:{table.facts.id}:0:"
        told = await house.forge(bram, await asked(house, bram), replay)
        assert told == ["There's no such table here."]


async def test_there_are_no_hints(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, _):
        ann = house.person("Ann")
        table = await begun(house, ann)
        await played_out(house, ann, table, 1)
        message, _ = await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
        assert not {"Hint", "Why?"} & set(labels(message))
        seq = table.facts.seq
        for press in (f"hh:hint:{table.facts.id}:{seq}:", f"hh:why:{table.facts.id}:{seq}:{seq - 1}"):
            assert await house.forge(ann, message, press) == [
                "There are no hints in the daily deal: everybody plays it alone."
            ]


async def test_who_has_everything_deleted_leaves_the_comparison_as_it_is(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, _):
        ann, bram, *_ = house.people()
        for person in (ann, bram):
            await played_out(house, person, await begun(house, person))
        before = reading.text(await asked(house, bram))
        await house.command(ann, "privacy delete")
        for label in ("Continue", "Delete for good"):
            await pressed(house, ann, house.whispers(ann)[-1], label)
        assert await house.bot.store.dailies.own(ann.id, house.bot.dailies.today, DailyGame.KING) is None
        assert reading.text(await asked(house, bram)) == before
