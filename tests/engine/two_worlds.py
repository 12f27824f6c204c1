"""Two worlds that differ only in cards which nobody but two seats can tell, and one course that is open to
all and that both allow.

What is played is the same in both, card by card; the cards that are exchanged are never played in it. So
whatever anybody else is shown, told or made to wait for has to be the same in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from bot.engine.cards import JACK, RANK_OF, SUIT_OF, Action, Card, CardSet, members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import new_game
from bot.engine.whist.presets import FAMILY as WHIST

Deck = tuple[Card, ...]


@dataclass
class Worlds:
    """``decks`` are those of either world, deal by deal: only the last deal's differ, or the last but one's
    where that deal ended before the exchanged cards had to be played. ``hidden`` are the two ``seats``'
    exchanged cards. ``course`` are seats and actions, the same in both."""

    rules: Rules
    dealer: int
    seats: tuple[int, int]
    decks: tuple[list[Deck], list[Deck]] = field(default_factory=lambda: ([], []))
    hidden: CardSet = 0
    course: list[tuple[int, Action]] = field(default_factory=list[tuple[int, Action]])
    ended: int = 0
    """How many deals have ended in it."""

    @property
    def observers(self) -> tuple[int | None, ...]:
        """Whose view may not differ: who has no seat, and every other seat."""
        return (None, *(seat for seat in range(self.rules.players) if seat not in self.seats))

    def games(self) -> tuple[Game, Game]:
        """Both, before their first deck."""
        return new_game(self.rules, self.dealer), new_game(self.rules, self.dealer)

    def told(self) -> Iterator[tuple[Game, Game]]:
        """Both games at each moment of the course; they are the same two objects each time."""
        one, other = games = self.games()
        decks = iter(zip(*self.decks, strict=True))
        self._deal(games, decks)
        yield games
        for _, action in self.course:
            one.apply(action)
            other.apply(action)
            yield games
            if one.turn == AWAITS_DECK and self._deal(games, decks):
                yield games

    @staticmethod
    def _deal(games: tuple[Game, Game], decks: Iterator[tuple[Deck, Deck]]) -> bool:
        pair = next(decks, None)
        for game, deck in zip(games, pair or (), strict=False):
            game.deal(deck)
        return pair is not None


def two_worlds(
    rules: Rules, seed: int, *, deals: int = 1, exchanged: int = 1, dealer: int = 0, of_a_suit: bool = True
) -> Worlds:
    """Worlds in which ``exchanged`` pairs of cards are exchanged in the first deal, and the course goes on
    for as long as both allow, or until ``deals`` have begun. The course may be short, or empty. Unless a pair
    is ``of_a_suit`` what is legal in the two worlds is another, and courses are shorter."""
    random = Random(seed)
    one, other = random.sample(range(rules.players), 2)
    worlds = Worlds(rules, dealer, (one, other))
    games = worlds.games()
    while len(worlds.decks[0]) < deals and games[0].turn == AWAITS_DECK:
        worlds.ended = len(worlds.decks[0])
        deck = list(members(games[0].pack))
        random.shuffle(deck)
        twin = deck if worlds.hidden else _exchanged(worlds, games[0], deck, exchanged, random, of_a_suit)
        for game, kept, dealt in zip(games, worlds.decks, (deck, twin), strict=True):
            game.deal(dealt)
            kept.append(tuple(dealt))
        _play(worlds, games, random)
    worlds.ended = len(games[0].view(None).results)
    return worlds


def forced_and_free(rules: Rules, wanted: int = 1) -> Worlds:
    """Worlds that come to a card which is the only one its seat may play in the first world, and one of
    several in the second: the last of the course. It is one of the exchanged cards' seats that plays it;
    ``wanted`` counts those that are found from 1."""
    for seed in range(10_000):
        worlds = two_worlds(rules, seed, exchanged=2, of_a_suit=False)
        for number, (one, other) in enumerate(worlds.told()):
            legal = one.legal().bit_count(), other.legal().bit_count()
            if 4 < number < len(worlds.course) and one.turn in worlds.seats and legal[0] == 1 < legal[1]:
                del worlds.course[number + 1 :]
                wanted -= 1
                break
        if not wanted:
            return worlds
    raise AssertionError("there is no such deal")


def _exchanged(
    worlds: Worlds, game: Game, deck: Sequence[Card], count: int, random: Random, of_a_suit: bool
) -> list[Card]:
    """The deck with cards exchanged between the two seats; they are noted as hidden."""
    dealt = game.copy()
    dealt.deal(deck)
    one, other = (dealt.view(seat).hand for seat in worlds.seats)
    open_to_all = {card for _, card in dealt.view(None).shown}
    if game.rules.preset.family == WHIST:  # a troel is declared of aces, and where all are held of hearts
        open_to_all |= {card for card, rank in enumerate(RANK_OF) if rank >= JACK}
    pairs = [(a, b) for a in members(one) for b in members(other) if (SUIT_OF[a] == SUIT_OF[b]) == of_a_suit]
    random.shuffle(pairs)
    twin = list(deck)
    for a, b in pairs:
        if count and not {a, b} & open_to_all and not worlds.hidden & (1 << a | 1 << b):
            here, there = twin.index(a), twin.index(b)
            twin[here], twin[there] = b, a
            worlds.hidden |= 1 << a | 1 << b
            count -= 1
    return twin


def _play(worlds: Worlds, games: tuple[Game, Game], random: Random) -> None:
    one, other = games
    while one.turn not in (AWAITS_DECK, OVER):
        assert one.turn == other.turn
        common = [
            action
            for action in members(one.legal() & other.legal())
            if action >= 52 or not worlds.hidden >> action & 1
        ]
        if not common:
            return
        seat, action = one.turn, random.choice(common)
        one.apply(action)
        other.apply(action)
        worlds.course.append((seat, action))
