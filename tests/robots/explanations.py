"""Explanations from games that robots play, with the whole position, to be read by people:
``python -m tests.robots.explanations --seed 7 --deals 2 kingen whist-walloon``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from bot.engine.cards import (
    ACTION_TEXTS,
    CARD_NAMES,
    SUIT_LETTERS,
    SUIT_MASKS,
    Action,
    CardSet,
    is_play,
    members,
)
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from bot.robots.reasons.model import CardExplanation
from bot.robots.registry import robot_of
from bot.robots.why import why
from bot.rules.book import example_seats
from bot.telling import why as telling
from bot.words.catalogue import words_for
from tests.robots.compiled import ready
from tests.telling.view_models import model


@dataclass(frozen=True)
class Played:
    """A card that was played: what each seat saw just before, and all hands."""

    views: tuple[View, ...]
    card: Action
    hands: tuple[CardSet, ...]

    @property
    def own(self) -> View:
        """What its player saw."""
        return self.views[self.views[0].turn]


def cards_played(
    preset: str, seed: int, deals: int, kinds: tuple[str, ...] = ("easy", "steady")
) -> Iterator[Played]:
    """The cards of some deals between robots, the last cards of a deal left out, with everything to see."""
    rules = make_rules(preset, 4, {})
    random, game = Random(seed), new_game(rules, 0)
    while game.turn != OVER and len(game.results) < deals:
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
            continue
        view = game.view(game.turn)
        action = robot_of(rules, kinds[game.turn % len(kinds)])(view)
        if is_play(action):
            views = tuple(game.view(seat) for seat in range(4))
            yield Played(views, action, tuple(view.hand for view in views))
        _go_on(game, action)


def _go_on(game: Game, action: Action) -> None:
    game.apply(action)


def position(played: Played) -> str:
    """The position in notation, hands in full."""
    view = played.own
    names = "NESW"
    table = " ".join(CARD_NAMES[card] for card in view.trick.cards) or "leads"
    lines = [f"{view.contract} trump={view.trump} trick {len(view.tricks) + 1}, {names[view.turn]}: {table}"]
    lines += [f"   {names[seat]} {_hand(hand)}" for seat, hand in enumerate(played.hands)]
    if view.said:
        lines.append(
            "   said " + ", ".join(f"{names[one.seat]} {ACTION_TEXTS[one.action]}" for one in view.said)
        )
    gone = sum(1 << card for trick in view.tricks for card in trick.cards)
    lines.append(f"   gone {_hand(gone)}")
    return "\n".join(lines)


def _hand(cards: CardSet) -> str:
    ranks = ["".join(CARD_NAMES[card][0] for card in members(cards & suit)[::-1]) for suit in SUIT_MASKS]
    return "  ".join(f"{letter}:{held}" for letter, held in zip(SUIT_LETTERS, ranks, strict=True))


def told(view: View, card: Action, language: str = "en") -> tuple[CardExplanation, list[str]]:
    """The explanation of a card from one view, and its lines."""
    words, found = words_for(language), why(view, card)
    seen = model(words, view, example_seats(words, 4))
    return found, telling.explanation(seen, found, view.turn)


def main() -> None:
    """Print some explanations, chosen by chance."""
    parser = argparse.ArgumentParser()
    parser.add_argument("presets", nargs="*", default=[one.name for one in presets()])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=2)
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--clear", action="store_true", help="only where facts are told")
    parser.add_argument("--strong", action="store_true", help="by the compiled studies, made ready first")
    chosen = parser.parse_args()
    if chosen.strong:
        ready()
    for preset in chosen.presets:
        cards = list(cards_played(preset, chosen.seed, chosen.deals))
        Random(chosen.seed).shuffle(cards)
        clear = (one for one in cards if not chosen.clear or why(one.own, one.card).facts)
        for played in islice(clear, chosen.each):
            print(f"\n== {preset}: {position(played)}")
            for name, view in (("own", played.own), ("next", played.views[(played.own.turn + 1) % 4])):
                for line in told(view, played.card)[1]:
                    print(f" {name:5}| {line}")


if __name__ == "__main__":
    main()
