"""A Discord-compatible server on this machine, to try and to test the bot without Discord."""
