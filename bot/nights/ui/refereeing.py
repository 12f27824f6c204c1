"""The referees' panel of a table: how far it is, its record so far, and what they decide about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from discord import ui

from bot.discordkit.boundary import Refusal, open_form, redraw, sentence_for
from bot.discordkit.forms import InputForm, field, text_field
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.pages import turning
from bot.discordkit.panel import GREEN, RED, Drawing, Part, button, draw, pick, select, select_option
from bot.discordkit.ports import SubjectKind, on_night
from bot.discordkit.routes import Route, chosen, filled
from bot.leagues.correction_words import REASON_LONGEST
from bot.leagues.ui.visits import number_in
from bot.nights.board_words import Board, tables_text
from bot.nights.model import NightError, NightPlace, Ruling, RulingKind
from bot.nights.night_words import ruled
from bot.nights.refereeing import rule
from bot.nights.rulings import OF_A_SEAT, PAUSES, is_held, rulings_at
from bot.nights.ui.manage_panel import games_now, running
from bot.nights.ui.night_panel import NightView
from bot.nights.ui.organising import Organising, account, place_in
from bot.replays.words import came_of, so_far
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, TableFacts
from bot.telling import phrases
from bot.telling.games.registry import teller_of
from bot.telling.phrases import ViewModel, shorten
from bot.words.catalogue import in_text, tidy

POINTS: Final = (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80, 90, 100)
"""What a penalty may be, to each of the others."""
SHOWN: Final = 3
"""Rulings on the panel: the last ones."""
REASON: Final = "reason"
NOBODY: Final = "0"
"""Where a robot has a seat, or is to."""


class Refereed(NamedTuple):
    """A game of a night, for one of its referees."""

    night: NightView
    place: NightPlace

    @property
    def facts(self) -> TableFacts:
        """Its table."""
        return self.night.games[self.place]

    def press(self, verb: str, *values: str) -> PressId:
        """A press about it, with how many rulings about its table are known."""
        seen = len(rulings_at(self.night.details, self.place))
        return PressId(verb, on_night(self.night.evening.id), seen, (str(self.place.number), *values))

    def about(self, kind: RulingKind, seat: int | None = None) -> PressId:
        """A press that asks for a ruling."""
        if seat is None:
            return self.press("referee-ask", kind.value)
        return self.press("referee-ask", kind.value, str(seat), str(self.facts.seats[seat].user_id or NOBODY))


def panel(game: Refereed, board: Board, seat: int | None = None) -> Drawing:
    """The panel, with what may be decided about one of the seats where it is chosen."""
    (night, place), facts = game, game.facts
    words = night.words
    earlier = len(rulings_at(night.details, place)) - night.said.startswith("✓")  # that says the last one
    lines = [
        *night.heading(words("referee.title", round=words.number(place.round))),
        tables_text(words, replace(board, tables=[one for one in board.tables if one.number == place.table])),
        *(f"-# {ruled(words, one)}" for one in rulings_at(night.details, place)[:earlier][-SHOWN:]),
        f"-# {words('referee.about')}",
    ]
    seats = [
        select_option(
            words("night.running.seat", seat=words.number(at + 1), name=one.name), str(at), default=at == seat
        )
        for at, one in enumerate(facts.seats)
    ]
    whose = select(game.press("referee-seat"), words("night.running.whose"), seats)
    return draw(lines, whose, _to(game, seat), [*_of_seat(game, seat), *_deeds(game)])


def _to(game: Refereed, seat: int | None) -> Part:
    """Who else has the seat."""
    if seat is None or game.facts.state not in UNFINISHED:
        return None
    holder, words = game.facts.seats[seat], game.night.words
    press = game.press("referee-heir", str(seat), str(holder.user_id or NOBODY))
    return pick(ui.UserSelect, press, words("night.running.who", name=holder.name))


def _of_seat(game: Refereed, seat: int | None) -> Iterator[ui.Button[Any]]:
    if seat is None or game.facts.seats[seat].user_id is None:
        return
    words = game.night.words
    yield button(words("referee.do.penalty"), game.about(RulingKind.PENALTY, seat), RED)
    if game.facts.state in UNFINISHED:
        yield button(words("night.running.robot"), game.about(RulingKind.SEAT, seat))


def _deeds(game: Refereed) -> Iterator[ui.Button[Any]]:
    (night, place), words = game, game.night.words
    if game.facts.started_at is not None:
        yield button(words("referee.record"), game.press("referee-record", ""))
    if game.facts.state in UNFINISHED:
        if is_held(night.details, place):
            yield button(words("referee.do.go-on"), game.about(RulingKind.GO_ON), GREEN)
        else:
            yield button(words("referee.do.hold"), game.about(RulingKind.HOLD))
        for kind in (RulingKind.TIME_UP, RulingKind.OFF):
            yield button(words(f"referee.do.{kind.value}"), game.about(kind))
    yield button(words("referee.tables"), night.press("referee-tables", "0"))


def record(game: Refereed, model: ViewModel, deal: int, of: int) -> Drawing:
    """One of so many deals, counted from 0, as everybody at the table has seen it."""
    words, view = game.night.words, model.view
    deal_of, contract = phrases.deal_title(model), teller_of(view.rules).heading(model)
    lines = [*so_far(model), *([came_of(model, view.results[-1])] if view.turn < 0 else [])]
    turns = turning(lambda to: game.press("referee-record", str(to)), deal, of)
    back = button(words("night.manage.back"), game.press("referee-table"))
    heading = game.night.heading(words("replay.title", deal=deal_of, contract=contract))
    return draw([*heading, *map(in_text, lines)], [*turns, back], reader=model.reader.user_id)


def form(game: Refereed, asked: RulingKind, press: PressId) -> InputForm:
    """Asks for the reason, and of a penalty for the points."""
    words = game.night.words
    reason = text_field(REASON, words("referee.reason"), longest=REASON_LONGEST, paragraph=True)
    if asked is not RulingKind.PENALTY:
        return InputForm(words(f"referee.do.{asked.value}"), press, reason)
    options = [select_option(words.number(one), str(one)) for one in POINTS]
    points: ui.Select[Any] = ui.Select(custom_id="points", options=options)
    about = words("referee.points.about")
    return InputForm(
        words("referee.do.penalty"), press, field(words("referee.points"), about, points), reason
    )


class Refereeing:
    """Handlers by verb. Who plays at a table is no referee there."""

    def __init__(self, organising: Organising) -> None:
        self._organising = organising
        self._evenings = organising.evenings

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        of_night = partial(Route, who=self._refereed, about=SubjectKind.NIGHT, private=True)
        route = partial(Route, who=self._at, about=SubjectKind.NIGHT, private=True)
        return {
            "referee-tables": of_night(self._tables, values=1),
            "referee-pick": of_night(self._pick, values=0),
            "referee-table": route(self._table, values=1),
            "referee-seat": route(self._seat, values=1),
            "referee-record": route(self._record, values=2),
            "referee-ask": route(self._ask, values=(2, 4)),
            "referee-heir": route(self._heir, values=3),
            "referee-rule": route(self._rule, values=5),
        }

    async def _refereed(self, interaction: Interaction, press: PressId) -> NightView:
        night = await self._organising.for_anyone(interaction, press.subject.id)
        if not await self._organising.is_referee(interaction, night):
            raise NightError("not-referee", league=night.league.name)
        self._evenings.require_playing(night.evening)
        return night

    def _game(self, interaction: Interaction, night: NightView, place: NightPlace | None) -> Refereed:
        """The game that is meant. Raises NightError ``no-such-table``, ``plays-there``."""
        if place is None or place not in games_now(night).values():
            raise NightError("no-such-table")
        if night.games[place].seat_of(interaction.user.id) is not None:
            raise NightError("plays-there")
        return Refereed(night, place)

    async def _at(self, interaction: Interaction, press: PressId) -> Refereed:
        night = await self._refereed(interaction, press)
        return self._game(interaction, night, place_in("".join(press.values[:1])))

    # --- looking

    async def home(self, night: NightView, leaf: int = 0) -> Drawing:
        """The tables of the round. Raises NightError ``not-playing``."""
        self._evenings.require_playing(night.evening)
        return running(night, await self._organising.board(night), leaf, for_referee=True)

    async def _tables(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        await redraw(interaction, await self.home(night, number_in(press.value)))

    async def _pick(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        there = NightPlace(night.evening.round, number_in(chosen(interaction)))
        await self._show(interaction, self._game(interaction, night, games_now(night).get(there)))

    async def _table(self, interaction: Interaction, press: PressId, game: Refereed) -> None:
        await self._show(interaction, game)

    async def _seat(self, interaction: Interaction, press: PressId, game: Refereed) -> None:
        seat = number_in(chosen(interaction))
        if seat >= len(game.facts.seats):
            raise Refusal("unknown-button")
        await self._show(interaction, game, seat)

    async def _show(self, interaction: Interaction, game: Refereed, seat: int | None = None) -> None:
        await redraw(interaction, panel(game, await self._organising.board(game.night), seat))

    async def _record(self, interaction: Interaction, press: PressId, game: Refereed) -> None:
        """A deal as everybody at the table has seen it, the last one if none is named: what was said, and the
        tricks; no card that was not played. Raises TableError ``table-veiled``."""
        _, wanted = press.values
        table = await self._evenings.tables.get(game.facts.id)
        view = await table.view(None)
        last = len(view.results) - (view.turn < 0)
        deal = min(number_in(wanted), last) if wanted else last
        view = await table.view_of_deal(deal) or view
        reader = await self._organising.people.reader(interaction.user.id)
        await redraw(interaction, record(game, ViewModel(reader, view, game.facts.seats), deal, last + 1))

    # --- deciding

    async def _ask(self, interaction: Interaction, press: PressId, game: Refereed) -> None:
        """A pause is asked for without a word; all else with a reason."""
        number, kind, *seat = press.values
        ruling = self._ruling(interaction, game, kind)
        if ruling.kind in PAUSES:
            await self._decide(interaction, press, game, ruling)
            return
        to = replace(press, verb="referee-rule", values=(number, kind, *(seat or (NOBODY, NOBODY)), NOBODY))
        await open_form(interaction, form(game, ruling.kind, to))

    async def _heir(self, interaction: Interaction, press: PressId, game: Refereed) -> None:
        number, seat, holder = press.values
        who = await self._organising.chosen(interaction, game.night)
        to = replace(press, verb="referee-rule", values=(number, RulingKind.SEAT, seat, holder, str(who.id)))
        await open_form(interaction, form(game, RulingKind.SEAT, to))

    async def _rule(self, interaction: Interaction, press: PressId, game: Refereed) -> None:
        (_, kind, seat, holder, heir), typed = press.values, filled(interaction)
        ruling = replace(
            self._ruling(interaction, game, kind),
            reason=shorten(tidy(typed.get(REASON, "")), REASON_LONGEST),
        )
        if ruling.kind in OF_A_SEAT:
            at, whom = number_in(seat), account(holder) or None
            if at >= len(game.facts.seats) or game.facts.seats[at].user_id != whom:
                raise NightError("changed-meanwhile")
            ruling = replace(ruling, seat=at, whom=whom, heir=account(heir) or None)
        if ruling.kind is RulingKind.PENALTY:
            ruling = replace(ruling, points=number_in(typed.get("points", "")))
            if ruling.points not in POINTS or ruling.whom is None:
                raise Refusal("unknown-button")
        await self._decide(interaction, press, game, ruling)

    @staticmethod
    def _ruling(interaction: Interaction, game: Refereed, kind: str) -> Ruling:
        """A ruling of that kind by whoever acts. Raises AboutSomethingElse for none that is kept."""
        if kind not in [*RulingKind]:
            raise AboutSomethingElse(kind)
        return Ruling(game.night.evening.id, game.place.number, RulingKind(kind), interaction.user.id)

    async def _decide(self, interaction: Interaction, press: PressId, game: Refereed, ruling: Ruling) -> None:
        """Keep a ruling, and show the panel with it; what cannot be is said there."""
        night, heir = game.night, ""
        if ruling.heir is not None:
            heir = await self._organising.called(night, ruling.heir)
        try:
            await rule(self._evenings, night.details, ruling, press.seq, heir)
            said = f"✓ {ruled(night.words, ruling)}"
        except (NightError, TableError) as error:
            said = f"⚠️ {sentence_for(night.words, error)}"
        after = await self._organising.for_anyone(interaction, night.evening.id)
        await self._show(interaction, Refereed(replace(after, said=said), game.place))
