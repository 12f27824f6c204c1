"""Everything that can be drawn or painted of a table, found by looking through the program, and drawn for one
reader at a time; and what of it would tell the table's secret."""

from __future__ import annotations

import base64
import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, cast, get_args, get_type_hints

import discord

import bot
from bot.discordkit import forms, panel
from bot.discordkit.avatars import Avatars
from bot.discordkit.interactions import PressId
from bot.discordkit.load import Budget
from bot.discordkit.panel import Drawing, installs
from bot.discordkit.people import People
from bot.discordkit.postings import Outlet, Postings
from bot.engine.game import View
from bot.leagues.model import Gain, League, SeasonFacts, TableOfLeague
from bot.leagues.season.model import Night, Rating
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.service import Clubs
from bot.lessons import words as lesson_told
from bot.lessons.games import LESSONS, rules_taught
from bot.lessons.lesson import LessonStep
from bot.lessons.ui import lessons as lesson_panel
from bot.lessons.ui.lessons import LessonDrawings, LessonPlace
from bot.people.settings import Player, Preferences, ServerSettings
from bot.people.ui import preferences as preferences_panel
from bot.people.ui import server, welcome
from bot.people.ui.preferences import PreferencesPresses
from bot.people.ui.server import ServerPresses
from bot.pictures import values
from bot.pictures.painter import Painter
from bot.pictures.values import HandPicture, PodiumPicture, ScoreSheet, TablePicture, TrickPicture
from bot.robots.reasons.model import CardExplanation, CardVerdict, Fact, ReasonKind
from bot.rules import book
from bot.rules.king import examples as king_examples
from bot.rules.king import pages as king_pages
from bot.rules.registry import book_of
from bot.rules.ui import panel as rules_panel
from bot.rules.ui import presets as presets_panel
from bot.rules.ui.panel import RuleDrawings, RulesPlace
from bot.rules.ui.presets import Presets
from bot.rules.whist.auction import ranking_picture
from bot.stats.ratings import GameRating, RatingChange, RatingStore, RatingVerdict
from bot.tables import asking
from bot.tables.model import UNFINISHED, NamedPreset, State, TableFacts
from bot.tables.ports import GameProgress
from bot.tables.table import Table
from bot.tables.ui import comfort, ending_panel, footer, lobby_panel, more, questions, table_panel
from bot.tables.ui.drawings import Drawings
from bot.tables.ui.ending_panel import LeagueEnd
from bot.tables.ui.footer import CardButtons
from bot.tables.ui.messages import Messages
from bot.tables.ui.questions import Deed, Stake, TableQuestion, replacing
from bot.telling import ending, scenes
from bot.telling import why as why_telling
from bot.telling.games import king, whist_bidding
from bot.telling.games.registry import teller_of
from bot.telling.phrases import Reader, TableViewModel
from bot.words.catalogue import Words, words_for
from tests.clock import FakeClock
from tests.panels.admin_panels import ADMIN_DRAWINGS
from tests.panels.daily_panels import DAILY_DRAWINGS
from tests.panels.league_panels import LEAGUE_DRAWINGS
from tests.panels.league_papers import PAPERS
from tests.panels.league_shown import SHOWN
from tests.panels.night_after import NIGHT_AFTER
from tests.panels.night_asked import NIGHT_ASKED
from tests.panels.night_managed import NIGHT_HOME, NIGHT_MANAGED
from tests.panels.night_plans import NIGHT_PLANS
from tests.panels.night_table import NIGHT_TABLE
from tests.panels.privacy_panels import PRIVACY_DRAWINGS
from tests.panels.replay_shown import REPLAY_VALUES, REPLAYS
from tests.panels.review_shown import REVIEWS
from tests.panels.stats_shown import STATS
from tests.panels.tournament_panels import TOURNAMENT_DRAWINGS
from tests.telling.view_models import SUITS, suit_emojis

PICTURE_VALUES = {
    one
    for module in (values, values, values)
    for one in vars(module).values()
    if isinstance(one, type) and one.__module__ == module.__name__
}
URL = "https://discord.com/channels/1/2/3"
TOPICS = (
    welcome.Topic("", "All", (("rules", "Tells the rules"),)),
    welcome.Topic("table", "Tables", (("table open", "Opens a table"),)),
)
WHY_FACTS = (
    Fact(ReasonKind.RISKY, 8, 12, count=11, of=12),
    Fact(ReasonKind.CLEAN, 12, 12, count=11, of=12, instead=10),
)
PART = 6
"""So many bytes of a secret, one after the other, are no accident."""


# What there is


def modules(*named: str) -> Iterator[ModuleType]:
    """Every module of the bot in which a folder or module is called so."""
    for info in pkgutil.walk_packages(bot.__path__, "bot."):
        if set(named) & set(info.name.split(".")):
            yield importlib.import_module(info.name)


