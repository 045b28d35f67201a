"""What effects and rules become in the engine: one golden for each construct, in `lowering/blocks/*.test`.

A case is `[case name]`, a few declarations, `[out]`, and the functions that these declarations become, compiled
together with `lowering/base.card`, as `cardwright build --dump blocks` shows them; then the functions of the rules in
force that the base alone does not have. `pytest --update-goldens` writes what comes out now; read that diff as code.
"""

from __future__ import annotations

from functools import cache

import pytest

from compiler.engine.listing import Listed, listed_functions
from compiler.engine.output import Unsupported
from compiler.engine.render import engine_modules
from runtime.game import Game
from tests.cases import LOWERING, Case, check, check_names, lowered, read_cases
from tests.snippets import SNIPPET

FOLDER = LOWERING / "blocks"
NOT_YET = {"reveal_cards_and_tracks": "only cards can be revealed"}
"""What the language can say and the engine does not play yet, with what it says then."""
NOTHING = "query nothing_at_all: number { 0 }\n"


@cache
def base_functions() -> frozenset[Listed]:
    """The functions of the base alone."""
    return frozenset(listed_functions(lowered(NOTHING)))


def printed(source: str) -> str:
    """The functions that the declarations of a case become, and those of the rules that they put in force."""
    functions = list(listed_functions(lowered(source)))
    own = [function.text for function in functions if function.source == SNIPPET]
    assert own, "a case becomes something"
    rules = [one.text for one in functions if not one.source.endswith(".card") and one not in base_functions()]
    return "\n".join([*own, *(["# ---- rules in force\n"] if rules else []), *rules])


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in read_cases(FOLDER)])
def test_a_construct_becomes_these_blocks(case: Case, update_goldens: bool) -> None:
    check(case, printed, update=update_goldens)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in read_cases(LOWERING)])
def test_every_construct_of_the_ir_becomes_modules_that_can_be_loaded(case: Case) -> None:
    game = lowered(case.source)
    if case.name in NOT_YET:
        with pytest.raises(Unsupported, match=NOT_YET[case.name]):
            engine_modules(game)
        return
    assert Game.from_source((game.name, engine_modules(game))).title == game.title


def test_every_file_is_read_whole_and_no_case_has_the_name_of_another() -> None:
    check_names(FOLDER)
