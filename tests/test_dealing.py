"""The recipe of docs/dealing.md: its examples, a second implementation of it, fairness, and records."""

from __future__ import annotations

import hashlib
import hmac
import io
import re
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.__main__ import main
from bot.dealing import (
    Dealing,
    Draws,
    Unverifiable,
    commitment,
    new_secret,
    record_comments,
    verify,
)
from bot.engine.cards import ACTION_OF_TEXT, CARD_NAMES, CARD_OF_NAME, FULL_PACK, members, set_of
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.record import Header, RecordError, action_item, carry_out, deck_item, write
from bot.engine.registry import make_rules
from tests.properties import tries

PAGE = Path(__file__).parents[1] / "docs" / "dealing.md"
SECRET = bytes(range(32))
SECRETS = st.binary(min_size=32, max_size=32)
PRESSES = st.lists(st.integers(0, 2**64 - 1), max_size=5)


def examples() -> list[tuple[str, str, str, str]]:
    """Every line of the page's examples with the secret and presses it stands under."""
    found: list[tuple[str, str, str, str]] = []
    secret = joins = ""
    for block in re.findall(r"```vectors\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        for line in block.splitlines():
            name, _, value = (part.strip() for part in line.partition("="))
            if name == "secret":
                secret = value
            elif name == "joins":
                joins = value
            else:
                found.append((secret, joins, name, value))
    return found


def stream_bytes(secret: bytes, presses: list[int], purpose: str, count: int) -> bytes:
    """The first bytes of a stream, through numbers below 256: those throw no byte away."""
    draws = Draws(secret, presses, purpose)
    return bytes(draws.below(256) for _ in range(count))


def names(cards: tuple[int, ...]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)


@pytest.mark.parametrize(("secret_hex", "joins", "name", "value"), examples())
def test_the_page_tells_the_truth(secret_hex: str, joins: str, name: str, value: str):
    secret, presses = bytes.fromhex(secret_hex), [int(word) for word in joins.split()]
    dealing = Dealing(secret, presses)
    match name.split():
        case ["commitment"]:
            assert commitment(secret) == value
        case ["stream", *purpose]:
            assert stream_bytes(secret, presses, " ".join(purpose), len(value) // 2).hex() == value
        case ["seating", players]:
            assert " ".join(map(str, dealing.seating(int(players)))) == value
        case ["dealer", players]:
            assert str(dealing.first_dealer(make_rules("kingen", int(players), {}))) == value
        case ["dealer", "by", "KH"]:
            assert str(dealing.first_dealer(make_rules("denexa-king", 4, {}))) == value
        case ["shuffle", number]:
            assert names(dealing.deck(int(number), FULL_PACK, None)) == value
        case ["cut", number]:
            assert names(dealing.deck(int(number), FULL_PACK, tuple(range(52)))) == value
        case _:
            pytest.fail(f"the page shows {name}, which nothing checks")


def test_the_page_has_its_examples():
    shown = Counter(name.split()[0] for _, _, name, _ in examples())
    assert shown == {"commitment": 2, "stream": 3, "seating": 2, "dealer": 4, "shuffle": 2, "cut": 2}


class Plain:
    """The recipe written once more from the page, in the plainest way: a long stream, an index into it."""

    def __init__(self, secret: bytes, presses: list[int], purpose: str) -> None:
        text = "hartenheer-dealing 1;presses=" + ",".join(str(number) for number in presses)
        self.stream = b""
        for block in range(40):
            message = text + ";purpose=" + purpose + ";block=" + str(block)
            self.stream += hmac.new(secret, message.encode("ascii"), hashlib.sha256).digest()
        self.position = 0

    def number(self, n: int) -> int:
        largest_multiple = max(multiple for multiple in range(257) if multiple % n == 0)
        while True:
            byte = self.stream[self.position]
            self.position += 1
            if byte < largest_multiple:
                return byte % n

    def shuffle(self, things: list[str]) -> list[str]:
        i = len(things) - 1
        while i >= 1:
            j = self.number(i + 1)
            things[i], things[j] = things[j], things[i]
            i -= 1
        return things


def pack_in_order(pack: int) -> list[str]:
    everything = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    return [name for name in everything if pack >> CARD_OF_NAME[name] & 1]


PACKS = st.sampled_from(
    [
        FULL_PACK,
        FULL_PACK & ~set_of([CARD_OF_NAME["2S"]]),
        FULL_PACK & ~set_of([CARD_OF_NAME["7S"], CARD_OF_NAME["7C"]]),
        set_of(card for card in range(52) if card % 13 >= 5),
    ]
)


@tries(60)
@given(secret=SECRETS, presses=PRESSES, number=st.integers(0, 300), pack=PACKS, data=st.data())
def test_a_second_implementation_agrees(secret, presses, number, pack, data):
    dealing = Dealing(secret, presses)
    shuffled = Plain(secret, presses, f"deck {number}").shuffle(pack_in_order(pack))
    assert names(dealing.deck(number, pack, None)) == " ".join(shuffled)

    bottom_first = data.draw(st.permutations(members(pack)))
    pile = [CARD_NAMES[card] for card in reversed(bottom_first)]
    lifted = 4 + Plain(secret, presses, f"deck {number}").number(len(pile) - 7)
    under, top = pile[:lifted], pile[lifted:]
    assert min(len(under), len(top)) >= 4
    assert names(dealing.deck(number, pack, tuple(bottom_first))) == " ".join(top + under)

    face_up = Plain(secret, presses, "dealer").shuffle(pack_in_order(FULL_PACK))
    assert dealing.first_dealer(make_rules("denexa-king", 4, {})) == face_up.index("KH") % 4
    for players in (3, 4, 5):
        assert dealing.first_dealer(make_rules("kingen", players, {})) == Plain(
            secret, presses, "dealer"
        ).number(players)
        seats = Plain(secret, presses, "seating").shuffle([str(seat) for seat in range(players)])
        assert [str(seat) for seat in dealing.seating(players)] == seats


def test_bytes_that_favour_low_numbers_are_thrown_away():
    raw = stream_bytes(SECRET, [], "throwing away", 4000)
    kept = [byte % 129 for byte in raw if byte < 129]  # half of the bytes go
    draws = Draws(SECRET, [], "throwing away")
    assert [draws.below(129) for _ in range(len(kept))] == kept
    assert 1500 < len(kept) < 2500


@pytest.mark.parametrize("bound", [0, -1, 257])
def test_a_byte_holds_no_such_number(bound: int):
    with pytest.raises(ValueError):
        Draws(SECRET, [], "any").below(bound)


def chi_square(counts: Counter[object], kinds: int, total: int) -> float:
    expected = total / kinds
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (kinds - len(counts)) * expected


# Bounds are the chi-square distribution's 99.9 % points; the secrets are fixed, so the figures are too.
TABLES = [hashlib.sha256(b"table %d" % number).digest() for number in range(6000)]


@pytest.mark.parametrize(
    ("preset", "players", "values", "bound"),
    [
        ("kingen", 5, {}, 18.47),
        ("denexa-king", 4, {}, 16.27),
        ("denexa-king", 4, {"first-dealer": "random"}, 16.27),
    ],
)
def test_dealers_are_equally_likely(preset: str, players: int, values: dict[str, str], bound: float):
    rules = make_rules(preset, players, values)
    counts = Counter[object](Dealing(secret, []).first_dealer(rules) for secret in TABLES)
    assert chi_square(counts, players, len(TABLES)) < bound


def test_seatings_are_equally_likely():
    counts = Counter[object](Dealing(secret, []).seating(4) for secret in TABLES)
    assert chi_square(counts, 24, len(TABLES)) < 49.73


def test_cuts_are_equally_likely_and_leave_four_cards():
    gathered = tuple(range(52))
    counts = Counter[object](Dealing(secret, []).deck(1, FULL_PACK, gathered)[0] for secret in TABLES)
    assert set(counts) == set(range(3, 48))  # the new top card: from the fourth from the bottom upwards
    assert chi_square(counts, 45, len(TABLES)) < 78.75


def test_every_card_comes_to_every_place_equally_often():
    decks = [Dealing(secret, []).deck(0, FULL_PACK, None) for secret in TABLES[:1500]]
    counts = Counter[object]((place, card) for deck in decks for place, card in enumerate(deck))
    # 52 x 52 cells with fixed margins: 51 x 51 degrees of freedom, near enough normal
    free = 51 * 51
    assert abs(chi_square(counts, 52 * 52, 1500 * 52) - free) < 3.3 * (2 * free) ** 0.5


def test_everything_depends_on_secret_presses_their_order_and_number():
    deck = Dealing(SECRET, [1, 2]).deck(0, FULL_PACK, None)
    others = [
        Dealing(bytes(32), [1, 2]).deck(0, FULL_PACK, None),
        Dealing(SECRET, [2, 1]).deck(0, FULL_PACK, None),
        Dealing(SECRET, [12]).deck(0, FULL_PACK, None),
        Dealing(SECRET, []).deck(0, FULL_PACK, None),
        Dealing(SECRET, [1, 2]).deck(1, FULL_PACK, None),
    ]
    assert len({deck, *others}) == 6
    assert Dealing(SECRET, [1, 2]).deck(0, FULL_PACK, None) == deck


def test_secrets_come_from_the_operating_system_and_differ():
    assert len({new_secret() for _ in range(100)}) == 100
    assert all(len(new_secret()) == 32 for _ in range(10))


def test_no_text_tells_the_secret():
    dealing = Dealing(SECRET, [7])
    assert repr(dealing) == "Dealing(press_ids=(7,))"
    with pytest.raises(ValueError) as caught:
        Dealing(SECRET[:31], [])
    assert SECRET[:31].hex() not in str(caught.value) and repr(SECRET[:31]) not in str(caught.value)


def test_what_cannot_be_dealt_is_refused():
    with pytest.raises(ValueError):
        Dealing(SECRET, [-1])
    with pytest.raises(ValueError):
        Dealing(SECRET, []).deck(1, FULL_PACK, tuple(range(51)))
    with pytest.raises(ValueError):
        Dealing(SECRET, []).deck(1, FULL_PACK, (*range(51), 50))


# Records


PRESS_IDS = (1180000000000000001, 1180000000000000002)


def a_game(preset: str, players: int, limit: int = 10_000) -> tuple[Header, list[str]]:
    """A game dealt by the recipe, in which everyone takes their first legal action."""
    dealing = Dealing(SECRET, PRESS_IDS)
    rules = make_rules(preset, players, {})
    header = Header(rules, dealing.first_dealer(rules), {0: "Ann"})
    game = header.new_game()
    items: list[str] = []
    decks = 0
    while game.turn != OVER and len(items) < limit:
        if game.turn == AWAITS_DECK:
            item = deck_item(dealing.deck(decks, game.pack, game.gathered()))
            decks += 1
        else:
            item = action_item(game.turn, members(game.legal())[0])
        carry_out(game, item)
        items.append(item)
    return header, items


def record(header: Header, items: list[str]) -> bytes:
    return write(header, items, record_comments(SECRET, PRESS_IDS)).encode()


@pytest.mark.parametrize(
    ("preset", "players", "decks"), [("kingen", 4, 10), ("kingen-iwwa", 5, 11), ("denexa-king", 4, 10)]
)
def test_a_true_record_is_verified(preset: str, players: int, decks: int):
    found = verify(record(*a_game(preset, players)))
    assert found.discrepancies == ()
    assert found.decks == decks
    assert found.commitment == hashlib.sha256(SECRET).hexdigest()
    assert found.press_ids == PRESS_IDS
    assert found.seating == Dealing(SECRET, PRESS_IDS).seating(players)


def test_decks_that_are_shuffled_every_time_are_verified():
    dealing = Dealing(SECRET, PRESS_IDS)
    rules = make_rules("kingen", 4, {"shuffle": "full"})
    header = Header(rules, dealing.first_dealer(rules), {})
    game = header.new_game()
    items: list[str] = []
    for number in range(2):
        items.append(deck_item(dealing.deck(number, game.pack, None)))
        carry_out(game, items[-1])
        while number == 0 and game.turn != AWAITS_DECK:
            items.append(action_item(game.turn, members(game.legal())[0]))
            carry_out(game, items[-1])
    found = verify(record(header, items))
    assert (found.decks, found.discrepancies) == (2, ())


def test_an_unfinished_record_is_verified_as_far_as_it_goes():
    found = verify(record(*a_game("kingen", 4, limit=60)))
    assert (found.decks, found.discrepancies) == (2, ())


def test_an_exchanged_card_is_found_with_its_place():
    header, items = a_game("kingen", 4, limit=1)
    words = items[0].split()
    words[5], words[9] = words[9], words[5]
    (found,) = verify(record(header, [" ".join(words)])).discrepancies
    assert found.what == "deck"
    assert f"card 5 from the top is {words[5]}, and {words[9]} was drawn" in found.sentence
    assert record(header, items).decode().splitlines()[found.line - 1].startswith("deck ")


def test_another_dealer_is_found():
    header, _ = a_game("kingen", 4, limit=1)
    other = Header(header.rules, (header.dealer + 1) % 4, {})
    (found,) = verify(record(other, [])).discrepancies
    assert found.what == "dealer"
    assert f"seat {header.dealer} was drawn" in found.sentence
    assert record(other, []).decode().splitlines()[found.line - 1] == f"dealer {other.dealer}"


def test_a_record_that_breaks_the_rules_is_compared_up_to_there():
    header, items = a_game("kingen", 4, limit=2)
    seat = items[1].split()[0]
    illegal = next(text for text in ACTION_OF_TEXT if text.startswith("bid"))
    found = verify(record(header, [items[0], f"{seat} {illegal}", "deck 2C"]))
    assert [one.what for one in found.discrepancies] == ["rules"]
    assert found.decks == 1


@pytest.mark.parametrize("length", [0, 20, 51, 53])
def test_a_deck_of_another_length_is_found(length: int):
    header, items = a_game("kingen", 4, limit=1)
    words = items[0].split()
    deck = ["deck", *islice([*words[1:], words[1]], length)]
    found = verify(record(header, [" ".join(deck)]))
    assert [one.what for one in found.discrepancies] == ["rules"]


@pytest.mark.parametrize(
    ("comments", "code"),
    [
        ({}, "no-secret"),
        ({"joins": ""}, "no-secret"),
        ({"secret": SECRET.hex()}, "no-joins"),
        ({"secret": "12", "joins": ""}, "bad-secret"),
        ({"secret": "x" * 64, "joins": ""}, "bad-secret"),
        ({"secret": SECRET.hex(), "joins": "1 two"}, "bad-joins"),
        ({"secret": SECRET.hex(), "joins": "-1"}, "bad-joins"),
        ({"secret": SECRET.hex(), "joins": "9" * 5000}, "bad-joins"),
    ],
)
def test_a_record_that_tells_too_little_says_so(comments: dict[str, str], code: str):
    header, items = a_game("kingen", 4, limit=1)
    with pytest.raises(Unverifiable) as caught:
        verify(write(header, items, comments.items()).encode())
    assert caught.value.code == code


def test_a_game_without_presses_is_verified():
    dealing = Dealing(SECRET, [])
    rules = make_rules("kingen", 4, {})
    header = Header(rules, dealing.first_dealer(rules), {})
    deck = dealing.deck(0, header.new_game().pack, None)
    found = verify(write(header, [deck_item(deck)], record_comments(SECRET, [])).encode())
    assert (found.press_ids, found.decks, found.discrepancies) == ((), 1, ())


def test_what_was_shown_is_compared_where_the_record_tells_it():
    header, items = a_game("kingen", 4)
    total = header.new_game()
    for item in items:
        carry_out(total, item)
    points = " ".join(map(str, total.points))
    comments = record_comments(SECRET, PRESS_IDS)
    for seal, shown, wrong in (
        (commitment(SECRET).upper(), points, []),
        ("0" * 64, points, ["seal"]),
        (commitment(SECRET), "1 2 3 -6", ["points"]),
        ("0" * 64, "", ["points", "seal"]),
    ):
        data = write(header, items, (*comments, ("seal", seal), ("points", shown))).encode()
        assert [one.what for one in verify(data).discrepancies] == wrong


def test_the_largest_id_of_a_press_is_one():
    header, items = a_game("kingen", 4, limit=1)
    for digits, is_one in ((str(2**64 - 1), True), ("1" * 21, False)):
        data = write(header, items, (("secret", SECRET.hex()), ("joins", digits))).encode()
        if is_one:
            assert verify(data).press_ids == (2**64 - 1,)
        else:
            with pytest.raises(Unverifiable):
                verify(data)


def test_comments_are_read_behind_a_byte_order_mark():
    header, items = a_game("kingen", 4, limit=1)
    first, _, rest = record(header, items).decode().partition("# secret ")
    secret, _, rest = rest.partition("\n")
    assert verify(f"\ufeff# secret {secret}\n{first}{rest}".encode()).decks == 1


# The command


def test_several_records_and_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    header, items = a_game("kingen", 4, limit=2)
    other = Header(header.rules, (header.dealer + 1) % 4, {})
    files = {
        "good": record(header, items),
        "dealer": record(other, []),
        "none": b"hello",
        "secret": b"king-record 1\nrules kingen\nplayers 4\ndealer 0",
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    seal = f"The seal of its secret, to compare with the lobby's: {commitment(SECRET)}"
    right = "1 deck and the first dealer follow from the secret and 2 presses."

    assert main(["verify", str(tmp_path / "good")]) == 0
    assert capsys.readouterr().out.splitlines() == [f"good: {seal}", f"good: {right}"]

    assert (
        main(["verify", *(str(tmp_path / name) for name in ("none", "missing", "dealer", "secret", "good"))])
        == 1
    )
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        f"dealer: {seal}",
        f"dealer: The first dealer is seat {other.dealer}, and seat {header.dealer} was drawn.",
        f"good: {seal}",
        f"good: {right}",
    ]
    assert said.err.splitlines() == [
        "none: This file isn't a game record: those start with the line `king-record 1`.",
        f"Cannot read {tmp_path / 'missing'}: No such file or directory.",
        "secret: The record has no line “# secret …” to verify it by.",
    ]

    for name, status in (("good", 0), ("none", 1)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(files[name])))
        assert main(["verify", "-"]) == status
    said = capsys.readouterr()
    assert said.out.splitlines() == [f"-: {seal}", f"-: {right}"]
    assert said.err.startswith("-: This file isn't a game record")


def test_one_press_is_not_told_as_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    dealing, rules = Dealing(SECRET, [7]), make_rules("kingen", 4, {})
    header = Header(rules, dealing.first_dealer(rules), {})
    (tmp_path / "one.king").write_text(write(header, [], record_comments(SECRET, [7])), "utf-8")
    assert main(["verify", str(tmp_path / "one.king")]) == 0
    right = "one.king: All 0 decks and the first dealer follow from the secret and 1 press."
    assert capsys.readouterr().out.splitlines()[1] == right


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This file isn't a game record: those start with the line `king-record 1`."),
        (b"king-record 2\n", "Line 1: I only know records of version 1."),
        (
            b"king-record 1\n",
            "Something is missing before line 2: a record starts with its rules, its players",
        ),
        (b"king-record 1\nrules bridge\n", "Line 2: I don't know these rules."),
        (b"king-record 1\nrules kingen\nplayers 4\ndealer 0\ndeck 2C\nhello\n", "Line 6 can't be read."),
    ],
)
def test_what_is_no_record_is_told_with_its_name(
    data: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "none.king").write_bytes(data)
    assert main(["verify", str(tmp_path / "none.king")]) == 1
    assert capsys.readouterr().err.startswith(f"none.king: {sentence}")


def test_what_is_no_record_is_refused():
    with pytest.raises(RecordError):
        verify(b"hello")
