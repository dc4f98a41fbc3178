"""CPython, the interpreter, native code and Z3 give the same answers, failing duties included.

`python -m tests.differential --cases N` makes a long run of it.
"""
