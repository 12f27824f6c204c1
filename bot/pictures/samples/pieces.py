"""What samples are put together from: cards by name, players, plates."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from bot.pictures.values import NamedCard, Plate, Played, Seated, TableLabels

RANKS = "23456789TJQKA"
SUITS = "CDHS"
LABELS = TableLabels(tricks="tricks", points="deal", total="total")
FOUR = ("Lena", "Bram", "Ömer", "Хелена")
STRANGE_NAMES = (
    "\u202eevil\u202c & <b>bold</b>",
    "Z̸̡̢̛̹͍̐a̷̧͎͆̕l̴̨̛̗̈g̵̢̛̈́o̴̧",
    "北京 🐱 محمد",
    "Maximiliaan-Alexander van der Straeten",
    "👑🎉",
)


def card(name: str) -> int:
    """``"QH"`` as a card number."""
    return SUITS.index(name[1]) * 13 + RANKS.index(name[0])


def cards(names: str) -> tuple[int, ...]:
    """Several cards, separated by spaces."""
    return tuple(card(name) for name in names.split())


def mask(names: str) -> int:
    """Several cards as a bit mask."""
    return sum(1 << number for number in cards(names))


def named(names: tuple[str, ...], played: str) -> tuple[NamedCard, ...]:
    """Cards with the names of those who played them."""
    return tuple(NamedCard(name, number) for name, number in zip(names, cards(played), strict=False))


def played(lead: int, seats: int, played: str) -> tuple[Played, ...]:
    """Cards played from ``lead`` on, clockwise."""
    return tuple(Played((lead + n) % seats, number) for n, number in enumerate(cards(played)))


def around(
    names: tuple[str, ...], to_move: int | None, dealer: int, bidders: tuple[int, ...] = ()
) -> tuple[Seated, ...]:
    """Players around a trick, each with as many tricks as the number of their seat."""
    return tuple(
        Seated(name, str(seat), seat == dealer, seat == to_move, seat in bidders)
        for seat, name in enumerate(names)
    )


def portrait(ground: str, hair: str) -> bytes:
    """A drawn face as a PNG, in colours that no palette was made for."""
    image = Image.new("RGB", (64, 64), ground)
    pen = ImageDraw.Draw(image)
    pen.ellipse((6, 46, 58, 100), fill="#3d5a80")
    pen.ellipse((16, 8, 48, 46), fill=hair)
    pen.ellipse((19, 16, 45, 50), fill="#e0ac7e")
    pen.ellipse((25, 28, 29, 33), fill="#222222")
    pen.ellipse((35, 28, 39, 33), fill="#222222")
    pen.arc((25, 32, 39, 44), 20, 160, fill="#8c2f39", width=2)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def plates(names: tuple[str, ...], to_move: int | None, dealer: int, cards_left: int) -> tuple[Plate, ...]:
    """Plates with figures that differ from seat to seat."""
    return tuple(
        Plate(
            name=name, tricks=str(seat), points=f"−{seat * 3}" if seat else "0", total=f"−{31 - 7 * seat}",
            dealer=seat == dealer, to_move=seat == to_move, cards_left=cards_left, robot=seat == 2,
        )
        for seat, name in enumerate(names)
    )  # fmt: skip
