"""Who played which contract of Colour Whist, and whether they made it (C2, C3, C7, C10, C14, C17, C22), from
what was dealt and said. The engine's own reading is not asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SUITS = "SCDH"
"""C1, low to high: H > D > C > S."""
RANKS = "23456789TJQKA"
WALLOON = [
    ["pair 8"],
    ["pair 9"],
    ["solo 6"],
    ["pair 10"],
    ["solo 7"],
    ["pair 11"],
    ["misere small"],
    ["pair 12"],
    ["solo 8"],
    ["piccolo"],
    ["pair 13"],
    ["abondance 9"],
    ["misere grand"],
    ["abondance 10"],
    ["abondance 11"],
    ["troel"],
    ["misere open"],
    ["slam small"],
    ["slam grand"],
]
FLEMISH = [
    ["pair 8", "solo 5"],
    ["pair 9", "solo 6"],
    ["pair 10", "solo 7"],
    ["pair 11", "solo 8"],
    ["pair 12"],
    ["pair 13"],
    ["abondance 9"],
    ["abondance 10"],
    ["abondance 11"],
    ["abondance 12"],
    ["misere grand"],
    ["troel"],
    ["misere open"],
    ["slam grand"],
]
RANKING = {"whist-walloon": WALLOON, "whist-flemish": FLEMISH}
"""C17, low to high, by contracts as S3 names them."""
JOINED = ("misere small", "piccolo", "misere grand")
"""C14: several players may bid these, each for themselves."""


@dataclass(frozen=True)
class Contract:
    """What is played: S3's name, and who plays it. ``called`` is troel's card."""

    name: str
    side: tuple[int, ...]
    called: str | None = None

    @property
    def together(self) -> bool:
        """Whether the two win or lose as one."""
        return self.name == "troel" or self.name.startswith("pair ")


@dataclass(frozen=True)
class Troel:
    """C2: who announces it, whose card is called, and that card."""

    bidder: int
    partner: int
    called: str


def troel_of(hands: Sequence[set[str]], four_aces: str) -> Troel | None:
    """C2: whether there is a troel in these hands; ``four_aces`` is the option's value."""
    for bidder, hand in enumerate(hands):
        aces = [suit for suit in "HDCS" if f"A{suit}" in hand]
        if len(aces) < 3:
            continue
        if len(aces) == 3:
            called = next(f"A{suit}" for suit in "HDCS" if suit not in aces)
        elif four_aces == "no":
            return None
        elif four_aces == "king" and "KH" in hand:
            # "the highest king they lack in suit order (then queens, jacks, and so on)"
            lacking = [rank + suit for rank in reversed(RANKS[:-1]) for suit in "HDCS"]
            called = next(card for card in lacking if card not in hand)
        else:
            called = next(f"{rank}H" for rank in reversed(RANKS) if f"{rank}H" not in hand)
        partner = next(seat for seat, other in enumerate(hands) if called in other)
        return Troel(bidder, partner, called)
    return None


class _Auction:
    """What stands, and who has which suit to raise."""

    def __init__(self, preset: str, troel: Troel | None) -> None:
        self.ranking = RANKING[preset]
        self.name: str | None = None
        self.suit: str | None = None
        self.side: tuple[int, ...] = ()
        self.proposer: dict[str, int] = {}
        self.partners: dict[int, tuple[int, int]] = {}
        self.own: dict[int, tuple[str, str]] = {}
        if troel is not None:
            self.name, self.side = "troel", (troel.bidder, troel.partner)

    def rank(self, name: str, suit: str | None) -> tuple[int, int]:
        """A greater one outranks; none is above the suits (C15)."""
        row = next(place for place, names in enumerate(self.ranking) if name in names)
        return row, len(SUITS) if suit is None else SUITS.index(suit)

    def outranks(self, name: str, suit: str | None) -> bool:
        return self.name is None or self.rank(name, suit) > self.rank(self.name, self.suit)

    def stand(self, name: str, suit: str | None, side: tuple[int, ...]) -> None:
        assert self.outranks(name, suit), (name, suit)
        self.name, self.suit, self.side = name, suit, side

    def hear(self, seat: int, text: str) -> None:
        """One thing said."""
        match text.split():
            case ["propose", suit]:
                self.proposer[suit] = seat
            case ["accept", suit]:
                pair = (self.proposer[suit], seat)
                level = next(level for level in range(8, 14) if self.outranks(f"pair {level}", suit))
                for one in pair:
                    self.partners[one] = pair
                    self.own[one] = ("pair", suit)
                self.stand(f"pair {level}", suit, pair)
            case ["raise", level]:
                kind, suit = self.own[seat]
                side = self.partners[seat] if kind == "pair" else (seat,)
                self.stand(f"{kind} {level}", suit, side)
            case ["solo" | "abondance" as kind, suit, level]:
                self.own[seat] = (kind, suit)
                self.stand(f"{kind} {level}", suit, (seat,))
            case ["slam", size, suit]:
                self.stand(f"slam {size}", None if suit == "none" else suit, (seat,))
            case ["misere", _] | ["piccolo"]:
                if text == self.name and text in JOINED:
                    self.side += (seat,)
                else:
                    self.stand(text, None, (seat,))
            case _:  # pass, wait, parole, double, and troel's trump bid nothing
                pass


def contract_of(
    preset: str, said: Sequence[tuple[int, str]], hands: Sequence[set[str]], options: Mapping[str, str]
) -> Contract | None:
    """The contract that an auction ended with; None where the cards were thrown in."""
    troel = troel_of(hands, options["troel-four-aces"])
    auction = _Auction(preset, troel)
    for seat, text in said:
        auction.hear(seat, text)
    if auction.name is None:
        return None
    called = troel.called if troel and auction.name == "troel" else None
    return Contract(auction.name, auction.side, called)


def made(
    preset: str, contract: Contract, said: Sequence[tuple[int, str]], tricks: Sequence[int]
) -> list[bool]:
    """C22: for each of the side, whether they made it."""
    kind, *level = contract.name.split()
    if contract.together:
        taken = [sum(tricks[seat] for seat in contract.side)] * 2
    else:
        taken = [tricks[seat] for seat in contract.side]
    if kind == "misere":
        return [each == 0 for each in taken]
    if kind == "piccolo":
        return [each == 1 for each in taken]
    if kind == "slam":
        target = {"small": 12, "grand": 13}[level[0]]
    elif kind == "troel":
        trump = next(text.split()[1] for _, text in said if text.startswith("trump "))
        assert contract.called is not None
        target = 8 if preset == "whist-flemish" and contract.called[1] == trump else 9
    else:
        target = int(level[0])
    return [each >= target for each in taken]
