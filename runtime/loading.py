"""Loads compiled games: from the folder they were written to, or from texts that were just made."""

from __future__ import annotations

import linecache
import sys
from itertools import count
from types import ModuleType

from runtime.scenarios import Scenario
from runtime.tables import Tables
from runtime.words import PREFIX

_numbers = count(1)


def load_texts(name: str, texts: dict[str, str]) -> tuple[Tables, tuple[Scenario, ...]]:
    """The tables and worked examples of a game from the texts of its modules, by name; nothing is written."""
    package_name = f"generated_now_{next(_numbers)}_{name}"
    package = ModuleType(package_name)
    package.__path__ = []
    sys.modules[package_name] = package
    modules = {module: ModuleType(f"{package_name}.{module}") for module in texts if module != "__init__"}
    for module, made in modules.items():
        made.__package__ = package_name
        sys.modules[made.__name__] = made
        setattr(package, module, made)
    order = [
        "_layout",
        "_cards",
        *sorted(m for m in modules if not m.startswith("_")),
        "_rules",
        "_index",
        "_scenarios",
    ]
    for module in order:
        if module in modules:
            file = f"generated/{name}/{module}.py"
            linecache.cache[file] = (len(texts[module]), None, texts[module].splitlines(keepends=True), file)
            exec(compile(texts[module], file, "exec"), modules[module].__dict__)
    tables = modules["_index"].TABLES
    assert isinstance(tables, Tables)
    tables.words.update({m.removeprefix(PREFIX): text for m, text in texts.items() if m.startswith(PREFIX)})
    return tables, modules["_scenarios"].SCENARIOS if "_scenarios" in modules else ()
