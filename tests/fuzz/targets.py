"""Everything that reads bytes or texts of strangers, with examples to begin from and what it may refuse
with."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any, cast

from bot.dealing import Unverifiable, verify
from bot.discordkit.interactions import AboutSomethingElse, PressId, fit_for_id
from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.record import Header, RecordError, action_item, deck_item, read, write
from bot.engine.registry import make_rules, new_game
from bot.leagues import bringing
from bot.leagues.bringing import recent_nights
from bot.leagues.correction_words import import_fault
from bot.leagues.exported import results_table
from bot.leagues.model import ClubError, SeasonResult
from bot.leagues.paper.sheet import read_sheet, sums_by_players
from bot.leagues.paper.spreadsheet import SpreadsheetDefaults
from bot.leagues.paper.typed import Faulty, Known, PaperPerson, fault
from bot.leagues.reading_time import read_date, read_time
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse, one_night
from bot.leagues.season.fields import NotASeason
from bot.leagues.season.model import MEMBER, Holder
from bot.leagues.season.report import report
from bot.leagues.season.season_file import read_season
from bot.leagues.season.settings import LEGAL, SeasonSettings, read_number, read_typed
from bot.leagues.standings_words import LeagueNames, contract_words, names_of
from bot.leagues.ui.results import events_of
from bot.nights.seating.model import NoPlan
from bot.nights.seating.request_reader import read_request
from bot.nights.seating.seat import seat
from bot.people.quiet_hours import find_zone, near_zones
from bot.people.settings import Preferences
from bot.replays.replay import LARGEST, FaultyRecord, read_file
from bot.replays.ui.panel import VALUES, ReplayLook
from bot.stats.ui.desk import BoardView, CardsView, PairView, PersonView, RecordsView
from bot.stats.words import read_month
from bot.tables.model import name_key
from bot.tournaments.tournament_file import read_tournament
from bot.tournaments.tournament_file import report as report_tournament
from bot.words.catalogue import clean, in_text, quoted, tidy, words_for
from tests.leagues.whole_file import WHOLE_FILE
from tests.tournaments.whole_tournament import WHOLE_TOURNAMENT

HOLE = b"@@"
"""Where, in a frame, something long is put."""
NOBODY = Known(())
ORIGIN = SpreadsheetDefaults("Europe/Brussels", date(2026, 9, 1), "1", SeasonSettings())
GAMES = sums_by_players("kingen", {})
CONTRACTS = contract_words(words_for("nl"), GAMES)
EVERYBODY = Known(tuple(PaperPerson(Holder(MEMBER, f"m{at}"), f"Joséphine {at}") for at in range(300)))
TODAY = date(2026, 9, 1)
TYPED = 4000
"""What a field of a form takes (https://discord.com/developers/docs/components/reference)."""
VIEWS = (
    (ReplayLook.read, VALUES),
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
    frames: tuple[bytes, ...] = ()
    """With a hole in each, for what is made longer and longer; the whole may be a hole too."""
    rows: tuple[Callable[[int], bytes], ...] = ()
    """What has so many of something."""

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
        if len(found.values) != count:
            continue
        try:
            read_values(found.values)
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


def date_typed(text: str) -> object:
    """A night's date and its time of day."""
    try:
        return read_date(text, TODAY, words_for("nl"))
    except ClubError:
        return read_time(text)


def setting(text: str) -> object:
    """What is typed for each setting of a season."""
    return [read_typed(one, text) for one in LEGAL], read_number(text)


def as_table(data: bytes) -> object:
    """The results of a season file, as somebody downloads them."""
    season = read_season(data)
    results = [SeasonResult(game, void=False, events=0, names={}) for game in season.games]
    return results_table(LeagueNames(words_for("nl"), names_of(season), shown=str), season, results)


def one_night_of(data: bytes) -> object:
    """What the first night of a season file came to."""
    season = read_season(data)
    course = SeasonCourse(season, corrected(season))
    return one_night(course, course.held[0].id) if course.held else None


def told_again(text: str) -> object:
    """What a fault repeats of a file, in a sentence."""
    return import_fault(words_for("nl"), fault("file-shape", where=text)), quoted(text), name_key(text)


def whole_file(**parts: object) -> bytes:
    return json.dumps({**WHOLE_FILE, **parts}).encode()


def many_people(count: int) -> bytes:
    """As members and nights, each of which they have missed."""
    members = [{"id": f"u{at}", "name": f"Ann {at}", "joined": "2026-01-01"} for at in range(count)]
    game = {**WHOLE_FILE["games"][0], "seats": [{"player": f"u{at}", "points": 0} for at in (1, 2, 3)]}
    return whole_file(members=[*WHOLE_FILE["members"], *members[6:]], games=[game], byes=[], corrections=[])


def many_games(count: int) -> bytes:
    games = [{**WHOLE_FILE["games"][0], "id": f"g{at}"} for at in range(count)]
    return whole_file(games=games, corrections=[])


def many_nights(count: int) -> bytes:
    """Of one date."""
    more = [{"id": f"d{at}", "date": "2026-09-01"} for at in range(count)]
    return whole_file(nights=[*WHOLE_FILE["nights"], *more])


def many_of_one_game(count: int) -> bytes:
    """Corrections."""
    made = {"at": "2026-09-09T08:00:00Z", "by": "u1", "reason": "", "do": "points", "game": "g1"}
    points = [seat["points"] for seat in WHOLE_FILE["games"][0]["seats"]]
    return whole_file(corrections=[{**made, "id": f"c{at}", "points": points} for at in range(count)])


def many_games_and_nights(count: int) -> bytes:
    nights = [{"id": f"d{at}", "date": "2026-09-01"} for at in range(count)]
    games = [{**WHOLE_FILE["games"][0], "id": f"g{at}", "night": f"d{at}"} for at in range(count)]
    return whole_file(nights=nights, games=games, byes=[], corrections=[])


def many_of_one_night(count: int) -> bytes:
    """People, no two of whom have as many points."""
    members = [{"id": f"u{at}", "name": f"Ann {at}", "joined": "2026-01-01"} for at in range(count)]
    game = {**WHOLE_FILE["games"][0], "sum": None}
    games = [
        {
            **game,
            "id": f"g{at}",
            "seats": [{"player": f"u{at + one}", "points": at + one} for one in range(3)],
        }
        for at in range(0, count - 2, 3)
    ]
    nights = [{"id": "n1", "date": "2026-09-01"}]
    return whole_file(members=members, nights=nights, games=games, byes=[], corrections=[])


def many_adjustments(count: int) -> bytes:
    """Of one member."""
    made = {"at": "2026-09-09T08:00:00Z", "by": "u1", "reason": "", "do": "adjust", "player": "u1"}
    return whole_file(
        corrections=[{**made, "id": f"c{at}", "value": f"1/{2 + at % 40}"} for at in range(count)]
    )


def many_rows(count: int) -> bytes:
    return b"Date;Game;Player;Points\n" + b"".join(
        b"2026-09-08;%d;Ann %d;%d\n" % (at // 4, at % 4, at % 4 - 1) for at in range(count)
    )


def many_totals(count: int) -> bytes:
    return b"Name;Total\n" + b"".join(b"Ann %d;%d\n" % (at, at) for at in range(count))


def many_deals(count: int) -> bytes:
    return b"".join(b"%d 0 0 0 0\n" % at for at in range(count))


def many_met(count: int) -> bytes:
    people = [f"u{at}" for at in range(count + 1)]
    night = {"players": people[:8], "rounds": 2, "mode": "random", "remainder": "robots", "seed": "7"}
    return json.dumps({**night, "history": [[people[0], one, 1] for one in people[1:]]}).encode()


def many_entrants(count: int) -> bytes:
    people = [{"id": f"u{at}", "team": f"t{at // 4}"} for at in range(count)]
    return json.dumps(WHOLE_TOURNAMENT | {"people": people, "byes": [], "withdrawn": []}).encode()


def many_rounds(count: int) -> bytes:
    game = {**WHOLE_TOURNAMENT["games"][0], "seats": [{"player": f"u{at}", "points": at} for at in (1, 2, 3)]}
    games = [{**game, "id": f"g{at}", "round": at} for at in range(1, count + 1)]
    final = {"rounds": count}
    others = {"byes": [], "withdrawn": [], "stages": [final], "games": games}
    return json.dumps(WHOLE_TOURNAMENT | others).encode()


def many_stages(count: int) -> bytes:
    stages = [{"rounds": 1, "cut": 2}] * count + [{"rounds": 1}]
    return json.dumps(
        WHOLE_TOURNAMENT | {"stages": stages, "byes": [], "withdrawn": [], "games": []}
    ).encode()


SEASON = json.dumps(WHOLE_FILE).encode()
SEASON_FRAMES = (
    b'{"@@": 1}',
    SEASON.replace(b'"Ann"', b'"@@"', 1),
    SEASON.replace(b'"name": "Jan"', b'"name": "Jan", "@@": 0', 1),
    SEASON.replace(b'"season": 1', b'"season": @@', 1),
    SEASON.replace(b'"typing error"', b'"@@"', 1),
    SEASON.replace(b'"1/2"', b'"@@/2"', 1),
)
TOURNAMENT = json.dumps(WHOLE_TOURNAMENT).encode()
TOURNAMENT_FRAMES = (
    TOURNAMENT.replace(b'"Ann"', b'"@@"', 1),
    TOURNAMENT.replace(b'"text"', b'"@@"', 1),
    TOURNAMENT.replace(b'"rounds": 1', b'"rounds": @@', 1),
    TOURNAMENT.replace(b'"-1/2"', b'"-1/@@"', 1),
)
CSV = (
    b"Date;Game;Player;Points\r\n2026-09-08;1;Ann;4\r\n2026-09-08;1;Bram;-4\r\n",
    b"\xef\xbb\xbfname,total\n=1+1,3\n@x,-3\n",
    "Дата\tИгрок\n1.2.26\tИван\n".encode("utf-16"),
)
SHEET = b"Ann Bram Chlo\xc3\xa9 Dirk\nhearts 1 2 3 7\n0 1 0 0\n"
RECORD_FRAMES = (
    record().replace(b"Bram", HOLE, 1),
    record().replace(b"rules", b"# sat 0 0 1 x person " + HOLE + b"\nrules", 1),
    record() + b"0 " + HOLE,
)
PRESSES = (
    b"hh:act:7:41:play QH",
    b"hh:stats-person:s7:0:0:kingen:-:-:deals:0",
    b"hh:replay:7:0:on:0:0:t-0",
)
SEATING = json.dumps(
    {"players": list("abcdefgh"), "rounds": 2, "mode": "random", "remainder": "robots", "seed": "7"}
).encode()

TARGETS = (
    Target(
        "season",
        lambda data: [*report(read_season(data))],
        (SEASON,),
        (NotASeason,),
        frames=SEASON_FRAMES,
        rows=(many_people, many_games, many_adjustments),
    ),
    Target(
        "tournament",
        lambda data: [*report_tournament(read_tournament(data))],
        (TOURNAMENT,),
        (NotASeason,),
        frames=TOURNAMENT_FRAMES,
        rows=(many_entrants, many_rounds, many_stages),
    ),
    Target(
        "brought",
        lambda data: bringing.opened("x.json", data, EVERYBODY, ORIGIN),
        (SEASON,),
        (Faulty,),
        frames=SEASON_FRAMES,
        rows=(many_people, many_games, many_adjustments),
    ),
    Target(
        "log", lambda data: events_of(read_season(data)), (SEASON,), (NotASeason,), rows=(many_of_one_game,)
    ),
    Target(
        "nights to report of",
        lambda data: recent_nights(read_season(data).nights, TODAY),
        (SEASON,),
        (NotASeason,),
        rows=(many_nights,),
    ),
    Target("results as a table", as_table, (SEASON,), (NotASeason,), rows=(many_games_and_nights,)),
    Target("one night", one_night_of, (SEASON,), (NotASeason,), rows=(many_of_one_night,)),
    Target(
        "spreadsheet",
        lambda data: bringing.opened("x.csv", data, EVERYBODY, ORIGIN),
        CSV,
        (Faulty,),
        frames=(CSV[0] + b"2026-09-08;1;@@;4\n", b"@@;Points\nAnn;1\n", b'Name;Points\n"@@";1\n'),
        rows=(many_rows, many_totals),
    ),
    Target("record", read, (record(),), (RecordError,), frames=RECORD_FRAMES),
    Target("replayed", read_file, (record(),), (FaultyRecord,), LARGEST, RECORD_FRAMES),
    Target("verified", verify, (record(),), (RecordError, Unverifiable), frames=RECORD_FRAMES),
    Target(
        "sheet",
        of_text(lambda text: read_sheet(text, EVERYBODY, GAMES, CONTRACTS)),
        (SHEET,),
        (Faulty,),
        TYPED,
        (b"Ann Bram Chlo\xc3\xa9 Dirk\n@@ 1 2 3 7\n", b"Ann Bram\n1 @@"),
        (many_deals,),
    ),
    Target(
        "date", of_text(date_typed), (b"24 november", b"20:30"), (ClubError,), TYPED, (b"24 @@", b"20:@@")
    ),
    Target("month", of_text(lambda text: read_month(text, "nl", TODAY)), (b"maart 2026",), longest=TYPED),
    Target("setting", of_text(setting), (b"90 60 30 0; 5/2", b"wins, best_night"), longest=TYPED),
    Target("told again", of_text(told_again), (b"games[3].seats",)),
    Target("press", of_text(press), PRESSES, longest=TYPED),
    Target("locale", of_text(words), (b"nl", b"pt-BR", b"zh_Hans-CN"), longest=TYPED),
    Target("zone", of_text(zone), (b"Europe/Brussels", b"UTC+2", b"../../etc/passwd"), (ClubError,), TYPED),
    Target("name", of_text(name), ("Ann \u202e **x** <@1>".encode(),), longest=TYPED),
    Target("preferences", stored, (b'{"language": "nl", "quiet": [22, 7, "UTC"]}',)),
    Target(
        "seating",
        lambda data: seat(read_request(data)),
        (SEATING,),
        (NoPlan, NotASeason),
        frames=(SEATING.replace(b'"a"', b'"@@"'), SEATING.replace(b'"rounds": 2', b'"rounds": @@')),
        rows=(many_met,),
    ),
)
