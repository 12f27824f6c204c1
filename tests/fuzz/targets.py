"""Everything that reads bytes or texts of strangers, with examples to begin from and what it may refuse
with."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any, cast

from bot.clubs import bringing
from bot.clubs.errors import ClubError
from bot.clubs.paper.errors import Faulty
from bot.clubs.paper.names import Known
from bot.clubs.paper.sheet import read_sheet
from bot.clubs.paper.spreadsheet import Origin
from bot.clubs.paper.sums import sums_by_players
from bot.dealing import Unverifiable, verify
from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.header import Header
from bot.engine.record import RecordError, action_item, deck_item, read, write
from bot.engine.registry import make_rules, new_game
from bot.leagues.errors import NotASeason
from bot.leagues.season_reader import read_season
from bot.leagues.settings import Settings
from bot.nights.seating.errors import NoPlan
from bot.nights.seating.request_reader import read_request
from bot.people.preferences import Preferences
from bot.people.zones import find_zone, near_zones
from bot.replays.of_file import LARGEST, FaultyRecord, read_file
from bot.ui.discord.press_ids import AboutSomethingElse, PressId, fit_for_id
from bot.ui.replay.look import VALUES, Look
from bot.ui.stats.asked import BoardView, CardsView, PairView, PersonView, RecordsView
from bot.words.catalogue import words_for
from bot.words.names import clean, in_text, tidy
from tests.leagues.whole_file import WHOLE_FILE

NOBODY = Known(())
ORIGIN = Origin("Europe/Brussels", date(2026, 9, 1), "1", Settings())
GAMES = sums_by_players("kingen", {})
TYPED = 4000
"""What a field of a form takes (https://discord.com/developers/docs/components/reference)."""
VIEWS = (
    (Look.read, VALUES),
    *((view.read, view.VALUES) for view in (PersonView, BoardView, PairView, RecordsView, CardsView)),
)


@dataclass(frozen=True)
class Target:
    """Something that reads. ``refusals`` are what it says of what it does not take; nothing else may come."""

    name: str
    read: Callable[[bytes], object]
    examples: tuple[bytes, ...]
    refusals: tuple[type[Exception], ...] = ()
    longest: int | None = None
    """Bytes or characters that it is given at most: Discord brings no more, or nobody reads on."""

    def survives(self, data: bytes) -> bool:
        """Read it; whether it was taken. Raises what is no refusal."""
        try:
            self.read(data[: self.longest])
        except self.refusals:
            return False
        return True

    def __repr__(self) -> str:
        return self.name


def of_text(read_text: Callable[[str], object]) -> Callable[[bytes], object]:
    """What reads texts: any characters that JSON can bring, halves of pairs too."""
    return lambda data: read_text(data.decode("utf-8", "surrogatepass" if is_text(data) else "replace"))


def is_text(data: bytes) -> bool:
    """Whether it is UTF-8, perhaps with halves of surrogate pairs."""
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def record() -> bytes:
    """A record of some deals played by chance."""
    rules, random = make_rules("kingen", 4, {}), Random(3)
    game, items = new_game(rules, 0), list[str]()
    while game.turn != OVER and len(items) < 60:
        if game.turn == AWAITS_DECK:
            deck = list(members(game.pack))
            random.shuffle(deck)
            game.deal(deck)
            items.append(deck_item(deck))
        else:
            seat, action = game.turn, random.choice(members(game.legal()))
            game.apply(action)
            items.append(action_item(seat, action))
    header = Header(rules, 0, {0: "Ann", 1: "Bram", 2: "Chloé", 3: "Dirk"})
    return write(header, items, [("secret", "00" * 32), ("joins", "1 2 3")]).encode()


def press(text: str) -> object:
    """A custom id, read as far as handlers do."""
    found = PressId.parse(text)
    if found is None:
        return fit_for_id(text, 20)
    for read_values, count in VIEWS:
        try:
            read_values(found.taking(count))
        except AboutSomethingElse:
            continue
    return str(found) if len(text) <= 60 else None


def words(text: str) -> object:
    """A locale, as Discord might tell one some day."""
    return words_for(text[:40])("lobby.ready") if text else None


def zone(text: str) -> object:
    """A time zone that is typed."""
    return find_zone(text) or near_zones(text)


def stored(data: bytes) -> object:
    """What was stored of somebody's preferences by another version, or by nobody of ours."""
    try:
        kept: object = json.loads(data)
    except (ValueError, RecursionError):  # the store's own text is JSON
        return None
    return Preferences.read(cast(dict[str, Any], kept)) if isinstance(kept, dict) else None


def name(text: str) -> object:
    """What somebody is called."""
    return tidy(text), clean(text, "0042"), in_text(clean(text, "0042"))


SEASON = json.dumps(WHOLE_FILE).encode()
CSV = (
    b"Date;Game;Player;Points\r\n2026-09-08;1;Ann;4\r\n2026-09-08;1;Bram;-4\r\n",
    b"\xef\xbb\xbfname,total\n=1+1,3\n@x,-3\n",
    "Дата\tИгрок\n1.2.26\tИван\n".encode("utf-16"),
)
SHEET = b"Ann Bram Chlo\xc3\xa9 Dirk\nhearts 1 2 3 7\n0 1 0 0\n"
PRESSES = (
    b"hh:act:7:41:play QH",
    b"hh:stats-person:s7:0:0:kingen:-:-:deals:0",
    b"hh:replay:7:0:on:0:0:t-0",
)
SEATING = json.dumps(
    {"players": list("abcdefgh"), "rounds": 2, "mode": "random", "remainder": "robots", "seed": "7"}
).encode()

TARGETS = (
    Target("season", read_season, (SEASON,), (NotASeason,)),
    Target("brought", lambda data: bringing.opened("x.json", data, NOBODY, ORIGIN), (SEASON,), (Faulty,)),
    Target("spreadsheet", lambda data: bringing.opened("x.csv", data, NOBODY, ORIGIN), CSV, (Faulty,)),
    Target("record", read, (record(),), (RecordError,)),
    Target("replayed", read_file, (record(),), (FaultyRecord,), LARGEST),
    Target("verified", verify, (record(),), (RecordError, Unverifiable)),
    Target("sheet", of_text(lambda text: read_sheet(text, NOBODY, GAMES, {})), (SHEET,), (Faulty,), TYPED),
    Target("press", of_text(press), PRESSES, longest=TYPED),
    Target("locale", of_text(words), (b"nl", b"pt-BR", b"zh_Hans-CN"), longest=TYPED),
    Target("zone", of_text(zone), (b"Europe/Brussels", b"UTC+2", b"../../etc/passwd"), (ClubError,), TYPED),
    Target("name", of_text(name), ("Ann \u202e **x** <@1>".encode(),), longest=TYPED),
    Target("preferences", stored, (b'{"language": "nl", "quiet": [22, 7, "UTC"]}',)),
    Target("seating", read_request, (SEATING,), (NoPlan,)),
)
