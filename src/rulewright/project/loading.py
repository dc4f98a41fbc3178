"""A rules project on disk: which games it has, and their rulebooks and claims as Python objects.

A project is a folder whose pyproject.toml has tables `[tool.rulewright.games.NAME]`, each with
`book = "spec.star_grid:BOOK"` and `proofs = "proofs.star_grid"` (or a list of modules). Whatever
keeps one from being used is a `ProjectError`: what, where, and what to do.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from rulewright.front.instances import check_scopes
from rulewright.front.written import check_written, holds_words
from rulewright.project.errors import ProjectError
from rulewright.project.importing import Unloadable, load_module
from rulewright.project.reading import Noted, reached, sources_below
from rulewright.words.claims import AnyClaim, Claim
from rulewright.words.errors import Place
from rulewright.words.games import Rulebook

_KEYS = ("book", "proofs")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_BOOK = re.compile(rf"{_MODULE.pattern}:[^\W\d]\w*")


def suggestion(name: str, known: list[str]) -> str:
    """ " Did you mean …?", or the names there are where none is near."""
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    if near:
        return f"did you mean {near[0]}? There is: {', '.join(known)}"
    return f"there is: {', '.join(known)}" if known else "there is none"


@dataclass(frozen=True)
class GameEntry:
    """A game as pyproject.toml lists it: where its rulebook is, and the modules of its claims."""

    name: str
    book: str
    proofs: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class LoadedGame:
    """A game with its rulebook and claims. `unloadable`: modules of claims that ask of something
    which the rulebook no longer has."""

    name: str
    root: Path
    book: Rulebook
    claims: tuple[AnyClaim, ...]
    unloadable: tuple[Unloadable, ...]
    files: tuple[Path, ...]
    _noted: Noted

    def require_unchanged(self) -> None:
        """ProjectError where a file of the game is no longer what was loaded: rules are read from
        their files again and again, and two versions must never be told as one."""
        self._noted.require_unchanged(self.files)

    @property
    def rulings(self) -> Path:
        """The file in which the designer settles findings; it need not exist."""
        return self.root / "proofs" / f"{self.name}.rulings.toml"

    @property
    def index(self) -> Path:
        """The index of the source's sentences."""
        return self.root / self.book.sentences


@dataclass(frozen=True, eq=False)
class Project:
    """A rules project: its folder and its games by name."""

    root: Path
    games: Mapping[str, GameEntry]
    _noted: Noted = field(default_factory=Noted, repr=False)

    @property
    def file(self) -> Path:
        """The file that lists the games."""
        return self.root / "pyproject.toml"

    @classmethod
    def find(cls, start: Path | None = None) -> Project:
        """The project that a folder (the current one) lies in."""
        try:
            here = (start or Path.cwd()).resolve()
        except FileNotFoundError as error:
            hint = "go to the folder of your project"
            raise ProjectError("the current folder is gone", None, hint) from error
        for folder in (here, *here.parents):
            file = folder / "pyproject.toml"
            if file.is_file() and (games := _listed(file)) is not None:
                return cls(folder, MappingProxyType(games))
        raise ProjectError(
            f"no rules project here: neither {here} nor a folder above it has a pyproject.toml "
            "with a [tool.rulewright.games] table",
            None,
            "go to the folder of your project",
        )

    def entry(self, name: str) -> GameEntry:
        """What the project says of a game."""
        if name not in self.games:
            raise ProjectError(
                f"this project has no game {name!r}",
                Place(str(self.file), _line_of(self.file, "tool.rulewright.games")),
                suggestion(name, list(self.games)),
            )
        return self.games[name]

    def load(self, name: str) -> LoadedGame:
        """A game's rulebook and claims, their modules imported afresh."""
        entry = self.entry(name)
        self._noted.note([self.file, *sources_below(self.root)])
        book = self._book(entry)
        claims: list[AnyClaim] = []
        broken: list[Unloadable] = []
        for proofs in entry.proofs:
            found = load_module(
                self.root, proofs, self._place(name, "proofs"), missing_is_unloadable=True
            )
            if isinstance(found, Unloadable):
                broken.append(found)
            else:
                claims += _claims_of(found)
        modules = reached(self.root, [entry.book.partition(":")[0], *entry.proofs])
        files = [Path(str(module.__file__)) for module in modules]
        self._noted.note([*files, self.root / book.sentences])
        loaded = LoadedGame(
            name=name,
            root=self.root,
            book=book,
            claims=tuple(dict.fromkeys(claims)),
            unloadable=tuple(broken),
            files=(self.file, *files, self.root / book.sentences),
            _noted=self._noted,
        )
        # Of several games in one run, a later one may stand in files that were read long ago.
        loaded.require_unchanged()
        self._check(loaded, modules)
        return loaded

    def _check(self, loaded: LoadedGame, modules: Sequence[ModuleType]) -> None:
        """RulesError for what Python accepts and a game cannot be."""
        things = [thing for module in modules for thing in vars(module).values()]
        books = dict.fromkeys([loaded.book, *(t for t in things if isinstance(t, Rulebook))])
        listed = {module for entry in self.games.values() for module in entry.proofs}
        check_written(modules, list(books), loaded.claims, listed)
        check_scopes(loaded.book.game, [str(module.__file__) for module in modules])

    def unread(self) -> tuple[str, ...]:
        """Files of rules or claims that none of the games reads, once all of them are loaded."""
        known = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
        listed = {module for entry in self.games.values() for module in entry.proofs}
        known |= {str(self.root / f"{name.replace('.', '/')}.py") for name in listed}
        files = [file for file in sources_below(self.root) if str(file) not in known]
        found = [file for file in files if _holds_words(file)]
        return tuple(file.relative_to(self.root).as_posix() for file in found)

    def _place(self, name: str, key: str) -> Place:
        return Place(str(self.file), _line_of(self.file, f"tool.rulewright.games.{name}", key))

    def _book(self, entry: GameEntry) -> Rulebook:
        module, _, attribute = entry.book.partition(":")
        loaded = load_module(self.root, module, self._place(entry.name, "book"))
        assert not isinstance(loaded, Unloadable)
        thing = getattr(loaded, attribute, None)
        file = Place(str(loaded.__file__), 1)
        if thing is None:
            raise ProjectError(
                f"{module} has no {attribute}, which {entry.name} names as its rulebook",
                file,
                f"write {attribute} = Rulebook(…) in it, or mend `book` in pyproject.toml",
            )
        if not isinstance(thing, Rulebook):
            raise ProjectError(
                f"{attribute} in {module} is a {type(thing).__name__} and no Rulebook",
                file,
                f"write {attribute} = Rulebook(…)",
            )
        return thing


