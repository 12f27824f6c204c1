"""The rules of Colour Whist, as they are explained."""
