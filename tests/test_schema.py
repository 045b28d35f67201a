"""The JSON form of the checked tree, its schema, and the check of one against the other."""

from __future__ import annotations

import json
import subprocess
import sys
import types
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from compiler import ir, schema
from compiler.schema import dumps, field_types, game_to_json, ir_schema, kind_of, node_classes, tagged_classes, to_json
from compiler.source import Source
from compiler.validate import InvalidIR, quick_checks, reference_validator, validate

SOURCE = Source("cards/x/y.card", "game\n\n  card 1\n")
SPAN = SOURCE.span(SOURCE.text.index("card"), len(SOURCE.text))
TOP = SOURCE.span(0, 4)

Class = type[ir.Node]
DEFINITIONS: dict[str, Any] = ir_schema()["$defs"]
UNIONS = (ir.Expr, ir.Stmt, ir.Rule, ir.Event, ir.Step, ir.Declaration)

# ---- one of everything --------------------------------------------------------------------------------


def alternatives(hint: Any) -> list[Any]:
    """The types a field may have, with none and lists as they are."""
    if typing.get_origin(hint) is typing.Annotated:
        return alternatives(hint.__origin__)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return [one for part in typing.get_args(hint) for one in alternatives(part)]
    return [hint]


@cache
def depth(cls: Class) -> int:
    """How deep the smallest node of a class is; found by trying ever deeper."""
    return next(limit for limit in range(20) if fits(cls, limit))


def fits(cls: Class, limit: int) -> bool:
    places = [alternatives(hint) for hint in field_types(cls).values()]
    needed = [place for place in places if all(isinstance(one, type) and issubclass(one, ir.Node) for one in place)]
    return limit >= 0 and all(any(fits(one, limit - 1) for one in place) for place in needed)


def smallest(classes: list[Any]) -> Any:
    return min(classes, key=depth)


def example(hint: Any, place: str, full: bool) -> Any:
    """A value for a field: as little as possible, or everything that can be there once."""
    options = alternatives(hint)
    if types.NoneType in options:
        if not full:
            return None
        options.remove(types.NoneType)
    if typing.get_origin(options[0]) is tuple:
        return (example(typing.get_args(options[0])[0], place, full=False),) if full else ()
    if typing.get_origin(options[0]) is typing.Literal:
        return typing.get_args(options[0])[0]
    scalars: dict[Any, Any] = {str: schema.CLOSED.get(place, ("x",))[0], int: 0, bool: full}
    return scalars[options[0]] if options[0] in scalars else node(smallest(options))


def node(cls: Class, **given: Any) -> Any:
    """The smallest node of a class; what is given stands in its fields."""
    values = {name: example(hint, f"{cls.__name__}.{name}", False) for name, hint in field_types(cls).items()}
    return cls(SPAN, **{**values, **given})


def full_node(cls: Class, **given: Any) -> Any:
    """A node of a class with something in every field."""
    values = {name: example(hint, f"{cls.__name__}.{name}", True) for name, hint in field_types(cls).items()}
    return cls(SPAN, **{**values, **given})


def nodes(cls: Class) -> Iterator[Any]:
    """The smallest node, the fullest, and one for each class that can stand in each field."""
    yield node(cls)
    yield full_node(cls)
    for name, hint in field_types(cls).items():
        for one in alternatives(hint):
            is_list = typing.get_origin(one) is tuple
            for part in alternatives(typing.get_args(one)[0]) if is_list else [one]:
                if isinstance(part, type) and issubclass(part, ir.Node):
                    yield node(cls, **{name: (node(part),) if is_list else node(part)})


def game_of(**given: Any) -> ir.Game:
    game = node(ir.Game, **given)
    assert isinstance(game, ir.Game)
    return game


def body(one: ir.Node) -> Any:
    """What the definition of its class describes: the JSON without the tag."""
    written: Any = to_json(one)
    return written[kind_of(type(one))] if type(one) in tagged_classes() else written