def returning(wanted: set[type], found_in: Iterable[ModuleType]) -> set[str]:
    """The full names of all public functions and methods there that by their annotation return one of these,
    by itself or in something else. What is only declared, to be written by others, is not one."""
    return {
        f"{module.__name__}.{name}"
        for module in found_in
        for name, function in _public(module)
        if _parts(get_type_hints(function).get("return"), set()) & wanted
    }


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    for name, member in vars(module).items():
        if name.startswith("_") or getattr(member, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(member):
            yield name, member
        elif inspect.isclass(member) and not getattr(member, "_is_protocol", False):
            for own, value in vars(member).items():
                inner = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
                declared = getattr(inner, "__isabstractmethod__", False)
                if inspect.isfunction(inner) and not own.startswith("_") and not declared:
                    yield f"{name}.{own}", inner


def _parts(hint: Any, seen: set[Any]) -> set[Any]:
    """Every type that a value of this type may hold."""
    if isinstance(hint, list):  # the parameters of a Callable
        for part in hint:
            _parts(part, seen)
        return seen
    if hint in seen:
        return seen
    seen.add(hint)
    for part in get_args(hint):
        _parts(part, seen)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        for part in get_type_hints(hint).values():
            _parts(part, seen)
    return seen


# What is shown


class Shown(NamedTuple):
    """What reaches somebody: all its words and names, and the bytes of its files."""

    text: str
    data: tuple[bytes, ...] = ()


def of_drawing(drawing: Drawing) -> Shown:
    """All that a message carries, also the one that is sent where emojis are refused."""
    look = json.dumps(drawing.panel.to_components(), ensure_ascii=False)
    names = [name for name, _ in drawing.files]
    text = f"{look} {names} {drawing.reader} {drawing.final} {written(drawing)}"
    data = tuple(data for _, data in drawing.files)
    if drawing.plain is None:
        return Shown(text, data)
    plain = of_drawing(drawing.plain())
    return Shown(f"{text} else {plain.text}", data + plain.data)


def of_value(value: Any) -> Shown:
    """All that a picture value holds, to the last field, whatever its repr says."""
    return Shown(_flat(value))


def _flat(value: Any) -> str:
    if is_dataclass(value) and not isinstance(value, type):
        held = ", ".join(f"{one.name}={_flat(getattr(value, one.name))}" for one in fields(value))
        return f"{type(value).__name__}({held})"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(_flat, value))}]"
    if isinstance(value, Enum) or value is None or isinstance(value, (str, int, bytes)):
        return repr(value)
    raise TypeError(f"a picture holds a {type(value).__name__}")


def written(thing: object) -> str:
    """As it would be written into a log, but for where it lies in memory."""
    return re.sub(r"\b0x[0-9a-f]+", "0x", repr(thing))


@cache
def tells(shown: Shown, secret: bytes) -> bool:
    """Whether the secret is told there, in hexadecimal, as bytes, as numbers or in base 64, or a part of
    it."""
    needles = _needles(secret)
    folded = re.sub(r"\\+", r"\\", shown.text.lower())  # each time it is quoted they double
    return (
        any(one in folded for one in needles.folded)
        or any(one in shown.text for one in needles.exact)
        or any(one in data for data in shown.data for one in needles.raw)
    )


class _Needles(NamedTuple):
    folded: tuple[str, ...]
    exact: tuple[str, ...]
    raw: tuple[bytes, ...]


@cache
def _needles(secret: bytes) -> _Needles:
    """What a part of a secret looks like in small letters, as it stands, and in a file."""
    parts = [secret[start : start + PART] for start in range(len(secret) - PART + 1)]
    numbers = [str(int.from_bytes(secret, order)) for order in ("big", "little")]
    folded = [number[start : start + 15] for number in numbers for start in range(len(number) - 14)]
    for part in parts:
        folded += [part.hex(), part.hex(" "), part.hex(":"), part[::-1].hex()]
        folded += [str(list(part))[1:-1], repr(part)[2:-1].lower()]
    encoded = [base64.b64encode(secret[start:]).decode() for start in range(3)]
    exact = [code[start : start + 8] for code in encoded for start in range(0, len(code) - 8, 4)]
    exact += [part.replace("+", "-").replace("/", "_") for part in exact]
    raw = [*parts, *(part.hex().encode() for part in parts)]
    return _Needles(tuple(set(folded)), tuple(set(exact)), tuple(raw))


# Who draws it


