"""What tests write goes into memory only where that is roomy and programs can be started from it."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.scratch import ENOUGH, in_memory


@pytest.mark.parametrize(
    ("blocks", "flags", "available", "is_taken"),
    [
        (ENOUGH // 4096, 0, ENOUGH // 1024, True),
        (ENOUGH // 4096 - 1, 0, ENOUGH // 1024, False),
        (ENOUGH // 4096, 0, ENOUGH // 1024 - 1, False),
        (ENOUGH // 4096, os.ST_NOEXEC, ENOUGH // 1024, False),
    ],
)
def test_memory_is_taken_where_there_is_enough(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    blocks: int,
    flags: int,
    available: int,
    *,
    is_taken: bool,
) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text(f"MemTotal:       99999999 kB\nMemAvailable:   {available} kB\n")
    told = SimpleNamespace(f_bavail=blocks, f_frsize=4096, f_flag=flags)
    monkeypatch.setattr(os, "statvfs", lambda folder: told)
    assert in_memory(tmp_path, meminfo) == (tmp_path if is_taken else None)


def test_where_there_is_no_such_folder_the_disk_is_good_enough(tmp_path: Path) -> None:
    assert in_memory(tmp_path / "none") is None
    assert in_memory(tmp_path, tmp_path / "none") is None