@cache
def definition_validator(name: str) -> Any:
    return reference_validator().evolve(schema={"$ref": f"urn:cardwright:ir:1#/$defs/{name}"})


def is_valid(name: str, value: Any) -> bool:
    """Does the definition allow the value? The quick check and the jsonschema package must say the same."""
    quick = quick_checks()[f"#/$defs/{name}"](value)
    assert quick == definition_validator(name).is_valid(value), f"the two validators differ on {name}: {value}"
    return quick


every_class = pytest.mark.parametrize("cls", node_classes(), ids=lambda cls: cls.__name__)

# ---- the schema describes every class -----------------------------------------------------------------


def test_the_committed_schema_is_current() -> None:
    current = dumps(ir_schema())
    assert schema.SCHEMA_FILE.read_text(encoding="utf-8") == current, "run `python -m compiler.schema`"


def test_the_schema_is_a_schema_without_a_host_in_its_id() -> None:
    Draft202012Validator.check_schema(ir_schema())
    assert ir_schema()["$id"] == "urn:cardwright:ir:1"


def test_every_reference_has_a_definition() -> None:
    text = json.dumps(ir_schema())
    references = {part.split('"')[0] for part in text.split('"$ref": "#/$defs/')[1:]}
    assert references
    assert references <= ir_schema()["$defs"].keys()


@pytest.mark.parametrize("cls", sorted({cls for union in UNIONS for cls in typing.get_args(union)}, key=str))
def test_every_member_of_a_union_has_a_definition_and_a_docstring(cls: Class) -> None:
    assert schema.description_of(cls), f"{cls.__name__} has no docstring"
    assert DEFINITIONS[cls.__name__]["description"] == schema.description_of(cls)


def test_every_class_is_part_of_a_game() -> None:
    reached: set[Class] = set()
    waiting: list[Class] = [ir.Game]
    while waiting:
        cls = waiting.pop()
        if cls not in reached:
            reached.add(cls)
            waiting += [one for hint in field_types(cls).values() for one in classes_in(hint)]
    assert reached == set(node_classes())


def classes_in(hint: Any) -> list[Any]:
    parts = [typing.get_args(one)[0] if typing.get_origin(one) is tuple else one for one in alternatives(hint)]
    return [one for part in parts for one in alternatives(part) if isinstance(one, type) and issubclass(one, ir.Node)]


def test_every_definition_and_every_field_is_described() -> None:
    for name, definition in DEFINITIONS.items():
        assert definition["description"], f"{name} has no description"
        if "maxProperties" in definition:
            assert all(part.keys() == {"$ref"} for part in definition["properties"].values())
            continue
        for field, part in definition.get("properties", {}).items():
            assert part["description"], f"say in FIELDS of compiler/schema.py what {name}.{field} is"


def test_the_tables_of_the_schema_hold_nothing_that_is_gone() -> None:
    used = {(cls.__name__, name) for cls in node_classes() for name in field_types(cls)}
    names = {name for _, name in used} | {f"{cls}.{name}" for cls, name in used}
    assert schema.FIELDS.keys() <= names
    assert schema.CLOSED.keys() <= names
    assert schema.UNIONS.keys() == schema.named_unions().keys()


def test_kinds_are_the_class_names_in_snake_case_and_differ() -> None:
    assert [kind_of(cls) for cls in (ir.ChooseOne, ir.You, ir.MarkAs)] == ["choose_one", "you", "mark_as"]
    assert len({kind_of(cls) for cls in node_classes()}) == len(node_classes())


def test_a_literal_type_becomes_a_closed_set() -> None:
    assert schema._type_schema(typing.Literal["a", "b"] | None, "Zone.name") == {"enum": ["a", "b"]}


# ---- every class is written as the schema says ----------------------------------------------------------


@every_class
def test_every_node_is_valid(cls: Class) -> None:
    for one in nodes(cls):
        assert is_valid(cls.__name__, body(one)), one


