"""Where the slowest presses waited: what held each of them up from moment to moment, summed by cause."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from tests.load.people import Pressed

STEP, DRAWING, GARBAGE, GROUP = "step", "drawing", "garbage", "group"
"""Of these there is one at a time: a callback of the event loop, what is drawn in it, a look for garbage, and
what the writer's thread stores in one go."""
STORING, ASKING, QUEUEING = "storing", "asking", "queueing"
"""What somebody waits for: that something is stored, that Discord answers, that a request may begin."""

SLOWEST: Final = 0.01
FEWEST: Final = 5
NAMED: Final = 14


class Note(NamedTuple):
    """What went on, from when to when, for which interaction (0: nobody's), by what name; for which shares of
    that time the thread did not run, as other threads of the bot did, or other programs."""

    kind: str
    begun: float
    ended: float
    whose: int = 0
    name: str = ""
    threads: float = 0.0
    programs: float = 0.0


class _Line:
    """Notes of which there is one at a time."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self._notes = sorted(notes, key=lambda note: note.begun)
        self._begun = [note.begun for note in self._notes]

    def at(self, moment: float) -> Note | None:
        """What went on then."""
        number = bisect_right(self._begun, moment) - 1
        return self._notes[number] if number >= 0 and self._notes[number].ended > moment else None

    def edges(self, begun: float, ended: float) -> Iterator[float]:
        """When something began or ended between two moments."""
        first = max(0, bisect_right(self._begun, begun) - 1)
        for note in self._notes[first : bisect_right(self._begun, ended)]:
            yield from (one for one in (note.begun, note.ended) if begun < one < ended)


class Trace:
    """All that a bot has noted."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self._lines = {
            kind: _Line(note for note in notes if note.kind == kind)
            for kind in (STEP, DRAWING, GARBAGE, GROUP)
        }
        self._waits: dict[int, list[Note]] = {}
        for note in notes:
            if note.kind not in self._lines and note.whose:
                self._waits.setdefault(note.whose, []).append(note)

    @classmethod
    def read(cls, file: Path) -> Trace:
        """That of a file that ``noted_bot`` has written."""
        return cls([Note(*note) for note in json.loads(file.read_text())])

    def causes(self, press: Pressed) -> Mapping[str, float]:
        """Seconds by what a press that was answered waited for."""
        assert press.answered is not None
        begun, ended = press.at, press.at + press.answered
        waits, found = self._waits.get(press.interaction, []), defaultdict[str, float](float)
        edges = {begun, ended, *(edge for line in self._lines.values() for edge in line.edges(begun, ended))}
        edges |= {one for note in waits for one in (note.begun, note.ended) if begun < one < ended}
        for since, until in pairwise(sorted(edges)):
            middle = (since + until) / 2
            kinds = {note.kind for note in waits if note.begun <= middle < note.ended}
            step, lasted = self._lines[STEP].at(middle), until - since
            if step is None or (step.whose != press.interaction and self._is_awaited(kinds, middle)):
                found[self._awaited(kinds, middle)] += lasted
                continue
            found["other threads of the bot"] += lasted * step.threads
            found["other programs"] += lasted * step.programs
            found[self._held(step, press, middle)] += lasted * (1.0 - step.threads - step.programs)
        return found

    def _is_awaited(self, kinds: set[str], moment: float) -> bool:
        """Whether it would wait also if the loop were free."""
        return ASKING in kinds or (STORING in kinds and self._lines[GROUP].at(moment) is not None)

    def _awaited(self, kinds: set[str], moment: float) -> str:
        if ASKING in kinds:
            return "HTTP, to Discord and back"
        if STORING in kinds:
            stored = self._lines[GROUP].at(moment) is not None
            return "the writer's commit" if stored else "the way to the writer's thread and back"
        return "the queue of requests" if QUEUEING in kinds else "the way to the bot, or nothing known"

    def _held(self, step: Note, press: Pressed, moment: float) -> str:
        """What the loop did."""
        garbage, drawing = self._lines[GARBAGE].at(moment), self._lines[DRAWING].at(moment)
        if garbage is not None:
            return f"loop: garbage of {garbage.name}"
        if drawing is not None:
            whose = "its own" if drawing.whose == press.interaction else "another's"
            return f"loop: {whose} drawing"
        return "loop: its own steps" if step.whose == press.interaction else f"loop: {step.name}"


def cause_lines(trace: Trace, presses: Iterable[Pressed]) -> list[str]:
    """A small table: milliseconds a press by cause, of the slowest and of all."""
    answered = sorted((one for one in presses if one.answered), key=lambda one: -(one.answered or 0.0))
    slowest = answered[: max(FEWEST, round(SLOWEST * len(answered)))]
    of_slowest, of_all = (_mean(trace, some) for some in (slowest, answered))
    longest = sorted(of_slowest, key=lambda cause: -of_slowest[cause])[:NAMED]
    return [
        f"{len(slowest):>9} slowest  {len(answered)} in all; ms a press",
        *(f"{of_slowest[cause]:>17.1f}  {of_all[cause]:>6.1f}  {cause}" for cause in longest),
        f"{sum(of_slowest.values()):>17.1f}  {sum(of_all.values()):>6.1f}  in all",
    ]


def _mean(trace: Trace, presses: Sequence[Pressed]) -> Mapping[str, float]:
    """Milliseconds by cause."""
    found = defaultdict[str, float](float)
    for press in presses:
        for cause, seconds in trace.causes(press).items():
            found[cause] += 1000 * seconds / len(presses)
    return found
