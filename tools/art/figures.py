"""Jack, queen and king as lists of shapes, told apart at a glance: cap, feather and arms; coronet, long hair
and flower or fan; crown, beard and sceptre. Each suit has its own colours, hair and attributes.
"""

from __future__ import annotations

from bot.pictures.palette import BLACK, BROWN, GINGER, GOLD, RED, SKIN, WHITE, Rgb, mix
from bot.pictures.shapes import circle
from tools.art.attributes import held
from tools.art.costumes import DRESSES, SILVER, Dress, Layer, body, even, pair

_BLUSH = mix(SKIN, RED, 0.22)

# --- faces

_EYES = pair("M-13,50 C-11.5,46.6 -7,46.6 -5.4,50 C-7,52.6 -11.5,52.6 -13,50 Z")
_PUPILS = pair(circle(-9.2, 49.7, 2.1))
_LIDS = pair("M-13.8,50.4 C-12,45.4 -6.6,45.4 -4.8,50 L-5.6,50 C-7.4,47.2 -11.4,47.2 -13,50.4 Z")
_BROWS = pair("M-14.6,45.2 C-12,42 -8,41.8 -4.8,43.4 L-5,45.2 C-8,43.8 -11.4,44 -14.2,46.6 Z")
_NOSE = body("M-.6,49 L.8,49 L3.8,59.4 C2.4,61.4 -1.6,61.4 -3.4,60 L-2.6,58.8 C-1,59.6 1,59.6 1.8,58.8 Z")
_CHEEKS = pair(circle(-12, 59, 3.8))


def _gaze(brows: Rgb) -> list[Layer]:
    return [
        Layer(_EYES, WHITE, False), Layer(_PUPILS, BLACK, False), Layer(_LIDS, BLACK, False),
        Layer(_BROWS, brows, False), Layer(_NOSE, BROWN, False),
    ]  # fmt: skip


# --- the king

_K_ROBE = even("M0,84 L-14,84 C-34,88 -46,98 -50,114 L-50,131 L0,131 Z")
_K_BAND = body("M-7,110 L7,110 L7,131 L-7,131 Z")
_K_STONES = body("M0,114 L4,119 L0,124 L-4,119 Z M0,125 L4,130 L0,135 L-4,130 Z")
_K_HAIR = even("M0,26 C-18,26 -27,36 -26,52 C-25.6,62 -32,70 -31,80 C-29.6,88 -20,90 -14,84 L0,84 Z")
_K_LOCKS = pair("M-24,58 C-24,66 -28,74 -26,82 L-25,82 C-26,74 -22.6,66 -23,58 Z")
_K_FACE = even("M0,30 C-12,30 -20,36 -20,50 C-20,66 -14,78 0,80 Z")
_K_COLLAR = even("M0,90 L-14,82 C-26,85 -36,90 -43,98 C-36,110 -18,117 0,119 Z")
_K_TAILS = pair(
    "M-34,95 L-31,103 L-36,102 Z M-22,91 L-19.6,99 L-24.6,98 Z M-24,103 L-21.6,111 L-26.6,110 Z "
    "M-12,102 L-9.6,110 L-14.6,109 Z"
)
_K_BEARD = even(
    "M0,64 C-4,60.4 -12,61 -17,58 C-19,56 -20,52 -20.2,46 C-23,62 -22,80 -15,89 C-10,95 -4,98 0,103 Z"
)
_K_WAVES = pair("M-9,76 C-11,82 -9,88 -6,92 L-5.2,91.4 C-7.6,87 -9,82 -7.8,76 Z") + body(
    "M-.5,80 L.5,80 L.5,96 L-.5,96 Z"
)
_K_MOUSTACHE = even("M0,63.6 C-5,60 -13,62 -16,69.4 C-10,71 -4,70 0,67.4 Z")
_K_MOUTH = body("M-5,70.6 C-2,72.4 2,72.4 5,70.6 C3.6,74.4 -3.6,74.4 -5,70.6 Z")
_K_LINING = even("M0,12 C-14,12 -22,20 -23,34 L0,34 Z")
_K_CROWN = even(
    "M0,7 C-2,15 -5,20 -8,21 C-12,20 -16,16 -18,11 C-20,18 -24,20 -31,16 L-24,38 C-16,33 -8,31.4 0,31.4 Z"
)
_K_RIM = even("M0,26.4 C-9,26.4 -18,28 -26,32.4 L-24,39.4 C-16,35 -8,33.4 0,33.4 Z")
_K_JEWELS = body("M0,27.6 L3.2,30 L0,32.4 L-3.2,30 Z") + pair("M-13,28.8 L-10.6,31.2 L-13.4,33.2 L-16,31 Z")
_K_PEARLS = pair(circle(-18, 9.6, 2.9) + circle(-31.4, 15, 2.9))
_K_CROSS = body(
    "M-1.6,-1 L1.6,-1 L1.6,2 L4.8,2 L4.8,5 L1.6,5 L1.6,9.6 L-1.6,9.6 L-1.6,5 L-4.8,5 L-4.8,2 L-1.6,2 Z"
)

