"""The robots' play in games of Colour Whist."""
