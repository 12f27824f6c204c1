"""What people and servers settle, and what newcomers are told."""
