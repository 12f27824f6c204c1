"""S10: which cards came to whom, and how likely it is that they came by chance.

p is found in two ways that share nothing: by integrating the density, and by the recursion over the degrees
of freedom.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tests.stats.reference.reading import Deal, Played, hands


@dataclass
class Came:
    """How often each card of one pack came: to each seat, and to each player by name. ``deals`` are how many
    hands each of them got."""

    pack: tuple[str, ...]
    hand: int
    seats: dict[int, Counter[str]] = field(default_factory=dict)
    players: dict[str, Counter[str]] = field(default_factory=dict)
    deals: int = 0
    player_deals: Counter[str] = field(default_factory=Counter)


Key = tuple[str, int, str]
"""The pack (its cards in order, apart by spaces), how many play, and ``full`` or ``cut``."""


def came(games: Iterable[Played]) -> dict[Key, Came]:
    """The cards of the deals of these games that were scored (S1), by pack; games with cut packs apart."""
    found: dict[Key, Came] = {}
    for game in games:
        for number, deal in enumerate(game.scored):
            pack = tuple(sorted(deal.deck))
            key = (" ".join(pack), game.players, game.options["shuffle"])
            kept = found.setdefault(key, Came(pack, len(pack) // game.players))
            kept.deals += 1
            got = hands(game, deal, positive=_is_positive(game, number, deal))
            for seat, cards in enumerate(got):
                kept.seats.setdefault(seat, Counter()).update(cards)
                if seat in game.names:
                    kept.players.setdefault(game.names[seat], Counter()).update(cards)
                    kept.player_deals[game.names[seat]] += 1
    return found


def _is_positive(game: Played, number: int, deal: Deal) -> bool:
    """G3: whether ``positive-batches`` holds: in trump deals, Denexa's positive ones and orders. Double king
    has no such option."""
    mirrored = deal.contract.startswith("take-")
    if game.family != "king" or mirrored or game.preset in ("dubbelkingen", "whisthub-double-king"):
        return False
    penalties = 6
    if game.preset.startswith("russian"):
        penalties += game.options["eralash"] == "yes"
    return number >= penalties


def chi_squared(counts: Mapping[str, int], pack: int, hand: int, deals: int) -> Fraction:
    """X² of one seat or player: ``counts`` by card (a card that never came may be missing), ``pack`` cards in
    the pack, ``hand`` in a hand. Exact."""
    expected = Fraction(deals * hand, pack)
    never = pack - len(counts)
    off = sum(((count - expected) ** 2 for count in counts.values()), never * expected**2)
    return Fraction(pack - 1, pack - hand) * off / expected


def p_value(x: float, pack: int) -> float:
    """The upper tail of chi squared on one degree of freedom fewer than there are cards."""
    return tail_by_integration(x, pack - 1)


def tail_by_integration(x: float, freedom: int, steps: int = 20_000) -> float:
    """The density integrated from x on by Simpson's rule, by the square root u of what varies: what is left
    out beyond is less than exp(-500)."""
    start = math.sqrt(x)
    end = max(start, math.sqrt(freedom)) + 40
    scale = (1 - freedom / 2) * math.log(2) - math.lgamma(freedom / 2)

    def density(u: float) -> float:
        if u == 0:
            return 1 / math.sqrt(math.pi / 2) if freedom == 1 else 0.0
        return math.exp(scale + (freedom - 1) * math.log(u) - u * u / 2)

    width = (end - start) / steps
    inner = (density(start + step * width) * (4 if step % 2 else 2) for step in range(1, steps))
    return math.fsum([density(start), *inner, density(end)]) * width / 3


def tail_by_recursion(x: float, freedom: int) -> float:
    """Q(x; k + 2) = Q(x; k) + (x/2)^(k/2) exp(-x/2) / gamma(k/2 + 1), from Q(x; 1) = erfc(sqrt(x/2)) or
    Q(x; 2) = exp(-x/2)."""
    if x == 0:
        return 1.0
    half = x / 2
    tail, known = (math.erfc(math.sqrt(half)), 1) if freedom % 2 else (math.exp(-half), 2)
    for k in range(known, freedom, 2):
        tail += math.exp(k / 2 * math.log(half) - half - math.lgamma(k / 2 + 1))
    return tail
