"""Agents of Aristeia!: the scripted players, and what the search knows of the game."""
