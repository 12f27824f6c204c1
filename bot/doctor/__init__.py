"""``python -m bot doctor``: what is wrong with the bot and its machine, and what to do about it."""
