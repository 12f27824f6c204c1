"""Messages, presses and what is shown when there is much to do."""
