"""What belongs to NEXUS alone: scripted lanistas, what the search knows of it, how its small networks learn."""
