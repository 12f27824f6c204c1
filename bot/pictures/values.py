"""What pictures of games show, as values: frozen, hashable, with every word already chosen.

A value is all a picture is made from: the same value is the key of the picture cache and the source of the
alt text, so a picture and its description cannot disagree. Cards are ints 0..51, ``suit * 13 + rank``, suits
in the order C D H S, ranks 0..12 for 2..A. Strings are drawn as they stand (see ``bot.pictures.text`` for
what is cut, transliterated or dropped); numbers come as strings because signs and digits belong to a
language. What a picture counts by itself, in figures, is the order of play and the cards left.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import NamedTuple

from bot.pictures.stat_values import Certificate, StandingsPicture, StatPicture, TournamentPodium
from bot.pictures.style import STANDARD, CardStyle


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """A card that lies on the table, and the seat it came from."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class AuctionCell:
    """What one player said in one round of the auction; all empty where it was not theirs to speak."""

    text: str = ""  # "propose", "8 tricks", "pass"
    suit: int | None = None  # 0..3, drawn after the text
    standing: bool = False  # the bid that stands, framed and marked
    out: bool = False  # says no more: greyed, as a pass


@dataclass(frozen=True, slots=True)
class AuctionTable:
    """An auction as a table: a column a player, a row a round."""

    names: tuple[str, ...]  # in the order in which they speak first
    rows: tuple[tuple[AuctionCell, ...], ...]  # one cell a player; the last rows that fit are drawn
    standing: str = ""  # the line below: what stands, and what each side would need
    to_move: int | None = None  # the column of who is to say something: their name is marked


@dataclass(frozen=True, slots=True)
class TableLabels:
    """The words under the three numbers of a plate."""

    tricks: str  # "tricks"
    points: str  # "deal"
    total: str  # "total"


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What a deal came to, drawn where its tricks lay."""

    title: str  # "Deal 3 is over"
    points: tuple[str, ...]  # of the deal, by seat; empty where it was thrown in
    best: tuple[int, ...] = ()  # the seats to whom it brought most: marked


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card with the name of whoever played it, for pictures without seats."""

    name: str
    card: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A player around the trick above a hand."""

    name: str  # as the player is called here; cut with an ellipsis where it is too long
    tricks: str = ""  # tricks won in this deal, "3"; "" leaves them out
    _: KW_ONLY
    dealer: bool = False  # carries the dealer marker
    to_move: bool = False  # marked: this seat acts next
    bidder: bool = False  # plays the contract, alone or with a partner: marked by a flag


@dataclass(frozen=True, slots=True)
class PlayerShown(Seated):
    """A player with all that they have."""

    points: str = ""  # points of this deal so far, "−5"; "" leaves the place empty
    total: str = ""  # points of the game so far, "−12"
    _: KW_ONLY
    robot: str | None = None  # a robot of that kind, drawn as such; None: a person
    note: str = ""  # what this seat last said or is: "offers 3", "passes", "away"


@dataclass(frozen=True, slots=True)
class Plate(PlayerShown):
    """A player's place at the table."""

    _: KW_ONLY
    cards_left: int = 0  # drawn as a small fan of backs with the number; 0 draws nothing
    avatar: bytes | None = None  # a small square PNG; without one, or with a broken one, the name's initial


@dataclass(frozen=True, slots=True)
class ReplaySeat(PlayerShown):
    """A player with the cards of the whole deal, which keep their places while they are played.

    Of a hand that is not shown there are ``backs``, and among ``cards`` only those that everybody has seen.
    """

    cards: tuple[int, ...] = ()  # in display order; 0 to 17 of them, played ones too
    held: int = 0  # bit mask over cards 0..51: those of ``cards`` that are still in the hand
    backs: int = 0  # cards in the hand besides, that the reader may not see


@dataclass(frozen=True, slots=True)
class DealPicture:
    """What all pictures of a deal that is played show."""

    title: str  # "Kings & jacks"
    _: KW_ONLY
    trump: int | None = None  # suit 0..3; None when there is none or it is not known yet
    trump_word: str = ""  # beside the drawn suit, "Trumps"; or alone, "No trumps", "each trick −1"
    contract_sign: str = ""  # the engine's name of the contract, whose sign is drawn; "" draws none
    caption: str = ""  # the line below, "Bram is to play"
    style: CardStyle = STANDARD  # of all its cards and suits


