"""What cards played tell of those that are not seen."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import accumulate, combinations
from math import exp, inf, log
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bot.engine.cards import FULL_PACK, RANK_OF, SUIT_MASK_OF, SUIT_MASKS, Card, CardSet, members, set_of
from bot.engine.game import View
from bot.engine.king.course import contract_of
from bot.engine.king.presets import FAMILY as KING
from bot.engine.whist.contracts import NEGATIVE
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.playout import terms_of
from tests.bench.bench_beliefs import all_played, looked_at
from tests.robots.compiled import UNLEARNED, ready, robot
from tests.robots.moves import played as games_of

if TYPE_CHECKING:
    from bot.robots.core.beliefs import Reading, ReadingMemory
    from bot.robots.core.deal import CompiledDeal

ROOT = Path(__file__).parents[2]
MANY = 20_000


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    ready()


def deal_of(view: View) -> CompiledDeal:
    from bot.robots.core.deal import of_contract, of_terms  # noqa: PLC0415 - once it is ready

    if view.rules.preset.family != KING:
        return of_terms(terms_of(view))
    contract = contract_of(view)
    assert contract is not None
    return of_contract(contract, view.players, view.rules.hand_size)


def reading(view: View) -> Reading:
    from bot.robots.strong.search import reading_of  # noqa: PLC0415 - once it is ready

    return reading_of(view, deal_of(view))


def memory(view: View) -> ReadingMemory:
    from bot.robots.core.beliefs import reading_memory  # noqa: PLC0415 - once it is ready

    return reading_memory(reading(view), view.unseen)


def few(cards: CardSet, most: int) -> int:
    return min(cards.bit_count(), most)


def stake_of(view: View, deal: CompiledDeal, seat: int, number: int) -> int:
    if view.rules.preset.family != KING:
        terms = terms_of(view)
        return 4 + (seat not in terms.bidders) + 2 * (terms.bid.kind in NEGATIVE)
    costs = "every" if deal.trick_points[number] else "free"
    stakes = ["costly", "every", "free", "taking"]
    return stakes.index("taking" if not deal.avoiding else "costly" if deal.scoring else costs)


def told_by(view: View, seat: int, hand: CardSet) -> float:
    """How likely what a seat has played is, looked up as the words of the module say it."""
    from bot.robots.core.beliefs import SIZES, WEIGHTS  # noqa: PLC0415 - once it is ready
    from bot.robots.core.deal import legal  # noqa: PLC0415 - once it is ready

    deal, found, players = deal_of(view), 0.0, view.players
    first = [0, *accumulate(SIZES)]
    own = [
        (number, trick, place)
        for number, trick in enumerate((*view.tricks, view.trick), 1)
        for place in range(len(trick.cards))
        if (trick.leader + place) % players == seat
    ]
    gone_of = {
        (number, place): set_of(
            card
            for other, trick in enumerate((*view.tricks, view.trick), 1)
            for at, card in enumerate(trick.cards)
            if (other, at) < (number, place)
        )
        for number, _, place in own
    }
    hand |= set_of(trick.cards[place] for _, trick, place in own)
    counting = deal.scoring or (SUIT_MASKS[deal.trump] if deal.trump >= 0 else 0)
    for number, trick, place in own:
        best, winner = -1, -1
        for at, card in enumerate(trick.cards[:place]):
            if best < 0 or int(deal.beats[best]) >> card & 1:
                best, winner = card, (trick.leader + at) % players
        led = trick.cards[0] if place else -1
        choice, last = int(legal(deal, hand, led, best)), place + 1 == players
        stake = stake_of(view, deal, seat, number)
        if view.rules.preset.family != KING:
            bidders = terms_of(view).bidders
            contested = winner >= 0 and (winner in bidders) == (seat in bidders)
        elif stake == 1:
            contested = True
        else:
            contested = bool(set_of(trick.cards[:place]) & deal.scoring)

        def manner_of(card: Card, led: Card = led, best: Card = best, last: bool = last) -> int:
            if led < 0:
                return 0
            over = int(deal.beats[best]) >> card & 1
            if SUIT_MASK_OF[led] >> card & 1:
                return 1 + 2 * over + last
            return 6 if over else 5

        def rank(card: Card) -> int:
            return 12 - RANK_OF[card] if deal.falling else RANK_OF[card]

        weight: dict[Card, float] = {}
        for card in members(choice):
            suit = SUIT_MASK_OF[card]
            elsewhere = suit & ~hand & ~gone_of[number, place]
            higher = few(set_of(one for one in members(elsewhere) if rank(one) > rank(card)), 4)
            lower = few(set_of(one for one in members(elsewhere) if rank(one) < rank(card)), 4)
            length, counts = few(hand & suit, 7) - 1, counting >> card & 1
            # Trumped and thrown, over and under are told apart; who is last is the same for all.
            alike = [one for one in members(choice & suit) if manner_of(one) == manner_of(card)]
            ranks = sorted(map(rank, alike))
            where = (
                0 if len(alike) == 1 else 1 if rank(card) == ranks[0] else 2 if rank(card) == ranks[-1] else 3
            )
            others = [one for one in members(hand & suit & counting) if one != card]
            play = 7 * stake + manner_of(card)
            beside = 2 * bool(counting & elsewhere) + bool(others)
            age = 0 if number <= 2 else 1 if number <= 4 else 2 if number <= 7 else 3
            shapes = [
                ((56, 2, 2, 13), (play, contested, counts, rank(card))),
                ((56, 2, 2, 5, 5), (play, contested, counts, higher, lower)),
                ((56, 2, 2, 7, 4), (play, contested, counts, length, where)),
                ((56, 4, 2, 7, 5), (play, age, counts, length, higher)),
                ((56, 7, 7, 5), (play, length, few(elsewhere, 6), higher)),
                ((56, 4, 2, 7, 5), (play, beside, counts, length, higher)),
                ((56, 4, 5, 4, 2), (play, players - 1 - place, higher, where, contested)),
            ]
            at = [
                start + int(np.ravel_multi_index(place, shape))
                for start, (shape, place) in zip(first, shapes, strict=False)
            ]
            weight[card] = sum(float(WEIGHTS[one]) for one in at)
        if len(weight) > 1:
            found += max(
                log(0.02), weight.get(trick.cards[place], -inf) - log(sum(map(exp, weight.values())))
            )
        hand &= ~(1 << trick.cards[place])
    return found


@pytest.mark.parametrize(
    ("preset", "players"),
    [
        ("kingen", 3),
        ("kingen", 4),
        ("denexa-king", 4),
        ("russian-king", 4),
        ("whist-walloon", 4),
        ("whist-flemish", 4),
    ],
)
def test_what_somebody_played_is_as_likely_as_its_words_say(preset: str, players: int) -> None:
    from bot.robots.core.beliefs import likelihood  # noqa: PLC0415 - once it is ready

    random, looked_at = Random(33), 0
    for number in range(2):
        for view, _ in games_of("easy", preset, players, number):
            if view.phase != "play" or len(view.tricks) < 3 or random.random() < 0.4:
                continue
            memory_of_it = memory(view)
            for seat in {*range(view.players)} - {view.turn}:
                unseen = [*members(view.unseen)]
                hand = set_of(random.sample(unseen, min(len(unseen), view.hand_sizes[seat])))
                told = told_by(view, seat, hand)
                assert likelihood(memory_of_it, seat, hand) == pytest.approx(told, abs=1e-9), (view, seat)
                looked_at += told != 0
    assert looked_at > 100


def test_ways_are_as_likely_as_what_was_played_is_in_them() -> None:
    from bot.robots.core.beliefs import likelihood, reading_memory  # noqa: PLC0415 - once it is ready
    from bot.robots.core.entry import worlds  # noqa: PLC0415 - once it is ready
    from bot.robots.core.worlds import Hidden  # noqa: PLC0415 - once it is ready

    seen = False
    for view, _ in games_of("easy", "kingen", 4, 0):
        if view.phase != "play" or len(view.tricks) not in (6, 8) or view.trick.cards:
            continue
        (one, other), read = [seat for seat in range(4) if seat != view.turn][:2], reading(view)
        cards = random_four(view)
        hidden = Hidden(
            set_of(cards),
            np.zeros(4, np.int64),
            np.array([2 if seat in (one, other) else 0 for seat in range(4)]),
            np.zeros(4, np.int64),
        )
        kept, likely = reading_memory(read, set_of(cards)), dict[CardSet, float]()
        for two in combinations(cards, 2):
            mine, rest = set_of(two), set_of(cards) & ~set_of(two)
            likely[mine] = exp(likelihood(kept, one, mine) + likelihood(kept, other, rest))
        found = Counter(int(hands[one]) for hands in worlds(read, hidden, view.turn, 5, MANY))
        for hand, each in likely.items():
            assert found[hand] / MANY == pytest.approx(each / sum(likely.values()), abs=0.02)
        seen = seen or max(likely.values()) > 3 * min(likely.values())
        if seen and view.deal > 3:
            break
    assert seen


def random_four(view: View) -> list[Card]:
    return Random(len(view.tricks)).sample([*members(FULL_PACK & ~view.played & ~view.hand)], 4)


@pytest.mark.parametrize(("preset", "games"), [("kingen", 1), ("whist-walloon", 6)])
def test_who_reads_knows_better_where_the_cards_lie(preset: str, games: int) -> None:
    """In games that nothing was learned from."""
    courses = [
        (seed, actions[:200])
        for seed, actions in all_played(preset, range(games), ["steady", "easy", "steady", "strong"], None)
    ]
    deals = [deal for course in courses for deal in looked_at(preset, course)]
    read, even = (
        sum(deal.choices * loss for deal, loss in zip(deals, column, strict=True))
        for column in ([deal.read for deal in deals], [deal.even for deal in deals])
    )
    assert len(deals) > 2
    assert read < even


def test_ways_of_colour_whist_agree_better_with_what_was_played() -> None:
    from bot.robots.core.beliefs import likelihood  # noqa: PLC0415 - once it is ready
    from bot.robots.strong.whist import ways  # noqa: PLC0415 - once it is ready

    agreed = looked_at = 0
    for number in range(3):
        for view, _ in games_of("easy", "whist-walloon", 4, number):
            if view.phase != "play" or len(view.tricks) != 5 or view.trick.cards:
                continue
            knowledge, kept = WhistKnowledge(view), memory(view)
            likely = [
                sum(
                    likelihood(kept, seat, int(hands[seat]))
                    for hands in ways(knowledge, 400, reads=reads)
                    for seat in range(4)
                )
                for reads in (True, False)
            ]
            looked_at += 1
            agreed += likely[0] > likely[1]
    assert looked_at and agreed == looked_at


def test_the_one_that_does_not_read_is_another_robot() -> None:
    differ = 0
    for view, action in games_of("strong", "kingen", 4, 0):
        if view.phase == "play" and len(view.tricks) > 2:
            differ += robot(view.rules, UNLEARNED)(view) != action
    assert differ


def test_weights_that_are_not_there_damaged_or_of_another_version_are_refused(tmp_path: Path) -> None:
    from bot.robots.core.beliefs import FILE, weights_of  # noqa: PLC0415 - once it is ready

    kept, other = FILE.read_bytes(), tmp_path / "learned.npy"
    with pytest.raises(OSError, match=r"learned\.npy"):
        weights_of(other)
    for damaged in (b"", kept[:100], kept[:-1], b"x" + kept[1:]):
        other.write_bytes(damaged)
        with pytest.raises((ValueError, EOFError)):
            weights_of(other)
    np.save(other, np.zeros(7, np.int16))
    with pytest.raises(ValueError, match="another version"):
        weights_of(other)


def test_with_damaged_weights_nothing_is_compiled_and_whoever_hosts_is_told_why(tmp_path: Path) -> None:
    program = tmp_path / "program"
    copytree(ROOT / "bot", program / "bot", ignore=ignore_patterns("__pycache__"))
    (program / "bot" / "robots" / "core" / "learned.npy").write_bytes(b"not an array")
    asked = (
        "import logging, pathlib; logging.basicConfig(level=logging.INFO)\n"
        "from bot.robots.kinds import HERE; from bot.robots.strong.compiled import make_ready\n"
        "make_ready(pathlib.Path('kept')); print(HERE.is_ready, HERE.problem)"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=program, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "failed"]
    assert "ValueError" in done.stderr
