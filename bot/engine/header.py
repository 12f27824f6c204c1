"""The header of a game record, judged as a whole (notation.md, "Record" and "Trace")."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.engine.errors import RuleViolation
from bot.engine.game import Game
from bot.engine.options import Preset, Rules, TableSize, settle
from bot.engine.registry import new_game, preset_named

FIRST_LINE: Final = "king-record 1"
NUMBER: Final = re.compile(r"-?[0-9]+")
"""What begins an action: a seat, at the table or not."""
_MOST_DIGITS: Final = 9
_SINGLE: Final = ("rules", "players", "dealer")


class RecordLine(NamedTuple):
    """A line that says something, without its comment. ``text`` is None where it is not UTF-8."""

    number: int
    text: str | None

    @property
    def words(self) -> list[str]:
        """The words of the line, none where it is not UTF-8."""
        return (self.text or "").split()

    @property
    def is_item(self) -> bool:
        """Whether this is a deck or begins with a seat."""
        words = self.words
        return bool(words) and (words[0] == "deck" or NUMBER.fullmatch(words[0]) is not None)


@dataclass(frozen=True, slots=True)
class Header:
    """What a record says before its first deck. ``dealer`` is the first one; ``names`` are by seat."""

    rules: Rules
    dealer: int
    names: Mapping[int, str]

    def new_game(self) -> Game:
        """The game that the items of the record are carried out in."""
        return new_game(self.rules, self.dealer)


class HeaderFault(NamedTuple):
    """A bad line of a header."""

    line: int
    kind: str


class _Given(NamedTuple):
    line: int
    text: str


@dataclass(slots=True)
class HeaderDraft:
    """A header as it stands, judged as a whole: its lines may come in any order, and one may need another."""

    begun: bool = False
    preset: Preset | None = None
    players: int | None = None
    dealer: int | None = None
    options: dict[str, str] = field(default_factory=dict[str, str])
    names: dict[int, str] = field(default_factory=dict[int, str])
    faults: list[HeaderFault] = field(default_factory=list[HeaderFault])

    @classmethod
    def of(cls, lines: Sequence[RecordLine]) -> HeaderDraft:
        """Judge the lines before the first item. A line that is bad whatever a missing one may say is bad."""
        draft = cls()
        single: dict[str, _Given] = {}
        options: list[_Given] = []
        names: dict[int, _Given] = {}
        for place, line in enumerate(lines):
            if place == 0:
                draft.begun = True
                if line.words == FIRST_LINE.split():
                    continue
                draft._fault(line.number, "syntax")
            draft._sort(line, single, options, names)
        draft._judge_single(single)
        for given in options:
            draft._judge_option(given)
        draft._judge_together(options)
        for seat, given in names.items():
            if seat >= draft._most_players():
                draft._fault(given.line, "syntax")
            draft.names[seat] = given.text
        return draft

    @property
    def fault(self) -> HeaderFault | None:
        """The first bad line in file order."""
        return min(self.faults, default=None)

    def header(self) -> Header | None:
        """The header, None when it has a bad line or lacks one."""
        if self.faults or not self.begun or not self.preset or self.players is None or self.dealer is None:
            return None
        return Header(settle(self.preset, self.players, self.options), self.dealer, self.names)

    def _fault(self, line: int, kind: str) -> None:
        self.faults.append(HeaderFault(line, kind))

    def _sort(
        self, line: RecordLine, single: dict[str, _Given], options: list[_Given], names: dict[int, _Given]
    ) -> None:
        """Put what a line says where it belongs, if its form is right."""
        keyword, rest = [*(line.text or "").split(None, 1), "", ""][:2]
        words = rest.split()
        seat = whole(words[0]) if words else None
        if keyword in _SINGLE and words and keyword not in single:
            single[keyword] = _Given(line.number, " ".join(words))
        elif keyword == "option" and "=" in rest:
            options.append(_Given(line.number, " ".join(words)))
        elif keyword == "name" and len(words) > 1 and seat is not None and seat not in names:
            names[seat] = _Given(line.number, rest.split(None, 1)[1])
        else:
            self._fault(line.number, "syntax")

    def _judge_single(self, single: Mapping[str, _Given]) -> None:
        if given := single.get("rules"):
            try:
                self.preset = preset_named(given.text)
            except RuleViolation as refused:
                self._fault(given.line, refused.code)
        if given := single.get("players"):
            number = whole(given.text)
            if number is None or (self.preset and number not in self.preset.packs):
                self._fault(given.line, "bad-option")
            else:
                self.players = number
        if given := single.get("dealer"):
            number = whole(given.text)
            if number is None or number >= self._most_players():
                self._fault(given.line, "bad-option")
            else:
                self.dealer = number

    def _judge_option(self, given: _Given) -> None:
        if self.preset is None:
            return
        name, _, text = given.text.partition("=")
        option = self.preset.option(name)
        if option is None or not any(option.takes(text, size) for size in self._sizes(self.preset)):
            self._fault(given.line, "bad-option")
        else:
            self.options[name] = text

    def _judge_together(self, given: Sequence[_Given]) -> None:
        """Whether the options that are good each by itself go together."""
        if self.preset is None:
            return
        clash = self.preset.clash({**self.preset.values, **self.options})
        if clash is not None:
            line = max(one.line for one in given if one.text.partition("=")[0] == clash.option)
            self._fault(line, "bad-option")

    def _sizes(self, preset: Preset) -> list[TableSize]:
        """The tables this header may still mean."""
        return [
            TableSize(players, pack)
            for players, pack in preset.packs.items()
            if self.players is None or players == self.players
        ]

    def _most_players(self) -> int:
        if self.players is not None:
            return self.players
        return max(self.preset.players) if self.preset else 52


def whole(text: str) -> int | None:
    """A whole number in digits, None if the text is none (or has more digits than any number here)."""
    if not NUMBER.fullmatch(text) or text[0] == "-" or len(text) > _MOST_DIGITS:
        return None
    return int(text)
