"""The lines of a result on paper, taken apart; nothing is judged here but what is no line at all.

A sheet begins with names, followed by a line a deal; or it is made of pairs of a name and points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.leagues.paper.names import key_of
from bot.leagues.paper.numbers import plain, whole_of

COMMENT: Final = "#"
TOTAL_WORDS: Final = (
    *("=", "Σ"),
    *("total", "totals", "totaal", "totalen", "totaux", "сумма", "итого", "итог", "всего"),
)
"""How a line of totals may begin."""

_NUMBER: Final = r"[+-]?[0-9]+"
_LOOSE_SIGN: Final = re.compile(r"(?<!\S)([+-]) +(?=[0-9])")
_PIECES: Final = re.compile(r"[,;|]")
_CELLS: Final = re.compile(r"[,;|\t]| {2,}")
_TOKENS: Final = re.compile(r"[\s,;|]+")
_MARKED_PAIR: Final = re.compile(r"(?P<name>.*\S)\s*[:=\t]\s*(?P<points>.*)")
_BARE_PAIR: Final = re.compile(rf"(?P<name>.*\S)\s+(?P<points>{_NUMBER})")
_TOTAL: Final = re.compile(
    rf"(?:[=Σ]|(?:{'|'.join(word for word in TOTAL_WORDS if word.isalpha())})\b)\s*[:=]?\s*", re.IGNORECASE
)
_DEAL: Final = re.compile(r"(?P<number>[0-9]{1,3})(?P<marked>\s*[.):](?![0-9+-]))?\s*")


class SheetLine(NamedTuple):
    """A line with something on it; ``number`` counts all lines from 1."""

    number: int
    text: str


class TypedName(NamedTuple):
    """A name that was typed, and on which line."""

    line: int
    typed: str


class NamedPoints(NamedTuple):
    """A name with its points, empty where there are none."""

    name: TypedName
    points: str


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A line of numbers: the deal's number and what was typed as its contract (``named`` are the contracts
    that it may be), whether it says that it is one of totals, and its cells, one a seat if all is
    well."""

    line: int
    cells: tuple[str, ...]
    number: int | None = None
    label: str = ""
    named: tuple[str, ...] = ()
    is_total: bool = False

    @property
    def is_bare(self) -> bool:
        """Whether it does not say what it is."""
        return self.number is None and not self.label and not self.is_total


def lines_of(text: str) -> list[SheetLine]:
    """The lines with something on them but a comment, of a text that is not too long to be a sheet."""
    each = (plain(line.partition(COMMENT)[0]).strip() for line in text.split("\n"))
    each = (_LOOSE_SIGN.sub(r"\1", line) for line in each)
    return [SheetLine(number, line) for number, line in enumerate(each, start=1) if line]


def pairs_of(lines: Sequence[SheetLine]) -> list[NamedPoints] | None:
    """The pairs of a name and points, where the first line is made of such."""
    first = list(_pairs(lines[0])) if lines else []
    if not first or any(whole_of(pair.points) is None or _has_numbers(pair) for pair in first):
        return None
    return [pair for line in lines for pair in _pairs(line)]


def _pairs(line: SheetLine) -> Iterator[NamedPoints]:
    pieces = [piece.strip() for piece in _PIECES.split(line.text) if piece.strip()]
    if len(pieces) == 2 and whole_of(pieces[1]) is not None and not _BARE_PAIR.fullmatch(pieces[0]):
        yield NamedPoints(TypedName(line.number, pieces[0].rstrip(":= \t")), pieces[1])
        return
    for piece in pieces:
        pair = _MARKED_PAIR.fullmatch(piece) or _BARE_PAIR.fullmatch(piece)
        yield (
            NamedPoints(TypedName(line.number, pair["name"]), pair["points"])
            if pair
            else NamedPoints(TypedName(line.number, piece), "")
        )


