"""The page that checks records without Python (docs/verify), in a browser, against ``python -m bot verify``,
and against the rules."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, FilePayload, Page

from bot import dealing
from bot.__main__ import main
from bot.cli.records import trace
from bot.daily.deal import WORLD_ANCHOR, WORLD_SEED, Chain, hands
from bot.daily.model import DailyGame
from bot.dealing import Dealing, record_comments
from bot.engine.cards import ACTION_TEXTS, CARD_NAMES, SUITS, CardSet, members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.options import Rules
from bot.engine.record import Header, RecordError, action_item, carry_out, deck_item, read, replay, write
from bot.engine.registry import make_rules, preset_named
from bot.telling.phrases import contract_name
from bot.words.catalogue import words_for
from tests.browser import PHONE, WIDE, in_browser
from tests.engine.helpers import PRESETS
from tests.engine.test_corpus import listed, rules_of
from tests.engine.whist import some_action
from tests.test_dealing import examples

pytestmark = in_browser

PAGE: Final = Path(__file__).parents[1] / "docs" / "verify" / "index.html"
DEALS: Final = ("kingen-deal", "whist-flemish-deal", "whist-walloon-deal")
TABLES: Final = [(one, players) for one in (*PRESETS, *DEALS) for players in preset_named(one).players]
BATCHES: Final = 3
RECORDS: Final = 4
"""In each batch of a table's: 204 in all."""

Json = dict[str, Any]


# Records, and what the command says of them


def sealed(rules: Rules, seed: int, length: int = 10**6) -> bytes:
    """The record of a random game, up to so many items, whose decks follow from its secret and presses."""
    random = Random(seed)
    secret = hashlib.sha256(b"page %d" % seed).digest()
    presses = [random.randrange(2**60, 2**64) for _ in range(random.randrange(4))]
    draws = Dealing(secret, presses)
    header = Header(rules, draws.first_dealer(rules), {0: "Ann", 1: "Bram de Wit"})
    game, items, decks = header.new_game(), list[str](), 0
    while game.turn != OVER and len(items) < length:
        if game.turn == AWAITS_DECK:
            items.append(deck_item(draws.deck(decks, game.pack, game.gathered())))
            decks += 1
        else:
            items.append(action_item(game.turn, some_action(game, random)))
        carry_out(game, items[-1])
    return write(header, items, record_comments(secret, presses)).encode()


def some_rules(preset: str, players: int, random: Random) -> Rules:
    """With every option set at random."""
    values = listed(make_rules(preset, players, {}))
    while True:
        chosen = {name: random.choice(few) for name, few in values.items()}
        if (rules := rules_of(preset, players, chosen)) is not None:
            return rules


def records(preset: str, players: int, batch: object, many: int = RECORDS) -> Iterator[bytes]:
    """Of random rules; the last one is of a game that is not over."""
    random = Random(f"{preset} {players} {batch}")
    for number in range(many):
        length = 10**6 if number < many - 1 else random.randrange(200)
        yield sealed(some_rules(preset, players, random), random.randrange(10**6), length)


def accepted(folder: Path, data: bytes) -> bool:
    """Whether the command finds nothing wrong."""
    (folder / "game.king").write_bytes(data)
    return main(["verify", str(folder / "game.king")]) == 0


def first_wrong_line(data: bytes) -> int | None:
    """Where the command finds the first difference, None where it finds none or names no line."""
    try:
        found = dealing.verify(data).discrepancies
    except RecordError as wrong:
        return wrong.line
    except dealing.Unverifiable:
        return None
    return found[0].line or None if found else None


def can_be_checked(data: bytes) -> bool:
    """Whether the command has something to compare."""
    try:
        dealing.verify(data)
    except (RecordError, dealing.Unverifiable):
        return False
    return True


def points(data: bytes) -> tuple[list[list[int] | None], list[int] | None]:
    """Those of every deal that is over by the rules, and the totals where the game is."""
    entries = list(trace("game.king", data))
    final = next((one["final"] for one in entries if "final" in one), None)
    return [one["points"] for one in entries if "deal" in one], final


