"""Training on a Ray cluster: workers play, learners train together, and the league is that of a local run."""
