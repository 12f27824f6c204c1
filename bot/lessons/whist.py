"""The lesson of Colour Whist: a proposal, and three tricks of the pair that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from bot.engine.cards import ACTION_OF_TEXT, HEARTS, PASS, Card, members
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import new_game
from bot.engine.whist.contracts import WhistContract
from bot.engine.whist.game import whist_detail
from bot.lessons.lesson import READER, LessonScene, LessonStep, LessonTrick, holders_of, prepared, trick_steps
from bot.rules.whist.lines import bids_of
from bot.telling import phrases
from bot.telling.phrases import ViewModel

DEALER: Final = 3
"""So that the reader speaks first."""
PARTNER: Final = 2
SAID: Final = ("propose H", "pass", "accept H", "pass")
OFFERED: Final = ("propose H", "propose C", "pass")
PAIR: Final = LessonScene(
    "TD 3D 8H AC 9C",
    (
        LessonTrick("partner", 1, "KD AD 9D *3D"),
        LessonTrick("ruff", PARTNER, "KS AS *8H 5S"),
        LessonTrick("lead", READER, "*AC 5C KC 6C"),
    ),
    before="AH KH QH TH 7H 4D 2S 6S",
    others={1: "QD"},
    seed=358,
)


@lru_cache(maxsize=32)
def steps(rules: Rules) -> Sequence[LessonStep]:
    """See ``Lessons``."""
    before = new_game(rules, DEALER)
    dealt = before.copy()
    dealt.deal(members(before.pack))
    holders = holders_of(before.pack, {seat: dealt.view(seat).hand for seat in range(rules.players)})
    first: list[Game] = []

    def opened(deck: Sequence[Card]) -> Game | None:
        game = before.copy()
        game.deal(deck)
        first[:] = [game.copy()]
        for text in SAID:
            action = ACTION_OF_TEXT[text]
            if not game.legal() >> action & 1:
                return None  # somebody has announced a troel
            game.apply(action)
        while game.view(None).phase == "double":
            game.apply(PASS)
        return game

    game = prepared(PAIR, before.pack, holders, opened)
    offered = tuple(ACTION_OF_TEXT[text] for text in OFFERED)
    return (LessonStep("propose", offered[0], offered, game=first[0]), *trick_steps(game, PAIR.tricks))


def values(model: ViewModel) -> Mapping[str, str]:
    """See ``Lessons``: the partner, the suit, the tricks that are needed."""
    words, bid = model.words, whist_detail(model.view).bid
    lowest = bids_of(model.view.rules, WhistContract.PAIR)[0]
    return {
        "partner": model.seats[PARTNER].name,
        "trump": phrases.suit_name(words, HEARTS),
        "tricks": words.count("count.tricks", (bid or lowest).target),
    }
