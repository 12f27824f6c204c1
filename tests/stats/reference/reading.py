"""What a record tells: a game that ended, one that has not, or why it breaks the rules (notation.md).

The header is judged when the first deck comes, items are checked one by one in order, as a trace does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.engine.cards import ACTION_TEXTS
from bot.engine.errors import RuleViolation
from bot.engine.game import OVER
from bot.engine.record import Header, HeaderDraft, carry_out, split


class Broken(Exception):
    """A record that breaks the rules; ``code`` is one of notation.md's error kinds."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Deal:
    """A deal as it happened, thrown in or scored. ``points`` are None where it was thrown in; ``said`` are
    seats with what they said, in notation, cards played left out; ``deck`` in notation, top card first.
    ``contract`` is the engine's own name."""

    dealer: int
    contract: str
    points: tuple[int, ...] | None
    tricks: tuple[int, ...]
    said: tuple[tuple[int, str], ...]
    deck: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """A game as far as its record goes. ``dealer`` is the first one, ``names`` are by seat."""

    preset: str
    family: str
    players: int
    options: Mapping[str, str]
    dealer: int
    names: Mapping[int, str]
    finished: bool
    deals: tuple[Deal, ...]

    @property
    def scored(self) -> list[Deal]:
        """The deals that count (S1)."""
        return [deal for deal in self.deals if deal.points is not None]

    @property
    def points(self) -> list[int]:
        """What each seat has in all."""
        totals = [0] * self.players
        for deal in self.scored:
            for seat, points in enumerate(deal.points or ()):
                totals[seat] += points
        return totals

    @property
    def places(self) -> list[int]:
        """G8: most points first, equal totals share a place (1, 1, 3, 4)."""
        points = self.points
        return [1 + len([other for other in points if other > own]) for own in points]


def read(data: bytes) -> Played | None:
    """The game of a record; None where there is not even a deck, as nothing is judged then. Raises Broken."""
    head, items = split(data)
    if not items:
        return None
    draft = HeaderDraft.of(head)
    if draft.fault:
        raise Broken(draft.fault.kind)
    header = draft.header()
    if header is None:
        first = items[0].words
        raise Broken("syntax" if first[0] == "deck" or len(first) == 1 else "not-your-turn")
    return _carried_out(header, [line.text or "" for line in items])


def _carried_out(header: Header, items: Sequence[str]) -> Played:
    game = header.new_game()
    decks: list[tuple[str, ...]] = []
    for item in items:
        try:
            carry_out(game, item)
        except RuleViolation as refused:
            raise Broken(refused.code) from None
        words = item.split()
        if words[0] == "deck":
            decks.append(tuple(words[1:]))
    deals = [
        Deal(
            result.dealer,
            result.contract,
            result.points,
            result.tricks,
            tuple((one.seat, ACTION_TEXTS[one.action]) for one in result.said),
            deck,
        )
        for result, deck in zip(game.results, decks, strict=False)  # the last deck's deal may not have ended
    ]
    rules = header.rules
    return Played(
        rules.preset.name,
        rules.preset.family,
        rules.players,
        dict(rules.values),
        header.dealer,
        dict(header.names),
        game.turn == OVER,
        tuple(deals),
    )


def hands(game: Played, deal: Deal, *, positive: bool = False) -> list[set[str]]:
    """Who got which cards (G3): in batches, the dealer's left neighbour first. ``positive``: in those of
    ``positive-batches``, where the preset has them."""
    batches = game.options["batches"]
    if positive:
        batches = game.options.get("positive-batches", batches)
    got: list[set[str]] = [set() for _ in range(game.players)]
    rest = list(deal.deck)
    for size in batches.split("-"):
        for step in range(game.players):
            seat = (deal.dealer + 1 + step) % game.players
            got[seat].update(rest[: int(size)])
            del rest[: int(size)]
    assert not rest
    return got
