"""``/tournament …`` and what is pressed on its panels."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import ClassVar, Final

from discord import app_commands

from bot.discordkit.boundary import Refusal, answer, open_form, redraw, sentence_for
from bot.discordkit.forms import InputForm, SettingsPresses
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId, is_own
from bot.discordkit.panel import Drawing, draw, picture, yes_or_no
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.routes import Route, chosen, filled, picked
from bot.errors import CodedError
from bot.leagues.model import ClubError, Entry, League
from bot.leagues.reading_time import read_date, read_time
from bot.leagues.ui.membership import Founding
from bot.leagues.ui.visits import Notices, is_organiser, number_in, require_organiser
from bot.nights.model import Evening, NightSettings
from bot.nights.ui.organising import account
from bot.nights.ui.steps import require_place
from bot.pictures.painter import Painter
from bot.ports import StoreError
from bot.telling.alt import alt_text
from bot.telling.phrases import OPTION_LONGEST, in_full, shorten
from bot.tournaments.model import Cut, Stage
from bot.tournaments.plan import (
    FORMATS,
    MOST_STAGES,
    Format,
    PlanChange,
    TournamentError,
    TournamentFacts,
    TournamentPlan,
)
from bot.tournaments.service import Tournaments
from bot.tournaments.ui import files
from bot.tournaments.ui import panel as panels
from bot.tournaments.ui.files import TournamentFile
from bot.tournaments.ui.honours import certificate_of, podium_of
from bot.tournaments.ui.panel import CHANNELS, COUNT, REFEREES, TournamentView
from bot.tournaments.words import stage_name
from bot.words.catalogue import Words, in_text, plain, tidy

CHOICES: Final = 25
TYPED_LETTERS: Final = 20

OfMember = Callable[[TournamentFacts, int], Awaitable[None]]
"""What is done about somebody's account."""


