"""What pictures are told of a game, in random games of every preset."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.king.contracts import penalty_cards
from bot.engine.king.course import contract_of
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from bot.engine.whist.game import whist_detail
from bot.pictures.signs import all_signs
from bot.tables.model import Seat, TableFacts
from bot.telling.scenes import hand_picture, score_sheet, table_picture, trick_picture
from bot.words.catalogue import words_for
from tests.telling.view_models import at_table, model

WORDS = words_for("en")
SEATS = tuple(Seat(name) for name in ("Ann", "Bram", "Chloé", "Dmitri", "Eveline"))
TABLES = [(preset.name, players) for preset in presets() for players in preset.players]


def played(name: str, players: int) -> Iterator[Game]:
    """A whole game at random, stopping at each state of it."""
    random = Random(players)
    game = new_game(make_rules(name, players, {}), 0)
    while game.turn != OVER:
        yield game
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        else:
            game.apply(random.choice(members(game.legal())))
    yield game


def facts(name: str, players: int) -> TableFacts:
    return TableFacts(1, 1, 2, 3, name, players, "", 0.0, seats=SEATS[:players])


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_contract_on_a_picture_has_a_sign(name: str, players: int) -> None:
    for game in played(name, players):
        view = game.view(None)
        if view.trick.cards:
            continue
        signs = [row.contract_sign for row in score_sheet(at_table(WORDS, facts(name, players), view)).rows]
        if game.turn >= 0:
            signs.append(table_picture(at_table(WORDS, facts(name, players), view)).contract_sign)
            signs.append(hand_picture(model(WORDS, game.view(game.turn), SEATS[:players])).contract_sign)
        if (trick := trick_picture(model(WORDS, view, SEATS[:players]))) is not None:
            signs.append(trick.contract_sign)
        assert {re.sub(r"-\d+$", "", sign) for sign in signs} <= set(all_signs())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_hand_and_the_table_show_the_same_trick_from_their_own_sides(name: str, players: int) -> None:
    for game in played(name, players):
        if game.turn < 0:
            continue
        table = table_picture(at_table(WORDS, facts(name, players), game.view(None)))
        hand = hand_picture(model(WORDS, game.view(game.turn), SEATS[:players]))
        assert hand.bottom == game.turn and table.bottom == 0
        assert (hand.trick, hand.winning, hand.lead) == (table.trick, table.winning, table.lead)
        assert hand.still_out == table.still_out
        assert hand.still_out_word == (table.still_out_word if table.still_out else "")
        assert [player.name for player in hand.seats] == [plate.name for plate in table.plates]
        assert [player.to_move for player in hand.seats] == [plate.to_move for plate in table.plates]
        if game.view(None).phase == "play" and not table.trick:
            assert table.lead == game.turn
        else:
            assert table.lead is None


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_penalty_cards_still_out_are_those_that_nobody_has_taken(players: int) -> None:
    seen = set[str]()
    for game in played("kingen", players):
        view = game.view(None)
        contract = contract_of(view)
        if game.turn < 0 or contract is None:
            continue
        penalties = penalty_cards(contract.scores) & game.pack
        taken = {card for trick in view.tricks for card in trick.cards}
        picture = table_picture(at_table(WORDS, facts("kingen", players), view))
        assert set(picture.still_out) == set(members(penalties)) - taken
        assert picture.still_out_word == ("Still out" if picture.still_out else "")
        seen |= {contract.name} if picture.still_out else set()
    assert seen == {"hearts", "kings-jacks", "queens", "king-of-hearts"}


@pytest.mark.parametrize("name", ["whist-walloon", "whist-flemish"])
def test_in_whist_it_is_told_how_far_the_contract_has_come_and_who_played_it(name: str) -> None:
    told = 0
    for game in played(name, 4):
        view = game.view(None)
        rows = score_sheet(at_table(WORDS, facts(name, 4), view)).rows
        scored = [result for result in view.results if result.points is not None]
        for row, result in zip(rows, scored, strict=False):
            assert row.contract_sign == result.contract and row.bidders
        picture = table_picture(at_table(WORDS, facts(name, 4), view)) if game.turn >= 0 else None
        if picture is not None and picture.still_out_word:
            taken = sum(view.tricks_taken[seat] for seat in whist_detail(view).bidders)
            needed = whist_detail(view).target
            assert picture.still_out_word == (
                f"{taken} taken, {needed} needed" if needed else f"{taken} taken"
            )
            told += 1
    assert told
