"""What sentences and phrases become in the IR: one golden for each construct, in `lowering/*.test`.

A case is `[case name]`, a few declarations, `[out]`, and the IR of these declarations, compiled together with
`lowering/base.card`. Where the declarations stand (`source`) is left out. `pytest --update-goldens` writes what
comes out now; read that diff as code.
"""

from __future__ import annotations

import pytest

from compiler.schema import Json, dumps, to_json
from tests.cases import BASE, LOWERING, Case, check, check_names, lowered, read_cases
from tests.snippets import compile_snippet, declarations


def printed(source: str) -> str:
    """The IR of the declarations of a case, without the places where they stand."""
    return "".join(dumps(_without_source(to_json(node))) for node in declarations(lowered(source)))


def _without_source(value: Json) -> Json:
    assert isinstance(value, dict)
    return {key: part for key, part in value.items() if key != "source"}


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in read_cases(LOWERING)])
def test_a_construct_becomes_this_ir(case: Case, update_goldens: bool) -> None:
    check(case, printed, update=update_goldens)


def test_every_file_is_read_whole_and_no_case_has_the_name_of_another() -> None:
    check_names(LOWERING)


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("set coins to 2", "C315"),
        ("raise coins by 1", "C315"),
        ("remove 2 camels in oasis", "C314"),
        ("move a camel in oasis to harbor", "C314"),
        ("swap your camels with red flags in oasis", "C314"),
        ("shuffle hand", "C220"),
        ("swap your hand with deck", "C302"),
        ("move cargo(1) to top of your caravan", "C321"),
        ("draw 1 card from deck to left of discards", "C321"),
        ("move cargo(1) to right of stall(sunny, 0)", "C321"),
    ],
)
def test_a_sentence_that_cannot_be_carried_out_as_written_is_reported(sentence: str, code: str) -> None:
    report = compile_snippet(BASE, f"to try [try] {{ {sentence} }}\n").report
    assert [diagnostic.code for diagnostic in report] == [code]


def test_a_kind_cannot_be_drawn_from_a_pile_of_all_kinds() -> None:
    report = compile_snippet(BASE, "to try [try] { draw 1 event from deck to discards }\n").report
    assert [diagnostic.code for diagnostic in report] == ["C321"]


@pytest.mark.parametrize("event", ["a camel of a player enters a road", "a token enters your hand", "rest(a town, 1)"])
def test_a_type_names_only_what_is_of_that_type(event: str) -> None:
    report = compile_snippet(BASE, f"after {event} {{ gain 1 coin }}\n").report
    assert [diagnostic.code for diagnostic in report] == ["C302"]
