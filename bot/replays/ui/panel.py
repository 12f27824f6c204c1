"""A game that is looked at again: how somebody looks at it, the panel with which they go through it, and what
is shared of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Self

from discord import ui

from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.panel import (
    BLUE,
    FELT,
    GREY,
    OPTIONS_MOST,
    Drawing,
    Part,
    attached,
    button,
    draw,
    picture,
    select,
    select_option,
)
from bot.discordkit.people import People
from bot.discordkit.ports import NOTHING, Subject
from bot.pictures.painter import Painter
from bot.pictures.values import ReplayPicture
from bot.replays import words
from bot.replays import words as text
from bot.replays.replay import By, GameReplay, ReplayMoment
from bot.replays.scene import closing_frame, replay_picture
from bot.replays.words import Watched
from bot.reviews.model import Costly
from bot.reviews.words import cost_line
from bot.robots.why import can_explain
from bot.rules.ui.presets import CHOICES
from bot.tables.model import TableFacts
from bot.tables.tables import Tables
from bot.tables.ui.access import SUGGESTED_WITHIN, TableAccess
from bot.tables.ui.footer import REPLAY, review
from bot.telling import phrases
from bot.telling.alt import alt_text
from bot.telling.phrases import ALT_LONGEST, OPTION_LONGEST, TEXT_LONGEST, AltText, Reader, fitting, shorten
from bot.words.catalogue import Words, in_text

EVERYBODY: Final = "-"
"""What stands for all hands open, in the place of a seat."""
_LETTERS: Final = {By.TRICK: "t", By.CARD: "c"}
_BY: Final = {letter: by for by, letter in _LETTERS.items()}
_MOST_DIGITS: Final = 4
BEGINNING: Final = ReplayMoment(0)
VALUES: Final = 3
"""So many values of an id tell a look."""


class Navigation(StrEnum):
    """What can be pressed to look at something else."""

    START = "start"
    BACK = "back"
    ON = "on"
    END = "end"
    BY = "by"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class ReplayLook:
    """A moment, how far a step goes, through whose eyes (a seat, None: all hands open), and whether it is
    shown what else was legal."""

    moment: ReplayMoment = BEGINNING
    by: By = By.TRICK
    eyes: int | None = None
    others: bool = False

    @property
    def values(self) -> tuple[str, str, str]:
        """As it stands in an id."""
        eyes = EVERYBODY if self.eyes is None else str(self.eyes)
        flags = f"{_LETTERS[self.by]}{eyes}{int(self.others)}"
        return str(self.moment.deal), str(self.moment.ply), flags

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The look that is written so. Raises AboutSomethingElse."""
        if len(values) != VALUES or not all(_is_number(one) for one in values[:2]):
            raise AboutSomethingElse("replay")
        deal, ply, flags = values
        by, eyes, others = tuple(flags) if len(flags) == VALUES else ("", "", "")
        if by not in _BY or others not in ("0", "1") or not (eyes == EVERYBODY or _is_number(eyes)):
            raise AboutSomethingElse("replay")
        seat = None if eyes == EVERYBODY else int(eyes)
        return cls(ReplayMoment(int(deal), int(ply)), _BY[by], seat, others == "1")

    def within(self, replay: GameReplay) -> Self:
        """The same, of a game in which there is such a moment and such a seat. Raises AboutSomethingElse."""
        if not replay.has(self.moment) or (self.eyes or 0) >= replay.header.rules.players:
            raise AboutSomethingElse("replay")
        return self

    def moved(self, replay: GameReplay, move: Navigation) -> Self:
        """What is shown after a press; the same where there is no way on."""
        match move:
            case Navigation.START:
                return replace(self, moment=replay.rewound(self.moment) or self.moment)
            case Navigation.BACK:
                return replace(self, moment=replay.before(self.moment, self.by) or self.moment)
            case Navigation.ON:
                return replace(self, moment=replay.after(self.moment, self.by) or self.moment)
            case Navigation.END:
                return replace(self, moment=replay.wound(self.moment) or self.moment)
            case Navigation.BY:
                return replace(self, by=By.CARD if self.by is By.TRICK else By.TRICK)
            case Navigation.OTHERS:
                return replace(self, others=not self.others)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


LOOKED_THROUGH: Final = 100
"""So many of a server's last games are looked through for those whose channel somebody sees."""


