"""The only place where sentences come from: the catalogue, plurals, numbers, lists, names fit to print."""
