"""Bouts in the terminal for people and agents at one keyboard, drawn with Textual."""
