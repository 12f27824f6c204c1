"""``strong``: looks at the deal in many more ways than ``steady``, and solves its end. All that is costly is
compiled (``bot.robots.core``)."""
