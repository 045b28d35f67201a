"""Look at the whole game for what no single sentence shows: dead ends, endless effects, things nobody uses."""

from __future__ import annotations

from compiler import ir
from compiler.diagnostics import Report
from compiler.flow import Flow
from compiler.resolve import Table
from compiler.totality import check_totality
from compiler.usage import check_usage


def check(game: ir.Game, table: Table, report: Report, own: str) -> None:
    """Report what is wrong with a game whose every sentence is right."""
    Flow(game, report).check()
    check_totality(game, report)
    check_usage(game, table, report, own)
