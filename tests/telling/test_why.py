"""What is said of a card, in every language: cards as the reader has them, seats by their names, figures as
they are."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.engine.cards import CARD_OF_NAME, SPADES, members
from bot.engine.game import View
from bot.engine.registry import make_rules, new_game
from bot.people.settings import Preferences
from bot.robots.reasons.model import (
    COUNTED,
    OF_THE_HAND,
    REWORDED,
    CardExplanation,
    CardVerdict,
    Fact,
    ReasonKind,
)
from bot.rules.book import example_seats
from bot.telling import phrases
from bot.telling import why as telling
from bot.telling.phrases import ViewModel
from bot.words.catalogue import in_text, languages, words_for
from tests.telling.view_models import model

QH, KS, TWO = CARD_OF_NAME["QH"], CARD_OF_NAME["KS"], CARD_OF_NAME["2C"]
PLAYER, NAMED = 1, 2


def a_view() -> View:
    game = new_game(make_rules("kingen", 4, {}), 0)
    game.deal(Random(1).sample(members(game.pack), 52))
    return game.view(0)


def seen_by(language: str, *, text_mode: bool = False) -> ViewModel:
    words = words_for(language)
    return model(words, a_view(), example_seats(words, 4), Preferences(text_mode=text_mode))


def a_fact(kind: ReasonKind, holds: int = 12) -> Fact:
    return Fact(kind, holds, 12, TWO, SPADES, NAMED, 7, 9, 4)


def card(seen: ViewModel, one: int) -> str:
    if seen.reader.preferences.text_mode:
        return phrases.card_name(seen.words, one)
    return phrases.card_token(one, seen.reader.card_style("kingen").index)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("text_mode", [False, True])
def test_every_fact_has_its_sentence(language: str, text_mode: bool) -> None:
    seen, said = seen_by(language, text_mode=text_mode), set[str]()
    for kind in ReasonKind:
        told = CardExplanation(CardVerdict.BEST, QH, KS, 1.25, 12, (a_fact(kind),))
        (line,) = telling.facts(seen, told, PLAYER)
        said.add(line)
        assert not set(line) & set("{}") and not line.endswith(".")
        cards = [card(seen, one) in line for one in (QH, KS, TWO)]
        assert any(cards) or in_text(seen.seats[NAMED].name) in line or kind is ReasonKind.BOUND, line
        if kind in COUNTED:
            assert "7" in line and "9" in line and "4" in line and card(seen, KS) in line
    assert len(said) == len(ReasonKind)


@pytest.mark.parametrize("language", languages())
def test_verdicts_name_both_cards_and_the_figures(language: str) -> None:
    seen = seen_by(language)
    for verdict in (CardVerdict.BEST, CardVerdict.AMONG, CardVerdict.WORSE):
        sign = -1 if verdict is CardVerdict.WORSE else 1
        fact = replace(a_fact(ReasonKind.UNBEATABLE, 8), instead=3)
        told = CardExplanation(verdict, QH, KS, sign * 1.25, 12, (fact,), alike=TWO)
        first, fact = telling.explanation(seen, told, PLAYER)
        assert (card(seen, TWO) in first) is (verdict is CardVerdict.AMONG)
        assert "3" in fact
        assert card(seen, QH) in first and card(seen, KS) in first and "12" in first
        assert seen.words.tenths(1.25) in first
        better = KS if verdict is CardVerdict.WORSE else QH
        assert fact.startswith("- ") and card(seen, better) in fact and "8" in fact and "12" in fact
        line = telling.comment(seen, told)
        assert "\n" not in line and seen.words.tenths(1.25) in line and card(seen, better) in line
    for verdict in (CardVerdict.ONLY, CardVerdict.FOLLOWS, CardVerdict.EQUAL):
        (alone,) = telling.explanation(seen, CardExplanation(verdict, QH, worlds=12), PLAYER)
        assert card(seen, QH) in alone
    (equal,) = telling.explanation(seen, CardExplanation(CardVerdict.EQUAL, QH, KS, 0.0, 12), PLAYER)
    assert card(seen, QH) in equal and card(seen, KS) in equal


@pytest.mark.parametrize("language", languages())
def test_what_another_seat_is_told_names_the_player_and_no_other_card(language: str) -> None:
    seen = seen_by(language)
    name = in_text(seen.seats[PLAYER].name)
    verdicts = set(CardVerdict) - {CardVerdict.FOLLOWS, CardVerdict.AMONG}
    for verdict in verdicts:
        (said,) = telling.explanation(seen, CardExplanation(verdict, QH, hands=8), PLAYER)
        assert card(seen, QH) in said and name in said and card(seen, KS) not in said
    fact = replace(a_fact(ReasonKind.UNBEATABLE, 6), worlds=8)
    _, line = telling.explanation(seen, CardExplanation(CardVerdict.BEST, QH, facts=(fact,), hands=8), PLAYER)
    assert card(seen, QH) in line and "6" in line and "8" in line
    another = seen.words("why.another")
    for kind in set(ReasonKind) - set(COUNTED):
        for verdict in (CardVerdict.BEST, CardVerdict.WORSE):
            fact = Fact(kind, 8, 8, None if kind in OF_THE_HAND | REWORDED else TWO, SPADES, NAMED)
            _, line = telling.explanation(seen, CardExplanation(verdict, QH, facts=(fact,), hands=8), PLAYER)
            assert not set(line) & set("{}")
            about = [name, in_text(seen.seats[NAMED].name), card(seen, QH), card(seen, TWO), another]
            assert any(one in line for one in about) or kind is ReasonKind.BOUND
            assert card(seen, KS) not in line
            if kind in OF_THE_HAND | REWORDED:
                assert another in line or card(seen, QH) in line


def test_nothing_of_it_tells_a_card_where_it_is_written() -> None:
    told = CardExplanation(CardVerdict.BEST, 51, 50, 1.0, 12, (Fact(ReasonKind.STAYS_UNDER, 3, 12, 49),))
    assert not {"51", "50", "49"} & {part.strip("(),") for part in repr(told).replace("=", " ").split()}
