"""Cards and actions as numbers, and sets of them as bit masks (notation.md, "Cards, suits, seats" and
"Actions").

A card is ``suit * 13 + rank`` (0..51), suits in the order clubs, diamonds, hearts, spades, ranks from the
two (0) up to the ace (12). A set of cards is an int with bit ``card`` set for each member.

Each action is a small number with one notation text. Playing a card is the number of that card. A set of
actions is a bit mask, as a set of cards is. The numbers of actions are never stored: records, logs and
buttons hold the texts, so the vocabulary may grow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

Card = int
CardSet = int
Suit = int
Rank = int

CLUBS: Final[Suit] = 0
DIAMONDS: Final[Suit] = 1
HEARTS: Final[Suit] = 2
SPADES: Final[Suit] = 3
SUITS: Final = (CLUBS, DIAMONDS, HEARTS, SPADES)

SUIT_LETTERS: Final = "CDHS"
RANK_LETTERS: Final = "23456789TJQKA"
TWO, SEVEN, JACK, QUEEN, KING, ACE = 0, 5, 9, 10, 11, 12

CARDS: Final = range(52)
CARD_NAMES: Final = tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS)
CARD_OF_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}

SUIT_BITS: Final = 0x1FFF
SUIT_MASKS: Final = tuple(SUIT_BITS << 13 * suit for suit in SUITS)
SUIT_OF: Final = tuple(card // 13 for card in CARDS)
RANK_OF: Final = tuple(card % 13 for card in CARDS)
SUIT_MASK_OF: Final = tuple(SUIT_MASKS[suit] for suit in SUIT_OF)
"""For each card, the set of the cards of its suit."""
FULL_PACK: Final[CardSet] = (1 << 52) - 1


def card_of(suit: Suit, rank: Rank) -> Card:
    """The card of a suit and a rank."""
    return suit * 13 + rank


def cards_of_rank(rank: Rank) -> CardSet:
    """The four cards of one rank."""
    return set_of(card_of(suit, rank) for suit in SUITS)


def set_of(cards: Iterable[Card]) -> CardSet:
    """The set holding these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def named(names: str) -> CardSet:
    """The set of cards named in notation, apart by spaces: ``named("QH 2S")``. Raises KeyError."""
    return set_of(CARD_OF_NAME[name] for name in names.split())


def _members_of_suit(suit: Suit) -> tuple[tuple[Card, ...], ...]:
    """For each of the 8192 sets within a suit (its ranks as 13 bits), its cards, lowest first."""
    table: list[tuple[Card, ...]] = [()]
    for card in range(13 * suit, 13 * suit + 13):
        table += [(*found, card) for found in table]
    return tuple(table)


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = map(_members_of_suit, SUITS)
_ONE_SUIT: Final = {
    ranks << 13 * suit: found
    for suit, table in enumerate((_CLUBS, _DIAMONDS, _HEARTS, _SPADES))
    for ranks, found in enumerate(table)
}


def members(mask: CardSet) -> tuple[int, ...]:
    """The members of a set, lowest first; works for sets of cards and of actions alike.

    Most sets asked for are the legal cards of one suit, so those are one look-up.
    """
    try:
        return _ONE_SUIT.get(mask) or (
            _CLUBS[mask & 0x1FFF]
            + _DIAMONDS[mask >> 13 & 0x1FFF]
            + _HEARTS[mask >> 26 & 0x1FFF]
            + _SPADES[mask >> 39]
        )
    except IndexError:
        others = (bit for bit in range(52, mask.bit_length()) if mask >> bit & 1)
        return (*members(mask & FULL_PACK), *others)


Action = int
ActionSet = int

NO_TRUMP: Final = "none"
CONTRACT_NAMES: Final = (
    "tricks",
    "hearts",
    "kings-jacks",
    "jacks",
    "queens",
    "king-of-hearts",
    "last-two",
    "seventh-last",
    "eralash",
)
MOST_TRICKS: Final = 17
FEWEST_RAISED: Final = 6
MOST_RAISED: Final = 13
SOLO_LEVELS: Final = (5, 6, 7, 8)
ABONDANCE_LEVELS: Final = (9, 10, 11, 12)
MISERES: Final = ("small", "grand", "open")
SLAMS: Final = ("small", "grand")

