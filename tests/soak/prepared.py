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
from bot.engine.game import AWAITS_DECK, OVER, DealEnded, DealResult, Game
from bot.engine.registry import make_rules, new_game
from bot.playground.people import Person
from bot.playground.places import Channel
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ports import LogEntry, Step
from data.store import Store

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
    lines, results = played(game, Dealing(secret, press_ids), random)
    joined = (None, *press_ids)  # the host has not pressed Join
    seats = tuple(
        Seat(person.name, person.id, press_id=press_id)
        for person, press_id in zip(people, joined, strict=True)
    )
    assert channel.guild is not None
    facts = TableFacts(
        id=0,
        guild_id=channel.guild.id,
        channel_id=channel.id,
        host_id=people[0].id,
        preset=PRESET,
        players=len(people),
        secret=secret,
        created_at=now,
        state=State.PLAYING,
        seats=seats,
        press_ids=press_ids,
        first_dealer=0,
        turn=AWAITS_DECK,
        started_at=now,
    )
    entries = tuple(LogEntry(seq, line, now) for seq, line in enumerate(lines))
    store = await Store.open(database)
    try:
        made = await store.tables.create(facts)
        after = replace(made, seq=len(lines), turn=game.turn, turn_at=now)
        await store.tables.write(Step(after, entries, tuple(results)))
    finally:
        await store.close()


def played(game: Game, dealing: Dealing, random: Random) -> tuple[list[str], list[DealResult]]:
    """Play a game at random until ``LEFT`` cards are left in the last deal: its log, and the deals that
    ended."""
    lines, results = list[str](), list[DealResult]()
    for line in _moves(game, dealing, random):
        lines.append(line)
        results += [one.result for one in record.carry_out(game, line) if isinstance(one, DealEnded)]
    assert game.turn not in (OVER, AWAITS_DECK)
    return lines, results


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