@dataclass(frozen=True, slots=True)
class TrickPicture(DealPicture):
    """The last trick, which everyone may look at until the next one is complete."""

    subtitle: str  # "Trick 7 · Kings & jacks"
    cards: tuple[NamedCard, ...]  # in order of play
    winner: int  # index in ``cards``


@dataclass(frozen=True, slots=True)
class SeatsPicture(DealPicture):
    """What pictures of the seats around a trick or an auction show."""

    _: KW_ONLY
    bottom: int = 0  # the seat drawn at the bottom; the others follow clockwise, as seen from above
    trick: tuple[CardOnTable, ...] = ()  # what lies on the table, in order of play
    winning: int | None = None  # index in ``trick`` of the card that wins, or has won
    lead: int | None = None  # the seat that leads: marked where its card will lie, until there is a trick
    auction: AuctionTable | None = None  # drawn where the trick would lie while it is bid


@dataclass(frozen=True, slots=True)
class TablePicture(SeatsPicture):
    """The whole table, as anyone may see it."""

    subtitle: str  # "Deal 3 of 10 · Kingen"
    plates: tuple[Plate, ...]  # clockwise from seat 0; 3, 4 or 5 of them
    labels: TableLabels
    _: KW_ONLY
    shown: tuple[CardOnTable, ...] = ()  # beside their seat's plate, as the last-card trump
    open_hand: tuple[CardOnTable, ...] = ()  # one seat's cards laid open before everyone, up to 13 of them
    still_out: tuple[int, ...] = ()  # penalty cards not taken yet, drawn suit by suit
    still_out_word: str = ""  # before them, "Still out"; or alone, "5 of 8 tricks"


@dataclass(frozen=True, slots=True)
class HandPicture(SeatsPicture):
    """One player's hand, for that player's eyes only, with what lies on the table.

    Its reader's own seat is at the bottom. The caption is spoken and not drawn, as the message says it.
    """

    cards: tuple[int, ...]  # in display order, left to right; 0 to 17 of them
    _: KW_ONLY
    legal: int = 0  # bit mask over cards 0..51, read only when ``choosing``
    choosing: bool = False  # True: legal cards raised and bright, the others dimmed; False: all bright
    two_rows: bool = False  # larger cards in two rows
    seats: tuple[Seated, ...] = ()  # clockwise from seat 0; 3, 4 or 5 of them, none: no trick is drawn
    trick_word: str = ""  # what the trick is, "Last trick", "Led"; or in its place, "The table is empty"
    led: int | None = None  # suit 0..3 that is to be followed, drawn after ``trick_word``
    costs: tuple[str, ...] = ()  # what costs or brings points now: "each trick −1"; "Ann: 5 of 8 tricks"
    empty: str = ""  # said in place of the cards when there are none
    open_hand: tuple[int, ...] = ()  # another player's cards laid open before everyone, up to 13 of them
    open_word: str = ""  # whose they are, "Lena's cards"
    still_out: tuple[int, ...] = ()  # penalty cards not taken yet, drawn suit by suit
    still_out_word: str = ""  # before them, "Still out"


