"""Records that are broken, unfinished or nobody's, and some that are fine in spite of how they look."""

from __future__ import annotations

from dataclasses import dataclass

from tests.stats.reference.games import game_record


@dataclass(frozen=True)
class Odd:
    """A record that is not as it should be; ``error`` is the code of notation.md, None where it is not broken
    but does not count."""

    data: bytes
    error: str | None


def broken(seed: int = 0) -> dict[str, Odd]:
    """A record of each kind that is wrong, each but for one fault a finished game of people who are asked for
    in others too."""
    names = {0: "Ann", 1: "Bob", 2: "Zoë", 3: "Jan de Vries"}
    lines = game_record("kingen", 4, "trump-choice=dealer", seed, names).decode().splitlines()
    deck = next(place for place, line in enumerate(lines) if line.startswith("deck"))
    head, items = lines[:deck], lines[deck:]
    first, second = items[1], items[2]
    hand = items[0].split()

    def but(place: int, *instead: str) -> list[str]:
        """The record with an item replaced."""
        return [*head, *items[:place], *instead, *items[place + 1 :]]

    def without(word: str) -> list[str]:
        return [line for line in lines if not line.startswith(word)]

    def header(old: str, new: str) -> list[str]:
        return [line.replace(old, new) if line in head else line for line in lines]

    seat = int(first.split()[0])
    faults: dict[str, tuple[list[str], str]] = {
        "no-first-line": (without("king-record"), "syntax"),
        "other-version": (header("king-record 1", "king-record 2"), "syntax"),
        "no-rules": (without("rules"), "syntax"),
        "no-players": (without("players"), "syntax"),
        "no-dealer": (without("dealer"), "syntax"),
        "two-dealers": ([*head, "dealer 0", *items], "syntax"),
        "no-keyword": ([*head, "colour blue", *items], "syntax"),
        "name-without-seat": ([*head, "name", *items], "syntax"),
        "name-of-no-seat": ([*head, "name 4 Eve", *items], "syntax"),
        "two-names-of-a-seat": ([*head, "name 0 Eve", *items], "syntax"),
        "no-header": (items, "syntax"),
        "unknown-rules": (header("rules kingen", "rules kings"), "unknown-rules"),
        "unknown-option": ([*head, "option sale=yes", *items], "bad-option"),
        "bad-value": ([*head, "option order=any", *items], "bad-option"),
        "six-players": (header("players 4", "players 6"), "bad-option"),
        "dealer-outside": (
            [*(line for line in head if not line.startswith("dealer")), "dealer 4", *items],
            "bad-option",
        ),
        "first-fault-counts": ([head[0], "rules kings", "players six", *head[4:], *items], "unknown-rules"),
        "unknown-card": (but(0, " ".join([*hand[:-1], "1S"])), "bad-deck"),
        "short-deck": (but(0, " ".join(hand[:-1])), "bad-deck"),
        "repeated-card": (but(0, " ".join([*hand[:-1], hand[1]])), "bad-deck"),
        "action-before-deck": ([*head, *items[1:]], "not-your-turn"),
        "deck-in-play": (but(1, items[0]), "not-your-turn"),
        "other-seat": (but(1, f"{(seat + 1) % 4} {first.split(None, 1)[1]}"), "not-your-turn"),
        "seat-outside": (but(1, "7 play 2C"), "not-your-turn"),
        "card-twice": (but(2, f"{second.split()[0]} {first.split(None, 1)[1]}"), "illegal-action"),
        "nonsense": (but(1, f"{seat} dance"), "illegal-action"),
        "no-action": (but(1, f"{seat}"), "syntax"),
        "no-seat": (but(1, "play 2C"), "syntax"),
        "name-too-late": ([*lines, "name 0 Ann"], "syntax"),
        "illegal-before-syntax": ([*but(1, f"{seat} dance"), "nothing at all"], "illegal-action"),
        "goes-on": ([*lines, items[0]], "game-over"),
        "goes-on-with-a-card": ([*lines, first], "game-over"),
        "unfinished-and-illegal": ([*head, *items[:61], f"{items[61].split()[0]} dance"], "illegal-action"),
    }
    found = {f"{name}.king": Odd(_text(lines), code) for name, (lines, code) in faults.items()}
    found["not-utf-8.king"] = Odd(_text(lines).replace(b"deck", b"deck \xff", 1), "syntax")
    found["name-not-utf-8.king"] = Odd(_text(lines).replace(b"Ann", b"\xff"), "syntax")
    return found


def name_twice(seed: int = 0) -> dict[str, bytes]:
    """Finished games at which a name has two seats."""
    twice = {0: "Ann", 2: "Bob", 3: "Ann"}
    return {
        "name-twice.king": game_record("kingen", 4, "", seed, twice),
        "name-twice-whist.king": game_record("whist-walloon", 4, "deals=4", seed, twice),
    }


def uncounted(seed: int = 0) -> dict[str, bytes]:
    """Records with nothing wrong that are no finished game: they count for nothing, and are no errors."""
    names = {0: "Ann", 1: "Bob", 2: "Zoë", 3: "Eve"}
    king = game_record("denexa-king", 4, "", seed, names).decode().splitlines()
    whist = game_record("whist-walloon", 4, "deals=4", seed, names).decode().splitlines()
    deck = next(place for place, line in enumerate(king) if line.startswith("deck"))
    return {
        "header-only.king": _text(king[:deck]),
        "one-deck.king": _text(king[: deck + 1]),
        "one-card-missing.king": _text(king[:-1]),
        "half.king": _text(king[: len(king) // 2]),
        "cut-short.king": _text([*whist[:1], "# cut short", *whist[1 : len(whist) * 3 // 4]]),
        "half-whist.king": _text(whist[: len(whist) // 2]),
        "nameless.king": game_record("kingen", 3, "", seed, {}),
    }


def fine(seed: int = 0) -> tuple[bytes, dict[str, bytes]]:
    """A finished game, and the same one as others might write it."""
    names = {0: "Ann", 1: "Bob", 2: "Zoë", 3: "Jan de Vries"}
    plain = game_record("russian-king-orders", 4, "", seed, names)
    text = plain.decode()
    lines = text.splitlines()
    deck = next(place for place, line in enumerate(lines) if line.startswith("deck"))
    head, items = lines[1:deck], lines[deck:]
    return plain, {
        "crlf.king": text.replace("\n", "\r\n").encode(),
        "byte-order-mark.king": b"\xef\xbb\xbf" + plain,
        "header-in-another-order.king": _text([lines[0], *reversed(head), *items]),
        "comments.king": _text(
            [lines[0], "", "# secret 00", *(f"{line}  # so" for line in lines[1:]), "# the end"]
        ),
        "who-sat-where.king": _text([*lines, "# sat 0 0 100 someone", "# sat 0 100 - robot easy"]),
        "no-last-line-end.king": plain.rstrip(b"\n"),
    }


def _text(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()