def contracts(data: bytes) -> list[str]:
    """What players were told that they play, of every deal that counts and is over."""
    results = replay(read(data)).results
    words = words_for("en")
    return [contract_name(words, one.contract, one.trump) for one in results if one.points is not None]


# The page


@dataclass(frozen=True)
class Told:
    """What the page tells of a record."""

    name: str
    verdict: str
    first: str
    seal: str
    contracts: list[str]
    deals: list[list[int] | None]
    totals: list[int]

    @property
    def matches(self) -> bool:
        """Whether all that is compared is as it should be."""
        return self.verdict == MATCHES

    @property
    def line(self) -> int | None:
        """Of the first difference, or of what keeps it from being checked."""
        found = re.match(r"(?:The first difference: )?Line (\d+)", self.first)
        return int(found[1]) if found else None


MATCHES: Final = "✓ Matches"
DIFFERS: Final = "✗ Does not match"
UNCHECKED: Final = "? Cannot be checked"

READ: Final = """articles => articles.map(article => ({
    name: article.querySelector("h2").innerText,
    verdict: article.querySelector(".verdict").innerText,
    first: article.querySelector(".first")?.innerText ?? "",
    seal: article.querySelector(".seal")?.innerText ?? "",
    rows: [...article.querySelectorAll("tbody tr, tfoot tr")]
        .map(row => [...row.children].map(one => one.innerText)),
}))"""


def told_of(article: Json) -> Told:
    *deals, totals = [
        [int(cell.replace("−", "-")) for cell in cells] if all(cells) else None
        for name, *cells in article["rows"]
        if not name.endswith("not finished")
    ] or [None]
    assert article["verdict"] in (MATCHES, DIFFERS, UNCHECKED)
    assert article["first"].startswith("The first difference: ") == (article["verdict"] == DIFFERS)
    names = [name.partition(". ")[2] for name, *cells in article["rows"][:-1] if all(cells)]
    name, verdict, first, seal = (article[part] for part in ("name", "verdict", "first", "seal"))
    return Told(name, verdict, first, seal, names, deals, totals or [])


async def told(page: Page) -> list[Told]:
    return [told_of(one) for one in await page.locator("article").evaluate_all(READ)]


async def brought(page: Page, files: Sequence[bytes]) -> list[Told]:
    """What the page tells of files that are chosen."""
    payloads = [
        FilePayload(name=f"{number}.king", mimeType="text/plain", buffer=data)
        for number, data in enumerate(files)
    ]
    await page.set_input_files("#files", payloads)
    await page.locator("article").nth(len(files) - 1).wait_for()
    found = await told(page)
    assert [one.name for one in found] == [one["name"] for one in payloads]
    return found


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """The page as it lies on the disk, on a phone; it has asked for nothing and nothing has failed."""
    page = await browser.new_page(viewport=PHONE)
    asked, failed = list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.on("console", lambda message: failed.append(message.text))
    await page.goto(PAGE.as_uri())
    yield page
    await page.close()
    assert (asked, failed) == ([PAGE.as_uri()], [])


# The recipe


@pytest.mark.parametrize(("secret", "joins", "name", "value"), examples())
async def test_the_examples_of_the_recipe(page: Page, secret: str, joins: str, name: str, value: str) -> None:
    """The lines that the page was written from."""
    words = name.split()
    draws = f"new Draws(unhex('{secret}'), {joins.split()})"
    asked = {
        "commitment": f"hex(sha256(unhex('{secret}')))",
        "stream": f"hex(range(0, {len(value) // 2}).map((stream => () => stream.byte())"
        f"({draws}.of('{' '.join(words[1:])}'))))",
        "seating": f"{draws}.seating(4).join(' ')",
        "dealer": f"String({draws}.dealer(4, {str(words[-1] == 'KH').lower()}))",
        "shuffle": f"{draws}.deck({words[-1]}, PACK).join(' ')",
        "cut": f"{draws}.cut({words[-1]}, PACK).join(' ')",
    }
    assert await page.evaluate(asked[words[0]]) == value


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
async def test_the_hash_is_that_of_everybody(page: Page, length: int) -> None:
    data = bytes(number * 7 % 256 for number in range(length))
    assert await page.evaluate("bytes => hex(sha256(Uint8Array.from(bytes)))", list(data)) == (
        hashlib.sha256(data).hexdigest()
    )


