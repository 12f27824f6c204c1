"""A moment of a game that is looked at again, as a value: see ``values``, of which this is a part."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.parts import AuctionTable, CardOnTable, TableLabels
from bot.pictures.style import STANDARD, CardStyle


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    """A player with the cards of the whole deal, which keep their places while they are played.

    Of a hand that is not shown there are ``backs``, and among ``cards`` only those that everybody has seen.
    """

    name: str  # as the player is called here; cut with an ellipsis where it is too long
    tricks: str  # tricks won in this deal, "3"
    points: str  # points of this deal so far, "−5"; "" leaves the place empty
    total: str  # points of the game so far, "−12"
    cards: tuple[int, ...]  # in display order; 0 to 17 of them, played ones too
    held: int = 0  # bit mask over cards 0..51: those of ``cards`` that are still in the hand
    backs: int = 0  # cards in the hand besides, that the reader may not see
    dealer: bool = False  # carries the dealer marker
    to_move: bool = False  # framed: this seat acts next
    bidder: bool = False  # plays the contract, alone or with a partner: marked by a flag
    robot: str | None = None  # a robot of that kind, drawn before the name; None: a person
    note: str = ""  # what this seat last said: "offers 3", "passes"


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What a deal came to, drawn where its tricks lay."""

    title: str  # "Deal 3 is over"
    points: tuple[str, ...]  # of the deal, by seat; empty where it was thrown in
    best: tuple[int, ...] = ()  # the seats to whom it brought most: marked


@dataclass(frozen=True, slots=True)
class ReplayPicture:
    """The whole table with the hands open, at one moment of a deal."""

    title: str  # "Kings & jacks"
    subtitle: str  # "Deal 3 of 10"
    seats: tuple[ReplaySeat, ...]  # clockwise from seat 0; 3, 4 or 5 of them
    labels: TableLabels
    bottom: int = 0  # the seat drawn at the bottom; the others follow clockwise, as seen from above
    trick: tuple[CardOnTable, ...] = ()  # in order of play
    winning: int | None = None  # index in ``trick`` of the card that wins, or has won
    last: CardOnTable | None = (
        None  # the card just played: its number is on gold, its place in the hand marked
    )
    legal: int = 0  # bit mask: cards raised and bright, the others of that hand dimmed; 0: all bright
    better: int | None = None  # a card that would have been better: raised and framed, the others dimmed
    lead: int | None = None  # the seat that leads: marked where its card will lie, until there is a trick
    trump: int | None = None  # suit 0..3; None when there is none or it is not known yet
    trump_word: str = ""  # beside the drawn suit, "Trumps"; or alone, "No trumps", "each trick −1"
    caption: str = ""  # the line below, "Trick 4: Bram played the queen of hearts"
    auction: AuctionTable | None = None  # drawn where the trick would lie while it is bid
    result: ReplayResult | None = None  # drawn there when the deal is over
    contract_sign: str = ""  # the engine's name of the contract, whose sign is drawn; "" draws none
    style: CardStyle = STANDARD  # of all its cards and suits
