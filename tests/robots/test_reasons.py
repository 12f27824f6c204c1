"""Each fact is recomputed: from the view, the ways the cards may lie and the engine, by other code, in random
games of all presets. A fact is told where it is so, and only there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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
from bot.robots.reasons.facts import FINDERS, CardPair, FoundFact
from bot.robots.reasons.model import COUNTED, CardExplanation, CardVerdict, ReasonKind
from bot.robots.reasons.turn import Turn
from bot.robots.registry import PLAY_MODELS, STUDIES, robot_of
from bot.robots.study import Study
from bot.robots.why import FELT, explained, gains, mean_and_error, why

PRESETS = [one.name for one in presets()]
MISERES = ("small-misere", "piccolo", "grand-misere", "open-misere")
World = Sequence[CardSet]


@dataclass
class Moment:
    """A card to be played by ``seat``, in a real game."""

    game: Game

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

    def winners(self, world: World, card: Card) -> set[int]:
        """Who may take the trick once this card is played, over all that the others may play to it."""
        found: set[int] = set()
        number = len(self.game.tricks)

        def go_on(game: Game) -> None:
            if len(game.tricks) > number:
                found.add(game.winner_of(game.tricks[number]))
                return
            for action in members(game.actions):
                after = game.copy()
                after.apply(action)
                go_on(after)

        first = self.in_world(world)
        first.apply(card)
        go_on(first)
        return found

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


Holds = Callable[[Moment, Card, Card, World], bool]


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


def risky(at: Moment, better: Card, other: Card) -> bool:
    lower, out = lower_share(at, better)
    lower_other, out_other = lower_share(at, other)
    return bool(out) and 3 * lower >= 2 * out and (not out_other or lower_other / out_other < lower / out)


def showing_out(at: Moment, suit: int) -> list[int]:
    return [seat for seat in range(at.view.players) if seat != at.seat and at.showed_out(seat, suit)]


def foes_out(at: Moment, suit: int) -> list[int]:
    return [seat for seat in showing_out(at, suit) if not at.on_my_side(seat)]


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


def draws(at: Moment, better: Card, other: Card, world: World) -> bool:
    held = any(SUIT_OF[card] == at.trump for card in others_hold(at, world))
    led = at.wants and not on_table(at) and SUIT_OF[better] == at.trump != SUIT_OF[other]
    return led and held and nobody_else(at, world, better)


SO: dict[ReasonKind, Holds] = {
    ReasonKind.STAYS_UNDER: lambda at, a, b, w: (
        at.avoids and on_table(at) and not at.takes_now(a) and at.takes_now(b) and not somebody_must(at, w, b)
    ),
    ReasonKind.HIGHEST_UNDER: lambda at, a, b, w: (
        at.avoids
        and on_table(at)
        and same_suit(a, b)
        and same_suit(a, at.view.trick.cards[0])
        and at.beats(a, b)
        and not at.takes_now(a)
        and not any(
            at.beats(one, a) and not at.takes_now(one) for one in members(at.view.legal) if same_suit(one, a)
        )
    ),
    ReasonKind.GOES_OVER: lambda at, a, b, w: (
        at.avoids and at.takes_now(a) and somebody_must(at, w, a) and not somebody_must(at, w, b)
    ),
    ReasonKind.WOULD_TAKE: lambda at, a, b, w: (
        at.avoids and at.takes_now(a) and nobody_else(at, w, b) and not nobody_else(at, w, a)
    ),
    ReasonKind.LEFT_WITH: lambda at, a, b, w: (
        at.avoids
        and at.takes_now(b)
        and penalty(at, b)
        and not penalty(at, a)
        and not somebody_must(at, w, b)
    ),
    ReasonKind.FREE: lambda at, a, b, w: (
        at.avoids
        and last(at)
        and at.takes_now(a)
        and not at.takes_now(b)
        and at.costs([*at.view.trick.cards, a]) >= 0
    ),
    ReasonKind.BOUND: lambda at, a, b, w: (
        at.avoids
        and last(at)
        and same_suit(a, b)
        and all(at.takes_now(one) for one in members(at.view.legal))
        and not any(at.beats(one, a) for one in members(at.view.legal))
        and at.beats(a, b)
        and not penalty(at, a)
    ),
    ReasonKind.THROWN: lambda at, a, b, w: (
        at.avoids and on_table(at) and not at.takes_now(a) and penalty(at, a) and not penalty(at, b)
    ),
    ReasonKind.RISKY: lambda at, a, b, w: (
        at.avoids
        and on_table(at)
        and not same_suit(a, at.view.trick.cards[0])
        and not at.takes_now(a)
        and not at.takes_now(b)
        and risky(at, a, b)
    ),
    ReasonKind.KEEPS_EXIT: lambda at, a, b, w: at.avoids and exits(at, w) == [b],
    ReasonKind.SINGLETON: lambda at, a, b, w: at.avoids and single(at, a, b),
    ReasonKind.RUFFS_NEXT: lambda at, a, b, w: (
        at.wants
        and not on_table(at)
        and single(at, a, b)
        and any(SUIT_OF[card] == at.trump for card in members(at.view.hand))
    ),
    ReasonKind.UNBEATABLE: lambda at, a, b, w: (
        at.wants and nobody_else(at, w, a) and not nobody_else(at, w, b)
    ),
    ReasonKind.BEATS: lambda at, a, b, w: (
        at.wants
        and on_table(at)
        and not mine_so_far(at)
        and at.takes_now(a)
        and not at.takes_now(b)
        and not somebody_must(at, w, a)
    ),
    ReasonKind.CHEAPEST: lambda at, a, b, w: (
        at.wants and on_table(at) and at.beats(b, a) and nobody_else(at, w, a) and nobody_else(at, w, b)
    ),
    ReasonKind.LOST: lambda at, a, b, w: (
        at.wants
        and on_table(at)
        and not mine_so_far(at)
        and not any(at.takes_now(one) for one in members(at.view.legal))
        and same_suit(a, b)
        and at.beats(b, a)
        and lowest_of_legal(at, a)
    ),
    ReasonKind.KEEPS_MASTER: lambda at, a, b, w: (
        at.wants
        and on_table(at)
        and not at.takes_now(a)
        and not at.takes_now(b)
        and SUIT_OF[b] != at.trump
        and any(same_suit(one, b) for one in others_hold(at, w))
        and master(at, w, b)
        and not master(at, w, a)
    ),
    ReasonKind.LAST_TRUMP: lambda at, a, b, w: trumps_out(at) == 1 and draws(at, a, b, w),
    ReasonKind.TRUMPS: lambda at, a, b, w: trumps_out(at) != 1 and draws(at, a, b, w),
    ReasonKind.PARTNER: lambda at, a, b, w: (
        at.wants and mine_so_far(at) and not at.takes_now(a) and at.takes_now(b)
    ),
    ReasonKind.QUARRY: lambda at, a, b, w: (
        at.family == "whist"
        and at.seat not in at.quarry
        and at.view.trick.winner in at.quarry
        and not at.takes_now(a)
        and at.takes_now(b)
    ),
}
CERTAIN = {ReasonKind.STAYS_UNDER, ReasonKind.BEATS}
"""What is said of the view alone, though it matters in some worlds only."""


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


def kind_of(finder: Callable[[CardPair], FoundFact | None]) -> list[ReasonKind]:
    """What a finder finds."""
    names = {"trumps_drawn": [ReasonKind.LAST_TRUMP, ReasonKind.TRUMPS], "beats_so_far": [ReasonKind.BEATS]}
    names["singleton"] = [ReasonKind.SINGLETON, ReasonKind.RUFFS_NEXT]
    return names.get(finder.__name__) or [ReasonKind[finder.__name__.upper()]]


def is_so(
    at: Moment, kind: ReasonKind, found: FoundFact | None, better: Card, other: Card, world: World
) -> bool:
    """Whether a fact of that kind holds in a world."""
    if kind not in (ReasonKind.VOID, ReasonKind.RUFF):
        return SO[kind](at, better, other, world)
    if on_table(at) or same_suit(better, other):
        return False
    if kind is ReasonKind.VOID:
        seats = [] if showing_out(at, SUIT_OF[better]) else showing_out(at, SUIT_OF[other])
        wanted, right = at.avoids, lambda card: penalty(at, card)
    else:
        plain = at.trump is not None and at.trump not in (SUIT_OF[better], SUIT_OF[other])
        seats = [] if foes_out(at, SUIT_OF[better]) else foes_out(at, SUIT_OF[other])
        wanted, right = at.wants and plain, lambda card: SUIT_OF[card] == at.trump
    named = seats if found is None else [seat for seat in seats if seat == found.fact.seat]
    return wanted and any(right(card) for seat in named for card in members(world[seat]))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_finder_finds_what_is_so_and_nothing_else(preset: str) -> None:
    random = Random(7)
    for at in moments(preset, 11, 10, 0.5):
        if 13 - len(at.view.tricks) > 9 and not on_table(at):
            continue  # a lead early on: too many tricks may come of it to try them all
        model = PLAY_MODELS.of(at.family)
        worlds = model.worlds(at.view, 3)
        better, other = random.sample(members(at.view.legal), 2)
        pair = CardPair(Turn(at.view, model.context(at.view)), better, other, worlds)
        for finder in FINDERS:
            found = finder(pair)
            for kind in kind_of(finder):
                mine = found if found is not None and found.fact.kind is kind else None
                where = tuple(is_so(at, kind, mine, better, other, world) for world in worlds)
                assert (mine.where if mine else (False,) * len(worlds)) == where, (kind, preset)
                if mine is not None:
                    assert mine.fact.holds == (len(worlds) if kind in CERTAIN else sum(where))
                    assert mine.fact.worlds == len(worlds)


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
    wanted = CardVerdict.EQUAL if not clear else CardVerdict.BEST if points > 0 else CardVerdict.WORSE
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
        found = FoundFact(fact, ())
        if (
            13 - len(at.view.tricks) > 9
            and not on_table(at)
            and fact.kind not in (ReasonKind.VOID, ReasonKind.RUFF)
        ):
            continue
        where = [is_so(at, fact.kind, found, better, other, world) for world in study.worlds]
        assert fact.holds == (len(where) if fact.kind in CERTAIN else sum(where))
        won = [held for held, gain in zip(where, gains(study, better, other), strict=True) if gain > 0]
        assert sum(won) >= 0.6 * len(won)
    return len(explanation.facts)


def tally(kind: ReasonKind, study: Study, card: Card) -> int:
    """In how many deals points are won, points or a card lost, or nothing is."""
    right = {
        ReasonKind.AHEAD: lambda points: points > 0,
        ReasonKind.CATCHES: lambda points: points < 0,
        ReasonKind.CLEAN: lambda points: points >= 0,
    }[kind]
    return Counter(map(right, study.outcomes[card]))[True]


def test_every_kind_of_fact_can_be_found() -> None:
    missing = set(ReasonKind) - set(COUNTED)
    for preset in ("russian-king", "dubbelkingen", "kingen", "whist-walloon"):
        for at in moments(preset, 23, 24, 0.5):
            model = PLAY_MODELS.of(at.family)
            worlds, turn = model.worlds(at.view, 1), Turn(at.view, model.context(at.view))
            for better, other in permutations(members(at.view.legal), 2):
                found = [finder(CardPair(turn, better, other, worlds)) for finder in FINDERS]
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
            assert all(2 * fact.holds >= fact.worlds for fact in told.facts)
