"""Bouts as text: commands, positions, transcripts."""
