"""Training on a Ray cluster: workers play, learners learn together, and the league is that of a local run."""
