"""Developers' tools: benchmarks, balance reports, fuzzing, documents, warming."""
