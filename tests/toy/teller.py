"""How the toy shows its games."""

from __future__ import annotations

from bot.engine.cards import Card, members
from bot.engine.game import DealResult, View
from bot.telling import phrases
from bot.telling.games.teller import Choices, Teller, plain_choice
from bot.telling.reader import Perspective, in_hand
from tests.toy.engine import is_doubled


class ToyTeller(Teller):
    """See the module."""

    def heading(self, sight: Perspective) -> str:
        return phrases.contract_name(sight.words, sight.view.contract)

    def is_settled(self, view: View) -> bool:
        return bool(view.contract)

    def choices(self, sight: Perspective) -> Choices:
        return Choices(tuple(plain_choice(sight.words, action) for action in members(sight.view.legal)))

    def hand_order(self, sight: Perspective) -> tuple[Card, ...]:
        return in_hand(members(sight.view.hand), None, sight.reader.holding)

    def told(self, sight: Perspective) -> str:
        return sight.words("toy.doubled") if is_doubled(sight.view.said) else ""

    def headline(self, sight: Perspective, result: DealResult) -> str:
        most = max(result.tricks)
        names = [seat.name for seat, taken in zip(sight.seats, result.tricks, strict=True) if taken == most]
        return sight.words.count("toy.headline", most, names=sight.words.both(names))

    def after_deal(self, sight: Perspective, result: DealResult) -> tuple[str, ...]:
        return (sight.words("toy.was-doubled"),) if is_doubled(result.said) else ()