@every_class
def test_a_missing_field_is_refused_unless_it_may_be_left_out(cls: Class) -> None:
    definition = DEFINITIONS[cls.__name__]
    if "required" not in definition:
        assert len(field_types(cls)) < 2
        return
    written = body(full_node(cls))
    assert written.keys() == definition["properties"].keys()
    for name in written:
        rest = {key: value for key, value in written.items() if key != name}
        assert is_valid(cls.__name__, rest) == (name not in definition["required"])


@every_class
def test_an_additional_field_and_a_wrong_type_are_refused(cls: Class) -> None:
    written = body(full_node(cls))
    if isinstance(written, dict):
        assert not is_valid(cls.__name__, {**written, "extra": 1})
    for wrong in (None, [None], {"unknown_kind": True}, 1.5):
        assert not is_valid(cls.__name__, wrong)


@every_class
def test_what_says_nothing_is_left_out_and_refused(cls: Class) -> None:
    if len(field_types(cls)) < 2:
        assert is_valid(cls.__name__, body(node(cls)))
        return
    small, full = body(node(cls)), body(full_node(cls))
    assert small.keys() == set(DEFINITIONS[cls.__name__]["required"])
    for name in full.keys() - small.keys():
        assert not is_valid(cls.__name__, {**full, name: None})
        assert not is_valid(cls.__name__, {**full, name: False})
        is_block = ir.Block in alternatives(field_types(cls)[name])
        assert is_valid(cls.__name__, {**full, name: []}) == is_block, "an empty block is not the same as none"


@pytest.mark.parametrize("name", schema.named_unions())
def test_a_union_takes_each_of_its_kinds_alone_and_no_other(name: str) -> None:
    members = schema.named_unions()[name]
    for cls in members:
        written: Any = to_json(node(cls))
        ((tag, inner),) = written.items()
        assert is_valid(name, written)
        assert not is_valid(name, {f"{tag}x": inner})
        assert not is_valid(name, {tag: inner, "x": True})
    for cls in set(node_classes()) & tagged_classes() - set(members):
        assert not is_valid(name, to_json(node(cls)))
    assert not is_valid(name, {})


@pytest.mark.parametrize("place", schema.CLOSED)
def test_a_word_outside_a_closed_set_is_refused(place: str) -> None:
    cls, name = place.split(".")
    for word in schema.CLOSED[place]:
        assert is_valid(cls, body(full_node(getattr(ir, cls), **{name: word})))
    assert not is_valid(cls, body(full_node(getattr(ir, cls), **{name: "sideways"})))


# ---- the form -------------------------------------------------------------------------------------------


def number(value: int) -> ir.Number:
    return ir.Number(SPAN, value)


def test_a_node_with_one_field_is_its_value_and_one_without_fields_is_true() -> None:
    assert to_json(number(3)) == {"number": 3}
    assert to_json(ir.Answer(SPAN, False)) == {"answer": False}
    assert to_json(ir.You(SPAN)) == {"you": True}
    assert to_json(ir.Not(SPAN, ir.Actor(SPAN))) == {"not": {"actor": True}}
    assert to_json(ir.Union(SPAN, ())) == {"union": []}


def test_a_block_is_the_list_of_its_statements_even_if_empty() -> None:
    gain = ir.Gain(SPAN, number(0), "coin")
    assert to_json(ir.Block(SPAN, (gain,))) == [{"gain": {"amount": {"number": 0}, "count": "coin"}}]
    empty = ir.Block(SPAN, ())
    assert to_json(ir.IfPossible(SPAN, empty, None)) == {"if_possible": {"then": []}}
    assert to_json(ir.IfPossible(SPAN, empty, empty)) == {"if_possible": {"then": [], "otherwise": []}}


def test_a_tagged_node_is_tagged_where_only_its_class_can_stand() -> None:
    cost = ir.Pay(SPAN, number(2), "coin", None, ir.Do(SPAN, "layout", None, (), None), None)
    assert to_json(cost) == {
        "pay": {"amount": {"number": 2}, "count": "coin", "by": {"do": {"procedure": "layout"}}},
    }


