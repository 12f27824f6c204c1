"""Nights on Discord: their messages, threads, events and panels, and what is pressed there."""
