"""The rules of the King family, as they are explained."""
