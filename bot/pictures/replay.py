"""The picture of a moment that is looked at again: all hands open around the trick.

It is drawn part by part. A part paints every pixel of its box from what it shows alone; so of a picture that
follows another, with the same boxes, only the parts that are not the same need to be drawn (``animation``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.pictures import replay_hand, replay_middle, replay_strip
from bot.pictures.bands import BAND, CAPTION, caption_band, title_band
from bot.pictures.palette import FELT
from bot.pictures.replay_layout import SeatPlace, layout_of
from bot.pictures.replay_parts import PicturePart, Piece
from bot.pictures.replay_values import ReplayPicture
from bot.pictures.sizes import WIDTH
from bot.pictures.surface import Surface


def height_of(value: ReplayPicture) -> int:
    """The picture's height in pixels."""
    return layout_of(value).height


def draw(value: ReplayPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × ``height_of(value)``, all felt."""
    for part in parts(value):
        draw_part(part, surface)


def draw_part(part: PicturePart, surface: Surface) -> None:
    """Draw a part over whatever is there."""
    surface.fill(*part.box, FELT)
    for piece in part.pieces():
        piece.paint(surface)


def parts(value: ReplayPicture) -> Iterator[PicturePart]:
    """The parts, in the order in which they are drawn. Cards reach below the box of a hand, to where its
    strip lies, which for that reason is drawn after it whenever the hand is."""
    layout = layout_of(value)
    heading = value.title, value.subtitle, value.trump, value.trump_word, value.contract_sign
    head = 0, 0, WIDTH, BAND
    yield PicturePart(
        head, heading, lambda: [Piece(head, heading, lambda surface: title_band(surface, *heading))]
    )
    between = replay_middle.facts_of(value)
    yield PicturePart(layout.middle, between, lambda: list(replay_middle.pieces(value, layout)))
    for number, place in enumerate(layout.of_seats(value.bottom)):
        yield from _seat(value, number, place)
    foot = 0, layout.height - CAPTION, WIDTH, layout.height
    caption = value.caption
    yield PicturePart(
        foot, caption, lambda: [Piece(foot, caption, lambda surface: caption_band(surface, caption, foot[1]))]
    )


def _seat(value: ReplayPicture, number: int, place: SeatPlace) -> Iterator[PicturePart]:
    large = value.style.large
    hand = replay_hand.hand_of(value, number)
    yield PicturePart(place.hand, hand, lambda: list(replay_hand.pieces(hand, place, large=large)))
    strip = replay_strip.strip_of(value, value.seats[number])
    paint = partial(replay_strip.draw, strip, place=place)
    yield PicturePart(place.strip, strip, lambda: [Piece(place.strip, strip, paint)], above=hand, recurs=True)
