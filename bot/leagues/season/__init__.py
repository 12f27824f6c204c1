"""What a season comes to, from its games and corrections: pure, for the store, for files and for panels."""
