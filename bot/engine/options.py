"""How a choice in the rules is declared, and the rules of one table.

Panels, rules pages, records and validation all read the same declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Final, NamedTuple

from bot.engine.cards import CARD_OF_NAME, CardSet
from bot.engine.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class TableSize:
    """What an option's value is judged against: how many play, with which cards."""

    players: int
    pack: CardSet

    @property
    def hand_size(self) -> int:
        """How many cards each seat is dealt."""
        return self.pack.bit_count() // self.players


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: its notation name and its values, the first possible one being the default.

    An option whose values cannot all be listed (batches, a card) gives ``parse``, which returns the value
    in its normal form or raises ValueError; ``values`` then holds the usual ones, for panels. ``players``
    are the table sizes the option is for (empty: all). ``unless_given`` tells the value from those of the
    options declared earlier, where it depends on them. ``needs`` names other options with the values of
    theirs under which this one matters; under any others it changes nothing. ``source`` is the paragraph of
    the rules.
    """

    name: str
    values: tuple[str, ...]
    source: str
    parse: Callable[[str, TableSize], str] | None = None
    players: tuple[int, ...] = ()
    unless_given: Callable[[Mapping[str, str]], str] | None = None
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]], hash=False)

    def check(self, text: str, size: TableSize) -> str:
        """The value in its normal form. Raises RuleViolation ``bad-option``."""
        if not self.offered(size):
            raise RuleViolation("bad-option", "players-option", f"{self.name}={text}")
        if self.parse is not None:
            try:
                return self.parse(text, size)
            except ValueError:
                raise RuleViolation("bad-option", "value", f"{self.name}={text}") from None
        if text not in self.values:
            raise RuleViolation("bad-option", "value", f"{self.name}={text}")
        return text

    def offered(self, size: TableSize) -> bool:
        """Whether a table of this size has the option."""
        return not self.players or size.players in self.players

    def unmet(self, values: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
        """What this option needs and does not have under these values; empty where it matters."""
        return {name: needed for name, needed in self.needs.items() if values.get(name) not in needed}

    def takes(self, text: str, size: TableSize) -> bool:
        """Whether the value is possible at this table."""
        try:
            self.check(text, size)
        except RuleViolation:
            return False
        return True

    def choices(self, size: TableSize) -> tuple[str, ...]:
        """The listed values that are possible at this table, the default of the option first."""
        return tuple(value for value in self.values if self.takes(value, size))


class Clash(NamedTuple):
    """An option that was given a value which does not go with those of others; ``reason`` is one of
    errors.py."""

    option: str
    reason: str


def _no_clash(values: Mapping[str, str]) -> Clash | None:
    """All values go together."""
    return None


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of option values (rules.md, P). ``family`` names the game in the registry; ``packs``
    holds the pack for each possible number of players; ``values`` what differs from the options' defaults;
    ``options`` are those a table may change. ``clash`` looks at the values that are not defaults, the
    preset's own and those given: it tells which option does not go with the others, and why (a reason of
    errors.py). ``home`` is the country in whose own cards the game is played (ISO 3166), if there is
    one."""

    name: str
    family: str = field(compare=False, repr=False)
    packs: Mapping[int, CardSet] = field(compare=False, repr=False)
    values: Mapping[str, str] = field(compare=False, repr=False)
    options: tuple[Option, ...] = field(compare=False, repr=False)
    clash: Callable[[Mapping[str, str]], Clash | None] = field(default=_no_clash, compare=False, repr=False)
    home: str = field(default="", kw_only=True, compare=False, repr=False)

    @property
    def players(self) -> tuple[int, ...]:
        """The possible numbers of players."""
        return tuple(self.packs)

    def option(self, name: str) -> Option | None:
        """The option of that name, or None when tables of this preset have none."""
        return next((option for option in self.options if option.name == name), None)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one table: a preset, how many play, and the value of every option there is at this table.

    Made by ``settle``; equal when preset, players and values are.
    """

    preset: Preset
    players: int
    values: Mapping[str, str] = field(hash=False)

    def __getitem__(self, name: str) -> str:
        return self.values[name]

    @property
    def size(self) -> TableSize:
        """What option values are judged against."""
        return TableSize(self.players, self.preset.packs[self.players])

    @property
    def pack(self) -> CardSet:
        """The cards played with."""
        return self.preset.packs[self.players]

    @property
    def hand_size(self) -> int:
        """How many cards each seat is dealt, which is also the number of tricks of a full deal."""
        return self.size.hand_size

    @property
    def changed(self) -> dict[str, str]:
        """The options whose values differ from the preset's own, as a record writes them."""
        own = {
            option.name: _unless_given(option, self.preset, self.size, self.values) for option in self.options
        }
        return {name: value for name, value in self.values.items() if value != own[name]}

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the preset that a table of this size has."""
        return tuple(option for option in self.preset.options if option.offered(self.size))

    def choices(self, option: Option) -> tuple[str, ...]:
        """The listed values of an option that go with the values of all the others at this table."""
        others = {name: value for name, value in self.changed.items() if name != option.name}
        return tuple(
            value
            for value in option.choices(self.size)
            if self.preset.clash({**self.preset.values, **others, option.name: value}) is None
        )


def settle(preset: Preset, players: int, overrides: Mapping[str, str]) -> Rules:
    """The rules of a table of this preset with some options changed (rules.md, P).

    Raises RuleViolation ``bad-option``: reason ``players`` (detail ``players=N``), ``unknown-option``,
    ``players-option`` (not at a table of this size), ``value``, or what the preset's ``clash`` tells (detail
    ``name=value``).
    """
    if players not in preset.packs:
        raise RuleViolation("bad-option", "players", f"players={players}")
    for name, text in overrides.items():
        if preset.option(name) is None:
            raise RuleViolation("bad-option", "unknown-option", f"{name}={text}")
    size = TableSize(players, preset.packs[players])
    values: dict[str, str] = {}
    for option in preset.options:
        if option.name in overrides:
            values[option.name] = option.check(overrides[option.name], size)
        elif option.offered(size):
            values[option.name] = _unless_given(option, preset, size, values)
    clash = preset.clash({**preset.values, **overrides})
    if clash is not None:
        raise RuleViolation("bad-option", clash.reason, f"{clash.option}={values[clash.option]}")
    return Rules(preset, players, values)


def _unless_given(option: Option, preset: Preset, size: TableSize, values: Mapping[str, str]) -> str:
    """The value of an option nobody gave, the options it depends on being known."""
    if option.unless_given is not None:
        return option.unless_given(values)
    return preset.values.get(option.name) or option.choices(size)[0]


def yes_no(name: str, source: str, needs: Mapping[str, tuple[str, ...]] | None = None) -> Option:
    """An option that is on or off, off unless given."""
    return Option(name, ("no", "yes"), source, needs=needs or {})


def sizes(batches: str) -> tuple[int, ...]:
    """The batch sizes of an option value such as ``4-4-5``. Raises ValueError."""
    parts = batches.split("-")
    if not all(part.isascii() and part.isdigit() and part[0] != "0" for part in parts):
        raise ValueError(batches)
    return tuple(map(int, parts))


def _batches(text: str, size: TableSize) -> str:
    if sum(sizes(text)) != size.hand_size:
        raise ValueError(text)
    return text


def _card(text: str, size: TableSize) -> str:
    if text not in CARD_OF_NAME or not size.pack >> CARD_OF_NAME[text] & 1:
        raise ValueError(text)
    return text


_USUAL_BATCHES: Final = (
    *("4-4-5", "4-4-4-5", "3-3-4", "3-3-2"),  # the defaults for 13, 17, 10 and 8 cards come first
    *("4-5-4", "5-4-4", "3-3-3-4", "5-4-4-4", "4-3-3", "3-2-3", "2-3-3", "3-5", "4-4", "3-7", "5-5"),
)

SHUFFLE: Final = Option("shuffle", ("full", "cut"), "G2")
BATCHES: Final = Option("batches", _USUAL_BATCHES, "G3", _batches)
POSITIVE_BATCHES: Final = Option(
    "positive-batches", _USUAL_BATCHES, "G3", _batches, unless_given=itemgetter("batches")
)


def card_option(name: str, usual: tuple[str, ...], source: str) -> Option:
    """An option whose value is any card of the pack."""
    return Option(name, usual, source, _card)
