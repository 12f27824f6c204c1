"""Players' own pictures at the table."""

from __future__ import annotations

import io

from PIL import Image

from bot.playground import reading
from bot.tables.model import State
from bot.tables.table import Table
from tests.e2e.house import House

RED = (201, 40, 60)


def plain_picture(colour: tuple[int, int, int]) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (256, 256), colour).save(file, "PNG")
    return file.getvalue()


def reddish(house: House, table: Table) -> int:
    """How many pixels of the table's picture are of about that red."""
    (picture,) = reading.pictures(house.server, house.table_message(table))
    with Image.open(io.BytesIO(picture.data)) as image:
        data = image.convert("RGB").tobytes()
    pixels = zip(data[::3], data[1::3], data[2::3], strict=True)
    return sum(all(abs(one - other) < 40 for one, other in zip(pixel, RED, strict=True)) for pixel in pixels)


async def test_the_table_shows_the_avatars_of_those_who_have_one(house: House) -> None:
    ann, bram, *_ = house.people()
    plain = await house.start_table(bram)
    without = reddish(house, plain)
    house.world.set_avatar(ann, plain_picture(RED))
    table = await house.start_table(ann)
    kept = house.bot.avatars.of(ann.id)
    assert kept is not None
    with Image.open(io.BytesIO(kept)) as image:
        assert image.size == (64, 64)
    assert house.bot.avatars.of(bram.id) is None
    assert reddish(house, table) > without + 1000


async def test_a_table_is_played_all_the_same_where_the_avatar_is_not_there(house: House) -> None:
    ann, *_ = house.people()
    ann.user["avatar"] = "0" * 32  # the CDN knows of none
    table = await house.start_table(ann)
    assert table.facts.state is State.PLAYING
    assert house.bot.avatars.of(ann.id) is None
    assert reading.pictures(house.server, house.table_message(table))
