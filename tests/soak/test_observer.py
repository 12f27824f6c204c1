"""The observer sees what goes to the wrong person, whatever it goes by; and lets pass what may be known.

A playground without a bot: messages are sent as a bot would send them, the truth is a game in a database.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.engine.cards import CARD_NAMES, CARDS, SUIT_LETTERS, members
from bot.pictures.painter import render
from bot.pictures.style import STANDARD, CardStyle, Index
from bot.pictures.values import CardOnTable, HandPicture
from bot.words.catalogue import words_for
from playground.people import Person
from playground.server import Playground
from tests.soak.naming import cards_in
from tests.soak.observer import Observer
from tests.soak.prepared import nearly_finished
from tests.soak.sight import cards_on
from tools.samples import samples

WORDS = words_for("en")
COMPONENTS_V2 = 1 << 15
TEXT, GALLERY, ROW, BUTTON, SELECT = 10, 12, 1, 2, 3


def spoken(cards: list[int]) -> str:
    """Cards in words."""
    return ", ".join(
        f"{WORDS(f'rank.{CARD_NAMES[card][0]}')} of {WORDS(f'suit.{CARD_NAMES[card][1]}')}" for card in cards
    )


@dataclass
class Desk:
    """Sends messages as the bot, to people of a table whose last trick is missing."""

    server: Playground
    observer: Observer
    session: aiohttp.ClientSession

    def hand(self, person: Person) -> list[int]:
        """The cards a person holds, of which there are one."""
        table = self.observer.truth.tables[1]
        return list(members(table.now.hands[table.seated.index(person.id)]))

    @property
    def mover(self) -> Person:
        """Whose turn it is."""
        table = self.observer.truth.tables[1]
        user_id = table.seated[table.now.mover]
        assert user_id is not None
        return self.server.people[user_id]

    @property
    def other(self) -> Person:
        """Somebody else."""
        return next(one for one in self.server.people.values() if one is not self.mover)

    async def send(self, channel_id: Any, *components: dict[str, Any], picture: bytes | None = None) -> str:
        """Send a message; returns its id."""
        form = aiohttp.FormData(default_to_multipart=True)
        form.add_field("payload_json", json.dumps({"flags": COMPONENTS_V2, "components": components}))
        if picture is not None:
            form.add_field("files[0]", picture, filename="hand.png", content_type="image/png")
        headers = {"Authorization": f"Bot {self.server.token}"}
        url = f"{self.server.api_url}/channels/{channel_id}/messages"
        async with self.session.post(url, data=form, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
            return (await answer.json())["id"]

    async def tell(self, person: Person, *components: dict[str, Any], picture: bytes | None = None) -> str:
        """Send a direct message; returns its id."""
        return await self.send(person.open_direct_messages()["id"], *components, picture=picture)


@pytest_asyncio.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    server = await Playground.start()
    world, database = server.world, tmp_path / "test.sqlite3"
    people = list(server.people.values())
    await nearly_finished(database, world.channel_named("cards"), people, world.clock.now(), 7)
    observer = Observer(server, database)
    observer.truth.poll()
    try:
        async with aiohttp.ClientSession() as session:
            yield Desk(server, observer, session)
    finally:
        observer.close()
        await server.close()


def text(words: str) -> dict[str, Any]:
    return {"type": TEXT, "content": words}


def button(label: str, custom_id: str, sign: str = "♠️") -> dict[str, Any]:
    one = {"type": BUTTON, "style": 2, "label": label, "custom_id": custom_id, "emoji": {"name": sign}}
    return {"type": ROW, "components": [one]}


def choice(label: str, value: str, description: str = "") -> dict[str, Any]:
    options = [{"label": label, "value": value} | ({"description": description} if description else {})]
    return {
        "type": ROW,
        "components": [{"type": SELECT, "custom_id": "hh:choose:1:1:", "options": options}],
    }


def gallery(alt: str) -> dict[str, Any]:
    return {"type": GALLERY, "items": [{"media": {"url": "attachment://hand.png"}, "description": alt}]}


def drawn(cards: list[int], style: CardStyle = STANDARD) -> bytes:
    return render(HandPicture(title="Trumps", cards=tuple(cards), caption="Wait", style=style))


# What may be known


async def test_ones_own_cards_pass_whatever_they_go_by(desk: Desk) -> None:
    mover, seq = desk.mover, desk.observer.truth.tables[1].now.seq
    (card,) = desk.hand(mover)
    name = CARD_NAMES[card]
    await desk.tell(
        mover,
        text(f"You hold the {spoken([card])}."),
        gallery(f"Your cards: {spoken([card])}"),
        button("Play", f"hh:act:1:{seq}:play {name}"),
        picture=drawn([card]),
    )
    desk.observer.check()
    assert desk.observer.read == 1
    assert desk.observer.hands_read == 1


async def test_cards_that_lie_open_pass_for_everybody(desk: Desk) -> None:
    state = desk.observer.truth.tables[1].now
    cards = list(members(state.public))
    assert cards
    await desk.send(desk.server.world.channel_named("cards").id, text(f"There were {spoken(cards)}."))
    desk.observer.check()


async def test_the_result_of_a_deal_that_is_over_passes_for_everybody(desk: Desk) -> None:
    table = desk.observer.truth.tables[1]
    (card,) = desk.hand(desk.mover)
    assert table.deals and card in members(table.played_in(table.deals))
    result = f"**Deal {table.deals}** · Bram caught the {spoken([card])}"
    await desk.send(
        desk.server.world.channel_named("cards").id,
        text(f"Table 1\n{result}"),
        choice(f"Deal {table.deals}", "8", f"Bram caught the {spoken([card])}"),
    )
    desk.observer.check()


# What may not


async def test_the_result_of_a_deal_in_play_is_caught(desk: Desk) -> None:
    table = desk.observer.truth.tables[1]
    result = f"**Deal {table.deals + 1}** · Bram caught the {spoken(desk.hand(desk.mover))}"
    await desk.tell(desk.other, text(f"Table 1\n{result}"))
    assert len(desk.observer.leaks) == 1
    caught = f"Bram caught the {spoken(desk.hand(desk.mover))}"
    await desk.tell(desk.other, choice(f"Deal {table.deals + 1}", "9", caught))
    assert len(desk.observer.leaks) == 2


async def test_a_sentence_is_caught(desk: Desk) -> None:
    await desk.tell(desk.other, text(f"You hold the {spoken(desk.hand(desk.mover))}."))
    assert "no hand of theirs" in desk.observer.leaks[0]


async def test_a_sentence_for_all_is_caught_also_with_a_card_of_ones_own(desk: Desk) -> None:
    await desk.send(desk.server.world.channel_named("cards").id, text(spoken(desk.hand(desk.other))))
    assert len(desk.observer.leaks) == len(desk.server.people)


async def test_an_id_a_label_and_a_choice_are_caught(desk: Desk) -> None:
    (card,) = desk.hand(desk.mover)
    rank, suit = CARD_NAMES[card]
    sign = dict(zip(SUIT_LETTERS, "♣♦♥♠", strict=True))[suit]
    printed = "10" if rank == "T" else rank
    seq = desk.observer.truth.tables[1].now.seq
    await desk.tell(desk.other, button("Play", f"hh:mark:1:{seq}:play {rank}{suit}"))
    await desk.tell(desk.other, button(printed, "hh:something:1:0:", f"{sign}\ufe0f"))
    await desk.tell(desk.other, choice("Play", f"play {rank}{suit}"))
    await desk.tell(desk.other, choice(f"{sign}{printed}", "1"))
    assert len(desk.observer.leaks) == 4


async def test_the_button_of_somebody_elses_turn_is_caught_without_a_card(desk: Desk) -> None:
    seq = desk.observer.truth.tables[1].now.seq
    await desk.tell(desk.mover, button("Pass", f"hh:act:1:{seq}:pass"))
    assert not desk.observer.leaks
    await desk.tell(desk.other, button("Pass", f"hh:act:1:{seq}:pass"))
    assert len(desk.observer.leaks) == 1


async def test_a_button_of_a_state_in_which_the_card_was_not_held_is_caught(desk: Desk) -> None:
    seq = desk.observer.truth.tables[1].now.seq
    (card,) = desk.hand(desk.mover)
    await desk.tell(desk.mover, button("Play", f"hh:act:1:{seq + 4}:play {CARD_NAMES[card]}"))
    assert len(desk.observer.leaks) == 1


async def test_an_alternative_text_is_caught(desk: Desk) -> None:
    other = desk.other
    await desk.tell(
        other, gallery(f"Your cards: {spoken(desk.hand(desk.mover))}"), picture=drawn(desk.hand(other))
    )
    assert any("no hand of theirs" in leak for leak in desk.observer.leaks)


async def test_a_picture_is_caught_that_says_nothing_in_words(desk: Desk) -> None:
    await desk.tell(desk.other, gallery("A picture"), picture=drawn(desk.hand(desk.mover)))
    assert any("no hand of theirs" in leak for leak in desk.observer.leaks)


async def test_a_picture_is_caught_whose_words_are_those_of_the_readers_hand(desk: Desk) -> None:
    other = desk.other
    words = f"Your cards: {spoken(desk.hand(other))}"
    await desk.tell(other, gallery(words), picture=drawn(desk.hand(desk.mover)))
    assert any("no hand of theirs" in leak for leak in desk.observer.leaks)
    assert any("does not agree" in leak for leak in desk.observer.leaks)


async def test_part_of_a_hand_is_not_taken_for_one(desk: Desk) -> None:
    """A picture with one card too many, though all may look at that one."""
    mover = desk.mover
    state = desk.observer.truth.tables[1].now
    cards = [*desk.hand(mover), members(state.public)[0]]
    await desk.tell(mover, gallery(f"Your cards: {spoken(cards)}"), picture=drawn(cards))
    assert "no hand of theirs" in desk.observer.leaks[0]


async def test_the_same_picture_is_caught_though_its_cards_cannot_be_read(desk: Desk) -> None:
    picture = drawn([CARDS[11], CARDS[24]], CardStyle(index=Index.RUSSIAN))
    assert not cards_on(picture).all
    for person in (desk.mover, desk.other):
        words = f"Your cards: {spoken(desk.hand(person))}"
        await desk.tell(person, gallery(words), picture=picture)
    assert any("does not agree" in leak for leak in desk.observer.leaks)
    assert any("the very picture" in leak for leak in desk.observer.leaks)


async def test_a_message_that_nobody_heard_of_is_caught_where_it_stands(desk: Desk) -> None:
    for eyes in desk.observer._eyes.values():
        eyes.close()
    await desk.tell(desk.other, text(spoken(desk.hand(desk.mover))))
    assert not desk.observer.leaks
    with pytest.raises(AssertionError, match="no hand of theirs"):
        desk.observer.check()


# Reading


@pytest.mark.parametrize(
    ("said", "cards"),
    [
        ("hearts: ace, ten", "AH TH"),
        ("the queen of spades", "QS"),
        ("♥10 ♣️7 ♦️A", "TH 7C AD"),
        ("10♥️", "TH"),
        ("play QH", "QH"),
        ("deck 2C 3C 4D", "2C 3C 4D"),
        ("No king of hearts · 13 cards left", ""),
        ("king of hearts −5; ace of spades", "AS"),
        ("`♥︎10` `♣︎7`", "TH 7C"),
    ],
)
def test_cards_are_read_in_every_way_they_are_named(said: str, cards: str) -> None:
    assert {CARD_NAMES[card] for card in members(cards_in(said))} == set(cards.split())


def test_every_card_of_a_picture_of_a_hand_is_read() -> None:
    looked_at = 0
    for name, value in samples():
        if isinstance(value, HandPicture) and value.style == STANDARD:
            lying = {one.card for one in value.trick} | set(value.open_hand)
            for double in (False, True):
                seen = cards_on(render(value, double=double))
                assert set(members(seen.held)) == set(value.cards), name
                assert set(members(seen.lying)) == lying, name
                looked_at += 1
    assert looked_at > 10


def test_any_hand_is_read_above_any_trick() -> None:
    random = Random(5)
    for size in (1, 5, 8, 13, 17):
        cards = random.sample(CARDS, size + 3)
        value = HandPicture(
            title="Hearts", cards=tuple(cards[3:]), legal=1 << cards[3], choosing=size % 2 == 1,
            two_rows=size in (8, 17), trick=tuple(CardOnTable(seat, cards[seat]) for seat in range(3)),
        )  # fmt: skip
        seen = cards_on(render(value))
        assert set(members(seen.held)) == set(cards[3:])