ACTION_TEXTS: Final[tuple[str, ...]] = (
    *(f"play {name}" for name in CARD_NAMES),
    "pass",
    "accept",
    "refuse",
    *(f"trump {suit}" for suit in SUIT_LETTERS),
    f"trump {NO_TRUMP}",
    "trump misere",
    "trump last-card",
    *(f"contract {name}" for name in CONTRACT_NAMES),
    "auction",
    "sell",
    "direction up",
    "direction down",
    *(f"bid {count}" for count in range(1, MOST_TRICKS + 1)),
    *(f"offer {count}" for count in range(1, MOST_TRICKS + 1)),
    "wait",
    "parole",
    "double",
    *(f"propose {suit}" for suit in SUIT_LETTERS),
    *(f"accept {suit}" for suit in SUIT_LETTERS),
    *(f"raise {count}" for count in range(FEWEST_RAISED, MOST_RAISED + 1)),
    *(f"solo {suit} {count}" for suit in SUIT_LETTERS for count in SOLO_LEVELS),
    *(f"abondance {suit} {count}" for suit in SUIT_LETTERS for count in ABONDANCE_LEVELS),
    "piccolo",
    *(f"misere {kind}" for kind in MISERES),
    *(f"slam {size} {suit}" for size in SLAMS for suit in (*SUIT_LETTERS, NO_TRUMP)),
    *(f"discard {name}" for name in CARD_NAMES),
)
ACTION_OF_TEXT: Final[dict[str, Action]] = {text: action for action, text in enumerate(ACTION_TEXTS)}
PLAYS: Final[ActionSet] = (1 << len(CARD_OF_NAME)) - 1

PASS: Final = ACTION_OF_TEXT["pass"]
ACCEPT: Final = ACTION_OF_TEXT["accept"]
REFUSE: Final = ACTION_OF_TEXT["refuse"]
TRUMP: Final = tuple(ACTION_OF_TEXT[f"trump {suit}"] for suit in SUIT_LETTERS)
TRUMP_NONE: Final = ACTION_OF_TEXT[f"trump {NO_TRUMP}"]
TRUMP_MISERE: Final = ACTION_OF_TEXT["trump misere"]
TRUMP_LAST_CARD: Final = ACTION_OF_TEXT["trump last-card"]
CONTRACT: Final = {name: ACTION_OF_TEXT[f"contract {name}"] for name in CONTRACT_NAMES}
AUCTION: Final = ACTION_OF_TEXT["auction"]
SELL: Final = ACTION_OF_TEXT["sell"]
UP: Final = ACTION_OF_TEXT["direction up"]
DOWN: Final = ACTION_OF_TEXT["direction down"]
OFFER: Final = (PASS, *(ACTION_OF_TEXT[f"offer {count}"] for count in range(1, MOST_TRICKS + 1)))
"""``OFFER[N]`` offers N tricks; ``OFFER[0]`` passes. ``BID`` likewise."""
BID: Final = (PASS, *(ACTION_OF_TEXT[f"bid {count}"] for count in range(1, MOST_TRICKS + 1)))

WAIT: Final = ACTION_OF_TEXT["wait"]
PAROLE: Final = ACTION_OF_TEXT["parole"]
DOUBLE: Final = ACTION_OF_TEXT["double"]
PROPOSE: Final = tuple(ACTION_OF_TEXT[f"propose {suit}"] for suit in SUIT_LETTERS)
ACCEPT_SUIT: Final = tuple(ACTION_OF_TEXT[f"accept {suit}"] for suit in SUIT_LETTERS)
RAISE: Final = {count: ACTION_OF_TEXT[f"raise {count}"] for count in range(FEWEST_RAISED, MOST_RAISED + 1)}
PICCOLO: Final = ACTION_OF_TEXT["piccolo"]
MISERE: Final = {kind: ACTION_OF_TEXT[f"misere {kind}"] for kind in MISERES}
DISCARD: Final = tuple(ACTION_OF_TEXT[f"discard {name}"] for name in CARD_NAMES)
"""``DISCARD[card]`` lays that card aside."""

NAMED: Final[Mapping[Action, str]] = MappingProxyType(
    {action: name for name, action in CONTRACT.items()}
    | {action: text for action, text in enumerate(ACTION_TEXTS) if text.startswith("trump ")}
)
"""What each action names that names a contract or trumps: ``hearts``, ``trump C``."""


def is_play(action: Action) -> bool:
    """Whether the action plays a card; the action is then that card."""
    return action < 52


def texts_of(actions: ActionSet) -> list[str]:
    """The notation texts of a set of actions, sorted by code point as a trace prints them."""
    return sorted([ACTION_TEXTS[action] for action in members(actions)])
