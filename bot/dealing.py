"""All the randomness there is: secrets, and what follows from them (the recipe is docs/dealing.md).

A game's secret is drawn when its lobby opens, and its SHA-256, the commitment, is shown there. The ids of the Join
presses that come afterwards, which nobody can foresee, take part in everything drawn. So neither the one who opens
a table nor those who join can steer the cards, and anyone can check them once the secret is told.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.cards import Card, CardSet, members, set_of

SECRET_BYTES: Final = 32
RECIPE: Final = "hartenheer-dealing 1"
SMALLEST_PART: Final = 4
"""A cut leaves at least so many cards in each part (rules.md, G2)."""


def new_secret() -> bytes:
    """A secret for a new game: 32 bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret in hex: public, while the secret is not."""
    return hashlib.sha256(secret).hexdigest()


class Draws:
    """The random numbers of one purpose: HMAC-SHA-256 blocks in counter order, a byte a draw."""

    def __init__(self, secret: bytes, press_ids: Sequence[int], purpose: str) -> None:
        presses = ",".join(map(str, press_ids))
        self._bytes = _stream(secret, f"{RECIPE};presses={presses};purpose={purpose}")

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1`` (1 to 256), each equally likely: a byte that would favour the low ones is
        thrown away."""
        if not 1 <= bound <= 256:
            raise ValueError(f"no number below {bound}")
        limit = 256 - 256 % bound
        return next(byte for byte in self._bytes if byte < limit) % bound

    def shuffled(self, items: Sequence[int]) -> tuple[int, ...]:
        """The items in a random order (Fisher-Yates from the last place down)."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)


def _stream(secret: bytes, text: str) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(secret, f"{text};block={block}".encode("ascii"), "sha256")
        block += 1


class Dealing:
    """What is drawn in one game. ``press_ids`` are the ids of the Join presses, in order of joining."""

    def __init__(self, secret: bytes, press_ids: Sequence[int]) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes")
        if any(press_id < 0 for press_id in press_ids):
            raise ValueError("the id of a press is not negative")
        self._secret = secret
        self._press_ids = tuple(press_ids)

    def __repr__(self) -> str:
        return f"Dealing(press_ids={self._press_ids})"

    def seating(self, count: int) -> tuple[int, ...]:
        """Who sits where: for each seat the number, in order of joining, of the one who gets it."""
        return self._draws("seating").shuffled(range(count))

    def first_dealer(self, players: int) -> int:
        """The seat that deals first."""
        return self._draws("dealer").below(players)

    def deck(self, number: int, pack: CardSet, gathered: tuple[Card, ...] | None) -> tuple[Card, ...]:
        """A deck in dealing order, top card first. ``number`` counts the decks before it in the game. Cuts the pack
        ``gathered`` (bottom card first, as ``Game.gathered`` gives it) or, with None, shuffles the whole pack."""
        draws = self._draws(f"deck {number}")
        if gathered is None:
            return draws.shuffled(members(pack))
        if len(gathered) != pack.bit_count() or set_of(gathered) != pack:
            raise ValueError("the gathered cards are not the pack")
        lifted = SMALLEST_PART + draws.below(len(gathered) - 2 * SMALLEST_PART + 1)
        from_top = gathered[::-1]
        return from_top[lifted:] + from_top[:lifted]

    def _draws(self, purpose: str) -> Draws:
        return Draws(self._secret, self._press_ids, purpose)
