"""Training: experiments, the learner and its league, networks, tuning, and the results of a run."""
