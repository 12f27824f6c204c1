"""Nothing that anybody is shown tells a table's secret before its game is over, nor what another person has
told the table beforehand: every panel and every picture value is drawn, at each moment of a table's life, for
each reader."""

from __future__ import annotations

import base64
import logging
import random
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from discord import ui

from bot.discordkit.interactions import PressId
from bot.discordkit.panel import Drawing, Panel, button, draw, picture, select, select_option, sentence
from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK
from bot.pictures.values import NamedCard, Plate, TrickPicture
from bot.tables.model import NO_WISHES, State, Wishes
from bot.tables.play import EMOTES, NUDGE_AFTER
from bot.tables.table import Table
from bot.tables.ui import ending_panel
from bot.telling.phrases import AltText, Reader
from data.store import Store
from tests.clock import FakeClock
from tests.panels import canary
from tests.panels.canary import (
    DRAWINGS,
    PICTURE_VALUES,
    VALUES,
    Scene,
    Shown,
    Studio,
    differing,
    leaks,
    modules,
    of_drawing,
    of_value,
    readers,
    returning,
    shown,
    tells,
)
from tests.tables.house import ANN, CARDS, House, mover, play, sealed_of

KING, WHIST = "whisthub-double-king", "whist-flemish"
OPTIONS = {KING: {}, WHIST: {"deals": "4"}}
OTHERS = {
    KING: {
        "bot.telling.games.teller.Teller.ledger",
        "bot.telling.games.whist.WhistTeller.auction",
        "bot.telling.games.whist_bidding.auction_table",
        "bot.rules.whist.pages.worked",
        "bot.rules.whist.auction.ranking_picture",
    },
    WHIST: {
        "bot.telling.games.king.KingTeller.ledger",
        "bot.telling.games.king.ledger",
        "bot.telling.games.teller.Teller.auction",
        "bot.rules.king.pages.example_picture",
        "bot.rules.king.pages.worked",
    },
}
"""What has nothing to tell of a game of that family."""

SHOWS = ("ui", "discordkit", "privacy")
"""The folders in which panels are made."""

TELLS = ("telling", "leagues", "nights", "stats", "replays", "reviews", "daily", "lessons", "rules")
"""The folders in which values of pictures are made."""

