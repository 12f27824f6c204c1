"""A table's game that is over, looked at again: what its reader is shown of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol

from bot.discordkit.panel import Drawing
from bot.replays import words
from bot.replays.replay import By, ReplayMoment, replay_of
from bot.replays.scene import closing_frame, replay_picture
from bot.replays.ui import panel
from bot.replays.ui.panel import Frame, OpenReplay, ReplayDrawings, ReplayLook
from bot.replays.words import Watched
from bot.tables.model import State
from bot.tables.table import Table
from bot.telling.phrases import Reader
from tests.panels.heights import blank

GIF = b"GIF89a\x20\x03\x1a\x03"
"""As much of one as tells its size."""


class Looked(Protocol):
    """A table at a moment, and who looks (``canary.Scene``)."""

    @property
    def table(self) -> Table: ...
    @property
    def reader(self) -> Reader: ...
    @property
    def studio(self) -> Any: ...


async def film_of(table: Table) -> OpenReplay | None:
    """Its game, once it is over."""
    if table.facts.state not in (State.FINISHED, State.CLOSED) or table.facts.started_at is None:
        return None
    replay = replay_of(table.facts, *await table.inputs())
    return OpenReplay(replay, f"Table {table.facts.id}", table.facts.id, shares=True)


def looks(opened: OpenReplay) -> list[ReplayLook]:
    """The beginning, and the middle of the last deal with all there is to show."""
    last = len(opened.replay.deals) - 1
    return [
        ReplayLook(),
        ReplayLook(ReplayMoment(last, opened.replay.deals[last].plies // 2), By.CARD, 1, others=True),
    ]


def _panels(
    made: Callable[[Looked, OpenReplay, Frame], Drawing],
) -> Callable[[Looked], Awaitable[Iterable[Drawing]]]:
    async def case(scene: Looked) -> Iterable[Drawing]:
        opened = await film_of(scene.table)
        if opened is None:
            return []
        return [made(scene, opened, _frame(scene, opened, look)) for look in looks(opened)]

    return case


def _frame(scene: Looked, opened: OpenReplay, look: ReplayLook) -> Frame:
    watched = Watched.of(scene.reader, opened.replay, look.moment, look.eyes)
    if scene.reader.preferences.text_mode:
        return Frame(opened, look, watched)
    return Frame(opened, look, watched, (panel.AltText("alt"), blank(834)))


def _drawn(
    made: Callable[[ReplayDrawings, Reader, OpenReplay, ReplayLook], Any],
) -> Callable[[Looked], Awaitable[Iterable[Drawing]]]:
    async def case(scene: Looked) -> Iterable[Drawing]:
        opened = await film_of(scene.table)
        if opened is None:
            return []
        found = [
            made(ReplayDrawings(scene.studio.painter), scene.reader, opened, look) for look in looks(opened)
        ]
        return [await one if isinstance(one, Awaitable) else one for one in found]

    return case


async def _record(scene: Looked) -> Iterable[Drawing]:
    opened = await film_of(scene.table)
    if opened is None:
        return []
    return [panel.record(scene.reader.words, scene.table.facts, (await scene.table.record()).encode())]


REPLAYS: dict[str, Callable[[Any], Any]] = {
    "bot.replays.ui.panel.panel": _panels(lambda scene, opened, frame: panel.panel(frame, scene.reader)),
    "bot.replays.ui.panel.more": _panels(lambda scene, opened, frame: panel.more(frame, scene.reader)),
    "bot.replays.ui.panel.why": _panels(
        lambda scene, opened, frame: panel.why(frame.watched, opened.title, ["**It follows suit.**"])
    ),
    "bot.replays.ui.panel.shared": _panels(lambda scene, opened, frame: panel.shared(frame)),
    "bot.replays.ui.panel.moving": _panels(
        lambda scene, opened, frame: panel.moving(frame.words, frame.watched, GIF)
    ),
    "bot.replays.ui.panel.course": _panels(
        lambda scene, opened, frame: panel.course(frame.words, frame.watched)
    ),
    "bot.replays.ui.panel.record": _record,
    "bot.replays.ui.panel.ReplayDrawings.panel": _drawn(ReplayDrawings.panel),
    "bot.replays.ui.panel.ReplayDrawings.more": _drawn(ReplayDrawings.more),
    "bot.replays.ui.panel.ReplayDrawings.shared": _drawn(ReplayDrawings.shared),
    "bot.replays.ui.panel.ReplayDrawings.moving": _drawn(ReplayDrawings.moving),
}
"""What draws them, by full name; nothing as long as a game is not over."""


async def _watched(scene: Looked, *, at_end: bool) -> Iterable[Watched]:
    opened = await film_of(scene.table)
    if opened is None:
        return []
    deals = [deal for deal, dealt in enumerate(opened.replay.deals) if dealt.result is not None]
    moments = (
        [opened.replay.end_of(deal) for deal in deals] if at_end else [one.moment for one in looks(opened)]
    )
    return [Watched.of(scene.reader, opened.replay, moment) for moment in moments]


async def _moments(scene: Looked) -> Iterable[Any]:
    return [
        replay_picture(one.model, one.hands, one.eyes, one.other_cards, one.last_card, words.happened(one))
        for one in await _watched(scene, at_end=False)
    ]


async def _ends(scene: Looked) -> Iterable[Any]:
    return [
        closing_frame(one.model, one.hands, one.eyes, words.comes(one))
        for one in await _watched(scene, at_end=True)
    ]


REPLAY_VALUES: dict[str, Callable[[Any], Any]] = {
    "bot.replays.scene.replay_picture": _moments,
    "bot.replays.scene.closing_frame": _ends,
}
"""What makes their pictures' values."""
