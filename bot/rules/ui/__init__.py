"""Rules on Discord: their pages, and the presets of a server."""
