"""For whoever hosts the bot, on Discord."""