# Records


async def test_contracts_are_called_what_players_are_told(page: Page) -> None:
    """Each that the page knows, also those that are seldom played."""
    words, known = words_for("en"), await page.evaluate("CONTRACTS")
    assert known == {name: contract_name(words, name) for name in known}
    games = {key.removeprefix("contract.") for key in words.keys if key.startswith("contract.")}
    assert games - known.keys() == {"auction", "open", "order", "positive", "with-trump"}
    assert await page.evaluate("'CDHS'.split('').map(suit => named('pair-8 ' + suit))") == [
        contract_name(words, "pair-8", suit) for suit in SUITS
    ]


@pytest.mark.parametrize(("preset", "players"), TABLES)
@pytest.mark.parametrize("batch", range(BATCHES))
async def test_it_finds_what_the_command_finds(
    page: Page, tmp_path: Path, batch: int, preset: str, players: int
) -> None:
    files = list(records(preset, players, batch))
    for data, found in zip(files, await brought(page, files), strict=True):
        deals, final = points(data)
        assert accepted(tmp_path, data) and found.matches, found.first
        assert found.contracts == contracts(data)
        assert found.deals == deals
        assert found.totals == (
            final or [sum(one) for one in zip(*filter(None, deals), strict=True)] or [0] * players
        )
        assert found.seal == dealing.verify(data).commitment


@pytest.mark.parametrize(("preset", "players"), TABLES)
async def test_something_else_is_done_somewhere(
    page: Page, tmp_path: Path, preset: str, players: int
) -> None:
    """Legal or not: both find the same line, where there is something to find."""
    random, files = Random(f"else {preset} {players}"), list[bytes]()
    for data in records(preset, players, "else", 8):
        lines = data.decode().splitlines()
        at = random.choice([number for number, line in enumerate(lines) if line[0].isdigit()] or [-1])
        verb = lines[at].split()[1]
        other = random.choice(
            [text for text in ACTION_TEXTS if text.startswith(verb)] * 3 + list(ACTION_TEXTS)
        )
        lines[at] = f"{lines[at].split()[0]} {other}"
        files.append("\n".join(lines).encode())
    for data, found in zip(files, await brought(page, files), strict=True):
        assert found.matches == accepted(tmp_path, data)
        assert found.line == first_wrong_line(data), found.first


CLUB: Final = sealed(make_rules("kingen-iwwa", 4, {}), 9)
WHIST: Final = sealed(make_rules("whist-walloon", 4, {"deals": "4"}), 5)

Change = Callable[[list[str]], object]


def at(lines: Sequence[str], start: str, number: int = 0) -> int:
    """Where the line is that begins so, of several the one of that number."""
    return [place for place, line in enumerate(lines) if re.match(start, line)][number]


def changed(start: str, change: Callable[[list[str]], Sequence[str]], number: int = 0) -> Change:
    """With other words in the line that begins so."""

    def carry_out(lines: list[str]) -> None:
        place = at(lines, start, number)
        lines[place] = " ".join(change(lines[place].split()))

    return carry_out


def without(start: str) -> Change:
    return lambda lines: lines.pop(at(lines, start))


def added(line: str, before: str = "deck") -> Change:
    return lambda lines: lines.insert(at(lines, before), line)


def suit_not_followed(lines: list[str]) -> None:
    """By the first who could not have played any card they held."""
    game = read("\n".join(lines).encode()).header.new_game()
    for place in range(at(lines, "deck"), len(lines)):
        if game.turn >= 0 and (refused := game.hands[game.turn] & ~game.legal()):
            lines[place] = f"{game.turn} play {CARD_NAMES[members(refused)[0]]}"
            return
        carry_out(game, lines[place])


def another_lead(lines: list[str]) -> None:
    """Not of whom the first trick belongs to."""
    place = at(lines, "deck") + 5
    seat, *action = lines[place].split()
    lines[place] = " ".join((str((int(seat) + 1) % 4), *action))


def swapped(words: list[str]) -> Sequence[str]:
    return [*words[:10], words[20], *words[11:20], words[10], *words[21:]]