class _Known:
    """The people at the table as they are known, all with the same preferences."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def reader(self, user_id: int) -> Reader:
        return replace(self._reader, user_id=user_id)

    async def everybody(self, guild_id: int | None) -> Reader:
        return Reader(self._reader.words)

    async def words(self, user_id: int) -> Any:
        return self._reader.words

    async def words_of(self, interaction: Any) -> Any:
        return self._reader.words

    async def reader_of(self, interaction: Any) -> Reader:
        return await self.reader(interaction.user.id)

    async def player(self, user_id: int) -> Player:
        return Player(user_id, "somebody", dm_channel_id=user_id, preferences=self._reader.preferences)

    async def preferences(self, user_id: int) -> Preferences:
        return Preferences()

    async def met(self, interaction: Any) -> Player:
        return await self.player(interaction.user.id)

    async def settings(self, guild_id: int | None) -> ServerSettings:
        return ServerSettings()


class _NoPresets:
    """A store without any."""

    async def presets(self, guild_id: int) -> Sequence[NamedPreset]:
        return ()


class _Clubs:
    """The league that the game counts in, and what it did there."""

    def __init__(self, scene: Scene) -> None:
        self.seasons = self
        self._scene = scene

    async def of_table(self, facts: TableFacts) -> TableOfLeague:
        return self._scene.league

    async def known_as(self, league_id: int, user_id: int) -> str:
        return "1"

    async def gains(self, table_id: int) -> Sequence[Gain]:
        return self._scene.league_end.gains


class _Ratings:
    """What the game did to everybody's ratings."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    async def of_game(self, table_id: int) -> GameRating:
        people = [seat.user_id for seat in self._scene.facts.seats if seat.user_id is not None]
        before, after = Rating(25.0, 4.5), Rating(31.0, 6.0)
        return GameRating(RatingVerdict.RATED, [RatingChange(one, before, after, 5) for one in people])


class Studio:
    """What drawing takes: a painter with nothing painted yet, and what is remembered of messages."""

    def __init__(self, time: FakeClock) -> None:
        self.painter = Painter()
        client, budget = discord.Client(intents=discord.Intents(guilds=True)), Budget(time)
        postings = Postings(client, cast("Any", None), budget, time)
        self.messages = Messages(Outlet(client, budget, time, postings))

    def close(self) -> None:
        self.painter.close()


@dataclass
class Scene:
    """A table at a moment, and who looks at it: somebody seated, or with no ``user_id`` a spectator."""

    moment: str
    table: Table
    reader: Reader
    studio: Studio
    view: View | None = None
    record: bytes = b""
    hand: tuple[HandPicture, bytes] | None = None
    trick: tuple[TrickPicture, bytes] | None = None
    table_image: tuple[TablePicture, bytes] | None = None
    sheet: tuple[ScoreSheet, bytes] | None = None
    recent: tuple[ScoreSheet, bytes] | None = None
    podium: tuple[PodiumPicture, bytes] | None = None

    @classmethod
    async def of(cls, moment: str, table: Table, reader: Reader, studio: Studio) -> Scene:
        """All that its reader may be shown is looked up and painted."""
        scene = cls(moment, table, reader, studio)
        if table.facts.started_at is None:
            return scene
        scene.view = await table.view(scene.seat)
        model = scene.model
        if scene.in_deal:
            scene.table_image = await scene._painted(
                scenes.table_picture(scene.for_all(await table.view(None)))
            )
            if scene.seat is not None:
                scene.hand = await scene._painted(scenes.hand_picture(model))
        trick = scenes.trick_picture(model)
        scene.trick = None if trick is None else await scene._painted(trick)
        scene.recent = await scene._painted(scenes.recent_sheet(model))
        scene.sheet = await scene._painted(scenes.score_sheet(model, ending.final_places(scene.view)))
        if table.facts.state is State.FINISHED:
            scene.podium = await scene._painted(ending.podium(model))
        scene.record = (await table.record()).encode() if table.revealed_secret is not None else b""
        return scene

    async def _painted(self, value: Any) -> Any:
        return value, await self.studio.painter.paint(value)

    def for_all(self, view: View) -> TableViewModel:
        return TableViewModel.at(self.facts, Reader(self.reader.words), view)

    @property
    def facts(self) -> TableFacts:
        return self.table.facts

    @property
    def words(self) -> Any:
        return self.reader.words

    @property
    def seat(self) -> int | None:
        return None if self.reader.user_id is None else self.facts.seat_of(self.reader.user_id)

    @property
    def in_deal(self) -> bool:
        """Whether cards are held."""
        return self.view is not None and self.view.turn >= 0

    @property
    def model(self) -> TableViewModel:
        assert self.view is not None
        return TableViewModel.at(self.facts, self.reader, self.view)

    @property
    def look(self) -> CardButtons:
        assert self.reader.user_id is not None
        return CardButtons(self.model, own=self.table.wishes(self.reader.user_id), suits=SUITS)

    @property
    def lobby(self) -> lobby_panel.LobbyViewModel:
        return lobby_panel.LobbyViewModel(self.reader, self.facts, self.table.rules)

    @property
    def league_lobby(self) -> lobby_panel.LobbyViewModel:
        """The same, were it of a league."""
        facts = replace(self.facts, season_id=1, title=self.league.league.name)
        return replace(self.lobby, facts=facts, league=self.league)

    @property
    def evening_lobby(self) -> lobby_panel.LobbyViewModel:
        """The same, were it of an evening, some of its people being there."""
        first, *others = self.facts.seats
        seats = (replace(first, ready=True), *others)
        facts = replace(self.facts, host_id=None, seats=seats, seats_given=True, place="12.1.1.1")
        return replace(self.lobby, facts=facts)

    @property
    def people(self) -> list[int]:
        return [seat.user_id for seat in self.facts.seats if seat.user_id is not None]

    @property
    def named(self) -> NamedPreset:
        facts = self.facts
        return NamedPreset(1, "Ours", facts.preset, facts.players, facts.options, facts.pace)

    @property
    def lines(self) -> list[str]:
        """The table in a list, which names no table that is over."""
        facts = self.facts
        return [table_panel.table_line(self.words, facts, URL)] if facts.state in UNFINISHED else []

    @property
    def notes(self) -> list[str]:
        remarks = self.studio.messages.of(self.facts.id).remarks
        return footer.table_notes(self.model, remarks) + footer.rest_note(self.model, remarks)

    @property
    def known(self) -> People:
        return cast("People", _Known(self.reader))

    @property
    def drawings(self) -> Drawings:
        avatars = cast("Avatars", SimpleNamespace(of=scenes.no_avatar))
        clubs = cast("Clubs", _Clubs(self))
        ratings = cast("RatingStore", _Ratings(self))
        suits, messages = suit_emojis(SUITS), self.studio.messages
        return Drawings(self.known, clubs, ratings, avatars, suits, self.studio.painter, messages)

    @property
    def league(self) -> TableOfLeague:
        """What the game is for, were it of a league."""
        preset, title = self.facts.preset, "Kingclub De Vrolijke Vrouw"
        league = League(1, 1, title, preset, self.facts.players, "Europe/Brussels", 1, 0.0)
        night = Night("n1", date(2026, 9, 22))
        return TableOfLeague(league, SeasonFacts(1, 1, 1, "", SeasonSettings(), night.date), night)

    @property
    def league_end(self) -> LeagueEnd:
        """The end of such a game: it did something to everybody at the table, as lengthily as can be."""
        gains = [
            Gain(str(number), seat.name, Fraction(-1235, 10), None if number % 2 else 17, -12, 3, 12)
            for number, seat in enumerate(self.facts.seats)
        ]
        return LeagueEnd(self.league, gains, "1")

    @property
    def lessons(self) -> LessonDrawings:
        return LessonDrawings(self.studio.painter, suit_emojis(SUITS))

    @property
    def interaction(self) -> Any:
        """One of the reader's."""
        permissions = discord.Permissions(manage_guild=True)
        user = SimpleNamespace(id=self.reader.user_id or 0)
        return SimpleNamespace(user=user, guild_id=1, permissions=permissions)

    @property
    def shows_rules(self) -> bool:
        """Examples take a tenth of a second each: they are looked up for a person and a spectator."""
        return self.moment == "playing" and self.seat in (None, 0)


