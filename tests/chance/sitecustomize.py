"""Python imports this when it starts with the folder on PYTHONPATH, as every process that a test starts has it."""

import unseeded

unseeded.guard(unseeded.end)
