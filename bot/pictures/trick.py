"""The picture of the last trick."""

from __future__ import annotations

from bot.pictures.bands import BAND, CAPTION, caption_band, title_band
from bot.pictures.fonts import Weight
from bot.pictures.marks import played_card
from bot.pictures.palette import IVORY, MAT
from bot.pictures.sizes import MARGIN, WIDTH, Size
from bot.pictures.surface import Surface
from bot.pictures.values import TrickPicture
from bot.pictures.wrapping import fitting

_TOP = BAND + 34
_NAMES = 40


def height_of(value: TrickPicture) -> int:
    """The picture's height in pixels."""
    return _TOP + Size.MEDIUM.height + _NAMES + 24 + (CAPTION if value.caption else 0)


def draw(value: TrickPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × ``height_of(value)``, all felt."""
    title_band(surface, value.title, value.subtitle, value.trump, value.trump_word, value.contract_sign)
    size, pitch = Size.MEDIUM, (WIDTH - 2 * MARGIN) // max(1, len(value.cards))
    pitch = min(pitch, 190)
    left = (WIDTH - pitch * len(value.cards)) // 2
    foot = _TOP + size.height + _NAMES + 10
    surface.box(max(MARGIN, left), BAND + 14, min(WIDTH - MARGIN, WIDTH - left), foot + 2, MAT, 24)
    for place, played in enumerate(value.cards):
        middle, wins = left + place * pitch + pitch // 2, place == value.winner
        played_card(surface, played.card, size, middle - size.width // 2, _TOP, order=place + 1, winning=wins)
        weight = Weight.BOLD if wins else Weight.MEDIUM
        letters = fitting(played.name, weight, 27, 20, pitch - 8)
        surface.text(
            played.name, middle, _TOP + size.height + 38, IVORY, letters, weight, "middle", width=pitch - 8
        )
    if value.caption:
        caption_band(surface, value.caption, height_of(value) - CAPTION)
