"""How often *Why?* has a reason: ``python -m tests.bench.bench_reasons kingen whist-walloon --cards 150``.

Counted are the cards of robots between which it matters: with more than one that may be played, of which
the best of the others is better or worse by a twentieth of the least that anything scores, or more, in
the study of what their player saw. Each is explained from its player's own view, and from that of another
seat; and it is counted how often the other one takes a card for a mistake that is none for who sees the hand,
and one that is."""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import islice
from random import Random
from time import process_time
from typing import Final

from bot.engine.cards import Card
from bot.engine.game import View
from bot.engine.registry import presets
from bot.robots.reasons.model import COUNTED, CardVerdict
from bot.robots.reasons.turn import Turn
from bot.robots.registry import PLAY_MODELS, STUDIES
from bot.robots.why import FELT, rivals, why
from tests.robots.compiled import ready
from tests.robots.explanations import cards_played

OWN, OTHERS = "own", "others'"
KINDS: Final = ("easy", "steady")
"""Who plays: mistakes are asked about as well."""


def matters(view: View, card: Card) -> bool:
    """Whether the best of the other cards is felt to be better or worse."""
    family = view.rules.preset.family
    turn, study = Turn(view, PLAY_MODELS.of(family).context(view)), STUDIES.of(family)(view)
    others = rivals(turn, study, card)
    return bool(others) and abs(study.mean(card) - study.mean(others[0])) >= FELT * turn.context.unit


def shares(preset: str, cards: int, seed: int, deals: int) -> None:
    """Print them."""
    played = [one for one in cards_played(preset, seed, deals, KINDS) if one.own.legal.bit_count() > 1]
    Random(seed).shuffle(played)
    wanted = list(islice((one for one in played if matters(one.own, one.card)), cards))
    is_bad: dict[str, list[bool]] = {}
    for name, step in ((OWN, 0), (OTHERS, 1)):
        is_bad[name] = []
        verdicts, kinds, reasons, facts, took = Counter[CardVerdict](), Counter[str](), 0, 0, list[float]()
        for one in wanted:
            began = process_time()
            found = why(one.views[(one.own.turn + step) % one.own.players], one.card)
            took.append(process_time() - began)
            verdicts[found.verdict] += 1
            is_bad[name].append(found.verdict is CardVerdict.WORSE)
            named = [fact.kind for fact in found.facts if fact.kind not in COUNTED]
            kinds.update(map(str, named))
            reasons, facts = reasons + bool(named), facts + bool(found.facts)
        count = len(wanted)
        print(
            f"{preset} {name}: {count} cards, a reason for {reasons / count:.0%}, a fact for"
            f" {facts / count:.0%}; CPU {sum(took) / count * 1000:.0f} ms on average,"
            f" {max(took) * 1000:.0f} at most"
        )
        print("   ", ", ".join(f"{verdict} {number}" for verdict, number in verdicts.most_common()))
        print("   ", ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()), flush=True)
    for what, really in (("no mistake", False), ("a mistake", True)):
        taken = [other for own, other in zip(is_bad[OWN], is_bad[OTHERS], strict=True) if own is really]
        print(f"    {what} for who sees the hand: {sum(taken)} of {len(taken)} taken for one", flush=True)


def main() -> None:
    """Print the shares of each preset."""
    parser = argparse.ArgumentParser()
    parser.add_argument("presets", nargs="*", default=[one.name for one in presets()])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=16)
    parser.add_argument("--cards", type=int, default=150)
    parser.add_argument(
        "--steady", action="store_true", help="by the studies of steady, without the compiler"
    )
    chosen = parser.parse_args()
    if not chosen.steady:
        ready()
    for preset in chosen.presets:
        shares(preset, chosen.cards, chosen.seed, chosen.deals)


if __name__ == "__main__":
    main()
