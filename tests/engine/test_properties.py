"""What holds in every game, whatever is played."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.engine.cards import ACTION_TEXTS, CARD_OF_NAME, Card, members, set_of
from bot.engine.errors import REASONS, RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, DealEnded, TrickTaken, View
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.record import Header, action_item, carry_out, deck_item, read, replay, write
from bot.engine.registry import make_rules, new_game, preset_named
from bot.engine.whist.game import WhistDetail, whist_detail
from tests.engine.helpers import PRESETS, finish, shuffled
from tests.engine.whist import some_action
from tests.properties import tries

often = tries(60)

seeds = st.integers(0, 10**9)


@st.composite
def some_rules(draw: st.DrawFn) -> Rules:
    """The rules of any table there can be."""
    preset = draw(st.sampled_from(PRESETS))
    players = draw(st.sampled_from(preset_named(preset).players))
    rules = make_rules(preset, players, {})
    for option in draw(st.lists(st.sampled_from(rules.options), max_size=5, unique=True)):
        value = draw(st.sampled_from(rules.choices(option)))
        rules = make_rules(preset, players, {**rules.changed, option.name: value})
    return rules


def begun(rules: Rules, seed: int) -> Game:
    """A new game of any family."""
    return new_game(rules, seed % rules.players)


def walk(game: Game, random: Random, steps: int) -> list[str]:
    """Take so many random steps, decks counted; the items."""
    items: list[str] = []
    while game.turn != OVER and len(items) < steps:
        if game.turn == AWAITS_DECK:
            items.append(deck_item(shuffled(game, random.randrange(10**9))))
        else:
            items.append(action_item(game.turn, some_action(game, random)))
        carry_out(game, items[-1])
    return items


def all_views(game: Game) -> list[object]:
    return [game.view(seat) for seat in (None, *range(game.rules.players))]


@often
@given(some_rules(), seeds)
def test_there_is_always_a_legal_action_and_no_card_is_lost(rules: Rules, seed: int) -> None:
    game, random = begun(rules, seed), Random(seed)
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, random.randrange(10**9)))
        legal = game.legal()
        assert legal
        if game.phase == "play":
            assert legal & ~game.hands[game.turn] == 0
        game.apply(some_action(game, random))
        played = (set_of(game.cards), *(set_of(trick.cards) for trick in game.tricks))
        places = [*game.hands, *played, *game._laid_aside()]
        if game.phase == "declare":  # the first three cards of each are out, and nothing else is
            assert [hand.bit_count() for hand in game.hands] == [3] * rules.players
            assert set_of(game.deck[: 3 * rules.players]) == sum(places)
            continue
        assert game.phase in ("offers", "answer") or sum(places) == rules.pack
        assert sum(places) == set_of(members(sum(places)))
        assert game.taken == [
            sum(trick.winner == seat for trick in game.tricks) for seat in range(rules.players)
        ]


def totals(rules: Rules, game: Game) -> list[int]:
    """What each deal adds up to, in the order in which they were played."""
    match rules.preset.name:
        case "denexa-king":
            return [-260, -260, -200, -240, -160, -180, *[325] * 4]
        case "russian-king" | "russian-king-orders":
            half = [-40] * 6 + [-240] * (rules["eralash"] == "yes")
            if rules["play-off"] == "mirrored":
                return [*half, *(-points for points in half)]
            return half + [80 if rules.players == 3 else 64] * rules.players * int(rules["orders-per-player"])
        case "whist-walloon" | "whist-flemish":
            return [0] * len(game.results)
        case _:
            return kingen_totals(rules, game)


def kingen_totals(rules: Rules, game: Game) -> list[int]:
    names = ("tricks", "hearts", "kings-jacks", "queens", "king-of-hearts", "seventh-last")
    points = {3: (17, 13, 8, 4, 4, 5), 4: (13, 13, 8, 8, 5, 5), 5: (10, 13, 8, 8, 5, 6)}[rules.players]
    worth = {name: -total for name, total in zip(names, points, strict=True)} | {"trump": rules.hand_size}
    if rules.values.get("king-of-hearts-points") == "4":
        worth |= {"king-of-hearts": -4, "seventh-last": -6}
    if "double" in rules.preset.name or rules.preset.name == "dubbelkingen":
        assert sorted(result.contract for result in game.results) == sorted([*names * 2, *["trump"] * 8])
        return [worth[result.contract] for result in game.results]
    order = list(names)
    if rules["order"] == "queens-first":
        order[2:4] = "queens", "kings-jacks"
    return [worth[name] for name in [*order, *["trump"] * rules.players]]


def balances(rules: Rules) -> bool:
    """Whether a game adds up to 0: with trump orders only three players' can (R5)."""
    if rules.values.get("play-off") != "orders":
        return True
    return rules.players == 3 and rules["orders-per-player"] == ("2" if rules["eralash"] == "yes" else "1")


