"""One person's statistics, and two people compared: read, put together, shown, and what is pressed there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.pages import leaves, turning
from bot.discordkit.panel import Drawing, Part, button, draw, select, select_option
from bot.discordkit.routes import Route, chosen
from bot.leagues.model import League, SeasonFacts
from bot.leagues.standings_words import season_name
from bot.stats.charts_words import PAGE, contracts_picture, course_picture, every_contract
from bot.stats.counting import PersonTallies, TallyKind
from bot.stats.people_words import against_lines, compare_picture, person_card, role_lines, row_lines
from bot.stats.ports import PlayedGame, Scope, Streak, StreakKind, goes_on, streak
from bot.stats.ratings import ServerPool
from bot.stats.ui.desk import (
    LEAGUE,
    SEASON,
    Conditions,
    Desk,
    PairView,
    PersonView,
    SelectedGames,
    StatsPage,
    StatsVisit,
    leaf_of,
)
from bot.stats.ui.looks import StatsPicture, painted, posted, posting, private, show
from bot.stats.words import (
    COURSE,
    KNOWN_AFTER,
    LadderStanding,
    PersonStats,
    family_of,
    month_name,
    preset_text,
)
from bot.telling.phrases import without
from bot.words.catalogue import Words, in_text


class Portraits:
    """Makes them. Everything raises ClubError, StoreError."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def everything(self, visit: StatsVisit, user_id: int) -> PersonTallies:
        """All that was counted of somebody here."""
        return await self._desk.statistics.person(Scope(visit.guild_id), user_id)

    async def of(self, visit: StatsVisit, user_id: int, conditions: Conditions) -> PersonStats:
        """A person under conditions, as the reader may know them."""
        desk, meant = self._desk, await self._desk.meant(visit, conditions)
        games = await desk.statistics.course(meant.scope, user_id, COURSE)
        person = await desk.statistics.person(meant.scope, user_id)  # the last: it says who is away
        names = await self._names(visit, user_id, person)
        return PersonStats(
            user_id=user_id,
            name=await desk.name(visit.words, user_id),
            about=meant.about or _everything(visit),
            person=person,
            games=games,
            streaks=await self._streaks(meant, user_id, games),
            names=names,
            unnamed=len(person.each(TallyKind.AGAINST)) - len(names),
            avatar=desk.avatars.of(user_id),
            standing=await self._standing(visit, user_id, conditions.preset),
            is_hidden=await desk.is_hidden(user_id),
            looks_back=not _is_kept(meant.scope),
        )

    async def _names(self, visit: StatsVisit, user_id: int, person: PersonTallies) -> Mapping[str, str]:
        """What those are called whom they met, but for whoever hides their statistics: those are shown to
        nobody but their partners themselves."""
        others = [int(other) for other in person.each(TallyKind.AGAINST)]
        is_own = user_id == visit.by and not visit.is_public
        left_out = set[int]() if is_own else {*await self._desk.hidden(visit)}
        return {
            str(other): await self._desk.name(visit.words, other) for other in others if other not in left_out
        }

    async def _streaks(
        self, meant: SelectedGames, user_id: int, games: Sequence[PlayedGame]
    ) -> Mapping[StreakKind, Streak]:
        """Kept for a server and each preset; under other conditions those of the games looked back on."""
        scope = meant.scope
        if scope.guild_id is not None and _is_kept(scope):
            return await self._desk.statistics.streaks(scope.guild_id, user_id, scope.preset)
        return {
            row: streak(goes_on(row, game.place, is_last=game.is_last) for game in reversed(games))
            for row in StreakKind
        }

    async def _standing(self, visit: StatsVisit, user_id: int, preset: str) -> LadderStanding | None:
        """Where they are on the ladder of the family that the conditions mean, else that they play most."""
        if visit.guild_id is None:
            return None
        played = preset or next(iter(await self._desk.statistics.presets(visit.guild_id, user_id)), "")
        family = family_of(played)
        if family is None:
            return None
        pool, hidden = ServerPool(visit.guild_id, family), await self._desk.hidden(visit)
        progress = await self._desk.ratings.progress(pool)
        return LadderStanding(
            await self._desk.ratings.rung(pool, user_id, KNOWN_AFTER, hidden),
            (await self._desk.ratings.ladder(pool, 0, 1, KNOWN_AFTER, hidden)).total,
            await self._desk.ratings.course(pool, user_id, COURSE),
            progress.total - progress.done,
        )


def _everything(visit: StatsVisit) -> str:
    """That nothing is left out."""
    return visit.words("stats.everything" if visit.guild_id is not None else "stats.everywhere")


