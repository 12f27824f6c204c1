"""How the King family shows its games."""

from __future__ import annotations

from bot.engine.cards import Card, members, set_of
from bot.engine.game import DealResult, View
from bot.engine.king.contracts import penalty_cards
from bot.engine.king.course import adjusted, contract_of, sale
from bot.engine.options import Rules
from bot.pictures.values import ContractLedger
from bot.telling import phrases
from bot.telling.games import king_headlines, king_ledger
from bot.telling.games.king_choices import choices
from bot.telling.games.king_prices import price, prices
from bot.telling.games.teller import Choices, Teller
from bot.telling.hand_order import in_hand
from bot.telling.reader import Perspective
from bot.words.catalogue import Words


class KingTeller(Teller):
    """See the module."""

    def heading(self, sight: Perspective) -> str:
        return phrases.contract_name(sight.words, sight.view.contract, sight.view.trump)

    def is_settled(self, view: View) -> bool:
        return contract_of(view) is not None

    def hand_order(self, sight: Perspective) -> tuple[Card, ...]:
        """Ranks may be upside down (R8)."""
        view, contract = sight.view, contract_of(sight.view)
        reversed_ranks = contract is not None and contract.reversed_ranks
        return in_hand(members(view.hand), view.trump, sight.reader.holding, reversed_ranks=reversed_ranks)

    def choices(self, sight: Perspective) -> Choices:
        return choices(sight)

    def note(self, sight: Perspective, seat: int) -> str:
        """What was last said before the play; later «counts 3», where tricks were sold and others are
        counted than were taken (K12, D5, R7)."""
        view = sight.view
        said = [entry for entry in view.said if entry.seat == seat]
        if said and not view.tricks and not view.trick.cards:
            return phrases.action_name(sight.words, said[-1].action)
        counted = adjusted(view.tricks_taken, sale(view.said))[seat]
        if counted == view.tricks_taken[seat]:
            return ""
        return sight.words("plate.counted", counted=sight.words.number(counted))

    def still_out(self, sight: Perspective) -> tuple[str, tuple[Card, ...]]:
        """The cards that score as such and that nobody has taken (K8)."""
        view = sight.view
        contract = contract_of(view)
        if contract is None or view.phase != "play":
            return "", ()
        taken = set_of(card for trick in view.tricks for card in trick.cards)
        out = penalty_cards(contract.scores) & view.rules.pack & ~taken
        return (sight.words("still-out"), in_hand(members(out), None)) if out else ("", ())

    def costs(self, sight: Perspective) -> tuple[str, ...]:
        contract = contract_of(sight.view)
        return () if contract is None else prices(sight.words, sight.view.rules, contract)

    def price(self, words: Words, rules: Rules, deal: int, contract: str) -> str:
        return price(words, rules, deal, contract)

    def told(self, sight: Perspective) -> str:
        """«Ann: auction · Bram: 2 tricks · Chloé: pass»: what has been chosen, bid and answered in this deal,
        in order; nothing once the first trick is over."""
        if sight.view.tricks:
            return ""
        return " · ".join(
            sight.words("said", name=sight.seats[seat].name, said=said) for seat, said in self.sayings(sight)
        )

    def aside(self, sight: Perspective) -> str:
        return king_ledger.named_line(sight)

    def headline(self, sight: Perspective, result: DealResult) -> str:
        return king_headlines.headline(sight, result)

    def after_deal(self, sight: Perspective, result: DealResult) -> tuple[str, ...]:
        """«Counted: Ann 5 tricks instead of 2, Bram 3 instead of 6», where tricks were sold."""
        words = sight.words
        sold = sale(result.said)
        if sold is None:
            return ()
        counted = adjusted(result.tricks, sold)
        counts = words.both(
            words(
                "deal.counted",
                name=sight.seats[seat].name,
                counted=words.number(counted[seat]),
                taken=words.number(result.tricks[seat]),
            )
            for seat in (sold.seller, sold.buyer)
        )
        return (words("deal.sold", counts=counts),)

    def ledger(self, sight: Perspective) -> ContractLedger | None:
        return king_ledger.ledger(sight)
