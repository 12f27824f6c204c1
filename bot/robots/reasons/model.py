"""An explanation of a card, and the facts it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.cards import Card, Suit


class ReasonKind(StrEnum):
    """What a fact says of the better card; each is defined where it is found (``avoiding``, ``taking``)."""

    STAYS_UNDER = "stays-under"  # it does not beat `card` on the table, as the other would
    HIGHEST_UNDER = "highest-under"  # it is the highest that does not beat `card` on the table
    WOULD_TAKE = (
        "would-take"  # nobody who plays after it could beat the other, `card`, and somebody could beat it
    )
    LEFT_WITH = "left-with"  # nobody has to beat the other, `card`, which costs who takes it
    SINGLETON = "singleton"  # it is the only one of its suit in the hand: others can be thrown next time
    RUFFS_NEXT = "ruffs-next"  # the same with trumps in the hand, which can be played next time
    GOES_OVER = "goes-over"  # somebody who plays after it has to beat it
    FREE = "free"  # it takes a trick that costs nothing
    BOUND = "bound"  # every card that may be played takes the trick, and it is the strongest
    THROWN = "thrown"  # it costs who takes it, and somebody else will
    RISKY = "risky"  # of the `of` cards of its suit that others hold `count` are lower
    KEEPS_EXIT = "keeps-exit"  # `card` is kept: led, it has to be beaten, as nothing else would be
    VOID = "void"  # `seat` has none of `suit`, the other card's, and could throw what costs
    RUFF = "ruff"  # `seat` has none of `suit`, the other card's, and could trump
    UNBEATABLE = "unbeatable"  # nobody who plays after it can beat it
    BEATS = "beats"  # it beats `card` on the table, as the other does not
    CHEAPEST = "cheapest"  # it wins the trick for certain with a weaker card than the other
    LOST = "lost"  # no card that may be played takes the trick, and it is the weakest of its suit
    KEEPS_MASTER = "keeps-master"  # `card` is kept: nobody holds a card that beats it
    LAST_TRUMP = "last-trump"  # it draws the last trump that others hold
    TRUMPS = "trumps"  # it draws trumps, of which others hold `count`
    PARTNER = "partner"  # `seat`, of the same side, has the trick so far with `card`
    QUARRY = "quarry"  # `seat`, who wants no trick, has it so far; the other card would take it away
    CLEAN = "clean"  # nothing is lost in `count` of `of` deals, with the other in `instead`
    CATCHES = "catches"  # `card` is taken in `count` of `of` deals, with the other in `instead`
    AHEAD = "ahead"  # points are won in `count` of `of` deals, with the other in `instead`


COUNTED = (ReasonKind.CLEAN, ReasonKind.CATCHES, ReasonKind.AHEAD)
"""Those that are read off the outcomes."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is so in ``holds`` of ``worlds`` deals; the rest is what its kind says of them."""

    kind: ReasonKind
    holds: int
    worlds: int
    card: Card | None = field(default=None, repr=False)
    suit: Suit | None = field(default=None, repr=False)
    seat: int | None = None
    count: int = 0
    of: int = 0
    instead: int = 0


class CardVerdict(StrEnum):
    """How a card that was played compares with the best of the others."""

    ONLY = "only"  # no other was allowed
    FOLLOWS = "follows"  # no other was, as it alone was of the suit led
    BEST = "best"
    EQUAL = "equal"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class CardExplanation:
    """Why a card was, or was not, the one to play. ``other`` is what it is compared with, by ``points``
    (above 0: ``card`` is better), on average over ``worlds`` deals; ``facts`` say why the better of the two
    is, one or two of them. Where ``hands`` is not 0 it is told from another seat, over so many hands that the
    player may have held, and names no other card of theirs: ``BEST`` where facts speak for the card,
    ``EQUAL`` where with most hands another would have done as well, ``WORSE`` where nothing can be said."""

    verdict: CardVerdict
    card: Card = field(repr=False)
    other: Card | None = field(default=None, repr=False)
    points: float = 0.0
    worlds: int = 0
    facts: tuple[Fact, ...] = ()
    hands: int = 0
