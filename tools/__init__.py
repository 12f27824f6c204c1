"""What draws what lies ready, and shows it: no part of the bot."""
