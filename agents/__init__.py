"""Agents: scripted and trained players, the league they learn against, and their rating."""

import os

# ONNX Runtime would send data on its use to its maker, and print warnings where it finds no home folder.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
