"""Which games have lessons, and what happens in them. A family may do without: nobody is offered one then.

King: two tricks to be avoided, and one to be taken where that is what counts. Colour Whist: a proposal, and
three tricks of the pair that comes of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from bot.engine.by_family import ByFamily
from bot.engine.cards import ACTION_OF_TEXT, HEARTS, PASS, Action, Card, Suit, members
from bot.engine.king.course import contract_of
from bot.engine.king.presets import FAMILY as KING
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from bot.engine.whist.contracts import WhistContract
from bot.engine.whist.game import whist_detail
from bot.engine.whist.presets import FAMILY as WHIST
from bot.lessons.lesson import (
    READER,
    Lessons,
    LessonScene,
    LessonStep,
    LessonTrick,
    holders_of,
    prepared,
    trick_steps,
)
from bot.rules.king.course import Chapter, awaiting, chapters
from bot.rules.whist.lines import bids_of
from bot.telling import phrases
from bot.telling.games.king import score_sentences
from bot.telling.phrases import ViewModel

AVOID: Final = LessonScene(
    "JS 7S AH 8H 9D",
    (LessonTrick("follow", 1, "TS 8S 9S *7S"), LessonTrick("discard", 1, "TC QC KC *AH")),
)
"""A low card stays below; who is void gets rid of a high one. All cards are in the smallest pack."""
TRUMP: Final = LessonScene("8H KC 9C JS", (LessonTrick("trump", 1, "AD 8D TD *8H"),))
"""The lowest trump beats an ace."""
TAKE: Final = LessonScene("AD 7D 9C JS", (LessonTrick("take", 1, "KD 8D TD *AD"),))
"""Where nothing is ever trumps: the highest card."""

FIRST: Final = "tricks"
NAMED: Final = ("tricks", "hearts", "queens", "king-of-hearts")
"""What is offered where the contract is named."""


@lru_cache(maxsize=32)
def _king_steps(rules: Rules) -> Sequence[LessonStep]:
    every = chapters(rules)
    first = next(one for one in every if any(way.contract.name == FIRST for way in one.ways))
    game = _prepared(rules, first, FIRST, None, AVOID)
    found = [*_naming(rules, first, game), *trick_steps(game, AVOID.tricks)]
    for chapter in every:
        if any(way.contract.name == "trump" and way.contract.trump == HEARTS for way in chapter.ways):
            game = _prepared(rules, chapter, "trump", HEARTS, TRUMP)
            return (*found, *trick_steps(game, TRUMP.tricks))
    mirrored = next(one for one in every if any(way.contract.name == f"take-{FIRST}" for way in one.ways))
    game = _prepared(rules, mirrored, f"take-{FIRST}", None, TAKE)
    return (*found, *trick_steps(game, TAKE.tricks))


def _king_values(model: ViewModel) -> Mapping[str, str]:
    """What the contract scores."""
    contract = contract_of(model.view)
    if contract is None:
        return {"contract": phrases.contract_name(model.words, FIRST)}
    return {"score": " ".join(score_sentences(model.words, model.view.rules, contract))}


def _prepared(rules: Rules, chapter: Chapter, contract: str, trump: Suit | None, scene: LessonScene) -> Game:
    """A game at the scene of a deal in which that is played."""
    before = awaiting(rules, chapter.deals[0])
    said = chapter.way(contract, trump).said

    def opened(deck: Sequence[Card]) -> Game | None:
        game = before.copy()
        game.deal(deck)
        for action in said:
            game.apply(action)
        found = contract_of(game.view(None))
        return game if found is not None and (found.name, found.trump) == (contract, trump) else None

    return prepared(scene, before.pack, _holders(before, said), opened)


def _holders(before: Game, said: Sequence[Action]) -> tuple[int, ...]:
    game = before.copy()
    game.deal(members(before.pack))
    for action in said:
        game.apply(action)
    return holders_of(before.pack, {seat: game.view(seat).hand for seat in range(before.rules.players)})


def _naming(rules: Rules, chapter: Chapter, played: Game) -> list[LessonStep]:
    """The contract named by the reader, where their game begins with that."""
    said = chapter.way(FIRST).said
    if not said:
        return []
    hand = played.view(READER).hand
    for trick in played.view(None).tricks:
        hand |= 1 << trick.cards[(READER - trick.leader) % rules.players]
    before = awaiting(rules, chapter.deals[0])
    holders = _holders(before, ())
    own = [*members(hand)]
    others = [*members(before.pack & ~hand)]
    before.deal([own.pop() if seat == READER else others.pop() for seat in holders])
    assert before.turn == READER
    offered = tuple(chapter.way(contract).said[0] for contract in NAMED)
    return [LessonStep("name", said[0], offered, game=before)]


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
def _whist_steps(rules: Rules) -> Sequence[LessonStep]:
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


def _whist_values(model: ViewModel) -> Mapping[str, str]:
    """The partner, the suit, the tricks that are needed."""
    words, bid = model.words, whist_detail(model.view).bid
    lowest = bids_of(model.view.rules, WhistContract.PAIR)[0]
    return {
        "partner": model.seats[PARTNER].name,
        "trump": phrases.suit_name(words, HEARTS),
        "tricks": words.count("count.tricks", (bid or lowest).target),
    }


PLAYERS: Final = 4

LESSONS: Final = ByFamily[Lessons]("lessons")
LESSONS.register(KING, Lessons(_king_steps, _king_values))
LESSONS.register(WHIST, Lessons(_whist_steps, _whist_values))


def taught() -> tuple[str, ...]:
    """The presets of which there is a lesson, in the order in which people are offered them."""
    return tuple(one.name for one in presets() if one.family in LESSONS.each and PLAYERS in one.players)


def rules_taught(preset: str) -> Rules:
    """The rules that a preset's lesson is about: as they are before a table changes anything."""
    return make_rules(preset, PLAYERS, {})
