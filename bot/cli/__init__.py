"""The program's commands that need no Discord: files in, lines out."""
