"""Nights, from their plan to their standings, through the client library."""
