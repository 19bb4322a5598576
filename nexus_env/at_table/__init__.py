"""At a real table: people roll real dice and move real figures, the AI seats say what they do and ask for their dice."""
