"""Game records, ``king-record 1`` (notation.md, "Record"): written, read, and carried out item by item.

A record is a header and items. An item is a deck or an action, the same text as in the log of a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.engine.actions import ACTION_OF_TEXT, ACTION_TEXTS, Action
from bot.engine.cards import CARD_NAMES, CARD_OF_NAME, Card
from bot.engine.errors import RuleViolation
from bot.engine.game import OVER, Event, Game
from bot.engine.header import FIRST_LINE, NUMBER, Header, HeaderDraft, HeaderFault, RecordLine, whole


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
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
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
    for raw in data.decode("utf-8", "replace").split("\n"):
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