def test_helper_records_are_plain() -> None:
    option = ir.Option(SPAN, "pass", (), "x.pass", ir.Block(SPAN, ()))
    assert to_json(ir.ChooseOne(SPAN, None, (option,))) == {
        "choose_one": {"options": [{"name": "pass", "rule": "x.pass", "block": []}]}
    }


def test_a_declaration_ends_with_its_path_and_line() -> None:
    written = game_to_json(ir.Game(TOP, "x", "X", 1, 2, "x", enums=(ir.Enum(SPAN, "suit", "suits", ("a",)),)))
    enum = {"name": "suit", "plural": "suits", "members": ["a"], "source": "cards/x/y.card:3"}
    assert written["enums"] == [enum] == [to_json(ir.Enum(SPAN, "suit", "suits", ("a",)))]
    assert list(written)[-1] == "source"
    assert written["source"] == "cards/x/y.card:1"


def test_a_rule_of_the_game_says_where_it_stands_and_is_tagged_like_all_rules() -> None:
    hook = node(ir.Hook, block=ir.Block(SPAN, (node(ir.Until, rules=(node(ir.Hook),)),)))
    game = game_of(rules=(node(ir.GameRule, rule=hook),), abilities=(node(ir.Ability, rules=(hook,)),))
    written: Any = game_to_json(game)
    assert list(written["rules"][0]) == ["rule", "source"]
    assert list(written["rules"][0]["rule"]) == list(written["abilities"][0]["rules"][0]) == ["hook"]
    assert "source" not in written["abilities"][0]["rules"][0]["hook"]
    assert list(written["rules"][0]["rule"]["hook"]["block"][0]["until"]["rules"][0]) == ["hook"]
    validate(written)


def test_spans_do_not_reach_the_json_of_what_stands_in_a_declaration() -> None:
    assert to_json(number(1)) == to_json(ir.Number(TOP, 1))


# ---- the printed form -----------------------------------------------------------------------------------


def test_what_fits_in_a_hundred_columns_is_on_one_line() -> None:
    assert dumps({"a": {"b": [1, 2]}, "c": True}) == '{"a": {"b": [1, 2]}, "c": true}\n'
    widest = "x" * 95  # with brackets, quotes and a comma that may follow
    assert dumps([widest]) == f'["{widest}"]\n'
    assert dumps([widest + "x"]) == f'[\n  "{widest}x"\n]\n'


def test_what_does_not_fit_is_indented_by_two_spaces() -> None:
    long = "x" * 90
    assert dumps({"b": [1, 2], "a": {"deep": long}}) == (
        '{\n  "b": [1, 2],\n  "a": {\n    "deep": "' + long + '"\n  }\n}\n'
    )


def test_characters_of_every_language_are_kept() -> None:
    assert dumps(["Żółć", 'a "b"\n']) == '["Żółć", "a \\"b\\"\\n"]\n'


def test_empty_lists_and_objects_are_printed_as_such() -> None:
    assert dumps([[], {}]) == "[[], {}]\n"


# ---- whole games ----------------------------------------------------------------------------------------


@st.composite
def random_nodes(draw: st.DrawFn, cls: Class, room: int) -> Any:
    """A node with anything in its fields, about `room` deep."""
    values = {}
    for name, hint in field_types(cls).items():
        values[name] = draw(random_values(hint, f"{cls.__name__}.{name}", room))
    return cls(draw(st.sampled_from([SPAN, TOP])), **values)


