"""How agents learn: experiments, the learner and its league, networks, tuning, and what a run leaves behind."""
