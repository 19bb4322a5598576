"""Tournaments: any agents, any number of seats, ratings with intervals, results that survive anything."""
