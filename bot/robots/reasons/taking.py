"""Facts of who takes tricks, or makes others take them (``facts``)."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.cards import SUIT_MASK_OF, SUIT_OF, Card, members
from bot.robots.reasons.facts import CardPair, FoundFact, of_a_void
from bot.robots.reasons.ground import Aim
from bot.robots.reasons.model import ReasonKind
from bot.robots.reasons.turn import TrickOutcome


def ruff(pair: CardPair) -> FoundFact | None:
    """Led: a seat of another side is known to have none of the other card's suit, and holds trumps; of the
    better card's suit, no trumps, no such seat is known to have none."""
    turn, trumps = pair.turn, pair.turn.ground.trumps
    if turn.aim is not Aim.TAKE or not turn.leads or pair.same_suit or not trumps:
        return None
    if (1 << pair.better | 1 << pair.other) & trumps:
        return None
    sides = turn.ground.sides
    foes = {
        suit: [one for one in seats if sides[one] != sides[turn.seat]] for suit, seats in turn.voids.items()
    }
    if foes.get(SUIT_OF[pair.better]):
        return None
    return of_a_void(pair, ReasonKind.RUFF, foes.get(SUIT_OF[pair.other], ()), trumps)


def unbeatable(pair: CardPair) -> FoundFact | None:
    """Nobody who plays after it can beat it; the other does not take the trick for certain."""
    if pair.turn.aim is not Aim.TAKE:
        return None
    fates = zip(pair.fate(pair.better), pair.fate(pair.other), strict=True)
    return pair.found(
        ReasonKind.UNBEATABLE, [mine is TrickOutcome.WINS is not theirs for mine, theirs in fates]
    )


def beats_so_far(pair: CardPair) -> FoundFact | None:
    """It beats what lies on the table, of another side, and nobody has to beat it; the other does not."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or _partner_has_it(pair):
        return None
    if not turn.takes(pair.better) or turn.takes(pair.other):
        return None
    found = pair.found(
        ReasonKind.BEATS, [fate is not TrickOutcome.LOSES for fate in pair.fate(pair.better)], turn.best
    )
    return None if found is None else found.certain


def cheapest(pair: CardPair) -> FoundFact | None:
    """Both win a trick that was begun for certain, and it is the weaker of the two."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or not pair.beats(pair.better) >> pair.other & 1:
        return None
    fates = zip(pair.fate(pair.better), pair.fate(pair.other), strict=True)
    return pair.found(ReasonKind.CHEAPEST, [mine is TrickOutcome.WINS is theirs for mine, theirs in fates])


def lost(pair: CardPair) -> FoundFact | None:
    """No card that may be played takes the trick, and it is the weakest that there is of its suit; the other
    is stronger."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or any(turn.takes(card) for card in members(turn.view.legal)):
        return None
    if not pair.same_suit or not pair.beats(pair.better) >> pair.other & 1 or _partner_has_it(pair):
        return None
    weaker = [card for card in members(turn.view.legal & SUIT_MASK_OF[pair.better]) if _beats(pair, card)]
    return None if weaker else pair.everywhere(ReasonKind.LOST)


def _beats(pair: CardPair, card: Card) -> bool:
    """Whether the better card beats this one."""
    return bool(pair.beats(card) >> pair.better & 1)


def keeps_master(pair: CardPair) -> FoundFact | None:
    """A trick goes to somebody else with either card: the other is kept, which nobody holds a higher card
    than of its suit, as of the better card's somebody does."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or turn.leads or turn.takes(pair.better) or turn.takes(pair.other):
        return None
    if turn.ground.trumps >> pair.other & 1:
        return None
    where: list[bool] = []
    for hands in pair.worlds:
        there = pair.others(hands)
        master = not there & SUIT_MASK_OF[pair.other] & pair.beats(pair.other)
        of_better = there & SUIT_MASK_OF[pair.better] & pair.beats(pair.better)
        where.append(master and bool(of_better) and bool(there & SUIT_MASK_OF[pair.other]))
    return pair.found(ReasonKind.KEEPS_MASTER, where, pair.other)


def trumps_drawn(pair: CardPair) -> FoundFact | None:
    """Led: a trump that nobody beats, where the other card is none, and others hold trumps: the last one, or
    more."""
    turn, trumps = pair.turn, pair.turn.ground.trumps
    if (
        turn.aim is not Aim.TAKE
        or not turn.leads
        or not trumps >> pair.better & 1
        or trumps >> pair.other & 1
    ):
        return None
    out = (turn.others & trumps).bit_count()
    kind = ReasonKind.LAST_TRUMP if out == 1 else ReasonKind.TRUMPS
    where = [
        fate is TrickOutcome.WINS and bool(pair.others(hands) & trumps)
        for fate, hands in zip(pair.fate(pair.better), pair.worlds, strict=True)
    ]
    found = pair.found(kind, where)
    return None if found is None else replace(found, fact=replace(found.fact, count=out))


def partner(pair: CardPair) -> FoundFact | None:
    """Somebody of the same side has the trick so far; it leaves it to them, and the other would take it."""
    turn = pair.turn
    if turn.aim is not Aim.TAKE or not _partner_has_it(pair):
        return None
    if turn.takes(pair.better) or not turn.takes(pair.other):
        return None
    return _winner(pair, ReasonKind.PARTNER)


def _partner_has_it(pair: CardPair) -> bool:
    turn, winner = pair.turn, pair.turn.view.trick.winner
    return winner is not None and turn.ground.sides[winner] == turn.ground.sides[turn.seat]


def _winner(pair: CardPair, kind: ReasonKind) -> FoundFact:
    found = pair.everywhere(kind, pair.turn.best)
    return replace(found, fact=replace(found.fact, seat=pair.turn.view.trick.winner))


def quarry(pair: CardPair) -> FoundFact | None:
    """Who wants no trick has this one so far; it leaves it to them, and the other would take it."""
    turn, winner = pair.turn, pair.turn.view.trick.winner
    if turn.seat in turn.ground.quarry or winner not in turn.ground.quarry:
        return None
    return None if turn.takes(pair.better) or not turn.takes(pair.other) else _winner(pair, ReasonKind.QUARRY)