def _shown(made: Callable[[Reader], Any], scene: Scene) -> Any:
    """What is shown of a league, which no table has anything to do with: drawn once."""
    return made(scene.reader) if scene.moment == "lobby" and scene.seat == 0 else []


# A case for each; what it gives is empty where there is nothing of the kind at that moment

Case = Callable[[Scene], Iterable[Any] | Awaitable[Iterable[Any]]]


def _hand(scene: Scene) -> Iterator[Drawing]:
    if scene.hand is not None:
        assert scene.reader.user_id is not None
        notes = footer.hand_notes(
            scene.look,
            scene.studio.messages.of(scene.facts.id).remarks,
            scene.table.played_for(scene.reader.user_id),
        )
        yield table_panel.hand(scene.look, scene.hand, notes)
        yield table_panel.hand(replace(scene.look, suits=None), scene.hand)


def _with_suits(scene: Scene) -> Iterator[Drawing]:
    if (hand := scene.hand) is not None:
        yield suit_emojis(SUITS).drawn(
            scene.reader,
            scene.facts.preset,
            lambda suits: table_panel.hand(replace(scene.look, suits=suits), hand),
        )


def _between_deals(scene: Scene) -> Iterator[Drawing]:
    if scene.recent is not None and scene.seat is not None and not scene.in_deal:
        yield table_panel.between_deals(scene.model, scene.recent, scene.notes)
        if scene.hand is not None and not scene.reader.preferences.text_mode:
            yield table_panel.between_deals(scene.model, scene.hand, scene.notes)


def _table(scene: Scene) -> Iterator[Drawing]:
    if scene.table_image is not None:
        yield table_panel.table(scene.model, scene.table_image, scene.notes)


def _deal_over(scene: Scene) -> Iterator[Drawing]:
    if scene.recent is not None and scene.model.view.results:
        yield table_panel.deal_over(scene.model, scene.recent, scene.notes)


def _deals(scene: Scene) -> range:
    """The numbers of those that are over."""
    return range(0) if scene.sheet is None else range(len(scene.model.view.results))


def _deal_look(scene: Scene) -> Iterator[Drawing]:
    if scene.sheet is not None and _deals(scene):
        for trick in (scene.trick, None):
            yield ending_panel.deal_look(scene.model, scene.sheet, trick)


def _game_over(scene: Scene) -> Iterator[Drawing]:
    if scene.podium is not None and scene.recent is not None:
        for league in (None, scene.league_end):
            yield ending_panel.game_over(scene.model, scene.recent, scene.notes, league)