HANDS = {
    "bot.discordkit.avatars.SuitEmojis.drawn",  # of a hand
    "bot.tables.ui.table_panel.hand",
    "bot.tables.ui.drawings.Drawings.hand",
    "bot.tables.ui.drawings.Drawings.look",
}
"""What shows somebody their hand."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = await Store.open(tmp_path / "tables.sqlite3")
    house = House(store, FakeClock())
    try:
        yield house
    finally:
        await house.tables.close()
        await store.close()


# What there is to be walked


def test_every_panel_has_a_case() -> None:
    assert returning({Drawing}, modules(*SHOWS)) == set(DRAWINGS)


def test_every_picture_value_has_a_case() -> None:
    """But for moments: they are of games that nobody plays, and of no table."""
    assert returning(PICTURE_VALUES, modules(*TELLS)) == set(VALUES)


# The walk


async def begun(house: House, preset: str) -> Table:
    """Three people and a robot in the middle of a deal, of whom somebody has been nudged and somebody shows
    how they feel."""
    table = await house.started(people=3, robots=1, preset=preset, options=OPTIONS[preset])
    while not await is_in_the_midst(table):
        await play(house, table, moves=1)
    house.time_passes(NUDGE_AFTER)
    others = [one for one in people(table) if one != mover(table)]
    await table.nudge(others[0])
    await table.emote(others[1], EMOTES[0])
    return table


async def is_in_the_midst(table: Table) -> bool:
    view = await table.view(None)
    return view.turn >= 0 and view.phase == "play" and 0 < len(view.tricks) < 8


def people(table: Table) -> list[int]:
    return [seat.user_id for seat in table.facts.seats if seat.user_id is not None]


async def moments(house: House, preset: str) -> AsyncIterator[tuple[str, Table]]:
    """The life of a table, and how others end."""
    table = await house.lobby(people=3, robots=1, preset=preset, options=OPTIONS[preset])
    yield "lobby", table
    await table.close(ANN)
    yield "closed in its lobby", table
    table = await begun(house, preset)
    yield "playing", table
    await table.adjourn(ANN)
    yield "adjourned", table
    await table.resume(ANN)
    await play(house, table, deals=1)
    while (await table.view(None)).results[-1].points is None:
        await play(house, table, deals=1)
    assert table.facts.turn == AWAITS_DECK
    yield "between deals", table
    await play(house, table)
    assert table.facts.state is State.FINISHED
    yield "finished", table
    table = await begun(house, preset)
    await table.close(ANN)
    yield "closed", table


async def wishes_of(table: Table) -> dict[int, Wishes]:
    """What everybody could have told the table: a card of their own, and that forced cards are played."""
    found: dict[int, Wishes] = {}
    for number, person in enumerate(people(table)):
        hand = members((await table.view(table.facts.seat_of(person))).hand) if is_started(table) else ()
        found[person] = Wishes(queued=(hand[-1] if hand else number * 13,), plays_forced=True)
    return found


def is_started(table: Table) -> bool:
    return table.facts.started_at is not None


@contextmanager
def told(table: Table, wishes: dict[int, Wishes]) -> Iterator[None]:
    """The table keeps these wishes for a while, whether or not it would take them at this moment."""
    live = table._live
    before = live.sealed
    live.sealed = replace(before, wishes=wishes)
    try:
        yield
    finally:
        live.sealed = before


async def looked_at_twice(
    moment: str, table: Table, reader: Reader, studios: tuple[Studio, Studio], *, own: bool = True
) -> tuple[dict[str, list[Shown]], dict[str, list[Shown]]]:
    """What a reader is shown, who with ``own`` has told the table something, when nobody else has and when
    all others have; painted for itself where cards can be queued, else as equal values are."""
    every = await wishes_of(table)
    mine = {person: wishes for person, wishes in every.items() if person == reader.user_id and own}
    theirs = {person: wishes for person, wishes in every.items() if person != reader.user_id}
    with told(table, mine):
        alone = await shown(await Scene.of(moment, table, reader, studios[0]))
    with told(table, {**mine, **theirs}):
        studio = studios[moment == "playing"]
        among = await shown(await Scene.of(moment, table, reader, studio))
    return alone, among


@pytest.fixture
def studios() -> Iterator[tuple[Studio, Studio]]:
    """Made in a test, for they need its loop."""
    made = Studio(FakeClock()), Studio(FakeClock())
    yield made
    for one in made:
        one.close()


@pytest.mark.parametrize("preset", [KING, WHIST])
async def test_what_is_sealed_is_shown_to_nobody_it_does_not_belong_to(
    house: House, studios: tuple[Studio, Studio], caplog: pytest.LogCaptureFixture, preset: str
) -> None:
    caplog.set_level(logging.DEBUG)
    drawn, secrets = set[str](), set[bytes]()
    async for moment, table in moments(house, preset):
        secret = sealed_of(table).secret
        secrets.add(secret)
        for studio in studios:
            remarks = studio.messages.of(table.facts.id).remarks
            for change in house.changes:
                if change.after.id == table.facts.id:
                    remarks.hear(change)
        for reader in readers(table):
            alone, among = await looked_at_twice(moment, table, reader, studios)
            whose = moment, reader.user_id, reader.preferences.text_mode
            assert differing(alone, among) == [], whose
            over = moment in ("finished", "closed")
            assert leaks(among, secret, over) == [], whose
            drawn |= {name for name, every in among.items() if every}
            if over:
                for name in canary.MAY_TELL_AFTERWARDS:
                    assert tells(among[name][0], secret), name
    assert {*DRAWINGS, *VALUES} - drawn == OTHERS[preset]
    log = [f"{one.getMessage()} {one.args!r} {one.exc_info!r} {one.exc_text}" for one in caplog.records]
    for text in ("\n".join(log), "\n".join(map(repr, house.changes))):
        assert not CARDS.search(text)
        assert not any(tells(Shown(text), secret) for secret in secrets)


# What a person really tells the table is what was put there, and nobody hears of it


async def test_telling_the_table_something_is_heard_by_nobody(
    house: House, studios: tuple[Studio, Studio], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table = await begun(house, KING)
    waiting = [one for one in people(table) if one != mover(table)]
    others = [one for one in readers(table) if one.user_id not in waiting]
    before = [await shown(await Scene.of("playing", table, reader, studios[0])) for reader in others]
    changes, logged, facts = len(house.changes), len(caplog.records), table.facts
    every = await wishes_of(table)
    for person in waiting:
        (queued,) = every[person].queued
        await table.queue(person, table.facts.seq, queued)
        await table.set_forced(person, True)
    await house.tables.quiet()
    assert [one.getMessage() for one in caplog.records[logged:] if one.name.startswith(("bot", "data"))] == []
    assert sealed_of(table).wishes == {person: every[person] for person in waiting}
    after = [await shown(await Scene.of("playing", table, reader, studios[1])) for reader in others]
    assert [differing(*both) for both in zip(before, after, strict=True)] == [[]] * len(others)
    assert table.facts == facts and len(house.changes) == changes


# Whether the checks can fail

SECRET = random.Random(5).randbytes(32)
WRITTEN: dict[str, str] = {
    "hexadecimal": SECRET.hex(),
    "capitals": SECRET.hex().upper(),
    "a part of it": SECRET.hex()[11:30],
    "apart": SECRET.hex(" "),
    "backwards": SECRET[::-1].hex(),
    "as Python writes it": repr(SECRET),
    "a list": str(list(SECRET)),
    "a number": str(int.from_bytes(SECRET, "big")),
    "another number": str(int.from_bytes(SECRET, "little")),
    "base 64": base64.b64encode(SECRET).decode(),
    "base 64 for addresses": base64.urlsafe_b64encode(SECRET[1:]).decode(),
}
PLACES: dict[str, Callable[[str], Drawing]] = {
    "a sentence": sentence,
    "an address": lambda text: sentence("So", f"https://discord.com/{text}", "There"),
    "an alt text": lambda text: draw(picture("hand.png", AltText(text[:1000]), b"")),
    "a button's label": lambda text: in_row(button(text, PressId("act"))),
    "a button's id": lambda text: in_row(button("So", PressId("act", values=(text[:60],)))),
    "a select's value": lambda text: draw(
        select(PressId("queue-choose"), "So", [select_option("So", text[:90])])
    ),
    "a select's description": lambda text: draw(
        select(PressId("queue-choose"), "So", [select_option("So", "so", text)])
    ),
    "a file's name": lambda text: Drawing(Panel(), ((f"{text}.png", b""),)),
    "the plain one": lambda text: replace(sentence("So"), plain=lambda: sentence(text)),
}


def in_row(one: ui.Button[Any]) -> Drawing:
    return Drawing(Panel(ui.ActionRow(one)))


@pytest.mark.parametrize("way", WRITTEN)
@pytest.mark.parametrize("place", PLACES)
def test_a_secret_is_found_wherever_it_is_written(place: str, way: str) -> None:
    assert tells(of_drawing(PLACES[place](WRITTEN[way])), SECRET)
    assert not tells(of_drawing(PLACES[place](sha256(SECRET).hexdigest())), SECRET)


def test_a_secret_is_found_in_a_file_and_in_a_picture() -> None:
    for data in (SECRET, b"PNG" + SECRET[8:20], b"PNG" + SECRET.hex().encode()[5:40]):
        assert tells(of_drawing(Drawing(Panel(), (("hand.png", data),))), SECRET)
    plate = Plate("Ann", "0", "", "0", avatar=SECRET)
    assert tells(of_value((plate,)), SECRET)
    trick = TrickPicture("Last", "Trick", (NamedCard("Ann", 3),), 0, caption=SECRET.hex())
    assert tells(of_value(trick), SECRET)


@pytest.mark.parametrize("place", PLACES)
def test_a_card_more_is_a_difference(place: str) -> None:
    one, other = ({"x": [of_drawing(PLACES[place](f"play {card}"))]} for card in ("QH", "KH"))
    assert differing(one, other) == ["x"]
    assert differing(one, {"x": [of_drawing(PLACES[place]("play QH"))]}) == []


def test_a_panel_without_a_case_is_named() -> None:
    module = ModuleType("bot.tables.ui.new_panel")
    code = (
        "from bot.discordkit.panel import Drawing\n"
        "from bot.pictures.values import Plate\n"
        "def new(words: str) -> Drawing | None: ...\n"
        "def plates(words: str) -> tuple[list[Plate], int]: ...\n"
        "def words() -> str: ...\n"
        "class Drawings:\n"
        "    async def hand(self) -> Drawing: ...\n"
    )
    exec(code, vars(module))  # noqa: S102 - as if it were there
    found = returning({Drawing}, [*modules(*SHOWS), module])
    assert found - set(DRAWINGS) == {"bot.tables.ui.new_panel.new", "bot.tables.ui.new_panel.Drawings.hand"}
    assert returning(PICTURE_VALUES, [module]) == {"bot.tables.ui.new_panel.plates"}


async def test_somebody_else_s_wish_is_found(
    house: House, studios: tuple[Studio, Studio], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(house, KING)
    monkeypatch.setattr(Table, "wishes", lambda table, user_id: any_of(sealed_of(table).wishes, user_id))
    for reader in readers(table):
        if reader.user_id is not None and not table.facts.is_waiting_for(reader.user_id):
            alone, among = await looked_at_twice("playing", table, reader, studios, own=False)
            assert set(differing(alone, among)) == HANDS


def any_of(wishes: Mapping[int, Wishes], but: int) -> Wishes:
    return next((one for user_id, one in wishes.items() if user_id != but), NO_WISHES)


async def test_a_secret_that_a_panel_tells_is_found(
    house: House, studios: tuple[Studio, Studio], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.lobby(people=3, robots=1)
    secret = sealed_of(table).secret
    monkeypatch.setattr(ending_panel, "_presses", lambda facts: [secret.hex()[:16]])
    scene = await Scene.of("lobby", table, next(readers(table)), studios[0])
    assert leaks(await shown(scene), secret, finished=False) == [
        "bot.tables.ui.ending_panel.fair",
        "bot.tables.ui.more.fair_drawing",
    ]


async def test_one_s_own_wish_is_shown(house: House, studios: tuple[Studio, Studio]) -> None:
    """Else it would prove nothing that those of others are not."""
    table = await begun(house, KING)
    every = await wishes_of(table)
    for reader in readers(table):
        if reader.user_id is None:
            continue
        with told(table, {}):
            without = await shown(await Scene.of("playing", table, reader, studios[0]))
        with told(table, {reader.user_id: every[reader.user_id]}):
            having = await shown(await Scene.of("playing", table, reader, studios[1]))
        assert set(differing(without, having)) == HANDS
        said = having["bot.tables.ui.drawings.Drawings.hand"][0].text
        assert "unqueue" in said or "lined up" in said  # which it is hangs on whether the card may be played
