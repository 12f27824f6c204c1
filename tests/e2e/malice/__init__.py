"""What people do who mean ill, or look for more than they may know."""
