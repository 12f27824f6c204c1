"""Why somebody else may have played a card: as far as another seat can tell, which does not see the hand.

Hands that they may have held are taken from the view of who asks, each with the card that was played; for
each it is studied what the player would have seen to choose from. What is said holds for most of these hands,
and names no card but those that all have seen.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from bot.engine.cards import Card, CardSet
from bot.engine.game import Trick, View
from bot.robots.reasons.explaining import best_reason, is_clear, rival
from bot.robots.reasons.ground import Grounding
from bot.robots.reasons.model import CardExplanation, CardVerdict, Fact, ReasonKind
from bot.robots.reasons.turn import Turn
from bot.robots.study import Study, Studying

HANDS: Final = 8
"""So many hands are studied."""
OF_THE_HAND: Final = frozenset(
    (
        *(ReasonKind.KEEPS_EXIT, ReasonKind.KEEPS_MASTER, ReasonKind.VOID, ReasonKind.RUFF, ReasonKind.RISKY),
        *(ReasonKind.WOULD_TAKE, ReasonKind.LEFT_WITH, ReasonKind.SINGLETON, ReasonKind.RUFFS_NEXT),
    )
)
"""What names another card of the hand, or counts by it: nobody else can be told."""


def guessed(grounding: Grounding, studying: Studying, view: View, card: Card) -> CardExplanation:
    """Why ``view.turn`` may have played ``card``; ``view`` is what another seat saw just before."""
    found = [
        (turn, studying(turn.view))
        for turn in _turns(grounding, view, card)
        if turn.view.legal & (turn.view.legal - 1)
    ]
    if not found:
        return CardExplanation(CardVerdict.ONLY, card, hands=HANDS)
    rivals = [
        (turn, study, other) for turn, study in found if (other := rival(turn, study, card)) is not None
    ]
    if not rivals:
        return CardExplanation(CardVerdict.EQUAL, card, hands=HANDS)
    facts = _facts(rivals, card)
    if facts:
        return CardExplanation(CardVerdict.BEST, card, facts=facts, hands=HANDS)
    clear = sum(is_clear(turn, study, card, other) for turn, study, other in rivals)
    return CardExplanation(CardVerdict.WORSE if 2 * clear >= HANDS else CardVerdict.EQUAL, card, hands=HANDS)


def _turns(grounding: Grounding, view: View, card: Card) -> list[Turn]:
    """The turn as its player may have seen it, with each of the hands."""
    found: list[Turn] = []
    for hands in grounding.worlds(_after(grounding, view, card), HANDS):
        held = [*hands]
        held[view.turn] |= 1 << card
        seen = grounding.seen_by(view, view.turn, held)
        ground = grounding.ground(seen)
        found.append(Turn(replace(seen, legal=_legal(Turn(seen, ground), held[view.turn])), ground))
    return found


def _after(grounding: Grounding, view: View, card: Card) -> View:
    """What the one who asks saw right after the card, before anything else."""
    ground, trick, player = grounding.ground(view), view.trick, view.turn
    turn = Turn(view, ground)
    winner = player if turn.takes(card) else trick.winner
    leader = player if turn.leads else trick.leader
    sizes = [size - (seat == player) for seat, size in enumerate(view.hand_sizes)]
    return replace(view, trick=Trick(leader, (*trick.cards, card), winner), hand_sizes=tuple(sizes))


def _legal(turn: Turn, hand: CardSet) -> CardSet:
    if turn.leads:
        return turn.ground.may_lead(hand)
    return turn.ground.may_follow(hand, turn.cards[0], turn.best)


def _facts(rivals: list[tuple[Turn, Study, Card]], card: Card) -> tuple[Fact, ...]:
    """What speaks for the card with at least half of all hands."""
    told: list[Fact] = []
    for turn, study, other in rivals:
        if study.mean(card) <= study.mean(other) or not is_clear(turn, study, card, other):
            continue
        found = best_reason(turn, study, card, other)
        if found is not None and found.fact.kind not in OF_THE_HAND:
            told.append(found.fact)
    if not told:
        return ()
    kind, count = Counter(fact.kind for fact in told).most_common(1)[0]
    if 2 * count < HANDS:
        return ()
    fact = next(one for one in told if one.kind is kind)
    return (replace(fact, holds=count, worlds=HANDS),)
