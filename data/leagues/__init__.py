"""Leagues and their seasons in SQLite: what was told of them, and what follows from that."""