@dataclass(frozen=True, slots=True)
class ReplayPicture(SeatsPicture):
    """The whole table with the hands open, at one moment of a deal."""

    subtitle: str  # "Deal 3 of 10"
    seats: tuple[ReplaySeat, ...]  # clockwise from seat 0; 3, 4 or 5 of them
    labels: TableLabels
    _: KW_ONLY
    last: CardOnTable | None = None  # just played: its number is on gold, its place in the hand marked
    legal: int = 0  # bit mask: cards raised and bright, the others of that hand dimmed; 0: all bright
    better: int | None = None  # a card that would have been better: raised and framed, the others dimmed
    result: ReplayResult | None = None  # drawn where the trick would lie when the deal is over


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal. ``points`` and ``totals`` have one string a player, "" where none is due."""

    label: str  # "Kings & jacks"
    points: tuple[str, ...]  # of the deal
    totals: tuple[str, ...]  # running, after the deal
    number: str = ""  # "3", before the label
    trump: int | None = None  # suit 0..3, drawn after the label
    dealer: int | None = None  # the column that gets the dealer's mark
    contract_sign: str = ""  # the engine's name of the contract, whose sign is drawn; "" draws none
    bidders: tuple[int, ...] = ()  # the columns of those who played the contract, marked by a flag
    cost: str = ""  # what it is played for, below the label: "each trick −1"
    in_play: bool = False  # marked: the deal that is being played


class Mark(Enum):
    """What is drawn for a contract that was named."""

    TRIANGLE = "a negative contract"
    CIRCLE = "a trump contract"


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One thing that may be named, and how often each player has named it: a filled mark each time."""

    label: str  # "Queens"
    mark: Mark
    named: tuple[int, ...]  # by each player
    owed: tuple[int, ...] = ()  # how often each still has to name it, a hollow mark each time
    left: str = ""  # how often it may still be named, by anybody, "1 left"


@dataclass(frozen=True, slots=True)
class ContractLedger:
    """Who has named what, in a game whose dealers name the contracts."""

    title: str  # "Named so far"
    rows: tuple[LedgerRow, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score sheet as the paper one looks: a row a deal, a column a player."""

    title: str  # "Score sheet"
    subtitle: str  # "Kingen · 21 October"
    names: tuple[str, ...]  # column heads
    rows: tuple[SheetRow, ...]  # deals not played yet may be there, with empty points
    totals_word: str  # "Total"
    totals: tuple[str, ...]
    places_word: str = ""  # "Place"; "" leaves the line out
    places: tuple[str, ...] = ()  # "1st" …; empty as long as the game runs
    winners: tuple[int, ...] = ()  # columns that get the drawn crown
    caption: str = ""
    ledger: ContractLedger | None = None  # below the totals
    style: CardStyle = STANDARD  # of all its cards and suits


@dataclass(frozen=True, slots=True)
class PodiumEntry:
    """A player on the podium."""

    place: int  # 1 for the best; players of one place stand side by side, equally high
    name: str  # as the player is called here; cut with an ellipsis where it is too long
    points: str  # of the game, "+115"
    remark: str = ""  # below the step, in at most three lines: "best deal +25"
    robot: str | None = None  # a robot of that kind, drawn instead of the name's initial; None: a person
    avatar: bytes | None = None  # a small square PNG; without one, or with a broken one, the name's initial


@dataclass(frozen=True, slots=True)
class PodiumPicture:
    """The end of a game: who has won, and the places of all."""

    title: str  # "Ömer wins"
    subtitle: str  # "Kingen"
    entries: tuple[PodiumEntry, ...]  # one to five of them, in any order
    caption: str = ""  # the line below


class BidFacts(NamedTuple):
    """What stands in the columns of a ranking; or above them."""

    bid: str  # "8 together"
    players: str  # who plays it, "with a partner"
    tricks: str  # that it asks, "8+"
    pays: str  # "11"
    trumps: str  # "suit bid"


@dataclass(frozen=True, slots=True)
class RankedBid:
    """A bid in its place among the others."""

    facts: BidFacts
    rank: str  # "7"
    contract_sign: str  # the engine's name of the contract, "pair", whose sign is drawn
    beside: bool = False  # of one rank with the bid before it


@dataclass(frozen=True, slots=True)
class RankingPicture:
    """All bids of a game, from the lowest to the highest."""

    title: str  # "The ranking of bids"
    subtitle: str  # "Colour Whist, Walloon"
    heads: BidFacts
    bids: tuple[RankedBid, ...]
    suits: tuple[int, ...]  # 0..3, from the lowest to the highest in the auction
    suits_word: str  # before them
    style: CardStyle = STANDARD  # of all its suits


Picture = (
    TablePicture
    | HandPicture
    | ScoreSheet
    | TrickPicture
    | PodiumPicture
    | RankingPicture
    | StandingsPicture
    | TournamentPodium
    | Certificate
    | ReplayPicture
    | StatPicture
)
