"""Who plays in the samples: names that are hard to draw, and faces."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image, ImageDraw

STRANGE_NAMES: Final = (
    "\u202eevil\u202c & <b>bold</b>",
    "Z̸̡̢̛̹͍̐a̷̧͎͆̕l̴̨̛̗̈g̵̢̛̈́o̴̧",
    "北京 🐱 محمد",
    "Maximiliaan-Alexander van der Straeten",
    "👑🎉",
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
