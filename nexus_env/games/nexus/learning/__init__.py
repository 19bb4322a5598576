"""The observation and the reward of NEXUS for learners."""
