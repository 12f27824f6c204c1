"""``/daily``: the deal of the day as one person sees it, what it came to for them, which can be shared as a
text that tells no card, and what is pressed on its panel."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from discord import ui

from bot.daily.dailies import Dailies, DailyResult
from bot.daily.deal import contract_of, ends, has_deal, last_revealed, revealed_at, taught_as
from bot.daily.model import DailyComparison, DailyGame, DailyState, OwnDaily
from bot.discordkit import panel as replies
from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction, PressId, in_direct_messages
from bot.discordkit.load import Latest
from bot.discordkit.panel import GOLD, GREEN, Drawing, button, draw, link
from bot.discordkit.people import People
from bot.discordkit.permissions import require_permissions
from bot.discordkit.ports import SubjectKind
from bot.discordkit.postings import NONCES
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone
from bot.people.settings import Player
from bot.tables.model import Invited, Venue
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.display import Display
from bot.tables.ui.footer import replay, review
from bot.telling import phrases
from bot.telling.phrases import clock_time, in_full, relative
from bot.words.catalogue import Words, clean, in_text

PLAY: Final = "daily-play"
RESULT: Final = "daily-result"
SHARE: Final = "daily-share"
PROOF: Final = "daily-proof"
OPEN: Final = "daily-open"
COMMAND: Final = "python -m bot daily"


@dataclass(frozen=True, slots=True)
class ShownDaily:
    """A deal as somebody sees it. ``result`` is there once they have played it; ``refused``: they have asked
    for it once more; ``hand_url`` leads to their cards while they play. ``yesterday_url`` leads to those of
    the day before, where that deal can still be played to its end. ``secret`` is the deal's own, once it is
    revealed; ``last_secret`` is the latest that is revealed, with its day; ``page`` is where a secret can be
    checked in a browser, if there is such."""

    day: date
    game: DailyGame
    seal: str
    standing: DailyState
    result: DailyResult | None = None
    refused: bool = False
    streak: int = 0
    hand_url: str | None = None
    yesterday_url: str | None = None
    secret: str | None = None
    last_secret: tuple[date, str] | None = None
    on_server: bool = False
    page: str | None = None

    @property
    def named(self) -> tuple[str, str]:
        """How an id names it."""
        return self.day.isoformat(), self.game.value


def daily(words: Words, shown: ShownDaily) -> Drawing:
    """The panel, for one person's eyes."""
    return draw(_standing(words, shown), _buttons(words, shown), accent=GOLD)


def proof(words: Words, shown: ShownDaily) -> Drawing:
    """What shows, now and later, that nobody chose the cards for anybody."""
    head = [f"### {words('daily.heading', day=words.weekday(shown.day))}", words("daily.proof")]
    page = shown.page if shown.secret or shown.last_secret else None
    return draw(
        [*head, *(f"-# {one}" for one in _proof(words, shown))],
        link(words("button.verify"), page) if page else None,
    )


def shared(words: Words, name: str, result: DailyResult) -> Drawing:
    """What somebody has made of it, for everybody."""
    title, *lines = _share_lines(words, result)
    head = words("daily.shared", name=in_text(name), title=title)
    return draw([f"**{head}**", *map(in_text, lines), f"-# {words('daily.shared.how')}"], accent=GOLD)


def _standing(words: Words, shown: ShownDaily) -> Iterator[str]:
    yield f"### {words('daily.heading', day=words.weekday(shown.day))}"
    upcoming = words("daily.next", when=relative(ends(shown.day)))
    if shown.result is not None:
        if shown.refused:
            yield words("daily.once")
        yield f"**{in_text(_points_line(words, shown.result))}**"
        yield from map(in_text, _comparisons(words, shown.result))
        if shown.secret is None:
            yield upcoming
        yield words("daily.to-share")
        yield "\n".join(["```", *_share_lines(words, shown.result), "```"])
        return
    if shown.standing is DailyState.GIVEN_UP:
        yield words("daily.given-up")
        yield upcoming
        return
    yield f"**{_played(words, shown.day, shown.game)}**"
    if shown.standing is DailyState.PLAYING:
        yield words("daily.playing", until=in_full(revealed_at(shown.day)))
    else:
        yield words(f"daily.about.{shown.game}")
        yield words("daily.until", until=in_full(ends(shown.day)), next=relative(ends(shown.day)))
        if shown.streak:
            yield words.count("daily.streak", shown.streak)
    if shown.yesterday_url:
        yield words("daily.yesterday", until=clock_time(revealed_at(shown.day) - 86400))


