"""What may be said before the play: up to five equal buttons, else a select, in the order in which players
name it, what it is worth beside it; and no robot is asked for any of it."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from discord import ui

from bot import robots
from bot.discordkit.panel import GREY, Drawing
from bot.engine.cards import ACTION_TEXTS, AUCTION, SELL, members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.people.settings import Preferences
from bot.tables.ui import table_panel
from bot.tables.ui.footer import CardButtons
from bot.telling import scenes
from bot.telling.games.registry import teller_of
from bot.telling.games.teller import NEEDED, Choice
from bot.telling.phrases import OPTION_LONGEST
from bot.words.catalogue import languages, words_for
from tests.tables.test_comfort import facts_of
from tests.telling.test_scenes import SEATS, TABLES, WORDS
from tests.telling.view_models import SUITS, at_table, model


def choices(game: Game, language: str = "en") -> list[Choice]:
    view = game.view(game.turn)
    return [*teller_of(view.rules).choices(model(words_for(language), view, SEATS[: view.players]))]


def hand_of(game: Game, language: str = "en", preferences: Preferences | None = None) -> Drawing:
    """The hand of whoever is to choose."""
    facts = facts_of(game.rules.preset.name, game.rules.players, turn=game.turn)
    seen = at_table(words_for(language), facts, game.view(game.turn), preferences or Preferences())
    suits = None if seen.reader.preferences.text_mode else SUITS
    return table_panel.hand(CardButtons(seen, suits=suits), (scenes.hand_picture(seen), b""))


def shown(drawing: Drawing) -> tuple[list[ui.Button[Any]], list[Any]]:
    """The buttons that say something, and the options of the select, if there is one."""
    every = [*drawing.panel.walk_children()]
    buttons = [one for one in every if isinstance(one, ui.Button) and ":act:" in str(one.custom_id)]
    selects = [one for one in every if isinstance(one, ui.Select)]
    assert len(selects) <= 1
    return buttons, [option for select in selects for option in select.options]


def texts(buttons: list[ui.Button[Any]]) -> list[str]:
    return [str(one.custom_id).split(":")[4] for one in buttons]


def choosing(name: str, players: int, phase: str = "") -> list[Game]:
    """Every state in which something is chosen, in games in which people do anything they may."""
    random, found = Random(f"{name} {players}"), list[Game]()
    options = {"trump-choice": "offers"} if name == "kingen" else {}
    for _ in range(2):
        game = new_game(make_rules(name, players, options), 0)
        while game.turn != OVER:
            if game.turn == AWAITS_DECK:
                game.deal(random.sample(members(game.pack), game.pack.bit_count()))
                continue
            if game.phase not in ("play", "discard") and phase in ("", game.phase):
                found.append(game.copy())
            legal = members(game.legal())
            handed_on = [one for one in legal if one in (AUCTION, SELL) and random.random() < 0.5]
            game.apply(random.choice(handed_on or legal))
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_that_may_be_said_are_five_equal_buttons_or_a_select(
    name: str, players: int, language: str
) -> None:
    for game in choosing(name, players):
        every = choices(game, language)
        order = [ACTION_TEXTS[one.action] for one in every]
        assert sorted(one.action for one in every) == sorted(members(game.legal()))
        for preferences in (Preferences(), Preferences(text_mode=True)):
            buttons, options = shown(hand_of(game, language, preferences))
            assert {one.style for one in buttons} <= {GREY}
            if len(order) <= 5:
                assert texts(buttons) == order and not options
                continue
            needed = [ACTION_TEXTS[one.action] for one in every if one.action in NEEDED]
            assert texts(buttons) == needed and len(needed) <= 5
            assert [one.value for one in options] == [one for one in order if one not in needed]
            assert not any(one.default for one in options) and len(options) <= 25
            abouts = {ACTION_TEXTS[one.action]: one.about or None for one in every}
            assert all(one.description == abouts[one.value] for one in options)
            assert all(len(one.description or "") <= OPTION_LONGEST for one in options)
            assert ("pass" in order) == ("pass" in needed)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_robot_is_asked_where_something_is_to_be_chosen(name: str, players: int) -> None:
    """Of the robots nothing is called but what says whether a game can be explained at all."""
    folder, called = str(Path(robots.__file__).parent), set[str]()

    def listen(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(folder):
            called.add(code.co_name)

    before = sys.getprofile()
    for game in choosing(name, players):
        sys.setprofile(listen)
        try:
            hand_of(game)
        finally:
            sys.setprofile(before)
    assert called <= {"can_explain"}


@pytest.mark.parametrize(("name", "phase", "order"), [
    ("dubbelkingen", "contract", [
        "contract tricks", "contract hearts", "contract kings-jacks", "contract queens",
        "contract king-of-hearts", "contract seventh-last", "trump H", "trump D", "trump C", "trump S",
    ]),
    ("denexa-king", "trump-or-auction", [
        "trump H", "trump D", "trump C", "trump S", "trump none", "auction",
    ]),
    ("kingen-iwwa", "trump", ["trump H", "trump D", "trump C", "trump S"]),
    ("russian-king-orders", "declare", [
        "trump H", "trump D", "trump C", "trump S", "trump none", "trump misere", "trump last-card", "sell",
    ]),
    ("denexa-king", "direction", ["direction up", "direction down"]),
    ("russian-king-orders", "answer", ["accept", "refuse"]),
    ("kingen", "offers", [*(f"offer {count}" for count in range(1, 14)), "pass"]),
    ("denexa-king", "auction", [*(f"bid {count}" for count in range(1, 14)), "pass"]),
])  # fmt: skip
def test_choices_stand_in_the_order_in_which_they_are_named(name: str, phase: str, order: list[str]) -> None:
    found = [[ACTION_TEXTS[one.action] for one in choices(game)] for game in choosing(name, 4, phase)]
    assert order in found
    assert all(sorted(one, key=order.index) == one for one in found if set(one) <= set(order))


def test_suits_that_are_chosen_are_as_on_the_cards() -> None:
    game = choosing("kingen-iwwa", 4, "trump")[0]
    buttons, _ = shown(hand_of(game))
    assert [one.emoji and one.emoji.name for one in buttons] == [*"hdcs"]
    assert all(one.label and one.label[0] not in "♣♦♥♠" for one in buttons)
    buttons, _ = shown(hand_of(game, preferences=Preferences(text_mode=True)))
    assert [(one.label or "")[0] for one in buttons] == [*"♥♦♣♠"]
    _, options = shown(hand_of(choosing("dubbelkingen", 4, "contract")[0]))
    assert [one.emoji.name for one in options if one.emoji] == [*"hdcs"]


def told(offered: list[Choice]) -> dict[str, str]:
    return {ACTION_TEXTS[one.action]: one.about for one in offered if one.about}


def test_a_contract_says_what_it_costs_or_brings() -> None:
    found: dict[str, str] = {}
    for game in choosing("dubbelkingen", 4, "contract"):
        found |= told(choices(game))
    assert found["contract queens"] == "Avoid queens: each one in your tricks costs 2 points."
    assert found["contract king-of-hearts"].endswith("loses 5 points.")
    assert found["trump H"] == "Take tricks: each one is worth 1 point."


def test_an_offer_says_what_the_tricks_given_away_are_worth() -> None:
    for game in choosing("russian-king-orders", 4, "offers"):
        for text, about in told(choices(game)).items():
            assert about == f"You lose these tricks: −{8 * int(text.split()[1])}"


def test_an_auction_of_denexa_says_it_for_both_directions() -> None:
    found: dict[str, str] = {}
    for game in choosing("denexa-king", 4, "auction"):
        found |= told(choices(game))
    assert found
    for text, about in found.items():
        tricks = int(text.split()[1])
        assert about == f"You lose these tricks: −{25 * tricks} if played up, +{75 * tricks} if down"


def test_up_and_down_say_what_they_pay() -> None:
    game = choosing("denexa-king", 4, "direction")[0]
    labels = [one.label for one in choices(game)]
    assert labels == [WORDS("direction.up", points="25"), WORDS("direction.down", start="325", points="75")]
    assert labels == ["Up: +25 a trick", "Down: 325, minus 75 a trick"]
