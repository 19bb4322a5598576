"""What a learner of NEXUS sees and is paid."""
