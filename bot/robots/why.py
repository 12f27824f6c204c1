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
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt
from typing import Final

from bot.engine.cards import SUIT_MASK_OF, Card, CardSet
from bot.engine.game import Trick, View, may_follow, may_lead
from bot.robots.reasons.facts import AT_LEAST, FINDERS, CardPair, FoundFact, Ways, is_telling
from bot.robots.reasons.model import OF_THE_HAND, REWORDED, CardExplanation, CardVerdict, Fact, ReasonKind
from bot.robots.reasons.turn import Aim, PlayModel, Turn
from bot.robots.registry import PLAY_MODELS, STUDIES, robot_of
from bot.robots.study import ALIKE, ONE, Study, Studying, mean_and_squares
from bot.robots.worlds import Hands

FELT: Final = 0.05
"""A difference that is not worth a word, as a part of the least that anything scores."""
MOST: Final = 0.5
"""So great a part of what the better card gains has to lie in the worlds in which a fact tells the cards
apart."""
SHIFT: Final = 0.15
"""Two counts of deals differ if they do by so great a part of all deals, and by two at least."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A card beside the ``other`` that it is compared with; ``alike`` is about as good as the card where the
    other is not the best of the rest, ``found`` the fact that explains most, if any does."""

    verdict: CardVerdict
    other: Card | None = None
    alike: Card | None = None
    found: FoundFact | None = None


def explained(turn: Turn, study: Study, card: Card) -> CardExplanation:
    """Why the seat whose turn it is was right, or not, to play a card; ``study`` is of its own view."""
    if not turn.view.legal & (turn.view.legal - 1):
        follows = turn.follows_suit(card) and not turn.leads
        alone = follows and turn.hand & SUIT_MASK_OF[turn.cards[0]] == 1 << card
        return CardExplanation(CardVerdict.FOLLOWS if alone else CardVerdict.ONLY, card)
    found, worlds = comparison(turn, study, card), len(study.worlds)
    if found.other is None:
        return CardExplanation(found.verdict, card, worlds=worlds)
    points = study.mean(card) - study.mean(found.other)
    better, other = (found.other, card) if found.verdict is CardVerdict.WORSE else (card, found.other)
    facts = () if found.verdict is CardVerdict.EQUAL else facts_of(turn, study, better, other, found.found)
    return CardExplanation(found.verdict, card, found.other, points, worlds, facts, alike=found.alike)


def comparison(turn: Turn, study: Study, card: Card) -> Comparison:
    """Which card it is compared with: the best of the others, of several that are about as good the one that
    a fact tells it from. Where they are about as good as the card itself, the best of the rest."""
    verdict, others = compared_with(turn, study, card)
    if verdict is CardVerdict.EQUAL:
        return Comparison(verdict, others[0] if others else None)
    found = _best_explained(turn, study, card, others, verdict)
    return found if verdict is not CardVerdict.AMONG else replace(found, alike=rivals(turn, study, card)[0])


def compared_with(turn: Turn, study: Study, card: Card) -> tuple[CardVerdict, list[Card]]:
    """How a card compares with others, the best of those that it is compared with first."""
    others = rivals(turn, study, card)
    if others and is_clear(turn, study, card, others[0]):
        is_best = study.mean(card) > study.mean(others[0])
        return CardVerdict.BEST if is_best else CardVerdict.WORSE, others
    rest = [one for one in others if is_clear(turn, study, card, one)]
    if rest and study.mean(card) > study.mean(rest[0]):
        return CardVerdict.AMONG, rest
    return CardVerdict.EQUAL, others


MOST_ALIKE: Final = 4
"""Of so many cards that are about as good as the best of them it is looked which to compare with."""


def _best_explained(
    turn: Turn, study: Study, card: Card, others: Sequence[Card], verdict: CardVerdict
) -> Comparison:
    """A card beside the first of others, or one that is about as good as that, if a fact tells that from
    it."""
    ways = Ways(turn, study.worlds)
    for other in _near(turn, study, card, others):
        better, worse = (other, card) if verdict is CardVerdict.WORSE else (card, other)
        found = best_reason(CardPair(ways, better, worse), gains(study, better, worse))
        if found is not None:
            return Comparison(verdict, other, found=found)
    return Comparison(verdict, others[0])


