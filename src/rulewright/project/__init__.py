"""Rules projects: finding one, and loading its games."""

from .errors import ProjectError, blamed
from .importing import Unloadable
from .loading import GameEntry, LoadedGame, Project, suggestion

__all__ = [
    "GameEntry",
    "LoadedGame",
    "Project",
    "ProjectError",
    "Unloadable",
    "blamed",
    "suggestion",
]
