"""What a message says and shows: from what the bot sends to Discord's message object."""
