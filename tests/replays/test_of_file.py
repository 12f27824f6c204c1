"""Records that people bring: read, or refused with the line and the reason."""

from __future__ import annotations

from time import process_time

import pytest

from bot.engine.cards import CARD_NAMES
from bot.engine.errors import ERROR_KINDS, RuleViolation
from bot.engine.record import write
from bot.replays.replay import FAULTS, LARGEST, SOMEBODY, FaultyRecord, ReplayMoment, read_file
from bot.replays.words import OWN_WORDS, record_fault
from bot.tables.model import Seat
from bot.words.catalogue import languages, words_for
from tests.replays.games import TABLES, header, inputs, record

GOOD = record()
LINES = GOOD.decode().split("\n")
FIRST = next(place for place, line in enumerate(LINES) if line.startswith("deck"))


def with_line(place: int, text: str) -> bytes:
    """The good file with another line, counted from 0."""
    return "\n".join([*LINES[:place], text, *LINES[place + 1 :]]).encode()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_was_played_is_read(name: str, players: int) -> None:
    opened = read_file(record(name, players, seed=4))
    assert opened.items == tuple(inputs(name, players, 4))
    assert [seat.name for seat in opened.seats(ReplayMoment(0))] == [
        "Ann",
        "Bram",
        "Chloé",
        "Dmitri",
        "Eveline",
    ][:players]


def test_forms_of_a_file_that_mean_the_same() -> None:
    dressed = b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"   # so\r\n")
    assert read_file(dressed).items == read_file(GOOD).items


def test_a_file_that_stops_in_the_middle() -> None:
    opened = read_file(record(most=20))
    assert len(opened.deals) == 1 and opened.deals[0].result is None and opened.deals[0].plies == 19


def test_who_sat_where_is_read_from_comments() -> None:
    told = b"# sat 2 0 57 person Cees\n#  sat 2 57 61 robot Alma\n# sat 2 61 - person Eva van\xc2\xa0Dam\n"
    broken = (
        b"# sat x 0 1 person A\n# sat 1 0\n# sat 1 0 - cat B\n# sat 9 0 - person C\n# sat 1 z - person D\n"
    )
    head, deck, rest = GOOD.partition(b"deck")
    opened = read_file(head + told + broken + deck + rest)
    assert opened.seats(ReplayMoment(0))[2] == Seat("Cees", SOMEBODY, "")
    assert opened.seats(ReplayMoment(1, 5))[2] == Seat("Alma", None, "")
    assert (
        opened.seats(ReplayMoment(3))[2].name == "Eva van Dam"
        and opened.seats(ReplayMoment(3))[1].name == "Bram"
    )


def test_a_seat_without_a_name() -> None:
    nameless = write(header("kingen", 4), inputs("kingen", 4, 1)).replace("name 1 Bram\n", "").encode()
    assert read_file(nameless).seats(ReplayMoment(0))[1] == Seat("", SOMEBODY, "")


def deck(cards: str) -> bytes:
    return with_line(FIRST, f"deck {cards}")


