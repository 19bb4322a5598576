"""Bouts at a real table: people roll real dice and move real figures; AI seats announce moves and request dice."""
