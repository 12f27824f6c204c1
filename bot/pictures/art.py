"""Draws the card art: ``python -m bot.pictures.art`` writes the sheets under ``assets/cards``.

Sheets are drawn beforehand and kept in the repository because drawing takes seconds and loading a hundredth
of that; a test draws them anew and compares, so that they cannot drift from this code.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from bot.pictures import faces, palette
from bot.pictures.sizes import Size
from bot.pictures.sprites import CARDS, RANKS, SHEETS, sheet_path


def true_colour_sheet(size: Size) -> Image.Image:
    """All faces, a row a suit, and below them the back, as RGB."""
    sheet = Image.new("RGB", (RANKS * size.width, (CARDS // RANKS + 1) * size.height), palette.WHITE)
    for card in range(CARDS):
        row, column = divmod(card, RANKS)
        sheet.paste(faces.face(card, size), (column * size.width, row * size.height))
    sheet.paste(faces.back(size), (0, CARDS // RANKS * size.height))
    return sheet


def palette_sheet(size: Size) -> Image.Image:
    """The same in the palette of all pictures, each pixel its nearest colour."""
    true = true_colour_sheet(size)
    pixels = true.tobytes()
    index_of = palette.index_of
    indices = bytes(index_of(rgb) for rgb in zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
    sheet = Image.frombytes("P", true.size, indices)
    sheet.putpalette(palette.BYTES)
    return sheet


def main(directory: Path = SHEETS) -> None:
    """Write every sheet."""
    directory.mkdir(parents=True, exist_ok=True)
    for size in Size:
        palette_sheet(size).save(directory / sheet_path(size).name, optimize=True)


if __name__ == "__main__":
    main()