def _is_kept(scope: Scope) -> bool:
    """Whether rows of games are kept for what is asked."""
    return scope.guild_id is not None and scope.seasons is None and scope.months is None


LEAVES: Final = tuple(leaf for leaf in StatsPage if leaf is not StatsPage.CONDITIONS)
OFFERED: Final = 24
"""Choices of a select beside the one for all."""
ALL: Final = "-"
"""In a select: no condition."""


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A leaf as it is shown: how many pages it has, how far a page turns ``at``, and whether it may be shown
    to everybody."""

    view: PersonView
    look: StatsPicture
    pages: int = 1
    page: int = 0
    step: int = 1
    may_show: bool = False


@dataclass(frozen=True, slots=True)
class OfferedConditions:
    """What conditions are offered: the presets and months that somebody played, the leagues of a server."""

    presets: Sequence[str]
    months: Sequence[str]
    leagues: Sequence[tuple[League, Sequence[SeasonFacts]]]


def leaf(visit: StatsVisit, shown: ShownPage) -> Drawing:
    """A leaf, with the way to the others."""
    words, view = visit.words, shown.view
    buttons = turning(
        lambda to: _press("stats-person", view.turned(view.leaf, to * shown.step)), shown.page, shown.pages
    )
    buttons.append(
        button(words("stats.conditions"), _press("stats-person", view.turned(StatsPage.CONDITIONS)))
    )
    if shown.may_show:
        buttons.append(show(words, _press("stats-person-show", view)))
    return private(visit, shown.look, _leaves(words, view), buttons)


def conditions(
    visit: StatsVisit,
    view: PersonView,
    heading: str,
    count: str,
    offered: OfferedConditions,
    absent: Sequence[int] = (),
) -> Drawing:
    """What counts, to be chosen; ``count`` is how much that is, without what cells have that are
    ``absent``."""
    words, now = visit.words, view.conditions
    text = [f"### {in_text(heading)}", words("stats.conditions.about"), f"**{count}**"]
    text += without(words, absent)
    ways = [("stats-game", "stats.pick.game", _games(words, now, offered))]
    if offered.leagues:
        ways.append(("stats-league", "stats.pick.league", _leagues(words, now, offered)))
    if offered.months:
        ways.append(("stats-from", "stats.pick.from", _months(words, now, offered, is_first=True)))
        ways.append(("stats-until", "stats.pick.until", _months(words, now, offered, is_first=False)))
    back = button(words("stats.conditions.done"), _press("stats-person", view.turned(StatsPage.CARD)))
    return draw(
        text,
        [select(_press(verb, view), words(label), options) for verb, label, options in ways],
        back,
        reader=visit.reader.user_id,
    )


def _press(verb: str, view: PersonView) -> PressId:
    return PressId(verb, values=view.values)


def _leaves(words: Words, view: PersonView) -> Part:
    options = [
        select_option(
            words(f"stats.page.{leaf}"),
            leaf.value,
            words(f"stats.page.{leaf}.about"),
            default=leaf is view.leaf,
        )
        for leaf in LEAVES
    ]
    return select(_press("stats-leaf", view), words("stats.pick.page"), options)


def _games(words: Words, now: Conditions, offered: OfferedConditions) -> list[discord.SelectOption]:
    chosen = [now.preset] if now.preset else []
    every = (chosen + [one for one in offered.presets if one != now.preset])[:OFFERED]
    return [
        select_option(words("stats.pick.every-game"), ALL, default=not now.preset),
        *(select_option(preset_text(words, one), one, default=one == now.preset) for one in every),
    ]


def _leagues(words: Words, now: Conditions, offered: OfferedConditions) -> list[discord.SelectOption]:
    """Each league, and each of its seasons; where there are too many, those of the first leagues and the
    one that is chosen."""
    found = [(f"{LEAGUE}{league.id}", league.name) for league, _ in offered.leagues]
    found += [
        (
            f"{SEASON}{season.id}",
            words("stats.pick.season", league=league.name, season=season_name(words, season)),
        )
        for league, seasons in offered.leagues
        for season in seasons
    ]
    kept = found[:OFFERED]
    kept += [one for one in found[OFFERED:] if one[0] == now.games]
    return [
        select_option(words("stats.pick.every-league"), ALL, default=not now.games),
        *(select_option(name, value, default=value == now.games) for value, name in kept[-OFFERED:]),
    ]


def _months(
    words: Words, now: Conditions, offered: OfferedConditions, *, is_first: bool
) -> list[discord.SelectOption]:
    """The months that leave the range the right way round, the latest first."""
    chosen, other = (now.first, now.last) if is_first else (now.last, now.first)
    fitting = [one for one in offered.months if not other or (one <= other if is_first else one >= other)]
    every = [one for one in fitting if one != chosen][: OFFERED - 1] + ([chosen] if chosen else [])
    every.sort(reverse=True)
    word = words("stats.pick.beginning" if is_first else "stats.pick.today")
    return [
        select_option(word, ALL, default=not chosen),
        *(select_option(month_name(words, one), one, default=one == chosen) for one in every),
    ]


BESIDES = 190
"""Points of height beside the lines of a leaf: heading, select and notes."""

LINES = {StatsPage.ROLES: role_lines, StatsPage.AGAINST: against_lines, StatsPage.ROWS: row_lines}


AskedPerson = tuple[StatsVisit, PersonView]


class PersonPresses:
    """See the module."""

    def __init__(self, desk: Desk, portraits: Portraits) -> None:
        self._desk = desk
        self._portraits = portraits

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        route = partial(Route, who=self._asked, private=True, values=PersonView.VALUES)
        return {
            "stats-person": route(self._turn),
            "stats-leaf": route(self._pick_leaf),
            "stats-game": route(partial(self._pick, lambda now, one: replace(now, preset=one))),
            "stats-league": route(partial(self._pick, lambda now, one: replace(now, games=one))),
            "stats-from": route(partial(self._pick, lambda now, one: replace(now, first=one))),
            "stats-until": route(partial(self._pick, lambda now, one: replace(now, last=one))),
            "stats-person-show": posting(self._desk, self._posted, PersonView.VALUES),
        }

    async def open(
        self,
        interaction: Interaction,
        visit: StatsVisit,
        user: discord.User | discord.Member,
        conditions: Conditions,
    ) -> None:
        """The card of a person, or that they have not played here."""
        user_id = await self._desk.subject(visit, user)
        played = await self._portraits.everything(visit, user_id)
        if not played.tallies:
            words = visit.words
            if user_id == visit.by:
                said = words("stats.never-played.you")
            else:
                said = words("stats.never-played", name=in_text(await self._desk.name(words, user_id, user)))
            await answer(interaction, draw([said, *without(words, played.absent)]))
            return
        await answer(interaction, await self._drawn(visit, PersonView(user_id, conditions=conditions)))

    # --- presses

    async def _turn(self, interaction: Interaction, press: PressId, asked: AskedPerson) -> None:
        visit, view = asked
        await redraw(interaction, await self._drawn(visit, view))

    async def _pick_leaf(self, interaction: Interaction, press: PressId, asked: AskedPerson) -> None:
        visit, view = asked
        await redraw(interaction, await self._drawn(visit, view.turned(leaf_of(chosen(interaction)))))

    async def _pick(
        self,
        changed: Callable[[Conditions, str], Conditions],
        interaction: Interaction,
        press: PressId,
        asked: AskedPerson,
    ) -> None:
        """In a select of the conditions."""
        visit, view = asked
        value = chosen(interaction)
        conditions = changed(view.conditions, "" if value == ALL else value)
        # Read again: what was chosen may have been made up.
        written = Conditions.read(conditions.values)
        if written != conditions or (written.first and written.last and written.first > written.last):
            raise AboutSomethingElse(value)
        view = replace(view, leaf=StatsPage.CONDITIONS, conditions=written)
        await redraw(interaction, await self._drawn(visit, view))

    async def _posted(self, interaction: Interaction, press: PressId, visit: StatsVisit) -> Drawing:
        """The leaf for everybody, as a message of its own that stays as it is."""
        view = PersonView.read(press.values)
        await self._desk.require_shown(visit, view.user_id)
        stats = await self._portraits.of(visit, view.user_id, view.conditions)
        shown = await self._leaf(visit, view, stats)
        return posted(visit, shown.look, self._desk.moment)

    async def _asked(self, interaction: Interaction, press: PressId) -> AskedPerson:
        view = PersonView.read(press.values)
        visit = await self._desk.visit(interaction)
        await self._desk.require_shown(visit, view.user_id)
        return visit, view

    # --- drawings

    async def _drawn(self, visit: StatsVisit, view: PersonView) -> Drawing:
        stats = await self._portraits.of(visit, view.user_id, view.conditions)
        if view.leaf is StatsPage.CONDITIONS:
            return await self._conditions(visit, view, stats)
        shown = await self._leaf(visit, view, stats)
        return leaf(visit, replace(shown, may_show=visit.guild_id is not None and not stats.is_hidden))

    async def _leaf(self, visit: StatsVisit, view: PersonView, stats: PersonStats) -> ShownPage:
        words, paint = visit.words, self._desk.painter
        notes = self._notes(visit, stats, view)
        match view.leaf:
            case StatsPage.CARD | StatsPage.CONDITIONS:
                return ShownPage(view, await painted(visit, paint, person_card(words, stats), notes))
            case StatsPage.COURSE:
                return ShownPage(view, await painted(visit, paint, course_picture(words, stats), notes))
            case StatsPage.CONTRACTS:
                pages = max(-(-len(every_contract(stats)) // PAGE), 1)
                page = min(view.at // PAGE, pages - 1)
                value = contracts_picture(words, stats, page * PAGE)
                return ShownPage(view, await painted(visit, paint, value, notes), pages, page, PAGE)
            case StatsPage.ROLES | StatsPage.AGAINST | StatsPage.ROWS:
                return self._lines(visit, view, stats, notes)

    def _lines(self, visit: StatsVisit, view: PersonView, stats: PersonStats, notes: list[str]) -> ShownPage:
        words = visit.words
        every = leaves(LINES[view.leaf](words, stats), BESIDES)
        page = min(view.at, len(every) - 1)
        title = words("stats.titled", what=words(f"stats.page.{view.leaf}"), about=stats.about)
        lines = [f"### {in_text(stats.name)}", f"-# {in_text(title)}", *every[page]]
        return ShownPage(view, StatsPicture(lines=lines, notes=notes), len(every), page)

    def _notes(self, visit: StatsVisit, stats: PersonStats, view: PersonView) -> list[str]:
        """Where games are missing; that others do not see this; that ratings are being worked out anew."""
        words, found = visit.words, without(visit.words, stats.person.absent)
        if stats.is_hidden:
            found.append(words("stats.hidden-note"))
        if (
            stats.standing is not None
            and stats.standing.undone
            and view.leaf in (StatsPage.CARD, StatsPage.COURSE)
        ):
            found.append(words.count("stats.rating-undone", stats.standing.undone))
        return found

    async def _conditions(self, visit: StatsVisit, view: PersonView, stats: PersonStats) -> Drawing:
        statistics, words = self._desk.statistics, visit.words
        offered = OfferedConditions(
            await statistics.presets(visit.guild_id, view.user_id),
            await statistics.months(visit.guild_id, view.user_id),
            await self._desk.leagues(visit.guild_id),
        )
        count = words(
            "stats.conditions.count",
            games=words.count("stats.games", stats.person.games.count),
            deals=words.count("stats.deals", stats.person.deals.count),
        )
        return conditions(visit, view, stats.name, count, offered, stats.person.absent)


User = discord.User | discord.Member


class ComparePresses:
    """See the module."""

    def __init__(self, desk: Desk, portraits: Portraits) -> None:
        self._desk = desk
        self._portraits = portraits

    def routes(self) -> dict[str, Route[None]]:
        """The one verb."""
        return {"stats-pair-show": posting(self._desk, self._posted, PairView.VALUES)}

    async def open(
        self, interaction: Interaction, visit: StatsVisit, left: User, right: User, conditions: Conditions
    ) -> None:
        """Two people side by side. Raises Refusal for one and the same, for bots, and where one of them hides
        their statistics."""
        if left.id == right.id:
            raise Refusal("stats-same")
        for user in (left, right):
            user_id = await self._desk.subject(visit, user)
            if not (await self._portraits.everything(visit, user_id)).tallies:
                name = await self._desk.name(visit.words, user_id, user)
                said = visit.words("stats.never-played", name=in_text(name))
                await answer(interaction, panel.sentence(said))
                return
        view = PairView(left.id, right.id, conditions)
        look = await self._look(visit, view)
        shows = [show(visit.words, PressId("stats-pair-show", values=view.values))]
        is_hidden = await self._desk.is_hidden(left.id) or await self._desk.is_hidden(right.id)
        await answer(interaction, private(visit, look, None if is_hidden else shows))

    async def _posted(self, interaction: Interaction, press: PressId, visit: StatsVisit) -> Drawing:
        view = PairView.read(press.values)
        for user_id in (view.left, view.right):
            await self._desk.require_shown(visit, user_id)
        return posted(visit, await self._look(visit, view), self._desk.moment)

    async def _look(self, visit: StatsVisit, view: PairView) -> StatsPicture:
        left, right = [
            await self._portraits.of(visit, user_id, view.conditions) for user_id in (view.left, view.right)
        ]
        notes = [visit.words("stats.hidden-note")] if left.is_hidden or right.is_hidden else []
        value = compare_picture(visit.words, left, right)
        return await painted(visit, self._desk.painter, value, notes)