class OfferedReplay:
    """See the module."""

    def __init__(self, tables: Tables, access: TableAccess, people: People) -> None:
        self._tables = tables
        self._access = access
        self._people = people
        self.played_by = tables.played_by
        """The last games of somebody."""

    async def matching(self, interaction: Interaction, typed: str) -> list[tuple[str, int]]:
        """What is offered while the number of a table is typed, each with its number: one's own games first,
        then the last of this server. Raises StoreError."""
        words = await self._people.words_here(interaction)
        found: list[tuple[str, int]] = []
        for facts in await self._games(interaction):
            label = words(
                "list.choice",
                table=facts.number,
                preset=phrases.game_name(words, facts),
                names=words.both(seat.name for seat in facts.seats),
            )
            if typed.casefold() in label.casefold():
                found.append((shorten(label, OPTION_LONGEST), facts.id))
        return found[:CHOICES]

    async def last(self, interaction: Interaction) -> int:
        """The number of the table that is meant without one: one's own last game here, else the last one of
        this channel. Raises Refusal ``replay-none``, StoreError."""
        own = await self.played_by(interaction.user.id, interaction.guild_id, 1)
        here = [] if own or interaction.guild_id is None else await self._here(interaction)
        for facts in (*own, *here):
            return facts.id
        raise Refusal("replay-none")

    async def _here(self, interaction: Interaction) -> list[TableFacts]:
        assert interaction.guild_id is not None
        last = await self._tables.played_in(interaction.guild_id, LOOKED_THROUGH)
        return [facts for facts in last if facts.channel_id == interaction.channel_id]

    async def _games(self, interaction: Interaction) -> list[TableFacts]:
        own = [*await self.played_by(interaction.user.id, interaction.guild_id, CHOICES)]
        if interaction.guild_id is None:
            return own
        known = {facts.id for facts in own}
        last = await self._tables.played_in(interaction.guild_id, LOOKED_THROUGH)
        others = [facts for facts in last if facts.id not in known]
        return own + await self._access.visible(interaction, others, SUGGESTED_WITHIN)


FILE: Final = "replay.png"
MOVING: Final = "deal.gif"

GO: Final = "replay"
DEAL: Final = "replay-deal"
EYES: Final = "replay-eyes"
WHY: Final = "replay-why"
MORE: Final = "replay-more"
RECORD: Final = "replay-record"
ANIMATION: Final = "replay-animation"
SHARE: Final = "replay-share"

SIGNS: Final = {Navigation.START: "⏮️", Navigation.BACK: "◀️", Navigation.ON: "▶️", Navigation.END: "⏭️"}


@dataclass(frozen=True, slots=True, repr=False)
class OpenReplay:
    """A game that is looked at again. ``title`` is what it is called, as Markdown; ``table`` its number, 0
    for a file, of which ``mark`` tells which one. ``shares``: a moment of it can be shown to others.
    ``reviews``: whoever looks can have their cards reviewed; ``costly`` are those of their own cards that
    gave points away, by their moments, once that was done."""

    replay: GameReplay
    title: str
    table: int = 0
    mark: int = 0
    shares: bool = False
    reviews: bool = False
    costly: Mapping[ReplayMoment, Costly] = field(default_factory=dict[ReplayMoment, Costly])

    @property
    def subject(self) -> Subject:
        """What the ids of its panel are about."""
        return Subject(NOTHING.kind, self.table)

    def press(self, verb: str, look: ReplayLook, *before: str) -> PressId:
        """A press on its panel."""
        return PressId(verb, self.subject, self.mark, (*before, *look.values))


@dataclass(frozen=True, slots=True, repr=False)
class Frame:
    """One moment of a replay as it is shown to a reader: with a picture and its words, or in words alone."""

    opened: OpenReplay
    look: ReplayLook
    watched: Watched
    image: tuple[AltText, bytes] | None = field(default=None)

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.watched.words

    @property
    def costly(self) -> Costly | None:
        """The last card, where it is one of the reader's own that gave points away."""
        return self.opened.costly.get(self.watched.state.moment)


def panel(frame: Frame, reader: Reader) -> Drawing:
    """The panel, which one person alone sees."""
    return draw(
        _description(frame),
        _image(frame),
        ui.ActionRow(*_moves(frame)),
        [*_toggles(frame), _way_on(frame)],
        _deals(frame, reader),
        _eyes(frame),
        accent=FELT,
        reader=reader.user_id,
    )


def more(frame: Frame, reader: Reader) -> Drawing:
    """What is wanted more seldom of the deal and the game that are looked at."""
    head = f"{frame.opened.title} · {in_text(text.title(frame.watched))}"
    return draw(head, _ways_on(frame), accent=FELT, reader=reader.user_id)


def why(watched: Watched, title: str, lines: Sequence[str]) -> Drawing:
    """Why the last card was played, in lines of Markdown, for one person's eyes."""
    head = f"-# {title} · {in_text(text.title(watched))} · {text.position(watched)}"
    return draw([head, in_text(text.happened(watched)), *lines], accent=FELT)


