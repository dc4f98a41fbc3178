"""LLVM code made runnable: optimised for this processor, and kept as a file for the next time.

An object is only used again for the very same code, compiler, processor and settings, all of which
are in its key; no time or date is. A file that is damaged or not ours is made anew.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import tempfile
from collections.abc import Callable
from functools import cache as once
from pathlib import Path
from typing import Any, Protocol

# Raised when an object written by an older Rulewright must not be used any more.
FORMAT = 2
SPEED_LEVEL = 2
SETTINGS = f"format {FORMAT}, speed {SPEED_LEVEL}, function by function"

_MAGIC = b"rulewright object\n"
_DIGEST = hashlib.sha256().digest_size
_DEFINED = re.compile(r'^define (?!(?:internal|private)\b)[^@\n]*@"?([\w.$-]+)"?\(', re.MULTILINE)


class Unavailable(Exception):
    """Native code cannot be had here; the message says why, and what would help."""


class NotKept(Exception):
    """Code would have to be compiled first."""


class LLVMText(Protocol):
    """A module of llvmlite's `ir`, or its text: only the text counts."""

    def __str__(self) -> str: ...


class Library:
    """Compiled functions by name. They live as long as this object or one of its functions does."""

    def __init__(self, engine: Any, names: frozenset[str]) -> None:
        self._engine = engine
        self.names = names

    def address(self, name: str) -> int:
        """Where a function starts."""
        if name not in self.names:
            raise KeyError(f"no function {name} in the compiled code")
        return int(self._engine.get_function_address(name))

    def function(self, name: str, returns: Any, *takes: Any) -> Any:
        """A function that ctypes can call, without the interpreter lock."""
        found: Any = ctypes.CFUNCTYPE(returns, *takes)(self.address(name))
        # The code must not be freed while the function can still be called.
        found.library = self
        return found


def compiled(
    module: LLVMText | Callable[[], LLVMText],
    cache: Path | None,
    progress: Callable[[str], None] | None = None,
    key: str | None = None,
    *,
    only_kept: bool = False,
) -> Library:
    """The functions of a module, from the cache folder where they were compiled before.

    With a key that stands for all that the module is made of, the module may be what makes it: it
    is only called where nothing is kept. Without, the key is the module's text.
    only_kept: NotKept where they were not compiled before.
    """
    binding, machine, host = _compiler()

    def text() -> str:
        return str(module() if callable(module) else module)

    stands_for = text() if key is None else f"key {key}"
    digest = hashlib.sha256("\0".join((stands_for, host, SETTINGS)).encode()).digest()
    held = _kept(cache, digest)
    if held is None:
        if only_kept:
            raise NotKept
        if progress is not None:
            progress("compiling the model")
        source = stands_for if key is None else text()
        names = " ".join(_DEFINED.findall(source)).encode()
        held = names + b"\n" + _object_code(binding, machine(), source)
        _keep(cache, digest, held)
    names, _, code = held.partition(b"\n")
    return _loaded(binding, machine(), code, frozenset(names.decode().split()))


def available() -> str | None:
    """Why there can be no native code here, or None where there can."""
    try:
        _compiler()
    except Unavailable as why:
        return str(why)
    return None


@once
def _compiler() -> tuple[Any, Callable[[], Any], str]:
    """LLVM's binding, what makes a target machine, and all that compiled code depends on here."""
    try:
        import llvmlite
        from llvmlite import binding
    except ImportError as why:
        raise Unavailable(
            "native code needs the package llvmlite, which is not installed here or does not "
            f"load ({why}); install it with `pip install llvmlite`"
        ) from why
    try:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        binding.check_jit_execution()
        triple = binding.get_process_triple()
        target = binding.Target.from_triple(triple)
        processor = binding.get_host_cpu_name()
        features = binding.get_host_cpu_features().flatten()
    except (OSError, RuntimeError) as why:
        raise Unavailable(f"LLVM cannot run code on this machine: {why}") from why

    def machine() -> Any:
        return target.create_target_machine(
            cpu=processor, features=features, opt=SPEED_LEVEL, reloc="default", jit=True
        )

    version = ".".join(map(str, binding.llvm_version_info))
    return binding, machine, "\0".join((llvmlite.__version__, version, triple, processor, features))


def _object_code(binding: Any, machine: Any, text: str) -> bytes:
    module = binding.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    module.verify()
    options = binding.create_pipeline_tuning_options(SPEED_LEVEL)
    builder = binding.create_pass_builder(machine, options)
    in_place = binding.create_new_module_pass_manager()
    in_place.add_always_inliner_pass()
    in_place.run(module, builder)
    # Each function once. What is done for whole modules doubles the time of compiling, and makes
    # searches no faster: see `inlining` for what is called, and what is not.
    simplify = builder.getFunctionPassManager()
    for function in module.functions:
        if not function.is_declaration:
            simplify.run(function, builder)
    return bytes(machine.emit_object(module))


def _loaded(binding: Any, machine: Any, code: bytes, names: frozenset[str]) -> Library:
    """The one way to runnable code, for fresh objects and for those kept: both are tested."""
    empty = binding.parse_assembly("")
    empty.triple = machine.triple
    engine = binding.create_mcjit_compiler(empty, machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return Library(engine, names)


def _file(folder: Path, key: bytes) -> Path:
    return folder / f"{key.hex()}.object"


def _kept(folder: Path | None, key: bytes) -> bytes | None:
    """The object kept under a key, unless its file is missing, cut short, damaged or foreign."""
    if folder is None:
        return None
    try:
        held = _file(folder, key).read_bytes()
    except OSError:
        return None
    head = len(_MAGIC) + 2 * _DIGEST
    code = held[head:]
    return code if len(held) > head and held[:head] == _header(key, code) else None


def _header(key: bytes, code: bytes) -> bytes:
    return _MAGIC + key + hashlib.sha256(code).digest()


def _keep(folder: Path | None, key: bytes, code: bytes) -> None:
    """Write an object whole or not at all; where that cannot be done it is compiled again later."""
    if folder is None:
        return
    try:
        # Who can write here can run code as us, so others are kept out of a folder we make.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder, suffix=".part")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_header(key, code) + code)
        os.replace(name, _file(folder, key))
    except OSError:
        Path(name).unlink(missing_ok=True)
