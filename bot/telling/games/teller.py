"""What a family of games decides about how it is shown. Everything else is the same for all: the panels,
pictures and phrases ask here and know no game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.engine.cards import (
    ACCEPT_SUIT,
    ACTION_OF_TEXT,
    ACTION_TEXTS,
    AUCTION,
    PAROLE,
    PASS,
    RAISE,
    SELL,
    SUIT_LETTERS,
    WAIT,
    Action,
    Card,
    Suit,
)
from bot.engine.game import DealResult, View
from bot.engine.options import Rules
from bot.pictures.values import AuctionTable, ContractLedger
from bot.telling import phrases
from bot.telling.phrases import ViewModel
from bot.words.catalogue import Words

NEEDED: Final = frozenset({*ACCEPT_SUIT, *RAISE.values(), AUCTION, SELL, PAROLE, WAIT, PASS})
"""What has a button of its own also beside many choices: it answers what was said, or names nothing."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be said now. ``suit`` stands beside its name. ``about`` says what it asks and pays;
    a button has no room for it."""

    action: Action
    label: str
    suit: Suit | None = None
    about: str = ""


class Teller(ABC):
    """How a family shows its games. Names in what it returns are as they are drawn, not Markdown."""

    points_grow: ClassVar[bool] = True
    """Whether tricks are worth points one by one, so that a deal has points while it is played."""

    @abstractmethod
    def heading(self, model: ViewModel) -> str:
        """What is played, or that it is being settled: «Kings & jacks», «Trumps: hearts»."""

    def unsettled(self, words: Words) -> str:
        """What a deal is called of which it is not known yet what is played."""
        return phrases.contract_name(words, "")

    @abstractmethod
    def is_settled(self, view: View) -> bool:
        """Whether it is known what is trumps, and that nothing is."""

    @abstractmethod
    def choices(self, model: ViewModel) -> Sequence[Choice]:
        """What the seat to move may say now, each action once, in the order in which players name it; cards
        are not among it."""

    @abstractmethod
    def hand_order(self, model: ViewModel) -> tuple[Card, ...]:
        """The cards of ``view.seat`` as the reader likes to hold them."""

    @abstractmethod
    def headline(self, model: ViewModel, result: DealResult) -> str:
        """What was most worth telling of a deal that has ended and was scored: «Ann caught the king of
        hearts», «Bram took 7 of 13 tricks»."""

    def note(self, model: ViewModel, seat: int) -> str:
        """What stands on a seat's plate besides its numbers; empty for nothing."""
        return ""

    def bidders(self, view: View) -> tuple[int, ...]:
        """Who plays the contract, as far as ``view.seat`` may know; nobody where all play for themselves."""
        return ()

    def auction(self, model: ViewModel) -> AuctionTable | None:
        """What has been bid so far, as long as that is what lies on the table."""
        return None

    def open_hand(self, view: View) -> tuple[int, tuple[Card, ...]] | None:
        """Whose cards are laid open before everyone, and which."""
        return None

    def still_out(self, model: ViewModel) -> tuple[str, tuple[Card, ...]]:
        """What the contract is about and has not been taken yet, after a word for it; or a word alone for how
        far it has come."""
        return "", ()

    def costs(self, model: ViewModel) -> tuple[str, ...]:
        """What costs or brings points now, a phrase each: «each trick −1»; or how far whoever plays the
        contract has come: «Ann: 5 of 8 tricks». Nothing as long as it is not settled."""
        return ()

    def price(self, words: Words, rules: Rules, deal: int, contract: str) -> str:
        """The same of a deal, played or to come, by the name of its contract, in one short line; empty where
        that alone does not say it."""
        return ""

    def played_by(self, result: DealResult) -> tuple[int, ...]:
        """Who played the contract of a deal that has ended; nobody where all played for themselves."""
        return ()

    def status(self, model: ViewModel) -> str:
        """What has been said in this deal, or what has come of it; empty for nothing."""
        return ""

    def sayings(self, model: ViewModel) -> tuple[tuple[int, str], ...]:
        """Each seat that has said something in this deal, and what, in order and in words alone."""
        return tuple((said.seat, phrases.said_name(model.words, said.action)) for said in model.view.said)

    def act_name(self, model: ViewModel, action: Action) -> str:
        """Something that ``view.seat``, whose turn it is, may do, in words of its own."""
        verb, _, card = ACTION_TEXTS[action].partition(" ")
        return phrases.action_name(
            model.words, ACTION_OF_TEXT[f"play {card}"] if verb == "discard" else action
        )

    def aside(self, model: ViewModel) -> str:
        """What is worth knowing besides, in small print, for ``view.seat``; empty for nothing."""
        return ""

    def after_deal(self, model: ViewModel, result: DealResult) -> tuple[str, ...]:
        """Sentences about how a scored deal came to its points, besides the points."""
        return ()

    def ledger(self, model: ViewModel) -> ContractLedger | None:
        """What is kept below the score sheet."""
        return None


def plain_choice(words: Words, action: Action) -> Choice:
    """A choice by the action's own name."""
    verb, _, rest = ACTION_TEXTS[action].partition(" ")
    suit = SUIT_LETTERS.index(rest) if verb == "trump" and rest in SUIT_LETTERS else None
    return Choice(action, phrases.action_name(words, action), suit)


NAMED_SUITS: Final = "HDCS"


def order_of_naming(action: Action) -> tuple[int, bool, int, Action]:
    """Contracts or numbers from the lowest; trumps from hearts down, then none; what names nothing, and last
    to pass."""
    verb, _, rest = ACTION_TEXTS[action].partition(" ")
    kind = 1 if verb == "trump" else 0 if rest else 2
    suit = NAMED_SUITS.index(rest) if len(rest) == 1 and rest in NAMED_SUITS else len(NAMED_SUITS)
    return kind, action == PASS, suit, action
