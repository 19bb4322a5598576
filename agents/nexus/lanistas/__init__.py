"""Scripted lanistas: NEXUS players with distinct styles that play from their seat's observation.

Each is a compiled function, `policy(seen, mask, generator) -> action`, for rollouts and leagues; `player` wraps them as
agents. Shared parts: reading the observation (`sight`), dice odds (`odds`), the value of blows (`blows`), movement
(`paths`, `ground`), answers to questions (`answers`), and all of these together (`wishes`). A style is a
`LanistaTemper`, the weights for what a lanista sees, plus wishes of its own.
"""
