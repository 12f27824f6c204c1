"""The picture of a moment that is looked at again: all hands open around the trick."""

from __future__ import annotations

from collections.abc import Iterator

from bot.pictures import shapes
from bot.pictures.bands import BAND, CAPTION, caption_band, title_band
from bot.pictures.canvas import Box
from bot.pictures.marks import awaited_card, crown_badge, order_disc, order_radius
from bot.pictures.palette import GOLD, IVORY, MAT, PANEL
from bot.pictures.replay_parts import (
    PicturePart,
    Piece,
    ReplayLayout,
    draw_strip,
    hand_of,
    hand_pieces,
    layout_of,
    single,
    strip_of,
)
from bot.pictures.shapes import CoverageMask
from bot.pictures.style import WIDTH, Size
from bot.pictures.surface import Surface
from bot.pictures.table_parts import AuctionScale, auction_height, draw_auction
from bot.pictures.text import Weight, set_in_lines
from bot.pictures.values import AuctionTable, CardOnTable, ReplayPicture, ReplayResult

_BIDS = (AuctionScale(type=25, row=37, rounds=4), AuctionScale(type=25, row=37, rounds=3))
_WON = 6  # width of the frame
_DISC = 14  # how far a number stands in where the card beside lies over its corner
_ROUND = 60  # radius of the mat's corners
_PAD, _LINE, _ROW = 16, 34, 46


def _middle(value: ReplayPicture, layout: ReplayLayout) -> PicturePart:
    """What lies between the hands: the auction, what the deal came to, or the trick."""
    box = left, top, right, bottom = layout.middle
    if value.auction is not None:
        return single(box, _auction, value.auction, top, bottom)
    mat = left + 6, top, right - 6, bottom
    if value.result is not None:
        names = tuple(seat.name for seat in value.seats)
        return PicturePart(box, _result_pieces, (mat, names, value.result, box))
    corners = tuple(place.card for place in layout.of_seats(value.bottom))
    lead = value.lead if not value.trick else None
    lying = value.trick, value.winning, value.last, lead, value.bottom, corners, layout.measures.lying
    return PicturePart(box, _trick_pieces, (mat, *lying))


def _mat(box: Box) -> Iterator[Piece]:
    """The mat with round corners, each a piece of its own: a card hardly ever reaches there."""
    left, top, right, bottom = box
    for inner in (
        (left, top + _ROUND, right, bottom - _ROUND),
        (left + _ROUND, top, right - _ROUND, top + _ROUND),
        (left + _ROUND, bottom - _ROUND, right - _ROUND, bottom),
    ):
        yield Piece(inner, _filled, (inner,))
    sides, ends = (left, right - _ROUND), (top, bottom - _ROUND)
    corners = zip(shapes.corners(_ROUND), ((x, y) for y in ends for x in sides), strict=True)
    for mask, (x, y) in corners:
        yield Piece((x, y, x + _ROUND, y + _ROUND), _corner, (mask, x, y))


def _filled(surface: Surface, box: Box) -> None:
    surface.fill(*box, MAT)


def _corner(surface: Surface, mask: CoverageMask, x: int, y: int) -> None:
    surface.stamp(mask, x, y, MAT)