def _played(words: Words, day: date, game: DailyGame) -> str:
    """What is played: of King the contract; what is bid in Colour Whist nobody is told before they play."""
    if game is DailyGame.KING:
        return phrases.contract_name(words, contract_of(day))
    return phrases.preset_name(words, taught_as(day, game))


def _points_line(words: Words, result: DailyResult) -> str:
    """«Queens: −4. A steady robot in your seat makes −6.»"""
    daily, points = result.own.daily, result.own.points
    assert points is not None
    contract = _played(words, daily.day, daily.game)
    return words("daily.points", contract=contract, points=words.points(points), par=words.points(daily.par))


def _comparisons(words: Words, result: DailyResult) -> Iterator[str]:
    """Beside those of the server, and beside all others here; nothing where nobody else has played."""
    if result.on_server is not None and result.on_server.of > 1:
        yield _beside(words, "daily.on-server", result.on_server)
    if result.everywhere.of > 1:
        yield _beside(words, "daily.everywhere", result.everywhere)
    else:
        yield words("daily.first")


def _beside(words: Words, key: str, among: DailyComparison) -> str:
    return words(
        key,
        place=words.ordinal(among.place),
        of=words.number(among.of),
        best=words.points(among.best),
        mean=words.tenths(among.mean),
    )


def _share_lines(words: Words, result: DailyResult) -> Iterator[str]:
    """Date, contract, points, place and streak: nothing by which anybody could play the deal better."""
    daily, points = result.own.daily, result.own.points
    assert points is not None
    yield words("daily.share.title", day=words.date(daily.day))
    yield words(
        "daily.share.points",
        contract=_played(words, daily.day, daily.game),
        points=words.points(points),
        par=words.points(daily.par),
    )
    among = result.everywhere
    if among.share is not None:
        share = words("stats.percent", number=words.number(among.share))
        yield words(
            "daily.share.place", place=words.ordinal(among.place), of=words.number(among.of), share=share
        )
    if result.streak > 1:
        yield words.count("daily.streak", result.streak)


def _proof(words: Words, shown: ShownDaily) -> Iterator[str]:
    yield words("daily.seal", seal=shown.seal)
    if shown.secret is not None:
        yield words("daily.check", secret=shown.secret, command=f"{COMMAND} {shown.day} …")
    else:
        yield words("daily.secret-comes", when=in_full(revealed_at(shown.day)))
    if shown.last_secret is not None and shown.last_secret[0] != shown.day:
        day, secret = shown.last_secret
        yield words("daily.last-secret", day=words.day(day), secret=secret)


def _buttons(words: Words, shown: ShownDaily) -> Iterator[ui.Button[Any]]:
    if shown.result is not None:
        if shown.on_server:
            yield button(words("daily.show"), PressId(SHARE, values=shown.named))
    elif shown.standing is DailyState.OPEN:
        yield button(words("daily.play"), PressId(PLAY, values=shown.named), GREEN)
        taught = taught_as(shown.day, shown.game)
        yield button(words("button.how-to-play"), PressId("learn", values=(taught,)))
    elif shown.standing is DailyState.PLAYING and shown.hand_url is None:
        yield button(words("button.hand"), PressId(PLAY, values=shown.named))
    if shown.hand_url:
        yield link(words("button.hand"), shown.hand_url)
    if shown.yesterday_url:
        yield link(words("daily.to-yesterday"), shown.yesterday_url)
    if shown.result is not None and shown.result.own.table_id is not None and shown.secret is not None:
        yield replay(words, shown.result.own.table_id)
        yield from review(words, shown.result.own.table_id, taught_as(shown.day, shown.game))
    other = shown.game.other
    yield button(words(f"daily.game.{other}"), PressId(OPEN, values=(shown.day.isoformat(), other.value)))
    yield button(words("button.what-is-this"), PressId(PROOF, values=shown.named))


