"""Importing a project's modules: afresh, from its own folder, with every failure explained.

Compiled files are neither read nor written: Python tells a changed file by its size and the second
it was written in, which is too coarse for rules that are edited and checked again at once.
"""

from __future__ import annotations

import ast
import importlib
import linecache
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from rulewright.project.errors import ProjectError, blamed, place_in
from rulewright.words.errors import Place, RulesError


@dataclass(frozen=True)
class Unloadable:
    """A module that asks the project for something it does not have: `missing` names it."""

    module: str
    missing: str
    place: Place | None
    reason: str


def load_module(
    root: Path, name: str, named_at: Place, missing_is_unloadable: bool = False
) -> ModuleType | Unloadable:
    """Import a module of a project; ProjectError or RulesError where it cannot be used.

    named_at: where pyproject.toml names it. missing_is_unloadable: a module that asks another
    module of the project for a name it does not have is given as Unloadable instead.
    """
    with _importing(root, name):
        try:
            module = importlib.import_module(name)
            if not _inside(module, root):
                raise ProjectError(
                    f"{name} is no module of this project",
                    named_at,
                    f"name a module that is a file here, such as {_path_of(name)}",
                )
            return module
        except RulesError:
            raise
        except SyntaxError as error:
            raise _syntax(error, root, named_at) from error
        except ModuleNotFoundError as error:
            if error.name is not None and (name == error.name or name.startswith(error.name + ".")):
                raise ProjectError(
                    f"there is no module {name}", named_at, f"write {_path_of(name)}"
                ) from error
            raise _explained(error, root, named_at) from error
        except (AttributeError, ImportError) as error:
            missing = _asked_of_project(error, root) if missing_is_unloadable else None
            if missing is None:
                raise _explained(error, root, named_at) from error
            return Unloadable(name, missing, place_in(error, root), str(error))
        except NameError as error:
            place = place_in(error, root)
            if place is not None and _is_yielding_rule(place, error.name):
                raise ProjectError(
                    f"a rule stands instead of {error.name}, which is not there",
                    place,
                    "name a rule of this rulebook, or leave `instead_of` out",
                    missing_rule=True,
                ) from error
            raise _explained(error, root, named_at) from error
        except (Exception, SystemExit) as error:
            raise _explained(error, root, named_at) from error


def _is_yielding_rule(place: Place, name: str | None) -> bool:
    """Whether a name stands in the `instead_of=` of some decorator of a file."""
    tree = ast.parse(Path(place.file).read_text(encoding="utf-8"))
    keywords = (part for part in ast.walk(tree) if isinstance(part, ast.keyword))
    return any(
        isinstance(part, ast.Name) and part.id == name
        for keyword in keywords
        if keyword.arg == "instead_of"
        for part in ast.walk(keyword.value)
    )


def _path_of(module: str) -> str:
    return module.replace(".", "/") + ".py"


@contextmanager
def _importing(root: Path, name: str) -> Iterator[None]:
    """The project's folder first on the path, nothing cached, and no other project's modules."""
    folder = str(root)
    if sys.path[:1] != [folder]:
        if folder in sys.path:
            sys.path.remove(folder)
        sys.path.insert(0, folder)
    _forget_others(root)
    linecache.checkcache()
    importlib.invalidate_caches()
    kept = sys.dont_write_bytecode, sys.pycache_prefix
    sys.dont_write_bytecode, sys.pycache_prefix = True, str(root / "build" / "no-such-cache")
    try:
        yield
    finally:
        sys.dont_write_bytecode, sys.pycache_prefix = kept


def _forget_others(root: Path) -> None:
    """Forget modules of the same names that another project has brought in."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("model", "spec", "proofs") and not _inside(module, root):
            del sys.modules[name]


def _inside(module: ModuleType | None, root: Path) -> bool:
    file = getattr(module, "__file__", None)
    places = [file] if file else list(getattr(module, "__path__", []))
    return any(Path(place).resolve().is_relative_to(root) for place in places)


def _syntax(error: SyntaxError, root: Path, named_at: Place) -> ProjectError:
    """A file that is no Python; `offset` counts from 1 and may be 0 or missing."""
    place = named_at
    if error.filename:
        column = max(0, (error.offset or 1) - 1)
        one_line = error.end_lineno in (None, error.lineno)
        width = (error.end_offset or 0) - (error.offset or 0) if one_line else 1
        place = Place(error.filename, error.lineno or 1, column, max(1, width))
    return ProjectError(f"this is no Python: {error.msg}", place, "mend this line")


def _explained(error: BaseException, root: Path, named_at: Place) -> ProjectError:
    found = blamed(error, root)
    if found is not None:
        return found
    reason = f"{type(error).__name__}: {error}"
    return ProjectError(reason, named_at, "mend the modules that are named here")


def _asked_of_project(error: AttributeError | ImportError, root: Path) -> str | None:
    """The name that one module of the project asked another for; None for any other error."""
    if isinstance(error, ImportError):
        path = error.path
        inside = path is not None and Path(path).resolve().is_relative_to(root)
        name = getattr(error, "name_from", None) or _quoted(str(error))
        return f"{error.name}.{name}" if inside else None
    if isinstance(error.obj, ModuleType) and _inside(error.obj, root):
        return f"{error.obj.__name__}.{error.name}"
    return None


def _quoted(text: str) -> str:
    """The first name in quotes: `cannot import name 'x' from …`; 3.11 gives it nowhere else."""
    parts = text.split("'")
    return parts[1] if len(parts) > 1 else text
