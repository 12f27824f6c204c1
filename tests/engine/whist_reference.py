"""Colour Whist's auction a second time, from the rules' text alone (C3 to C17) and on plain words.

The tests compare the engine with it. It knows seats, texts and the rows of C17, and nothing of the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SUITS = "SCDH"
"""Low to high, for bidding only (C1)."""

WALLOON_ROWS = (
    *(("pair 8",), ("pair 9",), ("solo 6",), ("pair 10",), ("solo 7",), ("pair 11",), ("misere small",)),
    *(("pair 12",), ("solo 8",), ("piccolo",), ("pair 13",), ("abondance 9",), ("misere grand",)),
    *(("abondance 10",), ("abondance 11",), ("troel",), ("misere open",), ("slam small",), ("slam grand",)),
)
FLEMISH_ROWS = (
    *(("pair 8", "solo 5"), ("pair 9", "solo 6"), ("pair 10", "solo 7"), ("pair 11", "solo 8")),
    *(("pair 12",), ("pair 13",), ("abondance 9",), ("abondance 10",), ("abondance 11",)),
    *(("abondance 12",), ("misere grand",), ("troel",), ("misere open",), ("slam grand",)),
)
ROWS = {"whist-walloon": WALLOON_ROWS, "whist-flemish": FLEMISH_ROWS}
MISERES = ("misere small", "piccolo", "misere grand", "misere open")
JOINED = MISERES[:3]


@dataclass(frozen=True)
class Call:
    """A bid: the name of its row in C17, and its suit (``none`` without trumps, empty in misères)."""

    name: str
    suit: str = ""


@dataclass
class Pair:
    """A suit proposed and accepted."""

    suit: str
    speaks: int
    other: int
    parole: bool = False
    broken: bool = False


@dataclass
class Auction:
    """The auction so far. ``troel`` is the seat that bid it. Who the partner is makes no difference here:
    they have their first turn although on the standing side, and pass or bid for themselves (C16)."""

    preset: str
    eldest: int = 0
    troel: int | None = None
    repeats: int = 2
    parole: bool = True
    solo_minimum: int = 6
    small_misere: bool = True
    piccolo: bool = True

    last: int = field(init=False)
    standing: Call | None = None
    side: set[int] = field(default_factory=set)
    spoken: set[int] = field(default_factory=set)
    passed: set[int] = field(default_factory=set)
    waiting: int | None = None
    proposals: dict[int, list[str]] = field(default_factory=dict)
    """Every suit that a seat proposed, as often as it did."""
    open: dict[str, int] = field(default_factory=dict)
    pairs: list[Pair] = field(default_factory=list)
    alone: dict[int, Call] = field(default_factory=dict)
    """The last contract a seat bid for itself alone."""

    def __post_init__(self) -> None:
        self.last = (self.eldest - 1) % 4
        if self.troel is not None:
            self.last = self.troel
            self.standing, self.side = Call("troel"), {self.troel}
            self.spoken.add(self.troel)
            self.alone[self.troel] = self.standing

    # Rank (C17)

    def rank(self, call: Call) -> tuple[int, int]:
        row = next(place for place, names in enumerate(ROWS[self.preset]) if call.name in names)
        return row, 4 if call.suit == "none" else SUITS.find(call.suit) if call.suit else 0

    def outranks(self, call: Call) -> bool:
        return self.standing is None or self.rank(call) > self.rank(self.standing)

    def has(self, name: str) -> bool:
        """Whether there is such a bid at this table."""
        if (name == "misere small" and not self.small_misere) or (name == "piccolo" and not self.piccolo):
            return False
        return any(name in names for names in ROWS[self.preset])

    def lowest(self, kind: str, suit: str, levels: range) -> Call | None:
        """The bid of that kind at exactly the lowest level that outranks (C3)."""
        calls = (Call(f"{kind} {level}", suit) for level in levels if self.has(f"{kind} {level}"))
        return next((call for call in calls if self.outranks(call)), None)

    # Who

    def may_speak(self, seat: int) -> bool:
        if seat not in self.spoken:
            return True  # with troel even on the standing side (C16)
        if seat in self.passed or seat in self.side:
            return False
        return not any(pair.other == seat and not pair.broken for pair in self.pairs)

    @property
    def turn(self) -> int | None:
        """Who is to speak, None when the auction is over."""
        order = ((self.last + step) % 4 for step in range(1, 5))
        return next((seat for seat in order if self.may_speak(seat)), None)

    def could_accept(self, seat: int) -> bool:
        """C12: neither passed, nor ever in a pair, nor with a contract bid."""
        paired = any(seat in (pair.speaks, pair.other) for pair in self.pairs)
        return seat not in self.passed and not paired and seat not in self.alone

    def someone_could_accept(self, seat: int) -> bool:
        return any(self.could_accept(other) for other in range(4) if other != seat)

    # What

    def legal(self) -> set[str]:
        seat = self.turn
        if seat is None:
            return set()
        pair = next((pair for pair in self.pairs if seat in (pair.speaks, pair.other)), None)
        if seat not in self.spoken:
            found = self._proposing(seat) | self._accepting(seat) | self._first(seat) | self._miseres()
            if seat == self.eldest and not self.spoken:
                found.add("wait")
        elif seat == self.waiting:
            found = self._accepting(seat) | self._joining()
        elif seat in self.alone:
            found = self._raising(self.alone[seat]) | self._miseres()
        elif pair:
            found = self._paired(pair) | self._miseres()
        else:
            own = {suit for suit in self.proposals[seat] if not self._accepted(suit)}
            found = self._proposing(seat) | self._accepting(seat) | self._solos(own) | self._miseres()
        return found | {"pass"}

    def _accepted(self, suit: str) -> bool:
        return any(pair.suit == suit for pair in self.pairs)

    def _proposing(self, seat: int) -> set[str]:
        if not self.someone_could_accept(seat):
            return set()
        others = {suit for other, suits in self.proposals.items() if other != seat for suit in suits}
        own = self.proposals.get(seat, [])
        return {
            f"propose {suit}"
            for suit in SUITS
            if suit not in others and own.count(suit) < self.repeats and self.outranks(Call("pair 13", suit))
        }

    def _accepting(self, seat: int) -> set[str]:
        suits = {suit for suit, other in self.open.items() if other != seat}
        return {f"accept {suit}" for suit in suits if self.lowest("pair", suit, range(8, 14))}

    def _solos(self, suits: set[str]) -> set[str]:
        levels = range(self.solo_minimum, 9)
        found = {suit: self.lowest("solo", suit, levels) for suit in suits}
        return {f"solo {suit} {call.name.split()[1]}" for suit, call in found.items() if call}

    def _first(self, seat: int) -> set[str]:
        """C12 and C15."""
        suits = {suit for suit in SUITS if not self._accepted(suit)}
        found = set() if self.someone_could_accept(seat) else self._solos(suits)
        for suit in suits:
            if call := self.lowest("abondance", suit, range(9, 13)):
                found.add(f"abondance {suit} {call.name.split()[1]}")
        for name in ("slam small", "slam grand"):
            for suit in {*suits, "none"}:
                if self.has(name) and self.outranks(Call(name, suit)):
                    found.add(f"{name} {suit}")
        return found

    def _joining(self) -> set[str]:
        return {self.standing.name} if self.standing and self.standing.name in JOINED else set()

    def _miseres(self) -> set[str]:
        higher = {name for name in MISERES if self.has(name) and self.outranks(Call(name))}
        return higher | self._joining()

    def _raising(self, call: Call) -> set[str]:
        kind = call.name.split()[0]
        if kind not in ("solo", "abondance"):
            return set()
        found = self.lowest(kind, call.suit, range(5, 9) if kind == "solo" else range(9, 13))
        return {f"raise {found.name.split()[1]}"} if found else set()

    def _paired(self, pair: Pair) -> set[str]:
        if pair.broken:
            return self._solos({pair.suit})
        found = self.lowest("pair", pair.suit, range(8, 14))
        if not found:
            return set()
        level = found.name.split()[1]
        back = {"parole"} if self.parole and not pair.parole and int(level) >= 11 else set[str]()
        return {f"raise {level}", *back}

    # Saying it

    def say(self, text: str) -> None:
        """Carry out what the seat to speak says; it must be legal."""
        seat = self.turn
        assert seat is not None and text in self.legal()
        word, _, rest = text.partition(" ")
        pair = next((pair for pair in self.pairs if seat == pair.speaks and not pair.broken), None)
        self.last = seat
        self.spoken.add(seat)
        if self.waiting == seat:
            self.waiting = None
        if word == "wait":
            self.waiting = seat
        elif word == "parole":
            assert pair
            pair.parole, pair.speaks, pair.other = True, pair.other, pair.speaks
        elif word == "raise" and seat in self.alone:
            own = self.alone[seat]
            self._stand(seat, Call(f"{own.name.split()[0]} {rest}", own.suit))
        elif word == "raise":
            assert pair
            self.standing, self.side = Call(f"pair {rest}", pair.suit), {pair.speaks, pair.other}
        elif word == "accept":
            call = self.lowest("pair", rest, range(8, 14))
            pair = Pair(rest, seat, self.open[rest])
            self._close(seat)
            del self.open[rest]
            self.pairs.append(pair)
            self.standing, self.side = call, {pair.speaks, pair.other}
        else:
            self._close(seat)
            if word == "propose":
                self.proposals.setdefault(seat, []).append(rest)
                self.open[rest] = seat
                return
            if pair:
                pair.broken = True
            if word == "pass":
                self.passed.add(seat)
            else:
                self._stand(seat, self._call(text))

    def _close(self, seat: int) -> None:
        """C9: the seat's own proposal is open no more."""
        self.open = {suit: other for suit, other in self.open.items() if other != seat}

    def _call(self, text: str) -> Call:
        words = text.split()
        if words[0] in ("solo", "abondance"):
            return Call(f"{words[0]} {words[2]}", words[1])
        return Call(text) if text in MISERES else Call(" ".join(words[:2]), words[2])

    def _stand(self, seat: int, call: Call) -> None:
        self.side = {*self.side, seat} if call == self.standing else {seat}
        self.standing = call
        self.alone[seat] = call
