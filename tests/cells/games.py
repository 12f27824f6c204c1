"""Games that are over, put into the database of a cell as if they had been played there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from bot.cells.model import Cell
from bot.dealing import Dealing
from bot.engine import record
from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, OVER, GameEnded, places
from bot.engine.registry import make_rules, new_game
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ports import EndedDeal, LogEntry, TableStep, begun, ended_deals
from bot.tables.sealed import Sealed
from data.store import Store
from playground.people import Person
from playground.world.places import Channel

PRESET = "kingen-iwwa"
SEATS = 4


async def put_game(database: Path, cell: Cell, channel: Channel, person: Person, ended: float) -> int:
    """A whole game of a person with three robots in a channel, which ended then; returns its table."""
    random = Random(f"{cell} {person.id}")
    sealed = Sealed(random.randbytes(32))
    assert channel.guild is not None
    robots = (Seat(f"Robot {number}", robot="easy") for number in range(SEATS - 1))
    lobby = TableFacts(
        id=0,
        guild_id=channel.guild.id,
        channel_id=channel.id,
        host_id=person.id,
        preset=PRESET,
        players=SEATS,
        commitment=sealed.commitment,
        created_at=ended - 600.0,
        seats=(Seat(person.name, person.id), *robots),
        first_dealer=0,
    )
    entries, deals, result = _played(sealed.secret, random, ended)
    store = await Store.open(database, cell=cell)
    try:
        lobby = await store.tables.create(lobby, sealed)
        playing = replace(lobby, state=State.PLAYING, turn=AWAITS_DECK, started_at=ended - 500.0)
        await store.tables.write(TableStep(playing, sealed, sittings=begun(lobby, playing)))
        over = replace(playing, state=State.FINISHED, turn=OVER, seq=len(entries), ended_at=ended)
        await store.tables.write(TableStep(over, sealed, tuple(entries), tuple(deals), result))
        return lobby.id
    finally:
        await store.close()


def _played(secret: bytes, random: Random, ended: float) -> tuple[list[LogEntry], list[EndedDeal], GameEnded]:
    """The log of a game that is played at random, its deals, and its result."""
    game, dealing = new_game(make_rules(PRESET, SEATS, {}), 0), Dealing(secret, ())
    entries, deals, decks = list[LogEntry](), list[EndedDeal](), 0
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            line = record.deck_item(dealing.deck(decks, game.pack, game.gathered()))
            decks += 1
        else:
            line = record.action_item(game.turn, random.choice(members(game.legal())))
        entries.append(LogEntry(len(entries), line, ended))
        deals += ended_deals(game, record.carry_out(game, line), entries[-1])
    points = tuple(game.points)
    return entries, deals, GameEnded(points, places(points))
