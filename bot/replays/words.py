"""A game that is over in words, and what is wrong with a record that somebody brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.actions import ACTION_TEXTS, ActionSet, is_play
from bot.engine.cards import CARD_OF_NAME, Card, CardSet, members, set_of
from bot.engine.game import DealResult, Trick
from bot.replays.files import FaultyRecord
from bot.replays.replay import GameReplay, ReplayMoment, Still
from bot.tables.model import Seat
from bot.telling import phrases
from bot.telling.alt import ended, plate_sentence
from bot.telling.ending import headline
from bot.telling.fitting import fitting
from bot.telling.games.registry import teller_of
from bot.telling.reader import Perspective, Reader
from bot.telling.scenes import lying_trick, plates
from bot.words.catalogue import Words

OTHERS_LONGEST: Final = 240
"""Characters of what else could have been done."""
OTHERS_BRIEF: Final = 40
"""The same beside a picture."""


@dataclass(frozen=True, slots=True, repr=False)
class Watched:
    """A moment as somebody looks at it: ``sight`` is what a spectator saw, in their words; ``hands`` are the
    cards in each hand, 0 for those that are not shown. ``eyes`` is the seat through whose eyes it is, None
    where all hands are open."""

    sight: Perspective
    still: Still
    hands: tuple[CardSet, ...]
    eyes: int | None = None

    @classmethod
    def of(cls, reader: Reader, reel: GameReplay, moment: ReplayMoment, eyes: int | None = None) -> Watched:
        """Raises KeyError where there is no such moment."""
        still = reel.at(moment)
        sight = Perspective(reader, still.view(None), named(reader.words, reel.seats(moment)))
        hands = still.hands
        shown = tuple(hand if eyes in (None, seat) else 0 for seat, hand in enumerate(hands))
        return cls(sight, still, shown, eyes)

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.sight.words

    @property
    def last_card(self) -> tuple[int, Card] | None:
        """The card that was played last, and who did; None where something else was done."""
        last = self.still.last
        return (last.seat, last.action) if last is not None and is_play(last.action) else None

    @property
    def other_cards(self) -> CardSet:
        """The cards that could have been played or laid aside in the place of the last one."""
        return cards_of(self.still.others)


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
    view = watched.sight.view
    if watched.last_card is None or view.trick.cards:
        return _done(watched)
    return f"{_done(watched)} {_taken(watched.sight, len(view.tricks))}"


def comes(watched: Watched) -> str:
    """Who is to do what next; at the end of a deal what came of it, or that there is no more."""
    still = watched.still
    if not still.is_end:
        return ended(phrases.state_line(watched.sight))
    if still.dealt.result is None:
        return watched.words("replay.no-more")
    return _came_of(watched.sight, still.dealt.result)


def _done(watched: Watched) -> str:
    sight, last = watched.sight, watched.still.last
    words = sight.words
    if last is None:
        return words("replay.dealt", name=sight.seats[sight.view.dealer].name)
    name = sight.seats[last.seat].name
    if is_play(last.action):
        return _card(sight, last.seat, last.action, leads=_led(watched))
    card = _card_of(last.action)
    if card is not None:
        return words("replay.lays-aside", name=name, card=phrases.card_name(words, card))
    said = [said for seat, said in teller_of(sight.view.rules).sayings(sight) if seat == last.seat]
    public = sight.view.said[-1:]
    is_told = bool(said) and [(one.seat, one.action) for one in public] == [last]
    told = said[-1] if is_told else phrases.said_name(words, last.action)
    return ended(words("said", name=name, said=told))


def _led(watched: Watched) -> bool:
    """Whether the last card was a lead."""
    choice = watched.still.choice
    return choice is not None and not choice.trick.cards


def _card(sight: Perspective, seat: int, card: Card, *, leads: bool) -> str:
    key = "told.leads" if leads else "told.plays"
    return sight.words(key, name=sight.seats[seat].name, card=phrases.card_name(sight.words, card))


def _taken(sight: Perspective, number: int) -> str:
    winner = sight.view.tricks[number - 1].winner
    assert winner is not None
    return sight.words("told.takes", name=sight.seats[winner].name, number=sight.words.number(number))


def _came_of(sight: Perspective, result: DealResult) -> str:
    words = sight.words
    number = words.number(result.deal + 1)
    if result.points is None:
        return words("told.thrown-in", number=number, name=sight.seats[result.dealer].name)
    contract = phrases.contract_name(words, result.contract, result.trump)
    points = phrases.result_points(sight, result)
    return ended(words("told.deal", number=number, contract=contract, points=points))


def position(watched: Watched) -> str:
    """«Trick 5, card 2»; before the first card «Before the first trick»."""
    words, still = watched.words, watched.still
    trick = still.dealt.trick_at(still.moment.ply)
    if not trick:
        return words("replay.before-play")
    view = watched.sight.view
    if not view.trick.cards:
        return words("replay.trick-over", number=words.number(trick))
    card = words.number(len(view.trick.cards))
    return words("replay.trick-card", number=words.number(trick), card=card)


def title(watched: Watched) -> str:
    """«Deal 3 of 10 · Kings & jacks»."""
    sight = watched.sight
    heading = teller_of(sight.view.rules).heading(sight)
    return watched.words("replay.title", deal=phrases.deal_title(sight), contract=heading)


# What else was legal


def could(watched: Watched, *, brief: bool = False) -> str:
    """What else whoever acted last could have done by the rules; ``brief`` where there is little room."""
    words, still = watched.words, watched.still
    if still.last is None or still.choice is None:
        return words("replay.nothing-done")
    name = watched.sight.seats[still.last.seat].name
    if not still.others:
        return words("replay.forced", name=name)
    cards = watched.other_cards
    said = [action for action in members(still.others) if _card_of(action) is None]
    told: list[str] = []
    if cards:
        told.append(phrases.cards_by_suit(words, _in_order(watched, still.last.seat, cards)))
    if said:
        told += [_act(watched, action) for action in said]
    longest = OTHERS_BRIEF if brief else OTHERS_LONGEST
    key = "replay.could-play" if cards else "replay.could-say"
    return words(key, name=name, others=fitting(told, longest, "…", ", "))


def _act(watched: Watched, action: int) -> str:
    choice = watched.still.choice
    assert choice is not None
    asked = replace(watched.sight, view=choice)
    return teller_of(choice.rules).act_name(asked, action)


def _in_order(watched: Watched, seat: int, cards: CardSet) -> tuple[Card, ...]:
    """Cards as a hand is held in this deal."""
    held = replace(watched.sight, view=replace(watched.still.view(seat), hand=cards))
    return teller_of(held.view.rules).hand_order(held)


# All of it, without a picture


def lines(watched: Watched) -> list[str]:
    """The moment for who reads no pictures, most needed first: what happened, what comes next, what lies on
    the table, and each seat with its tricks, points and cards."""
    sight = watched.sight
    found = [f"{happened(watched)} {comes(watched)}", *_lying(sight)]
    for seat, plate in enumerate(plates(sight)):
        hand = watched.hands[seat]
        told = ended(plate_sentence(sight.words, plate))
        if hand:
            cards = phrases.cards_by_suit(sight.words, _in_order(watched, seat, hand))
            told = f"{told} {ended(sight.words('replay.holds', cards=cards))}"
        found.append(told)
    return found


def _lying(sight: Perspective) -> Iterator[str]:
    lying = lying_trick(sight.view)
    if not lying.cards:
        return
    words = sight.words
    cards = words.both(
        words("alt.card-of", name=sight.seats[seat].name, card=phrases.card_name(words, card))
        for seat, card in _laid(lying, sight.view.players)
    )
    label = words("trick.on-table") if sight.view.trick.cards else words("trick.last")
    yield ended(words("alt.lying", label=label, cards=cards))


def _laid(trick: Trick, players: int) -> Iterator[tuple[int, Card]]:
    for place, card in enumerate(trick.cards):
        yield (trick.leader + place) % players, card


# A whole deal


def course(watched: Watched) -> list[str]:
    """A deal from its beginning to where ``watched`` is, a sentence for what was said, for each trick and for
    what came of it."""
    sight = watched.sight
    words, view = sight.words, sight.view
    found = [words("replay.dealt", name=sight.seats[view.dealer].name)]
    said = [
        words("said", name=sight.seats[seat].name, said=text)
        for seat, text in teller_of(view.rules).sayings(sight)
    ]
    if said:
        found.append(ended("; ".join(said)))
    for number, trick in enumerate((*view.tricks, view.trick), start=1):
        if not trick.cards:
            continue
        cards = words.both(
            words("alt.card-of", name=sight.seats[seat].name, card=phrases.card_name(words, card))
            for seat, card in _laid(trick, view.players)
        )
        label = words("replay.trick", number=words.number(number))
        line = ended(words("alt.lying", label=label, cards=cards))
        found.append(f"{line} {_taken(sight, number)}" if number <= len(view.tricks) else line)
    result = watched.still.dealt.result
    if watched.still.is_end:
        found.append(_came_of(sight, result) if result is not None else words("replay.no-more"))
    return found


# What there is to choose from


def deal_name(words: Words, reel: GameReplay, deal: int) -> str:
    """«Deal 3: Kings & jacks», with what it has come to."""
    dealt = reel.deals[deal]
    number = words.number(dealt.number + 1)
    if dealt.result is None:
        return words("replay.deal-unfinished", number=number)
    if dealt.result.points is None:
        return words("replay.deal-thrown-in", number=number)
    contract = phrases.contract_name(words, dealt.result.contract, dealt.result.trump)
    return words("replay.deal", number=number, contract=contract)


def deal_about(reader: Reader, reel: GameReplay, deal: int) -> str:
    """What was most worth telling of a deal that was scored; empty of any other."""
    result = reel.deals[deal].result
    if result is None or result.points is None:
        return ""
    end = Watched.of(reader, reel, reel.end_of(deal))
    return headline(end.sight, -1)


OWN_WORDS: Final = ("not-in-hand", "not-a-choice", "wrong-number", "unknown-card", "repeated-card")
"""The reasons that have a sentence about the file; the others are told as a table would."""


def record_fault(words: Words, fault: FaultyRecord) -> str:
    """What is wrong, and in which line."""
    line = words.number(fault.line)
    if fault.reason in OWN_WORDS:
        return words(f"replay.file.reason.{fault.reason}", line=line)
    said = f"illegal.{fault.reason}"
    if fault.kind == "illegal-action" and fault.reason and said in words.keys:
        return words("replay.file.against-the-rules", line=line, reason=words(said))
    return words(f"replay.file.{fault.kind}", line=line)