CARDS = LINES[FIRST].split()[1:]
BAD = {
    "empty file": (b"", "no-record", 0, ""),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "no-record", 0, ""),
    "a text": (b"Dear all,\nhere is my game.\n", "no-record", 0, ""),
    "a season": (b'{"season": 1}', "no-record", 0, ""),
    "an item first": (b"deck 2C 3C\n", "no-record", 0, ""),
    "a later version": (with_line(0, "king-record 2"), "other-version", 1, ""),
    "no game": ("\n".join(LINES[:FIRST]).encode(), "empty", 0, ""),
    "no players": (with_line(2, ""), "no-header", FIRST + 1, ""),
    "nothing but the first line": (b"king-record 1\n", "no-header", 2, ""),
    "unknown rules": (with_line(1, "rules poker"), "unknown-rules", 2, ""),
    "too many players": (with_line(2, "players 9"), "bad-option", 3, ""),
    "a line that is none": (with_line(FIRST + 9, "hello"), "syntax", FIRST + 10, ""),
    "bytes that are no text": (
        GOOD.replace(b"king-record 1\n", b"king-record 1\n\xff\xfe\n"),
        "syntax",
        2,
        "",
    ),
    "too few cards": (deck(" ".join(CARDS[1:])), "bad-deck", FIRST + 1, "wrong-number"),
    "a card twice": (deck(" ".join([*CARDS[1:], CARDS[1]])), "bad-deck", FIRST + 1, "repeated-card"),
    "a card there is not": (deck(" ".join([*CARDS[1:], "XX"])), "bad-deck", FIRST + 1, "unknown-card"),
    "another's turn": (with_line(FIRST + 1, "0 play 2C"), "not-your-turn", FIRST + 2, ""),
    "no deck": (with_line(FIRST, ""), "not-your-turn", FIRST + 2, ""),
    "after the end": (GOOD + b"0 play 2C\n", "game-over", len(LINES), ""),
    "no such action": (with_line(FIRST + 1, "1 dance"), "illegal-action", FIRST + 2, "not-a-choice"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_said_with_its_line(case: str) -> None:
    data, kind, line, reason = BAD[case]
    with pytest.raises(FaultyRecord) as refused:
        read_file(data)
    assert (refused.value.kind, refused.value.line, refused.value.reason) == (kind, line, reason)


def test_a_card_that_is_not_held_and_a_suit_that_is_not_followed() -> None:
    opened, found = read_file(GOOD), set[str]()
    state = opened.at(ReplayMoment(0, 1))
    seat, hand, could = (
        state.view(None).turn,
        state.hands[state.view(None).turn],
        state.view(state.view(None).turn),
    )
    for card, name in ((card, name) for card, name in enumerate(CARD_NAMES) if not could.legal >> card & 1):
        with pytest.raises(FaultyRecord) as refused:
            read_file(with_line(FIRST + 2, f"{seat} play {name}"))
        assert refused.value.line == FIRST + 3 and refused.value.kind == "illegal-action"
        assert (refused.value.reason == "not-in-hand") == (not hand >> card & 1)
        found.add(refused.value.reason)
    assert found >= {"not-in-hand"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", FAULTS)
def test_every_fault_has_a_sentence_with_its_line(language: str, kind: str) -> None:
    words = words_for(language)
    told = record_fault(words, FaultyRecord(kind, 1234))
    assert told.endswith((".", "”", "»")) and "{" not in told
    if kind not in ("no-record", "empty"):
        assert words.number(1234) in told


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("reason", [*OWN_WORDS, "follow-suit", "must-trump", "king-discard"])
def test_every_reason_has_one(language: str, reason: str) -> None:
    words = words_for(language)
    kind = "bad-deck" if reason in ("wrong-number", "unknown-card", "repeated-card") else "illegal-action"
    told = record_fault(words, FaultyRecord(kind, 17, reason))
    assert "17" in told and told != record_fault(words, FaultyRecord(kind, 17))


def test_every_kind_of_the_engine_s_is_known() -> None:
    assert set(ERROR_KINDS) <= set(FAULTS)
    for kind in ERROR_KINDS:
        assert RuleViolation(kind).code == kind


def test_a_file_of_any_length_is_read_in_a_time_that_grows_as_it_does() -> None:
    """Of deals that were thrown in again and again: the largest there may be, against an eighth of it."""
    one = inputs("whist-walloon", 4, 1, passed=1)
    again = one[: next(place for place, item in enumerate(one) if place and item.startswith("deck"))]
    most = LARGEST // (len("\n".join(again)) + 1) - 1

    def seconds(times: int) -> float:
        data = write(header("whist-walloon", 4), again * times).encode()
        assert len(data) <= LARGEST
        begun = process_time()
        assert len(read_file(data).deals) >= times
        return process_time() - begun

    assert most > 500
    assert seconds(most) < 3 * 8 * min(seconds(most // 8) for _ in range(3))
