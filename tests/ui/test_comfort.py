"""When a card can be queued, the rest taken, somebody nudged, an emote shown, another game begun; and what is
told of it. In random games of every preset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import ui

from bot.engine.actions import ACTION_OF_TEXT, ACTION_TEXTS
from bot.engine.cards import RANK_OF, SUIT_MASK_OF, Card, members, set_of
from bot.engine.certain import certain_rest
from bot.engine.game import AWAITS_DECK, OVER, Game, View
from bot.pictures.style import letter
from bot.playground.clock import ManualClock
from bot.tables.model import Emote, Nudge, Seat, State, TableFacts
from bot.tables.ports import Change
from bot.ui import phrases, scenes
from bot.ui.custom_ids import PressId
from bot.ui.panel import Drawing, button, even_rows
from bot.ui.panels import comfort, hand
from bot.ui.panels import table as table_panel
from bot.ui.panels.card_buttons import Buttons
from bot.ui.preferences import DEFAULTS, Preferences
from bot.ui.remarks import EMOTE_SECONDS, Remarks
from bot.words.catalogue import Words, languages, words_for
from tests.e2e.house import SharedTime
from tests.ui.test_scenes import TABLES, WORDS, played

NAMES = ("Ann", "Bram", "Chloé", "Dmitri", "Eveline")
URL = "https://discord.com/x"


def facts_of(name: str, players: int, **changes: Any) -> TableFacts:
    """A table of people, in play."""
    seats = tuple(Seat(NAMES[number], user_id=number + 10) for number in range(players))
    table = TableFacts(1, 1, 2, 10, name, players, bytes(32), 0.0, state=State.PLAYING, seats=seats)
    return replace(table, **changes)


def with_seat(facts: TableFacts, number: int, **changes: Any) -> TableFacts:
    seats = [replace(seat, **changes) if at == number else seat for at, seat in enumerate(facts.seats)]
    return replace(facts, seats=tuple(seats))


def hand_of(
    facts: TableFacts,
    view: View,
    wishes: Preferences = DEFAULTS,
    notes: Sequence[str] = (),
    words: Words = WORDS,
) -> Drawing:
    value = scenes.hand_picture(words, view, facts.seats, wishes)
    return hand.hand(words, facts, view, (value, b""), URL, wishes, notes=notes)


def between(facts: TableFacts, view: View, notes: Sequence[str] = ()) -> Drawing:
    sheet = scenes.score_sheet(WORDS, facts, view)
    return hand.between_deals(WORDS, facts, view, (sheet, b""), URL, notes=notes)


def table_of(facts: TableFacts, view: View, notes: Sequence[str] = (), words: Words = WORDS) -> Drawing:
    value = scenes.table_picture(words, facts, view)
    return table_panel.table(words, facts, view, (value, b""), notes)


def deal_over(facts: TableFacts, view: View) -> Drawing:
    sheet = scenes.score_sheet(WORDS, facts, view)
    return table_panel.deal_over(WORDS, facts, view, (sheet, b""), current=True)


def look(view: View, facts: TableFacts, wishes: Preferences = DEFAULTS) -> Buttons:
    return Buttons(WORDS, scenes.hand_picture(WORDS, view, facts.seats, wishes).style.index, wishes)


def verbs(drawing: Drawing) -> list[str]:
    """What can be pressed, in order."""
    found: list[str] = []
    for one in drawing.panel.walk_children():
        if isinstance(one, ui.Button | ui.Select) and not one.disabled and one.custom_id is not None:
            found.append(one.custom_id.split(":")[1])
    return found


def queue_options(drawing: Drawing) -> list[discord.SelectOption]:
    """What can be queued."""
    selects = [one for one in drawing.panel.walk_children() if isinstance(one, ui.Select)]
    return [option for one in selects if ":queue-choose:" in one.custom_id for option in one.options]


def text_of(drawing: Drawing) -> str:
    return "\n".join(one.content for one in drawing.panel.walk_children() if isinstance(one, ui.TextDisplay))


def in_play(name: str, players: int) -> list[Game]:
    """Every state in which a card is to be played."""
    return [game.copy() for game in played(name, players) if game.view(None).phase == "play"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_who_is_not_to_move_may_queue_what_may_be_legal_then_and_who_is_may_not(
    name: str, players: int
) -> None:
    for game in in_play(name, players)[::3]:
        facts = facts_of(name, players, turn=game.turn)
        assert "queue-choose" not in verbs(hand_of(facts, game.view(game.turn)))
        for seat in range(players):
            view = game.view(seat)
            if seat == game.turn or not view.hand:
                continue
            drawing = hand_of(facts, view)
            cards = [ACTION_OF_TEXT[option.value] for option in queue_options(drawing)]
            assert cards == [card for card in scenes.hand_order(view) if card in cards]
            assert 1 <= len(cards) <= 25 and set_of(cards) & ~view.hand == 0
            assert drawing.panel.total_children_count <= 40
            in_trick = (seat - view.trick.leader) % players >= len(view.trick.cards)
            led = SUIT_MASK_OF[view.trick.cards[0]] if view.trick.cards and in_trick else 0
            assert set_of(cards) == (view.hand & led or view.hand)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_nothing_that_turns_out_to_be_legal_is_kept_from_being_queued(name: str, players: int) -> None:
    offered: dict[int, set[Card]] = {}
    for game in in_play(name, players):
        legal = set(members(game.legal()))
        if game.turn in offered:
            assert legal <= offered.pop(game.turn)
        facts, seat = facts_of(name, players, turn=game.turn), (game.turn + 1) % players
        view = game.view(seat)
        offered.clear()
        if view.hand and len(view.trick.cards) < players - 1:
            offered[seat] = {ACTION_OF_TEXT[one.value] for one in queue_options(hand_of(facts, view))}


def test_cards_to_queue_are_named_as_their_reader_has_them() -> None:
    game = in_play("kingen", 4)[0]
    seat = (game.turn + 1) % 4
    view, facts = game.view(seat), facts_of("kingen", 4, turn=game.turn)
    for wishes in (DEFAULTS, Preferences(index="belgian"), Preferences(text_mode=True)):
        index = scenes.hand_picture(WORDS, view, facts.seats, wishes).style.index
        for option in queue_options(hand_of(facts, view, wishes)):
            card = ACTION_OF_TEXT[option.value]
            name = phrases.card_name(WORDS, card) if wishes.text_mode else letter(RANK_OF[card], index)
            assert option.label == name and not option.default
            assert (option.emoji is None) == wishes.text_mode
    card = scenes.hand_order(view)[3]
    queued = hand_of(with_seat(facts, seat, queued=card), view)
    (chosen,) = [option for option in queue_options(queued) if option.default]
    assert chosen.value == ACTION_TEXTS[card] and chosen.label == f"Next: {letter(RANK_OF[card], index)}"


def test_nothing_is_queued_by_who_is_away_nor_in_an_adjourned_game_nor_before_the_play() -> None:
    game = in_play("kingen", 4)[0]
    seat = (game.turn + 1) % 4
    view, facts = game.view(seat), facts_of("kingen", 4, turn=game.turn)
    assert "queue-choose" in verbs(hand_of(facts, view))
    for other in (with_seat(facts, seat, absent=True), replace(facts, state=State.ADJOURNED)):
        assert "queue-choose" not in verbs(hand_of(other, view))
    bidding = next(one for one in played("whist-walloon", 4) if one.view(None).phase == "bidding")
    for seat in range(4):
        view = bidding.view(seat)
        assert "queue-choose" not in verbs(hand_of(facts_of("whist-walloon", 4, turn=bidding.turn), view))


def test_a_queued_card_can_be_taken_back_by_its_player_alone() -> None:
    game = in_play("kingen", 4)[0]
    seat = (game.turn + 1) % 4
    view = game.view(seat)
    card = members(view.hand)[0]
    plain = facts_of("kingen", 4, turn=game.turn)
    queued = with_seat(plain, seat, queued=card)
    assert "unqueue" not in verbs(hand_of(plain, view))
    drawing = hand_of(queued, view)
    buttons = [one for one in drawing.panel.walk_children() if isinstance(one, ui.Button)]
    (label,) = (one.label for one in buttons if ":unqueue:" in str(one.custom_id))
    assert label == f"Take back {phrases.card_token(card, look(view, queued).index)}"
    for other in set(range(4)) - {seat}:
        seen = game.view(other)
        assert hand_of(queued, seen).shows_the_same_as(hand_of(plain, seen))
    assert table_of(queued, game.view(None)).shows_the_same_as(table_of(plain, game.view(None)))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_rest_can_be_taken_when_it_is_certain_and_more_than_one_trick(name: str, players: int) -> None:
    for game in in_play(name, players)[::3]:
        view, facts = game.view(game.turn), facts_of(name, players, turn=game.turn)
        offered = "take-rest" in verbs(hand_of(facts, view))
        assert offered == (len(certain_rest(view) or ()) > 1)
        assert "take-rest" not in verbs(hand_of(replace(facts, state=State.ADJOURNED), view))


def test_who_waits_for_a_person_may_nudge_once() -> None:
    game = in_play("kingen", 4)[0]
    view, facts = game.view(None), facts_of("kingen", 4, turn=game.turn)
    assert "nudge" in verbs(table_of(facts, view))
    robots = with_seat(facts, game.turn, user_id=None)
    away = with_seat(facts, game.turn, absent=True)
    adjourned = replace(facts, state=State.ADJOURNED)
    for other in (replace(facts, nudged=True), robots, away, adjourned):
        assert "nudge" not in verbs(table_of(other, view))


def test_emotes_are_offered_to_who_has_company_while_the_game_is_played() -> None:
    games = [game.copy() for game in played("kingen", 4) if game.results]
    playing = next(game for game in games if game.turn >= 0)
    waiting = next(game for game in games if game.turn == AWAITS_DECK)
    company = facts_of("kingen", 4)
    alone = replace(company, seats=(company.seats[0], *(Seat(name) for name in NAMES[1:4])))
    for facts, offered in ((company, True), (alone, False)):
        in_turn = replace(facts, turn=playing.turn)
        assert ("emotes" in verbs(hand_of(in_turn, playing.view(0)))) == offered
        assert ("emotes" in verbs(between(replace(facts, turn=AWAITS_DECK), waiting.view(0)))) == offered
        assert ("emotes" in verbs(table_of(in_turn, playing.view(None)))) == offered
        assert ("emotes" in verbs(deal_over(replace(facts, turn=AWAITS_DECK), waiting.view(None)))) == offered
        assert offered or "nudge" not in verbs(table_of(replace(in_turn, turn=0), playing.view(None)))
    over = replace(company, state=State.FINISHED, turn=OVER)
    assert "emotes" not in verbs(between(over, games[-1].view(0)))


def test_a_rematch_is_offered_when_the_game_is_over_and_only_then() -> None:
    for game in played("kingen", 4):
        view = game.view(0)
        if game.turn == OVER:
            facts = facts_of("kingen", 4, state=State.FINISHED, turn=OVER)
            sheet = scenes.score_sheet(WORDS, facts, game.view(None), (1, 2, 3, 4))
            assert "rematch" in verbs(between(facts, view))
            result = table_panel.game_over(WORDS, facts, game.view(None), (sheet, b""), b"")
            assert verbs(result) == ["rematch"]
        elif game.turn == AWAITS_DECK and game.results:
            assert "rematch" not in verbs(between(facts_of("kingen", 4, turn=AWAITS_DECK), view))


def alone(drawing: Drawing) -> list[str | None]:
    """The buttons that have a row to themselves."""
    rows = [one.children for one in drawing.panel.walk_children() if isinstance(one, ui.ActionRow)]
    return [row[0].label for row in rows if len(row) == 1 and isinstance(row[0], ui.Button)]


@pytest.mark.parametrize("language", languages())
def test_no_row_but_of_cards_holds_a_lonely_button(language: str) -> None:
    words, robots = words_for(language), {"user_id": None}
    game = in_play("kingen", 4)[5]
    company = facts_of("kingen", 4, turn=game.turn)
    for facts in (company, with_seat(company, (game.turn + 1) % 4, **robots)):
        assert not alone(table_of(facts, game.view(None), words=words))
        for seat in range(4):
            if seat != game.turn and facts.seats[seat].user_id is not None:
                view = game.view(seat)
                queued = with_seat(facts, seat, queued=members(view.hand)[0])
                assert not alone(hand_of(facts, view, words=words))
                assert not alone(hand_of(queued, view, words=words))


def test_rows_fit_a_phone_and_are_about_as_wide_as_each_other() -> None:
    def laid(*labels: str) -> list[int]:
        buttons = [button(label, PressId("x", at)) for at, label in enumerate(labels)]
        found = even_rows(buttons)
        assert [one for row in found for one in row.children] == buttons
        return [len(row.children) for row in found]

    assert laid() == [] and laid("x" * 80) == [1]
    assert laid(*"abcd") == [4] and laid(*"abcde") == [3, 2]
    assert laid(*["x" * 10] * 5) == [2, 2, 1] and laid(*["x" * 10] * 4) == [2, 2]
    assert laid("Rules", "x" * 12, "x" * 12, "Emotes") == [2, 2]


# What is told


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def remarks(clock: ManualClock) -> Remarks:
    return Remarks(SharedTime(clock))


def test_an_emote_is_told_for_ten_seconds_and_the_newest_of_each_player(
    remarks: Remarks, clock: ManualClock
) -> None:
    facts = facts_of("kingen", 4, turn=0)
    remarks.hear(Change(facts, facts, signal=Emote(1, "well-played")))
    clock.advance(EMOTE_SECONDS / 2)
    remarks.hear(Change(facts, facts, signal=Emote(2, "wow")))
    first, second = comfort.table_notes(WORDS, facts, remarks)
    assert (first, second) == ("💬 **Bram**: 👏 Well played!", "💬 **Chloé**: 😮 Wow!")
    clock.advance(EMOTE_SECONDS / 2)
    assert comfort.table_notes(WORDS, facts, remarks) == [second]
    remarks.hear(Change(facts, facts, signal=Emote(2, "oops")))
    assert comfort.table_notes(WORDS, facts, remarks) == ["💬 **Chloé**: 🙈 Oops!"]
    remarks.forget(facts.id)
    assert comfort.table_notes(WORDS, facts, remarks) == []


def test_a_nudge_is_told_until_the_move_is_made(remarks: Remarks) -> None:
    game = in_play("kingen", 4)[0]
    facts = facts_of("kingen", 4, turn=game.turn, seq=7)
    asker, after = (game.turn + 1) % 4, replace(facts, nudged=True)
    remarks.hear(Change(facts, after, signal=Nudge(asker, game.turn)))
    name, other = NAMES[asker], NAMES[game.turn]
    assert comfort.table_notes(WORDS, after, remarks) == [f"👋 **{name}** asks **{other}** to play."]
    notes = [
        comfort.hand_notes(look(game.view(seat), after), after, game.view(seat), remarks) for seat in range(4)
    ]
    assert notes[game.turn] == [f"👋 **{name}** asks you to play."]
    assert [seat for seat in range(4) if notes[seat]] == [game.turn]
    moved = replace(facts, seq=8, turn=asker)
    assert comfort.table_notes(WORDS, moved, remarks) == []


def test_what_was_played_for_a_player_is_told_to_them_until_they_act_or_the_deal_is_over(
    remarks: Remarks,
) -> None:
    game = in_play("kingen", 4)[0]
    facts, seat = facts_of("kingen", 4, turn=game.turn), game.turn
    view = game.view(seat)
    one, two, three = members(view.hand)[:3]

    def told(number: int, wishes: Preferences = DEFAULTS) -> list[str]:
        own = game.view(number)
        return comfort.hand_notes(look(own, facts, wishes), facts, own, remarks)

    for card in (one, two):
        remarks.hear(Change(facts, facts, seat=seat, action=card, wished=True))
    index = look(view, facts).index
    tokens = " and ".join(phrases.card_token(card, index) for card in (one, two))
    assert told(seat) == [f"-# Played for you: {tokens}"]
    names = " and ".join(phrases.card_name(WORDS, card) for card in (one, two))
    text_mode = Preferences(text_mode=True)
    assert told(seat, text_mode) == [f"-# Played for you: {names}"]
    assert names in text_of(hand_of(facts, view, text_mode, told(seat, text_mode)))
    assert tokens in text_of(hand_of(facts, view, DEFAULTS, told(seat)))
    assert not any(told(number) for number in set(range(4)) - {seat})
    remarks.hear(Change(facts, facts, seat=(seat + 1) % 4, action=three))
    assert told(seat)
    remarks.hear(Change(facts, facts, seat=seat, action=three))
    assert not told(seat)
