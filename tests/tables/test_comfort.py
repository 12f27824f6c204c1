"""When a card can be queued, the rest taken, somebody nudged, an emote shown, another game begun; and what is
told of it. In random games of every preset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from discord import ui

from bot.discordkit.interactions import PressId
from bot.discordkit.panel import BLUE, GREY, Drawing, button, even_rows
from bot.discordkit.ports import on_table
from bot.engine.cards import CARD_OF_NAME, RANK_OF, SUIT_MASK_OF, SUIT_OF, Card, CardSet, members, set_of
from bot.engine.game import AWAITS_DECK, OVER, View, certain_rest
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.people.settings import DEFAULTS, Preferences
from bot.pictures.style import letter
from bot.tables.model import NO_WISHES, Emote, Nudge, Seat, State, TableFacts, Wishes
from bot.tables.play import QUEUE_LONGEST
from bot.tables.ports import Change
from bot.tables.ui import ending_panel, more, table_panel
from bot.tables.ui import footer as comfort
from bot.tables.ui import table_panel as hand
from bot.tables.ui.footer import CARDS_A_ROW, CardButtons
from bot.tables.ui.messages import EMOTE_SECONDS, Remarks
from bot.telling import ending, phrases, scenes
from bot.telling.phrases import Reader, TableViewModel
from bot.words.catalogue import Words, languages, words_for
from tests.clock import FakeClock
from tests.telling.test_scenes import TABLES, WORDS, played
from tests.telling.view_models import at_table, model

NAMES = ("Ann", "Bram", "Chloé", "Dmitri", "Eveline")
URL = "https://discord.com/x"


def facts_of(name: str, players: int, **changes: Any) -> TableFacts:
    """A table of people, in play."""
    seats = tuple(Seat(NAMES[number], user_id=number + 10) for number in range(players))
    table = TableFacts(1, 1, 2, 10, name, players, "", 0.0, state=State.PLAYING, seats=seats)
    return replace(table, **changes)


def with_seat(facts: TableFacts, number: int, **changes: Any) -> TableFacts:
    seats = [replace(seat, **changes) if at == number else seat for at, seat in enumerate(facts.seats)]
    return replace(facts, seats=tuple(seats))


def hand_of(
    facts: TableFacts,
    view: View,
    preferences: Preferences = DEFAULTS,
    notes: Sequence[str] = (),
    words: Words = WORDS,
    own: Wishes = NO_WISHES,
) -> Drawing:
    value = scenes.hand_picture(model(words, view, facts.seats, preferences))
    return hand.hand(CardButtons(at_table(words, facts, view, preferences), own=own), (value, b""), notes)


def between(facts: TableFacts, view: View, notes: Sequence[str] = (), words: Words = WORDS) -> Drawing:
    sheet = scenes.score_sheet(at_table(words, facts, view))
    return hand.between_deals(at_table(words, facts, view), (sheet, b""), notes)


def table_of(facts: TableFacts, view: View, notes: Sequence[str] = (), words: Words = WORDS) -> Drawing:
    value = scenes.table_picture(at_table(words, facts, view))
    return table_panel.table(at_table(words, facts, view), (value, b""), notes)


def deal_over(facts: TableFacts, view: View, words: Words = WORDS) -> Drawing:
    sheet = scenes.score_sheet(at_table(words, facts, view))
    return table_panel.deal_over(at_table(words, facts, view), (sheet, b""))


def more_of(
    facts: TableFacts,
    seat: int | None,
    url: str | None = URL,
    words: Words = WORDS,
    preferences: Preferences = DEFAULTS,
) -> Drawing:
    """What the player of a seat, or somebody else, finds behind *More*."""
    user_id = 99 if seat is None else facts.seats[seat].user_id
    view = new_game(make_rules(facts.preset, facts.players, {}), 0).view(None)
    reader = Reader(words, preferences, user_id)
    return more.more(TableViewModel.at(facts, reader, view), url)


def look(view: View, facts: TableFacts, preferences: Preferences = DEFAULTS) -> CardButtons:
    return CardButtons(at_table(WORDS, facts, view, preferences))


def told_to_all(facts: TableFacts, remarks: Remarks) -> list[str]:
    view = new_game(make_rules(facts.preset, facts.players, {}), 0).view(None)
    return comfort.table_notes(at_table(WORDS, facts, view), remarks)


def verbs(drawing: Drawing) -> list[str]:
    """What can be pressed, in order."""
    found: list[str] = []
    for one in drawing.panel.walk_children():
        if isinstance(one, ui.Button | ui.Select) and not one.disabled and one.custom_id is not None:
            found.append(one.custom_id.split(":")[1])
    return found


def zone_of(drawing: Drawing) -> list[ui.Button[Any]]:
    """The buttons that are about a card, in order."""
    buttons = [one for one in drawing.panel.walk_children() if isinstance(one, ui.Button)]
    return [one for one in buttons if _card_of(one) is not None]


def cards_for(drawing: Drawing, verb: str) -> list[Card]:
    """The cards that can be pressed to this end."""
    pressable = [one for one in zone_of(drawing) if f"hh:{verb}:" in str(one.custom_id) and not one.disabled]
    return [card for card in map(_card_of, pressable) if card is not None]


def _card_of(one: ui.Button[Any]) -> Card | None:
    """Of its play, or its laying aside."""
    text = str(one.custom_id).rpartition(":")[2]
    name = text.removeprefix("play ").removeprefix("discard ")
    return CARD_OF_NAME.get(name) if name != text else None


def rows_of(drawing: Drawing) -> list[list[Card]]:
    """The cards as they stand, row by row."""
    rows = [one.children for one in drawing.panel.walk_children() if isinstance(one, ui.ActionRow)]
    cards = [[_card_of(one) for one in row if isinstance(one, ui.Button)] for row in rows]
    return [[card for card in row if card is not None] for row in cards if row and row[0] is not None]


def labels(drawing: Drawing) -> list[str]:
    return [one.label or "" for one in drawing.panel.walk_children() if isinstance(one, ui.Button)]


def row_verbs(drawing: Drawing) -> list[list[str]]:
    """What stands in each row of buttons, whether or not it can be pressed now."""
    rows = [one.children for one in drawing.panel.walk_children() if isinstance(one, ui.ActionRow)]
    return [
        [str(one.custom_id).split(":")[1] for one in row if isinstance(one, ui.Button)]
        for row in rows
        if isinstance(row[0], ui.Button)
    ]


def text_of(drawing: Drawing) -> str:
    return "\n".join(one.content for one in drawing.panel.walk_children() if isinstance(one, ui.TextDisplay))


def in_play(name: str, players: int) -> list[Game]:
    """Every state in which a card is to be played."""
    return [game.copy() for game in played(name, players) if game.view(None).phase == "play"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_whole_hand_stands_in_order_for_who_waits_and_who_is_to_move(name: str, players: int) -> None:
    """What may be legal can be queued, what is can be played, and everything else keeps its place."""
    for game in in_play(name, players)[::5]:
        facts = facts_of(name, players, turn=game.turn)
        for seat in range(players):
            view = game.view(seat)
            drawing = hand_of(facts, view)
            held = list(scenes.hand_order(model(WORDS, view, ())))
            assert [_card_of(one) for one in zone_of(drawing)] == held
            assert all(len(row) == CARDS_A_ROW for row in rows_of(drawing)[:-1])
            assert drawing.panel.total_children_count <= 40
            if seat == game.turn:
                assert set_of(cards_for(drawing, "act")) == view.legal
                assert not cards_for(drawing, "queue")
                continue
            assert not cards_for(drawing, "act")
            in_trick = (seat - view.trick.leader) % players >= len(view.trick.cards)
            led = SUIT_MASK_OF[view.trick.cards[0]] if view.trick.cards and in_trick else 0
            assert set_of(cards_for(drawing, "queue")) == (view.hand & led or view.hand)


@pytest.mark.parametrize(
    "preferences", [DEFAULTS, Preferences(press_twice=True), Preferences(text_mode=True)]
)
def test_a_card_is_in_its_place_until_its_player_has_played_one(preferences: Preferences) -> None:
    """Whoever is to move, whatever is queued, whether the game is played, whoever is away."""
    for name, players in TABLES[::3]:
        places: dict[int, tuple[CardSet, list[list[Card]]]] = {}
        for game in in_play(name, players)[:52]:
            facts = facts_of(name, players, turn=game.turn)
            for seat in range(players):
                view = game.view(seat)
                queued = Wishes(members(view.hand)[:QUEUE_LONGEST])
                drawings = [
                    hand_of(facts, view, preferences),
                    hand_of(facts, view, preferences, own=queued),
                    hand_of(replace(facts, state=State.ADJOURNED), view, preferences),
                    hand_of(with_seat(facts, seat, absent=True), view, preferences),
                ]
                for drawing in drawings:
                    hand, rows = places.get(seat, (0, []))
                    assert hand != view.hand or rows_of(drawing) == rows
                    places[seat] = view.hand, rows_of(drawing)


def test_nothing_that_plays_a_card_is_ever_where_another_thing_was() -> None:
    """One place has one card: a press made while the turn comes is about the card that was seen there."""
    for game in in_play("kingen", 4)[::3]:
        facts = facts_of("kingen", 4, turn=game.turn)
        view = game.view(game.turn)
        before = replace(view, turn=(game.turn + 3) % 4)
        now, then = hand_of(facts, view), hand_of(replace(facts, turn=before.turn), before)
        assert rows_of(now) == rows_of(then)
        assert not {str(one.custom_id) for one in zone_of(then) if not one.disabled} & {
            str(one.custom_id) for one in zone_of(now) if ":act:" in str(one.custom_id)
        }


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
            offered[seat] = set(cards_for(hand_of(facts, view), "queue"))


def test_cards_are_shown_as_their_reader_has_them_with_their_place_in_the_queue() -> None:
    game = in_play("kingen", 4)[0]
    seat = (game.turn + 1) % 4
    view, facts = game.view(seat), facts_of("kingen", 4, turn=game.turn)
    held = scenes.hand_order(model(WORDS, view, ()))
    own = Wishes((held[3], held[0]))
    for preferences in (DEFAULTS, Preferences(index="belgian"), Preferences(text_mode=True)):
        index = scenes.hand_picture(model(WORDS, view, facts.seats, preferences)).style.index
        shown = zone_of(hand_of(facts, view, preferences, own=own))
        for at, (card, one) in enumerate(zip(held, shown, strict=True)):
            token = f"{'♣♦♥♠'[SUIT_OF[card]]}\ufe0e{letter(RANK_OF[card], index)}"
            name, place = phrases.card_name(WORDS, card), {3: 1, 0: 2}.get(at)
            if preferences.text_mode:
                assert one.label == (f"{place}. {name}: take out" if place else name)
            else:
                assert one.label == ("²" if place == 2 else "¹" if place else "") + token
            assert one.emoji is None
            assert (one.style is BLUE) == (place is not None) == ("hh:unqueue:" in str(one.custom_id))


def test_after_the_first_any_card_may_be_queued_and_no_more_than_a_short_list() -> None:
    game = next(one for one in in_play("kingen", 4) if one.view(None).trick.cards)
    seat = (game.turn + 1) % 4
    view, facts = game.view(seat), facts_of("kingen", 4, turn=game.turn)
    assert set_of(cards_for(hand_of(facts, view), "queue")) != view.hand
    first, *others = members(view.hand)
    drawing = hand_of(facts, view, own=Wishes((first,)))
    assert sorted(cards_for(drawing, "queue")) == others and cards_for(drawing, "unqueue") == [first]
    full = hand_of(facts, view, own=Wishes(members(view.hand)[:QUEUE_LONGEST]))
    assert not cards_for(full, "queue") and len(cards_for(full, "unqueue")) == QUEUE_LONGEST


def test_a_queued_card_can_be_taken_out_until_it_is_played() -> None:
    """Its button does not come to play it when the turn comes; where it cannot be played, that is said, and
    the others of the list play like any."""
    for game in in_play("kingen", 4):
        view, facts = game.view(game.turn), facts_of("kingen", 4, turn=game.turn)
        legal, illegal = members(view.legal), members(view.hand & ~view.legal)
        if len(legal) < 3 or not illegal:
            continue
        due = hand_of(facts, view, own=Wishes((legal[0], illegal[0], legal[1])))
        assert set(cards_for(due, "unqueue")) == {legal[0], illegal[0], legal[1]}
        assert set(cards_for(due, "act")) == {*legal[2:]}
        own = Wishes((illegal[0], legal[1]))
        stuck = hand_of(facts, view, own=own)
        assert not cards_for(stuck, "unqueue") and set(cards_for(stuck, "act")) == {*legal}
        told = comfort.hand_notes(replace(look(view, facts), own=own), Remarks(FakeClock()))
        token = phrases.card_token(illegal[0], look(view, facts).index)
        assert told == [f"The {token} you lined up can't be played here."]
        waiting = replace(view, turn=(game.turn + 1) % 4)
        assert not comfort.hand_notes(replace(look(waiting, facts), own=own), Remarks(FakeClock()))
        return
    raise AssertionError


def test_where_cards_are_pressed_twice_so_are_those_that_are_queued() -> None:
    game = in_play("kingen", 4)[0]
    twice = Preferences(press_twice=True)
    for seat, verb in ((game.turn, "act"), ((game.turn + 1) % 4, "queue")):
        view, facts = game.view(seat), facts_of("kingen", 4, turn=game.turn)
        first, *others = (card for card in scenes.hand_order(model(WORDS, view, ())))
        assert cards_for(hand_of(facts, view, twice), "mark") == [first, *others]
        value = scenes.hand_picture(model(WORDS, view, facts.seats, twice))
        marked = replace(look(view, facts, twice), marked=first)
        drawing = hand.hand(marked, (value, b""), URL)
        assert cards_for(drawing, verb) == [first] and cards_for(drawing, "mark") == others
        assert str(zone_of(drawing)[0].label).startswith("✓")


def test_nothing_is_pressed_by_who_is_away_nor_in_an_adjourned_game_nor_is_there_a_card_before_the_play() -> (
    None
):
    game = in_play("kingen", 4)[0]
    seat = (game.turn + 1) % 4
    view, facts = game.view(seat), facts_of("kingen", 4, turn=game.turn)
    assert "queue" in verbs(hand_of(facts, view))
    for other in (with_seat(facts, seat, absent=True), replace(facts, state=State.ADJOURNED)):
        assert not {"queue", "act", "mark", "unqueue"} & {*verbs(hand_of(other, view))}
    bidding = next(one for one in played("whist-walloon", 4) if one.view(None).phase == "bidding")
    for seat in range(4):
        view = bidding.view(seat)
        assert not zone_of(hand_of(facts_of("whist-walloon", 4, turn=bidding.turn), view))


def test_red_is_no_button_of_a_card_and_green_what_is_none() -> None:
    """A red sign on red is not legible, and a green button looks like clubs."""
    for name, players in TABLES[::4]:
        for game in in_play(name, players)[::20]:
            facts = facts_of(name, players, turn=game.turn)
            for seat in range(players):
                for one in zone_of(hand_of(facts, game.view(seat))):
                    assert one.style is (BLUE if ":act:" in str(one.custom_id) else GREY)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_rest_can_be_taken_when_it_is_certain_and_more_than_one_trick(name: str, players: int) -> None:
    for game in in_play(name, players)[::3]:
        view, facts = game.view(game.turn), facts_of(name, players, turn=game.turn)
        offered = "take-rest" in verbs(hand_of(facts, view))
        assert offered == (len(certain_rest(view) or ()) > 1)
        assert "take-rest" not in verbs(hand_of(replace(facts, state=State.ADJOURNED), view))


def test_who_waits_for_a_person_may_nudge_once() -> None:
    game = in_play("kingen", 4)[0]
    facts = facts_of("kingen", 4, turn=game.turn)
    assert "nudge" in verbs(more_of(facts, 0)) and "nudge" not in verbs(more_of(facts, None))
    robots = with_seat(facts, game.turn, user_id=None)
    away = with_seat(facts, game.turn, absent=True)
    adjourned = replace(facts, state=State.ADJOURNED)
    for other in (replace(facts, nudged=True), robots, away, adjourned):
        assert "nudge" not in verbs(more_of(other, 0))


def test_emotes_are_offered_to_who_has_company_while_the_game_is_played() -> None:
    company = facts_of("kingen", 4)
    alone = replace(company, seats=(company.seats[0], *(Seat(name) for name in NAMES[1:4])))
    for facts, offered in ((company, True), (alone, False)):
        for turn in (0, 1, AWAITS_DECK):
            assert ("emotes" in verbs(more_of(replace(facts, turn=turn), 0))) == offered
        assert "emotes" not in verbs(more_of(replace(facts, turn=0), None))
        assert offered or "nudge" not in verbs(more_of(replace(facts, turn=0), 0))
    over = replace(company, state=State.FINISHED, turn=OVER)
    assert "emotes" not in verbs(more_of(over, 0))


def test_more_has_for_each_reader_what_is_theirs() -> None:
    facts = facts_of("kingen", 4, turn=1)
    company = ["rules", "learn", "emotes", "nudge"]
    assert verbs(more_of(facts, 0)) == [*company, "rows", "why-allow", "fair", "leave"]
    assert verbs(more_of(facts, None)) == ["rules", "learn", "fair"]
    assert verbs(more_of(facts, 0, preferences=Preferences(text_mode=True))) == [
        *company,
        "why-allow",
        "fair",
        "leave",
    ]
    larger = more_of(facts, 0, preferences=Preferences(two_rows=True))
    assert [labels(one)[4] for one in (more_of(facts, 0), larger)] == ["Larger cards", "Smaller cards"]
    links = [one.url for one in more_of(facts, 0).panel.walk_children() if isinstance(one, ui.Button)]
    assert URL in links and more_of(facts, 0, None).panel.children


@pytest.mark.parametrize("language", languages())
def test_the_footer_is_one_row_the_same_at_every_moment(language: str) -> None:
    words = words_for(language)
    for game in played("kingen", 4):
        if game.turn < 0:
            continue
        facts = facts_of("kingen", 4, turn=game.turn)
        for seat in range(4):
            footer = row_verbs(hand_of(facts, game.view(seat), words=words))[-1]
            assert footer == ["last-trick", "scores", "more"]
        shown = row_verbs(table_of(facts, game.view(None), words=words))
        assert shown == [["my-hand", "last-trick", "scores", "more"]]


def test_what_is_to_be_decided_stands_in_a_row_of_its_own_above_the_footer() -> None:
    game = in_play("kingen", 4)[5]
    facts, footer = facts_of("kingen", 4, turn=game.turn), ["last-trick", "scores", "more"]
    view, seat = game.view((game.turn + 1) % 4), (game.turn + 1) % 4
    away, stopped = with_seat(facts, seat, absent=True), replace(facts, state=State.ADJOURNED)
    assert row_verbs(hand_of(away, view))[-2:] == [["back"], footer]
    assert row_verbs(hand_of(stopped, view))[-2:] == [["resume"], footer]
    public, footer = game.view(None), ["my-hand", *footer]
    assert row_verbs(table_of(away, public)) == [["back", "sit-down"], footer]
    assert row_verbs(table_of(stopped, public)) == [["resume"], footer]
    assert row_verbs(table_of(with_seat(facts, seat, user_id=None), public)) == [["sit-down"], footer]


def test_a_rematch_is_offered_when_the_game_is_over_and_only_then() -> None:
    for game in played("kingen", 4):
        view = game.view(0)
        if game.turn == OVER:
            facts = facts_of("kingen", 4, state=State.FINISHED, turn=OVER)
            podium = ending.podium(at_table(WORDS, facts, view))
            own = ending_panel.hand_over(at_table(WORDS, facts, view), (podium, b""), None)
            everybody = at_table(WORDS, facts, game.view(None))
            result = ending_panel.game_over(everybody, (scenes.recent_sheet(everybody), b""))
            again = ["deals", "replay-open", "review-open"]
            assert verbs(own) == ["rematch", "scores", *again, "fair"]
            assert verbs(result) == ["rematch", *again]
        elif game.turn == AWAITS_DECK and game.results:
            assert "rematch" not in verbs(between(facts_of("kingen", 4, turn=AWAITS_DECK), view))


def alone(drawing: Drawing) -> list[str | None]:
    """The buttons that have a row to themselves."""
    rows = [one.children for one in drawing.panel.walk_children() if isinstance(one, ui.ActionRow)]
    lonely = [row[0] for row in rows if len(row) == 1]
    return [one.label for one in lonely if isinstance(one, ui.Button) and _card_of(one) is None]


@pytest.mark.parametrize("language", languages())
def test_no_row_but_of_what_is_wanted_now_holds_a_lonely_button(language: str) -> None:
    words = words_for(language)
    waiting = next(game.copy() for game in played("kingen", 4) if game.turn == AWAITS_DECK and game.results)
    company = facts_of("kingen", 4, turn=AWAITS_DECK)
    for facts in (company, with_seat(company, 1, absent=True), replace(company, state=State.ADJOURNED)):
        assert not alone(deal_over(facts, waiting.view(None), words))
        for seat in range(4):
            assert not alone(between(facts, waiting.view(seat), words=words))


def test_rows_fit_a_phone_and_are_about_as_wide_as_each_other() -> None:
    def laid(*labels: str) -> list[int]:
        buttons = [button(label, PressId("x", on_table(at))) for at, label in enumerate(labels)]
        found = even_rows(buttons)
        assert [one for row in found for one in row.children] == buttons
        return [len(row.children) for row in found]

    assert laid() == [] and laid("x" * 80) == [1]
    assert laid(*"abcd") == [4] and laid(*"abcde") == [3, 2]
    assert laid(*["x" * 10] * 5) == [3, 2] and laid(*["x" * 10] * 4) == [2, 2]
    assert laid("Rules", "x" * 12, "x" * 12, "Emotes") == [2, 2]
    assert laid("Regels", "Hoe speel je?", "Eerlijke kaarten") == [3]  # of narrow letters more fit
    assert laid("✓ все", "участники с ролью", "модераторы") != [3]  # and of wide ones fewer


# What is told


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def remarks(clock: FakeClock) -> Remarks:
    return Remarks(clock)


def test_an_emote_is_told_for_ten_seconds_and_the_newest_of_each_player(
    remarks: Remarks, clock: FakeClock
) -> None:
    facts = facts_of("kingen", 4, turn=0)
    remarks.hear(Change(facts, facts, signal=Emote(1, "well-played")))
    clock.advance(EMOTE_SECONDS / 2)
    remarks.hear(Change(facts, facts, signal=Emote(2, "wow")))
    first, second = told_to_all(facts, remarks)
    assert (first, second) == ("💬 **Bram**: 👏 Well played!", "💬 **Chloé**: 😮 Wow!")
    clock.advance(EMOTE_SECONDS / 2)
    assert told_to_all(facts, remarks) == [second]
    remarks.hear(Change(facts, facts, signal=Emote(2, "oops")))
    assert told_to_all(facts, remarks) == ["💬 **Chloé**: 🙈 Oops!"]


def test_a_nudge_is_told_until_the_move_is_made(remarks: Remarks) -> None:
    game = in_play("kingen", 4)[0]
    facts = facts_of("kingen", 4, turn=game.turn, seq=7)
    asker, after = (game.turn + 1) % 4, replace(facts, nudged=True)
    remarks.hear(Change(facts, after, signal=Nudge(asker, game.turn)))
    name, other = NAMES[asker], NAMES[game.turn]
    assert told_to_all(after, remarks) == [f"👋 **{name}** nudges **{other}**: your turn!"]
    notes = [comfort.hand_notes(look(game.view(seat), after), remarks) for seat in range(4)]
    assert notes[game.turn] == [f"👋 **{name}** nudges you: your turn!"]
    assert [seat for seat in range(4) if notes[seat]] == [game.turn]
    moved = replace(facts, seq=8, turn=asker)
    assert told_to_all(moved, remarks) == []


def test_what_was_played_for_a_player_is_told_to_them(remarks: Remarks) -> None:
    game = in_play("kingen", 4)[0]
    facts, view = facts_of("kingen", 4, turn=game.turn), game.view(game.turn)
    played = members(view.hand)[:2]

    def told(preferences: Preferences = DEFAULTS) -> list[str]:
        return comfort.hand_notes(look(view, facts, preferences), remarks, played)

    tokens = " and ".join(phrases.card_token(card, look(view, facts).index) for card in played)
    assert told() == [f"-# Played for you: {tokens}"]
    names = " and ".join(phrases.card_name(WORDS, card) for card in played)
    text_mode = Preferences(text_mode=True)
    assert told(text_mode) == [f"-# Played for you: {names}"]
    assert names in text_of(hand_of(facts, view, text_mode, told(text_mode)))
    assert tokens in text_of(hand_of(facts, view, DEFAULTS, told()))
    assert comfort.hand_notes(look(view, facts), remarks) == []