def _holds_words(file: Path) -> bool:
    try:
        return holds_words(ast.parse(file.read_bytes()))
    except (OSError, ValueError, SyntaxError):
        return False


def _claims_of(module: Any) -> list[AnyClaim]:
    """The claims written in a module, in order; those it merely imports belong elsewhere."""
    return [
        thing
        for thing in vars(module).values()
        if isinstance(thing, Claim)
        and (thing.reading is not None or thing.says.__module__ == module.__name__)
    ]


def _listed(file: Path) -> dict[str, GameEntry] | None:
    """The games that a pyproject.toml lists; None where it is no rules project's."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ProjectError(
            f"pyproject.toml cannot be read: {error}",
            Place(str(file), _toml_line(error)),
            "mend it",
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ProjectError(
            f"pyproject.toml cannot be read: {error}", Place(str(file), 1), "save it as UTF-8"
        ) from error
    tool = table.get("tool")
    ours = tool.get("rulewright") if isinstance(tool, dict) else None
    games = ours.get("games") if isinstance(ours, dict) else None
    if games is None:
        return None
    if not isinstance(games, dict):
        raise _wrong(file, "tool.rulewright", "games is no table")
    if not games:
        raise _wrong(file, "tool.rulewright.games", "this project lists no games")
    return {name: _entry(file, name, given) for name, given in games.items()}


def _entry(file: Path, name: str, given: Any) -> GameEntry:
    header = f"tool.rulewright.games.{name}"
    if not _NAME.fullmatch(name):
        raise _wrong(file, header, f"{name!r} cannot name a game: letters, digits, - and _ can")
    if not isinstance(given, dict):
        raise _wrong(file, header, f"{name} is no table")
    unknown = [key for key in given if key not in _KEYS]
    if unknown:
        told = f"{name} has {unknown[0]!r}; {suggestion(unknown[0], [*_KEYS])}"
        raise _wrong(file, header, told, unknown[0])
    book, proofs = given.get("book"), given.get("proofs", [])
    modules = [proofs] if isinstance(proofs, str) else proofs
    if not isinstance(book, str):
        raise _wrong(file, header, f"{name} does not say where its rulebook is", "book")
    if not isinstance(modules, list) or not all(isinstance(m, str) for m in modules):
        told = f"the proofs of {name} are no module and no list of modules"
        raise _wrong(file, header, told, "proofs")
    if not _BOOK.fullmatch(book):
        raise _wrong(file, header, f"book = {book!r} names no rulebook", "book")
    for module in modules:
        if not _MODULE.fullmatch(module):
            raise _wrong(file, header, f"{module!r} among the proofs names no module", "proofs")
    return GameEntry(name, book, tuple(modules))


def _wrong(file: Path, header: str, reason: str, key: str = "") -> ProjectError:
    shape = '[tool.rulewright.games.my-game] with book = "spec.my_game:BOOK" and proofs = "…"'
    return ProjectError(reason, Place(str(file), _line_of(file, header, key)), f"write {shape}")


def _line_of(file: Path, header: str, key: str = "") -> int:
    """The line of a key of a table, or of its header, or the first that mentions the games."""
    lines = file.read_text(encoding="utf-8").splitlines()
    bare = [line.replace('"', "").replace("'", "").replace(" ", "") for line in lines]
    for wanted in (f"[{header}]", f"[{header}.", "[tool.rulewright", "[tool"):
        for number, line in enumerate(bare, 1):
            if line.startswith(wanted):
                return _line_of_key(bare, number, key) or number
    return 1


def _line_of_key(bare: list[str], header: int, key: str) -> int | None:
    """The line of a key below the header of its table; None where the table has no such line."""
    for number, line in enumerate(bare[header:], header + 1):
        if line.startswith("["):
            return None
        if key and line.startswith(f"{key}="):
            return number
    return None


def _toml_line(error: tomllib.TOMLDecodeError) -> int:
    words = str(error).replace(",", " ").split()
    at = words.index("line") if "line" in words else -1
    after = words[at + 1] if 0 <= at < len(words) - 1 else ""
    return int(after) if after.isdigit() else 1
