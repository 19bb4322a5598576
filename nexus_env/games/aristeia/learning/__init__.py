"""What a learner sees of Aristeia!, and what a standing is worth."""
