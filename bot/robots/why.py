"""Why a card was played: by what its player saw, or by what another seat did; and which cards a teacher
remarks on.

Of the facts that tell one card from another (``reasons.facts``) those explain it that hold where the outcomes
differ. Another seat does not see the hand: hands that the player may have held are taken from the view of who
asks, each with the card that was played, and for each it is studied what the player would have seen to choose
from. What is said then holds for most of these hands, and names no card but those that all have seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import Final

from bot.engine.cards import SUIT_MASK_OF, Card, CardSet
from bot.engine.game import Trick, View, may_follow, may_lead
from bot.robots.reasons.facts import FINDERS, CardPair, FoundFact
from bot.robots.reasons.model import CardExplanation, CardVerdict, Fact, ReasonKind
from bot.robots.reasons.turn import Aim, PlayModel, Turn
from bot.robots.registry import PLAY_MODELS, STUDIES, robot_of
from bot.robots.study import ALIKE, ONE, Study, Studying, mean_and_squares

FELT: Final = 0.05
"""A difference that is not worth a word, as a part of the least that anything scores."""
MOST: Final = 0.6
"""A fact has to hold in so great a part of the worlds in which the better card does better."""
SHIFT: Final = 0.15
"""Two counts of deals differ if they do by so great a part of all deals, and by two at least."""


def explained(turn: Turn, study: Study, card: Card) -> CardExplanation:
    """Why the seat whose turn it is was right, or not, to play a card; ``study`` is of its own view."""
    if not turn.view.legal & (turn.view.legal - 1):
        follows = turn.follows_suit(card) and not turn.leads
        alone = follows and turn.hand & SUIT_MASK_OF[turn.cards[0]] == 1 << card
        return CardExplanation(CardVerdict.FOLLOWS if alone else CardVerdict.ONLY, card)
    other = rival(turn, study, card)
    if other is None:
        return CardExplanation(CardVerdict.EQUAL, card, worlds=len(study.worlds))
    points = study.mean(card) - study.mean(other)
    worlds = len(study.worlds)
    if not is_clear(turn, study, card, other):
        return CardExplanation(CardVerdict.EQUAL, card, other, points, worlds)
    if points > 0:
        return CardExplanation(
            CardVerdict.BEST, card, other, points, worlds, reasons(turn, study, card, other)
        )
    return CardExplanation(CardVerdict.WORSE, card, other, points, worlds, reasons(turn, study, other, card))


def rival(turn: Turn, study: Study, card: Card) -> Card | None:
    """The best of the other cards, of those that are not as good as it and do not come to the same in every
    world."""
    mine = study.outcomes[card]
    others = [one for one, found in study.outcomes.items() if found != mine and not turn.alike(one, card)]
    return max(others, key=lambda one: (round(study.mean(one), ALIKE), -one), default=None)


def gains(study: Study, better: Card, other: Card) -> list[int]:
    """What the one brings more than the other in each world, in parts of a point."""
    pairs = zip(study.outcomes[better], study.outcomes[other], strict=True)
    return [mine - theirs for mine, theirs in pairs]


def mean_and_error(values: Sequence[int]) -> tuple[float, float]:
    """The mean of gains and its standard error, in points."""
    count, (mean, squares) = len(values), mean_and_squares(values)
    return mean / ONE, sqrt(squares / max(1, count - 1) / count) / ONE


def is_clear(turn: Turn, study: Study, card: Card, other: Card) -> bool:
    """Whether two cards differ by more than chance easily makes."""
    mean, error = mean_and_error(gains(study, card, other))
    return abs(mean) >= FELT * turn.context.unit and abs(mean) > error


def reasons(turn: Turn, study: Study, better: Card, other: Card) -> tuple[Fact, ...]:
    """One or two facts: the one that explains most of the difference, and what it comes to in counted deals
    where that says more than the points."""
    told: list[Fact] = []
    found = best_reason(turn, study, better, other)
    if found is not None:
        told.append(found.fact)
    counted = outcome_fact(turn, study, better, other)
    if counted is not None:
        told.append(counted)
    return tuple(told)


def best_reason(turn: Turn, study: Study, better: Card, other: Card) -> FoundFact | None:
    """The fact that explains most: its worlds hold most of what the better card gains; and where that is
    alike, the one named first in ``FINDERS``."""
    differences = gains(study, better, other)
    pair = CardPair(turn, better, other, study.worlds)
    found = [one for one in _all(pair) if explains(one.where, differences)]
    return max(found, key=lambda one: round(_share(one.where, differences), 1), default=None)


def _all(pair: CardPair) -> Iterator[FoundFact]:
    for finder in FINDERS:
        found = finder(pair)
        if found is not None:
            yield found


def explains(where: Sequence[bool], differences: Sequence[int]) -> bool:
    """Whether a fact that holds there is a reason: it holds in most of the worlds in which the better card
    does better, and there it gains more on average than where it does not hold."""
    better = [held for held, gain in zip(where, differences, strict=True) if gain > 0]
    if not better or sum(better) < MOST * len(better):
        return False
    inside = [gain for held, gain in zip(where, differences, strict=True) if held]
    outside = [gain for held, gain in zip(where, differences, strict=True) if not held]
    mean = sum(inside) / len(inside)
    return mean > 0 and (not outside or mean > sum(outside) / len(outside))


def _share(where: Sequence[bool], differences: Sequence[int]) -> float:
    """Which part of what the better card gains lies in these worlds."""
    won = [(held, gain) for held, gain in zip(where, differences, strict=True) if gain > 0]
    return sum(gain for held, gain in won if held) / sum(gain for _, gain in won)


def outcome_fact(turn: Turn, study: Study, better: Card, other: Card) -> Fact | None:
    """In how many deals it comes off: a card is taken, nothing is lost, points are won. None where the two
    cards hardly differ in it."""
    context, worlds = turn.context, len(study.worlds)
    kind, card = ReasonKind.AHEAD, None
    if not context.settles:
        if turn.aim is not Aim.AVOID:
            return None
        kind = ReasonKind.CLEAN
        costly = context.costly
        if not context.trick and costly and not costly & (costly - 1):
            kind, card = ReasonKind.CATCHES, costly.bit_length() - 1
    mine, theirs = (_count(kind, study.outcomes[one]) for one in (better, other))
    sign = -1 if kind is ReasonKind.CATCHES else 1
    if sign * (mine - theirs) < max(2, SHIFT * worlds):
        return None
    return replace(Fact(kind, worlds, worlds, card), count=mine, of=worlds, instead=theirs)


def _count(kind: ReasonKind, outcomes: Sequence[int]) -> int:
    if kind is ReasonKind.AHEAD:
        return sum(points > 0 for points in outcomes)
    lost = sum(points < 0 for points in outcomes)
    return lost if kind is ReasonKind.CATCHES else len(outcomes) - lost


HANDS: Final = 8
"""So many hands are studied."""
OF_THE_HAND: Final = frozenset(
    (
        *(ReasonKind.KEEPS_EXIT, ReasonKind.KEEPS_MASTER, ReasonKind.VOID, ReasonKind.RUFF, ReasonKind.RISKY),
        *(ReasonKind.WOULD_TAKE, ReasonKind.LEFT_WITH, ReasonKind.SINGLETON, ReasonKind.RUFFS_NEXT),
    )
)
"""What names another card of the hand, or counts by it: nobody else can be told."""


def guessed(model: PlayModel, studying: Studying, view: View, card: Card) -> CardExplanation:
    """Why ``view.turn`` may have played ``card``; ``view`` is what another seat saw just before."""
    found = [
        (turn, studying(turn.view))
        for turn in _turns(model, view, card)
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


def _turns(model: PlayModel, view: View, card: Card) -> list[Turn]:
    """The turn as its player may have seen it, with each of the hands."""
    found: list[Turn] = []
    for hands in model.worlds(_after(model, view, card), HANDS):
        held = [*hands]
        held[view.turn] |= 1 << card
        seen = model.seen_by(view, view.turn, held)
        context = model.context(seen)
        found.append(Turn(replace(seen, legal=_legal(Turn(seen, context), held[view.turn])), context))
    return found


def _after(model: PlayModel, view: View, card: Card) -> View:
    """What the one who asks saw right after the card, before anything else."""
    context, trick, player = model.context(view), view.trick, view.turn
    turn = Turn(view, context)
    winner = player if turn.takes(card) else trick.winner
    leader = player if turn.leads else trick.leader
    sizes = [size - (seat == player) for seat, size in enumerate(view.hand_sizes)]
    return replace(view, trick=Trick(leader, (*trick.cards, card), winner), hand_sizes=tuple(sizes))


def _legal(turn: Turn, hand: CardSet) -> CardSet:
    if turn.leads:
        return may_lead(turn.context.leads, hand)
    return may_follow(turn.context.follows, hand, turn.cards[0], turn.best)


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


GIVEN_AWAY: Final = 0.5
"""So much of the least that anything scores has to be given away, on average."""
SURE: Final = 2.0
"""By how many standard errors."""
WELL_FOUND: Final = 1.0
"""So much of it a card has to bring more than the one that rules of thumb name."""
QUITE_SURE: Final = 3.0


def remark(turn: Turn, study: Study, card: Card, usual: Card) -> CardExplanation | None:
    """What to say of a card that the seat whose turn it was played, ``usual`` being what the rules of thumb
    name; None where it is better to say nothing."""
    told = explained(turn, study, card)
    unit = turn.context.unit
    if told.verdict is CardVerdict.WORSE and told.other is not None:
        lost = _clear_gain(study, told.other, card, SURE)
        return told if lost >= GIVEN_AWAY * unit else None
    if told.verdict is not CardVerdict.BEST or usual == card or study.cost(card) > 0:
        return None
    found = _clear_gain(study, card, usual, QUITE_SURE)
    if found < WELL_FOUND * unit or turn.alike(card, usual):
        return None
    return replace(told, other=usual, points=found, facts=reasons(turn, study, card, usual))


def _clear_gain(study: Study, better: Card, other: Card, errors: float) -> float:
    """What one card brings more than another on average; 0 where it is not so many standard errors."""
    mean, error = mean_and_error(gains(study, better, other))
    return mean if mean >= errors * error else 0.0


THUMB: Final = "easy"
"""The kind of robot that plays by rules of thumb alone."""


def can_explain(family: str) -> bool:
    """Whether there is anybody to ask."""
    return family in STUDIES.each and family in PLAY_MODELS.each


def why(view: View, card: Card) -> CardExplanation:
    """Why ``view.turn`` played a card, told from ``view.seat``, which saw this just before: the player's own
    view, or another seat's. What is said follows from the view, and from the card, which all have seen. Takes
    some tenths of a second: not for the event loop. Raises LookupError for a family of which ``can_explain``
    is false."""
    family = view.rules.preset.family
    model, studying = PLAY_MODELS.of(family), STUDIES.of(family)
    if view.seat == view.turn:
        return explained(Turn(view, model.context(view)), studying(view), card)
    return guessed(model, studying, view, card)


def taught(view: View, card: Card) -> CardExplanation | None:
    """What a teacher says of the card that ``view.seat`` played, whose turn it was in its own view; mostly
    nothing. As ``why`` otherwise."""
    if view.legal & (view.legal - 1) == 0:
        return None
    family = view.rules.preset.family
    turn, study = Turn(view, PLAY_MODELS.of(family).context(view)), STUDIES.of(family)(view)
    return remark(turn, study, card, robot_of(view.rules, THUMB)(view))
