"""Bouts in plain Python: one at a time, many side by side, and one saved to disk."""
