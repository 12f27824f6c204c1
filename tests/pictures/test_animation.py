"""An animated deal: every moment as its picture shows it, at its pace, small, and the same each time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

import pytest
from PIL import Image, ImageChops

from bot.people.settings import Preferences
from bot.pictures.painter import Painter, render
from bot.pictures.replay import INSTANT, MOST_FRAMES, AnimationMoment, animated, moment_of
from bot.pictures.values import CardOnTable, ReplayPicture
from tests.pictures.by_name import SAMPLES
from tests.pictures.compare import rgb
from tests.pictures.frames import frames
from tools.samples.people import STRANGE_NAMES

LARGEST: Final = 2_000_000  # bytes
LARGE = Preferences(large=True, colours="four")
DEALS: Final = {
    "king of four": lambda: frames("kingen", 4, seed=1, deal=2),
    "king of three": lambda: frames("kingen", 3, deal=1),
    "king of five, strange names": lambda: frames("kingen", 5, names=STRANGE_NAMES, language="fr"),
    "king, one seat's eyes": lambda: frames("kingen", 4, seed=2, eyes=3),
    "king, trumps, large cards": lambda: frames("kingen", 4, seed=4, deal=9, preferences=LARGE),
    "king of Russia": lambda: frames("russian-king", 4, deal=5, language="ru"),
    "king of Denexa": lambda: frames("denexa-king", 4, deal=3),
    "double king": lambda: frames("whisthub-double-king", 4, deal=2),
    "Walloon whist": lambda: frames("whist-walloon", 4, seed=3, deal=1, language="fr"),
    "Flemish whist, one seat's eyes": lambda: frames("whist-flemish", 4, seed=5, language="nl", eyes=0),
}  # fmt: skip


def shown(gif: bytes) -> Iterator[tuple[Image.Image, int]]:
    """What is seen, and for how many milliseconds, with the instants before a moment is complete."""
    with Image.open(io.BytesIO(gif)) as image:
        stayed = instants = 0
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            stay = image.info["duration"]
            stayed, instants = stayed + stay, instants + 1
            if stay > INSTANT:
                assert instants <= MOST_FRAMES
                yield image.convert("RGB"), stayed
                stayed = instants = 0


def different(moments: tuple[ReplayPicture, ...]) -> list[tuple[bytes, int]]:
    """The picture of each moment that is not like the one before, and how long such moments stay."""
    pictures = ((render(moment), moment_of(moment).value) for moment in moments)
    return [(png, sum(stay for _, stay in same)) for png, same in groupby(pictures, key=lambda one: one[0])]


@pytest.mark.parametrize("deal", DEALS)
def test_every_moment_is_seen_as_its_picture_shows_it_and_stays_as_long_as_its_kind(deal):
    moments = DEALS[deal]()
    gif = animated(moments)
    assert len(gif) < LARGEST
    expected = different(moments)
    found = list(shown(gif))
    assert [stay for _, stay in found] == [stay for _, stay in expected]
    for (image, _), (png, _) in zip(found, expected, strict=True):
        assert ImageChops.difference(image, rgb(png)).getbbox() is None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("preset", "players"), [("kingen", 3), ("kingen", 4), ("whist-walloon", 4)])
def test_no_deal_is_large(preset, players, seed):
    assert len(animated(frames(preset, players, seed=seed, deal=seed, names=STRANGE_NAMES))) < LARGEST


def test_a_deal_begins_goes_on_card_by_card_and_ends_with_its_points():
    moments = frames("kingen", 4, seed=1)
    kinds = [moment_of(moment) for moment in moments]
    assert kinds[0] is AnimationMoment.BEGINNING
    assert kinds[-1] is AnimationMoment.END
    tricks = kinds.count(AnimationMoment.TRICK) + 1  # the last one ends the deal
    assert kinds.count(AnimationMoment.CARD) == 3 * tricks
    assert AnimationMoment.CARD.value < AnimationMoment.TRICK.value < AnimationMoment.END.value


def test_it_is_shown_again_and_again():
    with Image.open(io.BytesIO(animated(frames("kingen", 4)[:3]))) as image:
        assert image.info["loop"] == 0
        assert image.size[0] == 800


def test_equal_moments_give_equal_bytes():
    moments = frames("kingen", 4, seed=6)[:9]
    assert animated(moments) == animated([replace(moment) for moment in moments])


def test_a_moment_that_is_like_the_one_before_makes_that_stay_longer():
    first, second = frames("kingen", 4)[1:3]
    stays = [stay for _, stay in shown(animated((first, first, second)))]
    assert stays == [2 * AnimationMoment.CARD.value, AnimationMoment.CARD.value]


def test_a_moment_alone_is_a_picture():
    (moment,) = frames("kingen", 4)[:1]
    ((image, stay),) = shown(animated((moment,)))
    assert stay == AnimationMoment.BEGINNING.value
    assert ImageChops.difference(image, rgb(render(moment))).getbbox() is None


def test_nothing_cannot_be_animated():
    with pytest.raises(ValueError, match="a moment"):
        animated(())


def test_any_moment_may_follow_any_other():
    """Other heights, other places, other cards: nothing of what was there before is left."""
    moments = [value for value in SAMPLES.values() if isinstance(value, ReplayPicture)]
    moments = [one for one in moments if one.style == moments[0].style]
    tallest = max(rgb(render(moment)).height for moment in moments)
    back_and_forth = (*moments, *reversed(moments))
    found = list(shown(animated(back_and_forth)))
    expected = [png for png, _ in different(tuple(back_and_forth))]
    assert len(found) == len(expected)
    for (image, _), png in zip(found, expected, strict=True):
        picture = rgb(png)
        assert image.height == tallest
        there = image.crop((0, 0, picture.width, picture.height))
        assert ImageChops.difference(there, picture).getbbox() is None


async def test_a_painter_animates_off_the_event_loop_and_remembers_it():
    moments = frames("kingen", 4)[:4]
    painter = Painter()
    try:
        first = await painter.animate(moments)
        assert first == animated(moments)
        assert await painter.animate([replace(moment) for moment in moments]) is first
        other = replace(moments[-1], last=CardOnTable(0, 0))
        assert await painter.animate([*moments[:-1], other]) != first
        with pytest.raises(ValueError, match="a moment"):
            await painter.animate([])
    finally:
        painter.close()
