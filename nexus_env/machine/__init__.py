"""How annotated Python becomes machine code: the only package that knows Numba."""
