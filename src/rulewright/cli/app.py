"""The commands by name. Each is a module of its own, loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

# In the order in which `rulewright --help` lists them: the module of each command and what it
# does, so that the list needs none of them.
COMMANDS: Final = {
    "check": ("rulewright.cli.check", "Check rulebooks: their claims, gaps and contradictions."),
    "explore": ("rulewright.cli.explore", "Visit every position that play can reach."),
    "solve": ("rulewright.cli.solve", "Work out who wins a small scope with best play."),
    "simulate": ("rulewright.cli.simulate", "Play at random, and count what happens."),
    "list": ("rulewright.cli.list", "List the games of this project."),
    "cover": ("rulewright.cli.cover", "Show which rules cite each sentence of the source."),
    "error": ("rulewright.cli.error", "Explain a numbered error at length."),
}

EPILOG: Final = """\b
Examples:
  rulewright check              all games of this project
  rulewright check star-grid    one of them

Exit codes: 0 all as expected, 1 a surprise, 2 input that cannot be used, 70 a fault of
Rulewright itself, 130 interrupted."""


class PipeClosed(Exception):
    """Whoever read our output has gone. Left to click, this would end with 1, a surprise."""


class Commands(click.Group):
    """A group that loads a command when it is asked for."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise PipeClosed from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from rulewright.project import suggestion

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = suggestion(args[0], list(COMMANDS))
            ctx.fail(f"there is no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("rulewright")
        except PackageNotFoundError:
            number = "(not installed)"
        click.echo(f"rulewright {number}")
        ctx.exit()


@click.group(
    cls=Commands,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the version and exit.",
)  # fmt: skip
def app() -> None:
    """Check, search and prove a game's rulebook that is written as Python."""
