"""A result on paper, as it is typed: names and points, of each deal or in all (docs/results-on-paper.md).

A sheet begins with names, followed by a line a deal; or it is made of pairs of a name and points. What its
deals add up to is the engine's to say, at a table of each size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.engine.options import Rules, TableSize, settle
from bot.engine.registry import new_game, preset_named
from bot.leagues.paper.typed import (
    LONGEST_FIELD,
    Fault,
    Faulty,
    Known,
    PaperPerson,
    fault,
    holder_of,
    key_of,
    new_guests,
    plain,
    points_of,
    too_large,
    whole_of,
)
from bot.leagues.season.model import Guest, Holder, SeasonGame

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


class Sums(NamedTuple):
    """``deals`` holds for each deal what its points add up to by contract, and is empty where that is not
    known; ``game`` is what those of the whole game add up to, None where that is not fixed."""

    deals: tuple[Mapping[str, int], ...]
    game: int | None


def sums_of(rules: Rules) -> Sums:
    """What a game under these rules adds up to."""
    game = new_game(rules, 0)
    return Sums(game.sums, game.sum)


def sums_by_players(preset_name: str, options: Mapping[str, str]) -> dict[int, Sums]:
    """The same for each number of players whom a preset is for, those options being changed that a table of
    this size has. Raises RuleViolation as ``make_rules``."""
    preset = preset_named(preset_name)
    found: dict[int, Sums] = {}
    for players in preset.players:
        size = TableSize(players, preset.packs[players])
        kept = {
            name: value
            for name, value in options.items()
            if (option := preset.option(name)) is None or option.takes(value, size)
        }
        found[players] = sums_of(settle(preset, players, kept))
    return found


LONGEST: Final = LONGEST_FIELD
"""The most characters of a sheet."""


_MOST_NAMES: Final = 20
"""So many names are looked up: of more it is enough to say that they are too many."""


class PaperDeal(NamedTuple):
    """A deal on paper: its number, counted from 1; its contract, None where none was named; its points."""

    number: int
    contract: str | None
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PaperGame:
    """A game on paper, seat by seat: who had each, what they are called in full, and the points. ``sum`` is
    what the points have to add up to, None where that is not fixed; ``deals`` are empty where only totals
    were typed. ``guests`` are those who were not known before."""

    holders: tuple[Holder, ...]
    names: tuple[str, ...]
    points: tuple[int, ...]
    sum: int | None
    deals: tuple[PaperDeal, ...] = ()
    guests: tuple[Guest, ...] = ()

    def result(self, id: str, night: str | None, at: int) -> SeasonGame:
        """The result of this game (L4), which ended at that time, in unix seconds."""
        left = ((),) * len(self.points)
        return SeasonGame(id, night, at, at, self.sum, self.holders, self.points, left)


def read_sheet(
    text: str, known: Known, games: Mapping[int, Sums], contracts: Mapping[str, Sequence[str]]
) -> PaperGame:
    """The game that a text describes. ``games`` is what the league's game adds up to, by players;
    ``contracts`` are the engine's names of contracts by the words that people have for them. Raises Faulty
    with all the faults that were found."""
    if len(text) > LONGEST:
        raise Faulty([fault("too-long", limit=LONGEST)])
    sheet = _Sheet(known, games, contracts)
    game = sheet.game(text)
    if game is None or sheet.faults:
        raise Faulty(sheet.faults)
    return game


class _Sheet:
    """A sheet being read; ``faults`` are those found so far."""

    def __init__(
        self, known: Known, games: Mapping[int, Sums], contracts: Mapping[str, Sequence[str]]
    ) -> None:
        self.faults: list[Fault] = []
        self._tell = self.faults.append
        self._known = known
        self._games = games
        self._contracts = contracts

    def game(self, text: str) -> PaperGame | None:
        """The game, None where there is too little to make one; what is wrong is reported."""
        lines = lines_of(text)
        pairs = pairs_of(lines)
        if pairs is not None:
            people = self._people([pair.name for pair in pairs])
            points = [self._points(pair.points, pair.name.line) for pair in pairs]
            return self._made(people, points, ())
        names, rest = names_of(lines)
        if not names:
            self._tell(fault("no-names", lines[0].number if lines else None))
            return None
        people = self._people(names)
        if not rest:
            self._tell(fault("no-points"))
            return None
        return self._of_rows(people, RowReader(len(people), self._contracts).rows(rest))

    # Who played

    def _people(self, names: Sequence[TypedName]) -> list[PaperPerson | None]:
        """Whom the names mean, None for whom that is not clear."""
        people: list[PaperPerson | None] = []
        for name in names[:_MOST_NAMES]:
            found = holder_of(name.typed, self._known)
            if isinstance(found, Fault):
                self._tell(replace(found, line=name.line))
            elif found.holder.is_person and any(one and one.holder.id == found.holder.id for one in people):
                self._tell(fault("twice-at-table", name.line, name=found.name))
            people.append(found if isinstance(found, PaperPerson) else None)
        self._count(len(names), names[-1].line)
        return people + [None] * (len(names) - len(people))

    def _count(self, players: int, line: int) -> None:
        least, most = min(self._games), max(self._games)
        if players < least:
            self._tell(fault("too-few-players", line, players=players, least=least))
        if players > most:
            self._tell(fault("too-many-players", line, players=players, most=most))

    # What they got

    def _points(self, text: str, line: int) -> int | None:
        found = points_of(text, line)
        if isinstance(found, Fault):
            self._tell(found)
            return None
        return found

    def _cells(self, row: NumberRow, players: int) -> tuple[int, ...] | None:
        """The points of a row, None where they cannot be."""
        if len(row.cells) != players:
            self._tell(fault("wrong-count", row.line, found=len(row.cells), players=players))
            return None
        return _whole([self._points(cell, row.line) for cell in row.cells])

    def _of_rows(self, people: Sequence[PaperPerson | None], rows: Sequence[NumberRow]) -> PaperGame | None:
        sums = self._games.get(len(people), Sums((), None))
        rows, last = _parted(rows, len(sums.deals))
        deals = self._deals(rows, len(people), sums)
        totals = self._cells(last, len(people)) if last else None
        added = [sum(column) for column in zip(*(deal.points for deal in deals), strict=True)]
        if last is not None and totals is not None and rows and len(deals) == len(rows):
            self._compare(last.line, people, totals, added)
        points = added if rows else list(totals or ())
        return self._made(people, points, deals) if len(points) == len(people) else None

    def _compare(
        self, line: int, people: Sequence[PaperPerson | None], typed: Sequence[int], added: Sequence[int]
    ) -> None:
        """Say which totals are not what the deals add up to."""
        for person, found, total in zip(people, typed, added, strict=True):
            if found != total and person is not None:
                self._tell(fault("wrong-total", line, name=person.name, points=found, sum=total))

    def _made(
        self, people: Sequence[PaperPerson | None], points: Sequence[int | None], deals: tuple[PaperDeal, ...]
    ) -> PaperGame | None:
        """The game, whose points have to add up; None where somebody or something of it is not known."""
        total = self._games.get(len(people), Sums((), None)).game
        known, whole = [one for one in people if one is not None], _whole(points)
        if whole is None:
            return None
        # Of deals that are wrong more has been reported already.
        if total is not None and sum(whole) != total and not (deals and self.faults):
            self._tell(fault("wrong-game", points=sum(whole), sum=total))
        for added in whole:  # each deal may be small enough
            if wrong := too_large(added, str(added)):
                self._tell(wrong)
        if len(known) < len(people):
            return None
        holders, names = tuple(one.holder for one in known), tuple(one.name for one in known)
        return PaperGame(holders, names, whole, total, deals, new_guests(known, self._known))

    # Deal by deal

    def _deals(self, rows: Sequence[NumberRow], players: int, sums: Sums) -> tuple[PaperDeal, ...]:
        """The deals that can be made out."""
        found: dict[int, PaperDeal | None] = {}
        number, reported = 0, False
        for row in rows:
            number = number + 1 if row.number is None else row.number
            points = self._cells(row, players)
            if sums.deals and not 1 <= number <= len(sums.deals):
                if not reported:
                    self._tell(fault("too-many-deals", row.line, deals=len(sums.deals)))
                reported = True
            elif number in found:
                self._tell(fault("same-deal", row.line, deal=number))
            else:
                contract = self._contract(row, number, sums)
                deal = None if points is None else PaperDeal(number, contract, points)
                if deal is not None and bool(contract) == bool(row.label):
                    self._judge(row.line, deal, sums)
                found[number] = deal
        if rows and len(found) < len(sums.deals) and not reported:
            self._tell(fault("too-few-deals", found=len(found), deals=len(sums.deals)))
        return tuple(deal for _, deal in sorted(found.items()) if deal is not None)

    def _contract(self, row: NumberRow, number: int, sums: Sums) -> str | None:
        """The contract of a row: of those that its word may mean the one that is played in that deal, else
        the first that is played in any; a word for none is a fault."""
        if not row.label:
            return None
        planned = sums.deals[number - 1 : number]
        for deals in (planned, sums.deals) if sums.deals else ():
            for contract in row.named:
                if any(contract in deal for deal in deals):
                    return contract
        if sums.deals or not row.named:
            self._tell(fault("unknown-contract", row.line, text=row.label))
            return None
        return row.named[0]

    def _judge(self, line: int, deal: PaperDeal, sums: Sums) -> None:
        """Say what a deal should add up to and does not."""
        if not sums.deals:
            return
        found, planned = sum(deal.points), sums.deals[deal.number - 1]
        contract = deal.contract or (next(iter(planned)) if len(planned) == 1 else None)
        if contract is None:
            fitting = tuple(sorted(set(planned.values())))
            if found not in fitting:
                self._tell(fault("wrong-deal", line, deal=deal.number, points=found, sums=fitting))
            return
        wanted = next(each[contract] for each in (planned, *sums.deals) if contract in each)
        if found != wanted:
            self._tell(
                fault("wrong-sum", line, deal=deal.number, points=found, sum=wanted, contract=contract)
            )


def _parted(rows: Sequence[NumberRow], deals: int) -> tuple[Sequence[NumberRow], NumberRow | None]:
    """The rows of deals, and the one of totals: the last, where it says so, where it is the only one, or
    where there are as many deals before it as there can be."""
    last = rows[-1]
    if last.is_total or (last.is_bare and deals != 1 and len(rows) in (1, deals + 1)):
        return rows[:-1], last
    return rows, None


def _whole(points: Iterable[int | None]) -> tuple[int, ...] | None:
    """The points, None where some are missing."""
    each = tuple(points)
    known = tuple(one for one in each if one is not None)
    return known if len(known) == len(each) else None
