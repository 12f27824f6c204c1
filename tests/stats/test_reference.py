"""Whether the second calculation is right by itself: cases made by hand from S1 to S7 and S9, sums that have
to come out, and where both know the same, the rules and the trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from bot.cli.records import trace
from tests.stats.reference import games, odd, reading
from tests.stats.reference.reading import Broken, Deal, Played
from tests.stats.reference.stats import NAME_TWICE, contract_name, lines_of, stats_of


def finished() -> Mapping[str, bytes]:
    """The games of all of it, made once and only where they are looked at."""
    return games.finished(66)


@pytest.fixture(scope="module", name="played")
def fixture_played() -> list[Played]:
    found = [reading.read(data) for data in finished().values()]
    assert all(game is not None and game.finished for game in found)
    return [game for game in found if game is not None]


def deal(contract: str, points: str, tricks: str, dealer: int = 0, said: str = "") -> Deal:
    """A deal by hand; ``said`` is ``0 trump C, 1 pass``."""
    numbers = [tuple(map(int, text.split())) for text in (points, tricks)]
    words = [text.strip().split(None, 1) for text in said.split(",") if text.strip()]
    return Deal(
        dealer, contract, numbers[0], numbers[1], tuple((int(seat), text) for seat, text in words), ()
    )


def thrown_in(dealer: int) -> Deal:
    return Deal(dealer, "", None, (0, 0, 0, 0), (), ())


def king(names: dict[int, str], *deals: Deal, dealer: int = 0, preset: str = "kingen") -> Played:
    players = len(deals[0].tricks)
    return Played(preset, "king", players, {}, dealer, names, True, deals)


# S1 to S9 by hand


def test_s02_to_s07_and_s09_of_two_games() -> None:
    first = king(
        {0: "Ann", 1: "Bob", 2: "Cid"},
        deal("hearts", "-7 -6 0", "9 8 0", dealer=1),
        deal("trump", "4 3 10", "5 4 8", dealer=2, said="2 trump C"),
        deal("no-trump", "6 6 5", "6 6 5", dealer=0, said="1 offer 2, 2 pass, 0 accept, 1 trump none"),
        dealer=1,
    )  # points 3 3 15
    second = king({1: "Ann", 2: "Bob"}, deal("hearts", "-1 -9 -3", "1 9 7"), dealer=0)
    ann, bob, cid = lines_of([first, second])
    assert ann == {
        "player": "Ann",
        "games": 2,
        "places": {"2": 1, "3": 1},
        "points": -6,
        "deals": 4,
        "contracts": {
            "hearts": {"deals": 2, "points": -16, "tricks": 18, "best": -7, "worst": -9},
            "trump": {"deals": 2, "points": 10, "tricks": 11, "best": 6, "worst": 4},
        },
        "dealer": {"deals": 1, "points": 6},
        "chosen": {},
        "seats": {"2": {"games": 1, "points": 3}, "1": {"games": 1, "points": -9}},
        "against": {
            "Bob": {"games": 2, "before": 0, "points": -6},
            "Cid": {"games": 1, "before": 0, "points": -12},
        },
        "whist": {},
    }
    assert bob["places"] == {"2": 2}
    assert bob["chosen"] == {"trump none": {"deals": 1, "points": 6}}
    assert bob["against"]["Ann"] == {"games": 2, "before": 1, "points": 6}
    assert cid["chosen"] == {"trump C": {"deals": 1, "points": 10}}
    assert cid["seats"] == {"1": {"games": 1, "points": 15}}
    assert cid["places"] == {"1": 1}
    assert cid["dealer"] == {"deals": 1, "points": 10}


def test_s01_deals_thrown_in_count_for_nothing() -> None:
    game = king({0: "Ann"}, thrown_in(0), deal("hearts", "-4 -9 0 0", "4 9 0 0"), thrown_in(1))
    (ann,) = lines_of([game])
    assert ann["deals"] == ann["dealer"]["deals"] == 1
    assert list(ann["contracts"]) == ["hearts"]


@pytest.mark.parametrize(
    ("contract", "counts_as"),
    [
        ("king-of-hearts", "king-of-hearts"),
        ("take-king-of-hearts", "take-king-of-hearts"),
        ("take-eralash", "take-eralash"),
        ("trump", "trump"),
        ("no-trump", "trump"),
        ("misere", "trump"),
        ("trump-down", "trump"),
        ("no-trump-down", "trump"),
    ],
)
def test_s03_names_of_contracts(contract: str, counts_as: str) -> None:
    played = deal(contract, "0 0 0 0", "0 0 0 0")
    assert contract_name(king({0: "Ann"}, played), played) == counts_as


def test_s05_what_was_named_is_the_key() -> None:
    said = ("0 contract hearts", "0 trump C", "0 trump none", "0 trump misere", "0 trump last-card")
    not_named = (
        "0 auction",
        "0 direction up",
        "0 sell",
        "0 pass",
        "0 offer 3",
        "0 bid 3",
        "0 accept",
        "0 refuse",
    )
    deals = [deal("trump", "1 0 0 0", "1 4 4 4", said=one) for one in (*said, *not_named)]
    (ann,) = lines_of([king({0: "Ann"}, *deals)])
    assert ann["deals"] == 13
    assert ann["chosen"].keys() == {"hearts", "trump C", "trump none", "trump misere", "trump last-card"}
    assert {kept["deals"] for kept in ann["chosen"].values()} == {1}


# Many games


def test_deals_of_king_are_those_of_the_rules(played: list[Played]) -> None:
    """K1, K4, D1, R2, R4, DK1: which deals a game has, by its preset and options."""
    for game in played:
        if game.family == "whist":
            continue
        names = [contract_name(game, deal) for deal in game.scored]
        if game.preset in ("dubbelkingen", "whisthub-double-king"):
            assert Counter(names) == {**dict.fromkeys(KINGEN, 2), "trump": 8}
        elif game.preset == "denexa-king":
            assert names == [*DENEXA, *["trump"] * 4]
        elif game.preset.startswith("russian"):
            eralash = game.options["eralash"] == "yes"
            penalties = [*RUSSIAN, *["eralash"] * eralash]
            if game.options["play-off"] == "mirrored":
                assert names == [*penalties, *(f"take-{name}" for name in penalties)]
            else:
                each = int(game.options["orders-per-player"])
                assert names == [*penalties, *["trump"] * (each * game.players)]
        else:
            negatives = list(KINGEN)
            if game.options["order"] == "queens-first":
                negatives[2:4] = reversed(negatives[2:4])
            assert names == [*negatives, *["trump"] * game.players]


KINGEN = ("tricks", "hearts", "kings-jacks", "queens", "king-of-hearts", "seventh-last")
DENEXA = ("tricks", "hearts", "queens", "kings-jacks", "king-of-hearts", "last-two")
RUSSIAN = ("tricks", "hearts", "jacks", "queens", "king-of-hearts", "last-two")
LEVELS = {*(f"pair {level}" for level in range(8, 14)), *(f"solo {level}" for level in range(5, 9))}


def test_s05_who_names_how_often(played: list[Played]) -> None:
    """In how many deals of a whole game somebody named something, all being named."""
    for game in played:
        everybody = [Played(**{**vars(game), "names": dict(enumerate("NESWX"[: game.players]))})]
        named = sum(kept["deals"] for line in lines_of(everybody) for kept in line["chosen"].values())
        if game.family == "whist":
            troels = [deal for deal in game.scored if contract_name(game, deal) == "troel"]
            assert named == len(troels)
        elif game.preset in ("dubbelkingen", "whisthub-double-king"):
            assert named == len(game.scored)
        elif game.options.get("trump-choice") == "last-card" or game.options.get("play-off") == "mirrored":
            assert named == 0
        else:
            assert named == [contract_name(game, deal) for deal in game.scored].count("trump")


def test_games_hold_all_that_is_to_be_told_apart(played: list[Played]) -> None:
    lines = lines_of(played)
    contracts = {name for line in lines for name in line["contracts"]}
    assert contracts >= {*KINGEN, *DENEXA, *RUSSIAN, "eralash", "trump", "troel", "piccolo", "slam grand"}
    assert contracts >= {f"take-{name}" for name in (*RUSSIAN, "eralash")}
    assert contracts >= {f"misere {size}" for size in ("small", "grand", "open")}
    assert contracts >= LEVELS
    trumps = {f"trump {named}" for named in ("C", "D", "H", "S", "none", "misere", "last-card")}
    assert {named for line in lines for named in line["chosen"]} == {*KINGEN, *trumps}
    said = Counter(text.split()[0] for game in played for deal in game.deals for _, text in deal.said)
    assert said.keys() >= {
        "offer",
        "refuse",
        "sell",
        "auction",
        "bid",
        "direction",
        "parole",
        "raise",
        "double",
    }
    assert any(len(set(game.points)) < game.players for game in played)
    assert any(len(game.names) < game.players for game in played)
    assert any(deal.points is None for game in played for deal in game.deals)


def test_sums_come_out(played: list[Played]) -> None:
    lines = {line["player"]: line for line in lines_of(played)}
    assert list(lines) == sorted(games.PEOPLE)
    assert sum(line["games"] for line in lines.values()) == sum(len(game.names) for game in played)
    assert sum(line["deals"] for line in lines.values()) == sum(
        len(game.scored) * len(game.names) for game in played
    )
    for name, line in lines.items():
        assert sum(line["places"].values()) == line["games"]
        assert sum(seat["games"] for seat in line["seats"].values()) == line["games"]
        assert sum(seat["points"] for seat in line["seats"].values()) == line["points"]
        contracts = line["contracts"].values()
        assert sum(kept["deals"] for kept in contracts) == line["deals"]
        assert sum(kept["points"] for kept in contracts) == line["points"]
        for kept in contracts:
            assert kept["worst"] * kept["deals"] <= kept["points"] <= kept["best"] * kept["deals"]
        assert sum(kept["deals"] for kept in line["chosen"].values()) < line["deals"]
        assert 0 < line["dealer"]["deals"] < line["deals"]
        for other, kept in line["against"].items():
            back = lines[other]["against"][name]
            assert (kept["games"], kept["points"]) == (back["games"], -back["points"])
            assert kept["before"] + back["before"] <= kept["games"]
        for contract, kept in line["whist"].items():
            assert kept["bid"] == kept["made"] + kept["lost"] <= line["contracts"][contract]["deals"]


def test_games_that_are_worth_nothing_in_all_add_up_to_nothing(played: list[Played]) -> None:
    """K13, D7, R4, C26; with orders at a table of four nothing is said (R5)."""
    for game in played:
        orders = game.options.get("play-off") == "orders"
        assert orders or sum(game.points) == 0
        tricks = [sum(deal.tricks) for deal in game.scored]
        if game.options.get("early-stop", "never") == "never":
            hand = len(game.deals[0].deck) // game.players
            assert set(tricks) <= {hand, 12 if game.family == "whist" else hand}


# Records


def test_each_fault_has_the_kind_that_the_notation_says() -> None:
    for name, one in odd.broken().items():
        with pytest.raises(Broken) as broken:
            reading.read(one.data)
        assert broken.value.code == one.error, name
        last = list(trace(name, one.data))[-1]
        assert last["error"] == one.error, name


def test_what_is_not_finished_counts_for_nothing_and_is_no_error() -> None:
    assert stats_of(odd.uncounted()) == []


def test_broken_records_do_not_count_and_the_others_do() -> None:
    some = dict(list(finished().items())[:5])
    broken = {name: one.data for name, one in odd.broken().items()}
    lines = stats_of({**broken, **some, **odd.name_twice(), **odd.uncounted()})
    errors = [line for line in lines if "error" in line]
    assert lines[: len(errors)] == errors
    assert [line["record"] for line in errors] == [*broken, *odd.name_twice()]
    assert [line["error"] for line in errors[-2:]] == [NAME_TWICE] * 2
    assert lines[len(errors) :] == stats_of(some)


def test_the_same_game_written_otherwise() -> None:
    plain, others = odd.fine()
    for data in others.values():
        assert stats_of({"a.king": data}) == stats_of({"a.king": plain})


def test_only_games_of_a_preset() -> None:
    presets = {preset for preset, _, _ in games.CASES}
    in_all: Counter[str] = Counter()
    for preset in presets:
        in_all.update({line["player"]: line["games"] for line in stats_of(finished(), preset)})
    assert in_all == {line["player"]: line["games"] for line in stats_of(finished())}
