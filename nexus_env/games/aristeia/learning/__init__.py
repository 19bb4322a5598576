"""The observation and the reward of Aristeia! for learners."""
