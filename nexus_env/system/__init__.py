"""Atomic files, processes and signals, independent of any game."""
