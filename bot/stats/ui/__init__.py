"""Statistics on Discord: panels, and what is pressed there."""
