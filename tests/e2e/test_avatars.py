"""Players' own pictures at the table."""

from __future__ import annotations

import io

from PIL import Image

from bot.pictures.painter import render
from bot.tables.model import State
from bot.telling.scenes import table_picture
from playground import reading
from tests.e2e.house import House
from tests.e2e.secrecy import WORDS
from tests.telling.view_models import at_table


def plain_picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (256, 256), (201, 40, 60)).save(file, "PNG")
    return file.getvalue()


async def test_the_table_shows_the_avatars_of_those_who_have_one(house: House) -> None:
    ann, bram, *_ = house.people()
    house.changes.set_avatar(ann.account, plain_picture())
    table = await house.start_table(ann, bram)
    kept = house.bot.avatars.of(ann.id)
    assert kept is not None and house.bot.avatars.of(bram.id) is None
    with Image.open(io.BytesIO(kept)) as image:
        assert image.size == (64, 64)
    await house.world.until(lambda: house.to_move(table) is not None)
    await house.settled()
    (picture,) = reading.pictures(house.server, house.table_message(table))
    view = await table.view(None)
    with_face = table_picture(at_table(WORDS, table.facts, view), house.bot.avatars.of)
    assert [plate.avatar for plate in with_face.plates].count(kept) == 1
    assert picture.data == render(with_face) != render(table_picture(at_table(WORDS, table.facts, view)))


async def test_a_table_is_played_all_the_same_where_the_avatar_is_not_there(house: House) -> None:
    ann, *_ = house.people()
    ann.user["avatar"] = "0" * 32  # the CDN knows of none
    table = await house.start_table(ann)
    assert table.facts.state is State.PLAYING
    assert house.bot.avatars.of(ann.id) is None
    assert reading.pictures(house.server, house.table_message(table))
