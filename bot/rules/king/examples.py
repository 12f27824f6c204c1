"""Worked examples of the rules: situations of real games, found by playing random deals under the very rules.

An example is a view of a game and nothing else. What is legal in it, who takes the trick and what that scores
is what the engine says; here it is only looked for, for each rule a moment at which it can be seen at work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Final

from bot.engine.cards import RANK_OF, SUIT_MASK_OF, SUIT_MASKS, SUIT_OF, Card, CardSet, Suit, members
from bot.engine.game import LOWER, FollowRule, LeadRule, TrickTaken, View
from bot.engine.king.contracts import Contract, FollowWithPenalty, MustTrump
from bot.engine.options import Rules
from bot.rules.king.course import Chapter, Way, awaiting, chapter_of, shuffled
from bot.rules.king.lines import asks_the_void

DEALS: Final = 200
"""How many deals are played at most: a rule that none of them shows goes without an example."""
ENOUGH: Final = 25
"""After how many deals the search ends once everything has been seen, be it well or not so well."""
GOOD: Final = 1
"""How far from the ideal examples may be and end the search before."""
HAND: Final = 6
"""The number of cards that shows best."""


@dataclass(frozen=True, slots=True)
class Example:
    """A rule at work. ``lesson`` is what it shows: ``trick`` that a trick was just taken for ``points``,
    anything else what ``view.seat`` may play now, ``points`` being 0."""

    lesson: str
    view: View
    points: int = 0


@dataclass(frozen=True, slots=True)
class ExampleMoment:
    """A card about to be played, as the rules look at it: ``steps`` is what is left of the hand by
    following suit, and after each rule of the contract."""

    view: View
    contract: Contract
    steps: tuple[CardSet, ...]

    @property
    def leads(self) -> bool:
        """Whether the card will be the first of a trick."""
        return not self.view.trick.cards

    @property
    def led(self) -> CardSet:
        """The cards of the suit led."""
        return SUIT_MASK_OF[self.view.trick.cards[0]]

    @property
    def void(self) -> bool:
        """Whether suit cannot be followed."""
        return not self.leads and not self.view.hand & self.led

    @property
    def best(self) -> int:
        """The card that wins so far."""
        trick = self.view.trick
        assert trick.winner is not None
        return trick.cards[(trick.winner - trick.leader) % self.view.players]

    @property
    def trumps(self) -> CardSet:
        """The trumps in hand."""
        return 0 if self.contract.trump is None else self.view.hand & SUIT_MASKS[self.contract.trump]

    @property
    def trumped_too_high(self) -> bool:
        """Whether the trick was trumped, and the trumps in hand are all too low."""
        trump = self.contract.trump
        if trump is None or self.leads or not self.void or not self.trumps:
            return False
        return SUIT_OF[self.best] == trump and not self.trumps & self.contract.beats[self.best]

    def narrowed_by(self, rule: LeadRule | FollowRule) -> bool:
        """Whether that rule forbids a card that the others leave."""
        rules = self.contract.leads if self.leads else self.contract.follows
        return any(
            other is rule and before != after
            for other, before, after in zip(rules, self.steps, self.steps[1:], strict=False)
        )


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something to be shown: whether a moment shows it, and the better the lower how well."""

    name: str
    shown: Callable[[ExampleMoment], bool]
    cost: Callable[[ExampleMoment], int] = field(default=lambda moment: 0)


def lessons(contract: Contract) -> list[Lesson]:
    """What a hand can be asked for in a contract, its own rules first."""
    found = [lesson for rule in (*contract.leads, *contract.follows) for lesson in _of_rule(contract, rule)]
    found.append(Lesson("follow", _follows_freely))
    if not any(map(asks_the_void, contract.follows)):
        found.append(Lesson("free", _is_free, cost=lambda moment: 0 if moment.trumps else 1))
    return found


def _of_rule(contract: Contract, rule: LeadRule | FollowRule) -> Iterator[Lesson]:
    match rule:
        case FollowWithPenalty():
            if any(rule.cards & ~rule.free & lower for lower in LOWER):
                yield Lesson("penalty-follow", lambda moment: moment.narrowed_by(rule))
            if rule.free:
                yield Lesson("hearts-led-free", lambda moment: _would_owe(moment, rule))
        case MustTrump():
            yield Lesson(
                "must-trump", lambda moment: moment.narrowed_by(rule) and not moment.trumped_too_high
            )
            if rule.undertrump:
                yield Lesson(
                    "undertrump-must", lambda moment: moment.narrowed_by(rule) and moment.trumped_too_high
                )
            elif not any(other.reason == "may-not-undertrump" for other in contract.follows):
                yield Lesson(
                    "undertrump-any",
                    lambda moment: (
                        moment.trumped_too_high and moment.view.legal == moment.view.hand != moment.trumps
                    ),
                )
        case _:
            yield Lesson(rule.reason, lambda moment: moment.narrowed_by(rule))


def _follows_freely(moment: ExampleMoment) -> bool:
    if moment.leads or moment.void:
        return False
    hand, legal = moment.view.hand, moment.view.legal
    return legal == hand & moment.led != hand and legal.bit_count() > 1


