"""The toy's rule book: a page about the game, and one about a deal with a hand to look at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bot.engine.cards import PASS, members
from bot.engine.game import View
from bot.engine.options import Rules
from bot.engine.registry import new_game
from bot.rules.book import GAME, RulePage, Telling, Worked, example_model
from bot.telling import phrases, scenes
from bot.telling.phrases import ViewModel
from bot.words.catalogue import Words
from tests.toy.engine import CONTRACT, TRICKS, is_doubled

DEAL = RulePage("deal", contract=CONTRACT)


def pages(rules: Rules) -> Sequence[RulePage]:
    return (RulePage(GAME), DEAL)


def page_of(view: View) -> RulePage:
    return DEAL


def page_name(words: Words, rules: Rules, page: RulePage) -> str:
    return phrases.contract_name(words, page.contract) if page.contract else words("rules.page.game")


def page_deals(words: Words, rules: Rules, page: RulePage) -> str:
    return ""


def page_heading(words: Words, rules: Rules, page: RulePage) -> str:
    return page_name(words, rules, page)


def page_lines(words: Words, rules: Rules, page: RulePage) -> list[str]:
    if page.contract:
        return [words.count("toy.rules.tricks", TRICKS), words("toy.rules.stake")]
    return [
        words(
            "rules.game.players",
            players=words.count("count.players", rules.players),
            cards=words.count("count.cards", rules.pack.bit_count()),
            each=words.number(rules.hand_size),
        ),
        words("rules.game.deals", deals=words.count("count.deals", int(rules["rounds"]))),
        words("rules.game.aim"),
    ]


def rule_lines(model: ViewModel) -> list[str]:
    told = [model.words("toy.doubled")] if is_doubled(model.view.said) else []
    return [*page_lines(model.words, model.view.rules, DEAL), *told]


def worked(rules: Rules, page: RulePage, view: View | None) -> Sequence[Telling]:
    return [lambda words: _second_hand(words, rules)] if page.contract else ()


def _second_hand(words: Words, rules: Rules) -> Worked:
    view = _led(rules)
    model = example_model(words, view)
    card = phrases.card_name(words, view.trick.cards[0])
    sentence = words("toy.rules.example", name=model.seats[view.turn].name, card=card)
    return Worked(sentence, scenes.hand_picture(model))


@cache
def _led(rules: Rules) -> View:
    """A deal in which eldest hand has led, as the next one sees it."""
    game = new_game(rules, 0)
    game.deal(members(rules.pack))
    game.apply(PASS)
    game.apply(members(game.legal())[0])
    return game.view(game.turn)
