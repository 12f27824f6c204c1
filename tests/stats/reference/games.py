"""Seeded games as records: every preset at every size of table, with options, played at random."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final

from bot.engine.cards import ACTION_OF_TEXT, members, texts_of
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.record import Header, action_item, deck_item, write
from bot.engine.registry import make_rules, new_game
from bot.engine.whist.contracts import NEGATIVE, WhistContract
from bot.engine.whist.game import WhistDetail

CASES: Final[tuple[tuple[str, int, str], ...]] = (
    ("kingen", 4, ""),
    ("kingen", 3, ""),
    ("kingen", 5, ""),
    ("kingen-iwwa", 4, ""),
    ("dubbelkingen", 4, ""),
    ("whist-walloon", 4, "deals=8"),
    ("whist-flemish", 4, "deals=8"),
    ("denexa-king", 4, ""),
    ("russian-king", 4, ""),
    ("russian-king-orders", 4, ""),
    ("whisthub-king", 4, ""),
    ("whisthub-double-king", 4, ""),
    ("kingen", 4, "trump-choice=offers"),
    ("kingen", 5, "trump-choice=dealer shuffle=full"),
    ("kingen", 4, "king-of-hearts-points=4 order=queens-first"),
    ("kingen", 3, "sole-card=QS early-stop=decided trump-choice=offers positive-batches=5-4-4-4"),
    ("kingen-iwwa", 3, ""),
    ("kingen-iwwa", 5, "early-stop=king-of-hearts"),
    ("kingen-iwwa", 4, "trump-choice=offers undertrump=forbidden shuffle=full"),
    ("denexa-king", 4, "shuffle=cut positive-batches=5-4-4 first-dealer=random"),
    ("russian-king", 3, ""),
    ("russian-king", 4, "eralash=no early-stop=never"),
    ("russian-king", 3, "play-off=orders sale=yes"),
    ("russian-king-orders", 3, "orders-per-player=1"),
    ("russian-king-orders", 4, "sale=no eralash=no"),
    ("russian-king-orders", 4, "play-off=mirrored king-discard=yes"),
    ("russian-king-orders", 4, "orders-per-player=3 positive-batches=3-5"),
    ("whist-walloon", 4, "deals=16"),
    ("whist-walloon", 4, "deals=12 troel-four-aces=king repeat-proposals=3 small-misere=no"),
    ("whist-flemish", 4, "deals=12 doubles=no troel-four-aces=no shuffle=full"),
    ("whist-flemish", 4, "deals=16 solo-minimum=6 troel-four-aces=king batches=4-4-5"),
    ("dubbelkingen", 4, "early-stop=decided shuffle=full"),
    ("whisthub-king", 4, "trump-choice=last-card"),
)
"""Presets, how many play, options that differ."""
PEOPLE: Final = (
    "Ann",
    "Bob",
    "Zoë",
    "ann",
    "Jan de Vries",
    "10",
    "deck",
    "-",
    "Владимир",
    "李",
    "Ann B",
    'O"Hara\\',
)
"""Names that are near each other, or look like something else."""

_WEIGHTS: Final[Mapping[str, float]] = {
    "pass": 3,
    "wait": 2,
    "propose": 5,
    "accept": 8,
    "raise": 4,
    "parole": 6,
    "solo": 5,
    "misere small": 0.4,
    "misere grand": 0.15,
    "misere open": 0.05,
    "piccolo": 0.4,
    "abondance": 0.2,
    "slam": 0.04,
    "sell": 4,
    "refuse": 3,
    "auction": 4,
    "bid": 3,
    "offer": 2,
}
"""How often something is said, of what may be; 1 where it does not stand here."""
_JOINING: Final = 4.0
"""The same of a misère or piccolo that stands already."""
_NEGATIVE: Final = {
    ACTION_OF_TEXT[text] for text in ("piccolo", "misere small", "misere grand", "misere open")
}


def game_record(
    preset: str,
    players: int,
    options: str,
    seed: int,
    names: Mapping[int, str],
    *,
    throw_in: bool = False,
) -> bytes:
    """A finished game; ``throw_in``: everybody passes in the first auction, where they may."""
    random = Random(f"{preset} {players} {options} {seed}")
    rules = make_rules(preset, players, dict(option.split("=") for option in options.split()))
    dealer = random.randrange(players)
    game = new_game(rules, dealer)
    items: list[str] = []
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            deck = list(members(game.pack))
            random.shuffle(deck)
            items.append(deck_item(deck))
            game.deal(deck)
            continue
        passes = throw_in and not game.results
        action = (
            ACTION_OF_TEXT["pass"] if passes and "pass" in texts_of(game.legal()) else _chosen(random, game)
        )
        items.append(action_item(game.turn, action))
        game.apply(action)
    return write(Header(rules, dealer, names), items).encode()


def _chosen(random: Random, game: Game) -> int:
    """Something legal, such that all that can be said is said now and then."""
    legal = game.legal()
    if game.view(None).phase == "play":
        return _card(random, game)
    texts = texts_of(legal)
    standing = {one.action for one in game.view(None).said} & _NEGATIVE
    kinds: dict[str, list[str]] = {}
    for text in texts:
        kinds.setdefault(text if text.startswith("misere") else text.split()[0], []).append(text)
    weights = [
        _JOINING if ACTION_OF_TEXT[of[0]] in standing else _WEIGHTS.get(kind, 1) for kind, of in kinds.items()
    ]
    (kind,) = random.choices(list(kinds), weights)
    of = kinds[kind]
    if kind in ("bid", "offer"):
        of = sorted(of, key=lambda text: int(text.split()[1]))[:3]
    return ACTION_OF_TEXT[random.choice(of)]


def _card(random: Random, game: Game) -> int:
    """A legal card. In every second deal of Colour Whist all do what they can for whoever plays the contract,
    so that some are made."""
    cards = members(game.legal())
    view = game.view(None)
    detail = view.detail
    if not isinstance(detail, WhistDetail) or detail.bid is None or view.deal % 2 or random.random() < 0.1:
        return random.choice(cards)
    bidders, wants_tricks = detail.bidders, detail.bid.kind not in NEGATIVE
    if detail.bid.kind is WhistContract.PICCOLO:
        wants_tricks = not any(view.tricks_taken[seat] for seat in bidders)
    high = (game.turn in bidders) == wants_tricks
    return (max if high else min)(cards, key=lambda card: card % 13)


def seated(random: Random, players: int) -> dict[int, str]:
    """Names for the seats; now and then one has none."""
    names = random.sample(PEOPLE, players)
    return {seat: name for seat, name in enumerate(names) if random.random() < 0.85}


@cache
def finished(
    count: int = 60, seed: int = 0, cases: tuple[tuple[str, int, str], ...] = CASES
) -> Mapping[str, bytes]:
    """Finished games, by the names of their files; the cases are gone through again and again."""
    found: dict[str, bytes] = {}
    for number in range(count):
        preset, players, options = cases[number % len(cases)]
        names = seated(Random(f"{seed} {number}"), players)
        throw_in = number % 2 == 1 and preset.startswith("whist-")
        found[f"{number:03}-{preset}.king"] = game_record(
            preset, players, options, seed + number, names, throw_in=throw_in
        )
    return found


WHIST_CASES: Final = tuple(case for case in CASES if case[0].startswith("whist-"))
