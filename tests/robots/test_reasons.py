"""Each fact is recomputed: from the view, the ways the cards may lie and the engine, by other code, in random
games of all presets. A fact is told where it is so, and only there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations
from random import Random

import pytest

from bot.engine.cards import RANK_OF, SUIT_OF, Card, CardSet, is_play, members
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.king.course import contract_of
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from bot.engine.whist.game import whist_detail
from bot.robots.reasons.facts import AT_LEAST, FINDERS, CardPair, FoundFact, Ways
from bot.robots.reasons.model import COUNTED, CardExplanation, CardVerdict, Fact, ReasonKind
from bot.robots.reasons.turn import Turn
from bot.robots.registry import PLAY_MODELS, STUDIES, robot_of
from bot.robots.study import Study
from bot.robots.why import FELT, explained, gains, mean_and_error, why
from bot.robots.why import _turns as turns
from bot.rules.book import example_seats
from bot.telling import why as telling
from bot.words.catalogue import words_for
from tests.telling.view_models import model as view_model

PRESETS = [one.name for one in presets()]
MISERES = ("small-misere", "piccolo", "grand-misere", "open-misere")
World = Sequence[CardSet]


@dataclass
class Moment:
    """A card to be played by ``seat``, in a real game."""

    game: Game
    known: dict[tuple[tuple[CardSet, ...], Card], set[int]] = field(default_factory=dict)

    @cached_property
    def view(self) -> View:
        return self.game.view(self.game.turn)

    @property
    def seat(self) -> int:
        return self.game.turn

    @property
    def family(self) -> str:
        return self.view.rules.preset.family

    def in_world(self, world: World) -> Game:
        twin = self.game.copy()
        twin.hands = list(world)
        return twin

    # By the engine

    def tricks(self, world: World, card: Card) -> list[Game]:
        """The game after each course that the trick may take once this card is played."""
        found: list[Game] = []
        number = len(self.game.tricks)

        def go_on(game: Game) -> None:
            if len(game.tricks) > number:
                found.append(game)
                return
            for action in members(game.actions):
                after = game.copy()
                after.apply(action)
                go_on(after)

        first = self.in_world(world)
        first.apply(card)
        go_on(first)
        return found

    def ended(self, game: Game) -> tuple[tuple[Card, ...], int]:
        """The cards of the trick, and who took it."""
        trick = game.tricks[len(self.game.tricks)]
        return trick.cards, game.winner_of(trick)

    def winners(self, world: World, card: Card) -> set[int]:
        """Who may take the trick once this card is played, over all that the others may play to it."""
        key = (tuple(world), card)
        if key not in self.known:
            self.known[key] = {self.ended(game)[1] for game in self.tricks(world, card)}
        return self.known[key]

    def side_wins(self, world: World, card: Card) -> bool:
        """Whether the side can take the trick whatever the others play, all hands being known (minimax)."""
        number = len(self.game.tricks)

        def value(game: Game) -> bool:
            if len(game.tricks) > number:
                return self.on_my_side(game.winner_of(game.tricks[number]))
            after = []
            for action in members(game.actions):
                after.append(game.copy())
                after[-1].apply(action)
            return (any if self.on_my_side(game.turn) else all)(value(one) for one in after)

        first = self.in_world(world)
        first.apply(card)
        return value(first)

    def costs_nobody(self, world: World, card: Card) -> bool:
        """Whether the trick costs nothing, and in no course of it somebody later plays what costs."""
        begun = [*self.view.trick.cards, card]
        if self.costs(begun) < 0:
            return False
        ends = [self.ended(game)[0] for game in self.tricks(world, card)]
        return not any(self.costs([one], alone=True) < 0 for cards in ends for one in cards[len(begun) :])

    def left_to(self, world: World, card: Card) -> int:
        """Who takes the trick if everybody after this card plays the lowest they can, and does not take it if
        they need not."""
        game, number = self.in_world(world), len(self.game.tricks)
        game.apply(card)
        while len(game.tricks) == number:
            table = game.cards
            best = table[0]
            for one in table[1:]:
                best = one if self.beats(one, best) else best
            legal = members(game.actions)
            under = [one for one in legal if not self.beats(one, best)]
            lowest = [one for one in legal if not any(self.beats(one, other) for other in legal)]
            game.apply((under or lowest)[0])
        return game.winner_of(game.tricks[number])

    def throws_in(self, world: World, card: Card) -> int | None:
        """Who takes the trick whatever is played and may then lead nothing that does not suit the hand."""
        winners = self.winners(world, card)
        if len(winners) > 1 or self.on_my_side(min(winners)):
            return None
        (seat,) = winners
        left = {one for game in self.tricks(world, card) for one in members(game.hands[seat])}
        mine = [one for one in members(self.view.hand) if one != card]
        suits = self.highest_of if self.wants else self.can_stay_under
        return seat if left and mine and all(suits(one, mine, world) for one in left) else None

    def highest_of(self, led: Card, mine: list[Card], world: World) -> bool:
        """Whether one of these cards is of that suit, and nobody holds one that beats it there."""
        there = [one for seat, hand in enumerate(world) if seat != self.seat for one in members(hand)]
        rivals = [one for one in there if SUIT_OF[one] == SUIT_OF[led]]
        suited = [one for one in mine if SUIT_OF[one] == SUIT_OF[led]]
        return any(not any(self.beats(other, one) for other in rivals) for one in suited)

    def can_stay_under(self, led: Card, mine: list[Card], world: World) -> bool:
        """Whether of these cards one may be played to that one, were it led, without beating it."""
        game, before = self.in_world(world), (self.seat - 1) % self.view.players
        game.hands[self.seat] = sum(1 << one for one in mine)
        game.leader = game.turn = before
        game.cards, game.hands[before], game.actions = [], game.hands[before] | 1 << led, 1 << led
        game.apply(led)
        return any(not self.beats(one, led) for one in members(game.actions))

    def takes_now(self, card: Card) -> bool:
        """Whether a card is the best of the trick when it is played."""
        after, number = self.game.copy(), len(self.game.tricks)
        after.apply(card)
        return (
            after.winner_of(after.tricks[number]) if len(after.tricks) > number else after.winner
        ) == self.seat

    def beaten_by_all(self, world: World, card: Card) -> bool:
        """Whether some other seat, were this card led to it, could play nothing but what beats it."""
        players = self.view.players
        for other in range(players):
            if other == self.seat:
                continue
            game, before = self.in_world(world), (other - 1) % players
            game.leader = game.turn = before
            game.cards, game.hands[before], game.actions = [], game.hands[before] | 1 << card, 1 << card
            game.apply(card)
            legal = members(game.actions)
            if legal and all(self.beats(one, card) for one in legal):
                return True
        return False

    # By the rules

    @cached_property
    def trump(self) -> int | None:
        return self.view.trump

    def beats(self, one: Card, other: Card) -> bool:
        """Whether a card beats another that was best."""
        if SUIT_OF[one] == SUIT_OF[other]:
            lower_wins = self.view.contract == "misere"
            return (RANK_OF[one] < RANK_OF[other]) if lower_wins else (RANK_OF[one] > RANK_OF[other])
        return SUIT_OF[one] == self.trump

    @property
    def best(self) -> Card:
        best = self.view.trick.cards[0]
        for card in self.view.trick.cards[1:]:
            best = card if self.beats(card, best) else best
        return best

    @property
    def avoids(self) -> bool:
        if self.family == "whist":
            return self.seat in self.quarry
        contract = contract_of(self.view)
        assert contract is not None
        return contract.total(self.view.rules) < contract.start * self.view.players

    @property
    def quarry(self) -> list[int]:
        detail = whist_detail(self.view)
        assert detail.bid is not None
        if detail.bid.kind not in MISERES:
            return []
        return [one for one in detail.bidders if self.view.tricks_taken[one] == detail.bid.target]

    @property
    def hunts(self) -> bool:
        """Whether the seat wants others to take tricks who may not."""
        return self.family == "whist" and bool(self.quarry) and self.seat not in self.quarry

    @property
    def wants(self) -> bool:
        if self.family == "whist":
            bid = whist_detail(self.view).bid
            return bid is not None and bid.kind not in MISERES
        return not self.avoids

    def costs(self, cards: Sequence[Card], *, alone: bool = False) -> int:
        """What a trick of these cards scores; ``alone``: without what it scores as such."""
        if self.family == "whist":
            return -1 if self.quarry and not alone else 0
        contract, number = contract_of(self.view), len(self.view.tricks) + 1
        assert contract is not None
        bare = sum(score.of(number, ()) for score in contract.scores) if alone else 0
        return sum(score.of(number, cards) for score in contract.scores) - bare

    @property
    def unseen(self) -> list[Card]:
        seen = self.view.hand | sum(1 << card for card in self.view.trick.cards)
        seen |= sum(1 << card for trick in self.view.tricks for card in trick.cards)
        aside = whist_detail(self.view).own_discard if self.family == "whist" else None
        seen |= 0 if aside is None else 1 << aside
        return list(members(self.view.rules.pack & ~seen))

    def showed_out(self, seat: int, suit: int) -> bool:
        """Whether a seat has not followed that suit."""
        for trick in (*self.view.tricks, self.view.trick):
            place = (seat - trick.leader) % self.view.players
            if place < len(trick.cards) and SUIT_OF[trick.cards[0]] == suit != SUIT_OF[trick.cards[place]]:
                return True
        return False

    def on_my_side(self, seat: int) -> bool:
        if self.family != "whist":
            return seat == self.seat
        bidders = whist_detail(self.view).bidders
        return (seat in bidders) == (self.seat in bidders)


def others_hold(at: Moment, world: World) -> list[Card]:
    return [card for seat, hand in enumerate(world) if seat != at.seat for card in members(hand)]


def nobody_else(at: Moment, world: World, card: Card) -> bool:
    return at.winners(world, card) == {at.seat}


def somebody_must(at: Moment, world: World, card: Card) -> bool:
    return at.seat not in at.winners(world, card)


def lowest_of_legal(at: Moment, card: Card) -> bool:
    same = [one for one in members(at.view.legal) if SUIT_OF[one] == SUIT_OF[card]]
    return not any(at.beats(card, one) for one in same)


def lower_share(at: Moment, card: Card) -> tuple[int, int]:
    out = [one for one in at.unseen if SUIT_OF[one] == SUIT_OF[card]]
    return sum(not at.beats(one, card) for one in out), len(out)


def showing_out(at: Moment, suit: int) -> list[int]:
    return [seat for seat in range(at.view.players) if seat != at.seat and at.showed_out(seat, suit)]


def foes_out(at: Moment, suit: int) -> list[int]:
    return [seat for seat in showing_out(at, suit) if not at.on_my_side(seat)]


def friends_out(at: Moment, suit: int) -> list[int]:
    return [seat for seat in showing_out(at, suit) if at.on_my_side(seat)]


def others_sides(at: Moment) -> list[int]:
    return [seat for seat in range(at.view.players) if not at.on_my_side(seat)]


def on_table(at: Moment) -> bool:
    return bool(at.view.trick.cards)


def last(at: Moment) -> bool:
    return len(at.view.trick.cards) == at.view.players - 1


def same_suit(one: Card, other: Card) -> bool:
    return SUIT_OF[one] == SUIT_OF[other]


def mine_so_far(at: Moment) -> bool:
    return on_table(at) and at.view.trick.winner is not None and at.on_my_side(at.view.trick.winner)


def exits(at: Moment, world: World) -> list[Card]:
    return [card for card in members(at.view.hand) if at.beaten_by_all(world, card)]


def master(at: Moment, world: World, card: Card) -> bool:
    same = [one for one in others_hold(at, world) if same_suit(one, card)]
    return not any(at.beats(one, card) for one in same)


def alone_in_hand(at: Moment, card: Card) -> bool:
    return sum(same_suit(one, card) for one in members(at.view.hand)) == 1


def single(at: Moment, better: Card, other: Card) -> bool:
    still = any(same_suit(card, better) for card in at.unseen)
    return (
        still and alone_in_hand(at, better) and not alone_in_hand(at, other) and SUIT_OF[better] != at.trump
    )


def penalty(at: Moment, card: Card) -> bool:
    return at.costs([card], alone=True) < 0


def trumps_out(at: Moment) -> int:
    return sum(SUIT_OF[card] == at.trump for card in at.unseen)


def trumps_held(at: Moment, world: World) -> bool:
    return any(SUIT_OF[card] == at.trump for card in others_hold(at, world))


def leads_trump(at: Moment, better: Card, other: Card) -> bool:
    return at.wants and not on_table(at) and SUIT_OF[better] == at.trump != SUIT_OF[other]


def led_suit(at: Moment) -> int:
    return SUIT_OF[at.view.trick.cards[0]]


def lets_it_go(at: Moment, a: Card, b: Card) -> bool:
    return on_table(at) and not at.takes_now(a) and at.takes_now(b)


def neither(at: Moment, a: Card, b: Card) -> bool:
    return on_table(at) and not at.takes_now(a) and not at.takes_now(b)


def highest_below(at: Moment, a: Card) -> bool:
    suited = [one for one in members(at.view.legal) if same_suit(one, a)]
    return not any(at.beats(one, a) and not at.takes_now(one) for one in suited)


def must_take(at: Moment, a: Card, b: Card) -> bool:
    legal = members(at.view.legal)
    highest = not any(at.beats(one, a) for one in legal)
    return last(at) and same_suit(a, b) and all(map(at.takes_now, legal)) and highest and at.beats(a, b)


def higher_share(at: Moment, card: Card) -> tuple[int, int]:
    lower, out = lower_share(at, card)
    return out - lower, out


def more_of(one: tuple[int, int], other: tuple[int, int], least: float) -> bool:
    """Whether the first is a part of at least that size, and a greater one than the other; a tie is none."""
    return (
        one[1] > 0
        and one[0] / one[1] >= least - 1e-9
        and (other[1] == 0 or one[0] * other[1] > other[0] * one[1])
    )


def foes_later(at: Moment) -> list[int]:
    return [seat for seat in later(at) if not at.on_my_side(seat)]


def later(at: Moment) -> list[int]:
    players = at.view.players
    return [(at.seat + step) % players for step in range(1, players - len(at.view.trick.cards))]


def quarry_later(at: Moment) -> list[int]:
    return [seat for seat in later(at) if seat in at.quarry] if at.hunts else []


def to_stay_under(at: Moment, card: Card) -> Card:
    """What wins the trick so far once this card is played."""
    return card if at.takes_now(card) else at.best


def partners_who_led(at: Moment, suit: int) -> list[int]:
    """Others of the side that have led a suit in this deal, in order."""
    leads = [(trick.leader, SUIT_OF[trick.cards[0]]) for trick in at.view.tricks]
    return [seat for seat, led in leads if led == suit and seat != at.seat and at.on_my_side(seat)]


def beaten_by_a_foe(at: Moment, world: World, card: Card) -> bool:
    """Whether an opponent who plays later holds what they may play on this card, and it beats it."""
    led = led_suit(at) if on_table(at) else SUIT_OF[card]
    for seat in foes_later(at):
        held = members(world[seat])
        follow = [one for one in held if SUIT_OF[one] == led] or held
        if any(at.beats(one, card) for one in follow):
            return True
    return False


def guarded(at: Moment, card: Card) -> Card | None:
    """The card that this one guards, if it is just guarded enough."""
    suit = [one for one in members(at.view.hand) if same_suit(one, card)]
    top = next(one for one in suit if not any(at.beats(other, one) for other in suit))
    above = [one for one in at.unseen if same_suit(one, card) and at.beats(one, top)]
    just = 0 < len(above) <= 2 and len(suit) - 1 == len(above)
    return top if just and top != card and SUIT_OF[card] != at.trump else None


def between(at: Moment, a: Card, b: Card) -> bool:
    """Whether somebody may hold a card between the two."""
    return any(same_suit(one, a) and at.beats(one, a) and at.beats(b, one) for one in at.unseen)


def finesse(at: Moment, a: Card, b: Card) -> bool:
    return same_suit(a, b) and SUIT_OF[a] == led_suit(at) and between(at, a, b) and not last(at)


def true(at: Moment, fact: Fact, a: Card, b: Card, world: World) -> bool:
    return True


def always(at: Moment, a: Card, b: Card) -> bool:
    return True


def nobody_has_to(at: Moment, fact: Fact, a: Card, b: Card, world: World) -> bool:
    return not somebody_must(at, world, b)


def it_may_win(at: Moment, fact: Fact, a: Card, b: Card, world: World) -> bool:
    return not somebody_must(at, world, a)


def holding(at: Moment, fact: Fact, a: Card, b: Card, world: World) -> bool:
    """Whether the seat of a fact holds what it could do harm with, or good."""
    assert fact.seat is not None
    costs = fact.kind is ReasonKind.VOID
    return any(
        penalty(at, card) if costs else SUIT_OF[card] == at.trump for card in members(world[fact.seat])
    )


@dataclass(frozen=True)
class Row:
    """A kind: of which pairs of cards it is said, what its sentence says of a world, and in which worlds it
    tells the cards apart, if not in those. ``both``: it may be so of either card, and tells them apart where
    it is so of one alone."""

    of: Callable[[Moment, Card, Card], bool]
    so: Callable[[Moment, Fact, Card, Card, World], bool] = true
    tells: Callable[[Moment, Fact, Card, Card, World], bool] | None = None
    both: bool = False


ROWS: dict[ReasonKind, Row] = {
    ReasonKind.STAYS_UNDER: Row(lambda at, a, b: at.avoids and lets_it_go(at, a, b), tells=nobody_has_to),
    ReasonKind.DUCKS: Row(
        lambda at, a, b: (
            at.avoids and lets_it_go(at, a, b) and any(penalty(at, card) for card in at.view.trick.cards)
        ),
        tells=nobody_has_to,
    ),
    ReasonKind.HIGHEST_UNDER: Row(
        lambda at, a, b: (
            at.avoids
            and on_table(at)
            and same_suit(a, b)
            and SUIT_OF[a] == led_suit(at)
            and at.beats(a, b)
            and not at.takes_now(a)
            and highest_below(at, a)
        )
    ),
    ReasonKind.GOES_OVER: Row(
        lambda at, a, b: at.avoids and at.takes_now(a),
        lambda at, fact, a, b, w: at.takes_now(a) and somebody_must(at, w, a),
        lambda at, fact, a, b, w: somebody_must(at, w, a) and not somebody_must(at, w, b),
        both=True,
    ),
    ReasonKind.WOULD_TAKE: Row(
        lambda at, a, b: at.avoids and at.takes_now(a),
        lambda at, fact, a, b, w: nobody_else(at, w, b),
        both=True,
    ),
    ReasonKind.LEFT_WITH: Row(
        lambda at, a, b: at.avoids and at.takes_now(b) and penalty(at, b) and not penalty(at, a),
        nobody_has_to,
    ),
    ReasonKind.FREE: Row(
        lambda at, a, b: (
            at.avoids
            and last(at)
            and at.takes_now(a)
            and not at.takes_now(b)
            and at.costs([*at.view.trick.cards, a]) >= 0
        )
    ),
    ReasonKind.CHEAP: Row(
        lambda at, a, b: (
            at.avoids and at.takes_now(a) and (not at.takes_now(b) or (same_suit(a, b) and at.beats(a, b)))
        ),
        lambda at, fact, a, b, w: at.costs_nobody(w, a),
    ),
    ReasonKind.SAFE: Row(
        lambda at, a, b: at.avoids and not on_table(at),
        lambda at, fact, a, b, w: at.costs_nobody(w, a),
        both=True,
    ),
    ReasonKind.BOUND: Row(lambda at, a, b: at.avoids and must_take(at, a, b) and not penalty(at, a)),
    ReasonKind.THROWN: Row(
        lambda at, a, b: (
            at.avoids and on_table(at) and not at.takes_now(a) and penalty(at, a) and not penalty(at, b)
        )
    ),
    ReasonKind.RISKY: Row(
        lambda at, a, b: (
            at.avoids
            and neither(at, a, b)
            and SUIT_OF[a] != led_suit(at)
            and more_of(lower_share(at, a), lower_share(at, b), 2 / 3)
        )
    ),
    ReasonKind.TOO_HIGH: Row(
        lambda at, a, b: (
            at.hunts
            and neither(at, a, b)
            and SUIT_OF[a] != led_suit(at)
            and more_of(lower_share(at, a), lower_share(at, b), 2 / 3)
        )
    ),
    ReasonKind.LURES: Row(
        lambda at, a, b: (
            at.hunts
            and same_suit(a, b)
            and (not on_table(at) or SUIT_OF[a] == led_suit(at))
            and at.beats(to_stay_under(at, b), to_stay_under(at, a))
        )
    ),
    ReasonKind.RETURNS: Row(
        lambda at, a, b: (
            at.wants
            and not on_table(at)
            and SUIT_OF[a] != at.trump
            and bool(partners_who_led(at, SUIT_OF[a]))
            and not partners_who_led(at, SUIT_OF[b])
        )
    ),
    ReasonKind.LOW: Row(
        lambda at, a, b: (
            (at.avoids or at.hunts)
            and at.takes_now(a)
            and at.takes_now(b)
            and not last(at)
            and more_of(higher_share(at, a), higher_share(at, b), 0.5)
        )
    ),
    ReasonKind.WEAK: Row(
        lambda at, a, b: (
            at.wants
            and neither(at, a, b)
            and SUIT_OF[a] != at.trump
            and more_of(higher_share(at, a), higher_share(at, b), 2 / 3)
        )
    ),
    ReasonKind.KEEPS_EXIT: Row(lambda at, a, b: at.avoids, lambda at, fact, a, b, w: exits(at, w) == [b]),
    ReasonKind.SINGLETON: Row(lambda at, a, b: at.avoids and single(at, a, b)),
    ReasonKind.RUFFS_NEXT: Row(
        lambda at, a, b: (
            at.wants
            and not on_table(at)
            and single(at, a, b)
            and any(SUIT_OF[card] == at.trump for card in members(at.view.hand))
        )
    ),
    ReasonKind.UNBEATABLE: Row(
        lambda at, a, b: at.wants, lambda at, fact, a, b, w: nobody_else(at, w, a), both=True
    ),
    ReasonKind.OURS: Row(
        lambda at, a, b: at.wants and any(at.on_my_side(seat) for seat in later(at)),
        lambda at, fact, a, b, w: at.side_wins(w, a),
        both=True,
    ),
    ReasonKind.RUFFS: Row(
        lambda at, a, b: at.wants and on_table(at) and SUIT_OF[a] != led_suit(at) and lets_it_go(at, b, a),
        tells=it_may_win,
    ),
    ReasonKind.BEATS: Row(
        lambda at, a, b: (
            at.wants
            and on_table(at)
            and SUIT_OF[a] == led_suit(at)
            and not mine_so_far(at)
            and lets_it_go(at, b, a)
        ),
        tells=it_may_win,
    ),
    ReasonKind.FINESSE: Row(
        lambda at, a, b: at.wants and on_table(at) and at.beats(b, a) and finesse(at, a, b),
        lambda at, fact, a, b, w: nobody_else(at, w, a),
    ),
    ReasonKind.CHEAPEST: Row(
        lambda at, a, b: at.wants and on_table(at) and at.beats(b, a) and not finesse(at, a, b),
        lambda at, fact, a, b, w: nobody_else(at, w, a),
    ),
    ReasonKind.LOST: Row(
        lambda at, a, b: (
            at.wants
            and neither(at, a, b)
            and not mine_so_far(at)
            and same_suit(a, b)
            and at.beats(b, a)
            and lowest_of_legal(at, a)
        )
    ),
    ReasonKind.KEEPS_MASTER: Row(
        lambda at, a, b: at.wants and neither(at, a, b) and SUIT_OF[b] != at.trump,
        lambda at, fact, a, b, w: master(at, w, b),
        lambda at, fact, a, b, w: (
            master(at, w, b) and not master(at, w, a) and any(same_suit(one, b) for one in others_hold(at, w))
        ),
    ),
    ReasonKind.KEEPS_GUARD: Row(
        lambda at, a, b: (
            at.wants and neither(at, a, b) and guarded(at, b) is not None and guarded(at, a) is None
        )
    ),
    ReasonKind.SPARES: Row(
        lambda at, a, b: (
            at.wants
            and at.takes_now(b)
            and lower_share(at, a)[1] > 0
            and more_of(lower_share(at, b), lower_share(at, a), 2 / 3)
        ),
        lambda at, fact, a, b, w: beaten_by_a_foe(at, w, b),
    ),
    ReasonKind.LAST_TRUMP: Row(
        lambda at, a, b: trumps_out(at) == 1 and leads_trump(at, a, b),
        lambda at, fact, a, b, w: trumps_held(at, w),
        lambda at, fact, a, b, w: trumps_held(at, w) and nobody_else(at, w, a),
    ),
    ReasonKind.TRUMPS: Row(
        lambda at, a, b: trumps_out(at) != 1 and leads_trump(at, a, b),
        lambda at, fact, a, b, w: trumps_held(at, w),
    ),
    ReasonKind.PARTNER: Row(
        lambda at, a, b: (
            at.wants
            and mine_so_far(at)
            and not at.takes_now(a)
            and (at.takes_now(b) or (same_suit(a, b) and at.beats(b, a)))
        )
    ),
    ReasonKind.QUARRY: Row(
        lambda at, a, b: at.hunts and at.view.trick.winner in at.quarry and lets_it_go(at, a, b)
    ),
    ReasonKind.STUCK: Row(
        lambda at, a, b: at.hunts, lambda at, fact, a, b, w: at.left_to(w, a) == fact.seat, both=True
    ),
    ReasonKind.INTO_HIGH: Row(
        lambda at, a, b: at.wants and at.view.hand.bit_count() <= 6,
        lambda at, fact, a, b, w: at.throws_in(w, a) == fact.seat,
        both=True,
    ),
    ReasonKind.INTO_LOW: Row(
        lambda at, a, b: at.avoids and at.view.hand.bit_count() <= 6,
        lambda at, fact, a, b, w: at.throws_in(w, a) == fact.seat,
        both=True,
    ),
    ReasonKind.VOID: Row(
        lambda at, a, b: (
            at.avoids
            and not on_table(at)
            and not same_suit(a, b)
            and not showing_out(at, SUIT_OF[a])
            and bool(showing_out(at, SUIT_OF[b]))
        ),
        holding,
    ),
    ReasonKind.RUFF: Row(
        lambda at, a, b: (
            at.wants
            and not on_table(at)
            and not same_suit(a, b)
            and at.trump not in (SUIT_OF[a], SUIT_OF[b])
            and not foes_out(at, SUIT_OF[a])
            and bool(foes_out(at, SUIT_OF[b]))
        ),
        holding,
    ),
    ReasonKind.PARTNER_RUFFS: Row(
        lambda at, a, b: (
            at.wants
            and not on_table(at)
            and SUIT_OF[a] != at.trump
            and not friends_out(at, SUIT_OF[b])
            and bool(friends_out(at, SUIT_OF[a]))
        ),
        holding,
    ),
}
OF_A_SEAT = {
    ReasonKind.VOID: lambda at, a, b: showing_out(at, SUIT_OF[b]),
    ReasonKind.RUFF: lambda at, a, b: foes_out(at, SUIT_OF[b]),
    ReasonKind.PARTNER_RUFFS: lambda at, a, b: friends_out(at, SUIT_OF[a]),
    ReasonKind.PARTNER: lambda at, a, b: [at.view.trick.winner],
    ReasonKind.QUARRY: lambda at, a, b: [at.view.trick.winner],
    ReasonKind.LURES: lambda at, a, b: quarry_later(at)[:1],
    ReasonKind.RETURNS: lambda at, a, b: partners_who_led(at, SUIT_OF[a])[-1:],
    ReasonKind.STUCK: lambda at, a, b: at.quarry if at.hunts else [],
    ReasonKind.INTO_HIGH: lambda at, a, b: others_sides(at),
    ReasonKind.INTO_LOW: lambda at, a, b: others_sides(at),
}
"""Those that are said of a seat, and of which it may be: the one of which it is so in most worlds."""


def counted(
    at: Moment, fact: Fact, better: Card, other: Card, worlds: Sequence[World]
) -> tuple[int, int, tuple[bool, ...]] | None:
    """In how many worlds what a fact says is so, in how many of the other card, and where it tells the two
    apart, all of it counted again; None where it is not to be told."""
    row = ROWS[fact.kind]
    if not row.of(at, better, other):
        return None
    so = [row.so(at, fact, better, other, world) for world in worlds]
    swapped = [row.so(at, fact, other, better, world) for world in worlds] if row.both else [False] * len(so)
    if row.tells is not None:
        where = [row.tells(at, fact, better, other, world) for world in worlds]
    else:
        where = [mine and not theirs for mine, theirs in zip(so, swapped, strict=True)]
    holds, instead = sum(so), sum(swapped)
    worth = holds > instead and 10 * holds >= len(so) and (2 * holds > len(so) or holds >= 2 * instead)
    return (holds, instead, tuple(where)) if any(where) and worth else None


def moments(preset: str, seed: int, deals: int, share: float, players: int = 4) -> Iterator[Moment]:
    """Moments at which a card is to be played, of games in which all cards are played at random and contracts
    chosen as robots do."""
    rules = make_rules(preset, players, {})
    random, game = Random(seed), new_game(rules, 0)
    while game.turn != OVER and len(game.results) < deals:
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
            continue
        if game.phase == "play":
            if game.legal().bit_count() > 1 and random.random() < share:
                yield Moment(game.copy())
            game.apply(random.choice(members(game.legal())))
        else:
            game.apply(robot_of(rules, "easy")(game.view(game.turn)))


BY_SUIT = (ReasonKind.RISKY, ReasonKind.TOO_HIGH, ReasonKind.LOW, ReasonKind.WEAK)
"""Those that count cards of a suit."""
SEVERAL = {
    "risky": [ReasonKind.RISKY, ReasonKind.TOO_HIGH],
    "trumps_drawn": [ReasonKind.LAST_TRUMP, ReasonKind.TRUMPS],
    "beats_so_far": [ReasonKind.BEATS],
    "singleton": [ReasonKind.SINGLETON, ReasonKind.RUFFS_NEXT],
    "cheapest": [ReasonKind.FINESSE, ReasonKind.CHEAPEST],
    "into": [ReasonKind.INTO_HIGH, ReasonKind.INTO_LOW],
}
"""What a finder finds whose name does not say it."""


def kinds_of(finder: Callable[[CardPair], FoundFact | None]) -> list[ReasonKind]:
    return SEVERAL.get(finder.__name__) or [ReasonKind[finder.__name__.upper()]]


def candidates(at: Moment, kind: ReasonKind, better: Card, other: Card) -> list[Fact]:
    """A fact of that kind, of each seat that it may be said of."""
    fact = Fact(kind, 0, 0)
    if kind not in OF_A_SEAT:
        return [fact]
    return [replace(fact, seat=seat) for seat in OF_A_SEAT[kind](at, better, other)]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_finder_finds_what_is_so_and_nothing_else(preset: str) -> None:
    random = Random(7)
    for at in moments(preset, 11, 10, 0.5):
        if 13 - len(at.view.tricks) > 8 and not on_table(at):
            continue  # a lead early on: too many tricks may come of it to try them all
        model = PLAY_MODELS.of(at.family)
        worlds = model.worlds(at.view, 3)
        better, other = random.sample(members(at.view.legal), 2)
        pair = CardPair(Ways(Turn(at.view, model.context(at.view)), worlds), better, other)
        for finder in (*FINDERS, *AT_LEAST):
            found = finder(pair)
            for kind in kinds_of(finder):
                mine = found if found is not None and found.fact.kind is kind else None
                every = [
                    (again, one.seat)
                    for one in candidates(at, kind, better, other)
                    if (again := counted(at, one, better, other, worlds)) is not None
                ]
                if mine is None:
                    assert not every, (kind, preset)
                    continue
                fact = mine.fact
                assert ((fact.holds, fact.instead, mine.where), fact.seat) in every, (kind, preset)
                assert fact.holds == max(again[0] for again, _ in every)
                assert fact.worlds == len(worlds)
                if kind in BY_SUIT:
                    share = higher_share if kind in (ReasonKind.LOW, ReasonKind.WEAK) else lower_share
                    assert (fact.count, fact.of) == share(at, better)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_told_of_a_card_is_so_and_tells_the_better_from_the_worse(preset: str) -> None:
    seen = 0
    for at in moments(preset, 3, 5, 0.2):
        model, study = PLAY_MODELS.of(at.family), STUDIES.of(at.family)(at.view)
        turn, card = Turn(at.view, model.context(at.view)), Random(5).choice(members(at.view.legal))
        told = explained(turn, study, card)
        assert told == why(at.view, card)
        seen += holds_true(at, study, told)
    assert seen


def holds_true(at: Moment, study: Study, explanation: CardExplanation) -> int:
    """Check everything an explanation says; returns how many facts there were."""
    if explanation.other is None:
        assert explanation.verdict is CardVerdict.EQUAL and not explanation.facts
        return 0
    mine, theirs = study.outcomes[explanation.card], study.outcomes[explanation.other]
    differences = [one - other for one, other in zip(mine, theirs, strict=True)]
    points, error = mean_and_error(differences)
    assert explanation.points == pytest.approx(points) and explanation.worlds == len(study.worlds)
    assert any(differences)
    unit = PLAY_MODELS.of(at.family).context(at.view).unit
    clear = abs(points) >= FELT * unit and abs(points) > error
    best = CardVerdict.BEST if explanation.alike is None else CardVerdict.AMONG
    wanted = CardVerdict.EQUAL if not clear else best if points > 0 else CardVerdict.WORSE
    assert explanation.verdict is wanted
    if not clear:
        assert not explanation.facts
        return 0
    better, other = (
        (explanation.card, explanation.other) if points > 0 else (explanation.other, explanation.card)
    )
    for fact in explanation.facts:
        if fact.kind in COUNTED:
            assert (fact.count, fact.instead) == (
                tally(fact.kind, study, better),
                tally(fact.kind, study, other),
            )
            continue
        if 13 - len(at.view.tricks) > 8 and not on_table(at):
            continue
        again = counted(at, fact, better, other, study.worlds)
        assert again is not None and (fact.holds, fact.instead) == again[:2]
        won = [gain for held, gain in zip(again[2], gains(study, better, other), strict=True) if held]
        assert 2 * sum(won) >= sum(gains(study, better, other))
    return len(explanation.facts)


def tally(kind: ReasonKind, study: Study, card: Card) -> int:
    """In how many deals points are won, points or a card lost, or nothing is."""
    right = {
        ReasonKind.AHEAD: lambda points: points > 0,
        ReasonKind.CATCHES: lambda points: points < 0,
        ReasonKind.CLEAN: lambda points: points >= 0,
    }[kind]
    return Counter(map(right, study.outcomes[card]))[True]


WORDS = words_for("en")
SHARE = re.compile(r" \(in (\d+) of (\d+) deals(?:, with \S+ in (\d+))?\)$")
BESIDE = re.compile(r"(\d+) of (\d+) are (lower|higher)$")
OUTCOME = re.compile(r"in (\d+) of (\d+) (?:cases|deals), with \S+ in (\d+)$")
OF_HANDS = re.compile(r" \(with (\d+) of the (\d+) hands for which it (was|wasn't) a good card\)$")


def lines(view: View, told: CardExplanation, seat: int) -> list[str]:
    return telling.explanation(view_model(WORDS, view, example_seats(WORDS, view.players)), told, seat)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_number_in_a_sentence_is_counted_again(preset: str) -> None:
    """In the sentences as they are read: of the deals that they speak of, so many are as they say."""
    seen = 0
    for at in moments(preset, 5, 6, 0.25):
        if 13 - len(at.view.tricks) > 8 and not on_table(at):
            continue
        study = STUDIES.of(at.family)(at.view)
        for card in members(at.view.legal):
            told = why(at.view, card)
            first, *rest = lines(at.view, told, at.seat)
            assert len(rest) == len(told.facts)
            if told.other is None or told.verdict is CardVerdict.EQUAL:
                continue
            points = WORDS.tenths(abs(study.mean(card) - study.mean(told.other)))
            assert points in first and f"over {len(study.worlds)} imagined deals" in first
            better, other = card, told.other
            if told.verdict is CardVerdict.WORSE:
                better, other = told.other, card
            for line, fact in zip(rest, told.facts, strict=True):
                seen += counted_in_words(at, study, line, fact, better, other)
    assert seen


def counted_in_words(at: Moment, study: Study, line: str, fact: Fact, better: Card, other: Card) -> int:
    """Check the numbers of a line; returns how many there were."""
    if fact.kind in COUNTED:
        found = OUTCOME.search(line)
        assert found is not None, line
        mine, theirs = (tally(fact.kind, study, one) for one in (better, other))
        assert tuple(map(int, found.groups())) == (mine, len(study.worlds), theirs)
        more, fewer = max(mine, theirs), min(mine, theirs)
        assert 2 * more > len(study.worlds) or more >= 2 * fewer
        return 3
    row, said = ROWS[fact.kind], SHARE.search(line)
    mine = sum(row.so(at, fact, better, other, world) for world in study.worlds)
    theirs = sum(row.so(at, fact, other, better, world) for world in study.worlds) if row.both else 0
    if said is None:
        assert mine == len(study.worlds), line
    else:
        assert (int(said[1]), int(said[2]), int(said[3] or 0)) == (mine, len(study.worlds), theirs), line
        assert 2 * mine > len(study.worlds) or mine >= 2 * theirs
    beside = BESIDE.search(line)
    if beside is None:
        assert fact.kind not in BY_SUIT
        return 1
    share = lower_share if beside[3] == "lower" else higher_share
    assert (int(beside[1]), int(beside[2])) == share(at, better)
    return 2


def is_so_in(at: Moment, fact: Fact, better: Card, other: Card, world: World) -> bool:
    """Whether what a fact says of two cards is so in a deal, of whichever seat it may be said of."""
    every = candidates(at, fact.kind, better, other)
    kept = [one for one in every if fact.seat in (None, one.seat)]
    return any(counted(at, one, better, other, [world]) is not None for one in kept)


@pytest.mark.parametrize("preset", ["kingen", "russian-king", "whist-flemish"])
def test_hands_are_counted_in_which_it_is_so(preset: str) -> None:
    """What is said of somebody else's card holds in so many of the deals that are possible for who asks."""
    seen = 0
    for at in moments(preset, 41, 6, 0.25):
        if 13 - len(at.view.tricks) > 7 and not on_table(at):
            continue
        card = Random(1).choice(members(at.view.legal))
        view = at.game.view((at.seat + 1) % 4)
        told = why(view, card)
        if not told.facts:
            continue
        good: list[bool] = []
        bad: list[bool] = []
        (fact,) = told.facts
        for hands, turn in turns(PLAY_MODELS.of(at.family), view, card):
            if turn.view.legal.bit_count() < 2:
                continue
            study = STUDIES.of(at.family)(turn.view)
            mine = explained(turn, study, card)
            is_bad = mine.verdict is CardVerdict.WORSE
            so = False
            if mine.other is not None and mine.verdict is not CardVerdict.EQUAL:
                there = Moment(at.in_world(hands))
                there.game.actions = turn.view.legal
                better = {one for one in study.outcomes if study.mean(one) > study.mean(card)}
                others = better if is_bad else set(study.outcomes) - better - {card}
                pairs = ((one, card) if is_bad else (card, one) for one in others)
                so = any(is_so_in(there, fact, *pair, hands) for pair in pairs)
            (bad if is_bad else good).append(so)
        assert told.mistaken == len(bad) and (2 * len(bad) >= told.hands) is (
            told.verdict is CardVerdict.WORSE
        )
        chosen = bad if told.verdict is CardVerdict.WORSE else good
        assert fact.worlds == len(chosen)
        assert fact.holds <= sum(chosen) and 2 * fact.holds > fact.worlds
        said = OF_HANDS.search(lines(view, told, at.seat)[1])
        if said is None:
            assert fact.holds == fact.worlds
        else:
            assert (int(said[1]), int(said[2])) == (fact.holds, fact.worlds)
            assert (said[3] == "wasn't") is (told.verdict is CardVerdict.WORSE)
        seen += 1
    assert seen


