"""Reads every message as it appears and changes, and looks for cards that its readers may not know.

What a message says is its texts, labels, alt texts, custom ids, select values and file names. A reader knows
their own hand, the cards played in this deal, the last trick of the deal before (which stays in sight), and
what was turned up for all. What is compared are the hands at the moment the message appears. Penalty cards
still out may be named when they are just those that the tricks of the deal have left, whoever holds them;
and a deal's headline names what was taken in it.

A message may be on its way while cards are played, and even while the next deal is dealt: a table drawn
before the last trick then names cards that are in new hands. So one that by its own title is of the deal
before is compared with all that its reader could know of that one, and with nothing else.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.cards import CARD_NAMES, RANK_LETTERS, SUIT_LETTERS, members
from bot.engine.game import View
from bot.engine.king.contracts import penalty_cards
from bot.engine.king.course import contract_of
from bot.engine.king.presets import FAMILY as KING
from bot.engine.play import Game
from bot.engine.whist.game import WhistDetail
from bot.tables.table import Table
from bot.telling import phrases
from bot.telling.ending import headline
from bot.words.catalogue import in_text, words_for
from playground import reading
from playground.people import Person
from playground.world.accounts import Events
from tests.e2e.house import EPHEMERAL, House
from tests.telling.view_models import model

WORDS = words_for("en")
SUITS = {WORDS(f"suit.{letter}"): letter for letter in SUIT_LETTERS}
RANKS = {WORDS(f"rank.{letter}"): letter for letter in RANK_LETTERS}
_RANK, _SUIT = "|".join(RANKS), "|".join(SUITS)
HOLDING = re.compile(rf"\b({_SUIT}):? ((?:{_RANK})(?:, (?:{_RANK}))*)\b")
NAMED = re.compile(rf"\b({_RANK}) of ({_SUIT})\b")
NOTATION = re.compile(r"\b(play|deck|discard) ((?:[2-9TJQKA][CDHS] ?)+)")
CONTRACTS = [WORDS(key) for key in WORDS.keys if re.fullmatch(r"contract\.[a-z-]*king-of-hearts[a-z-]*", key)]
CONTRACT = re.compile("|".join(map(re.escape, CONTRACTS)), re.IGNORECASE)
PRICE = re.compile(rf"\b(?:{_RANK}) of (?:{_SUIT}) [+−]\d+")
"""What a card costs whoever takes it, as a contract says."""
SCORES = re.compile(
    "|".join(
        re.escape(WORDS(key, card="CARD", points="POINTS"))
        .replace("CARD", rf"(?:{_RANK}) of (?:{_SUIT})")
        .replace("POINTS", r"\d+ points?")
        for key in ("rules.score.card", "rules.gain.card")
    )
)
"""The same in a sentence, where a contract is chosen."""
FIRST_DEALER = re.compile(re.escape(WORDS("table.first-dealer-king", name="NAME")).replace("NAME", ".*"))
"""Who deals first, by a card that was turned up before anybody had a hand."""
STILL_OUT = re.compile(rf"{re.escape(WORDS('still-out'))}: ([^.]*)\.")
PRESSED = ("hh:act:", "hh:mark:", "hh:queue:", "hh:unqueue:")
FILES = re.compile(r"(hand|table|trick|scores|podium)\.png|hartenheer-\d+\.king")


def cards_in(text: str) -> set[str]:
    """The cards that a text names, in whatever way the program has of naming them."""
    for nobodys in (SCORES, FIRST_DEALER, PRICE, CONTRACT):
        text = nobodys.sub("", text)
    found = {RANKS[rank] + SUITS[suit] for rank, suit in NAMED.findall(text)}
    for suit, ranks in HOLDING.findall(text):
        found |= {RANKS[rank] + SUITS[suit] for rank in ranks.split(", ")}
    for _, cards in NOTATION.findall(text):
        found |= set(cards.split())
    return found


def said_by(message: dict[str, Any]) -> list[str]:
    """Everything a message says or carries."""
    said = [reading.text(message)]
    for component in reading.components(message):
        said += [str(component.get(key, "")) for key in ("custom_id", "label", "description", "placeholder")]
        said += [str(option) for option in component.get("options", ())]
        for item in [*component.get("items", ()), component]:
            said += [str(item.get("description") or ""), str(item.get("name") or "")]
    said += [one["filename"] for one in message.get("attachments", ())]
    return said


@dataclass
class Deal:
    """What could be known of a deal: its title on every picture, the cards that all have seen, those of the
    last trick, those that each seat has held, and the penalty cards that each trick has left."""

    title: str = ""
    seen: set[str] = field(default_factory=set)
    last_trick: set[str] = field(default_factory=set)
    held: dict[int | None, set[str]] = field(default_factory=lambda: defaultdict(set))
    left: list[set[str]] = field(default_factory=list)

    def learn(self, game: Game) -> None:
        """Take in the deal as it is now."""
        view = game.view(None)
        if game.turn >= 0:
            self.title = phrases.deal_title(model(WORDS, view, ()))
            for seat in range(view.players):
                own = game.view(seat)
                self.held[seat] |= names_of([*members(own.hand), *_laid_aside(own)])
        for trick in (*view.tricks, view.trick):
            self.seen |= names_of(trick.cards)
        if view.tricks:
            self.last_trick = names_of(view.tricks[-1].cards)
        self.seen |= names_of([*(card for _, card in view.shown), *_called(view)])
        if view.contract and not isinstance(view.detail, WhistDetail):
            self.left = left_by_tricks(view)

    def can_say(self, message: dict[str, Any], seat: int | None) -> bool:
        """Whether a message is of this deal, and nothing in it was unknown to who reads it: a seat, alone, or
        everybody."""
        known = self.seen | self.held[seat]
        said = said_by(message)
        if not self.title or not any(self.title in one for one in said):
            return False
        return all(
            cards_in(rest) <= known and all(cards_in(out) in self.left for out in public)
            for public, rest in map(split_off, said)
        )


class Deals:
    """The deals of all tables, as they were when anybody last heard of them."""

    def __init__(self) -> None:
        # by table and how many were dealt before
        self._known: dict[tuple[int, int], Deal] = defaultdict(Deal)

    def before(self, table: Table, game: Game) -> Deal:
        """Remember the deal in play, or the one that has just ended; returns the one before it."""
        dealt = len(game.view(None).results) - (game.turn < 0)
        self._known[table.facts.id, dealt].learn(game)
        return self._known[table.facts.id, dealt - 1]


class Watcher(Events):
    """Hears at once what one person sees, and remembers what they should not have seen."""

    def __init__(self, house: House, person: Person, deals: Deals, leaks: list[str]) -> None:
        super().__init__(person.account.subscribers)
        self._world, self._tables = house.world, house.bot.tables
        self._person, self._deals, self._leaks = person, deals, leaks
        self.read = 0
        self.named: set[str] = set()
        self.files: set[str] = set()

    def put(self, event: dict[str, Any] | None) -> None:
        if event is not None and event["type"] in ("message_create", "message_update"):
            self.read += 1
            self.files |= {one["filename"] for one in event["message"].get("attachments", ())}
            for table in self._tables.running():
                self._look(table, event["message"])

    def _look(self, table: Table, message: dict[str, Any]) -> None:
        game = table._live.game  # pyright: ignore[reportPrivateUsage]  # at this moment, without waiting for it
        if game is None:
            return
        view = game.view(None)
        before = self._deals.before(table, game)
        if game.turn < 0:
            return
        alone = message["flags"] & EPHEMERAL or self._world.channel(message["channel_id"]).guild is None
        seat = table.facts.seat_of(self._person.id) if alone else None
        others = [game.view(other) for other in range(table.facts.players) if other != seat]
        hidden = {name for other in others for name in names_of([*members(other.hand), *_laid_aside(other)])}
        hidden -= names_of([*(card for _, card in view.shown), *_called(view)])
        if not view.tricks:
            hidden -= before.last_trick
        found = list(self._told_too_much(message, view, hidden, headlines(table, view)))
        if found and not before.can_say(message, seat):
            self._leaks += [f"{self._person.name} reads at {table.facts.seq}: {said}" for said in found]
        if not alone:
            acts = [said for said in said_by(message) if said.startswith(PRESSED)]
            self._leaks += [f"everybody reads {said}" for said in acts]

    def _told_too_much(
        self, message: dict[str, Any], view: View, hidden: set[str], told: Sequence[str]
    ) -> Iterator[str]:
        """What of a message names hidden cards of the present deal, but for what is ``told`` of others."""
        for said in said_by(message):
            public, rest = split_off(said)
            for headline_of_another in told:
                rest = rest.replace(headline_of_another, "")
            named = cards_in(rest)
            self.named |= named
            if named & hidden or any(cards_in(out) not in left_by_tricks(view) for out in public):
                yield said


def headlines(table: Table, view: View) -> list[str]:
    """What is told of the deals that are over, word for word: a card that was taken then is nobody's now."""
    seen = model(words_for("en"), view, table.facts.seats)
    return [in_text(headline(seen, number)) for number in range(len(view.results))]


