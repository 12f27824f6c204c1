"""Which deal a day has, what a robot makes of it, and the days' secrets: a chain in which each follows from
that of the day after (docs/daily.md). Days are UTC's.

Whoever knows the secret of a day can work out those of all days before it, and of none after it. So the one
``anchor``, which is published, holds whoever keeps the seed to every secret there will ever be, and each
secret can be checked once it is revealed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final

from bot import dealing
from bot.daily.model import DailyGame
from bot.engine.cards import CardSet
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, preset_named
from bot.robots.registry import robot_of
from bot.tables.model import Origin, Unspoken

FIRST_DAY: Final = date(2026, 1, 1)
LAST_DAY: Final = date(2045, 12, 31)
"""From when to when there are daily deals."""

GRACE: Final = timedelta(hours=12)
"""How long after its day a deal that was begun can be played to its end; then its secret is revealed."""


def day_of(at: float) -> date:
    """The day of a moment, in unix seconds."""
    return datetime.fromtimestamp(at, UTC).date()


def has_deal(day: date) -> bool:
    """Whether there is a deal of that day."""
    return FIRST_DAY <= day <= LAST_DAY


def ends(day: date) -> float:
    """When a day ends, and the next deal comes: until then its deal can be begun. In unix seconds."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + timedelta(days=1).total_seconds()


def revealed_at(day: date) -> float:
    """When the deal of a day is over for everybody, and its secret is revealed. In unix seconds."""
    return ends(day) + GRACE.total_seconds()


def last_revealed(at: float) -> date:
    """The latest day whose secret may be revealed at a moment."""
    day = day_of(at) - timedelta(days=1)
    return day if revealed_at(day) <= at else day - timedelta(days=1)


RECIPE: Final = "hartenheer-daily 1"
SEED_BYTES: Final = 32

WORLD_SEED: Final = hashlib.sha256(f"{RECIPE};the world's, which everybody may know".encode()).digest()
"""That of every bot whose host has set no other. It stands in the program, so it is no secret
(docs/adr/0015-a-daily-deal-without-a-centre.md)."""

WORLD_ANCHOR: Final = "4895c1b6cd2c180d10e6c6ea0f29036026fe988fc9f0ba3389df0d6c81097664"
"""What ``anchor_of`` gives for every secret of the world's chain."""


def link(secret: bytes) -> bytes:
    """The secret of the day before."""
    return hashlib.sha256(f"{RECIPE};".encode() + secret).digest()


def anchor_of(day: date, secret: bytes) -> str:
    """The anchor of the chain in which this is the secret of that day, in hexadecimal. Raises ValueError for
    a day that has no deal."""
    _require_deal(day)
    for _ in range((day - FIRST_DAY).days + 1):
        secret = link(secret)
    return secret.hex()


class Chain(Unspoken):
    """All secrets that follow from one ``seed`` of 32 bytes."""

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes = WORLD_SEED) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        self._seed = seed

    def secret(self, day: date) -> bytes:
        """The 32 bytes that all of a day follows from. Raises ValueError for a day that has no deal."""
        return _secret(self._seed, day)

    def seal(self, day: date, game: DailyGame) -> str:
        """The SHA-256 of what the cards of a game follow from, in hexadecimal: public from the day's
        beginning."""
        return dealing.commitment(secret_of(self.secret(day), game))

    def origin(self, day: date, game: DailyGame) -> Origin:
        """What every table of that day and game deals its cards from."""
        return Origin(secret_of(self.secret(day), game))


def secret_of(secret: bytes, game: DailyGame) -> bytes:
    """The 32 bytes that the cards of a game follow from, by the secret of the day: for King that itself."""
    if game is DailyGame.KING:
        return secret
    return hashlib.sha256(f"{RECIPE};{game};".encode() + secret).digest()


@lru_cache(maxsize=8)
def _secret(seed: bytes, day: date) -> bytes:
    """Takes a hundredth of a second."""
    _require_deal(day)
    for _ in range((LAST_DAY - day).days + 1):
        seed = link(seed)
    return seed


def _require_deal(day: date) -> None:
    if not has_deal(day):
        raise ValueError(f"there is no deal of {day}")


KING_DEAL: Final = "kingen-deal"
WHIST_DEALS: Final = ("whist-flemish-deal", "whist-walloon-deal")
PLAYERS: Final = 4
SEAT: Final = 0
"""Where the person sits."""
ROBOTS: Final = "steady"
"""The kind that has the other seats, and the person's own where the deal is played for comparison."""

_DEAL: Final = "deal"


def preset_of(day: date, game: DailyGame) -> str:
    """By which rules a day's deal is played: Colour Whist's are in turn the Flemish and the Walloon ones."""
    return KING_DEAL if game is DailyGame.KING else WHIST_DEALS[day.toordinal() % len(WHIST_DEALS)]


def taught_as(day: date, game: DailyGame) -> str:
    """The preset whose deal it is one of, by which it is learnt and reviewed."""
    return "kingen" if game is DailyGame.KING else preset_of(day, game).removesuffix("-deal")


def contract_of(day: date) -> str:
    """What is played of King: each weekday has a deal of Kingen. Colour Whist's contract is bid for."""
    option = preset_named(KING_DEAL).option(_DEAL)
    assert option is not None
    return option.values[day.weekday()]


def options_of(day: date, game: DailyGame) -> Mapping[str, str]:
    """The options of a table of that day."""
    return {_DEAL: contract_of(day)} if game is DailyGame.KING else {}


def rules_of(day: date, game: DailyGame) -> Rules:
    """The rules of that day."""
    return make_rules(preset_of(day, game), PLAYERS, options_of(day, game))


def dealt(day: date, game: DailyGame, secret: bytes) -> Game:
    """The game as it is when the first cards of that day are out; ``secret`` is the day's."""
    rules, draw = rules_of(day, game), dealing.Dealing(secret_of(secret, game), ())
    played = new_game(rules, draw.first_dealer(rules))
    played.deal(draw.deck(0, played.pack, None))
    return played


def hands(day: date, game: DailyGame, secret: bytes) -> tuple[CardSet, ...]:
    """What each seat is dealt."""
    return dealt(day, game, secret).dealt_hands


def par(day: date, game: DailyGame, secret: bytes) -> int:
    """The points that the robot makes in the person's seat, with the same robot in all others; a deal that
    all of them pass is dealt anew, as at a table. Takes some tenths of a second: not for the event loop."""
    played, draw = dealt(day, game, secret), dealing.Dealing(secret_of(secret, game), ())
    choose, decks = robot_of(played.rules, ROBOTS), 1
    while played.turn != OVER:
        if played.turn == AWAITS_DECK:
            played.deal(draw.deck(decks, played.pack, None))
            decks += 1
        else:
            played.apply(choose(played.view(played.turn)))
    return played.points[SEAT]
