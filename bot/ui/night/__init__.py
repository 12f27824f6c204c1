"""What people see and press of nights."""
