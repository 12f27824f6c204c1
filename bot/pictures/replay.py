"""The picture of a moment that is looked at again: all hands open around the trick. And moments of a deal
as one animated picture: a GIF, which Discord's clients play, on phones too; of an APNG they show the first
frame.

All frames share the one palette of all pictures. Of a moment that follows another only the parts that are not
the same are drawn, and only what changed is encoded. A GIF has one rectangle a frame, and what changes lies
far apart; so a moment is a few frames, all but the last of which stay for an instant.
"""

from __future__ import annotations

import struct
from collections.abc import Hashable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import combinations
from typing import Final, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from bot.pictures import palette, shapes
from bot.pictures.bands import BAND, CAPTION, caption_band, title_band
from bot.pictures.canvas import Box
from bot.pictures.palette import FELT, GOLD, IVORY, MAT, PANEL
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
from bot.pictures.signs import awaited_card, crown_badge, order_disc, order_radius
from bot.pictures.style import WIDTH, CardStyle, Size
from bot.pictures.surface import PaletteSurface, Surface
from bot.pictures.table import AuctionScale, auction_height, draw_auction
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


class AnimationMoment(Enum):
    """What a moment shows, by the milliseconds it stays."""

    CHOICE = 1000  # something is said before the play
    BEGINNING = 1600  # nobody has played yet
    CARD = 700
    TRICK = 1500  # the trick is complete
    END = 5000  # what the deal came to


def moment_of(picture: ReplayPicture) -> AnimationMoment:
    """Which moment a picture shows."""
    if picture.result is not None:
        return AnimationMoment.END
    if not picture.trick:
        return AnimationMoment.CHOICE if picture.lead is None else AnimationMoment.BEGINNING
    return AnimationMoment.TRICK if len(picture.trick) == len(picture.seats) else AnimationMoment.CARD


INSTANT: Final = 20  # milliseconds: less is not kept to, clients make it a tenth of a second
MOST_FRAMES: Final = 4  # of a moment
_WORTH: Final = 15_000  # pixels that take as long to encode as there is to do for a frame besides
_GLOBAL_PALETTE: Final = 0b1_111_0_111  # there is one, of 256 colours of 8 bits
_KEPT: Final = 1  # the frame stays below the next one


def animated(moments: Sequence[ReplayPicture]) -> bytes:
    """The moments one after the other, again and again; one that is like the one before makes that stay
    longer. Equal moments give equal bytes. Raises ``ValueError`` where there are none."""
    if not moments:
        raise ValueError("an animation needs a moment")
    animation = _Animation(max(map(replay_height, moments)), moments[0].style)
    shown: list[tuple[list[_Drawn], int]] = []
    for moment in moments:
        drawn, stay = animation.next(moment), moment_of(moment).value
        if drawn:
            shown.append((drawn, stay))
        else:
            before, stayed = shown[-1]
            shown[-1] = before, stayed + stay
    blocks = (block for drawn, stay in shown for block in _blocks(drawn, stay))
    return b"".join([_head(animation.height), *blocks, b";"])


class _Drawn(NamedTuple):
    """What a frame changes: pixels, and where they begin."""

    image: Image.Image
    left: int
    top: int


