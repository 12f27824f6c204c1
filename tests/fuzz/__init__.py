"""What reads what people bring, given what nobody would write."""
