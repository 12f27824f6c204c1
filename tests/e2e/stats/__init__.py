"""``/stats …`` through the client library."""
