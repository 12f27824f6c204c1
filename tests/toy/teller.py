"""How the toy shows its games."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards import Card, members
from bot.engine.game import DealResult, View
from bot.telling import phrases
from bot.telling.games.teller import Choice, Teller, plain_choice
from bot.telling.phrases import ViewModel, in_hand
from tests.toy.engine import is_doubled


class ToyTeller(Teller):
    """See the module."""

    def heading(self, model: ViewModel) -> str:
        return phrases.contract_name(model.words, model.view.contract)

    def is_settled(self, view: View) -> bool:
        return bool(view.contract)

    def choices(self, model: ViewModel) -> Sequence[Choice]:
        return [plain_choice(model.words, action) for action in members(model.view.legal)]

    def hand_order(self, model: ViewModel) -> tuple[Card, ...]:
        return in_hand(members(model.view.hand), None, model.reader.holding)

    def status(self, model: ViewModel) -> str:
        return model.words("toy.doubled") if is_doubled(model.view.said) else ""

    def headline(self, model: ViewModel, result: DealResult) -> str:
        most = max(result.tricks)
        names = [seat.name for seat, taken in zip(model.seats, result.tricks, strict=True) if taken == most]
        return model.words.count("toy.headline", most, names=model.words.both(names))

    def after_deal(self, model: ViewModel, result: DealResult) -> tuple[str, ...]:
        return (model.words("toy.was-doubled"),) if is_doubled(result.said) else ()
