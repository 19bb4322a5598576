"""Agents of Aristeia!: the scripted players, and the search's knowledge of the game."""
