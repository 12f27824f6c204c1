"""Tables on Discord: lobby, hands, play, comfort; panels beside what is pressed there."""
