"""Leagues and their seasons in SQLite: what was recorded of them, and what follows from that."""