def _hand_over(scene: Scene) -> Iterator[Drawing]:
    if scene.podium is not None and scene.seat is not None:
        for league in (None, scene.league_end):
            yield ending_panel.hand_over(scene.model, scene.podium, URL, scene.notes, league)


def _broken_off(scene: Scene) -> Iterator[Drawing]:
    if scene.facts.state is State.CLOSED and scene.view is not None:
        yield ending_panel.broken_off(scene.model)


def _fair(scene: Scene) -> Iterator[Drawing]:
    yield ending_panel.fair(scene.words, scene.facts, None)


async def _of_fair(scene: Scene) -> list[Drawing]:
    return [await more.fair_drawing(scene.words, scene.table)]


def _options(scene: Scene) -> Iterator[Drawing]:
    if scene.facts.state is State.LOBBY:
        for chosen in ("", *(option.name for option in scene.table.rules.options)):
            yield lobby_panel.options(scene.lobby, [scene.named], chosen)
        yield lobby_panel.options(scene.league_lobby, [scene.named])


def _rules(scene: Scene) -> Iterator[Drawing]:
    model = None if scene.view is None or not scene.in_deal else scene.model
    about = rules_panel.About(scene.reader, scene.table.rules, "Ours", table=scene.facts.id, model=model)
    told = book_of(about.rules)
    lines = (
        told.page_lines(about.words, about.rules, about.own_page) if model is None else told.rule_lines(model)
    )
    shown = None
    if scene.hand is not None:
        shown = rules_panel.ShownExample("So.", scene.hand[0], b"", 0, 2)
    elif scene.trick is not None:
        shown = rules_panel.ShownExample("So.", *scene.trick, 0, 2)
    yield rules_panel.rules(about, about.own_page, lines, shown)


def _setting(scene: Scene) -> Iterator[Drawing]:
    setting = forms.Setting("language", "Language", scene.facts.title, "Which")
    pick = PressId("setting-pick")
    yield forms.settings_panel(scene.words, ["### Settings"], [setting], pick=pick, opened="language")


async def _of_hand(scene: Scene) -> list[Drawing | None]:
    return [] if scene.seat is None else [await scene.drawings.hand(scene.table, scene.reader.user_id or 0)]


async def _of_look(scene: Scene) -> list[Drawing | None]:
    return [await scene.drawings.look(scene.table, scene.reader.user_id or 999)]


def _questions(scene: Scene) -> Iterator[Drawing]:
    for doing in (TableQuestion.ADJOURN, TableQuestion.CLOSE, TableQuestion.SHOW):
        yield questions.question(scene.words, scene.facts, Deed(doing))
    for stake in Stake:
        yield questions.question(scene.words, scene.facts, Deed(TableQuestion.LEAVE, (stake.value,)))
    for names in (("Ann", ""), ("Ann", "Ben")):
        deed = replacing(scene.facts, 0, 7 if names[1] else None)
        yield questions.question(scene.words, scene.facts, deed, names)


def _why(scene: Scene) -> Iterator[Drawing]:
    """About the first and the last card of the deal, told at length."""
    cards = [] if scene.view is None else asking.cards_played(scene.facts, scene.view)
    for played in (*cards[:1], *cards[-1:]):
        for facts in ((), (*WHY_FACTS,)):
            told = CardExplanation(CardVerdict.BEST, played.card, 0, 12.3, 120, facts)
            lines = why_telling.explanation(scene.model, told, played.seat)
            yield more.why(scene.model, more.CardQuestion(played, cards, scene.seat or 0), lines)


async def _of_table(scene: Scene) -> list[Drawing | None]:
    return [await scene.drawings.table(scene.table)]


async def _of_result(scene: Scene) -> list[Drawing]:
    return [await scene.drawings.result(scene.table)] if scene.podium else []


async def _of_deal(scene: Scene) -> list[Drawing | None]:
    return [await scene.drawings.deal(scene.table, scene.reader, number) for number in _deals(scene)]


async def _of_record(scene: Scene) -> list[Drawing]:
    return [await scene.drawings.record(scene.reader, scene.table, page) for page in _deals(scene)[:2]]


def _lesson(scene: Scene) -> tuple[LessonPlace, LessonStep]:
    """A lesson knows no table: it is drawn at one moment only."""
    preset = scene.table.rules.preset
    return LessonPlace(preset.name), LESSONS.of(preset.family).steps(rules_taught(preset.name))[0]


async def _lesson_at(scene: Scene) -> list[Drawing]:
    place, _ = _lesson(scene)
    return [await scene.lessons.at(scene.reader, place)] if scene.shows_rules else []


async def _lesson_after(scene: Scene) -> list[Drawing]:
    place, step = _lesson(scene)
    found = step.offered if scene.shows_rules else ()
    return [await scene.lessons.after(scene.reader, place, action) for action in found]


async def _what_is_this(scene: Scene) -> list[Drawing]:
    return [await scene.lessons.what_is_this(scene.reader, 1)] if scene.shows_rules else []


def _lesson_step(scene: Scene) -> Iterator[Drawing]:
    if scene.shows_rules:
        place, step = _lesson(scene)
        shown = lesson_panel.ShownStep("So.", "Do.", lesson_told.hand(scene.reader, step), b"")
        yield lesson_panel.step(scene.reader, place, 3, shown, {one: str(one) for one in step.offered})