def _near(turn: Turn, study: Study, card: Card, others: Sequence[Card]) -> Iterator[Card]:
    """The first of others, and those that are about as good, as far as a card differs from them as it does
    from the first."""
    is_better = study.mean(card) > study.mean(others[0])
    near = (one for one in others if one == others[0] or not is_clear(turn, study, one, others[0]))
    for other in islice(near, MOST_ALIKE):
        if (study.mean(card) > study.mean(other)) is is_better and is_clear(turn, study, card, other):
            yield other


def rivals(turn: Turn, study: Study, card: Card) -> list[Card]:
    """The other cards, the best first, without those that are as good as it or come to the same in every
    world."""
    mine = study.outcomes[card]
    others = [one for one, found in study.outcomes.items() if found != mine and not turn.alike(one, card)]
    return sorted(others, key=lambda one: (-round(study.mean(one), ALIKE), one))


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


def facts_of(
    turn: Turn, study: Study, better: Card, other: Card, found: FoundFact | None
) -> tuple[Fact, ...]:
    """One or two facts: the one that was found, and what it comes to in counted deals where that says more
    than the points."""
    counted = outcome_fact(turn, study, better, other)
    both = (None if found is None else found.fact, counted)
    return tuple(fact for fact in both if fact is not None)


def reasons(turn: Turn, study: Study, better: Card, other: Card) -> tuple[Fact, ...]:
    """What is said of two cards."""
    pair = CardPair(Ways(turn, study.worlds), better, other)
    return facts_of(turn, study, better, other, best_reason(pair, gains(study, better, other)))


def best_reason(pair: CardPair, differences: Sequence[int]) -> FoundFact | None:
    """The fact that explains most: its worlds hold most of what the better card gains; and where that is
    alike, the one named first in ``FINDERS``. Only where none does, one of ``AT_LEAST``."""
    for finders in (FINDERS, AT_LEAST):
        found = [
            one
            for one in (finder(pair) for finder in finders)
            if one is not None and explains(one.where, differences)
        ]
        if found:
            return max(found, key=lambda one: round(min(1.0, share(one.where, differences)), 1))
    return None


def explains(where: Sequence[bool], differences: Sequence[int]) -> bool:
    """Whether a fact that tells two cards apart there is a reason: these worlds hold most of what the better
    card gains, and it gains more there on average than elsewhere."""
    inside = [gain for held, gain in zip(where, differences, strict=True) if held]
    outside = [gain for held, gain in zip(where, differences, strict=True) if not held]
    if not inside or share(where, differences) < MOST:
        return False
    return not outside or sum(inside) * len(outside) > sum(outside) * len(inside)


def share(where: Sequence[bool], differences: Sequence[int]) -> float:
    """Which part of what the better card gains in all worlds, more than 0, lies in these; above 1 where it
    loses in others."""
    return sum(gain for held, gain in zip(where, differences, strict=True) if held) / sum(differences)


def outcome_fact(turn: Turn, study: Study, better: Card, other: Card) -> Fact | None:
    """In how many deals it comes off: a card is taken, nothing is lost, points are won. None where the two
    cards hardly differ in it, or where it is not in most deals, nor in twice as many with the one as with the
    other."""
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
    more, fewer = (theirs, mine) if kind is ReasonKind.CATCHES else (mine, theirs)
    if more - fewer < max(2, SHIFT * worlds) or not is_telling(more, worlds, fewer):
        return None
    return replace(Fact(kind, worlds, worlds, card), count=mine, of=worlds, instead=theirs)


def _count(kind: ReasonKind, outcomes: Sequence[int]) -> int:
    if kind is ReasonKind.AHEAD:
        return sum(points > 0 for points in outcomes)
    lost = sum(points < 0 for points in outcomes)
    return lost if kind is ReasonKind.CATCHES else len(outcomes) - lost


HANDS: Final = 12
"""So many hands are studied."""
FEWEST: Final = 3
"""Of fewer of them nothing is said."""


