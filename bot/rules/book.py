"""What the rules of a game are explained by: pages to leaf through, sentences on them, worked examples.

A family of games has a rule book of its own, a package beside this module; nothing here knows any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from bot.engine.game import View
from bot.engine.options import Rules
from bot.pictures.values import HandPicture, RankingPicture, TrickPicture
from bot.tables.model import Seat
from bot.telling import scenes
from bot.telling.phrases import Reader, ViewModel
from bot.words.catalogue import Words

GAME: Final = "game"
"""The key of the first page, which is about the game as a whole."""


@dataclass(frozen=True, slots=True)
class RulePage:
    """One page. ``deal`` is the first deal (from 0) it is about, None where it is about all of them;
    ``contract`` is empty where the page is about no contract in particular."""

    key: str
    deal: int | None = None
    contract: str = ""


Seen = HandPicture | TrickPicture | RankingPicture
"""What pictures of the rules show."""


class Worked(NamedTuple):
    """An example as it is shown: a sentence, and what is seen with it, if anything is. Where the sentence is
    empty the picture is no example, but a table that belongs to the rules."""

    sentence: str
    picture: Seen | None = None


Telling = Callable[[Words], Worked]
"""Puts an example into words."""


class RuleBook(Protocol):
    """The rules of a family of games. What it says follows from the engine, under whatever options."""

    def pages(self, rules: Rules) -> Sequence[RulePage]:
        """All pages, ``GAME`` first; 25 at most, as a list can show no more."""
        ...

    def page_of(self, view: View) -> RulePage:
        """The page of the deal that is played."""
        ...

    def page_name(self, words: Words, rules: Rules, page: RulePage) -> str:
        """What a page is called in the list."""
        ...

    def page_deals(self, words: Words, rules: Rules, page: RulePage) -> str:
        """In which deals a contract may come, «Deals 7 to 10», in the list; empty where it goes without
        saying."""
        ...

    def page_heading(self, words: Words, rules: Rules, page: RulePage) -> str:
        """What stands above a page other than the first."""
        ...

    def page_lines(self, words: Words, rules: Rules, page: RulePage) -> list[str]:
        """What a page says, sentence by sentence."""
        ...

    def rule_lines(self, model: ViewModel) -> list[str]:
        """What the page of the deal being played says, as its reader sees that deal."""
        ...

    def worked(self, rules: Rules, page: RulePage, view: View | None) -> Sequence[Telling]:
        """The examples on a page; ``view`` is the deal being played where the page is about it. May take a
        tenth of a second, so not on an event loop."""
        ...


def example_seats(words: Words, players: int) -> tuple[Seat, ...]:
    """Who plays in the examples, five at most."""
    return tuple(Seat(name) for name in words("rules.example.names").split(", "))[:players]


def example_model(words: Words, view: View) -> ViewModel:
    """A moment of an example, shown to anybody: it is not played at any table."""
    return ViewModel(Reader(words), view, example_seats(words, view.players))


def example_hand(model: ViewModel, title: str) -> HandPicture:
    """The hand of an example; before a lead with an empty table, not with the last trick."""
    view = model.view
    moment = model if view.trick.cards else replace(model, view=replace(view, tricks=()))
    return replace(scenes.hand_picture(moment), title=title)