def _lesson_done(scene: Scene) -> Iterator[Drawing]:
    if scene.trick is not None and scene.shows_rules:
        place, _ = _lesson(scene)
        yield lesson_panel.done(scene.reader, place, lesson_panel.ShownStep("So.", "Done.", *scene.trick))


async def _rules_of_table(scene: Scene) -> list[Drawing]:
    drawings = RuleDrawings(scene.studio.painter)
    return [await drawings.of_table(scene.reader, scene.table)] if scene.shows_rules else []


async def _rules_of_preset(scene: Scene) -> list[Drawing]:
    if not scene.shows_rules:
        return []
    drawings = RuleDrawings(scene.studio.painter)
    return [await drawings.of_preset(scene.reader, scene.named, leaf=RulesPlace(book.GAME))]


async def _of_preferences(scene: Scene) -> list[Drawing]:
    presses = PreferencesPresses(cast("Any", None), cast("Any", None), scene.known)
    return [await presses.drawing(scene.interaction)]


async def _of_server(scene: Scene) -> list[Drawing]:
    presses = ServerPresses(Presets(cast("Any", _NoPresets())), scene.known)
    return [await presses.drawing(scene.interaction)]


def _of_paper(case: Callable[[Words], Iterable[Drawing]]) -> Case:
    """What is no table's, and so is the same at every moment."""
    return lambda scene: list(case(scene.words)) if scene.moment == "lobby" else []


def _veiled(scene: Scene) -> Iterator[Drawing]:
    if scene.view is not None:
        view = scene.view
        progress = GameProgress(len(view.results), view.deal, view.deals, view.turn, bool(view.tricks))
        model = table_panel.VeiledViewModel(scene.reader, scene.facts, progress)
        yield table_panel.veiled_table(model)


