"""Whom a typed name means."""

from __future__ import annotations

import pytest

from bot.leagues.paper import typed as typing
from bot.leagues.paper.typed import Fault, Known, PaperPerson, Roster, holder_of, key_of
from bot.leagues.season.model import Holder, SeatKind
from tests.leagues.paper.made import KNOWN


@pytest.mark.parametrize(
    ("typed", "kind", "id"),
    [
        ("ann", SeatKind.MEMBER, "ua"),
        ("  ANN ", SeatKind.MEMBER, "ua"),
        ("b", SeatKind.MEMBER, "ub"),  # begins so
        ("ath", SeatKind.MEMBER, "uc"),  # has it in it
        ("Dirk S", SeatKind.MEMBER, "u8"),
        ("u7", SeatKind.MEMBER, "u7"),
        ("jan", SeatKind.GUEST, "x9"),
        ("+jan  janssens", SeatKind.GUEST, "x9"),
        ("+Jan", SeatKind.GUEST, "+jan"),  # never completed: it may be another
        ("+Ann", SeatKind.GUEST, "+ann"),
        ("+Jan de Wit", SeatKind.GUEST, "+jan-de-wit"),
        ("easy", SeatKind.ROBOT, "easy"),
        ("rustige robot", SeatKind.ROBOT, "steady"),
    ],
)
def test_a_name_means(typed: str, kind: SeatKind, id: str) -> None:
    found = holder_of(typed, KNOWN)
    assert isinstance(found, PaperPerson) and found.holder == Holder(kind, id)


def test_a_name_that_may_be_several_names_them() -> None:
    found = holder_of("dirk", KNOWN)
    assert found == Fault("ambiguous-name", None, {"name": "dirk", "names": ("Dirk De Wit", "Dirk Smet")})


@pytest.mark.parametrize("typed", ["Zoë", "+", "annn"])
def test_a_name_that_is_nobodys(typed: str) -> None:
    found = holder_of(typed, KNOWN)
    assert isinstance(found, Fault) and found.code == "unknown-name"


def test_a_whole_name_is_meant_before_one_that_begins_so() -> None:
    known = Known(
        tuple(PaperPerson(Holder(SeatKind.MEMBER, name), name) for name in ("Anna", "Ann", "Joanna"))
    )
    assert holder_of("ann", known) == known.people[1]
    assert holder_of("anna", known) == known.people[0]


def test_a_new_guest_gets_an_id_that_nobody_has() -> None:
    known = Known((PaperPerson(Holder(SeatKind.GUEST, "+jan"), "Piet"),))
    found = holder_of("+Jan", known)
    assert isinstance(found, PaperPerson) and found.holder.id == "+jan-2"


def test_a_guest_on_paper_is_meant_before_one_of_the_same_name_who_sat_at_a_table() -> None:
    table, paper, other = (PaperPerson(Holder(SeatKind.GUEST, id), "Jan") for id in ("1234", "+jan", "5678"))
    assert holder_of("+Jan", Known((table, paper))) == paper
    assert holder_of("+Jan", Known((table,))) == table
    found = holder_of("+Jan", Known((table, other)))
    assert isinstance(found, Fault) and found.code == "ambiguous-name"


def test_an_id_is_no_longer_than_one_may_be() -> None:
    found = holder_of("+" + "J" * 200, KNOWN)
    assert isinstance(found, PaperPerson) and found.holder.id == "+" + "j" * 60 and found.name == "J" * 100


def test_new_members_get_ids_that_nobody_has() -> None:
    roster = Roster(Known((PaperPerson(Holder(SeatKind.GUEST, "p1"), "Piet"),)))
    assert [roster.id_of(name) for name in ("Piet", "Ann", "PIET", "ann ")] == ["p2", "p3", "p2", "p3"]


def test_names_are_compared_with_those_of_a_crowd_that_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(typing, "key_of", lambda name: made.append(name) or key_of(name))
    crowd = Known(tuple(PaperPerson(Holder(SeatKind.MEMBER, f"m{at}"), f"Ann {at}") for at in range(100)))
    for at in range(10):
        assert isinstance(holder_of(f"Bob {at}", crowd), Fault)
    assert len(made) == 100 + 10
