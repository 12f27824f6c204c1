"""What is found out about the bot and its machine: facts, what they come to, and that in words. Pure."""