DRAWINGS: dict[str, Case] = {
    "bot.discordkit.forms.settings_panel": _setting,
    "bot.discordkit.avatars.SuitEmojis.drawn": _with_suits,
    "bot.discordkit.panel.draw": lambda scene: [panel.draw(scene.lines, [URL], None)],
    "bot.discordkit.panel.sentence": lambda scene: [
        panel.sentence(line, URL, scene.words("button.table")) for line in scene.lines
    ],
    "bot.lessons.ui.lessons.LessonDrawings.after": _lesson_after,
    "bot.lessons.ui.lessons.LessonDrawings.at": _lesson_at,
    "bot.lessons.ui.lessons.LessonDrawings.what_is_this": _what_is_this,
    "bot.lessons.ui.lessons.done": _lesson_done,
    "bot.lessons.ui.lessons.step": _lesson_step,
    "bot.lessons.ui.lessons.what_is_this": _what_is_this,
    "bot.rules.ui.presets.listed": lambda scene: [presets_panel.listed(scene.words, [scene.named])],
    "bot.rules.ui.presets.saved": lambda scene: [presets_panel.saved(scene.words, scene.named)],
    "bot.rules.ui.panel.RuleDrawings.of_preset": _rules_of_preset,
    "bot.rules.ui.panel.RuleDrawings.of_table": _rules_of_table,
    "bot.rules.ui.panel.rules": _rules,
    "bot.people.ui.preferences.preferences": lambda scene: [
        preferences_panel.preferences(scene.reader, opened)
        for opened in ("", *preferences_panel.NAMES)
        if scene.moment == "lobby"
    ],
    "bot.people.ui.preferences.PreferencesPresses.drawing": _of_preferences,
    "bot.people.ui.server.server_settings": lambda scene: [
        server.server_settings(scene.words, ServerSettings(), [scene.named], opened)
        for opened in ("", *server.NAMES)
        if scene.moment == "lobby"
    ],
    "bot.people.ui.server.ServerPresses.drawing": _of_server,
    "bot.tables.ui.comfort.emotes": lambda scene: [comfort.emotes(scene.words, scene.facts)],
    "bot.tables.ui.ending_panel.deal_look": _deal_look,
    "bot.tables.ui.ending_panel.record": lambda scene: [
        ending_panel.record(scene.model, 0) for _ in _deals(scene)[:1]
    ],
    "bot.tables.ui.drawings.Drawings.deal": _of_deal,
    "bot.tables.ui.drawings.Drawings.hand": _of_hand,
    "bot.tables.ui.drawings.Drawings.record": _of_record,
    "bot.tables.ui.drawings.Drawings.look": _of_look,
    "bot.tables.ui.drawings.Drawings.result": _of_result,
    "bot.tables.ui.drawings.Drawings.table": _of_table,
    "bot.tables.ui.ending_panel.broken_off": _broken_off,
    "bot.tables.ui.ending_panel.game_over": _game_over,
    "bot.tables.ui.ending_panel.gone": lambda scene: [ending_panel.gone(scene.words, scene.facts)],
    "bot.tables.ui.ending_panel.hand_over": _hand_over,
    "bot.tables.ui.ending_panel.fair": _fair,
    "bot.tables.ui.more.fair_drawing": _of_fair,
    "bot.tables.ui.table_panel.between_deals": _between_deals,
    "bot.tables.ui.table_panel.hand": _hand,
    "bot.tables.ui.table_panel.ping": lambda scene: [
        table_panel.ping(
            replace(scene.reader, user_id=scene.reader.user_id or 999), scene.facts, wished=wished
        )
        for wished in (False, True)
    ],
    "bot.tables.ui.lobby_panel.lobby": lambda scene: [
        lobby_panel.lobby(one, scene.people) for one in (scene.lobby, scene.league_lobby, scene.evening_lobby)
    ],
    "bot.tables.ui.lobby_panel.over": lambda scene: [lobby_panel.over(scene.words, scene.facts)],
    "bot.tables.ui.more.more": lambda scene: [more.more(scene.model, URL)] if scene.view is not None else [],
    "bot.tables.ui.lobby_panel.private": lambda scene: [lobby_panel.private(scene.lobby)],
    "bot.tables.ui.lobby_panel.options": _options,
    "bot.tables.ui.questions.question": _questions,
    "bot.tables.ui.table_panel.deal_over": _deal_over,
    "bot.tables.ui.table_panel.table": _table,
    "bot.tables.ui.table_panel.no_hand": lambda scene: [table_panel.no_hand(scene.words, scene.facts, URL)],
    "bot.tables.ui.table_panel.seat_choice": lambda scene: [
        table_panel.seat_choice(scene.words, scene.facts)
    ],
    "bot.tables.ui.table_panel.shown_picture": lambda scene: [
        table_panel.shown_picture(scene.words, *image) for image in (scene.trick, scene.sheet) if image
    ],
    "bot.tables.ui.table_panel.tables": lambda scene: [table_panel.tables(scene.words, scene.lines)],
    "bot.tables.ui.table_panel.described_picture": lambda scene: [
        table_panel.described_picture(scene.words, image[0]) for image in (scene.trick, scene.sheet) if image
    ],
    "bot.tables.ui.table_panel.watched": lambda scene: [
        table_panel.watched(scene.model, *image) for image in (scene.table_image, scene.recent) if image
    ],
    "bot.tables.ui.more.why": _why,
    "bot.tables.ui.table_panel.veiled_table": _veiled,
    "bot.people.ui.welcome.help_text": lambda scene: [
        welcome.help_text(scene.words, TOPICS, topic, installs(scene.words, 1), in_company=in_server)
        for in_server in (False, True)
        for topic in (*TOPICS, *welcome.explained(scene.words))
    ],
    "bot.people.ui.welcome.welcome": lambda scene: [welcome.welcome(scene.words)],
    **{name: partial(_shown, made) for name, made in {**SHOWN, **STATS, **NIGHT_ASKED, **NIGHT_HOME}.items()},
    **{name: _of_paper(case) for name, case in PAPERS.items()},
}
DRAWINGS |= {
    name: _of_paper(case)
    for name, case in {
        **ADMIN_DRAWINGS,
        **DAILY_DRAWINGS,
        **LEAGUE_DRAWINGS,
        **NIGHT_PLANS,
        **PRIVACY_DRAWINGS,
        **TOURNAMENT_DRAWINGS,
    }.items()
}
DRAWINGS |= {name: _of_paper(case) for name, case in {**NIGHT_AFTER, **NIGHT_MANAGED}.items()} | NIGHT_TABLE
DRAWINGS |= REPLAYS
DRAWINGS |= REVIEWS
"""Everything that makes a drawing, by its full name."""


def _of_family(family: str, made: Callable[[TableViewModel], Any]) -> Case:
    def case(scene: Scene) -> Iterator[Any]:
        if scene.in_deal and scene.table.rules.preset.family == family:
            yield made(scene.model)

    return case


def _worked(family: str) -> Case:
    def case(scene: Scene) -> Iterator[Any]:
        if scene.shows_rules and scene.table.rules.preset.family == family:
            told, rules = book_of(scene.table.rules), scene.table.rules
            for telling in told.worked(rules, told.page_of(scene.model.view), scene.model.view):
                yield tuple(telling(scene.words))

    return case


def _example_picture(scene: Scene) -> Iterator[Any]:
    rules = scene.table.rules
    if not scene.shows_rules or rules.preset.family != "king":
        return
    page = king_pages.page_of(scene.model.view)
    if page.deal is not None and page.contract:
        for one in king_examples.examples(rules, page.deal, page.contract, scene.model.view.trump):
            yield king_pages.example_picture(scene.words, one)