# --- the queen

_Q_DRESS = even("M0,92 L-13,88 C-30,90 -42,98 -46,112 L-48,131 L0,131 Z")
_Q_SLEEVES = pair("M-28,92 C-40,94 -48,102 -48,112 C-44,118 -36,118 -31,114 C-28,106 -27,98 -28,92 Z")
_Q_CHEST = even("M0,112 C-8,110 -16,102 -19,91 C-14,89 -9,88 -8.4,80 L0,80 Z")
_Q_TRIM = even("M0,112 C-8,110 -16,102 -19,91 L-24.6,91.6 C-22,104 -12,116 0,119 Z")
_Q_NECKLACE = even("M0,100.6 C-7,99.6 -12,95 -14.6,88.6 L-12.8,88.2 C-10.4,93.6 -6,97.6 0,98.6 Z")
_Q_PENDANT = body("M0,98.6 L4,103 L0,108 L-4,103 Z")
_Q_HAIR = even(
    "M0,22 C-20,21 -28,34 -27,48 C-26.6,58 -33,64 -34,74 C-35,84 -31,88 -33,95 C-28,101 -20,99 -17,93 "
    "C-14,90 -12,88 -10,86 L0,86 Z"
)
_Q_STRANDS = pair(
    "M-25,58 C-26,68 -30,76 -28,90 L-27,90 C-28.6,77 -24.6,68 -24,58 Z "
    "M-20,66 C-21,76 -24,82 -22,92 L-21,92 C-22.6,82 -20,76 -19,66 Z"
)
_Q_FACE = even("M0,29 C-12,29 -18.4,36 -18.4,50 C-18.4,64 -10,76 0,79 Z")
_Q_FRINGE = even("M0,30 C-9,32 -16,42 -18.4,60 C-24,46 -22,25 0,24 Z")
_Q_LIPS = body("M-5.6,67.4 C-3.4,65 -1.2,64.8 0,66 C1.2,64.8 3.4,65 5.6,67.4 C3.4,71.8 -3.4,71.8 -5.6,67.4 Z")
_Q_LASHES = pair("M-13,49.4 L-16.4,47.4 L-15.8,46.8 L-12.4,48.2 Z")
_Q_CORONET = even(
    "M0,5 C-2,12 -5,15.4 -9,16 C-12,15 -14,12 -15,8.6 C-17,14 -20,15.6 -25,13 L-21,30 C-14,26 -7,25 0,25 Z"
)
_Q_RIM = even("M0,20.6 C-8,20.6 -15,22 -22,25.4 L-21,31 C-14,27 -7,26 0,26 Z")
_Q_PEARLS = body(circle(0, 4.4, 3)) + pair(circle(-15, 7.4, 2.7) + circle(-25.4, 11.8, 2.5))
_Q_STONE = body(circle(0, 18.6, 3.2))
_Q_DROPS = pair(circle(-19.4, 65, 2.3))

# --- the jack

_J_COAT = even("M0,84 L-14,86 C-30,90 -42,98 -46,112 L-47,131 L0,131 Z")
_J_SLASHES = pair("M-36,100 L-30,97 L-27,131 L-34,131 Z M-22,104 L-17,102 L-15,131 L-21,131 Z")
_J_BUTTONS = body(circle(0, 112, 2.5) + circle(0, 122, 2.5))
_J_RUFF = even(
    "M0,82 L-15,80 C-22,80 -27,84 -26,88 C-29,92 -25,97 -20,96 C-18,101 -11,102 -8,99 C-6,103 -2,104 0,102 Z"
)
_J_FOLDS = pair("M-8,84 L-7,84 L-9,98 L-10,98 Z M-16,83 L-15,83 L-20,94 L-21,93.4 Z") + body(
    "M-.5,85 L.5,85 L.5,100 L-.5,100 Z"
)
_J_HAIR = even("M0,28 C-20,28 -26,38 -26,52 C-26,64 -30,70 -31,78 C-26,84 -18,83 -14,78 L0,78 Z")
_J_FACE = even("M0,30 C-12,30 -19,36 -19,50 C-19,64 -12,77 0,80 Z")
_J_FRINGE = even("M0,40 C-4,43 -8,44 -12,44 C-16,47 -18,53 -19,60 C-24,50 -22,32 0,32 Z")
_J_MOUTH = body("M-6,67 C-2.6,69 2.6,69 6,67 C4,71.6 -4,71.6 -6,67 Z")
_J_WHISKERS = even("M0,63.4 C-4,61.6 -9,62.6 -13,66 C-9,66.6 -4,66.6 0,65.2 Z")
_J_CAP = body(
    "M-30,34 C-36,20 -22,9 -4,9 C14,9 34,15 31,32 C30,38 26,39 22,37 C8,31 -8,31 -22,38 C-26,40 -29,38 "
    "-30,34 Z"
)
_J_BRIM = body("M-25,39 C-28,36 -28,31 -24,29 C-8,22.6 8,22.6 24,28 C28,30 28,36 24,38 C8,32 -8,32 -25,39 Z")
_J_FEATHER = body("M14,29 C8,16 12,2 26,-1 C36,-3 43,4 40,12 C38.6,16 35,16.6 33,14 C35,20 30,27 14,29 Z")
_J_QUILL = body("M14,29 C14,18 19,8 30,3 L30.8,4 C21,9.6 16.6,18 15.6,28.6 Z")
_J_BADGE = body("M12,25 L16.4,29.6 L12,34.4 L7.6,29.6 Z")


