"""``strong`` in Colour Whist."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.engine.actions import Action
from bot.engine.cards import Card
from bot.engine.game import View
from bot.robots.core.deal import PlayState, of_terms
from bot.robots.core.worlds import Hidden
from bot.robots.strong.looking import GroupQuestion, alike, asked, compared, study_of
from bot.robots.strong.whist_choices import chosen
from bot.robots.strong.whist_reading import ways
from bot.robots.study import Study
from bot.robots.whist import easy
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.seen import played, position, terms_of

WORLDS: Final = 400
"""In how many ways the unseen cards are dealt out that agree with what was said."""
EVEN_FROM: Final = 4
"""With so many cards in hand, or fewer, what was said tells no more than what was played: every way in which
the cards may lie is as likely."""
THUMB: Final = 0.05
"""How much the card that the rules of thumb name is preferred, in points."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is."""
    if not view.legal & (view.legal - 1):
        return view.legal.bit_length() - 1
    if view.phase != "play":
        return chosen(view)
    question, usual = _asked(view), easy.card(view)
    means, solved = compared(question)
    thumb = 0.0 if solved else THUMB
    group = max(
        (round(mean + thumb * (usual in group), 9), usual in group, -group[0], group) for group, mean in means
    )[-1]
    return usual if usual in group else group[0]


def study(view: View) -> Study:
    """What comes of each legal card (``bot.robots.study.Studying``)."""
    return study_of(_asked(view))


def _asked(view: View) -> GroupQuestion:
    knowledge, deal, table = WhistKnowledge(view), of_terms(terms_of(view)), table_of(view)
    if max(view.hand_sizes) <= EVEN_FROM and knowledge.detail.troel is None:
        seed = view.hand | played(view) << 52 | knowledge.seat << 104 | view.deal << 107
        return _as_announced(knowledge, asked(deal, table, view.legal, _hidden(knowledge), seed))
    groups = alike(deal, table, view.legal, knowledge.unseen)
    return GroupQuestion(deal, table, groups, ways(knowledge, WORLDS))


def _as_announced(knowledge: WhistKnowledge, question: GroupQuestion) -> GroupQuestion:
    """Without the deals in which somebody would have announced a troel."""
    others = [seat for seat in range(knowledge.view.players) if seat != knowledge.seat]
    held = [
        all(knowledge.aces(seat, int(hands[seat])) <= knowledge.most_aces for seat in others)
        for hands in question.hands
    ]
    return question._replace(hands=question.hands[held]) if any(held) else question


def _hidden(knowledge: WhistKnowledge) -> Hidden:
    """The cards that the others laid aside are a hand beyond the seats."""
    known = knowledge.known
    room = [size - cards.bit_count() for size, cards in zip(knowledge.view.hand_sizes, known, strict=True)]
    aside = sum(gone and seat != knowledge.seat for seat, gone in enumerate(knowledge.detail.discarded))
    return Hidden(
        knowledge.unseen & ~sum(known),
        np.array([*known, 0], np.int64),
        np.array([*room, aside], np.int64),
        np.array([*knowledge.closed, 0], np.int64),
    )


def table_of(view: View) -> PlayState:
    """Where the play stands."""
    at = position(view)
    led: Card = at.cards[0] if at.cards else -1
    winner = at.winner if at.cards else -1
    taken = sum(tricks << 5 * seat for seat, tricks in enumerate(at.taken))
    heap = sum(1 << card for card in at.cards)
    return PlayState(at.turn, led, at.best, winner, heap, len(at.cards), len(view.tricks) + 1, taken)