VALUES: dict[str, Case] = {
    "bot.telling.games.king.KingTeller.ledger": _of_family(
        "king", lambda model: teller_of(model.view.rules).ledger(model)
    ),
    "bot.telling.games.king.ledger": _of_family("king", king.ledger),
    "bot.telling.games.teller.Teller.auction": _of_family(
        "king", lambda model: (teller_of(model.view.rules).auction(model),)
    ),
    "bot.telling.games.teller.Teller.ledger": _of_family(
        "whist", lambda model: (teller_of(model.view.rules).ledger(model),)
    ),
    "bot.telling.games.whist.WhistTeller.auction": _of_family(
        "whist", lambda model: (teller_of(model.view.rules).auction(model),)
    ),
    "bot.telling.games.whist_bidding.auction_table": _of_family("whist", whist_bidding.auction_table),
    "bot.telling.ending.podium": lambda scene: [scene.podium[0]] if scene.podium else [],
    "bot.lessons.words.page_picture": lambda scene: [
        lesson_told.page_picture(scene.reader, page) for page in lesson_told.PAGES if scene.shows_rules
    ],
    "bot.lessons.words.hand": lambda scene: (
        [lesson_told.hand(scene.reader, _lesson(scene)[1])] if scene.shows_rules else []
    ),
    "bot.lessons.words.trick": lambda scene: (
        [lesson_told.trick(scene.reader, scene.view)] if scene.view is not None and scene.view.tricks else []
    ),
    "bot.telling.scenes.plates": lambda scene: [scenes.plates(scene.model)] if scene.view is not None else [],
    "bot.rules.book.example_hand": lambda scene: (
        [book.example_hand(scene.model, "So")] if scene.hand is not None else []
    ),
    "bot.rules.king.pages.example_picture": _example_picture,
    "bot.rules.king.pages.worked": _worked("king"),
    "bot.rules.whist.pages.worked": _worked("whist"),
    "bot.rules.whist.auction.ranking_picture": _of_family(
        "whist", lambda model: ranking_picture(model.words, model.view.rules)
    ),
    "bot.telling.scenes.lying_cards": lambda scene: (
        [scenes.lying_cards(scenes.lying_trick(scene.model.view), scene.model.view.players)]
        if scene.in_deal
        else []
    ),
    "bot.telling.scenes.hand_picture": lambda scene: [scene.hand[0]] if scene.hand else [],
    "bot.telling.scenes.recent_sheet": lambda scene: [scene.recent[0]] if scene.recent else [],
    "bot.telling.scenes.score_sheet": lambda scene: [scene.sheet[0]] if scene.sheet else [],
    "bot.telling.scenes.table_picture": lambda scene: (
        [scenes.table_picture(scene.model)] if scene.in_deal else []
    ),
    "bot.telling.scenes.trick_picture": lambda scene: [scene.trick[0]] if scene.trick else [],
    **REPLAY_VALUES,
}
"""Everything that makes a picture value, by its full name."""

MAY_TELL_AFTERWARDS = {
    "bot.replays.ui.panel.record",
    "bot.tables.ui.more.fair_drawing",
}
"""What tells the secret of a game that is over, to who asks for it."""


async def shown(scene: Scene) -> dict[str, list[Shown]]:
    """Everything that the reader of this scene is shown, by what made it."""
    found: dict[str, list[Shown]] = {}
    for cases, seen in ((DRAWINGS, of_drawing), (VALUES, of_value)):
        for name, case in cases.items():
            made = case(scene)
            given = await made if isinstance(made, Awaitable) else made
            found[name] = [seen(one) for one in given if one is not None]
    images = (scene.hand, scene.trick, scene.table_image, scene.sheet, scene.podium)
    painted = [one for one in images if one]
    found["pictures"] = [Shown("", (data,)) for _, data in painted]
    found["reprs"] = [Shown("\n".join(reprs(scene)))]
    return found


def reprs(scene: Scene) -> Iterator[str]:
    """What would stand in a log if somebody wrote these into it."""
    yield from map(written, (scene.table, scene.facts, scene.reader, scene.lobby))
    drawing = lobby_panel.over(scene.words, scene.facts)
    if scene.view is not None:
        yield written(scene.model)
        if scene.reader.user_id is not None:
            yield written(scene.look)
            if scene.hand is not None:
                drawing = table_panel.hand(scene.look, scene.hand)
    yield written(drawing)

    async def draw() -> Drawing:
        return drawing

    slot = scene.studio.messages.slot(draw)
    slot._sent = None, drawing.look
    yield written(slot)
    yield written(vars(slot))
    yield written(vars(scene.studio.messages.of(scene.facts.id)))


def leaks(found: dict[str, list[Shown]], secret: bytes, finished: bool) -> list[str]:
    """What tells the secret that may not."""
    allowed = MAY_TELL_AFTERWARDS if finished else set[str]()
    return [
        name
        for name, every in found.items()
        if name not in allowed and any(tells(one, secret) for one in every)
    ]


def differing(one: dict[str, list[Shown]], other: dict[str, list[Shown]]) -> list[str]:
    """What is not shown the same in both."""
    return [name for name in one if one[name] != other[name]]


def readers(table: Table) -> Iterator[Reader]:
    """Each person at the table and a spectator, who look at pictures and who do not."""
    words = words_for("en")
    people = [seat.user_id for seat in table.facts.seats if seat.user_id is not None]
    for text_mode in (False, True):
        for user_id in (*people, None):
            yield Reader(words, Preferences(text_mode=text_mode), user_id)
