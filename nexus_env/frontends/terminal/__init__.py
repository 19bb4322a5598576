"""A bout in the terminal: people and agents at one keyboard, drawn with Textual."""