def guessed(model: PlayModel, studying: Studying, view: View, card: Card) -> CardExplanation:
    """Why ``view.turn`` may have played ``card``; ``view`` is what another seat saw just before. Each hand
    that the player may have held belongs to a deal that this seat thinks possible; what is said is so in
    most of the deals in which the card was a good one, or, if another would have been better in half of
    all or more, of those in which it was not."""
    each: list[tuple[CardVerdict, set[Fact]]] = []
    for deal, turn in _turns(model, view, card):
        if turn.view.legal & (turn.view.legal - 1):
            each.append(_in_deal(turn, studying(turn.view), card, deal))
    if not each:
        return CardExplanation(CardVerdict.ONLY, card, hands=HANDS)
    bad = [facts for verdict, facts in each if verdict is CardVerdict.WORSE]
    good = [facts for verdict, facts in each if verdict is not CardVerdict.WORSE]
    verdict, chosen = (CardVerdict.WORSE, bad) if 2 * len(bad) >= HANDS else (CardVerdict.BEST, good)
    explanation = CardExplanation(verdict, card, hands=HANDS, mistaken=len(bad))
    fact, count = _most_common(chosen)
    if fact is not None:
        return replace(explanation, facts=(replace(fact, holds=count, worlds=len(chosen)),))
    as_good = sum(one in (CardVerdict.EQUAL, CardVerdict.AMONG) for one, _ in each)
    if verdict is CardVerdict.BEST:
        verdict = CardVerdict.EQUAL if 2 * as_good > HANDS else CardVerdict.UNKNOWN
    return replace(explanation, verdict=verdict)


def _in_deal(turn: Turn, study: Study, card: Card, deal: Hands) -> tuple[CardVerdict, set[Fact]]:
    """How the card compares for who holds that hand, and what explains it to them and is so in that deal: no
    card is named but those that all have seen, and nothing is counted."""
    verdict, others = compared_with(turn, study, card)
    if verdict is CardVerdict.EQUAL:
        return verdict, set()
    facts, ways, here = set[Fact](), Ways(turn, study.worlds), Ways(turn, [deal])
    for other in _near(turn, study, card, others):
        pair = (other, card) if verdict is CardVerdict.WORSE else (card, other)
        differences = gains(study, *pair)
        for finder in (*FINDERS, *AT_LEAST):
            there = finder(CardPair(here, *pair))
            found = None if there is None else finder(CardPair(ways, *pair))
            if there is None or found is None or there.fact.seat != found.fact.seat:
                continue
            fact = _for_others(found.fact)
            if explains(found.where, differences) and fact.card in (None, card, *turn.cards):
                facts.add(fact)
    return verdict, facts


def _for_others(fact: Fact) -> Fact:
    """What another seat may be told of it."""
    if fact.kind not in OF_THE_HAND | REWORDED:
        return replace(fact, holds=0, worlds=0, count=0, of=0, instead=0)
    return Fact(fact.kind, 0, 0)


def _most_common(each: Sequence[set[Fact]]) -> tuple[Fact | None, int]:
    """The fact that is so in most of these deals, of several the one asked for first, and in how many; none
    where it is not in more than half of them."""
    counts = Counter(fact for facts in each for fact in facts)
    if len(each) < FEWEST or not counts:
        return None, 0
    kinds = list(ReasonKind)
    fact = max(counts, key=lambda one: (counts[one], -kinds.index(one.kind)))
    return (fact, counts[fact]) if 2 * counts[fact] > len(each) else (None, 0)


def _turns(model: PlayModel, view: View, card: Card) -> Iterator[tuple[Hands, Turn]]:
    """Deals that are possible, the card being still in its player's hand, and the turn as its player saw
    it."""
    for hands in model.worlds(_after(model, view, card), HANDS):
        held = [*hands]
        held[view.turn] |= 1 << card
        seen = model.seen_by(view, view.turn, held)
        context = model.context(seen)
        yield held, Turn(replace(seen, legal=_legal(Turn(seen, context), held[view.turn])), context)


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
    said = explained(turn, study, card)
    unit = turn.context.unit
    if said.verdict is CardVerdict.WORSE and said.other is not None:
        lost = _clear_gain(study, said.other, card, SURE)
        return said if lost >= GIVEN_AWAY * unit else None
    if said.verdict is not CardVerdict.BEST or usual == card or study.cost(card) > 0:
        return None
    found = _clear_gain(study, card, usual, QUITE_SURE)
    if found < WELL_FOUND * unit or turn.alike(card, usual):
        return None
    return replace(said, other=usual, points=found, facts=reasons(turn, study, card, usual))


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
    """Why ``view.turn`` played a card, seen from ``view.seat``, which saw this just before: the player's own
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
