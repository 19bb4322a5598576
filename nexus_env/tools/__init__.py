"""For those who work on the package: benchmarks, balance reports, fuzzing, documents, warming."""
