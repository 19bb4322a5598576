"""Bouts at a real table: people roll real dice and move real figures; AI seats call their moves and request dice."""
