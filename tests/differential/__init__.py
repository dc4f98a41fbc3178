"""CPython, the interpreter, native code and Z3 give the same answers: values, duties and successors alike.

`python -m tests.differential --cases N` makes a long run of it.
"""
