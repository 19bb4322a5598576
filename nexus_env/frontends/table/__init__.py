"""At a real table: people roll real dice and move real figures, AI seats say what they do and ask for dice."""