@often
@given(some_rules(), seeds)
def test_every_deal_and_the_game_have_fixed_totals(rules: Rules, seed: int) -> None:
    game, random = begun(rules, seed), Random(seed)
    walk(game, random, 10**6)
    assert [sum(result.points or ()) for result in game.results] == totals(rules, game)
    assert (sum(game.points) == 0) == balances(rules)
    assert game.points == [
        sum(r.points[seat] for r in game.results if r.points) for seat in range(rules.players)
    ]


@often
@given(some_rules(), seeds)
def test_an_early_stop_scores_as_full_play(rules: Rules, seed: int) -> None:
    assume("early-stop" in rules.values)
    games = [
        begun(make_rules(rules.preset.name, rules.players, {**rules.changed, "early-stop": stop}), seed)
        for stop in ("never", "decided", "king-of-hearts")
    ]
    full = games[0]
    random = Random(seed)
    while full.turn != OVER:
        deck = shuffled(full, random.randrange(10**9))
        for game in games:
            game.deal(deck)
        while full.turn >= 0:
            action = random.choice(members(full.legal()))
            for game in games[1:]:
                if game.turn >= 0:  # those that have stopped wait for full play
                    assert game.turn == full.turn and game.legal() == full.legal()
                    game.apply(action)
            full.apply(action)
        assert all(game.turn == full.turn and game.points == full.points for game in games)


@often
@given(some_rules(), seeds, st.integers(0, 700))
def test_a_record_replayed_is_the_game(rules: Rules, seed: int, steps: int) -> None:
    game = begun(rules, seed)
    items = walk(game, Random(seed), steps)
    text = write(
        Header(rules, game.rules.players and seed % rules.players, {0: "Ann"}), items, [("secret", "9f")]
    )
    record = read(text.encode())
    assert record.header.rules == rules and record.items == tuple(items) and record.comments["secret"] == "9f"
    again = replay(record)
    assert all_views(again) == all_views(game)
    assert again.gathered() == game.gathered() and again.legal() == game.legal()


@often
@given(some_rules(), seeds, st.integers(0, 400), st.integers(0, len(ACTION_TEXTS) + 3))
def test_a_refused_input_changes_nothing(rules: Rules, seed: int, steps: int, action: int) -> None:
    game = begun(rules, seed)
    walk(game, Random(seed), steps)
    before, gathered = all_views(game), game.gathered()
    if not (game.turn >= 0 and game.legal() >> action & 1):
        with pytest.raises(RuleViolation):
            game.apply(action)
    with pytest.raises(RuleViolation):
        game.deal([*range(51), 0])
    with pytest.raises(RuleViolation):
        game.deal([])
    assert all_views(game) == before and game.gathered() == gathered


@often
@given(some_rules(), seeds, st.integers(0, 400))
def test_every_refusal_of_a_card_has_a_reason(rules: Rules, seed: int, steps: int) -> None:
    game = begun(rules, seed)
    walk(game, Random(seed), steps)
    if game.turn < 0:
        return
    for action in range(len(ACTION_TEXTS)):
        if game.legal() >> action & 1:
            continue
        try:
            game.apply(action)
        except RuleViolation as refused:
            assert refused.code == "illegal-action" and refused.reason in REASONS
            if game.phase == "play" and action < 52:
                assert (refused.reason == "not-in-hand") == (not game.hands[game.turn] >> action & 1)
        else:
            raise AssertionError(ACTION_TEXTS[action])


@often
@given(some_rules(), seeds, st.integers(0, 400))
def test_a_copy_is_independent(rules: Rules, seed: int, steps: int) -> None:
    game = begun(rules, seed)
    walk(game, Random(seed), steps)
    before = all_views(game)
    twin = game.copy()
    assert all_views(twin) == before
    walk(twin, Random(seed + 1), 80)
    assert all_views(game) == before
    for name in ("points", "hands", "tricks", "results", "said", "cards", "taken"):
        assert getattr(twin, name) is not getattr(game, name)


@often
@given(some_rules(), seeds)
def test_gathered_is_a_permutation_of_the_pack_with_the_tricks_in_order(rules: Rules, seed: int) -> None:
    game, random = begun(rules, seed), Random(seed)
    while game.turn != OVER:
        game.deal(shuffled(game, random.randrange(10**9)))
        finish(game, random)
        gathered = game.gathered()
        if rules["shuffle"] == "full" or game.turn == OVER:
            assert gathered is None
            continue
        assert (
            gathered is not None
            and set_of(gathered) == rules.pack
            and len(gathered) == rules.pack.bit_count()
        )
        joined = " " + " ".join(map(str, gathered)) + " "
        assert all(f" {' '.join(map(str, trick.cards))} " in joined for trick in game.tricks)
        game_again = game.copy()
        game_again.deal(gathered)
        assert game_again.turn >= 0


def swapped(items: list[str], rules: Rules, dealer: int, first: Card, second: Card) -> Game | None:
    """The game in which two cards changed places in the last deck, None if it cannot have gone so."""
    game = new_game(rules, dealer)
    last_deck = max(place for place, item in enumerate(items) if item.startswith("deck"))
    try:
        for place, item in enumerate(items):
            if place == last_deck:
                deck = read_deck(item)
                game.deal([{first: second, second: first}.get(card, card) for card in deck])
            else:
                carry_out(game, item)
    except RuleViolation:
        return None
    return game


