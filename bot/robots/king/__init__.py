"""The robots' play in games of the King family."""
