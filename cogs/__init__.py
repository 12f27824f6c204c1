"""Slash commands: thin. Each reads its options, asks tables or the display, and says how it went."""
