"""A bout as text: commands, positions, transcripts."""
