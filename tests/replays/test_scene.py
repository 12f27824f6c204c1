"""A moment that is looked at again, told: whose cards are shown, where they lie, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Final

import pytest

from bot.engine.cards import members, set_of
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.pictures.values import ReplayPicture
from bot.replays.scene import closing_frame, replay_picture
from bot.telling import phrases
from bot.telling.alt import alt_text, sentences
from bot.telling.moments import FIVE, moment, table_model
from bot.telling.phrases import ALT_LONGEST
from bot.words.catalogue import words_for
from tests.pictures.by_name import Samples
from tools.samples.people import STRANGE_NAMES
from tools.samples.replays import last_played
from tools.samples.wanted import at

GAMES: Final = (
    ("kingen", 3), ("kingen", 4), ("kingen", 5), ("russian-king", 4), ("denexa-king", 4),
    ("whisthub-double-king", 4), ("whist-walloon", 4), ("whist-flemish", 4),
)  # fmt: skip
SAMPLES: Final = Samples("replay", ReplayPicture)


def moments(preset: str, players: int, seed: int, deals: int = 3) -> Iterator[Game]:
    """Each moment of the first deals of a game played at random."""
    random = Random(seed)
    game = new_game(make_rules(preset, players, {}), seed % players)
    while game.turn != OVER and len(game.results) < deals:
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        else:
            game.apply(random.choice(members(game.legal())))
        yield game


def hands_of(game: Game) -> list[int]:
    return [game.view(seat).hand for seat in range(game.rules.players)]


def seen(game: Game, eyes: int | None, language: str = "en") -> ReplayPicture:
    """The moment as somebody looks at it; the end of a deal with its points."""
    model = table_model(game, FIVE, language)
    if game.turn < 0:
        return closing_frame(model, hands_of(game), eyes, "The end")
    return replay_picture(model, hands_of(game), eyes, 0, last_played(model.view), "A moment")


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_every_card_of_every_hand_is_shown_and_has_one_place(preset, players):
    for game in moments(preset, players, seed=1):
        value, hands = seen(game, None), hands_of(game)
        assert [seat.held for seat in value.seats] == hands
        assert not any(seat.backs for seat in value.seats)
        for seat in value.seats:
            assert seat.held & ~set_of(seat.cards) == 0
            assert len(set(seat.cards)) == len(seat.cards)
        there = list(chain.from_iterable(seat.cards for seat in value.seats))
        assert len(there) == len(set(there))


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_with_one_seats_eyes_only_that_hand_is_in_the_value(preset, players):
    for number, game in enumerate(moments(preset, players, seed=2)):
        eyes = number % players
        value, view, hands = seen(game, eyes), game.view(None), hands_of(game)
        assert value.bottom == eyes
        open_to_all = set_of(card for _, card in view.shown)
        for seat, shown in enumerate(value.seats):
            hidden = hands[seat] & ~open_to_all if seat != eyes else 0
            assert set_of(shown.cards) & hidden == 0
            assert shown.held & hidden == 0
            assert shown.held.bit_count() + shown.backs == view.hand_sizes[seat]


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_other_hidden_hands_make_the_same_picture(preset, players):
    """What is not to be seen is not read: nothing at all follows from it."""
    for number, game in enumerate(moments(preset, players, seed=3, deals=1)):
        if game.turn < 0:
            continue
        eyes = number % players
        model = table_model(game)
        hands = hands_of(game)
        hidden = [hand if seat == eyes else 0 for seat, hand in enumerate(hands)]
        last = last_played(model.view)
        assert replay_picture(model, hands, eyes, 0, last, "") == replay_picture(
            model, hidden, eyes, 0, last, ""
        )


def card_names_in(text: str, language: str) -> set[int]:
    words = words_for(language)
    return {card for card in range(52) if phrases.card_name(words, card) in text}


@pytest.mark.parametrize("language", ["en", "nl", "fr", "ru"])
def test_the_words_never_list_a_hidden_hand(language):
    words = words_for(language)
    game = moment("kingen", 4, at("kings-jacks", 3, 2, obliged=True), seed=3)
    for eyes in range(4):
        value = seen(game, eyes, language)
        said = sentences(words, value)
        for seat, hand in enumerate(hands_of(game)):
            listed = phrases.cards_by_suit(
                words, [one for one in seen(game, None).seats[seat].cards if hand >> one & 1]
            )
            line = words("replay.picture.held", name=FIVE[seat], cards=listed)
            assert any(sentence.startswith(line) for sentence in said) == (seat == eyes)
        lying = set_of(played.card for played in value.trick)
        assert set_of(card_names_in(" ".join(said), language)) & ~lying == 0  # hands go by suits
        counted = (words.count("replay.picture.hidden", one.backs, name=one.name) for one in value.seats)
        hidden = [line for one, line in zip(value.seats, counted, strict=True) if one.backs]
        assert len(hidden) == 3
        assert {f"{line}." for line in hidden} <= {*said}


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("language", ["en", "nl", "fr", "ru"])
def test_the_words_fit_and_begin_with_what_has_just_been_done(name, language):
    value = SAMPLES[name]
    assert isinstance(value, ReplayPicture)
    text = alt_text(words_for(language), value)
    assert len(text) <= ALT_LONGEST
    assert text.startswith(value.caption.rstrip("."))


def test_with_strange_names_what_is_too_much_is_left_out_whole():
    game = moment("kingen", 5, at("hearts", 4, 1))
    model = table_model(game, [name * 3 for name in STRANGE_NAMES])
    value = replay_picture(model, hands_of(game), None, 0, last_played(model.view), "")
    text = alt_text(words_for("en"), value)
    assert len(text) <= ALT_LONGEST
    assert text.endswith("to hear the rest.")


def test_the_words_say_what_was_played_last_what_could_be_played_and_who_wins():
    game = moment("kingen", 4, at("kings-jacks", 3, 2, obliged=True), seed=3)
    model = table_model(game)
    value = replay_picture(model, hands_of(game), None, game.legal(), last_played(model.view), "Trick 3")
    said = sentences(model.words, value)
    assert "Just played: six of diamonds, by Ömer." in said
    assert "Could be played: diamonds: queen, jack, three." in said
    assert "Lena is winning the trick." in said
    assert f"{FIVE[3]} is next." in said


def test_at_the_end_the_points_of_the_deal_are_shown_and_who_did_best():
    for game in moments("kingen", 4, seed=5, deals=2):
        if game.turn != AWAITS_DECK:
            continue
        value, result = seen(game, None), game.results[-1]
        assert value.result is not None
        assert result.points is not None
        words = words_for("en")
        assert value.result.points == tuple(words.points(points) for points in result.points)
        best = max(result.points)
        assert value.result.best == tuple(seat for seat in range(4) if result.points[seat] == best)
        assert value.trick == ()
        assert value.result.title in sentences(words, value)[3]


def test_of_a_deal_that_was_thrown_in_there_are_no_points():
    game = moment(
        "whist-walloon", 4,
        lambda game: game.turn == AWAITS_DECK and bool(game.results) and game.results[-1].points is None,
    )  # fmt: skip
    value = seen(game, None)
    assert value.result is not None
    assert value.result.points == ()
    assert value.result.title in " ".join(sentences(words_for("en"), value))


def test_an_auction_is_shown_as_long_as_it_goes_on():
    auction = SAMPLES["replay-auction"]
    assert isinstance(auction, ReplayPicture)
    assert auction.auction is not None
    assert any(cell.text for row in auction.auction.rows for cell in row)
    played = SAMPLES["replay-partners"]
    assert isinstance(played, ReplayPicture)
    assert played.auction is None
    assert sum(seat.bidder for seat in played.seats) == 2


def test_a_hand_that_lies_open_before_everyone_is_seen_by_every_eye():
    game = moment("whist-walloon", 4, at("open-misere", 1, 1, obliged=True))
    holder = game.view(None).shown[0][0]
    for eyes in range(4):
        value = seen(game, eyes)
        assert value.seats[holder].held == game.view(holder).hand
        assert value.seats[holder].backs == 0
