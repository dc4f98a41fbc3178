"""Native code for exhaustive search, made by LLVM."""
