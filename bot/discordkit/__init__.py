"""What every message and press takes on Discord, whatever it is about."""
