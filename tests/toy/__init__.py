"""A family of games that no part of the program knows, written and registered as a newcomer would: it shows
that adding a game is what CONTRIBUTING.md says."""
