"""What the bot does for its own database while nobody asks: a verified copy a day."""
