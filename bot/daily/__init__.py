"""The deal of the day: the same for everybody in the world, each against three robots."""
