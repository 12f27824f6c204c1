"""All the randomness there is: secrets, and what follows from them (the recipe is docs/dealing.md).

A game's secret is drawn when its lobby opens, and its SHA-256, the commitment, is shown there. The ids of
the Join presses that come afterwards, which nobody can foresee, take part in everything drawn. So neither
the one who opens a table nor those who join can steer the cards, and anyone can check them once the secret
is told.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import CARD_NAMES, Card, CardSet, members, set_of
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK
from bot.engine.options import Rules
from bot.engine.play import Game, first_dealer
from bot.engine.record import carry_out, read, split

SECRET_BYTES: Final = 32
RECIPE: Final = "hartenheer-dealing 1"
SEATS_GIVEN: Final = ("seats", "given")
"""The comment of a record whose seats were not drawn: its first word and the rest."""
SMALLEST_PART: Final = 4
"""A cut leaves at least so many cards in each part (rules.md, G2)."""
MOST_DIGITS: Final = 20
"""Of the id of a press, a number below 2**64."""


def chance() -> float:
    """A number from 0 up to 1 that nobody can foresee and that nothing else follows from: for pauses."""
    return secrets.SystemRandom().random()


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
        """A number from 0 to ``bound - 1`` (1 to 256), each equally likely: a byte that would favour the
        low ones is thrown away."""
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

    def first_dealer(self, rules: Rules) -> int:
        """The seat that deals first: by lot, or by a pack dealt face up where the rules say so (D6)."""
        face_up = self._draws("dealer").shuffled(members(rules.pack))
        dealer = first_dealer(rules, face_up)
        return self._draws("dealer").below(rules.players) if dealer is None else dealer

    def deck(self, number: int, pack: CardSet, gathered: tuple[Card, ...] | None) -> tuple[Card, ...]:
        """A deck in dealing order, top card first. ``number`` counts the decks before it in the game. Cuts
        the pack ``gathered`` (bottom card first, as ``Game.gathered`` gives it) or, with None, shuffles the
        whole pack."""
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


# Records


class Unverifiable(Exception):
    """A record that does not say what its decks follow from. ``code`` is ``no-secret``, ``bad-secret``,
    ``no-joins`` or ``bad-joins``; the text is a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Something in a record that does not follow from its secret, or that its rules refuse. ``what`` is
    ``dealer``, ``deck`` or ``rules``, and of a comment that tells what was shown ``seal`` or ``points``;
    ``line`` counts the record's lines from 1, 0 where that is a comment's."""

    what: str
    line: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found in a record. ``commitment`` is to be compared with what the lobby showed; ``decks`` is
    how many decks were compared; ``seating`` is whom the secret gives each seat, in order of joining, None
    where the seats were given and nothing was drawn."""

    commitment: str
    press_ids: tuple[int, ...]
    seating: tuple[int, ...] | None
    decks: int
    discrepancies: tuple[Discrepancy, ...]


def record_comments(
    secret: bytes, press_ids: Sequence[int], *, seats_given: bool = False
) -> tuple[tuple[str, str], ...]:
    """The comments by which a record of an ended game can be verified (``# secret``, ``# joins``, and
    ``# seats given`` where they were not drawn), each its first word and the rest."""
    drawn = ("secret", secret.hex()), ("joins", " ".join(map(str, press_ids)))
    return (*drawn, SEATS_GIVEN) if seats_given else drawn


def verify(data: bytes) -> Verification:
    """Play a record again and compare its first dealer and every deck with what follows from its secret, and
    what its comments say was shown (``# seal``, ``# points``) with what comes of it.

    Raises Unverifiable when it does not tell secret and presses, and RecordError when it is not a record.
    """
    record, (head, items) = read(data), split(data)
    secret, press_ids = _origin(record.comments)
    dealing = Dealing(secret, press_ids)
    rules = record.header.rules
    found: list[Discrepancy] = []
    if record.header.dealer != (dealer := dealing.first_dealer(rules)):
        sentence = f"The first dealer is seat {record.header.dealer}, and seat {dealer} was drawn."
        line = next(line.number for line in head if line.words[:1] == ["dealer"])
        found.append(Discrepancy("dealer", line, sentence))
    game = record.header.new_game()
    decks = 0
    for line, item in zip(items, record.items, strict=True):
        if game.turn == AWAITS_DECK and item.startswith("deck "):
            found += _compare(item, line.number, dealing, decks, game)
            decks += 1
        try:
            carry_out(game, item)
        except RuleViolation as refused:
            sentence = f"Line {line.number} breaks the rules ({refused.code}); what follows was not compared."
            found.append(Discrepancy("rules", line.number, sentence))
            break
    else:
        found += _otherwise("points", record.comments, " ".join(map(str, game.points)))
    found += _otherwise("seal", record.comments, commitment(secret))
    word, given = SEATS_GIVEN
    seating = None if record.comments.get(word) == given else dealing.seating(rules.players)
    return Verification(commitment(secret), press_ids, seating, decks, tuple(found))


def _origin(comments: Mapping[str, str]) -> tuple[bytes, tuple[int, ...]]:
    """The secret and the presses a record tells."""
    for word in ("secret", "joins"):
        if word not in comments:
            raise Unverifiable(f"no-{word}", f"The record has no line “# {word} …” to verify it by.")
    try:
        secret = bytes.fromhex(comments["secret"])
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise Unverifiable("bad-secret", f"The line “# secret” does not hold {SECRET_BYTES} bytes in hex.")
    words = comments["joins"].split()
    if not all(word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS for word in words):
        raise Unverifiable("bad-joins", "The line “# joins” does not hold ids of presses.")
    return secret, tuple(map(int, words))


def _otherwise(what: str, comments: Mapping[str, str], found: str) -> list[Discrepancy]:
    """What was shown by a comment, if that is another than what was found."""
    shown = " ".join(comments.get(what, found).split())
    if shown.lower() == found:
        return []
    return [Discrepancy(what, 0, f"Shown as {what}: {shown}; found: {found}.")]


def _compare(item: str, line: int, dealing: Dealing, number: int, game: Game) -> list[Discrepancy]:
    """A deck of a record against the one that was drawn."""
    drawn = [CARD_NAMES[card] for card in dealing.deck(number, game.pack, game.gathered())]
    given = item.split()[1:]
    for place, (one, other) in enumerate(zip(given, drawn, strict=False), start=1):
        if one != other:
            sentence = f"In deck {number}, card {place} from the top is {one}, and {other} was drawn."
            return [Discrepancy("deck", line, sentence)]
    return []
