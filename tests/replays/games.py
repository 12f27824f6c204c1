"""Games played at random, as records."""

from __future__ import annotations

from random import Random

from bot.engine.cards import PASS, members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.record import Header, action_item, deck_item, write
from bot.engine.registry import make_rules, new_game, presets

TABLES = [(preset.name, players) for preset in presets() for players in preset.players]
NAMES = ("Ann", "Bram", "Chloé", "Dmitri", "Eveline")


def header(name: str, players: int) -> Header:
    """Of a game by the rules of that preset, unchanged."""
    return Header(make_rules(name, players, {}), 0, dict(enumerate(NAMES[:players])))


def inputs(name: str, players: int, seed: int, most: int | None = None, *, passed: int = 0) -> list[str]:
    """The inputs of a whole game, or the first so many. In the first ``passed`` deals everybody passes who
    may."""
    game, random, items = new_game(make_rules(name, players, {}), 0), Random(seed), list[str]()
    while game.turn != OVER and len(items) != most:
        passes = len(game.results) < passed and bool(game.legal() >> PASS & 1)
        items.append(_said(game) if passes else _next(game, random))
    return items


def _said(game: Game) -> str:
    seat = game.turn
    game.apply(PASS)
    return action_item(seat, PASS)


def _next(game: Game, random: Random) -> str:
    if game.turn == AWAITS_DECK:
        gathered = game.gathered()
        deck = list(gathered or members(game.pack))
        if gathered is None:
            random.shuffle(deck)
        else:
            cut = random.randrange(1, len(deck))
            deck = deck[cut:] + deck[:cut]
        game.deal(deck)
        return deck_item(deck)
    seat, action = game.turn, random.choice(members(game.legal()))
    game.apply(action)
    return action_item(seat, action)


def record(name: str = "kingen", players: int = 4, seed: int = 1, most: int | None = None) -> bytes:
    """A file of such a game."""
    return write(header(name, players), inputs(name, players, seed, most)).encode()