def test_every_kind_of_fact_can_be_found() -> None:
    missing = set(ReasonKind) - set(COUNTED)
    for preset in ("russian-king", "dubbelkingen", "kingen", "whist-walloon"):
        for at in moments(preset, 23, 24, 0.5):
            model = PLAY_MODELS.of(at.family)
            worlds, turn = model.worlds(at.view, 1), Turn(at.view, model.context(at.view))
            for better, other in permutations(members(at.view.legal), 2):
                pair = CardPair(Ways(turn, worlds), better, other)
                found = [finder(pair) for finder in (*FINDERS, *AT_LEAST)]
                missing -= {one.fact.kind for one in found if one is not None}
            if not missing:
                return
    raise AssertionError(missing)


def test_a_card_alone_is_told_as_such() -> None:
    for at in moments("kingen", 2, 3, 0.0):
        raise AssertionError(at)
    rules = make_rules("kingen", 4, {})
    random, game = Random(9), new_game(rules, 0)
    verdicts: Counter[CardVerdict] = Counter()
    game.deal(random.sample(members(game.pack), 52))
    while game.turn >= 0:
        view, card = game.view(game.turn), random.choice(members(game.legal()))
        assert is_play(card)
        if view.legal.bit_count() == 1:
            told = why(view, card)
            led = view.trick.cards[0] if view.trick.cards else None
            follows = led is not None and [one for one in members(view.hand) if same_suit(one, led)] == [card]
            assert told.verdict is (CardVerdict.FOLLOWS if follows else CardVerdict.ONLY)
            verdicts[told.verdict] += 1
        game.apply(card)
    assert verdicts[CardVerdict.FOLLOWS] and verdicts[CardVerdict.ONLY]


@pytest.mark.parametrize("preset", PRESETS)
def test_any_seat_may_ask_of_any_card(preset: str) -> None:
    """Whatever the number of players: it is answered, and of another's hand nothing is named but the card."""
    random = Random(12)
    for players in next(one.players for one in presets() if one.name == preset):
        for at in moments(preset, 31, 2, 0.05, players):
            card = random.choice(members(at.view.legal))
            asker = random.choice([seat for seat in range(players) if seat != at.seat])
            told = why(at.game.view(asker), card)
            assert told.other is None and told.card == card and told.hands
            open_cards = {card, *at.view.trick.cards}
            assert {fact.card for fact in told.facts} <= {None, *open_cards}
            assert all(2 * fact.holds > fact.worlds for fact in told.facts)