BROKEN: Final[dict[str, tuple[bytes, Change]]] = {
    "two cards of a deck exchanged": (CLUB, changed("deck", swapped)),
    "cut one card further": (CLUB, changed("deck", lambda words: ["deck", *words[2:], words[1]], 1)),
    "a card twice": (CLUB, changed("deck", lambda words: [*words[:-1], words[1]])),
    "a card missing": (CLUB, changed("deck", lambda words: words[:-1])),
    "no such card": (CLUB, changed("deck", lambda words: [*words[:-1], "1H"])),
    "another first dealer": (CLUB, changed("dealer", lambda words: ["dealer", str((int(words[1]) + 1) % 4)])),
    "another secret": (CLUB, changed("# secret", lambda words: [*words[:2], words[2][::-1]])),
    "a short secret": (CLUB, changed("# secret", lambda words: [*words[:2], words[2][:-2]])),
    "no secret": (CLUB, without("# secret")),
    "no presses": (CLUB, without("# joins")),
    "a press less": (CLUB, changed("# joins", lambda words: words[:-1])),
    "presses in another order": (CLUB, changed("# joins", lambda words: [*words[:2], *words[:1:-1]])),
    "a press that is none": (CLUB, changed("# joins", lambda words: [*words[:-1], "1" * 21])),
    "another seal": (CLUB, added(f"# seal {'0' * 64}")),
    "other points": (CLUB, added("# points 1 2 3 -6")),
    "another first line": (CLUB, changed("king-record", lambda words: ["king-record", "2"])),
    "no first line": (CLUB, without("king-record")),
    "no dealer": (CLUB, without("dealer")),
    "two dealers": (CLUB, added("dealer 0")),
    "rules that nobody knows": (CLUB, changed("rules", lambda words: ["rules", "bridge"])),
    "another number of players": (CLUB, changed("players", lambda words: ["players", "6"])),
    "an option of another game": (CLUB, added("option eralash=yes")),
    "an option that is fixed": (WHIST, added("option solo-minimum=5")),
    "suit not followed": (CLUB, suit_not_followed),
    "another lead": (CLUB, another_lead),
    "a card left out": (CLUB, without("2 play")),
    "a line that is none": (CLUB, added("and so on", "1 play")),
    "a line that is no text": (CLUB, added("\udcff", "1 play")),
    "more after the end": (CLUB, lambda lines: lines.append(lines[at(lines, "deck")])),
    "cut off in a deck": (
        CLUB,
        lambda lines: lines.__setitem__(slice(place := at(lines, "deck", 3), None), [lines[place][:100]]),
    ),
    "cut off in another deck": (
        CLUB,
        lambda lines: lines.__setitem__(slice(at(lines, "deck", 3), None), ["deck 2C"]),
    ),
    "cut off in a card": (CLUB, lambda lines: lines.__setitem__(-1, lines[-1][:-1])),
    "cut off behind a seat": (CLUB, lambda lines: lines.__setitem__(-1, lines[-1][0])),
    "a bid that may not be made": (WHIST, changed("[0-3] ", lambda words: [words[0], "solo", "H", "8"])),
    "no trumps where there have to be": (CLUB, changed("[0-3] trump", lambda words: [*words[:2], "none"])),
    "nothing": (CLUB, lambda lines: lines.clear()),
}


@pytest.mark.parametrize("how", BROKEN)
async def test_a_broken_record_is_refused_by_both(page: Page, tmp_path: Path, how: str) -> None:
    whole, break_it = BROKEN[how]
    lines = whole.decode().splitlines()
    break_it(lines)
    data = "\n".join(lines).encode("utf-8", "surrogateescape")
    assert accepted(tmp_path, whole) and not accepted(tmp_path, data)
    (found,) = await brought(page, [data])
    checked = can_be_checked(data) and how not in BROKEN_OFF
    assert found.first and found.verdict == (DIFFERS if checked else UNCHECKED)
    if (line := first_wrong_line(data)) and how not in MISSING:
        assert found.line == line, found.first


