"""Training on a Ray cluster: workers that play, learners that learn together, and the league of a usual run."""
