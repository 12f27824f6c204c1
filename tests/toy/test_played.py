"""The toy played: by its rules, at a table with a real store, and as it is shown and told at every moment."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from bot import dealing
from bot.cli.records import print_traces, trace
from bot.discordkit.panel import Drawing
from bot.engine import record
from bot.engine.cards import DOUBLE, PASS, members
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.record import Header
from bot.engine.registry import make_rules, new_game
from bot.pictures.painter import Painter
from bot.pictures.values import Picture
from bot.robots.kinds import ROBOT_KINDS
from bot.robots.registry import robot_of
from bot.rules.registry import book_of
from bot.rules.ui.panel import RuleDrawings, RulesPlace
from bot.tables.model import Seat, State, TableFacts
from bot.telling import scenes
from bot.telling.alt import alt_text
from bot.telling.phrases import Reader
from bot.words.catalogue import languages, words_for
from data.store import Store
from tests.clock import FakeClock
from tests.tables.house import ANN, House, play
from tests.telling.view_models import at_table
from tests.toy.engine import PRESET, STAKE

SEATS = tuple(Seat(name, number) for number, name in enumerate(("Ann", "Bram", "Chloé", "Dirk"), start=1))
SIZES = pytest.mark.parametrize("players", [3, 4])


def moments(players: int, seed: int = 1) -> Iterator[Game]:
    """A whole game at random, stopping at each state of it."""
    random, game = Random(seed), new_game(make_rules(PRESET.name, players, {}), 0)
    while True:
        yield game
        if game.turn == OVER:
            return
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        else:
            game.apply(random.choice(members(game.legal())))


# By its rules


@SIZES
def test_a_trick_is_worth_a_point_or_two(players: int) -> None:
    *_, game = moments(players)
    assert len(game.results) == 2
    for result in game.results:
        assert result.points is not None
        doubled = any(said.action == DOUBLE for said in result.said)
        assert sum(result.points) == (6 if doubled else 3)
        assert [one.value for one in game.measured(result)] == [*result.points, *result.tricks]


@SIZES
def test_what_is_refused_has_its_reason(players: int) -> None:
    game = new_game(make_rules(PRESET.name, players, {}), players - 1)
    game.deal(members(game.pack))
    assert (game.turn, game.view(0).phase) == (0, STAKE)
    held, others = (members(game.view(seat).hand)[0] for seat in (0, 1))
    for action, reason in ((held, "choose-first"), (PASS + 1, "not-a-choice")):
        with pytest.raises(RuleViolation) as refused:
            game.apply(action)
        assert refused.value.reason == reason
    game.apply(PASS)
    for action, reason in ((others, "not-in-hand"), (PASS, "nothing-to-choose")):
        with pytest.raises(RuleViolation) as refused:
            game.apply(action)
        assert refused.value.reason == reason
    game.apply(held)


@SIZES
@pytest.mark.parametrize("kind", ROBOT_KINDS)
def test_robots_play_it(players: int, kind: str) -> None:
    for game in moments(players):
        view = game.view(game.turn) if game.turn >= 0 else None
        assert view is None or view.legal >> robot_of(view.rules, kind)(view) & 1


@SIZES
def test_a_record_of_it_is_read_again_and_traced(players: int) -> None:
    items: list[str] = []
    game, random = new_game(make_rules(PRESET.name, players, {"rounds": "4"}), 1), Random(2)
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            items.append(record.deck_item(random.sample(members(game.pack), game.pack.bit_count())))
        else:
            items.append(record.action_item(game.turn, random.choice(members(game.legal()))))
        record.carry_out(game, items[-1])
    text = record.write(Header(game.rules, 1, {0: "Ann"}), items)
    assert "rules toy-race\noption rounds=4\n" in text
    assert record.replay(record.read(text.encode())).points == game.points
    *_, last = trace("toy.king", text.encode())
    assert list(game.points) in last.values()


# As it is shown and told


def pictures(game: Game, language: str) -> Iterator[Picture]:
    """All pictures of a moment."""
    words, players = words_for(language), game.rules.players
    facts = TableFacts(1, 1, 2, 1, PRESET.name, players, "", 0.0, seats=SEATS[:players], state=State.PLAYING)
    seen = at_table(words, facts, game.view(None))
    yield scenes.table_picture(seen)
    yield scenes.score_sheet(seen, game.places() if game.turn == OVER else ())
    for seat in range(players):
        yield scenes.hand_picture(at_table(words, facts, game.view(seat)))
    trick = scenes.trick_picture(seen)
    if trick is not None:
        yield trick


@pytest.mark.parametrize("language", languages())
@SIZES
def test_every_moment_is_told_in_every_language(players: int, language: str) -> None:
    words, told = words_for(language), set[str]()
    for game in moments(players):
        if game.turn != AWAITS_DECK or game.results:
            told |= {alt_text(words, picture) for picture in pictures(game, language)}
    assert any(words("contract.race") in text for text in told)
    assert any(words("state.you.stake") in text for text in told)


@SIZES
async def test_every_picture_is_painted(players: int) -> None:
    painter, painted = Painter(), 0
    for game in moments(players):
        if game.turn >= 0:
            for data in await asyncio.gather(*(painter.paint(one) for one in pictures(game, "en"))):
                with Image.open(io.BytesIO(data)) as image:
                    assert image.format == "PNG" and image.width == 800
                painted += 1
    assert painted > 50
    painter.close()


def text_of(drawing: Drawing) -> str:
    return "\n".join(str(getattr(item, "content", "")) for item in drawing.panel.walk_children())


@pytest.mark.parametrize("language", languages())
@SIZES
async def test_its_rule_book_is_leafed_through(players: int, language: str) -> None:
    painter, words = Painter(), words_for(language)
    rules = make_rules(PRESET.name, players, {})
    game, deal = book_of(rules).pages(rules)
    drawings = RuleDrawings(painter)
    said = text_of(await drawings.of_preset(Reader(words), PRESET.name, players, RulesPlace(game.key)))
    assert words("preset.toy-race") in said and words.count("count.deals", 2) in said
    drawing = await drawings.of_preset(Reader(words), PRESET.name, players, RulesPlace(deal.key))
    assert words("toy.rules.stake") in text_of(drawing) and len(drawing.files) == 1
    assert words.count("toy.rules.tricks", 3) in text_of(drawing)
    painter.close()


# At a table


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = await Store.open(tmp_path / "toy.sqlite3")
    house = House(store, FakeClock())
    yield house
    await house.tables.close()
    await store.close()


@pytest.mark.parametrize(("people", "robots"), [(3, 0), (4, 0), (2, 1), (1, 3)])
async def test_it_is_played_stored_recovered_and_verified(
    people: int, robots: int, house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await house.lobby(people, robots, preset=PRESET.name)
    await table.set_option(ANN, "rounds", "4")
    await table.start(ANN)
    await house.tables.quiet()
    await play(house, table, deals=2)
    await house.check(table)

    again = await house.restarted()
    await again.tables.recover()
    table = await again.tables.get(table.facts.id)
    await play(again, table)
    assert table.facts.state is State.FINISHED
    await again.check(table)
    results = (await table.view(None)).results
    assert len(results) == 4 and {sum(result.points or ()) for result in results} <= {3, 6}

    data = (await table.record()).encode()
    found = dealing.verify(data)
    assert not found.discrepancies and found.decks == 4
    file = tmp_path / "toy.king"
    file.write_bytes(data)
    assert print_traces([str(file)]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert list((await table.view(None)).points) in last.values()
    await again.tables.close()
