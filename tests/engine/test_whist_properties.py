"""What holds in every game of Colour Whist, whatever is said and played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import (
    ACTION_TEXTS,
    CARD_NAMES,
    CARD_OF_NAME,
    RANK_OF,
    SUIT_LETTERS,
    SUIT_OF,
    Card,
    members,
    texts_of,
)
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, DealResult
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.record import Header, action_item, carry_out, deck_item, read, replay, write
from bot.engine.registry import make_rules, new_game
from bot.engine.whist.game import whist_detail, whist_result
from tests.engine.helpers import do, shuffled
from tests.engine.whist import (
    BOTH,
    SEATS,
    WALLOON,
    all_bid,
    arranged,
    auctions,
    lay_out,
    play_arranged,
    redeal,
    some_action,
    table,
    whist,
)
from tests.engine.whist_reference import ROWS, SUITS
from tests.properties import tries

often = tries(80)
seeds = st.integers(0, 10**9)
presets = st.sampled_from(BOTH)
SILENT = ("pass", "wait", "propose", "parole")
ACE = 12


def dealt_at_random(preset: str, seed: int, **values: str) -> Game:
    """A game whose first deal is out."""
    game = whist(preset, SEATS[seed % 4], **values)
    game.deal(shuffled(game, seed))
    return game


def standing(game: Game) -> tuple[int, int] | None:
    """The rank of the standing bid by C17, as its row and its suit; None where nothing stands."""
    bid = whist_detail(game.view(None)).auction.standing
    if bid is None:
        return None
    kind, _, level = bid.name.partition("-")
    name = f"{level} {kind}" if level in ("misere", "slam") else bid.name.replace("-", " ")
    row = next(place for place, names in enumerate(ROWS[game.rules.preset.name]) if name in names)
    if bid.suit is not None:
        return row, SUITS.index(SUIT_LETTERS[bid.suit])
    return row, 4 if level == "slam" else 0


@often
@given(presets, seeds)
def test_an_auction_always_ends(preset: str, seed: int) -> None:
    game, random = dealt_at_random(preset, seed, repeat_proposals="3"), Random(seed)
    for _ in range(120):
        if game.phase != "bidding":
            break
        assert "pass" in texts_of(game.legal())
        game.apply(some_action(game, random))
    assert game.phase != "bidding"
    assert (game.phase == "deck") == (standing(game) is None)


@pytest.mark.parametrize("preset", BOTH)
def test_an_auction_ends_even_when_nobody_wants_it_to(preset: str) -> None:
    """Nobody passes who may do anything else, and everybody proposes and raises rather than bid high."""
    for seed in range(40):
        game = dealt_at_random(preset, seed, repeat_proposals="3")
        steps = 0
        while game.phase == "bidding":
            choices = sorted(
                texts_of(game.legal()), key=lambda text: (text == "pass", text[:4] not in LOW, text)
            )
            do(game, choices[0])
            steps += 1
        assert steps < 80


LOW = ("prop", "acce", "rais", "paro", "solo", "wait")


@often
@given(presets, seeds)
def test_every_legal_bid_outranks_or_says_nothing_or_joins(preset: str, seed: int) -> None:
    game, random = dealt_at_random(preset, seed), Random(seed)
    while game.phase == "bidding":
        before = standing(game)
        side = set(whist_detail(game.view(None)).auction.side)
        for text in texts_of(game.legal()):
            twin = game.copy()
            do(twin, text)
            after, sides = standing(twin), set(whist_detail(twin.view(None)).auction.side)
            if text.split()[0] in SILENT:
                assert (after, sides) == (before, side), text
            elif after == before:
                assert text in ("misere small", "piccolo", "misere grand")
                assert sides == side | {game.turn}
            else:
                assert after is not None and (before is None or after > before), text
                assert game.turn in sides
        game.apply(some_action(game, random))


@often
@given(presets, seeds)
def test_every_level_is_the_lowest_that_outranks(preset: str, seed: int) -> None:
    """No bid of the same kind in the same suit, one trick lower, would have outranked as well."""
    game, random = dealt_at_random(preset, seed), Random(seed)
    rows = ROWS[preset]
    while game.phase == "bidding":
        before = standing(game)
        for text in texts_of(game.legal()):
            if text.split()[0] not in ("accept", "raise", "solo", "abondance"):
                continue
            twin = game.copy()
            do(twin, text)
            bid = whist_detail(twin.view(None)).auction.standing
            assert bid is not None and bid.suit is not None
            kind, level = bid.name.split("-")
            lower = f"{kind} {int(level) - 1}"
            row = next((place for place, names in enumerate(rows) if lower in names), None)
            if row is not None and not (kind == "solo" and int(level) == int(game.rules["solo-minimum"])):
                assert before is not None
                assert (row, SUITS.index(SUIT_LETTERS[bid.suit])) <= before, text
        game.apply(some_action(game, random))


@often
@given(presets, seeds)
def test_what_each_side_would_need_is_what_it_may_raise_to(preset: str, seed: int) -> None:
    game, random = dealt_at_random(preset, seed), Random(seed)
    while game.phase == "bidding":
        auction = whist_detail(game.view(None)).auction
        raises = [text for text in texts_of(game.legal()) if text.startswith("raise")]
        needed = auction.needed(game.turn)
        assert raises == ([f"raise {needed.name.split('-')[1]}"] if needed else [])
        for pair in auction.pairs:
            if not pair.broken:
                assert len({auction.needed(seat) for seat in pair.seats}) == 1
        game.apply(some_action(game, random))


def played_games(preset: str, count: int, **values: str) -> Iterator[tuple[Game, list[str]]]:
    """Whole games at random, with the items of their records."""
    for seed in range(count):
        random, game, items = Random(seed), whist(preset, SEATS[seed % 4], **values), list[str]()
        while game.turn != OVER:
            if game.turn == AWAITS_DECK:
                items.append(deck_item(shuffled(game, random.randrange(10**9))))
            else:
                items.append(action_item(game.turn, some_action(game, random)))
            carry_out(game, items[-1])
        yield game, items


@pytest.mark.parametrize("preset", BOTH)
def test_each_deal_adds_up_to_zero_and_payments_say_the_same(preset: str) -> None:
    kinds: Counter[str] = Counter()
    for game, _ in played_games(preset, 25):
        for result in game.results:
            kinds[result.contract] += 1
            assert_balanced(result)
        scored = [result for result in game.results if result.points is not None]
        assert [result.deal for result in scored] == list(range(16))
        assert game.points == [sum((r.points or (0,) * 4)[seat] for r in scored) for seat in range(4)]
        assert sum(game.points) == 0
    assert kinds[""] > 0 and set(kinds) - {""} <= {*auctions(preset), "troel"} and len(kinds) > 8


def assert_balanced(result: DealResult) -> None:
    detail = whist_result(result)
    if result.points is None:
        assert (result.contract, result.trump, sum(result.tricks)) == ("", None, 0)
        assert (detail.bid, detail.bidders, detail.payments) == (None, (), ())
        return
    assert sum(result.points) == 0
    assert sum(result.tricks) == (12 if result.contract == "small-misere" else 13)
    balance = [0] * 4
    for payer, payee, amount in detail.payments:
        balance[payer] -= amount
        balance[payee] += amount
    assert tuple(balance) == result.points
    assert len(detail.made) == len(detail.bidders) > 0 and detail.bid is not None
    assert detail.bid.name == result.contract and detail.bid.suit in (result.trump, None)


@pytest.mark.parametrize("preset", BOTH)
def test_every_played_game_replays_from_its_record(preset: str) -> None:
    for seed, (game, items) in enumerate(played_games(preset, 6, deals="8")):
        record = read(write(Header(game.rules, seed % 4, {}), items).encode())
        assert record.items == tuple(items) and record.header.rules == game.rules
        again = replay(record)
        assert [again.view(seat) for seat in (None, *range(4))] == [
            game.view(seat) for seat in (None, *range(4))
        ]
        assert again.results == game.results and list(again.points) == game.points


@often
@given(presets, seeds, st.integers(0, 200))
def test_what_a_view_says_at_any_moment(preset: str, seed: int, steps: int) -> None:
    random, game = Random(seed), new_game(make_rules(preset, 4, {}), seed % 4)
    for _ in range(steps):
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, random.randrange(10**9)))
        else:
            game.apply(some_action(game, random))
    for seat in (None, *range(4)):
        view = game.view(seat)
        detail = whist_detail(view)
        assert view.phase in ("deck", "bidding", "double", "discard", "trump", "play")
        assert view.plan == ("",) * 16 and view.deals == 16
        if view.phase == "bidding":
            assert (view.contract, view.trump, detail.bid, detail.target) == ("", None, None, None)
        if view.phase in ("bidding", "double", "discard", "trump", "play"):
            assert view.deal_points == (0,) * 4
        if view.phase in ("double", "discard", "trump", "play"):
            assert view.contract and detail.bid is not None and detail.bid.name == view.contract
        if view.phase == "play" and seat is not None:
            assert detail.target is not None
        assert not any(ACTION_TEXTS[said.action].startswith("discard") for said in view.said)
        assert sum(view.points) == 0


# What nobody may know


def public(game: Game, aces: list[int]) -> object:
    """What everybody sees and hears: cards, words, whose turn it is; who has three aces, and with four of
    them the card called; how many tricks are asked for."""
    view = game.view(None)
    four = whist_detail(view).troel
    called = four.called if four and 4 in aces else None
    troel = next((seat for seat, count in enumerate(aces) if count >= 3), None)
    return (
        view.tricks,
        view.trick,
        view.said,
        view.turn,
        view.phase,
        troel,
        called,
        whist_detail(view).target,
    )


def told(value: object) -> object:
    """All that a value holds, field by field, also what comparing it would leave out."""
    if isinstance(value, Rules):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *(told(getattr(value, part.name)) for part in fields(value)))
    if isinstance(value, Mapping):
        return sorted((str(key), told(item)) for key, item in cast("Mapping[object, object]", value).items())
    if isinstance(value, tuple | list):
        return [told(item) for item in cast("Sequence[object]", value)]
    return value


def aces_of(deck: list[Card], game: Game) -> list[int]:
    """How many aces each seat has been dealt, the batches being 4-4-5."""
    hands: list[list[Card]] = [[] for _ in range(4)]
    top = 0
    for size in map(int, game.rules["batches"].split("-")):
        for step in range(1, 5):
            hands[(game.dealer + step) % 4] += deck[top : top + size]
            top += size
    return [sum(RANK_OF[card] == ACE for card in hand) for hand in hands]


def replayed(
    preset: str, dealer: int, items: list[str], swap: tuple[Card, Card], watcher: int | None
) -> Game | None:
    """The same deal with two cards exchanged, also where they were discarded; None if it cannot have gone so
    or ``watcher`` discarded one of them."""
    first, second = swap
    names = {CARD_NAMES[first]: CARD_NAMES[second], CARD_NAMES[second]: CARD_NAMES[first]}
    game = whist(preset, SEATS[dealer])
    try:
        for item in items:
            words = item.split()
            if words[0] == "deck":
                swapped = " ".join(["deck", *(names.get(word, word) for word in words[1:])])
            elif words[1] == "discard" and words[0] != str(watcher):
                swapped = f"{words[0]} discard {names.get(words[2], words[2])}"
            else:
                swapped = item
            carry_out(game, swapped)
    except RuleViolation:
        return None
    return game


def hidden(game: Game, watcher: int | None) -> list[Card]:
    """The cards not played that a seat does not see: those in other hands that are not open, and discarded by
    others."""
    shown = {card for _, card in game.view(None).shown}
    places = [*enumerate(game.hands), *enumerate(game._laid_aside())]
    return [card for seat, cards in places if seat != watcher for card in members(cards) if card not in shown]


@pytest.mark.parametrize("preset", BOTH)
def test_swapping_two_cards_a_seat_cannot_see_changes_nothing_it_is_told(preset: str) -> None:
    """As long as all that everybody saw stays the same. In a third of the deals somebody has troel, and in
    another small misère is played; half of the troels are still in their auction."""
    found: Counter[str] = Counter()
    for seed in range(200):
        random = Random(seed)
        game, dealer = whist(preset, SEATS[seed % 4]), seed % 4
        deck = some_deck(game, random, troel=seed % 3 == 0)
        items = [deck_item(deck)]
        game.deal(deck)
        for _ in range(random.randrange(4 if seed % 6 == 0 else 90)):
            if game.turn < 0:
                break
            texts = texts_of(game.legal())
            wanted = "misere small" if seed % 3 == 1 and game.phase == "bidding" else ""
            text = wanted if wanted in texts else ACTION_TEXTS[some_action(game, random)]
            items.append(f"{game.turn} {text}")
            carry_out(game, items[-1])
        watcher = random.choice((None, 0, 1, 2, 3))
        cards = hidden(game, watcher)
        aces = aces_of(deck, game)
        for number in range(12):
            if len(cards) < 2:
                break
            high = [card for card in cards if RANK_OF[card] == ACE] if number < 6 else []
            swap = (random.choice(high or cards), random.choice(cards))
            twin = replayed(preset, dealer, items, swap, watcher)
            if twin is None or swap[0] == swap[1]:
                continue
            names = {swap[0]: swap[1], swap[1]: swap[0]}
            if public(twin, aces_of([names.get(card, card) for card in deck], twin)) != public(game, aces):
                continue
            if list(twin.hands) == list(game.hands) and twin._laid_aside() == game._laid_aside():
                continue
            assert told(twin.view(watcher)) == told(game.view(watcher)), (seed, swap)
            found[game.phase] += 1
            found["troel"] += max(aces) >= 3
            found["ace"] += max(aces) >= 3 and ACE in (RANK_OF[swap[0]], RANK_OF[swap[1]])
            found["discard"] += any(set(swap) & set(members(aside)) for aside in game._laid_aside())
    assert min(found[name] for name in ("bidding", "play", "deck", "troel", "ace")) > 20, found
    assert found["discard"] > 20 or preset != WALLOON


def some_deck(game: Game, random: Random, troel: bool) -> list[Card]:
    """A deck at random, with three aces in one hand if so wished."""
    while True:
        deck = shuffled(game, random.randrange(10**9))
        if not troel or max(aces_of(deck, game)) >= 3:
            return deck


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("seed", range(12))
def test_nobody_but_the_partner_knows_the_partner_before_trumps_are_named(preset: str, seed: int) -> None:
    """The fourth ace in one hand or the other: whatever is said, a third seat and spectators see the same."""
    random = Random(seed)
    for watcher, others in ((1, (2, 3)), (2, (1, 3)), (3, (1, 2)), (None, (1, 2))):
        games = [
            table(preset, hands={0: "AS AH AD KC", other: "AC", rest: "2C"}) for other, rest in both(others)
        ]
        while all(game.phase == "bidding" for game in games):
            first, second = (told(game.view(watcher)) for game in games)
            assert first == second
            assert games[0].legal() == games[1].legal()
            action = some_action(games[0], random)
            for game in games:
                game.apply(action)
        assert games[0].view(watcher).said == games[1].view(watcher).said


def both(seats: tuple[int, int]) -> list[tuple[int, int]]:
    """Two seats, in either order."""
    return [seats, (seats[1], seats[0])]


def test_the_partner_hands_differ_by_two_cards_only() -> None:
    """What the test above compares: the same deal but for the ace and one low card."""
    games = [table(WALLOON, hands={0: "AS AH AD KC", one: "AC", other: "2C"}) for one, other in both((2, 3))]
    assert games[0].hands[:2] == games[1].hands[:2]
    differing = games[0].hands[2] ^ games[1].hands[2]
    assert {CARD_NAMES[card] for card in members(differing)} == {"AC", "2C"}
    assert all(SUIT_OF[card] == 0 for card in members(differing))


def test_a_throw_in_tells_nothing_of_the_cards() -> None:
    """A deal thrown in leaves every hand with its owner."""
    for preset in BOTH:
        game = table(preset, all_bid("", 0))
        assert game.view(None).hand == 0 and all(r.tricks == (0,) * 4 for r in game.results)
        redeal(game)
        assert game.view(None).results == tuple(game.results)


def test_discards_are_told_to_nobody_after_the_deal_either() -> None:
    winners = [1, 2, 3] * 4
    game = table(WALLOON, all_bid("misere small", 1), hands=arranged(winners))
    lay_out(game)
    play_arranged(game, winners)
    aces = [CARD_OF_NAME[name] for name in ("AC", "AD", "AH", "AS")]
    for seat in (None, *range(4)):
        view = game.view(seat)
        seen = {card for trick in view.tricks for card in trick.cards} | set(members(view.hand))
        own = whist_detail(view).own_discard
        assert not seen & set(aces) and own == (None if seat is None else aces[seat])
        assert "discard" not in repr(view.results[-1]).replace("discarded", "")


@often
@given(presets, seeds, st.integers(0, 60))
def test_a_refused_action_has_a_reason_and_changes_nothing(preset: str, seed: int, steps: int) -> None:
    game, random = dealt_at_random(preset, seed), Random(seed)
    for _ in range(steps):
        if game.turn >= 0:
            game.apply(some_action(game, random))
    if game.turn < 0:
        return
    before = [game.view(seat) for seat in (None, *range(4))]
    for action in range(len(ACTION_TEXTS)):
        if not game.legal() >> action & 1:
            with pytest.raises(RuleViolation) as violation:
                game.apply(action)
            assert violation.value.code == "illegal-action" and violation.value.reason, ACTION_TEXTS[action]
    assert [game.view(seat) for seat in (None, *range(4))] == before
