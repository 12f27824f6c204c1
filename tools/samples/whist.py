"""Colour Whist: the auction, partners, an open hand."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.play import Game
from bot.pictures.values import Picture
from bot.telling.games.registry import teller_of
from bot.telling.moments import Wanted, moment, own_model, table_model
from bot.telling.scenes import Avatar, hand_picture, table_picture
from tools.samples.people import STRANGE_NAMES, portrait
from tools.samples.wanted import at


def auctioned(least: int) -> Wanted:
    """In an auction in which so much has been said."""

    def wanted(game: Game) -> bool:
        view = game.view(None)
        return view.phase == "bidding" and len(view.said) >= least

    return wanted


def _faces() -> Avatar:
    return {
        1: portrait("#c84b9e", "#5b2a86"), 2: portrait("#3fa7d6", "#c9a227"), 4: b"no picture",
    }.get  # fmt: skip


def whist() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    game = moment("whist-walloon", 4, auctioned(7))
    yield "table-auction", table_picture(table_model(game))
    yield "hand-auction", hand_picture(own_model(game, game.turn))
    game = moment("whist-walloon", 4, auctioned(14))
    yield "table-auction-crowded", table_picture(table_model(game, STRANGE_NAMES[:4], robot=None, away=2))
    yield "hand-auction-crowded", hand_picture(own_model(game, game.turn, STRANGE_NAMES[:4], "fr"))
    game = moment("whist-walloon", 4, auctioned(0))
    yield "hand-auction-begins", hand_picture(own_model(game, (game.turn + 1) % 4))
    game = moment("whist-walloon", 4, at("pair", 3, 4, obliged=True))
    yield "table-partners", table_picture(table_model(game, robot=None, away=3), _faces())
    yield "hand-partners", hand_picture(own_model(game, game.turn, language="nl"))
    game = moment("whist-walloon", 4, at("open-misere", 1, 1, obliged=True))
    yield "table-open-misere", table_picture(table_model(game))
    holder, _ = teller_of(game.rules).open_hand(game.view(None)) or (0, ())
    seat = game.turn if game.turn != holder else (holder + 1) % 4
    yield "hand-open-misere", hand_picture(own_model(game, seat))
    game = moment("whist-walloon", 4, at("piccolo", 2, 3))
    yield "hand-piccolo", hand_picture(own_model(game, game.turn, language="ru"))
