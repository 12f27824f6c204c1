"""What is counted and rated of people who play, in words and pictures, and what is asked of it on Discord."""
