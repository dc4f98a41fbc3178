"""Rules projects: finding one, and loading its games."""

from .errors import MissingRule, ProjectError, blamed
from .importing import Unloadable
from .loading import GameEntry, LoadedGame, Project, suggestion

__all__ = [
    "GameEntry",
    "LoadedGame",
    "MissingRule",
    "Project",
    "ProjectError",
    "Unloadable",
    "blamed",
    "suggestion",
]
