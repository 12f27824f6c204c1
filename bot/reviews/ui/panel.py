"""A review as its one reader sees it: while it is made, as a whole, and card by card, each painted at its
moment."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, Final

from discord import ui

from bot.discordkit.interactions import PressId
from bot.discordkit.panel import BLUE, FELT, GREY, Drawing, Part, button, draw, picture
from bot.discordkit.ports import on_table
from bot.pictures.painter import Painter
from bot.replays import words
from bot.replays import words as text
from bot.replays.replay import By
from bot.replays.scene import replay_picture
from bot.replays.ui.panel import ReplayLook
from bot.replays.words import Watched
from bot.reviews import words as telling
from bot.reviews.making import ReviewProgress, study_of, studying_of
from bot.reviews.model import Costly
from bot.reviews.words import ReviewSummary, why
from bot.tables.ui.footer import REPLAY, replay
from bot.telling.alt import alt_text
from bot.telling.phrases import TEXT_LONGEST, AltText, Reader, fitting
from bot.words.catalogue import Words, in_text

FILE: Final = "review.png"
GO: Final = "review"
"""The verb on a review's own panel; its value is a page."""
WHOLE: Final = 0
"""The page with all of it; the others are of one card each, counted from 1."""


@dataclass(frozen=True, slots=True, repr=False)
class Reviewed:
    """A game of a table that was reviewed, for one reader. ``title`` is what it is called, as Markdown."""

    table: int
    title: str
    told: ReviewSummary


@dataclass(frozen=True, slots=True, repr=False)
class CardPage:
    """One card of a review: its moment, ``why`` another was better, as Markdown (empty where nothing is to be
    said), and its picture with the words of that, none for who reads no pictures."""

    costly: Costly
    watched: Watched
    why: str = ""
    image: tuple[AltText, bytes] | None = field(default=None)


def progress(words: Words, table: int, made: ReviewProgress | None) -> Drawing:
    """While it is made. The button is for after a restart, when nothing comes by itself any more."""
    lines = [words("review.making", table=table)]
    if made is None:
        lines.append(f"-# {words('review.waits')}")
    else:
        percent = words.number(100 * made.done // max(1, made.total))
        bar = telling.bar(made.done, made.total)
        lines += [words("review.progress", bar=bar, percent=percent), f"-# {words('review.comes')}"]
    return draw(lines, button(words("button.look-again"), _press(table, WHOLE)), accent=FELT)


def whole(words: Words, found: Reviewed) -> Drawing:
    """All of it, and the way to each of the most costly cards."""
    told = found.told
    first, *rest = map(in_text, telling.summary(words, told))
    lines = [f"### {words('review.title')}", f"-# {found.title}", f"**{first}**", *rest]
    lines += [f"-# {one}" for one in telling.notes(words, told)]
    return draw(lines, _pages(words, found, WHOLE), replay(words, found.table), accent=FELT)


def card(words: Words, found: Reviewed, page: CardPage, reader: Reader) -> Drawing:
    """One card: the moment in a picture, or in words for who reads none."""
    number = found.told.worst.index(page.costly) + 1
    lines = [*_about(words, page), f"-# {found.title} · {text.position(page.watched)}"]
    image = None
    if page.image is None:
        head = f"**{in_text(text.title(page.watched))}**"
        every = [head, *lines, *map(in_text, text.lines(page.watched))]
        lines = [fitting(every, TEXT_LONGEST, words("replay.more"), "\n")]
    else:
        image = picture(FILE, *page.image)
    here = ReplayLook(page.costly.moment, By.CARD, page.costly.seat)
    way = button(words("replay.from-here"), PressId(REPLAY, on_table(found.table), 0, here.values))
    return draw(lines, image, _pages(words, found, number), way, accent=FELT, reader=reader.user_id)


def _about(words: Words, page: CardPage) -> list[str]:
    cost = in_text(telling.cost_line(words, page.costly))
    return [cost, page.why] if page.why else [cost]


def _pages(words: Words, found: Reviewed, shown: int) -> Part:
    """The pages, in a row that stays as it is from one to the other; none where there is one."""
    if not found.told.worst:
        return None
    costly = [telling.points_text(words, one.cents) for one in found.told.worst]
    labels = enumerate([words("review.whole"), *costly], start=WHOLE)
    return ui.ActionRow(*(_page(label, found, number, shown) for number, label in labels))


def _page(label: str, found: Reviewed, number: int, shown: int) -> ui.Button[Any]:
    style = BLUE if number == shown else GREY
    return button(label, _press(found.table, number), style, disabled=number == shown)


def _press(table: int, page: int) -> PressId:
    return PressId(GO, on_table(table), values=(str(page),))


class ReviewDrawings:
    """Makes them."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter

    async def page(self, reader: Reader, found: Reviewed, number: int) -> Drawing:
        """A page of a review; the whole of it where there is no such page."""
        worst = found.told.worst
        if not WHOLE < number <= len(worst):
            return whole(reader.words, found)
        page = await self._card(reader, found, worst[number - 1])
        return card(reader.words, found, page, reader)

    async def _card(self, reader: Reader, found: Reviewed, costly: Costly) -> CardPage:
        replay = found.told.replay
        watched = Watched.of(reader, replay, costly.moment, costly.seat)
        said = await asyncio.to_thread(_why, watched, found, costly)
        if reader.preferences.text_mode:
            return CardPage(costly, watched, said)
        value = replace(
            replay_picture(
                watched.model, watched.hands, costly.seat, 0, watched.last_card, words.happened(watched)
            ),
            better=costly.better,
        )
        image = alt_text(reader.words, value), await self._painter.paint(value)
        return CardPage(costly, watched, said, image)


def _why(watched: Watched, found: Reviewed, costly: Costly) -> str:
    """Why another card was better, by what its player saw; nothing where another study is asked by now, which
    would say otherwise."""
    view, card, study = study_of(found.told.replay, costly, studying_of(found.told.replay))
    if study.best != costly.better:
        return ""
    return why(replace(watched.model, view=view), card, study)