def _king(dress: Dress) -> list[Layer]:
    lining = dress.robe if dress.robe != GOLD else dress.second
    return [
        Layer(_K_ROBE, dress.robe), Layer(_K_BAND, GOLD if dress.robe != GOLD else dress.second),
        Layer(_K_STONES, lining, False), Layer(_K_HAIR, dress.beard), Layer(_K_LOCKS, BLACK, False),
        Layer(_K_COLLAR, WHITE), Layer(_K_TAILS, BLACK, False), Layer(_K_FACE, SKIN), *_gaze(BLACK),
        Layer(_K_BEARD, dress.beard), Layer(_K_WAVES, BLACK, False), Layer(_K_MOUTH, RED, False),
        Layer(_K_MOUSTACHE, dress.beard), Layer(_K_LINING, lining), Layer(_K_CROSS, GOLD),
        Layer(_K_CROWN, GOLD), Layer(_K_RIM, GOLD), Layer(_K_JEWELS, lining, False), Layer(_K_PEARLS, WHITE),
    ]  # fmt: skip


def _queen(dress: Dress) -> list[Layer]:
    stone = dress.robe if dress.robe != GOLD else dress.second
    return [
        Layer(_Q_DRESS, dress.robe), Layer(_Q_SLEEVES, dress.second), Layer(_Q_HAIR, dress.hair),
        Layer(_Q_STRANDS, BLACK if dress.hair != BLACK else SILVER, False), Layer(_Q_CHEST, SKIN),
        Layer(_Q_TRIM, dress.second if dress.second != GOLD else WHITE), Layer(_Q_NECKLACE, GOLD, False),
        Layer(_Q_PENDANT, stone), Layer(_Q_FACE, SKIN), Layer(_CHEEKS, _BLUSH, False), *_gaze(BROWN),
        Layer(_Q_LASHES, BLACK, False), Layer(_Q_LIPS, RED, False), Layer(_Q_FRINGE, dress.hair),
        Layer(_Q_DROPS, GOLD), Layer(_Q_CORONET, GOLD), Layer(_Q_RIM, GOLD), Layer(_Q_STONE, stone),
        Layer(_Q_PEARLS, WHITE),
    ]  # fmt: skip


def _jack(dress: Dress) -> list[Layer]:
    whiskers = [Layer(_J_WHISKERS, dress.hair, False)] if dress.hair in (BLACK, GINGER) else []
    brows = BROWN if dress.hair != BLACK else BLACK
    return [
        Layer(_J_COAT, dress.robe), Layer(_J_SLASHES, dress.second, False), Layer(_J_BUTTONS, GOLD),
        Layer(_J_HAIR, dress.hair), Layer(_J_RUFF, WHITE), Layer(_J_FOLDS, BLACK, False),
        Layer(_J_FACE, SKIN), *_gaze(brows), Layer(_J_MOUTH, RED, False), *whiskers,
        Layer(_J_FRINGE, dress.hair), Layer(_J_CAP, dress.robe), Layer(_J_FEATHER, WHITE),
        Layer(_J_QUILL, BLACK, False), Layer(_J_BRIM, dress.second), Layer(_J_BADGE, GOLD),
    ]  # fmt: skip


_FIGURES = (_jack, _queen, _king)


def layers(suit: int, figure: int) -> list[Layer]:
    """The shapes of a figure (0 jack, 1 queen, 2 king) of ``suit`` (C D H S), from back to front."""
    dress = DRESSES[suit]
    return [*_FIGURES[figure](dress), *held(suit, figure, dress)]
