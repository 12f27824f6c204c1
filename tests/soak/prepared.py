"""A game that lacks its last trick, put into the database as if it had been played: for what comes after a
game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from bot.dealing import Dealing
from bot.engine import record
from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ports import EndedDeal, LogEntry, TableStep, begun, ended_deals
from bot.tables.sealed import Sealed
from data.store import Store
from playground.people import Person
from playground.world.places import Channel

PRESET = "kingen"
LEFT = 4
"""How many cards of the last deal are still to be played."""


async def nearly_finished(
    database: Path, channel: Channel, people: Sequence[Person], now: float, seed: int
) -> None:
    """Store a table of these four people in that channel, at which the last trick of the last deal is
    missing."""
    random = Random(seed)
    secret, press_ids = random.randbytes(32), tuple(range(1, len(people)))
    game = new_game(make_rules(PRESET, len(people), {}), 0)
    entries, deals = played(game, Dealing(secret, press_ids), random, now)
    joined = (None, *press_ids)  # the host has not pressed Join
    seats = tuple(
        Seat(person.name, person.id, press_id=press_id)
        for person, press_id in zip(people, joined, strict=True)
    )
    assert channel.guild is not None
    sealed = Sealed(secret)
    facts = TableFacts(
        id=0,
        guild_id=channel.guild.id,
        channel_id=channel.id,
        host_id=people[0].id,
        preset=PRESET,
        players=len(people),
        commitment=sealed.commitment,
        created_at=now,
        state=State.PLAYING,
        seats=seats,
        press_ids=press_ids,
        first_dealer=0,
        turn=AWAITS_DECK,
        started_at=now,
    )
    store = await Store.open(database)
    try:
        made = await store.tables.create(facts, sealed)
        lobby = replace(made, state=State.LOBBY, started_at=None)
        after = replace(made, seq=len(entries), turn=game.turn, turn_at=now)
        await store.tables.write(
            TableStep(after, sealed, tuple(entries), tuple(deals), sittings=begun(lobby, after))
        )
    finally:
        await store.close()


def played(
    game: Game, dealing: Dealing, random: Random, now: float
) -> tuple[list[LogEntry], list[EndedDeal]]:
    """Play a game at random until ``LEFT`` cards are left in the last deal: its log, and the deals that
    ended."""
    entries, deals = list[LogEntry](), list[EndedDeal]()
    for seq, line in enumerate(_moves(game, dealing, random)):
        entries.append(LogEntry(seq, line, now))
        deals += ended_deals(game, record.carry_out(game, line), entries[-1])
    assert game.turn not in (OVER, AWAITS_DECK)
    return entries, deals


def _moves(game: Game, dealing: Dealing, random: Random) -> Iterator[str]:
    """What is played next, as long as it is to be."""
    decks = 0
    while True:
        view = game.view(None)
        last = len(view.results) == view.deals - 1 and game.turn != AWAITS_DECK
        if last and sum(view.hand_sizes) <= LEFT:
            return
        if game.turn == AWAITS_DECK:
            yield record.deck_item(dealing.deck(decks, game.pack, game.gathered()))
            decks += 1
        else:
            yield record.action_item(game.turn, random.choice(members(game.legal())))
