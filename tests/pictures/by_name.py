"""The samples of pictures by their names, made when one of them is looked at: it takes hundreds of games to
come by them, and whoever only collects tests needs none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar, cast

from bot.pictures.values import Picture
from tests.pictures.renew import GOLDEN
from tools.samples import samples

P = TypeVar("P")


class Samples(Mapping[str, P]):
    """Those of a kind, as hands or sheets. The names are those of the golden pictures, of which there is one
    for each sample and no other (``test_golden.py``)."""

    def __init__(self, kind: str, of: type[P]) -> None:
        names = sorted(path.stem for path in GOLDEN.glob("*.png"))
        self._names = [name for name in names if kind in ("", _kind_of(name))]
        self._of = of

    def __getitem__(self, name: str) -> P:
        found = dict(samples())[name]
        assert isinstance(found, self._of)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _kind_of(name: str) -> str:
    """The first word of ``hand-open-misere``; the last of ``nl-dutch-hand``, which begins with a language."""
    first, *_, last = name.split("-") if "-" in name else (name, name)
    return last if len(first) == 2 else first


SAMPLES: Final = cast("Samples[Picture]", Samples("", object))
