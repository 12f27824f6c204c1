"""Replays on Discord: which game is looked at, how it looks, and what is pressed there."""
