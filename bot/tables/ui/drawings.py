"""Each message of a table as it is to look now: facts and views fetched, words chosen, pictures painted."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.discordkit import panel
from bot.discordkit.avatars import Avatars, SuitEmojis, SuitSet
from bot.discordkit.boundary import Refusal
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People, gets_direct_messages
from bot.engine.game import AWAITS_DECK, OVER
from bot.leagues.service import Clubs
from bot.people.settings import Statistics
from bot.pictures.painter import Painter
from bot.pictures.values import Picture
from bot.stats.ratings import RatingStore
from bot.stats.words import game_ratings, own_rating
from bot.tables.model import State, TableFacts
from bot.tables.table import Table
from bot.tables.ui import ending_panel, lobby_panel, table_panel
from bot.tables.ui import footer as comfort
from bot.tables.ui.ending_panel import LeagueEnd
from bot.tables.ui.footer import CardButtons
from bot.tables.ui.messages import EVERYBODY, Messages, Remarks, said_now
from bot.tables.ui.table_panel import VeiledViewModel
from bot.telling import ending, scenes, why
from bot.telling.phrases import Reader, TableViewModel

EVENING: Final = 12 * 3600.0
"""So long at most the end of a game of an evening waits, in a hand, for the next game to take its place."""


class Drawings:
    """Makes them."""

    def __init__(
        self,
        people: People,
        clubs: Clubs,
        ratings: RatingStore,
        avatars: Avatars,
        suits: SuitEmojis,
        painter: Painter,
        messages: Messages,
    ) -> None:
        self._people = people
        self._clubs = clubs
        self._ratings = ratings
        self._avatars = avatars
        self._suits = suits
        self._painter = painter
        self._messages = messages

    async def hand(self, table: Table, user_id: int) -> Drawing | None:
        """A person's hand, for their eyes only, or what stands in its place before, between and after the
        deals."""
        while True:
            facts = table.facts
            seat = facts.seat_of(user_id)
            if seat is None:
                return None
            reader = await self._people.reader(user_id)
            words = reader.words
            if facts.state is State.LOBBY and facts.is_daily:
                return replace(panel.sentence(words("daily.dealing")), reader=user_id)
            if facts.state is State.LOBBY and facts.is_private:
                model = lobby_panel.LobbyViewModel(reader, facts, table.rules)
                return replace(lobby_panel.private(model), reader=user_id)
            if facts.state is State.LOBBY:
                kept = words("hand.seat-kept", table=facts.number)
                return panel.sentence(kept, self._messages.table_url(facts), words("button.table"))
            if not _can_be_seen(facts):
                return ending_panel.gone(words, facts)
            view = await table.view(seat)
            if table.facts.seat_of(user_id) == seat:  # nobody has moved while it was looked up
                break
        drawing = await self._hand(table, TableViewModel.at(table.facts, reader, view))
        return replace(drawing, reader=user_id)

    async def look(self, table: Table, user_id: int) -> Drawing | None:
        """What a person is shown who asks for it: their hand; the table, where they have none."""
        if table.facts.seat_of(user_id) is not None:
            return await self.hand(table, user_id)
        facts, reader = table.facts, await self._people.reader(user_id)
        if facts.state in (State.CLOSED, State.PARKED) or facts.started_at is None or facts.is_private:
            return ending_panel.gone(reader.words, facts)
        model = TableViewModel.at(facts, reader, await table.public_view(user_id))
        if model.view.turn in (AWAITS_DECK, OVER):
            value = scenes.recent_sheet(model)
        else:
            value = scenes.table_picture(model, self._avatars.of)
        drawing = table_panel.watched(model, value, await self._seen(value, reader))
        return replace(drawing, reader=user_id, final=model.view.turn == OVER)

    async def _hand(self, table: Table, model: TableViewModel) -> Drawing:
        facts, reader, turn = model.facts, model.reader, model.view.turn
        assert reader.user_id is not None
        if facts.state is State.CLOSED:
            return ending_panel.broken_off(model)
        notes = [*comfort.rest_note(model, self._remarks(model)), *self._taught(model)]
        if turn in (AWAITS_DECK, OVER):
            stays = not reader.preferences.text_mode and await self._stays(facts, reader.user_id)
            if turn == OVER and not stays:
                podium = ending.podium(model, self._avatars.of)
                url = None if facts.is_private else self._messages.table_url(facts)
                image = podium, await self._seen(podium, reader)
                notes += await self._rated(model)
                own = ending_panel.hand_over(model, image, url, notes, await self._league_end(model))
                since = self._messages.time.now() - (facts.ended_at or 0.0)
                goes = facts.place is not None and not facts.is_private and since < EVENING
                return replace(own, final=not goes)
            value = scenes.hand_picture(model) if stays else scenes.recent_sheet(model)
            return table_panel.between_deals(model, (value, await self._seen(value, reader)), notes)
        marked = self._messages.known(facts.id).pressed_once.of(reader.user_id, model.view.hand)
        look = CardButtons(model, marked, own=table.wishes(reader.user_id))
        value = scenes.hand_picture(model, look.marked)
        image = value, await self._seen(value, reader)
        notes = comfort.hand_notes(look, self._remarks(model), table.played_for(reader.user_id))
        notes += self._taught(model)

        def draw(suits: SuitSet | None) -> Drawing:
            return table_panel.hand(replace(look, suits=suits), image, notes)

        return self._suits.drawn(reader, model.view.rules.preset.name, draw)

    def _taught(self, model: TableViewModel) -> list[str]:
        """What a teacher says of a card that the reader has played."""
        comments = self._messages.known(model.facts.id).comments.get(model.reader.user_id or 0, {})
        said = said_now(comments, model.facts, model.view) if comments else None
        return [] if said is None else [why.comment(model, said)]

    def _remarks(self, model: TableViewModel) -> Remarks:
        return self._messages.known(model.facts.id).remarks

    async def _seen(self, value: Picture, reader: Reader) -> bytes:
        """A picture, for who looks at pictures."""
        return b"" if reader.preferences.text_mode else await self._painter.paint(value)

    async def result(self, table: Table) -> Drawing:
        """The end of a finished game."""
        facts = table.facts
        reader = await self._everybody(facts)
        model = TableViewModel.at(facts, reader, await table.view(None))
        sheet = scenes.recent_sheet(model, ending.final_places(model.view))
        notes = comfort.rest_note(model, self._remarks(model))
        image = sheet, await self._painter.paint(sheet)
        notes += await self._rated(model)
        return ending_panel.game_over(model, image, notes, await self._league_end(model))

    async def record(self, reader: Reader, table: Table, page: int) -> Drawing:
        """The deals that are over, for one reader. Raises Refusal where there are none, TableError
        ``table-veiled``."""
        model = TableViewModel.at(table.facts, reader, await table.public_view(reader.user_id))
        if not model.view.results:
            raise Refusal("unknown-button")
        return ending_panel.record(model, page)

    async def _rated(self, model: TableViewModel) -> list[str]:
        """What the game did to the ratings of people, in small print: to the reader's own, or to those of all
        who do not hide their statistics."""
        facts, user_id = model.facts, model.reader.user_id
        if facts.is_private:
            return []
        rating = await self._ratings.of_game(facts.id)
        if user_id is not None:
            line = own_rating(model.words, rating, user_id)
        else:
            people = [(seat.user_id, seat.name) for seat in facts.seats if seat.user_id is not None]
            names = {
                one: name
                for one, name in people
                if (await self._people.preferences(one)).statistics != Statistics.HIDDEN
            }
            line = game_ratings(model.words, rating, names)
        return [f"-# {line}"] if line else []

    async def _league_end(self, model: TableViewModel) -> LeagueEnd | None:
        """What the game was to its league, for who reads it."""
        found = await self._clubs.of_table(model.facts)
        if found is None:
            return None
        gains = await self._clubs.seasons.gains(model.facts.id)
        user_id = model.reader.user_id
        own = None if user_id is None else await self._clubs.known_as(found.league.id, user_id)
        return LeagueEnd(found, gains, own)

    async def _lobby(self, table: Table, reader: Reader) -> Drawing:
        """The lobby, or what stays of one that was closed."""
        facts = table.facts
        if facts.state is not State.LOBBY:
            return lobby_panel.over(reader.words, facts)
        by_dm = set[int]() if facts.by_answers else set(await self._reachable(facts))
        model = lobby_panel.LobbyViewModel(reader, facts, table.rules, await self._clubs.of_table(facts))
        return lobby_panel.lobby(model, by_dm)

    async def _reachable(self, facts: TableFacts) -> list[int]:
        reachable: list[int] = []
        for seat in facts.seats:
            if seat.user_id is not None:
                player = await self._people.player(seat.user_id)
                if player is not None and gets_direct_messages(player):
                    reachable.append(seat.user_id)
        return reachable

    async def _everybody(self, facts: TableFacts) -> Reader:
        """Whoever reads a table's message: in its server's words, elsewhere in its host's."""
        if facts.guild_id is None and facts.host_id is not None:
            return Reader(await self._people.words(facts.host_id))
        return await self._people.everybody(facts.guild_id)

    async def table(self, table: Table) -> Drawing:
        """The table's message: the lobby, each deal while it is played and until the next one, and what stays
        until the result is announced, which an answer does itself."""
        facts = table.facts
        reader = await self._everybody(facts)
        if facts.started_at is None:
            return await self._lobby(table, reader)
        if not _can_be_seen(facts) or (facts.veiled and facts.state is State.CLOSED):
            return ending_panel.gone(reader.words, facts)
        if facts.veiled:
            return table_panel.veiled_table(VeiledViewModel(reader, facts, await table.progress()))
        model = TableViewModel.at(facts, reader, await table.view(None))
        if facts.state is State.CLOSED:
            return ending_panel.broken_off(model)
        if model.view.turn == OVER and facts.by_answers and not await self._stays(facts, EVERYBODY):
            return await self.result(table)
        if model.view.turn in (AWAITS_DECK, OVER):
            return await self._deal_over(model)
        value = scenes.table_picture(model, self._avatars.of)
        image = value, await self._painter.paint(value)
        return table_panel.table(model, image, comfort.table_notes(model, self._remarks(model)))

    async def _deal_over(self, model: TableViewModel) -> Drawing:
        notes = comfort.rest_note(model, self._remarks(model))
        notes += comfort.table_notes(model, self._remarks(model))
        stays = await self._stays(model.facts, EVERYBODY)
        value = scenes.table_picture(model, self._avatars.of) if stays else scenes.recent_sheet(model)
        image = value, await self._painter.paint(value)
        return table_panel.deal_over(model, image, notes)

    async def _stays(self, facts: TableFacts, user_id: int) -> bool:
        """Whether the trick that closed the deal is still to be looked at."""
        settings = await self._people.settings(facts.guild_id)
        return self._messages.known(facts.id).closing_trick.is_shown(facts, settings, user_id)

    async def deal(self, table: Table, reader: Reader, number: int) -> Drawing | None:
        """A deal that is over, by its number (from 0, those thrown in counted too), for one reader; None
        where there is no such deal."""
        view = await table.view_of_deal(number, reader.user_id)
        if view is None:
            return None
        model = TableViewModel.at(table.facts, reader, view)
        sheet, trick = scenes.score_sheet(model), scenes.trick_picture(model)
        shown = None if trick is None else (trick, await self._seen(trick, reader))
        return ending_panel.deal_look(model, (sheet, await self._seen(sheet, reader)), shown)


def _can_be_seen(facts: TableFacts) -> bool:
    """Whether a game has begun at the table, and its log can be played again."""
    return facts.started_at is not None and facts.state is not State.PARKED
