"""The presets of Colour Whist (rules.md, P)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from bot.engine.options import Preset, Rules
from bot.engine.packs import pack_without
from bot.engine.whist.auction import Allowed
from bot.engine.whist.bids import FLEMISH_RANKING, WALLOON_RANKING, BidRanking, WhistContract
from bot.engine.whist.options import FLEMISH_OPTIONS, WALLOON_OPTIONS
from bot.engine.whist.scoring import FLEMISH_TARIFF, WALLOON_TARIFF, Tariff

FAMILY: Final = "whist"
BELGIUM: Final = "BE"


@dataclass(frozen=True, slots=True)
class WhistPreset(Preset):
    """A preset of Colour Whist, with its ranking of bids and its payments."""

    ranking: BidRanking = field(kw_only=True, compare=False, repr=False)
    tariff: Tariff = field(kw_only=True, compare=False, repr=False)


def whist_preset(rules: Rules) -> WhistPreset:
    """The preset of rules that are known to be Colour Whist's."""
    assert isinstance(rules.preset, WhistPreset)
    return rules.preset


@lru_cache(maxsize=64)
def allowed(rules: Rules) -> Allowed:
    """What may be bid under these rules."""
    ranking = whist_preset(rules).ranking
    kinds = {rung.kind for row in ranking.rows for rung in row}
    if rules["small-misere"] == "no":
        kinds.discard(WhistContract.SMALL_MISERE)
    if rules["piccolo"] == "no":
        kinds.discard(WhistContract.PICCOLO)
    return Allowed(
        ranking,
        frozenset(kinds),
        solo_minimum=int(rules["solo-minimum"]),
        proposals=int(rules["repeat-proposals"]),
        parole=rules["passe-parole"] == "yes",
    )


WHIST_WALLOON: Final = WhistPreset(
    name="whist-walloon",
    family=FAMILY,
    packs={4: pack_without()},
    values={"shuffle": "cut", "batches": "4-4-5"},
    options=WALLOON_OPTIONS,
    home=BELGIUM,
    ranking=WALLOON_RANKING,
    tariff=WALLOON_TARIFF,
)

WHIST_FLEMISH: Final = WhistPreset(
    name="whist-flemish",
    family=FAMILY,
    packs={4: pack_without()},
    values={"shuffle": "cut", "batches": "4-5-4"},
    options=FLEMISH_OPTIONS,
    home=BELGIUM,
    ranking=FLEMISH_RANKING,
    tariff=FLEMISH_TARIFF,
)

PRESETS: Final = (WHIST_WALLOON, WHIST_FLEMISH)
