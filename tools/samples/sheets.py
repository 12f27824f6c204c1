"""Score sheets: midway, final, with a ledger, of Colour Whist."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.game import AWAITS_DECK, OVER, places
from bot.engine.play import Game
from bot.pictures.values import Picture
from bot.telling.moments import FOUR, Wanted, lying, moment, table_model
from bot.telling.scenes import score_sheet
from tools.samples.people import STRANGE_NAMES


def over(game: Game) -> bool:
    """At the end."""
    return game.turn == OVER


def after(deals: int) -> Wanted:
    """In the middle of the deal that follows so many."""
    return lambda game: len(game.view(None).results) == deals and lying(game.view(None)) == 2


def between(deals: int) -> Wanted:
    """Before the deal that follows so many."""
    return lambda game: len(game.view(None).results) == deals and game.turn == AWAITS_DECK


def sheets() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    for name, preset, names in (
        ("sheet-final", "kingen", FOUR), ("sheet-five", "kingen", STRANGE_NAMES),
        ("sheet-double-king", "dubbelkingen", FOUR), ("sheet-denexa", "denexa-king", FOUR),
    ):  # fmt: skip
        game = moment(preset, len(names), over)
        yield name, score_sheet(table_model(game, names), places(game.view(None).points))
    yield "sheet-midway", score_sheet(table_model(moment("kingen", 3, after(4))))
    ledger = moment("whisthub-double-king", 4, after(6))
    yield "sheet-ledger", score_sheet(table_model(ledger))
    yield "sheet-russian", score_sheet(table_model(moment("russian-king", 4, after(9)), language="fr"))
    yield "sheet-whist", score_sheet(table_model(moment("whist-walloon", 4, after(7))))
    yield (
        "sheet-whist-between",
        score_sheet(table_model(moment("whist-flemish", 4, between(3)), language="nl")),
    )
