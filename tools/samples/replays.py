"""Moments that are looked at again: at three, four and five, bids, one seat's eyes, what was legal, ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.cards import FULL_PACK, Card
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.play import Game
from bot.people.settings import DEFAULTS, Preferences
from bot.pictures.values import Picture, ReplayPicture
from bot.replays.scene import closing_frame, replay_picture
from bot.telling import phrases
from bot.telling.moments import FIVE, moment, table_model
from bot.telling.phrases import ViewModel
from bot.telling.scenes import lying_trick
from tools.samples.people import STRANGE_NAMES
from tools.samples.sheets import between
from tools.samples.wanted import at
from tools.samples.whist import auctioned

LARGE = Preferences(large=True)


def last_played(view: View) -> tuple[int, Card] | None:
    """Who has played the last card, and which; nobody before the first one of a deal."""
    trick = lying_trick(view)
    if not trick.cards:
        return None
    return (trick.leader + len(trick.cards) - 1) % view.players, trick.cards[-1]


def looked_at(
    game: Game,
    names: Sequence[str] = FIVE,
    language: str = "en",
    preferences: Preferences = DEFAULTS,
    *,
    eyes: int | None = None,
    choosing: bool = False,
) -> ReplayPicture:
    """The game as it stands; ``choosing``: with what may be played next."""
    model = table_model(game, names, language, preferences)
    hands = [game.view(seat).hand for seat in range(model.view.players)]
    if game.turn in (AWAITS_DECK, OVER):
        return closing_frame(model, hands, eyes, phrases.state_line(model))
    legal = game.legal() & FULL_PACK if choosing else 0
    last = last_played(model.view)
    return replay_picture(model, hands, eyes, legal, last, _caption(model, last))


def _caption(model: ViewModel, last: tuple[int, Card] | None) -> str:
    if last is None:
        return phrases.state_line(model)
    seat, card = last
    return model.words("told.plays", name=model.seats[seat].name, card=phrases.card_name(model.words, card))


def replays() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    game = moment("kingen", 4, at("kings-jacks", 3, 2, obliged=True), seed=3)
    yield "replay-four", looked_at(game)
    yield "replay-four-legal", looked_at(game, choosing=True)
    yield "replay-four-eyes", looked_at(game, eyes=1)
    yield "replay-four-large", looked_at(game, preferences=LARGE)
    yield "replay-four-begins", looked_at(moment("kingen", 4, at("trump", 0)), language="nl")
    yield "replay-trick-complete", looked_at(moment("kingen", 4, at("queens", 0, 6)))
    yield "replay-three", looked_at(moment("kingen", 3, at("hearts", 2, obliged=True)), choosing=True)
    yield "replay-five", looked_at(moment("kingen", 5, at("hearts", 4, 1)), STRANGE_NAMES, eyes=None)
    yield "replay-five-eyes", looked_at(moment("kingen", 5, at("seventh-last", 4, 5)), language="ru", eyes=3)
    offers = moment("kingen", 4, lambda game: game.view(None).phase == "answer", {"trump-choice": "offers"})
    yield "replay-offers", looked_at(offers, STRANGE_NAMES[:4])
    yield "replay-russian", looked_at(moment("russian-king", 4, at("eralash", 2, 1)), language="ru")
    yield "replay-auction", looked_at(moment("whist-walloon", 4, auctioned(7)))
    crowded = moment("whist-walloon", 4, auctioned(14))
    yield "replay-auction-eyes", looked_at(crowded, STRANGE_NAMES[:4], "fr", eyes=2)
    game = moment("whist-walloon", 4, at("open-misere", 1, 1, obliged=True))
    holder = game.view(None).shown[0][0]
    yield "replay-open-misere", looked_at(game, eyes=(holder + 1) % 4)
    yield "replay-partners", looked_at(moment("whist-walloon", 4, at("pair", 3, 4)), language="fr")
    yield "replay-end", looked_at(moment("kingen", 4, between(3)))
    yield "replay-end-five", looked_at(moment("kingen", 5, between(2)), STRANGE_NAMES, "ru")