SHARED_KEPT: Final = 1000
NAMED: Final = (1, 2)
"""How many values name a deal: its day and, since there are two a day, its game."""


class DailyPresses:
    """Handlers by verb, and what ``/daily`` does."""

    def __init__(
        self, dailies: Dailies, tables: Tables, display: Display, people: People, page: str | None
    ) -> None:
        """``page`` is where a secret can be checked in a browser, if there is such."""
        self._page = page
        self._dailies = dailies
        self._tables = tables
        self._display = display
        self._people = people
        self._shared: Latest[tuple[int, date, DailyGame], bool] = Latest(SHARED_KEPT)

    def routes(self) -> dict[str, Route[None]]:
        """Every verb."""
        return {
            PLAY: anyone(self._play, values=NAMED),
            RESULT: anyone(self._result, SubjectKind.TABLE),
            SHARE: anyone(self._share, values=NAMED),
            PROOF: anyone(self._proof, values=NAMED),
            OPEN: anyone(self._open_other, private=True, values=2),
        }

    async def open(self, interaction: Interaction, game: DailyGame) -> None:
        """Answer with today's deal, to the one who asks. Raises Refusal, StoreError."""
        player = await self._people.met(interaction)
        press_of(interaction).expected = First.REPLY
        named = self._dailies.today, game
        own = await self._dailies.own(player.user_id, *named, interaction.guild_id)
        await answer(interaction, await self._panel(interaction, player, named, own))

    async def _open_other(self, interaction: Interaction, press: PressId) -> None:
        """The deal of the other game in the same panel: today's, of a panel that is older too."""
        _, game = _named(press)
        player, named = await self._people.met(interaction), (self._dailies.today, game)
        own = await self._dailies.own(player.user_id, *named, interaction.guild_id)
        await redraw(interaction, await self._panel(interaction, player, named, own))

    async def _play(self, interaction: Interaction, press: PressId) -> None:
        """Begin today's deal in direct messages, wherever that is asked; one that is being played is shown
        there again, and of one that is over what it came to."""
        day, game = named = _named(press)
        player, is_elsewhere = await self._people.met(interaction), not in_direct_messages(interaction)
        pressed = press_of(interaction)
        pressed.expected = First.REPLY
        if day != self._dailies.today:
            raise Refusal("daily-over")
        own = await self._dailies.own(player.user_id, *named, interaction.guild_id)
        if own is not None and own.standing in (DailyState.PLAYED, DailyState.GIVEN_UP):
            await answer(interaction, await self._panel(interaction, player, named, own, refused=True))
            return
        if not is_elsewhere:
            pressed.expected = First.POST
        table = await self._begun(interaction, player, day, game)
        if is_elsewhere and not table.facts.by_answers:
            words = await self._people.words(player.user_id)
            url = self._display.messages.table_url(table.facts)
            await answer(interaction, replies.sentence(words("daily.opened"), url, words("button.hand")))

    async def _begun(self, interaction: Interaction, player: Player, day: date, game: DailyGame) -> Table:
        """A table in somebody's direct messages, with the cards dealt; where the bot is not, in a message
        that they alone see. They are dealt once Discord has taken a message there: what nobody could be shown
        is not begun. Raises Refusal where it takes none."""
        in_server, venue = interaction.guild_id is not None, Venue.POSTED
        if not (in_server or in_direct_messages(interaction)):
            channel_id, venue = interaction.channel_id, Venue.ALONE
        elif in_server:
            await self._people.wishes_direct_messages(player.user_id)
            channel_id = await self._people.dm_channel(player.user_id)
        else:
            channel_id = await self._people.met_in_direct_messages(interaction)
        if channel_id is None:
            raise Refusal("daily-closed")
        words = await self._people.words(player.user_id)
        title = words(f"daily.title.{game}", day=words.day(day))
        who = Invited(player.user_id, player.name)
        table = await self._dailies.table(who, game, title, channel_id, interaction.guild_id, venue)
        opener = None if in_server and not table.facts.by_answers else press_of(interaction)
        try:
            await self._display.hands.post_private(table, opener)
        except Refusal:
            raise Refusal("daily-closed") from None
        await self._dailies.begin(table)
        return table

    async def _result(self, interaction: Interaction, press: PressId) -> None:
        """What one's own deal at a table came to."""
        player = await self._people.met(interaction)
        press_of(interaction).expected = First.REPLY
        own = await self._dailies.at_table(press.subject.id, player.user_id)
        if own is None:
            raise Refusal("daily-not-yours")
        await answer(
            interaction, await self._panel(interaction, player, (own.daily.day, own.daily.game), own)
        )

    async def _proof(self, interaction: Interaction, press: PressId) -> None:
        """The seal of a day that has begun, and its secret where that is revealed."""
        named, player = _named(press), await self._people.met(interaction)
        press_of(interaction).expected = First.REPLY
        if named[0] > self._dailies.today:
            raise Refusal("unknown-button")
        own = await self._dailies.own(player.user_id, *named, interaction.guild_id)
        await answer(interaction, await self._panel(interaction, player, named, own, drawn=proof))

    async def _share(self, interaction: Interaction, press: PressId) -> None:
        """Show what one's own deal of a day came to to everybody in the channel, once however often it is
        pressed."""
        named = _named(press)
        press_of(interaction).expected = First.POST
        player = await self._people.met(interaction)
        if interaction.guild_id is None:
            raise Refusal("unknown-button")
        require_permissions(await self._people.words(player.user_id), interaction)
        own = await self._dailies.own(player.user_id, *named, interaction.guild_id)
        if own is None or own.points is None:
            raise Refusal("daily-not-played")
        assert interaction.message is not None
        key = (interaction.message.id, *named)
        if self._shared.get(key):
            raise Refusal("daily-shared-already")
        self._shared.keep(key, True)
        try:
            everybody = await self._people.everybody(interaction.guild_id)
            result = await self._dailies.result(own, interaction.guild_id)
            name = clean(interaction.user.display_name, player.name)
            drawing = shared(everybody.words, name, result)
            await press_of(interaction).publish(drawing, secrets.randbelow(NONCES) + 1)
        except Exception:
            self._shared.drop(key)
            raise

    async def _panel(
        self,
        interaction: Interaction,
        player: Player,
        named: tuple[date, DailyGame],
        own: OwnDaily | None,
        *,
        refused: bool = False,
        drawn: Callable[[Words, ShownDaily], Drawing] = daily,
    ) -> Drawing:
        day, game = named
        if not has_deal(day):
            raise Refusal("daily-none")
        dailies, user_id = self._dailies, player.user_id
        words = await self._people.words(user_id)
        unfinished = await dailies.unfinished(user_id, game)
        last = last_revealed(dailies.now)
        secret = dailies.revealed_secret(last)
        standing = DailyState.OPEN if own is None else own.standing
        result = None
        if own is not None and own.points is not None:
            result = await dailies.result(own, interaction.guild_id)
        shown = ShownDaily(
            day,
            game,
            dailies.chain.seal(day, game) if own is None else own.daily.seal,
            standing,
            result,
            refused,
            await dailies.streak(user_id),
            await self._hand_url(own) if standing is DailyState.PLAYING else None,
            await self._hand_url(unfinished) if day == dailies.today else None,
            dailies.revealed_secret(day),
            None if secret is None else (last, secret),
            interaction.guild_id is not None,
            self._page,
        )
        return drawn(words, shown)

    async def _hand_url(self, own: OwnDaily | None) -> str | None:
        """Where somebody's cards are."""
        if own is None or own.table_id is None:
            return None
        return self._display.messages.table_url((await self._tables.get(own.table_id)).facts)


def _named(press: PressId) -> tuple[date, DailyGame]:
    """The deal that an id names; anybody can send any. Ids of before there were two a day name King's."""
    day, game = (*press.values, DailyGame.KING)[:2]
    try:
        return date.fromisoformat(day), DailyGame(game)
    except ValueError:
        raise Refusal("unknown-button") from None
