"""Bouts in plain Python: one that is played, many that are counted, one that is kept on the disk."""
