"""For whoever hosts the bot: what is wrong with it and its machine, copies of its database, how it is."""