class TournamentPresses(SettingsPresses[TournamentView, TournamentPlan]):
    """Handlers by verb; what the commands ask for has a method each."""

    typed_names: ClassVar = (*panels.BEGINNINGS, *map(str, range(MOST_STAGES)))
    names: ClassVar = (COUNT, CHANNELS, REFEREES, *panels.CHOSEN, *typed_names)
    letters: ClassVar = TYPED_LETTERS

    def __init__(
        self,
        tournaments: Tournaments,
        people: People,
        founding: Founding,
        notices: Notices,
        painter: Painter,
    ) -> None:
        super().__init__(people)
        self._painter = painter
        self._tournaments = tournaments
        tournaments.evenings.stage_name = self._stage_name
        self._founding = founding
        self._notices = notices

    def routes(self) -> dict[str, Route[TournamentView]]:
        """Every verb."""
        seen = partial(Route, who=self._seen, about=SubjectKind.LEAGUE)
        organised = partial(Route, who=self._organised, about=SubjectKind.LEAGUE, private=True)
        return {
            "tournament-ranking": seen(self._ranking),
            "tournament-leaf": seen(self._leaf, private=True, values=2),
            "tournament-files": seen(self._files, values=1),
            "tournament-file": seen(self._file, private=True, values=2),
            "tournament-certificate": seen(self._certificate),
            "tournament-team": seen(self._team, private=True),
            "tournament-team-set": seen(self._team_set, private=True),
            "tournament-manage": organised(self._home),
            "tournament-setting": organised(self.pick),
            "tournament-set": organised(self.set, values=1),
            "tournament-channels": organised(partial(self.picked, CHANNELS)),
            "tournament-referees": organised(partial(self.picked, REFEREES)),
            "tournament-no-referees": organised(partial(self.emptied, REFEREES)),
            "tournament-type": organised(self.type),
            "tournament-typed": organised(self.type_in, values=1),
            "tournament-announce": organised(self._announce),
            "tournament-drop": organised(self._drop),
            "tournament-drop-yes": organised(self._dropped),
            "tournament-cut": organised(self._cut, values=1),
            "tournament-next": organised(self._next, values=1),
            "tournament-end": organised(self._end),
            "tournament-result": organised(self._result),
            "tournament-withdraw": organised(self._withdraw),
            "tournament-withdraw-who": organised(self._withdraw_who),
            "tournament-withdraw-yes": organised(self._withdrawn, values=1),
            "tournament-readmit": organised(self._readmitted, values=1),
        }

    # --- commands

    async def create(
        self, interaction: Interaction, name: str, game: str, format_: Format, day: str, at: str
    ) -> None:
        """Plan one, which only its organisers see so far. Raises ClubError ``may-not-create``,
        ``name-taken``, ``unknown-date``, ``unknown-time`` …, TableError, NightError ``date-in-past``,
        Refusal."""
        player = await self.people.met(interaction)
        words, channel_id = await self.people.words(player.user_id), interaction.channel_id
        assert channel_id is not None
        league = replace(await self._founding.league(interaction, name, game, Entry.OPEN), guests=False)
        begins = self._moment(words, league, day, at)
        plan = TournamentPlan(starts=begins.isoformat(), stages=FORMATS[format_], channels=(channel_id,))
        made = await self._tournaments.create(league, player.name, plan)
        await answer(interaction, panels.manage(await self._view(interaction, made.league_id)))

    async def look(self, interaction: Interaction, name: str | None) -> None:
        """Answer with where it stands. Raises TournamentError."""
        meant = await self._tournaments.meant(interaction.guild_id, name, drafts=False)
        await answer(interaction, panels.show(await self._view(interaction, meant.league_id)))

    async def manage(self, interaction: Interaction, name: str | None) -> None:
        """The panel of its organisers. Raises TournamentError, ClubError ``not-organiser``."""
        meant = await self._tournaments.meant(interaction.guild_id, name)
        view = await self._view(interaction, meant.league_id)
        require_organiser(interaction, view.league)
        await answer(interaction, panels.manage(view))

    async def suggest(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The tournaments of this server, the newest first."""
        if interaction.guild_id is None:
            return []
        try:
            found = await self._tournaments.store.of_server(interaction.guild_id)
            leagues = [(one, await self._tournaments.league(one)) for one in found]
        except StoreError:
            return []
        seen = [league.name for one, league in leagues if one.groups or is_organiser(interaction, league)]
        named = [one for one in seen if typed.casefold() in one.casefold()]
        return [app_commands.Choice(name=shorten(one, OPTION_LONGEST), value=one) for one in named][:CHOICES]

    def _moment(self, words: Words, league: League, day: str, at: str) -> datetime:
        today = self._tournaments.clubs.today(league)
        return datetime.combine(read_date(tidy(day), today, words), read_time(tidy(at)))

    # --- views

    async def _view(self, interaction: Interaction, league_id: int) -> TournamentView:
        tournaments = self._tournaments
        tournament = await tournaments.get(league_id, interaction.guild_id)
        league = await tournaments.league(tournament)
        game = await tournaments.evenings.game_length(league) if tournament.stage <= 0 else None
        return TournamentView(
            await self.people.words_of(interaction),
            tournament,
            league,
            await tournaments.held(tournament),
            await tournaments.nights(tournament),
            await tournaments.clubs.known_as(league_id, interaction.user.id),
            is_organiser(interaction, league),
            game and game.seconds,
        )

    async def _seen(self, interaction: Interaction, press: PressId) -> TournamentView:
        view = await self._view(interaction, press.subject.id)
        if not view.tournament.groups and not view.organises:
            raise TournamentError("none-here")
        return view

    async def _organised(self, interaction: Interaction, press: PressId) -> TournamentView:
        view = await self._view(interaction, press.subject.id)
        require_organiser(interaction, view.league)
        return view

    async def _home(
        self, interaction: Interaction, press: PressId, view: TournamentView, said: str = ""
    ) -> None:
        after = await self._view(interaction, view.league.id)
        await redraw(interaction, panels.manage(replace(after, said=said)))

    # --- for everybody

    async def _stage_name(self, evening: Evening, words: Words) -> str:
        found = await self._tournaments.store.of_series(evening.series_id)
        if found is None or len(found.plan.stages) == 1:
            return ""
        mains = [one.main for one in found.groups]
        if evening.series_id not in mains:
            return words("tournament.stage.small")
        return stage_name(words, found.plan, mains.index(evening.series_id))

    async def _ranking(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        """Another ranking, or from a message for all one's own look at them."""
        if press.values or not (interaction.data or {}).get("values"):
            await answer(interaction, panels.show(view))
            return
        drawing = panels.show(replace(view, shown=chosen(interaction)))
        await (redraw if is_own(interaction) else answer)(interaction, drawing)

    async def _leaf(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        shown, leaf = press.values
        await redraw(interaction, panels.show(replace(view, shown=shown, leaf=number_in(leaf))))

    async def _files(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        files.require_in_it(view)
        await answer(interaction, files.menu(replace(view, shown=press.value)))

    async def _file(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        files.require_in_it(view)
        shown, wanted = press.values
        if wanted not in [*TournamentFile]:
            raise AboutSomethingElse(press.verb)
        kind, today = TournamentFile(wanted), self._tournaments.clubs.today(view.league)
        name, data = await files.drawn_up(replace(view, shown=shown), kind, today)
        await answer(interaction, files.given(view.words, kind, name, data))

    async def _certificate(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        """The reader's own, for them alone. Raises TournamentError ``no-place``."""
        preferences = (await self.people.reader(interaction.user.id)).preferences
        style = preferences.card_style(view.words.language, view.league.preset)
        value = certificate_of(view, style)
        if value is None:
            raise TournamentError("no-place")
        data = b"" if preferences.text_mode else await self._painter.paint(value)
        await answer(interaction, panels.kept(view, value, data))

    async def _team(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        known = await self._tournaments.store.entrants(view.league.id)
        now = known.get(interaction.user.id)
        await open_form(interaction, panels.team_form(view.words, view, now.team if now else ""))

    async def _team_set(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        kept = await self._tournaments.set_team(
            view.tournament, interaction.user.id, tidy(filled(interaction).get("team", ""))
        )
        words = view.words
        team = words("tournament.team.is", team=in_text(kept.team)) if kept.team else ""
        said = f"✓ {team or words('tournament.team.none')}"
        after = await self._view(interaction, view.league.id)
        await redraw(interaction, panels.show(replace(after, said=said)))

    # --- settings

    async def _drawing(self, interaction: Interaction, model: TournamentView) -> Drawing:
        return panels.manage(model)

    async def _changed(
        self,
        interaction: Interaction,
        model: TournamentView,
        change: PlanChange,
    ) -> Drawing:
        await self._tournaments.set_plan(model.tournament, change(model.plan))
        after = await self._view(interaction, model.league.id)
        return panels.manage(replace(after, opened=model.opened))

    async def _choosing(
        self, interaction: Interaction, model: TournamentView, name: str, text: str
    ) -> PlanChange:
        if name == COUNT:
            count = number_in(text)
            return lambda plan: plan.with_count(count)
        return lambda plan: plan.changed_to(name, text)

    def _picking(self, name: str, ids: tuple[int, ...]) -> PlanChange:
        if name == REFEREES:
            return lambda plan: replace(plan, referees=ids)
        if name != CHANNELS or not ids:
            raise Refusal("unknown-button")
        return lambda plan: replace(plan, channels=ids)

    def _form(self, words: Words, model: TournamentView) -> InputForm:
        number = panels.stage_of(model.opened)
        if number >= len(model.plan.stages):
            raise Refusal("unknown-button")
        form = panels.starts_form if model.opened in panels.BEGINNINGS else panels.stage_form
        return form(words, model, number, model.typed)

    def _fields(self, name: str) -> tuple[str, ...]:
        return ("date", "time") if name in panels.BEGINNINGS else panels.STAGE_FIELDS

    def _typing(self, words: Words, model: TournamentView, typed: tuple[str, ...]) -> PlanChange:
        number = panels.stage_of(model.opened)
        if model.opened not in panels.BEGINNINGS:
            return lambda plan: _with_stage(words, plan, number, typed)

        def change(plan: TournamentPlan) -> TournamentPlan:
            is_given = number == 0 or any(typed)
            return plan.with_beginning(
                number, self._moment(words, model.league, *typed) if is_given else None
            )

        return change

    # --- organisers

    async def _doing(
        self, interaction: Interaction, press: PressId, doing: Callable[[TournamentView], Awaitable[str]]
    ) -> None:
        """Do what the panel has offered of the tournament as it was shown; then show the panel, with what is
        said of it or why it was not done."""
        view = await self._organised(interaction, press)
        try:
            if press.seq != view.tournament.version:
                raise TournamentError("changed-meanwhile")
            said = await doing(view)
        except (CodedError, Refusal) as error:
            said = f"⚠️ {sentence_for(view.words, error)}"
        await self._home(interaction, press, view, said)

    async def _announce(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        """Have people be asked whether they come."""

        async def doing(view: TournamentView) -> str:
            for channel_id in view.plan.channels:
                require_place(view.words, interaction.guild, channel_id, NightSettings())
            await self._tournaments.announce(view.tournament, interaction.user.id)
            return f"✓ {view.words('night.plan.announced')}"

        await self._doing(interaction, press, doing)

    async def _drop(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        words = view.words
        asked = words("tournament.sure.throw-away", name=in_text(view.league.name))
        yes, no = view.press("tournament-drop-yes"), view.press("tournament-manage")
        await redraw(interaction, draw(asked, yes_or_no(words, yes, no)))

    async def _dropped(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        await self._tournaments.throw_away(view.tournament)
        await redraw(interaction, draw(view.words("tournament.thrown-away")))

    async def _cut(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        """Who goes on, before it is so."""
        await redraw(interaction, panels.cut(replace(view, leaf=number_in(press.value))))

    async def _next(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        """The next stage, for those who were seen to go on."""

        async def doing(view: TournamentView) -> str:
            starts_at = await self._tournaments.next_begins(view.tournament)
            await self._tournaments.next_stage(view.tournament, interaction.user.id, press.value)
            return f"✓ {view.words('tournament.cut.done', moment=in_full(starts_at))}"

        await self._doing(interaction, press, doing)

    async def _end(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        """It is over, and everybody is told how it ended."""

        async def doing(view: TournamentView) -> str:
            await self._tournaments.end(view.tournament)
            return ""

        await self._doing(interaction, press, doing)
        over = await self._view(interaction, view.league.id)
        if over.tournament.version != view.tournament.version:
            await self._tell(interaction, over)

    async def _result(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        """Tell everybody how it ended once more: the bot may have died over its end."""
        await self._home(interaction, press, view)
        if view.tournament.ended_at is not None:
            await self._tell(interaction, view)

    async def _tell(self, interaction: Interaction, over: TournamentView) -> None:
        everybody = replace(over, words=await self.people.guild_words(interaction.guild_id))
        value, podium = podium_of(everybody), None
        if value is not None:
            alt = alt_text(everybody.words, value)
            podium = picture(panels.PODIUM, alt, await self._painter.paint(value))
        drawing = panels.result(everybody, podium)
        await self._notices.post_after(interaction, drawing, drawing)

    # --- who goes no further

    async def _withdraw(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        await redraw(interaction, panels.withdrawing(view))

    async def _withdraw_who(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        who, words = picked(interaction), view.words
        member = await self._tournaments.clubs.member(view.league.id, who.id)
        if member is None:
            raise ClubError("no-member")
        known = (await self._tournaments.store.entrants(view.league.id)).get(who.id)
        verb, asked = "tournament-withdraw-yes", words("tournament.sure.withdraw", name=in_text(member.name))
        if known is not None and known.withdrawn is not None:
            verb, asked = "tournament-readmit", words("tournament.sure.readmit", name=in_text(member.name))
        yes, no = view.press(verb, str(who.id)), view.press("tournament-manage")
        await redraw(interaction, draw(asked, yes_or_no(words, yes, no)))

    async def _withdrawn(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        await self._of_member(interaction, press, self._tournaments.withdraw, "tournament.withdrawn")

    async def _readmitted(self, interaction: Interaction, press: PressId, view: TournamentView) -> None:
        await self._of_member(interaction, press, self._tournaments.readmit, "tournament.readmitted")

    async def _of_member(self, interaction: Interaction, press: PressId, done: OfMember, said: str) -> None:
        """Something about whom the press names, and what is ``said`` of it."""

        async def doing(view: TournamentView) -> str:
            member = await self._tournaments.clubs.member(view.league.id, account(press.value))
            if member is None or member.user_id is None:
                raise ClubError("no-member")
            await done(view.tournament, member.user_id)
            return f"✓ {view.words(said, name=in_text(member.name))}"

        await self._doing(interaction, press, doing)


def _with_stage(words: Words, plan: TournamentPlan, number: int, typed: tuple[str, ...]) -> TournamentPlan:
    """A plan with a stage as it was typed."""
    before, said_yes = plan.stages[number], {plain(words("button.yes"))}
    rounds, *rest = typed
    if before.cut is None:
        return plan.with_stage(number, replace(before, rounds=_number(rounds)))
    cut, small, winners, carry = rest
    first, kept = (plain(one) in said_yes for one in (winners, carry))
    going = Cut(_number(cut), _number(small), first, kept)
    return plan.with_stage(number, Stage(_number(rounds), going))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= panels.NUMBER_LETTERS):
        raise TournamentError("no-number", text=text)
    return int(text)
