"""The presets of the King family (rules.md, P)."""

from __future__ import annotations

from typing import Final

from bot.engine.king.course import KingPreset
from bot.engine.king.denexa import denexa_course
from bot.engine.king.kingen import double_king_course, kingen_course, one_deal_course
from bot.engine.king.options import (
    DENEXA_OPTIONS,
    DOUBLE_KING_OPTIONS,
    KINGEN_OPTIONS,
    ONE_DEAL_OPTIONS,
    RUSSIAN_OPTIONS,
    RUSSIAN_ORDERS_OPTIONS,
    orders_begin_with_three,
)
from bot.engine.king.russian import russian_course
from bot.engine.packs import pack_without

FAMILY: Final = "king"
BELGIUM: Final = "BE"

FOUR_PLAYERS: Final = {4: pack_without()}
KINGEN_PACKS: Final = {3: pack_without("2S"), **FOUR_PLAYERS, 5: pack_without("7S 7C")}

_LOW: Final = " ".join(rank + suit for rank in "23456" for suit in "CDHS")
RUSSIAN_PACKS: Final = {3: pack_without(f"{_LOW} 7S 7C"), 4: pack_without(_LOW)}

_CLUB: Final = {
    "shuffle": "cut",
    "heart-lead": "only-hearts",
    "forced-penalty": "always",
    "beat-trump-lead": "yes",
    "must-trump": "yes",
    "must-overtrump": "yes",
}
"""What the IWWA's Kingen and double king have in common."""
_WHISTHUB: Final = _CLUB | {
    "hearts-led-free": "yes",
    "early-stop": "king-of-hearts",
    "beat-trump-lead": "no",
}
_RUSSIAN: Final = {"heart-lead": "only-hearts", "early-stop": "decided", "eralash": "yes"}
_DEALER: Final = {"trump-choice": "dealer"}

KINGEN: Final = KingPreset(
    name="kingen",
    family=FAMILY,
    packs=KINGEN_PACKS,
    values={"shuffle": "cut"},
    options=KINGEN_OPTIONS,
    home=BELGIUM,
    course=kingen_course,
)

KINGEN_IWWA: Final = KingPreset(
    name="kingen-iwwa",
    family=FAMILY,
    packs=KINGEN_PACKS,
    values=_CLUB | _DEALER,
    options=KINGEN_OPTIONS,
    home=BELGIUM,
    course=kingen_course,
)

DUBBELKINGEN: Final = KingPreset(
    name="dubbelkingen",
    family=FAMILY,
    packs=FOUR_PLAYERS,
    values=_CLUB,
    options=DOUBLE_KING_OPTIONS,
    home=BELGIUM,
    course=double_king_course,
)

WHISTHUB_KING: Final = KingPreset(
    name="whisthub-king",
    family=FAMILY,
    packs=FOUR_PLAYERS,
    values=_WHISTHUB | _DEALER,
    options=KINGEN_OPTIONS,
    home=BELGIUM,
    course=kingen_course,
)

WHISTHUB_DOUBLE_KING: Final = KingPreset(
    name="whisthub-double-king",
    family=FAMILY,
    packs=FOUR_PLAYERS,
    values=_WHISTHUB,
    options=DOUBLE_KING_OPTIONS,
    home=BELGIUM,
    course=double_king_course,
)

DENEXA_KING: Final = KingPreset(
    name="denexa-king",
    family=FAMILY,
    packs=FOUR_PLAYERS,
    values={"first-dealer": "king-of-hearts"},
    options=DENEXA_OPTIONS,
    course=denexa_course,
)

RUSSIAN_KING: Final = KingPreset(
    name="russian-king",
    family=FAMILY,
    packs=RUSSIAN_PACKS,
    values=_RUSSIAN | {"play-off": "mirrored"},
    options=RUSSIAN_OPTIONS,
    clash=orders_begin_with_three,
    course=russian_course,
)

RUSSIAN_KING_ORDERS: Final = KingPreset(
    name="russian-king-orders",
    family=FAMILY,
    packs=RUSSIAN_PACKS,
    values=_RUSSIAN | {"play-off": "orders", "sale": "yes"},
    options=RUSSIAN_ORDERS_OPTIONS,
    clash=orders_begin_with_three,
    course=russian_course,
)

KINGEN_DEAL: Final = KingPreset(
    name="kingen-deal",
    family=FAMILY,
    packs=FOUR_PLAYERS,
    values={"early-stop": "decided"},
    options=ONE_DEAL_OPTIONS,
    home=BELGIUM,
    course=one_deal_course,
)
"""A single deal of Kingen, which no table is offered: that of the day (``bot.daily``)."""

PRESETS: Final = (
    KINGEN,
    KINGEN_IWWA,
    DUBBELKINGEN,
    WHISTHUB_KING,
    WHISTHUB_DOUBLE_KING,
    DENEXA_KING,
    RUSSIAN_KING,
    RUSSIAN_KING_ORDERS,
)

UNLISTED: Final = (KINGEN_DEAL,)