def shared(frame: Frame) -> Drawing:
    """A moment for everybody, with the way to go on from there."""
    words, look = frame.words, frame.look
    lines = [f"**{in_text(text.title(frame.watched))}** · {text.position(frame.watched)}"]
    lines.append(in_text(f"{text.happened(frame.watched)} {text.comes(frame.watched)}"))
    if look.others and not _is_bright(frame.watched):
        lines.append(in_text(text.could(frame.watched, brief=True)))
    lines.append(f"-# {frame.opened.title} · {words('replay.typed', options=_typed(frame))}")
    way = button(words("replay.from-here"), frame.opened.press(REPLAY, look), BLUE)
    return draw(lines, _image(frame), way, accent=FELT)


def moving(words: Words, watched: Watched, data: bytes) -> Drawing:
    """A whole deal as a picture that moves; ``watched`` is its end."""
    alt = AltText(fitting(text.course(watched), ALT_LONGEST, words("replay.more-in-words")))
    return draw(f"**{in_text(text.title(watched))}**", picture(MOVING, alt, data), accent=FELT)


def course(words: Words, watched: Watched) -> Drawing:
    """The same in words."""
    head = f"**{in_text(text.title(watched))}**"
    body = fitting(
        [*map(in_text, text.course(watched))], TEXT_LONGEST - len(head) - 1, words("replay.more"), "\n"
    )
    return draw([head, body])


def record(words: Words, facts: TableFacts, data: bytes) -> Drawing:
    """The record of a game as a file."""
    return draw(words("replay.record", table=facts.number), attached(f"hartenheer-{facts.id}.king", data))


# What is said


def _description(frame: Frame) -> str:
    watched = frame.watched
    if frame.image is None:
        others = [in_text(text.could(watched))] if frame.look.others else []
        others += [in_text(cost_line(frame.words, one)) for one in (frame.costly,) if one is not None]
        every = [f"**{in_text(text.title(watched))}** · {text.position(watched)}", *others]
        every += [*map(in_text, text.lines(watched)), f"-# {frame.opened.title}"]
        return fitting(every, TEXT_LONGEST, frame.words("replay.more"), "\n")
    line = text.comes(watched)  # what a picture shows as well gives way where there is little room
    if frame.costly is not None:
        line = cost_line(frame.words, frame.costly)
    elif watched.state.is_end:
        return f"{in_text(line)}\n-# {frame.opened.title}"
    elif frame.look.others and not _is_bright(watched):
        line = text.could(watched, brief=True)
    return f"{in_text(line)}\n-# {frame.opened.title} · {text.position(watched)}"


def _is_bright(watched: Watched) -> bool:
    """Whether the picture shows what else was legal: cards of a hand that is open."""
    last = watched.state.last
    return last is not None and bool(watched.other_cards) and watched.eyes in (None, last.seat)


def _typed(frame: Frame) -> str:
    """«table:12 deal:3 trick:5», as it is typed behind the command."""
    words, moment = frame.words, frame.look.moment
    dealt = frame.opened.replay.deals[moment.deal]
    parts = [("table", frame.opened.table), ("deal", dealt.number + 1)]
    if trick := dealt.trick_at(moment.ply):
        parts.append(("trick", trick))
    return "`" + " ".join(f"{words(f'parameter.{name}')}:{number}" for name, number in parts) + "`"


def _image(frame: Frame) -> Part:
    return None if frame.image is None else picture(FILE, *frame.image)


# What is pressed


def _moves(frame: Frame) -> Iterator[ui.Button[Any]]:
    """Back and on; in words for who is read to."""
    words, opened, look = frame.words, frame.opened, frame.look
    for move, sign in SIGNS.items():
        label = words(f"replay.go.{move}") if frame.image is None else ""
        is_last = look.moved(opened.replay, move) == look
        press = opened.press(GO, look, move)
        style = BLUE if move is Navigation.ON else GREY
        yield button(label, press, style, emoji=None if label else sign, disabled=is_last)


def _toggles(frame: Frame) -> Iterator[ui.Button[Any]]:
    words, opened, look = frame.words, frame.opened, frame.look
    other = look.moved(opened.replay, Navigation.BY).by
    yield button(words(f"replay.by.{other}"), opened.press(GO, look, Navigation.BY))
    key = "replay.others-shown" if look.others else "replay.others"
    yield button(words(key), opened.press(GO, look, Navigation.OTHERS), BLUE if look.others else GREY)