def random_values(hint: Any, place: str, room: int) -> st.SearchStrategy[Any]:
    options = alternatives(hint)
    if types.NoneType in options:
        options.remove(types.NoneType)
        rest = random_values(typing.Union[tuple(options)], place, room)  # noqa: UP007 - built from a list
        return st.none() | rest if room > 0 else st.none()
    only = options[0]
    if typing.get_origin(only) is tuple:
        items = random_values(typing.get_args(only)[0], place, room - 1)
        return st.lists(items, max_size=2 if room > 0 else 0).map(tuple)
    if typing.get_origin(only) is typing.Literal:
        return st.sampled_from(typing.get_args(only))
    if only in (str, int, bool):
        words = st.sampled_from(schema.CLOSED[place]) if place in schema.CLOSED else st.text(max_size=5)
        return {str: words, int: st.integers(), bool: st.booleans()}[only]
    return st.sampled_from(options if room > 0 else [smallest(options)]).flatmap(
        lambda cls: random_nodes(cls, room - 1)
    )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_game_is_valid_and_survives_printing(data: st.DataObject) -> None:
    section = data.draw(st.sampled_from(sorted(schema._sections())))
    cls = schema._sections()[section]
    game = game_of(**{section: tuple(data.draw(st.lists(random_nodes(cls, 5), min_size=1, max_size=2)))})
    written = game_to_json(game)
    validate(written)
    assert reference_validator().is_valid(written)
    assert json.loads(dumps(written)) == written


def rich_game() -> ir.Game:
    """A game with every class in it, and something in every field."""
    sections = {name: (full_node(cls),) for name, cls in schema._sections().items()}
    statements = ir.Block(SPAN, tuple(map(full_node, typing.get_args(ir.Stmt))))
    hooks = tuple(node(ir.Hook, event=full_node(cls)) for cls in typing.get_args(ir.Event))
    sections["procedures"] = (full_node(ir.Procedure, block=statements),)
    sections["queries"] = tuple(full_node(ir.Query, value=full_node(cls)) for cls in typing.get_args(ir.Expr))
    sections["abilities"] = (full_node(ir.Ability, rules=(*map(full_node, typing.get_args(ir.Rule)), *hooks)),)
    sections["scenarios"] = (full_node(ir.Scenario, steps=tuple(map(full_node, typing.get_args(ir.Step)))),)
    return game_of(**sections)


def objects_in(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from objects_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from objects_in(part)


def test_a_changed_key_anywhere_in_a_game_is_refused() -> None:
    written = json.loads(dumps(game_to_json(rich_game())))
    validate(written)
    places = [(found, key) for found in objects_in(written) for key in found]
    assert len(places) > 500
    for found, key in places:
        kept = dict(found)
        found[f"{key}_x"] = found.pop(key)
        assert not quick_checks()["#"](written), f"{key} was changed"
        found.clear()
        found.update(kept)
    validate(written)


def test_a_refusal_names_the_place_and_the_reason_in_short() -> None:
    written: Any = game_to_json(rich_game())
    written["procedures"][0]["block"][1] = {"giggle": {"count": "coin"}}
    with pytest.raises(InvalidIR, match=r"^\$\.procedures\[0\]\.block\[1\]: .*giggle.* unexpected") as refused:
        validate(written)
    assert len(str(refused.value)) < 400
    with pytest.raises(InvalidIR, match=r"^\$: 'name' is a required property"):
        validate({key: value for key, value in written.items() if key != "name"})


def test_a_long_value_is_not_quoted_whole() -> None:
    written: Any = game_to_json(rich_game())
    written["cards"][0]["number"] = "x" * 5000
    with pytest.raises(InvalidIR, match="is not of type 'integer'") as refused:
        validate(written)
    assert len(str(refused.value)) < 400


def test_a_valid_document_is_checked_without_loading_jsonschema() -> None:
    program = (
        "import json, sys; from compiler.validate import validate; validate(json.load(sys.stdin)); "
        "print('jsonschema' in sys.modules)"
    )
    text = dumps(game_to_json(rich_game()))
    done = subprocess.run([sys.executable, "-c", program], input=text, text=True, capture_output=True, check=True)
    assert done.stdout == "False\n"


def test_an_expression_of_two_hundred_terms_is_written_and_checked() -> None:
    total: ir.Expr = number(1)
    for _ in range(200):
        total = ir.Arithmetic(SPAN, "+", total, number(1))
    written = game_to_json(game_of(queries=(node(ir.Query, value=total),)))
    validate(written)
    assert dumps(written).count('"arithmetic"') == 200
