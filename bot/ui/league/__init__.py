"""What people see and press of leagues."""