def _has_numbers(pair: NamedPoints) -> bool:
    """Whether the name is nothing but numbers, or a row of them: that is a deal."""
    tokens = _TOKENS.split(pair.name.typed)
    return (
        whole_of(tokens[0].rstrip(".):")) is not None or sum(whole_of(one) is not None for one in tokens) > 1
    )


def names_of(lines: Sequence[SheetLine]) -> tuple[list[TypedName], Sequence[SheetLine]]:
    """The names that a sheet begins with, and the lines after them. Names are parted by commas, semicolons,
    tabs or two spaces; by one space where there would be but one name else."""
    end = next((at for at, line in enumerate(lines) if not _names_people(line, at == 0)), len(lines))
    names = [
        TypedName(line.number, cell.strip())
        for line in lines[:end]
        for cell in _CELLS.split(line.text)
        if cell.strip()
    ]
    if len(names) == 1:
        names = [TypedName(names[0].line, word) for word in names[0].typed.split()]
    return names, lines[end:]


def _names_people(line: SheetLine, is_first: bool) -> bool:
    """Whether a line has no numbers on it; one of the first may belong to a name."""
    numbers = sum(whole_of(token) is not None for token in _TOKENS.split(line.text))
    return numbers <= is_first and not _TOTAL.match(line.text)


class RowReader:
    """Takes lines of numbers apart at a table of so many ``players``. ``contracts`` are the engine's
    names of contracts by the words that people have for them."""

    def __init__(self, players: int, contracts: Mapping[str, Sequence[str]]) -> None:
        self._players = players
        self._contracts = {key_of(word): tuple(names) for word, names in contracts.items()}
        words = sorted(self._contracts, key=len, reverse=True)
        self._word = (
            re.compile(rf"(?P<word>{'|'.join(map(re.escape, words))})(?!\w)\s*:?\s*", re.IGNORECASE)
            if words
            else None
        )

    def rows(self, lines: Iterable[SheetLine]) -> list[NumberRow]:
        """A row for each line."""
        return [self._row(line) for line in lines]

    def _row(self, line: SheetLine) -> NumberRow:
        text = " ".join(line.text.split())
        if total := _TOTAL.match(text):
            return NumberRow(line.number, _tokens(text[total.end() :]), is_total=True)
        contract, rest = self._contract(text)
        number = None
        if contract is None and (deal := _DEAL.match(text)):
            contract, after = self._contract(text[deal.end() :])
            if contract is not None or deal["marked"] or after[:1].isalpha():
                number, rest = int(deal["number"]), after
        cells = _tokens(rest)
        if contract is None:
            return self._unlabelled(line.number, number, cells)
        return NumberRow(line.number, self._after_words(cells), number, contract, self._contracts[contract])

    def _after_words(self, cells: tuple[str, ...]) -> tuple[str, ...]:
        """The cells without further words before them: what was trumps, who played."""
        return cells[_words_before(cells) :] if len(cells) > self._players else cells

    def _unlabelled(self, line: int, number: int | None, cells: tuple[str, ...]) -> NumberRow:
        """A row without a contract that we know: with one that we do not, or with none."""
        if number is None and len(cells) == self._players + 1 and cells[0].isdecimal():
            return NumberRow(line, cells[1:], whole_of(cells[0]))
        if len(cells) != self._players:
            words = _words_before(cells)
            return NumberRow(line, cells[words:], number, " ".join(cells[:words]))
        return NumberRow(line, cells, number)

    def _contract(self, text: str) -> tuple[str | None, str]:
        """The contract's word that a text begins with, and what follows it."""
        found = self._word.match(text) if self._word else None
        if found is None or key_of(found["word"]) not in self._contracts:
            return None, text
        return key_of(found["word"]), text[found.end() :]


def _words_before(cells: Sequence[str]) -> int:
    """How many cells come before the first number."""
    return next((at for at, cell in enumerate(cells) if whole_of(cell) is not None), len(cells))


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(token for token in _TOKENS.split(text) if token)
