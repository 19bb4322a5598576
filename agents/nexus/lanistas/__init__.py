"""Scripted lanistas: players of distinct characters that play NEXUS from their seat's observation.

Each is a compiled function, `policy(seen, mask, generator) -> action`, for rollouts and leagues; `player` makes agents
of them. What they have in common is written once: what is seen (`sight`), what the dice bring (`odds`), what blows are
worth (`blows`), which ground is good (`paths`, `ground`), what to answer (`answers`), and all of that (`wishes`). A
character is a `Temper`, some numbers by which it weighs what it sees, and wishes of its own.
"""
