"""A game that is looked at again: the panel with which one person goes through it, and what is shared of
it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from discord import ui

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
from bot.discordkit.ports import NOTHING, Subject
from bot.discordkit.press_ids import PressId
from bot.replays import words as text
from bot.replays.replay import GameReplay, ReplayMoment
from bot.replays.ui.look import EVERYBODY, Navigation, ReplayLook
from bot.replays.words import Watched
from bot.reviews.model import Costly
from bot.reviews.words import cost_line
from bot.robots.why import can_explain
from bot.tables.ui.footer import REPLAY, review
from bot.telling.fitting import ALT_LONGEST, TEXT_LONGEST, AltText, fitting
from bot.telling.reader import Reader
from bot.words.catalogue import Words
from bot.words.names import in_text

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

    reel: GameReplay
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
    """One moment of a film as it is shown to a reader: with a picture and its words, or in words alone."""

    film: OpenReplay
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
        return self.film.costly.get(self.watched.still.moment)


def panel(frame: Frame, reader: Reader) -> Drawing:
    """The panel, which one person alone sees."""
    return draw(
        _told(frame),
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
    head = f"{frame.film.title} · {in_text(text.title(frame.watched))}"
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
    lines.append(f"-# {frame.film.title} · {words('replay.typed', options=_typed(frame))}")
    way = button(words("replay.from-here"), frame.film.press(REPLAY, look), BLUE)
    return draw(lines, _image(frame), way, accent=FELT)


def moving(words: Words, watched: Watched, data: bytes) -> Drawing:
    """A whole deal as a picture that moves; ``watched`` is its end."""
    alt = AltText(fitting(text.course(watched), ALT_LONGEST, words("replay.more-in-words")))
    return draw(f"**{in_text(text.title(watched))}**", picture(MOVING, alt, data), accent=FELT)


def course(words: Words, watched: Watched) -> Drawing:
    """The same in words."""
    head = f"**{in_text(text.title(watched))}**"
    told = fitting(
        [*map(in_text, text.course(watched))], TEXT_LONGEST - len(head) - 1, words("replay.more"), "\n"
    )
    return draw([head, told])


def record(words: Words, table_id: int, data: bytes) -> Drawing:
    """The record of a game as a file."""
    return draw(words("replay.record", table=table_id), attached(f"hartenheer-{table_id}.king", data))


# What is told


def _told(frame: Frame) -> str:
    watched = frame.watched
    if frame.image is None:
        others = [in_text(text.could(watched))] if frame.look.others else []
        others += [in_text(cost_line(frame.words, one)) for one in (frame.costly,) if one is not None]
        every = [f"**{in_text(text.title(watched))}** · {text.position(watched)}", *others]
        every += [*map(in_text, text.lines(watched)), f"-# {frame.film.title}"]
        return fitting(every, TEXT_LONGEST, frame.words("replay.more"), "\n")
    told = text.comes(watched)  # what a picture shows as well gives way where there is little room
    if frame.costly is not None:
        told = cost_line(frame.words, frame.costly)
    elif watched.still.is_end:
        return f"{in_text(told)}\n-# {frame.film.title}"
    elif frame.look.others and not _is_bright(watched):
        told = text.could(watched, brief=True)
    return f"{in_text(told)}\n-# {frame.film.title} · {text.position(watched)}"


def _is_bright(watched: Watched) -> bool:
    """Whether the picture shows what else was legal: cards of a hand that is open."""
    last = watched.still.last
    return last is not None and bool(watched.other_cards) and watched.eyes in (None, last.seat)


def _typed(frame: Frame) -> str:
    """«table:12 deal:3 trick:5», as it is typed behind the command."""
    words, moment = frame.words, frame.look.moment
    dealt = frame.film.reel.deals[moment.deal]
    parts = [("table", frame.film.table), ("deal", dealt.number + 1)]
    if trick := dealt.trick_at(moment.ply):
        parts.append(("trick", trick))
    return "`" + " ".join(f"{words(f'parameter.{name}')}:{number}" for name, number in parts) + "`"


def _image(frame: Frame) -> Part:
    return None if frame.image is None else picture(FILE, *frame.image)


# What is pressed


def _moves(frame: Frame) -> Iterator[ui.Button[Any]]:
    """Back and on; in words for who is read to."""
    words, film, look = frame.words, frame.film, frame.look
    for move, sign in SIGNS.items():
        label = words(f"replay.go.{move}") if frame.image is None else ""
        is_last = look.moved(film.reel, move) == look
        press = film.press(GO, look, move)
        style = BLUE if move is Navigation.ON else GREY
        yield button(label, press, style, emoji=None if label else sign, disabled=is_last)


def _toggles(frame: Frame) -> Iterator[ui.Button[Any]]:
    words, film, look = frame.words, frame.film, frame.look
    other = look.moved(film.reel, Navigation.BY).by
    yield button(words(f"replay.by.{other}"), film.press(GO, look, Navigation.BY))
    key = "replay.others-shown" if look.others else "replay.others"
    yield button(words(key), film.press(GO, look, Navigation.OTHERS), BLUE if look.others else GREY)


def _way_on(frame: Frame) -> ui.Button[Any]:
    """*More*, or the one thing there is behind it."""
    ways = [*_ways_on(frame)]
    if len(ways) == 1:
        return ways[0]
    return button(frame.words("button.more"), frame.film.press(MORE, frame.look))


def _ways_on(frame: Frame) -> Iterator[ui.Button[Any]]:
    words, film, look = frame.words, frame.film, frame.look
    if can_explain(film.reel.header.rules.preset.family):
        nothing = frame.watched.last_card is None
        yield button(words("button.why"), film.press(WHY, look), disabled=nothing)
    key = "replay.course" if frame.watched.sight.reader.preferences.text_mode else "replay.animation"
    yield button(words(key), film.press(ANIMATION, look))
    if film.table:
        yield button(words("replay.as-file"), film.press(RECORD, look))
    if film.reviews:
        yield from review(words, film.table, film.reel.header.rules.preset.name)
    if film.shares:
        yield button(words("replay.share"), film.press(SHARE, look))


def _deals(frame: Frame, reader: Reader) -> Part:
    """The deals around the one that is shown: as many as a select takes."""
    reel, look = frame.film.reel, frame.look
    first = max(0, min(look.moment.deal - OPTIONS_MOST // 2, len(reel.deals) - OPTIONS_MOST))
    options = [
        select_option(
            text.deal_name(reader.words, reel, deal),
            str(deal),
            text.deal_about(reader, reel, deal),
            default=deal == look.moment.deal,
        )
        for deal in range(first, min(first + OPTIONS_MOST, len(reel.deals)))
    ]
    return select(frame.film.press(DEAL, look), reader.words("replay.pick-deal"), options)


def _eyes(frame: Frame) -> Part:
    words, look = frame.words, frame.look
    options = [select_option(words("replay.eyes-all"), EVERYBODY, default=look.eyes is None)]
    options += [
        select_option(words("replay.eyes", name=seat.name), str(number), default=look.eyes == number)
        for number, seat in enumerate(frame.watched.sight.seats)
    ]
    return select(frame.film.press(EYES, look), words("replay.pick-eyes"), options)