def _auction(surface: Surface, bids: AuctionTable, top: int, bottom: int) -> None:
    """As many rounds as there is room for."""
    for scale in _BIDS:
        height = auction_height(bids, scale)
        if height <= bottom - top or scale is _BIDS[-1]:
            draw_auction(bids, surface, top + (bottom - top - height) // 2, scale)
            return


def _trick_pieces(
    mat: Box,
    trick: tuple[CardOnTable, ...],
    winning: int | None,
    last: CardOnTable | None,
    lead: int | None,
    bottom: int,
    corners: tuple[tuple[int, int], ...],
    size: Size,
) -> Iterator[Piece]:
    """The cards overlap a little, so that all marks are laid on afterwards."""
    yield from _mat(mat)
    for number, played in sorted(enumerate(trick), key=lambda one: corners[one[1].seat][1]):
        corner = corners[played.seat]
        facts = played.card, corner, size, number == winning
        yield Piece(_around(corner, _WON, size), _framed, facts)
    centre = (WIDTH - size.width) // 2
    for number, played in enumerate(trick):
        x, y = corners[played.seat]
        left = x + (_DISC if y < corners[bottom][1] and x >= centre else 0)
        box = left, y + size.height - 50, left + 50, y + size.height
        yield Piece(box, _number, (number + 1, left, y, size, played == last))
        if number == winning:
            x, y = x + size.width - 16, y + 16
            yield Piece((x - 22, y - 22, x + 22, y + 22), crown_badge, (x, y, 22))
    if lead is not None:
        x, y = corners[lead]
        yield Piece((x, y, x + size.width, y + size.height), awaited_card, (x, y, size))


def _around(corner: tuple[int, int], rim: int, size: Size) -> Box:
    """The box of a card with so much around it."""
    x, y = corner
    return x - rim, y - rim, x + size.width + rim, y + size.height + rim


def _framed(surface: Surface, card: int, corner: tuple[int, int], size: Size, winning: bool) -> None:
    """A card; the one that wins in a golden frame."""
    if winning:
        left, top, right, bottom = _around(corner, _WON, size)
        surface.stamp(shapes.rounded(right - left, bottom - top, size.radius + _WON), left, top, GOLD)
    surface.card(card, size, *corner)


def _number(surface: Surface, number: int, left: int, top: int, size: Size, last: bool) -> None:
    """Its number in the order of play, of the card just played on gold."""
    order_disc(surface, number, size, left, top)
    if last:
        radius = order_radius(size)
        x, y, digits = left + radius + 7, top + size.height - radius - 7, radius + 8
        surface.disc(x, y, radius, PANEL)
        surface.disc(x, y, radius - 2, GOLD)
        surface.text(str(number), x, y + round(digits * 0.36), PANEL, digits, Weight.BOLD, "middle")


def _result_pieces(mat: Box, names: tuple[str, ...], result: ReplayResult, box: Box) -> Iterator[Piece]:
    yield from _mat(mat)
    yield Piece(box, _result, (names, result, box))


def _result(surface: Surface, names: tuple[str, ...], result: ReplayResult, box: Box) -> None:
    """The points of the deal, a line a player."""
    left, right = box[0] + 14, box[2] - 14
    room = right - left - 2 * _PAD
    size, lines = set_in_lines(result.title, Weight.BOLD, (28, 21), room, 2)
    title = [line for line in lines if line]
    height = _PAD + _LINE * len(title) + _ROW * len(result.points) + _PAD
    top = (box[1] + box[3] - height) // 2
    surface.box(left, top, right, top + height, PANEL, 16)
    y = top + _PAD
    for line in title:
        surface.text(line, WIDTH // 2, y + 22, IVORY, size, Weight.BOLD, "middle")
        y += _LINE
    for seat, points in enumerate(result.points):
        ink = GOLD if seat in result.best else IVORY
        used = surface.text(points, right - _PAD, y + 34, ink, 32, Weight.BOLD, "right", width=room // 2)
        surface.fitted_text(names[seat], left + _PAD, y + 33, ink, (27, 20), room - used - 12)
        y += _ROW


def replay_height(value: ReplayPicture) -> int:
    """The picture's height in pixels."""
    return layout_of(value).height


def draw_replay(value: ReplayPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × its height, all felt."""
    for part in parts(value):
        part.draw(surface)


def parts(value: ReplayPicture) -> Iterator[PicturePart]:
    """The parts, in the order in which they are drawn. A part paints every pixel of its box from its facts
    alone; so of a picture that follows another, with the same boxes, only the parts that are not the same
    need to be drawn (``animation``). Cards reach below the box of a hand, to where its strip lies, which for
    that reason is drawn after it whenever the hand is."""
    layout = layout_of(value)
    heading = value.title, value.subtitle, value.trump, value.trump_word, value.contract_sign
    yield single((0, 0, WIDTH, BAND), title_band, *heading)
    yield _middle(value, layout)
    for number, place in enumerate(layout.of_seats(value.bottom)):
        hand = hand_of(value, number)
        yield PicturePart(place.hand, hand_pieces, (hand, place, layout.measures))
        yield single(place.strip, draw_strip, strip_of(value, number), value.labels, place, above=hand)
    top = layout.height - CAPTION
    yield single((0, top, WIDTH, layout.height), caption_band, value.caption, top)
