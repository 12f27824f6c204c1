"""Colour Whist brought to where a test wants it: auctions told by seat, deals whose every trick is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from bot.engine.cards import (
    ACTION_OF_TEXT,
    CARD_NAMES,
    PASS,
    PLAYS,
    RANK_OF,
    SUIT_LETTERS,
    Action,
    Card,
    members,
    texts_of,
)
from bot.engine.game import DealResult, Event
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from tests.engine.helpers import dealt, do, finish, options

SEATS = "NESW"
WALLOON, FLEMISH = "whist-walloon", "whist-flemish"
BOTH = (WALLOON, FLEMISH)

MISERES = {
    WALLOON: {"misere small", "piccolo", "misere grand", "misere open"},
    FLEMISH: {"misere grand", "misere open"},
}
SLAMS = {
    preset: {f"slam {size} {suit}" for size in sizes for suit in (*SUIT_LETTERS, "none")}
    for preset, sizes in ((WALLOON, ("small", "grand")), (FLEMISH, ("grand",)))
}
ABONDANCE_9 = {f"abondance {suit} 9" for suit in SUIT_LETTERS}


def whist(preset: str = WALLOON, dealer: str = "W", **values: str) -> Game:
    """A new game; with W as the dealer N is eldest hand."""
    return new_game(make_rules(preset, 4, options(**values)), SEATS.index(dealer))


def say(game: Game, text: str) -> list[Event]:
    """Carry out ``N propose D; E pass``; each must be that seat's turn."""
    events: list[Event] = []
    for part in filter(None, map(str.strip, text.split(";"))):
        seat, _, action = part.partition(" ")
        assert to_act(game) == seat, f"{part}: it is the turn of {to_act(game)}"
        events += do(game, action)
    return events


def to_act(game: Game) -> str:
    """The seat to act by its letter, empty where none is."""
    return SEATS[game.turn] if game.turn >= 0 else ""


def says(game: Game) -> set[str]:
    """What may be said now."""
    return set(texts_of(game.legal()))


def table(
    preset: str = WALLOON,
    text: str = "",
    dealer: str = "W",
    hands: dict[int, str] | None = None,
    **values: str,
) -> Game:
    """A game whose first deal is out, in which all this has been said; without ``hands`` nobody has troel."""
    game = whist(preset, dealer, **values)
    game.deal(dealt(game, hands or arranged([0] * 12)))
    say(game, text)
    return game


def redeal(game: Game, text: str = "", hands: dict[int, str] | None = None) -> None:
    """Deal the deal now awaited, and say all this."""
    game.deal(dealt(game, hands or arranged([0] * 12)))
    say(game, text)


# Deals whose every trick is known: twelve tricks are four cards of one suit, one in each hand, so anybody can
# win any of them; the thirteenth is the four aces, one each, which leaves nobody with three.

_QUARTERS = [f"{suit}{ranks}" for ranks in ("KQJT", "9876", "5432") for suit in "CDHS"]


def _trick(number: int, winner: int) -> dict[int, str]:
    """The card of each seat to a trick that this seat wins."""
    suit, *ranks = _QUARTERS[number]
    seats = [winner, *(seat for seat in range(4) if seat != winner)]
    return {seat: rank + suit for seat, rank in zip(seats, ranks, strict=True)}


def arranged(winners: Sequence[int], aces: str = "CDHS") -> dict[int, str]:
    """Hands in which trick by trick these seats win; ``aces`` are the suits of the seats' aces."""
    hands = {seat: [f"A{aces[seat]}"] for seat in range(4)}
    for number, winner in enumerate(winners):
        for seat, card in _trick(number, winner).items():
            hands[seat].append(card)
    return {seat: " ".join(cards) for seat, cards in hands.items()}


def play_arranged(game: Game, winners: Sequence[int]) -> list[Event]:
    """Play the tricks of hands so arranged; the aces come last."""
    events: list[Event] = []
    for number, winner in enumerate(winners):
        cards = _trick(number, winner)
        for _ in cards:
            events += do(game, f"play {cards[game.turn]}")
        assert game.turn < 0 or game.turn == winner
    while game.phase == "play":
        (card,) = members(game.legal())
        events += do(game, f"play {CARD_NAMES[card]}")
    return events