class _Animation:
    """A picture that goes on from moment to moment."""

    def __init__(self, height: int, style: CardStyle) -> None:
        self.height = height
        self._surface = PaletteSurface(WIDTH, height, FELT, style, whole=True)
        self._image = self._surface.image
        self._parts: list[PicturePart] = []
        self._lists: dict[Box, list[Piece]] = {}  # the pieces of a part as it is
        self._known: dict[tuple[Box, Hashable], Image.Image] = {}

    def next(self, moment: ReplayPicture) -> list[_Drawn]:
        """What this moment changes, the first one everything; nothing where it is like the one before."""
        now, before = list(parts(moment)), self._parts
        self._parts = now
        if not before:
            self._whole(now)
            return [_Drawn(self._image.copy(), 0, 0)]
        if [part.box for part in now] == [part.box for part in before]:
            changes = [
                change for part, old in zip(now, before, strict=True) for change in self._part(part, old)
            ]
        else:  # things lie elsewhere
            old = self._image.copy()
            self._whole(now)
            changes = [*_change(old, self._image, (0, 0, WIDTH, self.height))]
        boxes = _grouped(changes)
        return [_Drawn(self._image.crop(box), box[0], box[1]) for box in boxes]

    def _whole(self, now: Iterable[PicturePart]) -> None:
        self._lists.clear()
        self._surface.fill(0, 0, WIDTH, self.height, FELT)
        for part in now:
            part.draw(self._surface)
            if part.recurs:
                self._known[part.box, part.facts] = self._image.crop(part.box)

    def _part(self, part: PicturePart, before: PicturePart) -> Iterator[Box]:
        """Draw what of a part is not as it was; where that is."""
        if part.recurs:
            yield from self._recurring(part, before)
        elif part.facts != before.facts:
            yield from self._pieces(part, before)

    def _recurring(self, part: PicturePart, before: PicturePart) -> Iterator[Box]:
        """Put a part there as it was drawn before: whose turn it is goes round and round."""
        if part.facts == before.facts and part.above == before.above:
            return
        known = self._known.get((part.box, part.facts))
        if known is None:
            part.draw(self._surface)
            known = self._known[part.box, part.facts] = self._image.crop(part.box)
        else:
            self._image.paste(known, part.box)
        if part.facts != before.facts:
            yield from _change(self._known[part.box, before.facts], known, part.box)

    def _pieces(self, part: PicturePart, before: PicturePart) -> Iterator[Box]:
        """Draw the pieces that have changed and what lies there besides, and leave the rest as it was."""
        now = part.pieces()
        was = self._lists.get(part.box) or before.pieces()
        self._lists[part.box] = now
        boxes = _apart(_cut(piece.box, part.box) for piece in {*was} ^ {*now})
        if not boxes:
            return
        image, whole = self._image, self._image.crop(part.box)
        for box in boxes:
            self._surface.fill(*box, FELT)
        for piece in now:
            if any(_area(_cut(piece.box, box)) for box in boxes):
                piece.draw(self._surface)
        drawn = [image.crop(box) for box in boxes]
        image.paste(whole, part.box)
        for box, new in zip(boxes, drawn, strict=True):
            old = image.crop(box)
            image.paste(new, box)
            yield from _change(old, new, box)


def _apart(boxes: Iterable[Box]) -> list[Box]:
    """The boxes, those that overlap as one around them."""
    found: list[Box] = []
    for box in boxes:
        around = box
        while over := next((other for other in found if _area(_cut(around, other))), None):
            found.remove(over)
            around = _enclosing((around, over))
        found.append(around)
    return sorted(found)


def _change(old: Image.Image, new: Image.Image, box: Box) -> Iterator[Box]:
    """The smallest rectangle in which two pictures differ, where they do; ``box`` is where they lie."""
    inner = ImageChops.difference(old, new).getbbox()
    if inner is not None:
        left, top, right, bottom = inner
        yield box[0] + left, box[1] + top, box[0] + right, box[1] + bottom


def _grouped(changes: Iterable[Box]) -> list[Box]:
    """The rectangles that are encoded: those that lie near each other as one, and no more than a moment may
    have frames."""
    groups = list(changes)
    while len(groups) > 1:
        pairs = combinations(range(len(groups)), 2)
        waste, one, other = min((_waste(groups[a], groups[b]), a, b) for a, b in pairs)
        if len(groups) <= MOST_FRAMES and waste > _WORTH:
            break
        groups[one] = _enclosing((groups[one], groups.pop(other)))
    return groups


def _waste(one: Box, other: Box) -> int:
    """How many pixels two rectangles take more in one frame than in two."""
    return _area(_enclosing((one, other))) - _area(one) - _area(other)


def _enclosing(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _cut(box: Box, to: Box) -> Box:
    """What of a box is within another; where that is nothing, a box without pixels."""
    left, top = max(box[0], to[0]), max(box[1], to[1])
    return left, top, max(left, min(box[2], to[2])), max(top, min(box[3], to[3]))


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _head(height: int) -> bytes:
    """Signature, size, the one palette, and that it is shown again without end."""
    screen = struct.pack("<6sHHBBB", b"GIF89a", WIDTH, height, _GLOBAL_PALETTE, 0, 0)
    return screen + palette.BYTES.ljust(3 * 256, b"\0") + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def _blocks(frames: Sequence[_Drawn], stay: int) -> Iterator[bytes]:
    """The frames of a moment that stays so many milliseconds."""
    for number, frame in enumerate(frames, 1):
        lasts = stay - INSTANT * (len(frames) - 1) if number == len(frames) else INSTANT
        where = frame.left, frame.top
        yield b"".join(GifImagePlugin.getdata(frame.image, where, duration=lasts, disposal=_KEPT))
