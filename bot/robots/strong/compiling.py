"""``python -m bot.robots.strong.compiling [gently]``: compiles all that is used; numba keeps it where
NUMBA_CACHE_DIR says."""

from __future__ import annotations

import os
import sys
from typing import Final

from bot.robots.strong.trying import try_all

LOWEST: Final = 19

if __name__ == "__main__":
    if "gently" in sys.argv and hasattr(os, "nice"):
        os.nice(LOWEST)
    try_all()
