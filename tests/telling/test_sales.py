"""An auction as the panels tell it: what was said, and the tricks that are counted for others (D3, D5)."""

from __future__ import annotations

import pytest

from bot.engine.cards import ACTION_OF_TEXT, members
from bot.engine.game import AWAITS_DECK
from bot.engine.play import Game
from bot.engine.record import carry_out
from bot.engine.registry import make_rules, new_game
from bot.tables.model import Seat, TableFacts
from bot.telling import scenes
from bot.telling.games.registry import teller_of
from bot.words.catalogue import words_for
from tests.telling.view_models import at_table, model

WORDS = words_for("en")
SEATS = tuple(Seat(name, number) for number, name in enumerate(("Ann", "Bram", "Chloé", "Dmitri")))
FACTS = TableFacts(1, None, 2, 0, "denexa-king", 4, "", 0.0, seats=SEATS)


def play_out_the_deal(game: Game) -> None:
    while game.turn != AWAITS_DECK:
        game.apply(members(game.legal())[0])


@pytest.fixture
def game() -> Game:
    """Denexa's first positive deal: Chloé deals and lets the others bid, Bram buys for three tricks."""
    game = new_game(make_rules("denexa-king", 4, {}), 0)
    for _ in range(6):
        game.deal(members(game.pack))
        play_out_the_deal(game)
    game.deal(members(game.pack))
    for item in ("2 auction", "3 bid 1", "0 pass", "1 bid 3", "3 pass", "0 pass", "1 trump H"):
        carry_out(game, item)
    return game


def test_what_was_said_is_told_in_order(game: Game) -> None:
    assert teller_of(game.rules).status(model(WORDS, game.view(0), SEATS)) == (
        "Chloé: Auction · Dmitri: 1 trick · Ann: pass · Bram: 3 tricks · Dmitri: pass · Ann: pass"
        " · Bram: hearts"
    )


def test_it_is_not_told_any_more_after_the_first_trick(game: Game) -> None:
    carry_out(game, "2 direction up")
    for _ in range(4):
        game.apply(members(game.legal())[0])
    assert teller_of(game.rules).status(model(WORDS, game.view(0), SEATS)) == ""


def test_both_counts_are_told_while_the_deal_is_played(game: Game) -> None:
    carry_out(game, "2 direction up")
    for _ in range(4):
        game.apply(members(game.legal())[0])
    view = game.view(None)
    plates = scenes.table_picture(at_table(WORDS, FACTS, view)).plates
    for plate, taken, moved in zip(plates, view.tricks_taken, (0, -3, 3, 0), strict=True):
        assert plate.tricks == WORDS.number(taken)
        assert plate.note == (f"counts {WORDS.number(taken + moved)}" if moved else "")


def test_both_counts_are_told_at_the_deals_end(game: Game) -> None:
    game.apply(ACTION_OF_TEXT["direction up"])
    play_out_the_deal(game)
    result = game.results[-1]
    taken = [WORDS.number(tricks) for tricks in result.tricks]
    counted = WORDS.number(result.tricks[2] + 3), WORDS.number(result.tricks[1] - 3)
    assert teller_of(game.rules).after_deal(model(WORDS, game.view(None), SEATS), result) == (
        f"Tricks that count after the sale: Chloé {counted[0]} (took {taken[2]}) and Bram "
        f"{counted[1]} (took {taken[1]}).",
    )


def test_without_a_sale_nothing_is_told_of_it(game: Game) -> None:
    assert teller_of(game.rules).after_deal(model(WORDS, game.view(None), SEATS), game.results[0]) == ()