def winners_for(side: Iterable[int], tricks: int, trumps: bool) -> tuple[list[int], int | None]:
    """Who wins the twelve arranged tricks so that a side takes so many of thirteen, and with trumps which
    seat holds the ace of trumps and so wins the last. Without trumps who won the twelfth does."""
    ours = sorted(side)
    theirs = [seat for seat in range(4) if seat not in ours]
    mine = [ours[number % len(ours)] for number in range(13)]
    other = [theirs[number % len(theirs)] for number in range(13)]
    if trumps:
        if tricks == 13:
            return mine[:12], ours[0]
        return [*mine[:tricks], *other[: 12 - tricks]], theirs[0]
    if tricks > 11:
        return [*other[: 13 - tricks], *mine[: tricks - 1]], None
    return [*mine[:tricks], *other[: 12 - tricks]], None


def aces_with(holder: int | None, trump: str) -> str:
    """The suits of the seats' aces when this seat holds that of trumps."""
    rest = [suit for suit in "CDHS" if suit != trump] if holder is not None else list("CDHS")
    if holder is not None:
        rest.insert(holder, trump)
    return "".join(rest)


# Auctions that end in a given contract, N being eldest hand and the first of its bidders; trumps are spades


def pair_auction(level: int) -> str:
    """N and E play this many tricks in spades; S and W drive them up in hearts."""
    if level == 8:
        return "N propose S; E accept S; S pass; W pass"
    parts = ["N propose S", "E accept S", "S propose H", "W accept H"]
    for number in range(9, level):
        parts += [f"E raise {number}", f"W raise {number}"]
    return "; ".join([*parts, f"E raise {level}", "W pass", "S pass"])


def solo_auction(level: int, lowest: int) -> str:
    """N plays this many tricks alone in spades; E drives them up in hearts."""
    parts = ["N propose S", "E propose H", "S pass", "W pass", f"N solo S {lowest}"]
    for number in range(lowest, level):
        parts += [f"E solo H {number}" if number == lowest else f"E raise {number}", f"N raise {number + 1}"]
    return "; ".join([*parts, "E pass"])


def abondance_auction(level: int) -> str:
    """N plays abondance in spades; E drives them up in hearts."""
    if level == 9:
        return "N abondance S 9; E pass; S pass; W pass"
    parts = ["N abondance S 9", "E abondance H 9", "S pass", "W pass"]
    for number in range(10, level):
        parts += [f"N raise {number}", f"E raise {number}"]
    return "; ".join([*parts, f"N raise {level}", "E pass"])


def all_bid(text: str, bidders: int) -> str:
    """The first so many seats bid this, the others pass."""
    return "; ".join(f"{SEATS[seat]} {text if seat < bidders else 'pass'}" for seat in range(4))


def auctions(preset: str) -> dict[str, tuple[str, tuple[int, ...], str]]:
    """For each contract but troel: an auction that ends in it, its bidders, its trumps."""
    lowest = 6 if preset == WALLOON else 5
    highest = 11 if preset == WALLOON else 12
    found: dict[str, tuple[str, tuple[int, ...], str]] = {}
    found |= {f"pair-{level}": (pair_auction(level), (0, 1), "S") for level in range(8, 14)}
    for level in range(lowest, 9):
        found[f"solo-{level}"] = (solo_auction(level, lowest), (0,), "S")
    for level in range(9, highest + 1):
        found[f"abondance-{level}"] = (abondance_auction(level), (0,), "S")
    for name, text in (
        ("small-misere", "misere small"),
        ("piccolo", "piccolo"),
        ("grand-misere", "misere grand"),
        ("open-misere", "misere open"),
    ):
        if text in MISERES[preset]:
            found[name] = (all_bid(text, 1), (0,), "")
    for size in ("small", "grand") if preset == WALLOON else ("grand",):
        found[f"{size}-slam"] = (all_bid(f"slam {size} S", 1), (0,), "S")
    return found


def without_doubling(game: Game) -> None:
    """Let nobody double."""
    while game.phase == "double":
        do(game, "pass")