def _way_on(frame: Frame) -> ui.Button[Any]:
    """*More*, or the one thing there is behind it."""
    ways = [*_ways_on(frame)]
    if len(ways) == 1:
        return ways[0]
    return button(frame.words("button.more"), frame.opened.press(MORE, frame.look))


def _ways_on(frame: Frame) -> Iterator[ui.Button[Any]]:
    words, opened, look = frame.words, frame.opened, frame.look
    if can_explain(opened.replay.header.rules.preset.family):
        nothing = frame.watched.last_card is None
        yield button(words("button.why"), opened.press(WHY, look), disabled=nothing)
    key = "replay.course" if frame.watched.model.reader.preferences.text_mode else "replay.animation"
    yield button(words(key), opened.press(ANIMATION, look))
    if opened.table:
        yield button(words("replay.as-file"), opened.press(RECORD, look))
    if opened.reviews:
        yield from review(words, opened.table, opened.replay.header.rules.preset.name)
    if opened.shares:
        yield button(words("replay.share"), opened.press(SHARE, look))


def _deals(frame: Frame, reader: Reader) -> Part:
    """The deals around the one that is shown: as many as a select takes."""
    replay, look = frame.opened.replay, frame.look
    first = max(0, min(look.moment.deal - OPTIONS_MOST // 2, len(replay.deals) - OPTIONS_MOST))
    options = [
        select_option(
            text.deal_name(reader.words, replay, deal),
            str(deal),
            text.deal_about(reader, replay, deal),
            default=deal == look.moment.deal,
        )
        for deal in range(first, min(first + OPTIONS_MOST, len(replay.deals)))
    ]
    return select(frame.opened.press(DEAL, look), reader.words("replay.pick-deal"), options)


def _eyes(frame: Frame) -> Part:
    words, look = frame.words, frame.look
    options = [select_option(words("replay.eyes-all"), EVERYBODY, default=look.eyes is None)]
    options += [
        select_option(words("replay.eyes", name=seat.name), str(number), default=look.eyes == number)
        for number, seat in enumerate(frame.watched.model.seats)
    ]
    return select(frame.opened.press(EYES, look), words("replay.pick-eyes"), options)


class ReplayDrawings:
    """Makes them. All raise KeyError where a game has no such moment."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter

    async def panel(self, reader: Reader, opened: OpenReplay, look: ReplayLook) -> Drawing:
        """What one person goes through a game with."""
        return panel(await self._frame(reader, opened, look), reader)

    def more(self, reader: Reader, opened: OpenReplay, look: ReplayLook) -> Drawing:
        """What is behind *More*."""
        return more(Frame(opened, look, Watched.of(reader, opened.replay, look.moment), None), reader)

    async def shared(self, everybody: Reader, opened: OpenReplay, look: ReplayLook) -> Drawing:
        """A moment that somebody shows to all."""
        return shared(await self._frame(everybody, replace(opened, costly={}), look))

    async def moving(self, reader: Reader, opened: OpenReplay, look: ReplayLook) -> Drawing:
        """The whole of a deal, card by card; for who reads no pictures in words."""
        end = opened.replay.end_of(look.moment.deal)
        watched = Watched.of(reader, opened.replay, end, look.eyes)
        if reader.preferences.text_mode:
            return course(reader.words, watched)
        frames = await asyncio.to_thread(_frames, reader, opened, look)
        return moving(reader.words, watched, await self._painter.animate(frames))

    async def _frame(self, reader: Reader, opened: OpenReplay, look: ReplayLook) -> Frame:
        watched = Watched.of(reader, opened.replay, look.moment, look.eyes)
        if reader.preferences.text_mode:
            return Frame(opened, look, watched)
        value = _picture(watched, others=look.others)
        if (costly := opened.costly.get(look.moment)) is not None and not look.others:
            value = replace(value, better=costly.better)
        return Frame(opened, look, watched, (alt_text(reader.words, value), await self._painter.paint(value)))


def _frames(reader: Reader, opened: OpenReplay, look: ReplayLook) -> tuple[ReplayPicture, ...]:
    """A deal, input by input."""
    deal = look.moment.deal
    plies = range(opened.replay.deals[deal].plies + 1)
    every = [Watched.of(reader, opened.replay, ReplayMoment(deal, ply), look.eyes) for ply in plies]
    frames = [_picture(watched, others=False) for watched in every]
    end = every[-1]
    if end.state.dealt.result is not None:
        frames.append(closing_frame(end.model, end.hands, end.eyes, words.comes(end)))
    return tuple(frames)


def _picture(watched: Watched, *, others: bool) -> ReplayPicture:
    legal = watched.other_cards if others else 0
    caption = words.happened(watched)
    return replay_picture(watched.model, watched.hands, watched.eyes, legal, watched.last_card, caption)
