"""What the courts have in their hands, by figure and suit: shapes at the left of a figure's field."""

from __future__ import annotations

from bot.pictures.palette import BLACK, BLUE, BROWN, GOLD, GREEN, RED, SKIN, WHITE
from bot.pictures.shapes import circle
from tools.art.costumes import SILVER, Dress, Layer, at

_STAFF = at("M9.4,20 L12.6,20 L12.6,131 L9.4,131 Z")
_HAND = at("M4,94 C4,90 7,88.6 11,88.6 C16,88.6 18.6,91 18.4,95 C18.6,101 16,104 11,104 C6,104 4,101 4,94 Z")
_FINGERS = at(
    "M5,92.6 L18,92.2 L18,93 L5,93.4 Z M4.6,96.4 L18.4,96 L18.4,96.8 L4.6,97.2 Z M5,100.2 L18,99.8 "
    "L18,100.6 L5,101 Z"
)
_CUFF = at("M1,103 C6,100.6 16,100.6 21,103 L23,112 C16,115 5,115 -1,112 Z")

_ORB = at(circle(11, 19, 7.6))
_ORB_BELT = at("M3.6,18 L18.4,18 L18.4,21 L3.6,21 Z M9.8,11.6 L12.2,11.6 L12.2,19 L9.8,19 Z")
_ORB_CROSS = at(
    "M9.5,1 L12.5,1 L12.5,4 L15.5,4 L15.5,7 L12.5,7 L12.5,12 L9.5,12 L9.5,7 L6.5,7 L6.5,4 L9.5,4 Z"
)
_AXE = at(
    "M9,12 L13,12 C17,10 21,7 23,3 C28,14 28,26 23,37 C21,32 17,30 13,29 L9,29 C7,29 4,31 1,33 L1,9 "
    "C4,11 7,12 9,12 Z"
)
_AXE_TIP = at("M11,1 L13.4,12 L8.6,12 Z")
_SWORD = at("M11,0 L15,9 L15,76 L7,76 L7,9 Z")
_SWORD_EDGE = at("M10.5,8 L11.5,8 L11.5,76 L10.5,76 Z")
_GUARD = at("M-1,76 C4,74 18,74 23,76 L23,82 C18,80 4,80 -1,82 Z M9,80 L13,80 L13,112 L9,112 Z")
_LILY = at(
    "M11,1 C15,8 16,14 14,21 C18,20 19,14 17,11 C23,11 25,20 20,25 C18,27 15,27 14,27 L14,31 L8,31 L8,27 "
    "C7,27 4,27 2,25 C-3,20 -1,11 5,11 C3,14 4,20 8,21 C6,14 7,8 11,1 Z"
)
_LILY_TIE = at("M4,25 L18,25 L18,29 L4,29 Z")

_STEM = at("M10,62 L12,62 L13,131 L10.4,131 Z")
_LEAVES = at("M12,84 C14,76 20,73 25,74 C24,80 19,85 12,84 Z M11,80 C9,74 4,71 0,72 C1,78 5,81 11,80 Z")
_ROSE = at(circle(4, 56, 7) + circle(18, 56, 7) + circle(6, 66, 7) + circle(16, 66, 7) + circle(11, 51, 7))
_ROSE_HEART = at(circle(11, 60, 5.6))
_TULIP = at(
    "M11,70 C3,70 0,62 1,46 C5,48 7,50 8,53 C8.6,48 10,45 11,42 C12,45 13.4,48 14,53 C15,50 17,48 21,46 "
    "C22,62 19,70 11,70 Z"
)
_TULIP_LEAF = at("M8,53 C8,60 9,65 11,70 C13,65 14,60 14,53 C13.4,48 12,45 11,42 C10,45 8.6,48 8,53 Z")
_FAN = at("M12,96 L-3,68 C0,57 6,51 13,49 C21,48 28,53 32,60 L14,97 Z")
_FAN_RIM = at("M-3,68 C0,57 6,51 13,49 C21,48 28,53 32,60 L28.6,66 C25,60 20,56.4 14,57 C8,57.6 3,63 .6,74 Z")
_FAN_RIBS = at(
    "M12.4,96 L4,62 L5,61.6 L13.4,96 Z M13,96 L13.6,58 L14.8,58 L14,96 Z M13.4,96 L22.6,60 L23.6,60.6 "
    "L14.4,96 Z"
)

