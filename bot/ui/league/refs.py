"""Ids of games, members and nights in the ids of buttons, where a hundred characters have to do: those of a
season file may be as long themselves."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

MARK: Final = "#"
LONGEST: Final = 30
"""As it is written in a button's id; there are more letters in it than these."""


def ref_of(id: str) -> str:
    """The id itself where it is short, else what it is found by."""
    written = len(id) + 2 * sum(id.count(sign) for sign in "%:")
    if written <= LONGEST and not id.startswith(MARK):
        return id
    return MARK + sha256(id.encode(errors="surrogatepass")).hexdigest()[:20]


def is_id(ref: str) -> bool:
    """Whether it is an id itself."""
    return not ref.startswith(MARK)


def found_by(ref: str, ids: Iterable[str]) -> str | None:
    """The one of the ids that is meant; None where it is not among them."""
    return next((one for one in ids if ref_of(one) == ref), None)
