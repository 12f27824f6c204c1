"""*Review* under a result: the review as its one reader sees it, while it is made, as a whole, and card by
card, each painted at its moment; and what is pressed on it. Whoever sat there may have it, their own cards
alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from discord import ui

from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.panel import BLUE, FELT, GREY, Drawing, Part, button, draw, picture
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind, on_table
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone
from bot.discordkit.sending import Background
from bot.leagues.service import Clubs
from bot.people.settings import Reviews
from bot.pictures.painter import Painter
from bot.replays import words as text
from bot.replays.replay import By, GameReplay, replay_of
from bot.replays.scene import replay_picture
from bot.replays.ui.panel import ReplayLook
from bot.replays.words import Watched
from bot.reviews import words as telling
from bot.reviews.making import ReviewProgress, is_offered, study_of, studying_of
from bot.reviews.model import Costly, Review
from bot.reviews.reviewing import Reviewing
from bot.reviews.words import ReviewSummary, compared, why
from bot.tables.errors import TableError
from bot.tables.model import State, TableFacts
from bot.tables.recovery import BrokenLog
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.footer import REPLAY, REVIEW, replay
from bot.telling import phrases
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
    summary: ReviewSummary


@dataclass(frozen=True, slots=True, repr=False)
class CardPage:
    """One card of a review: its moment, ``why`` another was better, as Markdown (empty where nothing is to be
    said), and its picture with the words of that, none for who reads no pictures."""

    costly: Costly
    watched: Watched
    why: str = ""
    image: tuple[AltText, bytes] | None = field(default=None)


def progress(words: Words, facts: TableFacts, made: ReviewProgress | None) -> Drawing:
    """While it is made. The button is for after a restart, when nothing comes by itself any more."""
    lines = [words("review.making", table=facts.number)]
    if made is None:
        lines.append(f"-# {words('review.waits')}")
    else:
        percent = words.number(100 * made.done // max(1, made.total))
        bar = telling.bar(made.done, made.total)
        lines += [words("review.progress", bar=bar, percent=percent), f"-# {words('review.comes')}"]
    return draw(lines, button(words("button.look-again"), _press(facts.id, WHOLE)), accent=FELT)


def whole(words: Words, found: Reviewed) -> Drawing:
    """All of it, and the way to each of the most costly cards."""
    summary = found.summary
    first, *rest = map(in_text, telling.summary(words, summary))
    lines = [f"### {words('review.title')}", f"-# {found.title}", f"**{first}**", *rest]
    lines += [f"-# {one}" for one in telling.notes(words, summary)]
    return draw(lines, _pages(words, found, WHOLE), replay(words, found.table), accent=FELT)


def card(words: Words, found: Reviewed, page: CardPage, reader: Reader) -> Drawing:
    """One card: the moment in a picture, or in words for who reads none."""
    number = found.summary.worst.index(page.costly) + 1
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
    if not found.summary.worst:
        return None
    costly = [telling.points_text(words, one.cents) for one in found.summary.worst]
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
        worst = found.summary.worst
        if not WHOLE < number <= len(worst):
            return whole(reader.words, found)
        page = await self._card(reader, found, worst[number - 1])
        return card(reader.words, found, page, reader)

    async def _card(self, reader: Reader, found: Reviewed, costly: Costly) -> CardPage:
        replay = found.summary.replay
        watched = Watched.of(reader, replay, costly.moment, costly.seat)
        said = await asyncio.to_thread(_why, watched, found, costly)
        if reader.preferences.text_mode:
            return CardPage(costly, watched, said)
        value = replace(
            replay_picture(
                watched.model, watched.hands, costly.seat, 0, watched.last_card, text.happened(watched)
            ),
            better=costly.better,
        )
        image = alt_text(reader.words, value), await self._painter.paint(value)
        return CardPage(costly, watched, said, image)


def _why(watched: Watched, found: Reviewed, costly: Costly) -> str:
    """Why another card was better, by what its player saw; nothing where another study is asked by now, which
    says otherwise."""
    view, card, study = study_of(found.summary.replay, costly, studying_of(found.summary.replay))
    return why(replace(watched.model, view=view), card, costly.better, study)


class ReviewGames:
    """Finds them."""

    def __init__(self, tables: Tables, clubs: Clubs, people: People) -> None:
        self._tables = tables
        self._clubs = clubs
        self._people = people

    async def of_table(self, table_id: int, user_id: int) -> tuple[Table, GameReplay]:
        """A game that somebody may have reviewed. Raises Refusal and TableError; who did not sit there learns
        nothing of it by that."""
        table = await self._tables.get(table_id)
        if not await table.has_sat(user_id):
            raise Refusal("review-not-yours")
        facts = table.facts
        if facts.started_at is None and facts.state is not State.PARKED:
            raise Refusal("review-not-played")
        try:
            entries, sat = await table.inputs()
        except TableError as refused:
            raise Refusal("review-running") if refused.code == "game-not-over" else refused from None
        if not is_offered(facts.preset):
            raise Refusal("review-no-study")
        try:
            return table, await asyncio.to_thread(replay_of, facts, entries, sat)
        except BrokenLog:
            raise TableError("table-parked") from None

    async def reviewed(
        self, table: Table, replay: GameReplay, reviews: Sequence[Review], reader: Reader
    ) -> Reviewed:
        """What a reader is told of a game that was reviewed: others as far as they allow it."""
        words, facts = reader.words, table.facts
        own = [one for one in reviews if one.user_id == reader.user_id]
        others = [one async for one in self._shown(reviews, reader)]
        is_void = facts.season_id is not None and await self._clubs.seasons.is_void(facts.id)
        title = words("replay.of-table", table=facts.number, game=phrases.game_in_text(words, facts))
        return Reviewed(facts.id, title, ReviewSummary(replay, own, compared(replay, others, words), is_void))

    async def _shown(self, reviews: Sequence[Review], reader: Reader) -> AsyncIterator[Review]:
        """Robots' reviews, and those of people who let others see theirs."""
        for one in reviews:
            if one.user_id is None:
                yield one
            elif one.user_id != reader.user_id:
                chosen = await self._people.preferences(one.user_id)
                if chosen.reviews == Reviews.SHOWN:
                    yield one