MISSING: Final = ("no dealer", "nothing")
"""Where the command names the line that is there instead."""
BROKEN_OFF: Final = ("cut off in a deck", "cut off in a card", "cut off behind a seat")
"""Where the command finds that the last line breaks the rules."""


async def test_what_is_wrong_before_a_record_breaks_off_is_told(page: Page) -> None:
    lines = CLUB.decode().splitlines()
    lines[-1] = lines[-1][:-1]
    changed("# joins", lambda words: [*words[:2], *words[:1:-1]])(lines)
    (found,) = await brought(page, ["\n".join(lines).encode()])
    assert found.verdict == DIFFERS
    assert "the record is broken off here" in await page.locator("article").inner_text()


async def test_what_a_record_lacks_is_told_without_blame(page: Page) -> None:
    files = list[bytes]()
    for how in ("no secret", "a short secret", "nothing", "cut off in a card"):
        whole, break_it = BROKEN[how]
        break_it(lines := whole.decode().splitlines())
        files.append("\n".join(lines).encode())
    secret, last = at(CLUB.decode().splitlines(), "# secret") + 1, len(CLUB.splitlines())
    assert [one.first for one in await brought(page, files)] == [
        "The record has no line “# secret …” to check it by.",
        f"Line {secret}: a secret is 64 digits and letters; this has 62.",
        "Line 1: the first line is not king-record 1, so this is no record.",
        f"Line {last}: deal 10, trick 13: the record is broken off here.",
    ]
    assert await page.get_by_role("status").inner_text() == "4 of 4 cannot be checked."
    await brought(page, files[:1])
    assert await page.get_by_role("status").inner_text() == "It cannot be checked: see below."


async def test_what_is_no_fault(page: Page, tmp_path: Path) -> None:
    """A byte order mark, other line ends, an end before the game's, and what was shown."""
    lines = CLUB.decode().splitlines()
    seal, total = dealing.verify(CLUB).commitment, points(CLUB)[1] or []
    shown = [*lines[:3], f"# seal {seal.upper()}", f"# points {' '.join(map(str, total))}", *lines[3:]]
    files = [
        b"\xef\xbb\xbf" + CLUB.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf# secret " + dict(read(CLUB).comments)["secret"].encode() + b"\n" + CLUB,
        "\n".join(lines[: at(lines, "deck", 2) + 9]).encode(),
        "\n".join(lines[: at(lines, "deck")]).encode(),
        "\n".join(shown).encode(),
    ]
    for data, found in zip(files, await brought(page, files), strict=True):
        assert accepted(tmp_path, data) and found.matches, found.first


async def test_the_first_difference_is_told_with_its_deal_and_trick(page: Page) -> None:
    exchanged, passed = CLUB.decode().splitlines(), CLUB.decode().splitlines()
    changed("deck", swapped, 2)(exchanged)
    place = at(passed, "deck", 3) + 6
    passed[place] = passed[place].split()[0] + " pass"
    deck, card = await brought(page, ["\n".join(one).encode() for one in (exchanged, passed)])
    line = at(exchanged, "deck", 2) + 1
    assert deck.first.startswith(f"The first difference: Line {line}: deal 3: card 10 from the top is ")
    assert deck.first.endswith("was drawn (the pack was cut).")
    assert re.match(
        rf"The first difference: Line {place + 1}: deal 4, trick 2: (Ann|Bram de Wit|Seat \d) may not “pass”",
        card.first,
    )


# Deals of the day


DAY: Final = date(2026, 11, 23)


async def pasted(page: Page, text: str) -> Told:
    await page.get_by_label("Or paste").fill(text)
    await page.get_by_role("button", name="Check").click()
    await page.locator("article").wait_for()
    (found,) = await told(page)
    return found


