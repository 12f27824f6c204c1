"""What a family of games decides about how it is shown. Everything else is the same for all: the panels,
pictures and phrases ask here and know no game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.engine.actions import ACTION_TEXTS, PASS, REFUSE, Action
from bot.engine.cards import SUIT_LETTERS, Card, Suit
from bot.engine.game import DealResult, View
from bot.pictures.values import AuctionTable, Ledger
from bot.tables.model import Seat
from bot.ui import phrases
from bot.ui.holding import Holding
from bot.words.catalogue import Words


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be said now. ``suit`` colours its button; a ``quiet`` one is grey."""

    action: Action
    label: str
    suit: Suit | None = None
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that belong together: buttons below ``heading`` (empty: none), or with ``folded`` one select
    that bears it."""

    choices: tuple[Choice, ...]
    heading: str = ""
    folded: bool = False


class Face(ABC):
    """How a family shows its games. Names in what it returns are as they are drawn, not Markdown."""

    points_grow: ClassVar[bool] = True
    """Whether tricks are worth points one by one, so that a deal has points while it is played."""

    @abstractmethod
    def heading(self, words: Words, view: View) -> str:
        """What is played, or that it is being settled: «Kings & jacks», «Trumps: hearts»."""

    @abstractmethod
    def is_settled(self, view: View) -> bool:
        """Whether it is known what is trumps, and that nothing is."""

    @abstractmethod
    def choices(self, words: Words, view: View, seats: Sequence[Seat]) -> tuple[Group, ...]:
        """What the seat to move may say now; cards are not among it."""

    @abstractmethod
    def hand_order(self, view: View, holding: Holding) -> tuple[Card, ...]:
        """The cards of a hand as somebody likes to hold them."""

    def note(self, words: Words, view: View, seat: int) -> str:
        """What stands on a seat's plate besides its numbers; empty for nothing."""
        return ""

    def bidders(self, view: View) -> tuple[int, ...]:
        """Who plays the contract, as far as ``view.seat`` may know; nobody where all play for themselves."""
        return ()

    def auction(self, words: Words, view: View, seats: Sequence[Seat]) -> AuctionTable | None:
        """What has been bid so far, as long as that is what lies on the table."""
        return None

    def open_hand(self, view: View) -> tuple[int, tuple[Card, ...]] | None:
        """Whose cards are laid open before everyone, and which."""
        return None

    def still_out(self, words: Words, view: View) -> tuple[str, tuple[Card, ...]]:
        """What the contract is about and has not been taken yet, after a word for it; or a word alone for how
        far it has come."""
        return "", ()

    def played_by(self, result: DealResult) -> tuple[int, ...]:
        """Who played the contract of a deal that has ended; nobody where all played for themselves."""
        return ()

    def told(self, words: Words, view: View, seats: Sequence[Seat]) -> str:
        """What has been said in this deal, or what has come of it; empty for nothing."""
        return ""

    def sayings(self, words: Words, view: View) -> tuple[tuple[int, str], ...]:
        """Each seat that has said something in this deal, and what, in order and in words alone."""
        return tuple((said.seat, phrases.action_name(words, said.action)) for said in view.said)

    def aside(self, words: Words, view: View, seats: Sequence[Seat]) -> str:
        """What is worth knowing besides, in small print, for ``view.seat``; empty for nothing."""
        return ""

    def after_deal(self, words: Words, result: DealResult, seats: Sequence[Seat]) -> tuple[str, ...]:
        """Sentences about how a scored deal came to its points, besides the points."""
        return ()

    def ledger(self, words: Words, view: View) -> Ledger | None:
        """What is kept below the score sheet."""
        return None


def plain_choice(words: Words, action: Action) -> Choice:
    """A choice by the action's own name."""
    verb, _, rest = ACTION_TEXTS[action].partition(" ")
    suit = SUIT_LETTERS.index(rest) if verb == "trump" and rest in SUIT_LETTERS else None
    return Choice(action, phrases.action_name(words, action), suit, quiet=action in (PASS, REFUSE))
