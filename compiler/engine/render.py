"""Writes the modules of a game: one for each source, and four that index them."""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import jinja2

from compiler import ir
from compiler.console import Unsupported
from compiler.engine.automas import RULES
from compiler.engine.examples import scenario_lines
from compiler.engine.facts import Facts
from compiler.engine.index import Index
from compiler.engine.kinds import base, is_list
from compiler.engine.layout import Layout, lay_out
from compiler.engine.output import Function, Output
from compiler.engine.tables import ENGINE_BLOCKS, IndexTables
from compiler.engine.tidying import skip_jumps
from runtime import helpers, slots

WIDTH = 120
LAYOUT, CARDS, INDEX, SCENARIOS = "_layout", "_cards", "_index", "_scenarios"
_SLOTS = [name for name in vars(slots) if name.isupper()]
_HELPERS = [name for name in vars(helpers) if not name.startswith("_") and name.islower()]


class Compiler:
    """Compiles one game."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.layout: Layout = lay_out(game)
        self.facts = Facts(self.layout)
        self.out = Output()
        self.writer = Index(self.layout, self.facts, self.out)
        self._sources: dict[str, str] = {}

    def compile(self) -> dict[str, str]:
        """The text of every module, by its name."""
        writer = self.writer
        for query in self.game.queries:
            writer.query(query)
        for order in self.game.orders:
            writer.order(order)
        for procedure in self.game.procedures:
            writer.procedure(procedure)
        for card in self.game.cards:
            for part in card.parts:
                writer.part(card, part)
        for info in self.facts.rules:
            if isinstance(info.rule, ir.Hook):
                writer.hook(info)
        writer.rule_index()
        skip_jumps(self.out)
        for number, scenario in enumerate(self.game.scenarios):
            writer.scenario(number, scenario)
        texts = {"__init__": self._init(), LAYOUT: self._layout(), CARDS: self._cards()}
        texts |= {name: self._module(name, functions) for name, functions in sorted(self.out.modules.items())}
        texts[INDEX] = self._index(_content(text for name, text in sorted(texts.items()) if name != SCENARIOS))
        texts.setdefault(SCENARIOS, self._module(SCENARIOS, []))
        texts[SCENARIOS] += "\n\n" + "\n".join(scenario_lines(self)) + "\n"
        return texts

    # ---- modules -----------------------------------------------------------------------------------------

    def source_of(self, module: str) -> str:
        """The path of the source that a module is made from; the folder of the game for those made from all."""
        if not self._sources:
            listed = (*self.game.procedures, *self.game.queries, *self.game.cards, *self.game.orders)
            for node in (*listed, *(info.rule for info in self.facts.rules)):
                self._sources.setdefault(self.facts.module_of(node), node.span.source.path)
        return self._sources.get(module, f"cards/{self.game.name}")

    def _module(self, name: str, functions: Sequence[Function]) -> str:
        twice = [one for one, count in Counter(function.name for function in functions).items() if count > 1]
        if twice:
            raise Unsupported(f"{self.source_of(name)}: two things would be called `{twice[0]}` in Python: rename one")
        text = "\n".join(line for function in functions for line in (function.params, *function.lines))
        if name == SCENARIOS:
            doc = "The worked examples."
        else:
            doc = (
                "Rules, by what they are about."
                if name == RULES
                else f"What {self.source_of(name).rpartition('/')[2]} says."
            )
        return _render("module.py.j2", source=self.source_of(name), game=self.game.name, doc=doc, functions=functions,
                       imports=self._imports(name, text))  # fmt: skip

    def _imports(self, module: str, text: str) -> list[str]:
        words = set(re.findall(r"\b[A-Za-z_]\w*\b", text))
        lines = []
        if any("Sequence" in f.returns + f.params for f in self.out.modules.get(module, [])):
            lines += ["from collections.abc import Sequence", ""]
        own = []
        names = sorted(
            other for other in self.out.modules if other not in (module, RULES, SCENARIOS) and f"{other}_card." in text
        )
        own += [f"from . import {other} as {other}_card" for other in names]
        if "rules." in text:
            own.append(f"from . import {RULES} as rules")
        for table, known in ((CARDS, self._card_names()), (LAYOUT, self._layout_names())):
            used = sorted(words & known)
            if used:
                own += _import(f".{table}", used)
        runtime = []
        used = sorted(words & set(_HELPERS))
        if used:
            runtime += _import("runtime.helpers", used)
        used = sorted(words & set(_SLOTS) - self._layout_names())
        if used:
            runtime += _import("runtime.slots", used)
        if module == SCENARIOS:
            runtime.append("from runtime.scenarios import Fact, Scenario, Side, Step")
        runtime.append("from runtime.state import State")
        return [*lines, *runtime, "", *own] if own else [*lines, *runtime]

    def _init(self) -> str:
        return self._table(
            f"The game {self.game.name}.", ["", '__all__ = ["TABLES"]'], [f"from .{INDEX} import TABLES"]
        )

    # ---- layout ------------------------------------------------------------------------------------------

    def _layout_names(self) -> set[str]:
        if not hasattr(self, "_known_layout"):
            self._known_layout = set(re.findall(r"^([A-Z_][A-Z0-9_]*)(?:: [^=]*)? =", self._layout(), re.M))
        return self._known_layout

    def _card_names(self) -> set[str]:
        if not hasattr(self, "_known_cards"):
            self._known_cards = set(re.findall(r"^([A-Z_][A-Z0-9_]*)(?:: [^=]*)? =", self._cards(), re.M))
        return self._known_cards

    def _layout(self) -> str:
        layout = self.layout
        lines = ["", "# ---- slots and zones", ""]
        for name, value in layout.constants.items():
            note = f"  # {layout.notes[name]}" if name in layout.notes else ""
            lines.append(f"{name} = {value}{note}")
        lines += ["", "# ---- places", "", *self._places()]
        lines += ["", "# ---- reasons", ""]
        lines += [f"{name} = {number}" for number, name in enumerate(sorted(self.out.failures), 1)]
        lines += ["", "# ---- blocks and the size of frames", ""]
        lines += [f"{name} = {number}" for number, name in enumerate(self.out.blocks, len(ENGINE_BLOCKS))]
        lines += [f"{name.upper()}_SIZE = {size}" for name, size in self.out.sizes.items()]
        return self._table("Where everything stands in the state, and what numbers mean.", lines)

    def _places(self) -> Iterable[str]:
        layout = self.layout
        for declared in self.game.maps:
            nodes = declared.nodes
            near: list[list[int]] = [[] for _ in nodes]
            edges: list[list[int]] = [[] for _ in nodes]
            for number, edge in enumerate(declared.edges):
                start, end = nodes.index(edge.start), nodes.index(edge.end)
                near[start].append(end)
                near[end].append(start)
                edges[start].append(number)
                edges[end].append(number)
            stem = declared.name.upper()
            yield _lists(f"{stem}_NEIGHBORS", [sorted(set(one)) for one in near] + [[]])
            if declared.edge:
                yield _lists(f"{stem}_{declared.edge_plural.upper()}", [*edges, []])
                ends = [(nodes.index(edge.start), nodes.index(edge.end)) for edge in declared.edges]
                yield _lists(f"{declared.edge.upper()}_ENDS", [*ends, ()])
                both = {pair: n for n, (a, b) in enumerate(ends) for pair in ((a, b), (b, a))}
                yield f"{declared.edge.upper()}_AT = {both}"
        for grid in self.game.grids:
            spaces = layout.spaces[grid.space]
            stem = grid.space.upper()
            for index, axis in enumerate(grid.axes):
                nothing = 0 if axis.numbers else -1
                yield f"{stem}_{axis.name.upper()} = {_tuple([space[index] for space in spaces] + [nothing])}"
            yield f"{stem}_AT = {dict(zip(spaces, range(len(spaces)), strict=True))}"
            if any(self.writer._depends_on_players(axis) for axis in grid.axes):
                yield _lists(f"{stem}_FOR", [self._spaces_for(grid, n) for n in range(layout.seats + 1)])
        owners = {zone.owner for zone in self.game.zones if zone.owner}
        for owner in sorted(owners):
            rows = []
            for zone in self.game.zones:
                if zone.owner == owner:
                    low = layout.zone_at[zone.name]
                    rows.append(
                        f"({low}, {low + layout.cardinality(owner)}, {layout.constants[layout.zone_base[zone.name]]})"
                    )
            yield f"{owner.upper()}_ZONES = {_tuple(rows)}"

    def _spaces_for(self, grid: ir.Grid, players: int) -> list[int]:
        def is_there(axis: ir.Axis, value: int) -> bool:
            if axis.type == "player":
                return value < players
            kind = self.layout.kinds.get(axis.type)
            return kind is None or kind.owner != "player" or self.layout.cards[value].owner < players

        return [n for n, space in enumerate(self.layout.spaces[grid.space]) if all(map(is_there, grid.axes, space))]

    # ---- cards -------------------------------------------------------------------------------------------

    def _cards(self) -> str:
        layout = self.layout
        cards = layout.cards
        kinds = list(layout.kinds)
        lines = ["", "# Each table has one entry more than there are cards: what none has.", ""]
        lines.append(f"KIND_OF = {_tuple([kinds.index(card.kind) for card in cards] + [-1])}")
        lines.append(f"NUMBER_OF = {_tuple([card.number for card in cards] + [0])}")
        lines.append(f"COPY_OF = {_tuple([card.copy for card in cards] + [0])}")
        lines.append(f"OWNER_OF = {_tuple([card.owner for card in cards] + [-1])}")
        fields: dict[str, str] = {}
        for kind in self.game.kinds:
            for entry in kind.entries:
                fields.setdefault(entry.name, "number" if entry.low is not None else entry.type)
        for name, type_name in fields.items():
            lines.append(self._field(name, type_name))
        return self._table("What is printed on the cards.", lines)

    def _field(self, name: str, type_name: str) -> str:
        column: list[object] = []
        plain = base(type_name)
        nothing: object = 0 if plain in ("number", "yes/no") else -1
        if is_list(type_name):
            nothing = "()"
        if plain == "effect":
            nothing = 0
        for card in self.layout.cards:
            if plain == "effect":
                column.append(int(any(part.name == name for part in card.printed.parts)))
                continue
            field = next((field for field in card.printed.fields if field.name == name), None)
            values = [] if field is None else [self.layout.constant(value) for value in field.values]
            if is_list(type_name):
                column.append(_tuple(values))
            else:
                column.append(values[0] if values else nothing)
        hint = ": tuple[tuple[int, ...], ...]" if is_list(type_name) else ""
        return f"{name.upper()}_ON{hint} = {_tuple([*column, nothing])}"

    # ---- index -------------------------------------------------------------------------------------------

    def _index(self, content: int) -> str:
        modules = sorted(name for name in self.out.modules if name not in (RULES, SCENARIOS))
        imports = ["from collections.abc import Callable", ""]
        imports += ["from runtime.state import State",
                    "from runtime.tables import Choice, Failure, Form, Hook, Tables, Target",
                    "from runtime.vector import begin_turn, drain, replacing, run_hooks", ""]  # fmt: skip
        if RULES in self.out.modules:
            imports.append(f"from . import {RULES} as rules")
        imports += [f"from . import {name} as {name}_card" for name in modules]
        imports += [f"from .{CARDS} import COPY_OF, KIND_OF, NUMBER_OF, OWNER_OF"]
        doc = "The game as the engine wants it: tables by the numbers in the state."
        return self._table(doc, list(IndexTables(self, content).lines()), imports)

    def _table(self, doc: str, lines: Sequence[str], imports: Sequence[str] = ()) -> str:
        source = f"cards/{self.game.name}"
        return _render("table.py.j2", source=source, game=self.game.name, doc=doc, lines=lines, imports=imports)


def _content(texts: Iterable[str]) -> int:
    """The number by which a saved game knows its rules: comments, and so the lines of the source, don't change it."""
    played = re.sub(r"(?m)\s*# .*$", "", "\n".join(texts))
    return int(hashlib.sha256(played.encode()).hexdigest()[:12], 16)


def _import(module: str, names: Sequence[str]) -> list[str]:
    """An import, over several lines if it is long."""
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= WIDTH:
        return [line]
    listed = textwrap.wrap(f"{', '.join(names)},", WIDTH - 4)
    return [f"from {module} import (", *(f"    {one}" for one in listed), ")"]


def _tuple(values: Iterable[object]) -> str:
    listed = [str(value) for value in values]
    return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"


def _lists(name: str, rows: Iterable[Iterable[object]]) -> str:
    return f"{name}: tuple[tuple[int, ...], ...] = {_tuple(map(_tuple, rows))}"


@lru_cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=jinja2.StrictUndefined, keep_trailing_newline=True, autoescape=False,
    )  # fmt: skip


def _render(template: str, **values: object) -> str:
    text = _environment().get_template(template).render(**values)
    return re.sub(r"\n{4,}", "\n\n\n", text).rstrip("\n") + "\n"


def engine_modules(game: ir.Game) -> dict[str, str]:
    """The Python modules that play a game, by name."""
    return Compiler(game).compile()
