"""Tournaments: any agents, any number of seats, ratings with intervals, resumable results."""