def play_to(
    preset: str, contract: str, tricks: int, before: str = "", thrown_in: int = 0, **values: str
) -> DealResult:
    """The result of a deal in which the bidders of this contract take so many tricks of thirteen (small
    misère: of twelve). ``before`` is ``double`` where an opponent doubles; so many deals were thrown in
    before."""
    text, bidders, trump = auctions(preset)[contract]
    if contract == "small-misere":
        winners, holder = [*[0] * tricks, *[1] * (12 - tricks)], None
    else:
        winners, holder = winners_for(bidders, tricks, bool(trump))
    game = whist(preset, **values)
    for _ in range(thrown_in):
        redeal(game, all_bid("", 0))
    redeal(game, text, arranged(winners, aces_with(holder, trump)))
    lay_out(game, before)
    play_arranged(game, winners)
    result = game.results[-1]
    assert result.contract == contract and sum(result.tricks[seat] for seat in bidders) == tricks
    return result


def lay_out(game: Game, before: str = "") -> None:
    """Take what comes between an auction and the play: the double, if so wished, and aces discarded."""
    if before == "double":
        do(game, "double")
    without_doubling(game)
    while game.phase == "discard":
        do(game, next(text for text in texts_of(game.legal()) if text.startswith("discard A")))


# Troel: N has three aces or all four

TROEL_HANDS = {0: "AS AH AD", 3: "AC"}
TROEL_PASSES = "E pass; S pass; W pass"


def troel_hands(random: Random, strength: float) -> dict[int, str]:
    """N has three aces and W the fourth; how many of the higher other cards they have, ``strength`` tells."""
    others = [card for card in range(52) if RANK_OF[card] != 12]
    random.shuffle(others)
    others.sort(key=lambda card: strength * RANK_OF[card] + random.gauss(0, 3), reverse=True)
    first, rest = others[:22], others[22:]
    random.shuffle(first)
    random.shuffle(rest)
    hands = {0: first[:10], 3: first[10:], 1: rest[:13], 2: rest[13:]}
    return {
        seat: " ".join([TROEL_HANDS.get(seat, ""), *(CARD_NAMES[card] for card in hand)]).strip()
        for seat, hand in hands.items()
    }


def troels(preset: str, count: int, **values: str) -> Iterator[tuple[str, int, DealResult]]:
    """Troels of N and W at random: the trumps named, the tricks of the two, and the result."""
    for seed in range(count):
        random = Random(seed)
        game = table(preset, TROEL_PASSES, hands=troel_hands(random, seed % 9 - 4), **values)
        while game.phase == "double":
            do(game, random.choice(("double", "pass")))
        trump = random.choice("CDHS")
        do(game, f"trump {trump}")
        finish(game, random)
        result = game.results[-1]
        assert result.contract == "troel"
        yield trump, result.tricks[0] + result.tricks[3], result


# Random play

OFTEN = {"pass": 3, "wait": 8, "propose": 8, "accept": 8, "raise": 12, "parole": 12, "solo": 4}
SELDOM = 0.15
QUIET = {**OFTEN, "pass": 45}
"""How often to say what, and how often while nobody has said anything but pass."""


def some_bid(random: Random, texts: Iterable[str], often: Mapping[str, float] = OFTEN) -> str:
    """One of these, low bids more often than high ones, so that auctions are long."""
    choices = sorted(texts)
    return random.choices(choices, [often.get(text.split()[0], SELDOM) for text in choices])[0]


def some_action(game: Game, random: Random) -> Action:
    """Any legal action, of bids as ``some_bid`` says; now and then everybody passes."""
    bids = game.legal() & ~PLAYS
    view = game.view(None) if bids else None
    if view and view.phase == "bidding":
        quiet = all(said.action == PASS for said in view.said)
        return ACTION_OF_TEXT[some_bid(random, texts_of(bids), QUIET if quiet else OFTEN)]
    legal = members(game.legal())
    return legal[int(random.random() * len(legal))]


def cards_of(game: Game, seat: int) -> list[Card]:
    """What a seat holds."""
    return list(members(game.hands[seat]))
