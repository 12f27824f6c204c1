"""A game that is over in words, and what is wrong with a record that somebody brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.cards import ACTION_TEXTS, CARD_OF_NAME, ActionSet, Card, CardSet, is_play, members, set_of
from bot.engine.game import DealResult, Trick
from bot.replays.replay import FaultyRecord, GameReplay, ReplayMoment, ReplayState
from bot.tables.model import Seat
from bot.telling import phrases
from bot.telling.alt import ended, plate_sentence
from bot.telling.ending import headline
from bot.telling.games.registry import teller_of
from bot.telling.phrases import Reader, ViewModel, fitting
from bot.telling.scenes import lying_trick, plates
from bot.words.catalogue import Words

OTHERS_LONGEST: Final = 240
"""Characters of what else could have been done."""
OTHERS_BRIEF: Final = 40
"""The same beside a picture."""


@dataclass(frozen=True, slots=True, repr=False)
class Watched:
    """A moment as somebody looks at it: ``model`` is what a spectator saw, in their words; ``hands`` are the
    cards in each hand, 0 for those that are not shown. ``eyes`` is the seat through whose eyes it is, None
    where all hands are open."""

    model: ViewModel
    state: ReplayState
    hands: tuple[CardSet, ...]
    eyes: int | None = None

    @classmethod
    def of(cls, reader: Reader, replay: GameReplay, moment: ReplayMoment, eyes: int | None = None) -> Watched:
        """Raises KeyError where there is no such moment."""
        state = replay.at(moment)
        model = ViewModel(reader, state.view(None), named(reader.words, replay.seats(moment)))
        hands = state.hands
        shown = tuple(hand if eyes in (None, seat) else 0 for seat, hand in enumerate(hands))
        return cls(model, state, shown, eyes)

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.model.words

    @property
    def last_card(self) -> tuple[int, Card] | None:
        """The card that was played last, and who did; None where something else was done."""
        last = self.state.last
        return (last.seat, last.action) if last is not None and is_play(last.action) else None

    @property
    def other_cards(self) -> CardSet:
        """The cards that could have been played or laid aside in the place of the last one."""
        return cards_of(self.state.others)


def named(words: Words, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats, those of which no name is known called by their number."""
    return tuple(
        seat if seat.name else replace(seat, name=words("replay.nameless", number=words.number(number)))
        for number, seat in enumerate(seats, start=1)
    )


def cards_of(actions: ActionSet) -> CardSet:
    """The cards that these actions play or lay aside."""
    return set_of(card for card in map(_card_of, members(actions)) if card is not None)


def _card_of(action: int) -> Card | None:
    if is_play(action):
        return action
    verb, _, name = ACTION_TEXTS[action].partition(" ")
    return CARD_OF_NAME[name] if verb == "discard" else None


# What happened, and what comes


def happened(watched: Watched) -> str:
    """What has just been done, and who got the trick by it: «Ann plays the king of hearts. Bram takes trick
    5.»"""
    view = watched.model.view
    if watched.last_card is None or view.trick.cards:
        return _done(watched)
    return f"{_done(watched)} {_taken(watched.model, len(view.tricks))}"


def comes(watched: Watched) -> str:
    """Who is to do what next; at the end of a deal what came of it, or that there is no more."""
    state = watched.state
    if not state.is_end:
        return ended(phrases.state_line(watched.model))
    if state.dealt.result is None:
        return watched.words("replay.no-more")
    return came_of(watched.model, state.dealt.result)


def _done(watched: Watched) -> str:
    model, last = watched.model, watched.state.last
    words = model.words
    if last is None:
        return words("replay.dealt", name=model.seats[model.view.dealer].name)
    name = model.seats[last.seat].name
    if is_play(last.action):
        return _card(model, last.seat, last.action, leads=_led(watched))
    card = _card_of(last.action)
    if card is not None:
        return words("replay.lays-aside", name=name, card=phrases.card_name(words, card))
    said = [said for seat, said in teller_of(model.view.rules).sayings(model) if seat == last.seat]
    public = model.view.said[-1:]
    is_public = bool(said) and [(one.seat, one.action) for one in public] == [last]
    text = said[-1] if is_public else phrases.said_name(words, last.action)
    return ended(words("said", name=name, said=text))


