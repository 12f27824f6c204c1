"""The parts of panels: texts, pictures, files, buttons in rows that fit a phone, and selects.

``draw`` lays them out: a panel is said as its parts from top to bottom, so that a new one is a few lines of
data. What is leafed through is in ``pages``, panels of settings and forms are in ``forms``.

Since when each button of one person's message has stood in its place.

Where buttons change places, somebody who is about to press would press what they have not read. Mostly
nothing changes places (``ui.table.card_buttons``); where something does, a press that comes sooner than
anybody can have read it does nothing. Who presses what has not moved is never kept waiting, and neither is a
press that was made on an earlier drawing: it is about what was seen then.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, groupby, islice, pairwise
from math import inf
from typing import Any, Final, TypeAlias, TypeVar

import discord
from discord import ui

from bot.discordkit.interactions import PressId
from bot.pictures.text import Weight, text_width
from bot.telling.phrases import (
    ELLIPSIS,
    LABEL_LONGEST,
    OPTION_LONGEST,
    PLACEHOLDER_LONGEST,
    TEXT_LONGEST,
    AltText,
    fitting,
    shorten,
)
from bot.words.catalogue import Words

INVALID_FORM: Final = 50035
OPTIONS_MOST: Final = 25  # https://discord.com/developers/docs/components/reference#string-select
BUTTONS_A_ROW: Final = 4  # five fit on a desktop; on a narrow phone the fifth is cut

PHONE: Final = 337.0  # the room for a row of buttons on a phone 390 points wide, beside an accent
AROUND_LABEL: Final = 32.0  # of a button, to the next one
LETTERS: Final = 14  # size of a label's
A_SIGN: Final = 18.0  # in a label: an emoji, a suit
AN_EMOJI: Final = 26.0  # beside a label
NARROWEST: Final = 68.0  # button, to the next one

GREEN: Final = discord.ButtonStyle.success
BLUE: Final = discord.ButtonStyle.primary
GREY: Final = discord.ButtonStyle.secondary
RED: Final = discord.ButtonStyle.danger

FELT: Final = discord.Colour(0x2F6B4F)  # accents: of what is played, and of what is won
GOLD: Final = discord.Colour(0xC9A227)

T = TypeVar("T")


class Panel(ui.LayoutView):
    """A view that is only drawn. Presses come back through ``routes`` by their custom ids, so the library has
    nothing to keep: no registered view, no time-out. Its items do not know what they stand in, which only
    presses ask; so they make no circles with it, and nobody has to look for those once it was sent."""

    def __init__(self, *children: ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        for child in children:
            self.add_item(child)
        for item in self.walk_children():
            vars(item).update(_view=None, _parent=None)
        self.look = super().to_components()
        """Its components as Discord takes them, but for the nonce."""
        self.nonce: int | None = None
        """On its outermost component; by it a message that shows the panel can be found again."""

    def to_components(self) -> list[dict[str, Any]]:
        """As the library sends it."""
        if self.nonce is None:
            return self.look
        first, *others = self.look
        return [{**first, "id": self.nonce}, *others]

    def is_finished(self) -> bool:
        """From its beginning: see the class."""
        return True


class PressButton(ui.Button[Any]):
    """A button that knows its press."""

    press: PressId


MENTIONED_MOST: Final = 100
"""Discord takes no longer list of people, nor of roles
(https://discord.com/developers/docs/resources/message#allowed-mentions-object)."""

MENTION_NOBODY: Final = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class Mentions:
    """People, and whoever has a role, who are told of a message that mentions them: the first of them, where
    there are more than Discord takes."""

    users: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()

    @property
    def mentions(self) -> discord.AllowedMentions:
        """As the library takes it."""
        if not self.users and not self.roles:
            return MENTION_NOBODY
        return discord.AllowedMentions(
            everyone=False,
            users=[discord.Object(one) for one in self.users[:MENTIONED_MOST]],
            roles=[discord.Object(one) for one in self.roles[:MENTIONED_MOST]],
        )


NOBODY: Final = Mentions()


@dataclass(frozen=True, slots=True, repr=False)
class Look:
    """All that can be seen of a drawing: its files, and its components but for the nonce. It is kept longer
    than the drawing, and written out nowhere: a hand's tells the cards."""

    files: Sequence[tuple[str, bytes]]
    components: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything one message shows. ``files`` are names and bytes; the panel refers to them by name.
    ``plain`` makes the same without emojis of our own, where there are any. ``reader`` is the one person who
    may see it; ``final`` says that the message will not change any more; ``calls`` are those whom it
    calls when it is sent: no others are, whatever it mentions."""

    panel: Panel
    files: Sequence[tuple[str, bytes]] = field(default=(), repr=False)
    plain: Callable[[], Drawing] | None = field(default=None, repr=False, compare=False)
    reader: int | None = None
    final: bool = False
    calls: Mentions = NOBODY

    def to_send(self, nonce: int | None = None) -> dict[str, Any]:
        """Arguments for sending it as a new message; by the nonce on its outermost component it can be found
        again."""
        self.panel.nonce = nonce
        return {"view": self.panel, "files": self._attachments(), "allowed_mentions": self.calls.mentions}

    def to_edit(self, nonce: int | None = None) -> dict[str, Any]:
        """Arguments for putting it in place of what a message shows; ``nonce`` as in ``to_send``."""
        if nonce is not None:
            self.panel.nonce = nonce
        return {"view": self.panel, "attachments": self._attachments(), "allowed_mentions": MENTION_NOBODY}

    @property
    def look(self) -> Look:
        """All that can be seen of it."""
        return Look(self.files, self.panel.look)

    def shows_the_same_as(self, look: Look) -> bool:
        """Whether nobody could tell it from one of that look."""
        return self.files == look.files and self.look == look

    def _attachments(self) -> list[discord.File]:
        return [discord.File(io.BytesIO(data), filename=name) for name, data in self.files]


async def taken(send: Callable[[Drawing], Awaitable[T]], drawing: Drawing) -> T:
    """Send a drawing; where Discord does not know its emojis, as now and then it does not for a moment, the
    plain one. Raises discord.HTTPException."""
    try:
        return await send(drawing)
    except discord.HTTPException as error:
        if error.code != INVALID_FORM or drawing.plain is None:
            raise
    return await send(drawing.plain())


def button(
    label: str,
    press: PressId,
    style: discord.ButtonStyle = GREY,
    *,
    emoji: str | discord.Emoji | discord.PartialEmoji | None = None,
    disabled: bool = False,
) -> ui.Button[Any]:
    """A button that stands for a press. With an emoji it may do without a label."""
    made = PressButton(
        label=shorten(label, LABEL_LONGEST) or None,
        custom_id=str(press),
        style=style,
        emoji=emoji,
        disabled=disabled,
    )
    made.press = press
    return made


def link(label: str, url: str) -> ui.Button[Any]:
    """A button that leads somewhere."""
    return ui.Button(label=shorten(label, LABEL_LONGEST), url=url)


PERMISSIONS: Final = 17970143202304
"""What the bot needs in a server; the README says what for."""


def installs(words: Words, application_id: int) -> list[ui.Button[Any]]:
    """The ways to have the bot: in one's own account, and in a server that one manages.
    https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow"""
    address = f"https://discord.com/oauth2/authorize?client_id={application_id}"
    server = f"integration_type=0&scope=bot+applications.commands&permissions={PERMISSIONS}"
    return [
        link(words("button.add-to-account"), f"{address}&integration_type=1&scope=applications.commands"),
        link(words("button.add-to-server"), f"{address}&{server}"),
    ]


def rows(buttons: Iterable[ui.Button[Any]], width: int = BUTTONS_A_ROW) -> list[ui.ActionRow[Any]]:
    """Buttons laid out in rows, in order."""
    every = list(buttons)
    return [ui.ActionRow(*every[start : start + width]) for start in range(0, len(every), width)]


def even_rows(buttons: Iterable[ui.Button[Any]]) -> list[ui.ActionRow[Any]]:
    """Buttons in order in as few rows as fit a phone: none left alone in a row where that can be helped, and
    the rows about as wide as each other."""
    every = list(buttons)
    for height in range(1, len(every) + 1):
        layouts = (
            [every[start:end] for start, end in pairwise((0, *cuts, len(every)))]
            for cuts in combinations(range(1, len(every)), height - 1)
        )
        fitting = [one for one in layouts if _widest(one) <= PHONE or height == len(every)]
        if fitting:
            return [ui.ActionRow(*row) for row in min(fitting, key=_unevenness)]
    return []


def _unevenness(layout: Sequence[Sequence[ui.Button[Any]]]) -> tuple[int, float, list[int]]:
    """Buttons left alone, the width of the widest row, and longer rows first where all that is the same."""
    lengths = [len(row) for row in layout]
    return lengths.count(1), _widest(layout), [-length for length in lengths]


def _widest(layout: Sequence[Sequence[ui.Button[Any]]]) -> float:
    if any(len(row) > BUTTONS_A_ROW for row in layout):
        return inf
    return max(sum(map(_width, row)) for row in layout)


def _width(one: ui.Button[Any]) -> float:
    emoji = AN_EMOJI if one.emoji is not None else 0.0
    return max(NARROWEST, AROUND_LABEL + emoji + _label_width(one.label or ""))


@lru_cache(maxsize=4096)
def _label_width(label: str) -> float:
    """In the font of our pictures, which is about as wide as Discord's and has no signs."""
    kinds = [(letter, unicodedata.category(letter)) for letter in label]
    letters = "".join(letter for letter, kind in kinds if kind not in ("So", "Mn"))
    signs = sum(kind == "So" for _, kind in kinds)
    return text_width(letters, Weight.BOLD, LETTERS) + A_SIGN * signs


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that goes along with a panel, and the item that shows it there."""

    name: str
    data: bytes = field(repr=False)
    item: ui.Item[Any]


def picture(name: str, alt: AltText, data: bytes) -> Attached:
    """A picture, full width, with the words that say the same."""
    item: ui.MediaGallery[Any] = ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{name}", description=alt)
    )
    return Attached(name, data, item)


def attached(name: str, data: bytes) -> Attached:
    """A file to be taken away."""
    return Attached(name, data, ui.File(f"attachment://{name}"))


def select(
    press: PressId, placeholder: str, choices: Iterable[discord.SelectOption], *, disabled: bool = False
) -> ui.ActionRow[Any] | None:
    """A row with one select of which one value is chosen: the first of so many as Discord takes; none where
    there is nothing to choose from."""
    if not (options := [*islice(choices, OPTIONS_MOST)]):
        return None
    return ui.ActionRow(
        ui.Select(
            custom_id=str(press),
            placeholder=shorten(placeholder, PLACEHOLDER_LONGEST),
            options=options,
            disabled=disabled,
        )
    )


def select_option(
    label: str, value: str, description: str = "", *, default: bool = False
) -> discord.SelectOption:
    """One of the values of a select, in words that Discord takes."""
    return discord.SelectOption(
        label=shorten(label, OPTION_LONGEST),
        value=value,
        description=shorten(description, OPTION_LONGEST) or None,
        default=default,
    )


def pick(
    kind: type[ui.UserSelect[Any] | ui.RoleSelect[Any] | ui.ChannelSelect[Any]],
    press: PressId,
    placeholder: str,
    now: Iterable[int] = (),
    **limits: Any,  # noqa: ANN401 - as the library's class takes them
) -> ui.ActionRow[Any]:
    """A row in which people, roles or channels are chosen, as Discord offers them; those of ``now`` are."""
    roles = kind is ui.RoleSelect
    default = discord.SelectDefaultValueType.role if roles else discord.SelectDefaultValueType.channel
    made: ui.Item[Any] = kind(
        custom_id=str(press),
        placeholder=shorten(placeholder, PLACEHOLDER_LONGEST),
        default_values=[discord.SelectDefaultValue(id=one, type=default) for one in now],
        **limits,
    )
    return ui.ActionRow(made)


def message_url(guild_id: int | None, channel_id: int, message_id: int | None = None) -> str:
    """Where a message is, or its channel (https://discord.com/developers/docs/reference#message-formatting)."""
    channel = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"


Part: TypeAlias = str | Attached | ui.Item[Any] | None
"""One thing on a panel: a text, a file, an item of the library. What is empty is not there."""

Parts: TypeAlias = Part | Iterable[Part]
"""Also several: lines are one text, as much of it as Discord takes; buttons stand in rows fit for a phone."""


def draw(
    *parts: Parts,
    accent: discord.Colour | None = None,
    reader: int | None = None,
    final: bool = False,
    calls: Mentions = NOBODY,
) -> Drawing:
    """A message that is one panel, of its parts from top to bottom."""
    files: list[tuple[str, bytes]] = []
    items = [item for part in parts for item in _items(part, files)]
    _tell_apart([one for row in items if isinstance(row, ui.ActionRow) for one in row.children])
    container: ui.Container[Any] = ui.Container(*items, accent_colour=accent)
    return Drawing(Panel(container), tuple(files), reader=reader, final=final, calls=calls)


UNSAID: Final = " …?\u202f"
"""What placeholders end with while nothing is chosen."""


def _tell_apart(controls: Iterable[ui.Item[Any]]) -> None:
    """Where several selects stand on a panel, have each say what it chooses with what is chosen there."""
    selects = [one for one in controls if isinstance(one, ui.Select)]
    for one in selects if len(selects) > 1 else ():
        for option in [option for option in one.options if option.default and one.max_values == 1]:
            title = (one.placeholder or "").rstrip(UNSAID)
            one.placeholder, option.default = shorten(f"{title} · {option.label}", PLACEHOLDER_LONGEST), False


def _items(parts: Parts, files: list[tuple[str, bytes]]) -> Iterator[ui.Item[Any]]:
    """What stands in a container; its files are added to those."""
    if not parts:
        return
    if isinstance(parts, str):
        yield ui.TextDisplay(parts)
    elif isinstance(parts, Attached):
        files.append((parts.name, parts.data))
        yield parts.item
    elif isinstance(parts, ui.Button):
        yield ui.ActionRow(parts)
    elif isinstance(parts, ui.Item):
        yield parts
    else:
        for _, beside in groupby(parts, _kind):
            several = [*beside]
            lines = [one for one in several if one and isinstance(one, str)]
            yield from _items(fitting(lines, TEXT_LONGEST, ELLIPSIS, "\n"), files)
            yield from even_rows(one for one in several if isinstance(one, ui.Button))
            for one in several:
                if not isinstance(one, str | ui.Button):
                    yield from _items(one, files)


def _kind(part: Part) -> type:
    """Whether it is a line or a button, which belong together with those beside them."""
    return next((one for one in (str, ui.Button) if isinstance(part, one)), object)


def yes_or_no(words: Words, yes: PressId, no: PressId | None = None) -> list[ui.Button[Any]]:
    """Below what is asked before it is done for good. *No* is answered that nothing was done, or leads back
    to where the question came from."""
    return [
        button(words("button.yes"), yes, RED),
        button(words("button.no"), no or PressId("no", yes.subject)),
    ]


def sentence(text: str, url: str | None = None, url_label: str = "") -> Drawing:
    """One sentence, with a way on where there is one."""
    return draw(text, link(url_label, url) if url else None)


STANDS_AFTER: Final = 0.5  # seconds
ONE_BUTTON: Final = ("act", "mark", "queue")
"""Verbs that one button goes through while what it leads to stays the same."""

Place = tuple[int, int, int]
"""The rows above and below, and the buttons before it in its row: panels grow at either end."""
What = tuple[str, tuple[str, ...]]
"""What a press leads to, whatever the state it was drawn at."""


@dataclass(slots=True)
class _Stand:
    """``seq`` is the state at which it came to this place; ``since`` when it was there, in unix seconds; None
    while it is on its way, and may be there."""

    place: Place
    seq: int
    since: float | None = None


class MessageAge:
    """See the module."""

    def __init__(self) -> None:
        self._stands: dict[What, _Stand] = {}

    def moved(self) -> None:
        """It is another message from now on."""
        self._stands = {}

    def drawn(self, panel: Panel) -> None:
        """This is about to be sent."""
        before, self._stands = self._stands, {}
        for place, press in _buttons(panel):
            stand = before.get(what := _what(press))
            still = stand is not None and stand.place == place
            self._stands[what] = stand if stand and still else _Stand(place, press.seq)

    def arrived(self, now: float) -> None:
        """What was drawn last is there."""
        for stand in self._stands.values():
            if stand.since is None:
                stand.since = now

    def is_new(self, press: PressId, at: float, stands_after: float) -> bool:
        """Whether a button that was pressed at this moment had not stood in its place for so many seconds;
        never, where that is none."""
        stand = self._stands.get(_what(press))
        if stand is None or press.seq < stand.seq or stands_after == 0:
            return False
        return stand.since is None or at < stand.since + stands_after


def _what(press: PressId) -> What:
    return "" if press.verb in ONE_BUTTON else press.verb, press.values


def _buttons(panel: Panel) -> Iterator[tuple[Place, PressId]]:
    rows = [row.children for row in panel.walk_children() if isinstance(row, ui.ActionRow)]
    for above, row in enumerate(rows):
        for before, one in enumerate(row):
            press = _press_of(one)
            if press is not None:
                yield (above, len(rows) - above - 1, before), press


def _press_of(one: ui.Item[Any]) -> PressId | None:
    if isinstance(one, PressButton):
        return one.press
    return PressId.parse(str(one.custom_id)) if isinstance(one, ui.Button | ui.Select) else None
