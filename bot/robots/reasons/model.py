"""An explanation of a card, and the facts it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.cards import Card, Suit


class ReasonKind(StrEnum):
    """What a fact says of the better card; each is defined where it is found (``facts``)."""

    THROWN = "thrown"  # it costs who takes it, and somebody else will
    QUARRY = "quarry"  # `seat`, who wants no trick, has it so far; the other card would take it away
    STUCK = "stuck"  # if everybody stays as low as they may, `seat`, who wants no trick, takes this one
    LURES = "lures"  # `seat`, who wants no trick, still has to stay under `card`
    PARTNER = "partner"  # `seat`, of the same side, has the trick so far with `card`
    DUCKS = "ducks"  # it leaves the trick to somebody else, with `card`, which costs who takes it
    STAYS_UNDER = "stays-under"  # it does not beat `card` on the table, as the other would
    FREE = "free"  # it takes a trick that costs nothing
    CHEAP = "cheap"  # it goes high on a trick to which nobody may play what costs
    BOUND = "bound"  # every card that may be played takes the trick, and it is the strongest
    GOES_OVER = "goes-over"  # somebody who plays after it has to beat it
    WOULD_TAKE = "would-take"  # nobody who plays after it could beat the other, `card`
    LEFT_WITH = "left-with"  # nobody has to beat the other, `card`, which costs who takes it
    SAFE = "safe"  # led, nobody may play to it what costs
    TRUMPS = "trumps"  # it draws trumps
    LAST_TRUMP = "last-trump"  # it draws the last trump that others hold
    RUFFS = "ruffs"  # it trumps the trick
    FINESSE = "finesse"  # nobody who plays after it can beat it, and `card` is kept, which is stronger
    CHEAPEST = "cheapest"  # it wins the trick for certain with a weaker card than the other
    UNBEATABLE = "unbeatable"  # nobody who plays after it can beat it
    OURS = "ours"  # its side can win the trick, whatever the others play
    BEATS = "beats"  # it beats `card` on the table, as the other does not
    HIGHEST_UNDER = "highest-under"  # it is the highest that does not beat `card` on the table
    RISKY = "risky"  # of the `of` cards of its suit that others hold `count` are lower
    INTO_HIGH = "into-high"  # `seat` gets the lead, with only suits of which the player has the highest
    INTO_LOW = "into-low"  # `seat` gets the lead, with only cards that the player can stay under
    RETURNS = "returns"  # `seat`, of the same side, has led `suit`, its own, before
    PARTNER_RUFFS = "partner-ruffs"  # `seat`, of the same side, has none of `suit`, its own, and holds trumps
    VOID = "void"  # `seat` has none of `suit`, the other card's, and could throw what costs
    RUFF = "ruff"  # `seat` has none of `suit`, the other card's, and could trump
    KEEPS_MASTER = "keeps-master"  # `card` is kept: nobody holds a card that beats it
    KEEPS_GUARD = "keeps-guard"  # the other is kept, the last that guards `card`
    KEEPS_EXIT = "keeps-exit"  # `card` is kept: led, it has to be beaten, as nothing else would be
    LOST = "lost"  # neither card takes the trick, and it is the weakest of its suit
    SPARES = "spares"  # `card` is kept: somebody of another side could beat it
    TOO_HIGH = "too-high"  # as RISKY, for who makes others take tricks: it can catch nobody
    LOW = "low"  # of the `of` cards of its suit that others hold `count` are higher
    WEAK = "weak"  # the same: it is hardly worth keeping
    SINGLETON = "singleton"  # it is the only one of its suit in the hand: others can be thrown next time
    RUFFS_NEXT = "ruffs-next"  # the same with trumps in the hand, which can be played next time
    CLEAN = "clean"  # nothing is lost in `count` of `of` deals, with the other in `instead`
    CATCHES = "catches"  # `card` is taken in `count` of `of` deals, with the other in `instead`
    AHEAD = "ahead"  # points are won in `count` of `of` deals, with the other in `instead`


COUNTED = (ReasonKind.CLEAN, ReasonKind.CATCHES, ReasonKind.AHEAD)
"""Those that are read off the outcomes."""
OF_THE_HAND = frozenset(
    (
        *(ReasonKind.WOULD_TAKE, ReasonKind.LEFT_WITH, ReasonKind.FINESSE, ReasonKind.KEEPS_MASTER),
        *(ReasonKind.KEEPS_EXIT, ReasonKind.SPARES, ReasonKind.LOST),
    )
)
"""Those that name the other card: who does not see the hand is told of another one."""
REWORDED = frozenset(
    (
        *(ReasonKind.RISKY, ReasonKind.TOO_HIGH, ReasonKind.LOW, ReasonKind.WEAK),
        *(ReasonKind.KEEPS_GUARD, ReasonKind.VOID, ReasonKind.RUFF),
    )
)
"""Those that name more of the hand, or count by it: who does not see it is told them in other words."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is so in ``holds`` of ``worlds`` deals, and of the other card in ``instead``, where it
    can be said of both; the rest is what its kind says of them."""

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
    AMONG = "among"  # one of several that are about as good, and better than the best of the rest
    EQUAL = "equal"
    WORSE = "worse"
    UNKNOWN = "unknown"  # somebody else's, of which nothing can be said


@dataclass(frozen=True, slots=True)
class CardExplanation:
    """Why a card was, or was not, the one to play. ``other`` is what it is compared with, by ``points``
    (above 0: ``card`` is better), on average over ``worlds`` deals, and ``alike`` one that is about as good
    as ``card``; ``facts`` say why the better of ``card`` and ``other`` is, one or two of them. Where
    ``hands`` is not 0 it is seen from another seat, over so many hands that the player may have held, and
    names no other card of theirs: ``facts`` speak for the card (``BEST``), or for another (``WORSE``),
    ``EQUAL`` where with most hands another would have done as well."""

    verdict: CardVerdict
    card: Card = field(repr=False)
    other: Card | None = field(default=None, repr=False)
    points: float = 0.0
    worlds: int = 0
    facts: tuple[Fact, ...] = ()
    hands: int = 0
    alike: Card | None = field(default=None, repr=False)
    mistaken: int = 0