def _led(watched: Watched) -> bool:
    """Whether the last card was a lead."""
    choice = watched.state.choice
    return choice is not None and not choice.trick.cards


def _card(model: ViewModel, seat: int, card: Card, *, leads: bool) -> str:
    key = "told.leads" if leads else "told.plays"
    return model.words(key, name=model.seats[seat].name, card=phrases.card_name(model.words, card))


def _taken(model: ViewModel, number: int) -> str:
    winner = model.view.tricks[number - 1].winner
    assert winner is not None
    return model.words("told.takes", name=model.seats[winner].name, number=model.words.number(number))


def came_of(model: ViewModel, result: DealResult) -> str:
    """What a deal has come to: «Deal 3, Hearts: Ann −5, …»."""
    words = model.words
    number = words.number(result.deal + 1)
    if result.points is None:
        return words("told.thrown-in", number=number, name=model.seats[result.dealer].name)
    contract = phrases.contract_name(words, result.contract, result.trump)
    points = phrases.result_points(model, result)
    return ended(words("told.deal", number=number, contract=contract, points=points))


def position(watched: Watched) -> str:
    """«Trick 5, card 2»; before the first card «Before the first trick»."""
    words, state = watched.words, watched.state
    trick = state.dealt.trick_at(state.moment.ply)
    if not trick:
        return words("replay.before-play")
    view = watched.model.view
    if not view.trick.cards:
        return words("replay.trick-over", number=words.number(trick))
    card = words.number(len(view.trick.cards))
    return words("replay.trick-card", number=words.number(trick), card=card)


def title(watched: Watched) -> str:
    """«Deal 3 of 10 · Kings & jacks»."""
    model = watched.model
    heading = teller_of(model.view.rules).heading(model)
    return watched.words("replay.title", deal=phrases.deal_title(model), contract=heading)


# What else was legal


def could(watched: Watched, *, brief: bool = False) -> str:
    """What else whoever acted last could have done by the rules; ``brief`` where there is little room."""
    words, state = watched.words, watched.state
    if state.last is None or state.choice is None:
        return words("replay.nothing-done")
    name = watched.model.seats[state.last.seat].name
    if not state.others:
        return words("replay.forced", name=name)
    cards = watched.other_cards
    said = [action for action in members(state.others) if _card_of(action) is None]
    others: list[str] = []
    if cards:
        others.append(phrases.cards_by_suit(words, _in_order(watched, state.last.seat, cards)))
    if said:
        others += [_act(watched, action) for action in said]
    longest = OTHERS_BRIEF if brief else OTHERS_LONGEST
    key = "replay.could-play" if cards else "replay.could-say"
    return words(key, name=name, others=fitting(others, longest, "…", ", "))


def _act(watched: Watched, action: int) -> str:
    choice = watched.state.choice
    assert choice is not None
    asked = replace(watched.model, view=choice)
    return teller_of(choice.rules).act_name(asked, action)


def _in_order(watched: Watched, seat: int, cards: CardSet) -> tuple[Card, ...]:
    """Cards as a hand is held in this deal."""
    held = replace(watched.model, view=replace(watched.state.view(seat), hand=cards))
    return teller_of(held.view.rules).hand_order(held)


# All of it, without a picture


