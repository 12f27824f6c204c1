"""Tables of three, four and five, and the last trick."""

from __future__ import annotations

from collections.abc import Iterator

from bot.pictures.values import Picture
from bot.telling.moments import FOUR, lying, moment, own_model, table_model
from bot.telling.scenes import table_picture, trick_picture
from tools.samples.people import STRANGE_NAMES
from tools.samples.wanted import at


def tables() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    yield (
        "table-four",
        table_picture(table_model(moment("kingen", 4, at("kings-jacks", 3, 2, obliged=True), seed=3))),
    )
    turned_up = moment("kingen", 3, lambda game: bool(game.view(None).shown) and lying(game.view(None)) == 0)
    yield "table-three", table_picture(table_model(turned_up))
    yield "table-five", table_picture(table_model(moment("kingen", 5, at("seventh-last", 4, 5))))
    offers = moment("kingen", 4, lambda game: game.view(None).phase == "answer", {"trump-choice": "offers"})
    yield "table-offers", table_picture(table_model(offers, STRANGE_NAMES[:4]))
    crowded = moment("kingen", 5, at("hearts", 4, 1))
    yield "table-five-crowded", table_picture(table_model(crowded, STRANGE_NAMES, away=3, robot=0))


def tricks() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    for name, game, names in (
        ("trick-last", moment("kingen", 4, at("trump", 0, 7)), FOUR),
        ("trick-five", moment("kingen", 5, at("hearts", 0, 3)), STRANGE_NAMES),
    ):
        value = trick_picture(own_model(game, 0, names))
        assert value is not None
        yield name, value
