"""Moments of a deal as one animated picture: a GIF, which Discord's clients play, on phones too; of an APNG
they show the first frame.

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

from bot.pictures import palette
from bot.pictures.canvas import Box
from bot.pictures.palette import FELT
from bot.pictures.replay import parts, replay_height
from bot.pictures.replay_parts import PicturePart, Piece
from bot.pictures.style import WIDTH, CardStyle
from bot.pictures.surface import PaletteSurface
from bot.pictures.values import ReplayPicture


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
            around = _around((around, over))
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
        groups[one] = _around((groups[one], groups.pop(other)))
    return groups


def _waste(one: Box, other: Box) -> int:
    """How many pixels two rectangles take more in one frame than in two."""
    return _area(_around((one, other))) - _area(one) - _area(other)


def _around(boxes: Iterable[Box]) -> Box:
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
