"""What cards played tell of those that are not seen."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import exp
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.engine.cards import FULL_PACK, RANK_OF, SUIT_MASK_OF, SUIT_MASKS, Card, members, set_of
from bot.engine.game import View
from bot.engine.king.course import contract_of
from bot.engine.king.presets import FAMILY as KING
from bot.engine.whist.contracts import NEGATIVE
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.playout import terms_of
from tests.robots.compiled import UNLEARNED, ready, robot
from tests.robots.moves import played as games_of

MANY = 20_000


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    ready()


def told_by(view: View, seat: int, other: Card) -> int:
    """What the table says that a seat's cards played tell of another card, looked up as its words say it."""
    from bot.robots.core.deal import of_contract, of_terms  # noqa: PLC0415 - once it is ready
    from bot.robots.core.learned import LEARNED  # noqa: PLC0415 - once it is ready

    king = view.rules.preset.family == KING
    contract = contract_of(view) if king else None
    deal = of_terms(terms_of(view)) if contract is None else of_contract(contract, 4, view.rules.hand_size)
    counting = deal.scoring or (SUIT_MASKS[view.trump] if view.trump is not None else 0)

    def rank(card: Card) -> int:
        return -RANK_OF[card] if deal.falling else RANK_OF[card]

    total = 0
    for number, trick in enumerate((*view.tricks, view.trick), 1):
        best: Card | None = None
        for place, card in enumerate(trick.cards):
            before = best
            beats = before is None or int(deal.beats[before]) >> card & 1 != 0
            best = card if beats else before
            if (trick.leader + place) % 4 != seat:
                continue
            if king:
                costs = "every" if deal.trick_points[number] else "free"
                stake = ["costly", "every", "free", "taking"].index(
                    "taking" if not deal.avoiding else "costly" if deal.scoring else costs
                )
            else:
                terms = terms_of(view)
                stake = 4 + (seat not in terms.bidders) + 2 * (terms.bid.kind in NEGATIVE)
            follows = place > 0 and SUIT_MASK_OF[trick.cards[0]] >> card & 1
            if place == 0:
                manner = 0
            elif follows:
                manner = 1 + 2 * beats + (place == 3)
            else:
                manner = 6 if beats else 5
            if SUIT_MASK_OF[card] >> other & 1:
                ends = [rank(card)]
                if follows and before is not None and SUIT_MASK_OF[card] >> before & 1:
                    ends.append(rank(before))
                where = 0 if rank(other) < min(ends) else 2 if rank(other) > max(ends) else 1
                relation = where + 3 * (counting >> other & 1)
            elif follows:
                continue
            else:
                higher = rank(other) > rank(card)
                relation = 6 + higher + 2 * (counting >> other & 1) + 4 * (counting >> card & 1)
            total += LEARNED[stake][manner][relation]
    return total


@pytest.mark.parametrize("preset", ["kingen", "denexa-king", "russian-king", "whist-walloon"])
def test_each_card_played_tells_of_each_other_what_the_table_says(preset: str) -> None:
    from bot.robots.core.beliefs import MOST, leanings  # noqa: PLC0415 - once it is ready
    from bot.robots.core.deal import of_contract, of_terms  # noqa: PLC0415 - once it is ready
    from bot.robots.strong.search import played_by_others  # noqa: PLC0415 - once it is ready

    random, looked_at = Random(33), 0
    for number in range(2):
        for view, _ in games_of("easy", preset, 4, number):
            if view.phase != "play" or len(view.tricks) < 3 or random.random() < 0.9:
                continue
            contract = contract_of(view) if view.rules.preset.family == KING else None
            deal = of_contract(contract, 4, view.rules.hand_size) if contract else of_terms(terms_of(view))
            found = leanings(deal, played_by_others(view, deal), FULL_PACK, 4)
            assert not found[view.turn].any()
            for seat in {0, 1, 2, 3} - {view.turn}:
                for card in random.sample(range(52), 8):
                    told = told_by(view, seat, card)
                    assert found[seat, card] == max(-MOST, min(MOST, told)), (view, seat, card)
                    looked_at += told != 0
    assert looked_at > 100