def _is_free(moment: ExampleMoment) -> bool:
    return moment.void and moment.view.legal.bit_count() > 2


def _would_owe(moment: ExampleMoment, rule: FollowWithPenalty) -> bool:
    """Whether the rule would ask for something if it did not leave that suit free."""
    if moment.leads or not rule.free & moment.led or moment.view.hand & moment.led == moment.view.hand:
        return False
    everywhere = FollowWithPenalty(rule.cards, 0)
    following = moment.steps[0]
    led = moment.view.trick.cards[0]
    owed = everywhere.narrow(following, moment.view.hand, led, moment.best)
    return owed != following == moment.view.legal


@lru_cache(maxsize=256)
def examples(rules: Rules, deal: int, contract: str, trump: Suit | None = None) -> tuple[Example, ...]:
    """One example for each rule of a contract that may be played in a deal, and of a trick with what it
    scores; the same for the same rules, whenever asked. Takes a tenth of a second, so not on an event
    loop."""
    chapter = chapter_of(rules, deal)
    return _examples(rules, chapter, chapter.way(contract, trump))


def _examples(rules: Rules, chapter: Chapter, way: Way) -> tuple[Example, ...]:
    wanted = lessons(way.contract)
    best: dict[str, tuple[int, Example]] = {}
    names = {lesson.name for lesson in wanted} | {TRICK}
    for seed in range(DEALS):
        for cost, example in _seen(rules, chapter, way, wanted, Random(seed)):
            if cost < best.get(example.lesson, (cost + 1,))[0]:
                best[example.lesson] = (cost, example)
        if set(best) == names and (seed >= ENOUGH or all(cost <= GOOD for cost, _ in best.values())):
            break
    duties = [lesson.name for lesson in wanted if lesson.name not in PLAIN]
    return tuple(best[name][1] for name in (*duties, TRICK, *PLAIN) if name in best)


TRICK: Final = "trick"
PLAIN: Final = ("follow", "free")
"""What is shown last: following suit is known to whoever has ever played cards."""


def _seen(
    rules: Rules, chapter: Chapter, way: Way, wanted: Sequence[Lesson], random: Random
) -> Iterator[tuple[int, Example]]:
    """All that one random deal shows, with how far each is from the ideal."""
    contract = way.contract
    game = awaiting(rules, chapter.deals[0])
    game.deal(shuffled(game, random))
    for action in way.said:
        game.apply(action)
    view = game.view(game.turn)
    if view.trump != contract.trump:  # it lies in the cards, and these are others
        return
    while game.turn >= 0:
        view = game.view(game.turn)
        if view.legal.bit_count() > 1 or view.hand.bit_count() > 1:
            moment = ExampleMoment(view, contract, _steps(contract, view))
            for lesson in wanted:
                if lesson.shown(moment):
                    yield _cost(moment) + lesson.cost(moment), Example(lesson.name, view)
        events = game.apply(random.choice(members(game.legal())))
        if events and isinstance(events[0], TrickTaken):
            after = game.view(None)
            points = sum(after.deal_points) - sum(view.deal_points)
            if points:
                yield _cost_of_trick(contract, after), Example(TRICK, after, points)


def _steps(contract: Contract, view: View) -> tuple[CardSet, ...]:
    hand, trick = view.hand, view.trick
    if not trick.cards:
        steps = [hand]
        for rule in contract.leads:
            steps.append(rule.narrow(steps[-1]))
        return tuple(steps)
    assert trick.winner is not None
    led, best = trick.cards[0], trick.cards[(trick.winner - trick.leader) % view.players]
    steps = [hand & SUIT_MASK_OF[led] or hand]
    for rule in contract.follows:
        steps.append(rule.narrow(steps[-1], hand, led, best))
    return tuple(steps)


def _cost(moment: ExampleMoment) -> int:
    """A handful of cards, of which one or two may be played, shows a rule best; and not all of a suit."""
    view = moment.view
    suits = len({SUIT_OF[card] for card in members(view.hand)})
    few = 0 if view.legal == view.hand else max(0, view.legal.bit_count() - 2)
    return abs(view.hand.bit_count() - HAND) + few + max(0, 3 - suits)


def scores(contract: Contract, card: Card) -> bool:
    """Whether a card is worth something as such, in whatever trick it lies."""
    return any(score.of(0, (card,)) != score.of(0, ()) for score in contract.scores)


def _cost_of_trick(contract: Contract, view: View) -> int:
    """Two cards that score in one trick show more than one, and a winner that is not the highest card more
    than an ace."""
    trick = view.tricks[-1]
    assert trick.winner is not None
    won = trick.cards[(trick.winner - trick.leader) % view.players]
    scoring = sum(scores(contract, card) for card in trick.cards)
    plain = won == max(trick.cards, key=lambda card: RANK_OF[card])
    most = sum(scores(contract, card) for card in members(view.rules.pack))
    return abs(scoring - min(2, most)) + plain
