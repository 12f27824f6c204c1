"""``python -m bot daily``: whether a secret is that of a day, and the cards that follow from it
(docs/daily.md)."""

from __future__ import annotations

import sys
from datetime import date

from bot import dealing
from bot.daily.deal import SEAT, WORLD_ANCHOR, anchor_of, contract_of, dealt, preset_of, secret_of
from bot.daily.model import DailyGame
from bot.engine.cards import CARD_NAMES, members


def main(day: date, secret: bytes, anchor: bytes | None) -> int:
    """Print what was found; the exit status is 0 where the secret is of the chain with that ``anchor``, by
    default the one that everybody has."""
    try:
        found = anchor_of(day, secret)
    except ValueError as error:
        print(f"{error}.".capitalize(), file=sys.stderr)
        return 1
    for game in DailyGame:
        seal = dealing.commitment(secret_of(secret, game))
        print(f"Its seal for {game}, to compare with what was shown on that day: {seal}")
    expected = WORLD_ANCHOR if anchor is None else anchor.hex()
    if found != expected:
        print(f"It is not the secret of {day}: it leads to the anchor {found}, and not to {expected}.")
        return 1
    print(f"It is the secret of {day}: it leads to the anchor {expected}.")
    for game in DailyGame:
        played = dealt(day, game, secret)
        what = contract_of(day) if game is DailyGame.KING else preset_of(day, game)
        print(f"Played is {what}; seat {played.dealer} deals, and seat {SEAT} is the player's.")
        for seat, hand in enumerate(played.dealt_hands):
            print(f"Seat {seat}: {' '.join(CARD_NAMES[card] for card in members(hand))}")
    return 0