def test_ways_are_as_likely_as_the_weights_of_their_cards() -> None:
    from bot.robots.core.beliefs import CardsPlayed, leanings  # noqa: PLC0415 - once it is ready
    from bot.robots.core.deal import of_contract  # noqa: PLC0415 - once it is ready
    from bot.robots.core.entry import worlds  # noqa: PLC0415 - once it is ready
    from bot.robots.core.worlds import Hidden  # noqa: PLC0415 - once it is ready

    view = next(view for view, _ in games_of("easy", "kingen", 4, 0) if view.phase == "play")
    contract = contract_of(view)
    assert contract is not None
    deal = of_contract(contract, 4, view.rules.hand_size)
    led = 7
    row = [np.array([one], np.int64) for one in (1, led + 2, led, led, 0, 1)]
    played = CardsPlayed(*row)  # seat 1 followed over the card led
    cards = [led - 2, led - 1, led + 1, led + 3]
    hidden = Hidden(set_of(cards), np.zeros(4, np.int64), np.array([0, 2, 2, 0]), np.zeros(4, np.int64))
    weights = [exp(leaning / 100) for leaning in leanings(deal, played, hidden.unseen, 4)[1, cards].tolist()]
    likely = {
        set_of(cards[at] for at in two): weights[two[0]] * weights[two[1]]
        for two in combinations(range(4), 2)
    }
    seen = Counter(int(hands[1]) for hands in worlds(deal, hidden, played, 0, 5, MANY))
    assert len(set(weights)) > 1 and set(seen) == set(likely)
    expected = {hand: MANY * weight / sum(likely.values()) for hand, weight in likely.items()}
    assert (
        sum((seen[hand] - each) ** 2 / each for hand, each in expected.items()) < 20.5
    )  # 5 degrees, 1 in 1000


@pytest.mark.parametrize("preset", ["kingen", "whist-walloon"])
def test_who_reads_knows_better_where_the_cards_lie(preset: str) -> None:
    """In games that nothing was learned from."""
    from bot.robots.core.beliefs import HUNDREDTHS, WEIGHTS  # noqa: PLC0415 - once it is ready
    from tests.robots.learned import LEFT_OUT, loss, samples, together  # noqa: PLC0415 - once it is ready

    games = range(0, (8 if preset == "kingen" else 24) * LEFT_OUT, LEFT_OUT)
    found = together([kept for number in games for kept in samples(preset, number)])
    weights = (WEIGHTS / HUNDREDTHS).astype(np.float32)
    assert len(found.seats) > 100
    assert loss(found, weights) < loss(found, np.zeros_like(weights))


def _leans(leaning: NDArray[np.int64], worlds: NDArray[np.int64]) -> int:
    """How likely all worlds are by what was played."""
    return sum(
        int(leaning[seat, card])
        for hands in worlds
        for seat in range(4)
        for card in members(int(hands[seat]))
    )


def test_ways_of_colour_whist_lean_to_what_was_played() -> None:
    """Read, they have the cards more often where the cards played put them."""
    from bot.robots.core.beliefs import leanings  # noqa: PLC0415 - once it is ready
    from bot.robots.core.deal import of_terms  # noqa: PLC0415 - once it is ready
    from bot.robots.strong.search import played_by_others  # noqa: PLC0415 - once it is ready
    from bot.robots.strong.whist import ways  # noqa: PLC0415 - once it is ready

    agreed = looked_at = 0
    for number in range(3):
        for view, _ in games_of("easy", "whist-walloon", 4, number):
            if view.phase != "play" or len(view.tricks) != 5 or view.trick.cards:
                continue
            knowledge, deal = WhistKnowledge(view), of_terms(terms_of(view))
            leaning = leanings(deal, played_by_others(view, deal), knowledge.unseen, 4)

            leans = [_leans(leaning, ways(knowledge, 400, reads=reads)) for reads in (True, False)]
            looked_at += 1
            agreed += leans[0] > leans[1]
    assert looked_at and agreed == looked_at


def test_the_one_that_does_not_read_is_another_robot() -> None:
    differ = 0
    for view, action in games_of("strong", "kingen", 4, 0):
        if view.phase == "play" and len(view.tricks) > 2:
            differ += robot(view.rules, UNLEARNED)(view) != action
    assert differ
