"""Positions of random games by all presets, at tables of every size, with options drawn at random: what a
compiled core of the play is compared with the engine in.

``compare`` asks a core about each position: what is legal, who wins each trick that is played on from there,
and what the deal brings everybody in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from bot.engine.cards import CARD_NAMES, Card, CardSet, members
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.options import Preset, Rules
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from tests.engine.whist import some_action

TABLES: Final = tuple((preset, players) for preset in presets() for players in preset.players)
CHANGED: Final = 0.5
"""How likely an option has another value than the preset's own."""
NO_MATTER: Final = frozenset({"shuffle", "batches", "positive-batches", "first-dealer", "deals"})
"""Options that say nothing of the play."""
DEALS: Final = 3
"""How many deals are played by the same rules, the first being any of the game's."""
SHOWN: Final = 5
"""How many disagreements are kept."""

Legal = Callable[[Game], CardSet]
"""The cards that may be played in a position, by the core; it must not change the game."""
Points = Callable[[Game, Sequence[Card]], tuple[Sequence[int], Sequence[int]]]
"""What comes of a position, by the core, when these cards are played on to the deal's end: the winner of each
trick that is completed, and what the whole deal brings each seat, tricks sold included."""


@dataclass
class Compared:
    """In how many positions a core was compared, and the first things in which it does not agree."""

    positions: int = 0
    disagreements: list[str] = field(default_factory=list[str])


def some_rules(preset: Preset, players: int, random: Random) -> Rules:
    """Rules of a table with options drawn at random."""
    while True:
        rules = make_rules(preset.name, players, {"shuffle": "full"})
        given = {
            option.name: random.choice(option.choices(rules.size))
            for option in rules.options
            if option.name not in NO_MATTER and random.random() < CHANGED
        }
        if "sole-card" in given:
            given["sole-card"] = CARD_NAMES[random.choice(members(rules.pack))]
        try:
            return make_rules(preset.name, players, {"shuffle": "full", **given})
        except RuleViolation:
            continue  # these do not go together


def games(seed: int) -> Iterator[Game]:
    """Games that await their first deck, one of every table after the other, without end."""
    random = Random(seed)
    while True:
        for preset, players in TABLES:
            game = new_game(some_rules(preset, players, random), random.randrange(players))
            game.next_deal = random.randrange(len(game.plan)), game.dealer
            yield game


def positions(count: int, seed: int) -> Iterator[tuple[Game, int]]:
    """So many positions in which a card is to be played, and by whom: the game itself, as it goes on at
    random, so that it must not be changed nor kept."""
    random, left = Random(seed), count
    for game in games(seed):
        while game.turn != OVER and (len(game.results) < DEALS or game.turn != AWAITS_DECK):
            if game.turn == AWAITS_DECK:
                deck = list(members(game.pack))
                random.shuffle(deck)
                game.deal(deck)
            elif game.phase != "play":
                game.apply(some_action(game, random))
            else:
                if not left:
                    return
                left -= 1
                yield game, game.turn
                game.apply(some_card(game, random))


def some_card(game: Game, random: Random) -> Card:
    """Any legal card."""
    legal = members(game.legal())
    return legal[int(random.random() * len(legal))]


def compare(legal: Legal, points: Points, positions: Iterable[tuple[Game, int]], seed: int) -> Compared:
    """Ask a core about each of these positions; from each the deal is played on at random."""
    random, found = Random(seed), Compared()
    for game, _ in positions:
        found.positions += 1
        _agree(found, "legal", game, CardNames(legal(game)), CardNames(game.legal()))
        cards, winners, gained = played_on(game, random)
        core_winners, core_points = points(game, cards)
        _agree(found, "winners", game, list(core_winners), winners)
        _agree(found, "points", game, list(core_points), gained)
    return found


class CardNames(list[str]):
    """A set of cards that is told by their names."""

    def __init__(self, cards: CardSet) -> None:
        super().__init__(CARD_NAMES[card] for card in members(int(cards)))


def played_on(game: Game, random: Random) -> tuple[list[Card], list[int], list[int]]:
    """A deal played on at random: the cards, the winner of each trick completed, and everybody's points."""
    twin, cards, deals, tricks = game.copy(), list[Card](), len(game.results), len(game.tricks)
    while len(twin.results) == deals:
        cards.append(some_card(twin, random))
        twin.apply(cards[-1])
    result = twin.results[-1]
    assert result.points is not None
    return cards, [Game.winner_of(trick) for trick in result.played[tricks:]], list(result.points)


def _agree(found: Compared, what: str, game: Game, core: Sequence[object], engine: Sequence[object]) -> None:
    if core != engine and len(found.disagreements) < SHOWN:
        rules = " ".join(f"{name}={value}" for name, value in game.rules.changed.items())
        found.disagreements.append(
            f"{game.rules.preset.name} of {game.rules.players} ({rules}), {game.contract_name}, trump"
            f" {game.trump}, trick {[CARD_NAMES[card] for card in game.cards]}, hand"
            f" {CardNames(game.hands[game.turn])}: {what} {core}, by the engine {engine}"
        )
