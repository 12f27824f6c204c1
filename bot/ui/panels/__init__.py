"""Each message and reply the bot shows, drawn from facts and views; no input, no output, no state."""
