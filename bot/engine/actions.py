"""The vocabulary of actions (notation.md, "Actions"): each is a small number with one notation text.

Playing a card is the number of that card. A set of actions is a bit mask, as a set of cards is. The numbers
are never stored: records, logs and buttons hold the texts, so the vocabulary may grow.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.engine.cards import CARD_NAMES, CARD_OF_NAME, SUIT_LETTERS, members

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
