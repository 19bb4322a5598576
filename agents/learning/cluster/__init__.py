"""Training on a Ray cluster: runners that play, learners that learn together, and the league of a usual run."""
