"""The environments: PettingZoo, Gymnasium, vectors of them, Stable-Baselines3 and batches."""
