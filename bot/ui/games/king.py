"""How the King family shows its games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine.actions import ACTION_TEXTS
from bot.engine.cards import Card, members, set_of
from bot.engine.game import DealResult, View
from bot.engine.king.choosing import adjusted, sale
from bot.engine.king.contracts import penalty_cards
from bot.engine.king.course import contract_of
from bot.pictures.values import Ledger
from bot.tables.model import Seat
from bot.ui import phrases
from bot.ui.games import king_ledger
from bot.ui.games.face import Face, Group, plain_choice
from bot.ui.holding import Holding, in_hand
from bot.words.catalogue import Words

MOST_BUTTONS: Final = 12


class KingFace(Face):
    """See the module."""

    def heading(self, words: Words, view: View) -> str:
        return phrases.contract_name(words, view.contract, view.trump)

    def is_settled(self, view: View) -> bool:
        return contract_of(view) is not None

    def hand_order(self, view: View, holding: Holding) -> tuple[Card, ...]:
        """Ranks may be upside down (R8)."""
        contract = contract_of(view)
        reversed_ranks = contract is not None and contract.reversed_ranks
        return in_hand(members(view.hand), view.trump, holding, reversed_ranks=reversed_ranks)

    def choices(self, words: Words, view: View, seats: Sequence[Seat]) -> tuple[Group, ...]:
        """Many numbers are one select; the words among them stay buttons."""
        legal = members(view.legal)
        every = [plain_choice(words, action) for action in legal]
        if len(legal) <= MOST_BUTTONS:
            return (Group(tuple(every)),)
        numbered = [choice for choice in every if _is_numbered(choice.action)]
        others = [choice for choice in every if not _is_numbered(choice.action)]
        return (Group(tuple(numbered), words("hand.choose"), folded=True), Group(tuple(others)))

    def note(self, words: Words, view: View, seat: int) -> str:
        """What was last said before the play; later «counts 3», where tricks were sold and others are
        counted than were taken (K12, D5, R7)."""
        said = [entry for entry in view.said if entry.seat == seat]
        if said and not view.tricks and not view.trick.cards:
            return phrases.action_name(words, said[-1].action)
        counted = adjusted(view.tricks_taken, sale(view.said))[seat]
        if counted == view.tricks_taken[seat]:
            return ""
        return words("plate.counted", counted=words.number(counted))

    def still_out(self, words: Words, view: View) -> tuple[str, tuple[Card, ...]]:
        """The cards that score as such and that nobody has taken (K8)."""
        contract = contract_of(view)
        if contract is None or view.phase != "play":
            return "", ()
        taken = set_of(card for trick in view.tricks for card in trick.cards)
        out = penalty_cards(contract.scores) & view.rules.pack & ~taken
        return (words("still-out"), in_hand(members(out), None)) if out else ("", ())

    def told(self, words: Words, view: View, seats: Sequence[Seat]) -> str:
        """«Ann: auction · Bram: 2 tricks · Chloé: pass»: what has been chosen, bid and answered in this deal,
        in order; nothing once the first trick is over."""
        if view.tricks:
            return ""
        return " · ".join(
            words("said", name=seats[seat].name, said=said) for seat, said in self.sayings(words, view)
        )

    def aside(self, words: Words, view: View, seats: Sequence[Seat]) -> str:
        return king_ledger.named_line(words, view, seats)

    def after_deal(self, words: Words, result: DealResult, seats: Sequence[Seat]) -> tuple[str, ...]:
        """«Counted: Ann 5 tricks instead of 2, Bram 3 instead of 6», where tricks were sold."""
        sold = sale(result.said)
        if sold is None:
            return ()
        counted = adjusted(result.tricks, sold)
        counts = words.both(
            words(
                "deal.counted",
                name=seats[seat].name,
                counted=words.number(counted[seat]),
                taken=words.number(result.tricks[seat]),
            )
            for seat in (sold.seller, sold.buyer)
        )
        return (words("deal.sold", counts=counts),)

    def ledger(self, words: Words, view: View) -> Ledger | None:
        return king_ledger.ledger(words, view)


def _is_numbered(action: int) -> bool:
    return ACTION_TEXTS[action].partition(" ")[0] in ("bid", "offer")
