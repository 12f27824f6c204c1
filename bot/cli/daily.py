"""``python -m bot daily``: whether a secret is that of a day, and the cards that follow from it
(docs/daily.md)."""

from __future__ import annotations

import sys
from datetime import date

from bot import dealing
from bot.daily.deal import SEAT, WORLD_ANCHOR, anchor_of, contract_of, dealt
from bot.engine.cards import CARD_NAMES, members


def main(day: date, secret: bytes, anchor: bytes | None) -> int:
    """Print what was found; the exit status is 0 where the secret is of the chain with that ``anchor``, by
    default the one that everybody has."""
    try:
        found = anchor_of(day, secret)
    except ValueError as error:
        print(f"{error}.".capitalize(), file=sys.stderr)
        return 1
    print(f"Its seal, to compare with what was shown on that day: {dealing.commitment(secret)}")
    expected = WORLD_ANCHOR if anchor is None else anchor.hex()
    if found != expected:
        print(f"It is not the secret of {day}: it leads to the anchor {found}, and not to {expected}.")
        return 1
    print(f"It is the secret of {day}: it leads to the anchor {expected}.")
    game = dealt(day, secret)
    print(f"Played is {contract_of(day)}; seat {game.dealer} deals, and seat {SEAT} is the player's.")
    for seat, hand in enumerate(game.dealt_hands):
        print(f"Seat {seat}: {' '.join(CARD_NAMES[card] for card in members(hand))}")
    return 0
