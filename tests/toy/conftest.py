from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.toy.registered import registered


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with registered():
        yield