EVERY: Final = 3.0
"""Seconds from one look at the progress to the next: such edits go by the token of the press, which Discord
does not count."""
LOOKS: Final = 200
"""How often it is looked at: ten minutes, while a token is good for fifteen."""


class ReviewPresses:
    """Handlers by verb."""

    def __init__(
        self, games: ReviewGames, reviewing: Reviewing, drawings: ReviewDrawings, people: People
    ) -> None:
        self._games = games
        self._reviewing = reviewing
        self._drawings = drawings
        self._people = people
        self._background = Background()

    def routes(self) -> dict[str, Route[None]]:
        """Every verb. Whoever has played the game may: it is looked for once it is known what is to come."""
        return {
            REVIEW: anyone(self._open, SubjectKind.TABLE),
            GO: anyone(self._go, SubjectKind.TABLE, private=True, values=1),
        }

    async def close(self) -> None:
        """Follow nothing any longer."""
        await self._background.close()

    async def _open(self, interaction: Interaction, press: PressId) -> None:
        """A panel of one's own, which shows how far it is until there is a review."""
        press_of(interaction).expected = First.REPLY
        reader, table, replay = await self._meant(interaction, press)
        drawing, is_made = await self._now(reader, table, replay, WHOLE)
        await answer(interaction, drawing)
        if not is_made:
            self._background.spawn(self._follow(interaction, reader, table, replay))

    async def _go(self, interaction: Interaction, press: PressId) -> None:
        page = _number(press.value)
        reader, table, replay = await self._meant(interaction, press)
        drawing, is_made = await self._now(reader, table, replay, page)
        await redraw(interaction, drawing)
        if not is_made:
            self._background.spawn(self._follow(interaction, reader, table, replay))

    async def _meant(self, interaction: Interaction, press: PressId) -> tuple[Reader, Table, GameReplay]:
        reader = await self._people.reader_of(interaction)
        table, replay = await self._games.of_table(press.subject.id, interaction.user.id)
        return reader, table, replay

    async def _now(self, reader: Reader, table: Table, replay: GameReplay, page: int) -> tuple[Drawing, bool]:
        """What there is to be shown, having asked for a review where there is none yet; whether that is
        it."""
        table_id = table.facts.id
        reviews = await self._reviewing.of_table(table_id)
        if reviews:
            found = await self._games.reviewed(table, replay, reviews, reader)
            return await self._drawings.page(reader, found, page), True
        await self._reviewing.ask(table_id)
        return progress(reader.words, table.facts, self._reviewing.progress(table_id)), False

    async def _follow(
        self, interaction: Interaction, reader: Reader, table: Table, replay: GameReplay
    ) -> None:
        """Show how far it is, now and then, and at last the review."""
        table_id, shown = table.facts.id, self._reviewing.progress(table.facts.id)
        for _ in range(LOOKS):
            await self._reviewing.moved(table_id, EVERY)
            if await self._reviewing.of_table(table_id):
                break
            if not self._reviewing.is_under_way(table_id):
                await press_of(interaction).amend(draw(reader.words("review.not-made")))
                return
            if (now := self._reviewing.progress(table_id)) != shown:
                shown = now
                await press_of(interaction).amend(progress(reader.words, table.facts, now))
        drawing, _ = await self._now(reader, table, replay, WHOLE)
        await press_of(interaction).amend(drawing)


def _number(text: str) -> int:
    """Of a page. Raises AboutSomethingElse."""
    if not (text.isascii() and text.isdecimal() and len(text) == 1):
        raise AboutSomethingElse(text)
    return int(text)
