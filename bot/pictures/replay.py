"""The picture of a moment that is looked at again: all hands open around the trick."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

from bot.pictures import replay_parts, shapes, table_parts
from bot.pictures.bands import BAND, CAPTION, caption_band, title_band
from bot.pictures.marks import crown_badge, order_disc, order_radius
from bot.pictures.palette import FELT, GOLD, IVORY, MAT, PANEL, RAIL
from bot.pictures.replay_parts import Box, PicturePart, Piece, ReplayLayout, SeatPlace, layout_of
from bot.pictures.shapes import CoverageMask
from bot.pictures.style import WIDTH, Size
from bot.pictures.surface import Surface
from bot.pictures.table_parts import AuctionScale
from bot.pictures.text import Weight, fit, fitting, wrapped
from bot.pictures.values import AuctionTable, ReplayPicture, ReplayResult

_BIDS = (AuctionScale(type=25, row=37, rounds=4), AuctionScale(type=25, row=37, rounds=3))
_WON = 6  # width of the frame
_DISC = 14  # how far a number stands in where the card beside lies over its corner
_ROUND = 60  # radius of the mat's corners
_PAD, _LINE, _ROW = 16, 34, 46


def _middle_facts(value: ReplayPicture) -> Hashable:
    """All that is drawn here."""
    if value.auction is not None:
        return value.auction
    names = tuple(seat.name for seat in value.seats)
    if value.result is not None:
        return value.result, names
    return value.trick, value.winning, value.last, value.lead, value.bottom


def _middle_pieces(value: ReplayPicture, layout: ReplayLayout) -> Iterator[Piece]:
    """What there is, within ``layout.middle``."""
    box = left, top, right, bottom = layout.middle
    if value.auction is not None:
        yield Piece(box, value.auction, partial(_auction, bids=value.auction, top=top, bottom=bottom))
        return
    yield from _mat((left + 6, top, right - 6, bottom))
    if value.result is not None:
        names = tuple(seat.name for seat in value.seats)
        paint = partial(_result, names=names, result=value.result, box=box)
        yield Piece(box, (names, value.result), paint)
        return
    corners = [place.card for place in layout.of_seats(value.bottom)]
    yield from _trick(value, corners, layout.lying)
    if value.lead is not None and not value.trick:
        corner = corners[value.lead]
        yield Piece(
            _around(corner, 0, layout.lying), "awaited", partial(_awaited, corner=corner, size=layout.lying)
        )


def _mat(box: Box) -> Iterator[Piece]:
    """The mat with round corners, each a piece of its own: a card hardly ever reaches there."""
    left, top, right, bottom = box
    for inner in (
        (left, top + _ROUND, right, bottom - _ROUND),
        (left + _ROUND, top, right - _ROUND, top + _ROUND),
        (left + _ROUND, bottom - _ROUND, right - _ROUND, bottom),
    ):
        yield Piece(inner, None, partial(_filled, box=inner))
    sides, ends = (left, right - _ROUND), (top, bottom - _ROUND)
    corners = zip(shapes.corners(_ROUND), ((x, y) for y in ends for x in sides), strict=True)
    for mask, (x, y) in corners:
        yield Piece((x, y, x + _ROUND, y + _ROUND), None, partial(_corner, mask=mask, x=x, y=y))


def _filled(surface: Surface, box: Box) -> None:
    surface.fill(*box, MAT)


def _corner(surface: Surface, mask: CoverageMask, x: int, y: int) -> None:
    surface.stamp(mask, x, y, MAT)


def _auction(surface: Surface, bids: AuctionTable, top: int, bottom: int) -> None:
    """As many rounds as there is room for."""
    for scale in _BIDS:
        height = table_parts.auction_height(bids, scale)
        if height <= bottom - top or scale is _BIDS[-1]:
            table_parts.draw_auction(bids, surface, top + (bottom - top - height) // 2, scale)
            return


def _trick(value: ReplayPicture, corners: list[tuple[int, int]], size: Size) -> Iterator[Piece]:
    """The cards overlap a little, so that all marks are laid on afterwards."""
    for played in sorted(value.trick, key=lambda one: corners[one.seat][1]):
        winning, corner = value.trick.index(played) == value.winning, corners[played.seat]
        paint = partial(_framed, card=played.card, corner=corner, size=size, winning=winning)
        yield Piece(_around(corner, _WON, size), (played.card, winning), paint)
    centre = (WIDTH - size.width) // 2
    for number, played in enumerate(value.trick):
        x, y = corners[played.seat]
        left = x + (_DISC if y < corners[value.bottom][1] and x >= centre else 0)
        last = played == value.last
        box = left, y + size.height - 50, left + 50, y + size.height
        paint = partial(_number, number=number + 1, left=left, top=y, size=size, last=last)
        yield Piece(box, (number, last), paint)
        if number == value.winning:
            x, y = x + size.width - 16, y + 16
            yield Piece((x - 22, y - 22, x + 22, y + 22), None, partial(crown_badge, x=x, y=y, radius=22))


def _around(corner: tuple[int, int], rim: int, size: Size) -> Box:
    """The box of a card with so much around it."""
    x, y = corner
    return x - rim, y - rim, x + size.width + rim, y + size.height + rim


def _framed(surface: Surface, card: int, corner: tuple[int, int], size: Size, *, winning: bool) -> None:
    """A card; the one that wins in a golden frame."""
    if winning:
        left, top, right, bottom = _around(corner, _WON, size)
        surface.stamp(shapes.rounded(right - left, bottom - top, size.radius + _WON), left, top, GOLD)
    surface.card(card, size, *corner)


def _number(surface: Surface, number: int, left: int, top: int, size: Size, *, last: bool) -> None:
    """Its number in the order of play, of the card just played on gold."""
    order_disc(surface, number, size, left, top)
    if last:
        radius = order_radius(size)
        x, y, digits = left + radius + 7, top + size.height - radius - 7, radius + 8
        surface.disc(x, y, radius, PANEL)
        surface.disc(x, y, radius - 2, GOLD)
        surface.text(str(number), x, y + round(digits * 0.36), PANEL, digits, Weight.BOLD, "middle")


def _awaited(surface: Surface, corner: tuple[int, int], size: Size) -> None:
    """Where the first card of the trick will lie."""
    surface.box(*_around(corner, 0, size), RAIL, size.radius)
    surface.box(*_around(corner, -3, size), MAT, size.radius - 3)
    order_disc(surface, 1, size, *corner)


def _result(surface: Surface, names: tuple[str, ...], result: ReplayResult, box: Box) -> None:
    """The points of the deal, a line a player."""
    left, right = box[0] + 14, box[2] - 14
    room = right - left - 2 * _PAD
    size = fitting(result.title, Weight.BOLD, 28, 21, room, 2)
    title = [line for line in wrapped(result.title, Weight.BOLD, size, room, 2) if line]
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
        name, rest = names[seat], room - used - 12
        size = fitting(name, Weight.MEDIUM, 27, 20, rest)
        surface.text(fit(name, Weight.MEDIUM, size, rest), left + _PAD, y + 33, ink, size)
        y += _ROW


def replay_height(value: ReplayPicture) -> int:
    """The picture's height in pixels."""
    return layout_of(value).height


def draw_replay(value: ReplayPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × its height, all felt."""
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
    between = _middle_facts(value)
    yield PicturePart(layout.middle, between, lambda: list(_middle_pieces(value, layout)))
    for number, place in enumerate(layout.of_seats(value.bottom)):
        yield from _seat(value, number, place)
    foot = 0, layout.height - CAPTION, WIDTH, layout.height
    caption = value.caption
    yield PicturePart(
        foot, caption, lambda: [Piece(foot, caption, lambda surface: caption_band(surface, caption, foot[1]))]
    )


def _seat(value: ReplayPicture, number: int, place: SeatPlace) -> Iterator[PicturePart]:
    large = value.style.large
    hand = replay_parts.hand_of(value, number)
    yield PicturePart(place.hand, hand, lambda: list(replay_parts.hand_pieces(hand, place, large=large)))
    strip = replay_parts.strip_of(value, value.seats[number])
    paint = partial(replay_parts.draw_strip, strip, place=place)
    yield PicturePart(place.strip, strip, lambda: [Piece(place.strip, strip, paint)], above=hand, recurs=True)
