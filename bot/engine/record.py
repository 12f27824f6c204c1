"""Game records, ``king-record 1`` (notation.md, "Record" and "Trace"): written, read, and carried out item by
item.

A record is a header, which is judged as a whole, and items. An item is a deck or an action, the same text as
in the log of a table.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.engine.cards import ACTION_OF_TEXT, ACTION_TEXTS, CARD_NAMES, CARD_OF_NAME, Action, Card
from bot.engine.errors import RuleViolation
from bot.engine.game import OVER, Event
from bot.engine.options import Preset, Rules, TableSize, settle
from bot.engine.play import Game
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


class RecordError(Exception):
    """A line of a record that is wrong. ``kind`` is one of ``ERROR_KINDS``, ``line`` counts from 1."""

    def __init__(self, kind: str, line: int) -> None:
        super().__init__(f"{kind} in line {line}")
        self.kind = kind
        self.line = line


@dataclass(frozen=True, slots=True)
class Record:
    """A record read: its header, its items as they stand in it, and what its comments tell."""

    header: Header
    items: tuple[str, ...]
    comments: Mapping[str, str]


# Items


def deck_item(deck: Iterable[Card]) -> str:
    """The item of a deck, top card first."""
    return " ".join(["deck", *(CARD_NAMES[card] for card in deck)])


def action_item(seat: int, action: Action) -> str:
    """The item of an action."""
    return f"{seat} {ACTION_TEXTS[action]}"


def action_of(item: str) -> Action:
    """The action of an item that is one and was carried out. Raises KeyError."""
    return ACTION_OF_TEXT[" ".join(item.split()[1:])]


def carry_out(game: Game, item: str) -> tuple[Event, ...]:
    """Carry out one item in a game. Raises RuleViolation, of any kind but those of a header, and then changes
    nothing. What is not that seat's turn is found before what is not legal (notation.md, "Trace")."""
    words = item.split()
    if words[:1] == ["deck"]:
        return _deal(game, words[1:])
    if len(words) < 2 or not NUMBER.fullmatch(words[0]):
        raise RuleViolation("syntax")
    if game.turn == OVER:
        raise RuleViolation("game-over")
    if game.turn < 0 or whole(words[0]) != game.turn:
        raise RuleViolation("not-your-turn")
    action = ACTION_OF_TEXT.get(" ".join(words[1:]))
    if action is None:
        raise RuleViolation("illegal-action", "not-a-choice")
    return game.apply(action)


def _deal(game: Game, names: Sequence[str]) -> tuple[Event, ...]:
    if game.turn == OVER or game.turn >= 0:
        raise RuleViolation("game-over" if game.turn == OVER else "not-your-turn")
    if any(name not in CARD_OF_NAME for name in names):
        raise RuleViolation("bad-deck", "unknown-card")
    return game.deal([CARD_OF_NAME[name] for name in names])


# Reading


def lines_of(data: bytes) -> Iterator[RecordLine]:
    """The lines of a record that say something. A byte order mark and line ends of either kind are fine."""
    for number, raw in enumerate(data.removeprefix(BOM_UTF8).split(b"\n"), start=1):
        try:
            text = raw.decode("utf-8").partition("#")[0].strip()
        except UnicodeDecodeError:
            yield RecordLine(number, None)
            continue
        if text:
            yield RecordLine(number, text)


def comments_of(data: bytes) -> dict[str, str]:
    """What whole-line comments tell, by their first word: ``# secret 9f3c`` is ``{"secret": "9f3c"}``."""
    found: dict[str, str] = {}
    for raw in data.removeprefix(BOM_UTF8).decode("utf-8", "replace").split("\n"):
        text = raw.strip()
        if text.startswith("#"):
            word, _, rest = text.lstrip("#").strip().partition(" ")
            if word:
                found.setdefault(word, rest.strip())
    return found


def split(data: bytes) -> tuple[list[RecordLine], list[RecordLine]]:
    """The lines of the header, and those from the first item on."""
    lines = list(lines_of(data))
    first = next((place for place, line in enumerate(lines) if line.is_item), len(lines))
    return lines[:first], lines[first:]


def read(data: bytes) -> Record:
    """Read a record. Raises RecordError for a bad header or an item that is none; the rules are not asked."""
    head, items = split(data)
    draft = HeaderDraft.of(head)
    wrong = draft.fault or next(
        (HeaderFault(line.number, "syntax") for line in items if not line.is_item), None
    )
    if wrong:
        raise RecordError(wrong.kind, wrong.line)
    header = draft.header()
    if header is None:
        raise RecordError("syntax", items[0].number if items else 1 + data.count(b"\n"))
    return Record(header, tuple(" ".join(line.words) for line in items), comments_of(data))


def replay(record: Record) -> Game:
    """The game of a record. Raises RuleViolation where it breaks the rules."""
    game = record.header.new_game()
    for item in record.items:
        carry_out(game, item)
    return game


# Writing


def write(
    header: Header,
    items: Iterable[str],
    comments: Iterable[tuple[str, str]] = (),
    after: Sequence[str] = (),
) -> str:
    """A record as text. ``comments`` go to the header, each its first word (``secret``) and the rest;
    ``after`` are comment lines for the end.

    A name or a comment that the notation cannot hold loses what it cannot (``#``, line ends).
    """
    rules = header.rules
    lines = [FIRST_LINE, f"rules {rules.preset.name}"]
    lines += [f"option {name}={value}" for name, value in rules.changed.items()]
    lines.append(f"players {rules.players}")
    for seat, name in sorted(header.names.items()):
        if clean := _on_one_line(name):
            lines.append(f"name {seat} {clean}")
    lines.append(f"dealer {header.dealer}")
    lines += [f"# {word} {_on_one_line(text)}".rstrip() for word, text in comments]
    lines += items
    lines += [f"# {_on_one_line(text)}" for text in after]
    return "\n".join(lines) + "\n"


def _on_one_line(text: str) -> str:
    return " ".join(text.replace("#", " ").split())