async def test_a_daily_secret(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    secret = Chain().secret(DAY).hex()
    assert main(["daily", str(DAY), secret]) == 0
    said = capsys.readouterr().out
    found = await pasted(page, f"{DAY} {secret}\n")
    assert found.matches and found.seal in said
    shown = await page.locator("article").inner_text()
    assert "leads to the anchor" in shown and WORLD_ANCHOR in shown and "The contract is No tricks" in shown
    assert "Colour Whist is the Walloon one" in shown and "Played is whist-walloon-deal" in said
    assert Chain().seal(DAY, DailyGame.WHIST) in shown and Chain().seal(DAY, DailyGame.WHIST) in said
    assert re.findall(r"seat \d deals", said) == re.findall(r"seat \d deals", shown)
    assert_hands(shown.partition("Colour Whist")[0], hands(DAY, DailyGame.KING, Chain().secret(DAY)))
    assert_hands(shown.partition("Colour Whist is")[2], hands(DAY, DailyGame.WHIST, Chain().secret(DAY)))


def assert_hands(shown: str, dealt: Sequence[CardSet]) -> None:
    """What the page tells of the hands is what was dealt."""
    signs = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    for seat, held in enumerate(dealt):
        line = shown.partition(f"Seat {seat}: ")[2].partition("\n")[0]
        cards = [
            rank + signs[suit]
            for suit, ranks in re.findall("([♠♥♦♣])([^♠♥♦♣]*)", line)
            for rank in ranks.split()
        ]
        assert sorted(card for card in cards if "–" not in card) == sorted(
            CARD_NAMES[one] for one in members(held)
        )


@pytest.mark.parametrize(
    ("day", "seed", "line"),
    [
        ("2026-11-24", WORLD_SEED, "It is not"),
        ("2026-11-23", bytes(32), "It is not"),
        ("2025-12-31", WORLD_SEED, "no deal"),
    ],
)
async def test_a_daily_secret_that_is_none(
    page: Page, capsys: pytest.CaptureFixture[str], day: str, seed: bytes, line: str
) -> None:
    secret = Chain(seed).secret(DAY).hex()
    assert main(["daily", day, secret]) == 1
    assert line in "".join(capsys.readouterr())
    found = await pasted(page, f"{day} {secret}")
    assert found.verdict == (DIFFERS if line == "It is not" else UNCHECKED)
    assert line.lower() in found.first
    assert "Seat 0:" not in await page.locator("article").inner_text()


@pytest.mark.parametrize(
    ("behind", "first"),
    [
        ("abcd", "A secret is 64 digits and letters; this has 4."),
        (f"{'ab' * 32}c", "A secret is 64 digits and letters; this has 65."),
        ("x" * 64, "The letters of a secret are a to f; this has others."),
        ("", "No secret stands behind the date."),
        (f"{'ab' * 32} abcd", "An anchor is 64 digits and letters; this has 4."),
        (" ".join(["ab" * 32] * 3), "Something stands behind the anchor."),
    ],
)
async def test_a_daily_secret_that_is_mistyped(page: Page, behind: str, first: str) -> None:
    found = await pasted(page, f"{DAY} {behind}\n")
    assert (found.verdict, found.first) == (UNCHECKED, first)


async def test_a_chain_of_ones_own(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    secret = Chain(bytes(32)).secret(DAY).hex()
    main(["daily", str(DAY), secret])
    (anchor,) = re.findall(r"leads to the anchor (\w+),", capsys.readouterr().out)
    assert (await pasted(page, f"{DAY} {secret} {anchor}")).matches


async def test_a_record_of_a_daily_deal(page: Page) -> None:
    draws = Dealing(Chain().secret(DAY), ())
    rules = make_rules("kingen-deal", 4, {"deal": "tricks"})
    header = Header(rules, draws.first_dealer(rules), {})
    deck = deck_item(draws.deck(0, header.new_game().pack, None))
    data = write(header, [deck], record_comments(Chain().secret(DAY), (), seats_given=True))
    assert (await pasted(page, data)).matches
    assert "Seats were given." in await page.locator("article").inner_text()


# The page itself


async def test_what_was_shown_is_compared(page: Page) -> None:
    total = points(CLUB)[1] or []
    await page.get_by_text("What you were shown, to compare with").click()
    await page.get_by_label("Seal", exact=True).fill(dealing.verify(CLUB).commitment)
    await page.get_by_label("Points at the end").fill(", ".join(map(str, total)).replace("-", "−"))
    (found,) = await brought(page, [CLUB])
    shown = await page.locator("article").inner_text()
    assert found.matches and "The seal is the one" in shown and "The points are those" in shown
    await page.get_by_label("Points at the end").fill("1 2 3 4")
    await page.get_by_role("button", name="Check").click()
    await page.locator(".bad.first").wait_for()
    (found,) = await told(page)
    assert "the points come to" in found.first
    await page.get_by_label("Points at the end").fill("")
    await page.get_by_label("Seal", exact=True).fill("0" * 64)
    await page.get_by_role("button", name="Check").click()
    await page.get_by_text("the seal of the secret is another").wait_for()


async def test_files_are_dropped(page: Page) -> None:
    await page.evaluate(
        """text => {
            const dropped = new DataTransfer();
            dropped.items.add(new File([text], "one.king"));
            dropped.items.add(new File([text.replace("dealer", "leader")], "two.king"));
            dropped.items.add(new File([text + "deck 2C"], "three.king"));
            document.dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, cancelable: true}));
        }""",
        CLUB.decode(),
    )
    await page.locator("article").nth(2).wait_for()
    assert [(one.name, one.verdict) for one in await told(page)] == [
        ("one.king", MATCHES),
        ("two.king", UNCHECKED),
        ("three.king", DIFFERS),
    ]
    status = await page.get_by_role("status").inner_text()
    assert status == "1 of 3 do not match. 1 of 3 cannot be checked."


async def test_it_is_used_by_keyboard_and_told_aloud(page: Page) -> None:
    names = list[str]()
    for _ in range(4):
        await page.keyboard.press("Tab")
        names.append(await page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert names == ["files", "text", "SUMMARY", "BUTTON"]
    await page.keyboard.press("Enter")
    status = page.get_by_role("status")
    await asyncio.wait_for(status.get_by_text("Choose a record").wait_for(), 5)
    await page.get_by_label("Or paste").fill(CLUB.decode())
    await page.get_by_label("Or paste").press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await status.get_by_text("It matches.").wait_for()
    assert await page.get_by_role("heading", level=2, name="What was pasted").count() == 1
    assert await page.get_by_role("columnheader").all_inner_texts() == [
        "Deal",
        "Ann",
        "Bram de Wit",
        "Seat 2",
        "Seat 3",
    ]
    assert await page.get_by_role("rowheader").count() == 11


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_fits_a_phone_and_can_be_read(browser: Browser, scheme: Any) -> None:
    """Nothing is wider than the screen, and every text stands out from what it lies on (WCAG 2.2, 1.4.3)."""
    for viewport in (PHONE, WIDE):
        page = await browser.new_page(viewport=viewport, color_scheme=scheme)
        await page.goto(PAGE.as_uri())
        await brought(
            page, [sealed(make_rules("kingen", 5, {}), 1), CLUB, CLUB[:-300] + b"\n0 pass", b"hello"]
        )
        for summary in await page.locator("summary").all():
            await summary.click()
        assert await page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
        assert await page.evaluate(FAINT) == []
        await page.close()


FAINT: Final = """(() => {
    const light = color => color.match(/[0-9.]+/g).slice(0, 3).map(one => one / 255)
        .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
    const under = one => {
        const color = getComputedStyle(one).backgroundColor;
        return color === "rgba(0, 0, 0, 0)" ? under(one.parentElement) : color;
    };
    return [...document.querySelectorAll("body *")].filter(one => one.checkVisibility()
        && [...one.childNodes].some(child => child.nodeType === 3 && child.data.trim())).filter(one => {
        const [a, b] = [light(getComputedStyle(one).color), light(under(one))];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
    }).map(one => one.outerHTML.slice(0, 80));
})()"""


async def test_nothing_but_what_is_written_there_may_run() -> None:
    """The policy allows this script and this style by their hashes, and no request at all."""
    text = PAGE.read_text("utf-8")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    hashes = {
        tag: base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        for tag, body in re.findall(r"<(script|style)>(.*?)</\1>", text, re.DOTALL)
    }
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{hashes['script']}'; style-src 'sha256-{hashes['style']}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    assert not re.findall(r"https?:|import|fetch\(|\bon\w+=|style=|innerHTML", text.partition("<style>")[2])
    assert WORLD_ANCHOR in text