def lines(watched: Watched) -> list[str]:
    """The moment for who reads no pictures, most needed first: what happened, what comes next, what lies on
    the table, and each seat with its tricks, points and cards."""
    model = watched.model
    found = [f"{happened(watched)} {comes(watched)}", *_lying(model)]
    for seat, plate in enumerate(plates(model)):
        hand = watched.hands[seat]
        line = ended(plate_sentence(model.words, plate))
        if hand:
            cards = phrases.cards_by_suit(model.words, _in_order(watched, seat, hand))
            line = f"{line} {ended(model.words('replay.holds', cards=cards))}"
        found.append(line)
    return found


def _lying(model: ViewModel) -> Iterator[str]:
    lying = lying_trick(model.view)
    if not lying.cards:
        return
    words = model.words
    cards = words.both(
        words("alt.card-of", name=model.seats[seat].name, card=phrases.card_name(words, card))
        for seat, card in _laid(lying, model.view.players)
    )
    label = words("trick.on-table") if model.view.trick.cards else words("trick.last")
    yield ended(words("alt.lying", label=label, cards=cards))


def _laid(trick: Trick, players: int) -> Iterator[tuple[int, Card]]:
    for place, card in enumerate(trick.cards):
        yield (trick.leader + place) % players, card


# A whole deal


def so_far(model: ViewModel) -> list[str]:
    """A deal from its beginning to what a view shows, as that has seen it: a sentence for what was said, and
    for each trick."""
    words, view = model.words, model.view
    found = [words("replay.dealt", name=model.seats[view.dealer].name)]
    said = [
        words("said", name=model.seats[seat].name, said=text)
        for seat, text in teller_of(view.rules).sayings(model)
    ]
    if said:
        found.append(ended("; ".join(said)))
    for number, trick in enumerate((*view.tricks, view.trick), start=1):
        if not trick.cards:
            continue
        cards = words.both(
            words("alt.card-of", name=model.seats[seat].name, card=phrases.card_name(words, card))
            for seat, card in _laid(trick, view.players)
        )
        label = words("replay.trick", number=words.number(number))
        line = ended(words("alt.lying", label=label, cards=cards))
        found.append(f"{line} {_taken(model, number)}" if number <= len(view.tricks) else line)
    return found


def course(watched: Watched) -> list[str]:
    """A deal from its beginning to where ``watched`` is, and what came of it."""
    model, found = watched.model, so_far(watched.model)
    result = watched.state.dealt.result
    if watched.state.is_end:
        found.append(came_of(model, result) if result is not None else model.words("replay.no-more"))
    return found


# What there is to choose from


def deal_name(words: Words, replay: GameReplay, deal: int) -> str:
    """«Deal 3: Kings & jacks», with what it has come to."""
    dealt = replay.deals[deal]
    number = words.number(dealt.number + 1)
    if dealt.result is None:
        return words("replay.deal-unfinished", number=number)
    if dealt.result.points is None:
        return words("replay.deal-thrown-in", number=number)
    contract = phrases.contract_name(words, dealt.result.contract, dealt.result.trump)
    return words("replay.deal", number=number, contract=contract)


def deal_about(reader: Reader, replay: GameReplay, deal: int) -> str:
    """What was most worth telling of a deal that was scored; empty of any other."""
    result = replay.deals[deal].result
    if result is None or result.points is None:
        return ""
    return headline(Watched.of(reader, replay, replay.end_of(deal)).model, -1)


OWN_WORDS: Final = ("not-in-hand", "not-a-choice", "wrong-number", "unknown-card", "repeated-card")
"""The reasons that have a sentence about the file; the others are worded as a table would."""


def record_fault(words: Words, fault: FaultyRecord) -> str:
    """What is wrong, and in which line."""
    line = words.number(fault.line)
    if fault.reason in OWN_WORDS:
        return words(f"replay.file.reason.{fault.reason}", line=line)
    said = f"illegal.{fault.reason}"
    if fault.kind == "illegal-action" and fault.reason and said in words.keys:
        return words("replay.file.against-the-rules", line=line, reason=words(said))
    return words(f"replay.file.{fault.kind}", line=line)