_HALBERD = at(
    "M11,-1 L14.6,14 L14,18 C18,18 22,15 25,10 C28,20 27,30 23,37 C21,31 17,29 13,29 L9,29 L9,26 L1,30 "
    "L4,23 L1,16 L8.4,19 L7.4,14 Z"
)
_PIKE = at("M11,-2 C17,8 19,17 17,25 L13,31 L9,31 L5,25 C3,17 5,8 11,-2 Z")
_PIKE_EDGE = at("M10.5,4 L11.5,4 L11.5,30 L10.5,30 Z")
_TASSEL = at("M6,31 L16,31 L19,45 L15,42 L11,47 L7,42 L3,45 Z")
_FLAG = at("M12,6 C18,3 22,8 31,4 L27,13 L31,24 C22,27 18,21 12,25 Z")
_FLAG_TIP = at(circle(11, 3, 4))
_TRIDENT = at(
    "M9,36 L9,28 C2,27 -1,21 0,10 L-2,10 L2,2 L6,10 L4,10 C4,17 5,21 9,23 L9,9 L7,9 L11,-1 L15,9 L13,9 "
    "L13,23 "
    "C17,21 18,17 18,10 L16,10 L20,2 L24,10 L22,10 C23,21 20,27 13,28 L13,36 Z"
)
_GRIP: tuple[Layer, ...] = (Layer(_HAND, SKIN), Layer(_FINGERS, BLACK, False))


def held(suit: int, figure: int, dress: Dress) -> list[Layer]:
    """What a court (0 jack, 1 queen, 2 king) of ``suit`` has in its hand, from the tip down to the cuff."""
    staff, second = Layer(_STAFF, GOLD), dress.second
    things: tuple[tuple[list[Layer], ...], ...] = (
        (  # jacks
            [Layer(_STAFF, BROWN), Layer(_HALBERD, SILVER)],
            [
                Layer(_STAFF, BROWN), Layer(_TASSEL, second), Layer(_PIKE, SILVER),
                Layer(_PIKE_EDGE, BLACK, False),
            ],
            [Layer(_STAFF, BROWN), Layer(_FLAG, second), Layer(_FLAG_TIP, GOLD)],
            [Layer(_STAFF, BROWN), Layer(_TRIDENT, SILVER)],
        ),
        (  # queens
            [Layer(_STEM, GREEN), Layer(_LEAVES, GREEN), Layer(_TULIP, RED), Layer(_TULIP_LEAF, GOLD)],
            [Layer(_FAN, BLUE), Layer(_FAN_RIM, WHITE), Layer(_FAN_RIBS, BLACK, False)],
            [Layer(_STEM, GREEN), Layer(_LEAVES, GREEN), Layer(_ROSE, RED), Layer(_ROSE_HEART, GOLD)],
            [Layer(_FAN, RED), Layer(_FAN_RIM, GOLD), Layer(_FAN_RIBS, BLACK, False)],
        ),
        (  # kings
            [staff, Layer(_ORB_CROSS, GOLD), Layer(_ORB, second), Layer(_ORB_BELT, GOLD, False)],
            [staff, Layer(_AXE, SILVER), Layer(_AXE_TIP, second)],
            [Layer(_SWORD, SILVER), Layer(_SWORD_EDGE, BLACK, False), Layer(_GUARD, GOLD)],
            [staff, Layer(_LILY, GOLD), Layer(_LILY_TIE, RED)],
        ),
    )  # fmt: skip
    return [*things[figure][suit], *_GRIP, Layer(_CUFF, WHITE if figure != 1 else dress.second)]
