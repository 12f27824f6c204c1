"""What each family of games shows in a way of its own."""
