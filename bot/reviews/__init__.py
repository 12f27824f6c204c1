"""What each card of a game that is over cost who played it."""
