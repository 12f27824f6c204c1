"""Traces of every King: what is refused in the header, and what is refused when something is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import CARD_NAMES, CARDS, RANK_OF, SEVEN
from bot.trace import trace

FULL = "deck " + " ".join(CARD_NAMES)
RUSSIAN = "deck " + " ".join(CARD_NAMES[card] for card in CARDS if RANK_OF[card] >= SEVEN)
TRUMPS = [f"trump {trump}" for trump in ("C", "D", "H", "S")]
NEGATIVES = sorted(
    f"contract {name}"
    for name in ("tricks", "hearts", "kings-jacks", "queens", "king-of-hearts", "seventh-last")
)


def run(rules: str, *lines: str, players: int = 4) -> list[dict[str, Any]]:
    """The trace of a record: these lines after ``rules``, ``players`` and ``dealer`` (lines 2 to 4)."""
    head = ("king-record 1", f"rules {rules}", f"players {players}", "dealer 0")
    return list(trace("game.king", "\n".join((*head, *lines)).encode()))


@pytest.mark.parametrize(
    ("rules", "options", "line"),
    [
        ("dubbelkingen", ("order=kings-first",), 5),
        ("dubbelkingen", ("trump-choice=dealer",), 5),
        ("dubbelkingen", ("early-stop=decided", "positive-batches=4-4-5"), 6),
        ("whisthub-double-king", ("order=queens-first",), 5),
        ("denexa-king", ("heart-lead=free",), 5),
        ("denexa-king", ("early-stop=never",), 5),
        ("denexa-king", ("first-dealer=0",), 5),
        ("russian-king", ("positive-batches=3-3-2",), 5),
        ("russian-king", ("sole-card=KH",), 5),
        ("russian-king", ("orders-per-player=5",), 5),
        ("russian-king", ("batches=4-4-5",), 5),
        ("russian-king", ("play-off=none",), 5),
        ("russian-king", ("batches=4-4", "play-off=orders"), 5),
        ("russian-king", ("play-off=orders", "sale=no", "batches=4-4"), 7),
        ("russian-king-orders", ("batches=4-4",), 5),
        ("russian-king-orders", ("batches=4-4", "positive-batches=2-3-3"), 6),
        ("russian-king-orders", ("positive-batches=2-3-3", "eralash=maybe"), 5),
        ("russian-king-orders", ("eralash=maybe", "positive-batches=2-3-3"), 5),
    ],
)
def test_bad_options(rules: str, options: tuple[str, ...], line: int) -> None:
    entries = run(rules, *(f"option {option}" for option in options), RUSSIAN)
    assert entries[1:] == [{"at": 0, "line": line, "error": "bad-option"}]


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("russian-king", ("batches=4-4",)),
        ("russian-king-orders", ("batches=4-4", "positive-batches=3-5")),
        ("russian-king-orders", ("play-off=mirrored", "positive-batches=2-3-3")),
        ("russian-king-orders", ("orders-per-player=2", "early-stop=decided", "king-discard=yes")),
    ],
)
def test_good_options(rules: str, options: tuple[str, ...]) -> None:
    entries = run(rules, *(f"option {option}" for option in options), RUSSIAN)
    assert "error" not in entries[-1] and entries[-1]["turn"] == 1


@pytest.mark.parametrize(
    ("rules", "players"),
    [("dubbelkingen", 5), ("dubbelkingen", 3), ("denexa-king", 3), ("whisthub-king", 5), ("russian-king", 5)],
)
def test_bad_numbers_of_players(rules: str, players: int) -> None:
    assert run(rules, FULL, players=players)[-1] == {"at": 0, "line": 3, "error": "bad-option"}


def test_a_deck_of_the_wrong_pack() -> None:
    assert run("russian-king", FULL)[-1]["error"] == "bad-deck"
    assert run("russian-king", RUSSIAN, players=3)[-1]["error"] == "bad-deck"
    assert run("russian-king", RUSSIAN.replace(" 7C", "").replace(" 7S", ""), players=3)[-1]["turn"] == 1
    assert run("denexa-king", RUSSIAN)[-1]["error"] == "bad-deck"


def test_a_dealer_names_what_is_played() -> None:
    entries = run("dubbelkingen", FULL)
    assert entries[-1] == {"at": 1, "turn": 0, "legal": NEGATIVES + TRUMPS}
    named = run("dubbelkingen", FULL, "0 contract queens")
    assert named[-1]["turn"] == 1 and all(text.startswith("play ") for text in named[-1]["legal"])
    refused = run("dubbelkingen", FULL, "0 contract jacks")[-1]
    assert (refused["error"], refused["action"]) == ("illegal-action", "contract jacks")
    assert refused["legal"] == NEGATIVES + TRUMPS
    assert run("dubbelkingen", FULL, "1 contract queens")[-1]["error"] == "not-your-turn"
    assert run("dubbelkingen", FULL, FULL)[-1]["error"] == "not-your-turn"


def until(plan_deals: int, rules: str, deck: str) -> list[str]:
    """The items of that many deals, everybody taking the first legal action."""
    items: list[str] = []
    for _ in range(plan_deals):
        items.append(deck)
        while (last := run(rules, *items)[-1]) and last["turn"] != "deck":
            items.append(f"{last['turn']} {last['legal'][0]}")
    return items


@pytest.fixture(scope="module")
def penalties() -> list[str]:
    """The items of the penalties of a Russian game, without eralash."""
    return until(6, "russian-king-orders\noption eralash=no\noption early-stop=decided", RUSSIAN)


def order(penalties: list[str], *items: str) -> list[dict[str, Any]]:
    """The trace of the first order that follows, which seat 2 deals and seat 3 declares."""
    rules = "russian-king-orders\noption eralash=no\noption early-stop=decided"
    return run(rules, *penalties, RUSSIAN, *items)


DECLARATIONS = sorted([*TRUMPS, "trump none", "trump misere", "trump last-card"])


def test_a_trump_order_is_declared_sold_and_bought(penalties: list[str]) -> None:
    first = order(penalties)[-1]
    assert (first["turn"], first["legal"]) == (3, sorted([*DECLARATIONS, "sell"]))
    offers = order(penalties, "3 sell")[-1]
    assert (offers["turn"], offers["legal"]) == (0, sorted(["pass", *(f"offer {n}" for n in range(1, 9))]))
    answer = order(penalties, "3 sell", "0 offer 2", "1 pass", "2 offer 3")[-1]
    assert (answer["turn"], answer["legal"]) == (3, ["accept", "refuse"])
    buyer = order(penalties, "3 sell", "0 offer 2", "1 pass", "2 offer 3", "3 accept")[-1]
    assert (buyer["turn"], buyer["legal"]) == (2, DECLARATIONS)
    seller = order(penalties, "3 sell", "0 offer 2", "1 pass", "2 offer 3", "3 refuse")[-1]
    assert (seller["turn"], seller["legal"]) == (3, DECLARATIONS)
    play = order(penalties, "3 trump misere")[-1]
    assert play["turn"] == 3 and len(play["legal"]) == 8


@pytest.mark.parametrize(
    ("items", "error"),
    [
        (("3 auction",), "illegal-action"),
        (("3 play 7C",), "illegal-action"),
        (("0 trump C",), "not-your-turn"),
        (("3 sell", "0 offer 9"), "illegal-action"),
        (("3 sell", "0 offer 2", "1 offer 2"), "illegal-action"),
        (("3 sell", "1 offer 2"), "not-your-turn"),
        (("3 sell", "0 pass", "1 pass", "2 pass", "3 sell"), "illegal-action"),
        (("3 sell", "0 pass", "1 pass", "2 pass", "3 accept"), "illegal-action"),
        (("3 sell", "0 offer 1", "1 pass", "2 pass", "3 accept", "0 sell"), "illegal-action"),
        (("3 sell", "0 offer 1", "1 pass", "2 pass", "3 accept", "3 trump C"), "not-your-turn"),
        (("3 sell", "0"), "syntax"),
    ],
)
def test_refusals_when_trumps_are_ordered(penalties: list[str], items: tuple[str, ...], error: str) -> None:
    entries = order(penalties, *items)
    assert entries[-1]["error"] == error
    assert entries[-1].get("action") == (None if error == "syntax" else items[-1].split(" ", 1)[1])
    assert ("legal" in entries[-1]) == (error == "illegal-action")


def test_an_auction() -> None:
    items = until(6, "denexa-king", FULL)
    start = [*items, FULL]
    dealer = run("denexa-king", *start)[-1]
    assert (dealer["turn"], dealer["legal"]) == (2, sorted([*TRUMPS, "trump none", "auction"]))
    start.append("2 auction")
    bids = run("denexa-king", *start, "3 bid 3", "0 pass", "1 bid 12")[-1]
    assert (bids["turn"], bids["legal"]) == (3, ["bid 13", "pass"])
    assert run("denexa-king", *start, "3 bid 3", "0 bid 3")[-1]["error"] == "illegal-action"
    assert run("denexa-king", *start, "2 bid 3")[-1]["error"] == "not-your-turn"
    direction = run("denexa-king", *start, "3 bid 3", "0 pass", "1 pass", "3 trump none")[-1]
    assert (direction["turn"], direction["legal"]) == (2, ["direction down", "direction up"])
    named = run("denexa-king", *start, "3 pass", "0 pass", "1 pass")[-1]
    assert (named["turn"], named["legal"]) == (2, sorted([*TRUMPS, "trump none"]))
