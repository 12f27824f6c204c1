"""The options and presets of Colour Whist (rules.md, C1 to C25 and P)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from bot.engine.options import BATCHES, SHUFFLE, Option, Preset, Rules
from bot.engine.play import pack_without
from bot.engine.whist.auction import Allowed
from bot.engine.whist.contracts import (
    FLEMISH_RANKING,
    FLEMISH_TARIFF,
    WALLOON_RANKING,
    WALLOON_TARIFF,
    BidRanking,
    Tariff,
    WhistContract,
)

DEALS: Final = Option("deals", ("16", *(str(deals) for deals in range(4, 65, 4) if deals != 16)), "C1")
TROEL_FOUR_ACES: Final = Option("troel-four-aces", ("highest-heart", "king", "no"), "C2")
REPEAT_PROPOSALS: Final = Option("repeat-proposals", ("2", "1", "3"), "C8")
PASSE_PAROLE: Final = Option("passe-parole", ("yes", "no"), "C10")
SOLO_MINIMUM: Final = Option("solo-minimum", ("5", "6"), "C12")
SMALL_MISERE: Final = Option("small-misere", ("yes", "no"), "C14")
PICCOLO: Final = Option("piccolo", ("yes", "no"), "C14")
DOUBLES: Final = Option("doubles", ("yes", "no"), "C25")


def _fixed(option: Option, value: str) -> Option:
    """An option whose value a table may not change."""
    return replace(option, values=(value,))


WALLOON_OPTIONS: Final = (
    DEALS,
    SMALL_MISERE,
    PICCOLO,
    TROEL_FOUR_ACES,
    REPEAT_PROPOSALS,
    PASSE_PAROLE,
    _fixed(SOLO_MINIMUM, "6"),
    _fixed(DOUBLES, "no"),
    SHUFFLE,
    BATCHES,
)
FLEMISH_OPTIONS: Final = (
    DEALS,
    SOLO_MINIMUM,
    DOUBLES,
    TROEL_FOUR_ACES,
    REPEAT_PROPOSALS,
    PASSE_PAROLE,
    _fixed(SMALL_MISERE, "no"),
    _fixed(PICCOLO, "no"),
    SHUFFLE,
    BATCHES,
)


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


def _one_deal(preset: WhistPreset) -> WhistPreset:
    """The same for a single deal, of a pack that is shuffled."""
    fixed = {"deals": "1", "shuffle": "full"}
    options = tuple(_fixed(one, fixed[one.name]) if one.name in fixed else one for one in preset.options)
    return replace(preset, name=f"{preset.name}-deal", options=options, values={**preset.values, **fixed})


UNLISTED: Final = tuple(map(_one_deal, PRESETS))
"""A single deal of each, which no table is offered: those of the day (``bot.daily``)."""
