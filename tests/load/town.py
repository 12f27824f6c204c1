"""A playground with people in many servers, and tables of theirs that are being played.

The tables are put into the database as if each had been played up to some moment of its first deals, every
one to another: so what comes at a deal's end is spread evenly over the time that is measured.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from bot.cells.model import ALONE, Cell
from bot.dealing import Dealing
from bot.engine import record
from bot.engine.cards import Action, members
from bot.engine.game import AWAITS_DECK
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.people.settings import Player
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ports import EndedDeal, LogEntry, TableStep, begun, ended_deals
from bot.tables.sealed import Sealed
from data.store import Store
from playground.people import Person
from playground.server import Playground
from playground.world.places import Channel
from tests.kept import keep_player

PRESET = "kingen"
SEATS = 4
TABLES_A_SERVER = 10
ITEMS = (5, 157)
"""How many inputs a table has seen at least, and less than how many: three deals of 52 cards and a deck."""
LOCALES = ("en-GB", "nl", "fr", "ru")
TOGETHER = 200
"""How many tables are stored at a time."""


@dataclass(frozen=True)
class Place:
    """A table's channel and its people, the other seats being robots'."""

    channel: Channel
    people: tuple[Person, ...]


@dataclass(frozen=True)
class Stood:
    """A table that was put into the database: its number, its facts but for that, how many deals are over,
    and something that is legal for who is to move."""

    id: int
    place: Place
    facts: TableFacts
    over: int
    legal: Action


def settle(server: Playground, tables: int, people: int) -> list[Place]:
    """Servers with a channel a table, and so many people for each, who have direct messages with the bot."""
    places: list[Place] = []
    for first in range(0, tables, TABLES_A_SERVER):
        several = min(TABLES_A_SERVER, tables - first)
        here = [
            server.people.add(f"P{first}-{number}", locale=LOCALES[number % len(LOCALES)])
            for number in range(several * people)
        ]
        guild = server.changes.add_guild(f"Server {first}", members=[one.account for one in here])
        for person in here:
            server.changes.direct_channel(person.account)
        for number in range(several):
            channel = server.changes.add_channel(guild, f"table-{number}")
            places.append(Place(channel, tuple(here[number * people : (number + 1) * people])))
    return places


async def put_tables(
    server: Playground,
    database: Path,
    places: Sequence[Place],
    seed: int,
    *,
    ago: float = 0.0,
    robots: str = "easy",
    cell: Cell = ALONE,
) -> list[Stood]:
    """Store a table for each place, and its people, as if they had pressed something before. Their last card
    was played so many seconds ``ago``. The other seats are of this kind of ``robots``. The database is
    a ``cell``'s."""
    now = server.world.clock.now() - ago
    store = await Store.open(database, cell=cell)
    stood = list[Stood]()
    try:
        for first in range(0, len(places), TOGETHER):
            some = places[first : first + TOGETHER]
            stood += await asyncio.gather(
                *(
                    _put(server, store, place, now, Random(f"{seed} {first + number}"), robots)
                    for number, place in enumerate(some)
                )
            )
    finally:
        await store.close()
    return stood


async def _put(
    server: Playground, store: Store, place: Place, now: float, random: Random, robots: str
) -> Stood:
    for person in place.people:
        mailbox = server.changes.direct_channel(person.account).id
        player = Player(person.id, person.name, person.account.locale, mailbox)
        await keep_player(store.players, player)
    lobby, step, game = _table(place, now, random, robots)
    made = await store.tables.create(lobby, step.sealed)
    await store.tables.write(replace(step, facts=replace(step.facts, id=made.id)))
    return Stood(made.id, place, step.facts, len(step.deals), members(game.legal())[0])


def _table(place: Place, now: float, random: Random, robots: str) -> tuple[TableFacts, TableStep, Game]:
    """A table in its lobby, the step to some moment of its game, and the game then."""
    secret, press_ids = random.randbytes(32), tuple(range(1, len(place.people)))
    seats = tuple(
        Seat(person.name, person.id, press_id=press_id)
        for person, press_id in zip(place.people, (None, *press_ids), strict=True)
    )
    seats += tuple(Seat(f"Robot {number}", robot=robots) for number in range(SEATS - len(seats)))
    game = new_game(make_rules(PRESET, SEATS, {}), 0)
    entries, deals = _played(game, Dealing(secret, press_ids), random, now, len(place.people))
    sealed = Sealed(secret)
    assert place.channel.guild is not None
    lobby = TableFacts(
        id=0,
        guild_id=place.channel.guild.id,
        channel_id=place.channel.id,
        host_id=place.people[0].id,
        preset=PRESET,
        players=SEATS,
        commitment=sealed.commitment,
        created_at=now,
        seats=seats,
        press_ids=press_ids,
        first_dealer=0,
    )
    after = replace(lobby, state=State.PLAYING, turn=game.turn, turn_at=now, started_at=now, seq=len(entries))
    return lobby, TableStep(after, sealed, tuple(entries), tuple(deals), sittings=begun(lobby, after)), game


def _played(
    game: Game, dealing: Dealing, random: Random, now: float, people: int
) -> tuple[list[LogEntry], list[EndedDeal]]:
    """Play a game at random up to some moment at which one of the people, who have the first seats, is to
    move: its log, and the deals that ended."""
    entries, deals, decks = list[LogEntry](), list[EndedDeal](), 0
    wanted = random.randrange(*ITEMS)
    while len(entries) < wanted or not 0 <= game.turn < people:
        if game.turn == AWAITS_DECK:
            line = record.deck_item(dealing.deck(decks, game.pack, game.gathered()))
            decks += 1
        else:
            line = record.action_item(game.turn, random.choice(members(game.legal())))
        entries.append(LogEntry(len(entries), line, now))
        deals += ended_deals(game, record.carry_out(game, line), entries[-1])
    return entries, deals
