"""A hint is what the robot would do for the same view, and its figures are those it chose by."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.cards import is_play, members
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from bot.robots.registry import ADVISERS, robot_of
from bot.robots.study import Advice
from bot.rules.book import example_seats
from bot.telling import why
from bot.words.catalogue import languages, words_for
from tests.telling.view_models import model

PLAYERS = 4
WORDS = words_for("en")


def moments(preset: str, seed: int, deals: int) -> list[View]:
    """Some moments of a game at random, each as the seat to move sees it."""
    rules = make_rules(preset, PLAYERS, {})
    random, game = Random(seed), new_game(rules, 0)
    found: list[View] = []
    while game.turn != OVER and len(game.results) < deals:
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
            continue
        if random.random() < 0.1 or game.view(game.turn).phase != "play":
            found.append(game.view(game.turn))
        go_on(game, random)
    return found


def go_on(game: Game, random: Random) -> None:
    game.apply(random.choice(members(game.legal())))


def told(view: View, advice: Advice, language: str = "en") -> str:
    words = words_for(language)
    return why.hint(model(words, view, example_seats(words, PLAYERS)), advice)


@pytest.mark.parametrize("preset", [one.name for one in presets()])
def test_a_hint_is_what_the_robot_would_do(preset: str) -> None:
    for view in moments(preset, 1, 2):
        advice = ADVISERS.of(view.rules.preset.family)(view)
        assert advice.action == robot_of(view.rules, "steady")(view)
        assert view.legal >> advice.action & 1
        assert ADVISERS.of(view.rules.preset.family)(view) == advice


@pytest.mark.parametrize(
    "preset", ["kingen", "dubbelkingen", "denexa-king", "whist-walloon", "whist-flemish"]
)
@pytest.mark.parametrize("language", languages())
def test_a_hint_names_the_act_and_says_why_in_every_language(preset: str, language: str) -> None:
    for view in moments(preset, 2, 1):
        advice = ADVISERS.of(view.rules.preset.family)(view)
        said = told(view, advice, language)
        assert said.count("**") == 2 and not set(said) & set("{}")
        if is_play(advice.action):
            words = words_for(language)
            seen = model(words, view, example_seats(words, PLAYERS))
            assert f"**{why.teller_of(view.rules).act_name(seen, advice.action)}**" in said


def test_the_figures_are_those_of_the_deals_played_out() -> None:
    compared = [
        (view, advice)
        for view in moments("kingen", 3, 3)
        if (advice := ADVISERS.of("king")(view)).means and advice.next_best is not None
    ]
    assert compared
    for view, advice in compared:
        means = dict(advice.means)
        other, points = advice.next_best or (0, 0.0)
        assert advice.worlds >= 6
        assert other != advice.action and view.legal >> other & 1
        assert means[advice.action] - means[other] == pytest.approx(points)
        assert all(means[other] >= mean for one, mean in means.items() if one != advice.action)
        said = told(view, advice)
        assert (f"+{WORDS.tenths(points)} on average, compared" in said) == (points >= why.FELT)
        assert f"Over {advice.worlds} imagined deals" in said


def test_two_hands_that_look_the_same_get_the_same_hint() -> None:
    """What the others hold is not in a view, so nothing of it can be in a hint."""
    rules = make_rules("kingen", PLAYERS, {})
    first, second = new_game(rules, 0), new_game(rules, 0)
    deck = Random(5).sample(members(first.pack), first.pack.bit_count())
    first.deal(deck)
    own = first.view(first.turn).hand
    others = [card for card in deck if not own >> card & 1]
    turned = dict(zip(others, [*others[1:], others[0]], strict=True))
    second.deal([turned.get(card, card) for card in deck])
    one, other = first.view(first.turn), second.view(second.turn)
    assert one.hand == other.hand and first.view(2).hand != second.view(2).hand
    assert ADVISERS.of("king")(one) == ADVISERS.of("king")(other)


def test_an_advice_shows_no_card_where_it_is_written() -> None:
    assert "51" not in repr(Advice(51, 4, ((51, 1.0), (50, 0.0))))
