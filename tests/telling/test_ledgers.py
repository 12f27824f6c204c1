"""Who has named what in double king: on the score sheet, in its alt text and in a line."""

from __future__ import annotations

import re
from random import Random

import pytest
from discord import ui

from bot.engine.cards import CONTRACT, TRUMP, members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.pictures.values import HandPicture, Mark, ScoreSheet, TablePicture
from bot.tables.model import Seat, TableFacts
from bot.tables.ui import table_panel as hand
from bot.tables.ui import table_panel as table
from bot.tables.ui.footer import CardButtons
from bot.telling import scenes
from bot.telling.alt import alt_text
from bot.telling.games import king
from bot.telling.phrases import ALT_LONGEST
from bot.words.catalogue import in_text, words_for
from tests.telling.view_models import at_table, model

WORDS = words_for("en")
SEATS = tuple(Seat(name) for name in ("Ann", "Bram", "Chloé", "Dmitri"))
FACTS = TableFacts(1, 1, 2, 3, "dubbelkingen", 4, "", 0.0, seats=SEATS)
NAMED = ("queens", "D", "queens", "tricks", "hearts")  # by Ann, Bram, Chloé, Dmitri and Ann again


def start(preset: str = "dubbelkingen", players: int = 4) -> Game:
    """A game whose first deal is out."""
    game = new_game(make_rules(preset, players, {}), 0)
    deal(game)
    return game


def deal(game: Game) -> None:
    game.deal(Random(1).sample(members(game.pack), game.pack.bit_count()))


def name(game: Game, what: str) -> None:
    game.apply(CONTRACT[what] if what in CONTRACT else TRUMP["CDHS".index(what)])


def play_out(game: Game) -> None:
    """Play the deal to its end."""
    while game.turn not in (AWAITS_DECK, OVER):
        game.apply(members(game.legal())[0])


def after(*named: str) -> Game:
    """A game in which these have been named and played, and the next dealer is to name."""
    game = start()
    for what in named:
        name(game, what)
        play_out(game)
        deal(game)
    return game


def sheet(game: Game) -> ScoreSheet:
    return scenes.score_sheet(at_table(WORDS, FACTS, game.view(None)))


def marks(game: Game) -> dict[str, tuple[tuple[int, ...], str]]:
    ledger = sheet(game).ledger
    assert ledger is not None
    return {row.label: (row.named, row.left) for row in ledger.rows}


def test_the_ledger_of_a_sheet_holds_who_has_named_what_and_what_is_left() -> None:
    game = after(*NAMED)
    ledger = sheet(game).ledger
    assert ledger is not None and [row.mark for row in ledger.rows] == [Mark.TRIANGLE] * 7 + [Mark.CIRCLE]
    assert marks(game) == {
        "No tricks": ((0, 0, 0, 1), "1 left"),
        "No hearts": ((1, 0, 0, 0), "1 left"),
        "No kings & jacks": ((0, 0, 0, 0), "2 left"),
        "No queens": ((1, 0, 1, 0), "0 left"),
        "No king of hearts": ((0, 0, 0, 0), "2 left"),
        "No 7th & last": ((0, 0, 0, 0), "2 left"),
        "Negatives": ((2, 0, 1, 1), ""),
        "Trumps": ((0, 1, 0, 0), ""),
    }
    assert [row.owed for row in ledger.rows][6:] == [(1, 3, 2, 2), (2, 1, 2, 2)]
    assert not any(row.owed for row in ledger.rows[:6])


@pytest.mark.parametrize(("what", "row"), [("queens", "No queens"), ("C", "Trumps")])
def test_what_is_named_is_marked_at_once_and_once(what: str, row: str) -> None:
    game = start()
    assert marks(game)[row][0] == (0, 0, 0, 0)
    name(game, what)
    assert marks(game)[row][0] == (1, 0, 0, 0)
    play_out(game)
    assert game.turn == AWAITS_DECK and marks(game)[row][0] == (1, 0, 0, 0)
    deal(game)
    assert marks(game)[row][0] == (1, 0, 0, 0)


def test_between_deals_the_next_one_has_not_the_name_of_the_last() -> None:
    game = start()
    name(game, "H")
    play_out(game)
    assert [row.label for row in sheet(game).rows] == ["Trumps", "Contract choice"]


def test_a_sheet_shows_the_deals_played_and_the_next_one_with_what_is_named() -> None:
    game = after("queens", "D")
    assert [row.label for row in sheet(game).rows] == ["No queens", "Trumps", "Contract choice"]
    name(game, "H")
    rows = sheet(game).rows
    assert [(row.number, row.label, row.trump, row.dealer) for row in rows[1:]] == [
        ("2", "Trumps", 1, 1),
        ("3", "Trumps", 2, 2),
    ]
    assert [row.in_play for row in rows] == [False, False, True]
    assert "Being played: 3 Trumps, hearts, each trick +1." in alt_text(WORDS, sheet(game))


def test_a_game_whose_deals_are_laid_down_has_all_its_deals_and_no_ledger() -> None:
    game = start("kingen")
    value = sheet(game)
    assert value.ledger is None and len(value.rows) == len(game.view(None).plan) == 10
    assert king.named_line(model(WORDS, game.view(None), SEATS)) == ""


def test_through_a_whole_game_the_alt_text_keeps_totals_and_ledger() -> None:
    game, random, sheets = start(), Random(5), 0
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            deal(game)
            continue
        game.apply(random.choice(members(game.legal())))
        if game.view(None).tricks:
            continue
        value = sheet(game)
        cut = alt_text(WORDS, value)
        assert value.ledger is not None
        assert len(cut) <= ALT_LONGEST and "Totals: Ann" in cut
        assert all(row.label in cut and row.left in cut for row in value.ledger.rows)
        assert len(re.findall(r"\d of [23]\b", cut)) == 8
        sheets += 1
    assert sheets >= 20
    # then nothing is left to name, and each row says who named it
    assert sheet(game).ledger is None and len(sheet(game).rows) == 20


def test_the_line_counts_and_says_what_is_used_up_while_something_is_named() -> None:
    assert king.named_line(model(WORDS, start().view(0), SEATS)) == ""
    game = after(*NAMED)
    line = "Named so far: Ann 2 negatives · Bram 1 trump · Chloé 1 negative · Dmitri 1 negative"
    assert king.named_line(model(WORDS, game.view(0), SEATS)) == f"{line} · used up: No queens"
    name(game, "tricks")
    assert king.named_line(model(WORDS, game.view(None), SEATS)) == ""


def test_hand_and_table_message_carry_the_line() -> None:
    game = after("queens")
    own, all_see = game.view(2), game.view(None)
    held: HandPicture = scenes.hand_picture(model(WORDS, own, SEATS))
    seen: TablePicture = scenes.table_picture(at_table(WORDS, FACTS, all_see))
    drawings = (
        hand.hand(CardButtons(at_table(WORDS, FACTS, own)), (held, b"")),
        table.table(at_table(WORDS, FACTS, all_see), (seen, b"")),
    )
    for drawing in drawings:
        said = [item.content for item in drawing.panel.walk_children() if isinstance(item, ui.TextDisplay)]
        assert "-# " + in_text("Named so far: Ann 1 negative") in said[0].splitlines()
