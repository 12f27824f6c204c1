"""Traces of every game: what is refused in the header, and what is refused when something is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cli.records import trace
from bot.engine.cards import CARD_NAMES, CARDS, RANK_OF, SEVEN

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
        ("whist-walloon", ("deals=16", "deals=10"), 6),
        ("whist-walloon", ("solo-minimum=5",), 5),
        ("whist-walloon", ("solo-minimum=6", "doubles=yes"), 6),
        ("whist-flemish", ("piccolo=yes",), 5),
        ("whist-flemish", ("piccolo=no", "small-misere=yes"), 6),
        ("whist-flemish", ("repeat-proposals=4",), 5),
        ("whist-flemish", ("troel-four-aces=yes",), 5),
        ("whist-flemish", ("positive-batches=4-4-5",), 5),
        ("whist-flemish", ("batches=4-4-4",), 5),
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
    [
        *(
            ("dubbelkingen", 5),
            ("dubbelkingen", 3),
            ("denexa-king", 3),
            ("whisthub-king", 5),
            ("russian-king", 5),
        ),
        *(("whist-walloon", 3), ("whist-walloon", 5), ("whist-flemish", 2)),
    ],
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


# Colour Whist. The dealer is seat 0, seat 1 is eldest hand. ``FULL`` leaves nobody with three aces, ``TROEL``
# the dealer with all four and seat 3 with the king of hearts.

TROEL = "deck " + " ".join(CARD_NAMES[13 * (place % 4) + place // 4] for place in range(52))
WHIST = ("whist-walloon", "whist-flemish")
SLAMS = {
    rules: [f"slam {size} {suit}" for size in sizes for suit in ("C", "D", "H", "S", "none")]
    for rules, sizes in (("whist-walloon", ("small", "grand")), ("whist-flemish", ("grand",)))
}
MISERES = {
    "whist-walloon": ["misere small", "misere grand", "misere open", "piccolo"],
    "whist-flemish": ["misere grand", "misere open"],
}
PASSED = ("1 pass", "2 pass", "3 pass", "0 pass")


@pytest.mark.parametrize("rules", WHIST)
def test_an_auction_of_colour_whist(rules: str) -> None:
    everything = [f"propose {suit}" for suit in "CDHS"] + [f"abondance {suit} 9" for suit in "CDHS"]
    everything += ["pass", "wait", *MISERES[rules], *SLAMS[rules]]
    assert run(rules, FULL)[-1] == {"at": 1, "turn": 1, "legal": sorted(everything)}
    pairs = (FULL, "1 propose S", "2 accept S", "3 propose H", "0 accept H")
    over = run(rules, *pairs)[-1]
    assert over == {"at": 5, "turn": 2, "legal": sorted(["pass", "raise 9", *MISERES[rules]])}
    raised = (*pairs, "2 raise 9", "0 raise 9", "2 raise 10", "0 raise 10")
    legal = sorted(["pass", "parole", "raise 11", *MISERES[rules]])
    assert run(rules, *raised)[-1] == {"at": 9, "turn": 2, "legal": legal}
    assert run(rules, *raised, "2 parole")[-1]["turn"] == 1


@pytest.mark.parametrize("rules", WHIST)
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_deal_thrown_in_has_the_number_of_the_one_that_replaces_it(rules: str, times: int) -> None:
    entries = run(rules, *((FULL, *PASSED) * times))
    thrown_in = [entry for entry in entries if "deal" in entry]
    assert thrown_in == [{"at": 5 * time + 4, "deal": 0, "points": None} for time in range(times)]
    assert entries[-1] == {"at": 5 * times, "turn": "deck"}
    again = run(rules, *((FULL, *PASSED) * times), FULL)
    assert again[-1]["turn"] == 1, "dealt again by the same dealer"
    assert run(rules, *((FULL, *PASSED) * times), "1 pass")[-1]["error"] == "not-your-turn"


@pytest.mark.parametrize("rules", WHIST)
def test_a_whole_deal_of_colour_whist_after_one_thrown_in(rules: str) -> None:
    items = [FULL, *PASSED, FULL, "1 misere grand", "2 pass", "3 pass", "0 pass"]
    while (last := run(rules, *items)[-1]) and last["turn"] != "deck":
        items.append(f"{last['turn']} {next(text for text in last['legal'] if text != 'double')}")
    deals = [entry for entry in run(rules, *items) if "deal" in entry]
    assert [entry["deal"] for entry in deals] == [0, 0]
    assert deals[0]["points"] is None and sum(deals[1]["points"]) == 0
    assert sorted(map(abs, deals[1]["points"])) == ([12] * 3 + [36] if rules == WHIST[0] else [10] * 3 + [30])
    assert run(rules, *items, FULL)[-1]["turn"] == 2, "the next dealer is seat 1"


@pytest.mark.parametrize("rules", WHIST)
def test_troel_is_announced_by_the_game_itself(rules: str) -> None:
    legal = sorted(["pass", "misere open", *SLAMS[rules]])
    assert run(rules, TROEL)[-1] == {"at": 1, "turn": 1, "legal": legal}
    passed = [TROEL, "1 pass", "2 pass", "3 pass"]
    if rules == "whist-flemish":
        passed += ["1 pass", "2 pass"]
    named = run(rules, *passed)[-1]
    assert (named["turn"], named["legal"]) == (3, TRUMPS)
    assert run(rules, *passed, "3 trump none")[-1]["error"] == "illegal-action"
    assert run(rules, *passed, "3 trump S")[-1]["turn"] == 3
    quiet = run(rules, "option troel-four-aces=no", TROEL)[-1]
    assert quiet["turn"] == 1 and "wait" in quiet["legal"]


def test_discards_are_asked_for_in_turn() -> None:
    items = [FULL, "1 misere small", "2 pass", "3 pass", "0 pass"]
    for seat in (1, 2, 3, 0):
        last = run("whist-walloon", *items)[-1]
        assert last["turn"] == seat and len(last["legal"]) == 13
        assert all(text.startswith("discard ") for text in last["legal"])
        items.append(f"{seat} {last['legal'][0]}")
    last = run("whist-walloon", *items)[-1]
    assert last["turn"] == 1 and len(last["legal"]) == 12


@pytest.mark.parametrize(
    ("rules", "items", "error"),
    [
        ("whist-walloon", ("2 pass",), "not-your-turn"),
        ("whist-walloon", ("1 pass", "1 pass"), "not-your-turn"),
        ("whist-walloon", ("1 bid 8",), "illegal-action"),
        ("whist-walloon", ("1 accept H",), "illegal-action"),
        ("whist-walloon", ("1 propose none",), "illegal-action"),
        ("whist-walloon", ("1 propose H", "2 propose H"), "illegal-action"),
        ("whist-walloon", ("1 propose H", "2 accept H", "3 accept H"), "illegal-action"),
        ("whist-walloon", ("1 misere grand", "2 piccolo"), "illegal-action"),
        ("whist-walloon", ("1 abondance S 9", "2 abondance S 9"), "illegal-action"),
        ("whist-walloon", ("1 abondance S 10",), "illegal-action"),
        ("whist-walloon", ("1 solo H 5",), "illegal-action"),
        ("whist-walloon", ("1",), "syntax"),
        ("whist-walloon", ("1 misere grand", "2 pass", "3 pass", "0 pass", "2 double"), "not-your-turn"),
        ("whist-walloon", ("1 misere grand", "2 pass", "3 pass", "0 pass", "1 double"), "illegal-action"),
        ("whist-walloon", ("1 misere small", "2 pass", "3 pass", "0 pass", "1 discard AC"), "illegal-action"),
        ("whist-flemish", ("1 slam small H",), "illegal-action"),
        ("whist-flemish", ("1 misere small",), "illegal-action"),
        ("whist-flemish", ("1 misere grand", "2 pass", "3 pass", "0 pass", "1 double"), "not-your-turn"),
        (
            "whist-flemish",
            ("1 misere grand", "2 pass", "3 pass", "0 pass", "2 double", "3 double"),
            "not-your-turn",
        ),
        (
            "whist-flemish",
            ("1 misere grand", "2 pass", "3 pass", "0 pass", "2 double", "1 double"),
            "illegal-action",
        ),
    ],
)
def test_refusals_in_colour_whist(rules: str, items: tuple[str, ...], error: str) -> None:
    entries = run(rules, FULL, *items)
    assert entries[-1]["error"] == error and entries[-1]["at"] == len(items)
    assert entries[-1].get("action") == (None if error == "syntax" else items[-1].split(" ", 1)[1])
    assert ("legal" in entries[-1]) == (error == "illegal-action")
