"""The lines of the index module: every table that the engine needs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from compiler import ir
from compiler.engine.automas import RULES
from compiler.engine.kinds import base
from compiler.engine.routines import hook_names, part_name
from compiler.walk import descendants

if TYPE_CHECKING:
    from compiler.engine.facts import RuleInfo
    from compiler.engine.render import Compiler

ENGINE_BLOCKS = ("drain", "run_hooks", "begin_turn", "replacing")
"""The blocks that the runtime has for every game come first."""


class IndexTables:
    """Writes the tables of one game, as Python."""

    def __init__(self, compiler: Compiler, content: int) -> None:
        self.layout, self.facts, self.out = compiler.layout, compiler.facts, compiler.out
        self.game, self.content = compiler.game, content
        self.numbers = {name: number for number, name in enumerate(self.out.blocks, len(ENGINE_BLOCKS))}
        self.functions = {(module, one.name) for module, listed in self.out.modules.items() for one in listed}

    def lines(self) -> Iterator[str]:
        """The whole index, without its imports."""
        yield from _table("BLOCKS = (", self._blocks(), ")")
        yield from _table("CHOICES = {", self._choices(), "}")
        yield from _table("OPTIONALS: dict[int, tuple[str | None, str, int, int]] = {", self._optionals(), "}")
        yield from _table("RANKS: dict[int, Callable[[State, int], tuple[int, ...]]] = {", self._ranks(), "}")
        yield from _table("SETTLES: dict[int, Callable[[State, int, bool], None]] = {", self._settles(), "}")
        yield from _table("FORGETS: dict[int, Callable[[State], None]] = {", self._forgets(), "}")
        yield from _table("BEGINS: dict[int, Callable[[State, int], list[int]]] = {", self._begins(), "}")
        yield from _table("HOOKS: tuple[Hook, ...] = (", self._hooks(), ")")
        yield from _table("FAILURES: tuple[Failure, ...] = (", self._failures(), ")")
        for kind in ("icon", "action"):
            yield from _table(f"{kind.upper()}S: tuple[Target, ...] = (", self._values(kind), ")")
        yield from _table("EFFECTS: dict[int, Target] = {", self._effects(), "}")
        yield from _table("FORMS: tuple[Form, ...] = (", self._forms(), ")")
        yield from _table("TABLES = Tables(", (f"{name}={value}" for name, value in self._fields().items()), ")")

    # ---- where things are ---------------------------------------------------------------------------------

    def _reference(self, module: str, name: str) -> str:
        return f"rules.{name}" if module == RULES else f"{module}_card.{name}"

    def _optional(self, module: str, name: str) -> str:
        return self._reference(module, name) if (module, name) in self.functions else "None"

    def _target(self, module: str, name: str, pausing: bool, arguments: tuple[int, ...]) -> str:
        runs = "None" if pausing else self._reference(module, name)
        block = self.numbers[f"{name.upper()}_1"] if pausing else -1
        return (
            f"Target({self._optional(module, name + '_stops')}, {runs}, {block},"
            f" {self.out.sizes.get(name, '0')}, {arguments})"
        )

    # ---- blocks -------------------------------------------------------------------------------------------

    def _blocks(self) -> Iterator[str]:
        yield from ENGINE_BLOCKS
        for module, name in self.out.blocks.values():
            yield self._reference(module, name)

    def _choices(self) -> Iterator[str]:
        for name, choice in self.out.choices.items():
            goes = tuple(self.numbers[one] for one in choice.goes)
            yield (
                f"{self.numbers[name]}: Choice({choice.rule!r}, {choice.kind!r}, {choice.type!r}, {choice.slot},"
                f" {goes}, {choice.verbs!r}, {choice.types!r}, {choice.slots!r}, {choice.is_secret})"
            )

    def _optionals(self) -> Iterator[str]:
        for name, (rule, kind, body, after) in self.out.optionals.items():
            out = self.numbers[after] if after else -1
            yield f"{self.numbers[name]}: ({rule!r}, {kind!r}, {self.numbers[body]}, {out})"

    def _ranks(self) -> Iterator[str]:
        for name, where in self.out.ranks.items():
            yield f"{self.numbers[name]}: {self._reference(*where)}"

    def _settles(self) -> Iterator[str]:
        for name, where in self.out.settles.items():
            if where in self.functions:
                yield f"{self.numbers[name]}: {self._reference(*where)}"

    def _forgets(self) -> Iterator[str]:
        for name, where in self.out.forgets.items():
            if name in self.numbers:
                yield f"{self.numbers[name]}: {self._reference(*where)}"

    def _begins(self) -> Iterator[str]:
        for name, procedure in self.out.begins.items():
            if name in self.numbers:
                yield f"{self.numbers[name]}: rules.begin_{procedure}_at"

    # ---- rules --------------------------------------------------------------------------------------------

    def _hooks(self) -> Iterator[str]:
        for info in self.facts.rules:
            if isinstance(info.rule, ir.Hook):
                pausing = self.facts.hook_pauses(info)
                block = self.numbers[f"{info.name.upper()}_1"] if pausing else -1
                runs = "None" if pausing else self._reference(info.module, info.name)
                yield (
                    f"Hook({info.name!r}, {self._optional(info.module, info.name + '_stops')},"
                    f" {runs}, {block}, {self.out.sizes.get(info.name, '0')}, {_about(info)!r})"
                )

    def _failures(self) -> Iterator[str]:
        yield 'Failure(None, "")'
        for _, failure in sorted(self.out.failures.items()):
            yield f"Failure({', '.join(map(repr, failure))})"

    # ---- what can be done by number -----------------------------------------------------------------------

    def _values(self, kind: str) -> Iterator[str]:
        for name, arguments in self.layout.procedure_values[kind]:
            module = self.facts.module_of(self.facts.procedures[name])
            yield self._target(module, name, self.facts.procedure_pauses(name), arguments)

    def _effects(self) -> Iterator[str]:
        for number, card in enumerate(self.layout.cards):
            for part in card.printed.parts:
                name = part_name(card.printed, part.name)
                module, pausing = self.facts.module_of(card.printed), self.facts.part_pauses(card.printed, part.name)
                key = number * 64 + self.layout.part_names.index(part.name)
                yield f"{key}: {self._target(module, name, pausing, ())}"

    def _titles(self) -> Iterator[tuple[int, str]]:
        """Of cards; one without a title of its own is called by those of its effects."""
        for number, card in enumerate(self.layout.cards):
            title = card.printed.title or " / ".join(part.title for part in card.printed.parts if part.title)
            if title:
                yield number, title

    def _effect_titles(self) -> Iterator[tuple[int, str]]:
        for number, card in enumerate(self.layout.cards):
            for part in card.printed.parts:
                if part.title:
                    yield number * 64 + self.layout.part_names.index(part.name), part.title

    # ---- what there is ------------------------------------------------------------------------------------

    def _forms(self) -> Iterator[str]:
        layout = self.layout
        for name, where in layout.forms.items():
            fresh = layout.constants[where.fresh] if where.fresh else -1
            supply = layout.constants[layout.supply[where.pieces.name]]
            yield (
                f"Form({name!r}, {layout.constants[where.base]}, {fresh}, {supply},"
                f" {where.owners}, {where.places},"
                f" {layout.offset(where.pieces.owner)}, {layout.offset(where.form.place)},"
                f" {where.pieces.owner!r}, {where.form.place!r}, {self._card_of(where.form.place)})"
            )

    def _card_of(self, place: str) -> str:
        """The card that each place belongs to, if places of this type belong to cards."""
        layout = self.layout
        if place in layout.card_ranges:
            low, high = layout.card_ranges[place]
            return repr(tuple(range(low, high)))
        if place in layout.grids:
            for index, axis in enumerate(layout.grids[place].axes):
                if axis.type in layout.card_ranges:
                    return repr(tuple(space[index] for space in layout.spaces[place]))
        return "None"

    def _initial(self) -> str:
        layout = self.layout
        owners: dict[str, str | None] = {layout.supply[pieces.name]: pieces.owner for pieces in self.game.pieces}
        owners |= {layout.tracks[track.name]: track.owner for track in self.game.tracks}
        initial = [0] * layout.size
        for name, value in layout.initial.items():
            owner = owners.get(name)
            start = layout.constants[name] + (layout.offset(owner) if owner else 0)
            initial[start : start + layout.widths[name]] = [value] * layout.widths[name]
        return f"tuple({' + '.join(f'[{value}] * {len(list(run))}' for value, run in groupby(initial))})"

    def _zone_names(self) -> tuple[tuple[str, str | None, int], ...]:
        found: list[tuple[str, str | None, int]] = []
        for zone in self.game.zones:
            if zone.owner is None:
                found.append((zone.name, None, -1))
            else:
                first = self.layout.offset(zone.owner)
                found += [(zone.name, zone.owner, first + n) for n in range(self.layout.cardinality(zone.owner))]
        return tuple(found)

    def _spaces(self) -> tuple[dict[str, tuple[tuple[int, ...], ...]], dict[str, tuple[str, ...]]]:
        """The spaces of grids and the ways of maps: what each stands for, and of which types."""
        spaces: dict[str, tuple[tuple[int, ...], ...]] = {k: tuple(found) for k, found in self.layout.spaces.items()}
        types = {
            grid.space: tuple("number" if axis.numbers else axis.type for axis in grid.axes) for grid in self.game.grids
        }
        for name, declared in self.layout.edge_maps.items():
            spaces[name] = tuple((declared.nodes.index(e.start), declared.nodes.index(e.end)) for e in declared.edges)
            types[name] = (declared.name, declared.name)
        return spaces, types

    def _by_number(self) -> dict[tuple[int, int, int], int]:
        kinds = list(self.layout.kinds)
        numbered = reversed(list(enumerate(self.layout.cards)))  # the first copy wins
        return {(kinds.index(card.kind), card.number, card.owner): number for number, card in numbered}

    def _declared(self) -> Iterator[tuple[object, ...]]:
        """Counts, tracks and marks: what, name, holder, type, first slot, first number of a holder, who sees it."""
        layout = self.layout

        def row(
            what: str, name: str, holder: str | None, type_name: str, slot: str, *sight: object
        ) -> tuple[object, ...]:
            first = layout.offset(holder) if holder else 0
            shown = base(holder) if holder else None
            return (what, name, shown, type_name, layout.constants[slot] + first, first, *sight)

        for count in self.game.counts:
            for holder in count.holders or (None,):
                yield row("count", count.name, holder, "number", layout.counts[count.name, holder], "open", None)
        for track in self.game.tracks:
            sight = (track.sight, track.unless)
            yield row("track", track.name, track.owner, track.type, layout.tracks[track.name], *sight)
        for mark in self.game.marks:
            yield row("mark", mark.name, mark.on, "yes/no", layout.marks[mark.name], "open", None)

    def _plurals(self) -> dict[str, str]:
        game = self.game
        plurals = {one.name: one.plural for one in game.counts}
        for declared in (game.pieces, game.kinds, game.zones, game.enums):
            plurals |= {one.name: one.plural for one in declared}
        plurals |= {grid.space: grid.plural for grid in game.grids}
        plurals |= {place.name: place.plural for place in game.maps}
        plurals |= {place.edge: place.edge_plural for place in game.maps if place.edge}
        return plurals | {form.name: form.plural for pieces in game.pieces for form in pieces.forms}

    def _value_types(self) -> dict[tuple[str, str], tuple[str, ...]]:
        types = {
            (p.family, p.name): tuple(param.type for param in p.params)
            for p in self.game.procedures
            if p.family in ("icon", "action")
        }
        return types | {("ability", a.name): tuple(param.type for param in a.params) for a in self.game.abilities}

    def _routines(self) -> dict[int, tuple[str, tuple[tuple[str, str, int], ...], int]]:
        """By block: what it belongs to, the locals of its frame with their types, and how many slots they take."""
        told = {info.name: dict(_about(info)) for info in self.facts.rules if isinstance(info.rule, ir.Hook)}
        found = {}
        for block, (routine, _) in self.out.routines.items():
            types = told.get(routine, {})
            named = tuple(
                (name, types.get(name.removesuffix("_"), kind), slot)
                for name, (slot, kind) in self.out.locals.get(routine, {}).items()
            )
            found[self.numbers[block]] = (routine, named, int(self.out.sizes.get(routine, "0")))
        return found

    def _entry(self, name: str) -> tuple[str, str]:
        """How a procedure that the runtime knows begins (a block, or a function), and the size of its frame."""
        if name not in self.facts.procedures:
            return "-1", "0"
        if not self.facts.procedure_pauses(name):
            return self._reference(self.facts.module_of(self.facts.procedures[name]), name), "0"
        return str(self.numbers[f"{name.upper()}_1"]), self.out.sizes.get(name, "0")

    def _printed(self) -> tuple[tuple[str, int], ...]:
        """The icons, actions and abilities that stand on cards."""
        values = (value for card in self.game.cards for field in card.fields for value in field.values)
        procedures = self.layout.procedure_values
        found = {
            ("ability" if isinstance(value, ir.AbilityUse) else value.type, self.layout.constant(value))
            for value in values
            if isinstance(value, ir.AbilityUse) or (isinstance(value, ir.Member) and value.type in procedures)
        }
        return tuple(sorted(found))

    def _fields(self) -> dict[str, str]:
        game, layout, out = self.game, self.layout, self.out
        constants = layout.constants
        spaces, space_types = self._spaces()
        grids = {
            space: (constants[slot], constants[layout.space_loc[space]], len(layout.spaces[space]))
            for space, slot in layout.held.items()
        }
        setup, setup_size = self._entry("setup")
        turn, turn_size = self._entry("turn")
        return {
            "name": repr(game.name),
            "title": repr(game.title),
            "content": str(self.content),
            "least_players": str(game.least_players),
            "most_players": str(game.most_players),
            "first_player": repr(game.first_player),
            "size": str(layout.size),
            "initial": self._initial(),
            "loc": str(constants["LOC"]),
            "next": str(constants["NEXT"]),
            "previous": str(constants["PREVIOUS"]),
            "known": str(constants["KNOWN"]),
            "first": str(constants["FIRST"]),
            "last": str(constants["LAST"]),
            "count": str(constants["SIZE"]),
            "zones": str(constants["ZONES"]),
            "zone_names": repr(self._zone_names()),
            "zone_kinds": repr({z.name: (z.shape, z.holds, z.sight, z.unless, z.full) for z in game.zones}),
            "grids": repr(grids),
            "kind_of": "KIND_OF",
            "number_of": "NUMBER_OF",
            "copy_of": "COPY_OF",
            "owner_of": "OWNER_OF",
            "kinds": repr(tuple(layout.kinds)),
            "by_number": repr(self._by_number()),
            "forms": "FORMS",
            "variants": repr({v.name: (constants[layout.variants[v.name]], v.default) for v in game.variants}),
            "automas": repr(tuple((a.name, a.title, constants[layout.automas[a.name]]) for a in game.automas)),
            "members": repr(layout.members),
            "spaces": repr(spaces),
            "space_types": repr(space_types),
            "edges": f"frozenset({sorted(layout.edge_maps)!r})",
            "values": repr({kind: tuple(found) for kind, found in layout.procedure_values.items()}),
            "printed": repr(self._printed()),
            "titles": repr(dict(self._titles())),
            "effect_titles": repr(dict(self._effect_titles())),
            "value_types": repr(self._value_types()),
            "part_names": repr(tuple(layout.part_names)),
            "declared": repr(tuple(self._declared())),
            "plurals": repr(self._plurals()),
            "blocks": "BLOCKS",
            "choices": "CHOICES",
            "optionals": "OPTIONALS",
            "ranks": "RANKS",
            "settles": "SETTLES",
            "forgets": "FORGETS",
            "begins": "BEGINS",
            "hooks": "HOOKS",
            "untils": repr(tuple(f"{u.span.source.path}:{u.span.line}" for u in self.facts.untils)),
            "failures": "FAILURES",
            "icons": "ICONS",
            "actions": "ACTIONS",
            "effects": "EFFECTS",
            "endings": repr(tuple(out.endings)),
            "setup": setup,
            "turn": turn,
            "setup_size": setup_size,
            "turn_size": turn_size,
            "routines": repr(self._routines()),
            "block_names": repr(tuple(out.blocks)),
            "gates": repr({self.numbers[block]: gate for block, gate in out.gates.items()}),
            "gate_parents": repr(out.gate_parents),
            "memory": repr(tuple(out.memory)),
        }


def _table(head: str, entries: Iterator[str], tail: str) -> Iterator[str]:
    yield from ("", head, *(f"    {entry}," for entry in entries), tail)


def _about(info: RuleInfo) -> tuple[tuple[str, str], ...]:
    """What a hook is told, with types; a number where nobody has said what it is."""
    assert isinstance(info.rule, ir.Hook)
    kinds: dict[str, str] = {}
    for node in descendants(info.rule.event):
        if isinstance(node, ir.Pattern) and node.variable is not None:
            kinds.setdefault(node.variable, base(node.type))
    if isinstance(info.holder, ir.Ability):
        kinds |= {param.name: base(param.type) for param in info.holder.params}
    return tuple((name, kinds.get(name, "number")) for name in hook_names(info))