def split_off(text: str) -> tuple[list[str], str]:
    """What is said to be still out, and the rest."""
    return STILL_OUT.findall(text), STILL_OUT.sub("", text)


def left_by_tricks(view: View) -> list[set[str]]:
    """The penalty cards that nobody has taken, after each trick of the deal: what everybody can tell."""
    contract = contract_of(view) if view.rules.preset.family == KING else None
    left = names_of(members(penalty_cards(contract.scores) & view.rules.pack)) if contract else set[str]()
    found = [left]
    for trick in view.tricks:
        found.append(found[-1] - names_of(trick.cards))
    return found


def _laid_aside(view: View) -> Iterable[int]:
    """The card that a seat has discarded face down."""
    detail = view.detail
    return [] if not isinstance(detail, WhistDetail) or detail.own_discard is None else [detail.own_discard]


def _called(view: View) -> Iterable[int]:
    """The card that a troel has called aloud."""
    troel = view.detail.troel if isinstance(view.detail, WhistDetail) else None
    return [] if troel is None or troel.called is None else [troel.called]


def names_of(cards: Iterable[int]) -> set[str]:
    return {CARD_NAMES[card] for card in cards}


class Secrecy:
    """Watches all people at all tables."""

    def __init__(self, house: House) -> None:
        self.leaks: list[str] = []
        deals = Deals()
        self.watchers = {person.name: Watcher(house, person, deals, self.leaks) for person in house.people()}

    def check(self) -> None:
        """Nobody has read what they may not know."""
        assert not self.leaks, self.leaks[:3]
        for watcher in self.watchers.values():
            assert watcher.read > 10
            for name in watcher.files:
                assert FILES.fullmatch(name), name
