"""The browser that pages are tried in: Debian's chromium, or the one named by CHROMIUM."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.async_api import ViewportSize

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))

in_browser = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no browser at {CHROMIUM}"),
]
"""Marks of a module whose tests use the fixture ``browser``."""

WIDE: ViewportSize = {"width": 1200, "height": 850}
PHONE: ViewportSize = {"width": 390, "height": 844}