def read_deck(item: str) -> list[Card]:
    return [CARD_OF_NAME[name] for name in item.split()[1:]]


@tries(150)
@given(some_rules(), seeds, st.integers(1, 400))
def test_a_view_does_not_tell_where_hidden_cards_are(rules: Rules, seed: int, steps: int) -> None:
    game, random = begun(rules, seed), Random(seed)
    dealer = game.dealer
    items = walk(game, random, steps)
    players = rules.players
    watcher = random.choice((None, *range(players)))
    one, other = random.sample([seat for seat in range(players) if seat != watcher], 2)
    shown = {card for _, card in game.view(None).shown}
    mine = [card for card in members(game.hands[one]) if card not in shown]
    theirs = [card for card in members(game.hands[other]) if card not in shown]
    assume(mine and theirs)
    pairs = [(a, b) for a in mine for b in theirs]
    random.shuffle(pairs)
    for first, second in pairs:
        twin = swapped(items, rules, dealer, first, second)
        if twin is not None and twin.turn == game.turn and public(twin) == public(game):
            assert twin.hands != game.hands
            assert twin.view(watcher) == game.view(watcher)
            return
    assume(False)


@often
@given(st.sampled_from((3, 4)), seeds, st.integers(1, 8))
def test_a_view_tells_nothing_of_cards_not_dealt_yet(players: int, seed: int, steps: int) -> None:
    random = Random(seed)
    game = begun(make_rules("russian-king-orders", players, {}), seed)
    game.next_deal = (7 + seed % players, seed % players)
    twin = game.copy()
    deck = shuffled(game, seed)
    rest = deck[3 * players :]
    random.shuffle(rest)
    game.deal(deck)
    twin.deal([*deck[: 3 * players], *rest])
    for _ in range(steps):
        assert game.hands == twin.hands and game.legal() == twin.legal()
        assert all_views(game) == all_views(twin)
        action = random.choice(members(game.legal()))
        game.apply(action)
        twin.apply(action)
        if game.phase == "play":
            break


def public(game: Game) -> object:
    """What everybody saw happen; a troel is announced, and with four aces the card called (C2)."""
    detail = game.view(None).detail
    troel = detail.troel if isinstance(detail, WhistDetail) else None
    announced = (troel.bidder, troel.called) if troel else None
    return (game.tricks, game.cards, game.said, game.view(None).shown, game.results, game.phase, announced)


@often
@given(some_rules(), seeds, st.integers(1, 200))
def test_legal_actions_and_hands_are_shown_to_their_seat_only(rules: Rules, seed: int, steps: int) -> None:
    game = begun(rules, seed)
    walk(game, Random(seed), steps)
    for seat in (None, *range(rules.players)):
        view = game.view(seat)
        assert view.hand == (0 if seat is None else game.hands[seat])
        assert view.legal == (game.legal() if seat == game.turn else 0)
        assert view.hand_sizes == tuple(hand.bit_count() for hand in game.hands)
        blank = replace(view, seat=None, hand=0, legal=0)
        if isinstance(view.detail, WhistDetail):
            blank = replace(blank, detail=known_to_all(game, view))
        assert blank == game.view(None)


def known_to_all(game: Game, view: View) -> WhistDetail:
    """What a seat knows of a deal of Colour Whist less what it knows for itself: its discard, and that it is
    troel's partner while trumps are not named (C2, C19, C20)."""
    detail, spectators = whist_detail(view), whist_detail(game.view(None))
    if detail.troel and detail.troel.partner == view.seat:
        detail = replace(detail, troel=spectators.troel, bidders=spectators.bidders)
    return replace(detail, own_discard=None)


@often
@given(some_rules(), seeds)
def test_events_tell_what_happened(rules: Rules, seed: int) -> None:
    game, random = begun(rules, seed), Random(seed)
    while game.turn != OVER:
        assert game.deal(shuffled(game, random.randrange(10**9))) == ()
        while game.turn >= 0:
            completes = game.phase == "play" and len(game.cards) == rules.players - 1
            events = game.apply(some_action(game, random))
            kinds = [type(event).__name__ for event in events]
            if not completes:
                assert [isinstance(event, DealEnded) and event.result.points for event in events] in (
                    [],
                    [None],
                ), "only a deal thrown in ends without a trick"
                continue
            assert kinds[0] == "TrickTaken"
            assert kinds[1:] == (
                [] if game.turn >= 0 else ["DealEnded", "GameEnded"] if game.turn == OVER else ["DealEnded"]
            )
            taken = events[0]
            assert isinstance(taken, TrickTaken) and taken.trick == game.tricks[-1]
            if len(events) > 1:
                ended = events[1]
                assert isinstance(ended, DealEnded) and ended.result == game.view(None).results[-1]
