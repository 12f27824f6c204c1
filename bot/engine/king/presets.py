"""The presets of the King family (rules.md, P)."""

from __future__ import annotations

from typing import Final

from bot.engine.king.course import KingPreset, kingen_course
from bot.engine.king.options import KINGEN_OPTIONS
from bot.engine.packs import pack_without

FAMILY: Final = "king"

KINGEN_PACKS: Final = {3: pack_without("2S"), 4: pack_without(), 5: pack_without("7S 7C")}

KINGEN: Final = KingPreset(
    name="kingen",
    family=FAMILY,
    packs=KINGEN_PACKS,
    values={"shuffle": "cut"},
    options=KINGEN_OPTIONS,
    course=kingen_course,
)

KINGEN_IWWA: Final = KingPreset(
    name="kingen-iwwa",
    family=FAMILY,
    packs=KINGEN_PACKS,
    values={
        "shuffle": "cut",
        "heart-lead": "only-hearts",
        "forced-penalty": "always",
        "trump-choice": "dealer",
        "beat-trump-lead": "yes",
        "must-trump": "yes",
        "must-overtrump": "yes",
    },
    options=KINGEN_OPTIONS,
    course=kingen_course,
)

PRESETS: Final = (KINGEN, KINGEN_IWWA)
