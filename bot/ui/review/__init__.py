"""What a game comes to card by card, for who played it."""
