"""What is typed and brought."""
