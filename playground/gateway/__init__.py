"""The WebSocket by which the bot hears of events."""
