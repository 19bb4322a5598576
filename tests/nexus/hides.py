"""Options of a bout of NEXUS in which something is hidden."""

OPTIONS = {"influence_cards": 24}
