"""How long the moments of a deal are shown where they follow each other by themselves."""

from __future__ import annotations

from enum import Enum

from bot.pictures.replay_values import ReplayPicture


class AnimationMoment(Enum):
    """What a moment shows, by the milliseconds it stays."""

    CHOICE = 1000  # something is said before the play
    BEGINNING = 1600  # nobody has played yet
    CARD = 700
    TRICK = 1500  # the trick is complete
    END = 5000  # what the deal came to


def moment_of(picture: ReplayPicture) -> AnimationMoment:
    """Which moment a picture shows."""
    if picture.result is not None:
        return AnimationMoment.END
    if not picture.trick:
        return AnimationMoment.CHOICE if picture.lead is None else AnimationMoment.BEGINNING
    return AnimationMoment.TRICK if len(picture.trick) == len(picture.seats) else AnimationMoment.CARD
