"""Every node has words in every language, every sentence is well formed, and what differs reads differently."""

from __future__ import annotations

import random
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from compiler import ir
from compiler.project import Project
from compiler.schema import dumps, to_json
from compiler.source import Source, Span
from compiler.words.lexicon import HERE, LANGUAGES
from compiler.words.phrase import Clause, Formula, Line, parts_of
from compiler.words.plan import Item, Planner
from compiler.words.realize import CLOSE, NBSP, Patterns, Realizer
from compiler.words.render import html_text, markdown_text, plain, plain_text, sentences
from compiler.words.telling import Telling
from compiler.words.texts import FOLDER, patterns
from tests.games import GAMES, IS_FUZZ, ROOT, compiled, engine

GOLDENS = Path(__file__).parent / "words"
WORDED = [name for name in GAMES if (ROOT / "cards" / name / FOLDER).is_dir()]
"""The games that have words."""
CASES = [(game, language) for game in WORDED for language in LANGUAGES]
WORDS = Path(HERE).parent


@cache
def telling(name: str) -> Telling:
    """A game with its words."""
    return Telling(Project(ROOT), compiled(name))


@cache
def texts(name: str, language: str) -> tuple[str, ...]:
    """Every sentence of a game in a language."""
    words = telling(name).language(language)
    return tuple(text for item in telling(name).items for text in _texts(item, words))


def _texts(item: Item, words: Realizer) -> Iterator[str]:
    yield from (plain(text) for _, text in sentences(item.lines, words))
    for one in item.items:
        yield from _texts(one, words)


# ---- nothing is missing -----------------------------------------------------------------------------------

METHODS = {
    **{name.__name__: ("noun_", "clause_") for name in get_args(ir.Expr)},
    **{name.__name__: ("say_",) for name in get_args(ir.Stmt)},
    **{name.__name__: ("rule_",) for name in get_args(ir.Rule)},
    **{name.__name__: ("event_",) for name in get_args(ir.Event)},
    **{name.__name__: ("step_",) for name in get_args(ir.Step)},
    **{name.__name__: ("item_",) for name in get_args(ir.Declaration)},
}


@pytest.mark.parametrize("name", METHODS)
def test_every_node_is_planned(name: str) -> None:
    wanted = [prefix + name for prefix in METHODS[name]]
    assert any(hasattr(Planner, method) for method in wanted), f"write {' or '.join(wanted)} in compiler/words"


def messages(language: str) -> dict[str, dict[str, set[str]]]:
    """The general messages of a language: their forms, and the arguments that each of them uses."""
    from fluent.syntax import FluentParser, ast, visitor

    class Uses(visitor.Visitor):
        def __init__(self) -> None:
            self.found: set[str] = set()

        def visit_VariableReference(self, node: ast.VariableReference) -> None:
            self.found.add(node.id.name)

    found: dict[str, dict[str, set[str]]] = {}
    for entry in FluentParser().parse((HERE / f"{language}.ftl").read_text(encoding="utf-8")).body:
        assert not isinstance(entry, ast.Junk), f"{language}.ftl: {entry.content}"
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found, f"{language}.ftl has {entry.id.name} twice"
            forms = {"": entry.value, **{one.id.name: one.value for one in entry.attributes}}
            found[entry.id.name] = {}
            for form, value in forms.items():
                uses = Uses()
                uses.visit(value)
                found[entry.id.name][form] = uses.found - {"you"}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_messages_and_says_the_same_in_them(language: str) -> None:
    wanted, found = messages("en"), messages(language)
    assert found.keys() == wanted.keys()
    for message, forms in wanted.items():
        assert found[message].keys() == forms.keys(), message
        for form, uses in forms.items():
            assert found[message][form] == uses, f"{message}.{form}"


def test_the_planner_uses_only_messages_that_there_are() -> None:
    known = messages("en")
    used = set()
    for file in WORDS.glob("*.py"):
        used |= set(re.findall(r'(?:clause|Clause|Formula)\(\s*"([\w-]+)"', file.read_text(encoding="utf-8")))
    assert used
    assert sorted(used - known.keys()) == []


BUILT = """event- hook- has- exists- is- repeat component- arithmetic- if else for-each prefer until may table- ask-
choose field-range player-does"""
"""So begin the messages whose names the planner puts together."""


def test_every_message_is_used() -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in WORDS.glob("*.py"))
    unused = [m for m in messages("en") if f'"{m}"' not in sources and not m.startswith(tuple(BUILT.split()))]
    assert unused == []


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_planned_and_its_general_messages_are_there(name: str) -> None:
    """Also those that have no words yet: the hard cases."""
    known = messages("en")
    for item in Planner(compiled(name)).items():
        for part in parts_of([*_lines(item)] and tuple(_lines(item))):
            if isinstance(part, Clause) and not part.is_own:
                form = "not" if part.negated else ""
                assert form in known.get(part.message, {}), f"{item.key}: {part.message}.{form}"
            elif isinstance(part, Formula):
                assert part.message in known, f"{item.key}: {part.message}"


def _lines(item: Item) -> Iterator[Line]:
    yield from item.lines
    for one in item.items:
        yield from _lines(one)


# ---- goldens ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "language"), CASES)
def test_the_text_is_as_it_was_read(name: str, language: str, update_goldens: bool) -> None:
    file = GOLDENS / f"{name}.{language}.txt"
    told = (one for one in telling(name).told(language) if one.item.section != "scenarios")
    text = "\n\n".join(map(plain_text, told)) + "\n"
    if update_goldens:
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), f"pytest --update-goldens rewrites {file.name}; read the diff"


@pytest.mark.parametrize(("name", "language"), CASES)
def test_markdown_and_html_say_the_same(name: str, language: str) -> None:
    for told in telling(name).told(language):
        for _, text in told.lines:
            words = [word for word in re.findall(r"\w+", plain(text)) if len(word) > 3]
            assert all(word in markdown_text(told) for word in words)
            assert all(word in html_text(told) for word in words)


# ---- lints ------------------------------------------------------------------------------------------------

ONE_LETTER = {"pl": "aiouwz", "cs": "kosuvz"}
ENGLISH = re.compile(r"\b(the|of|and|your|card|player|with|from|this|that|if)\b")
LETTERS = {"en": "’", "pl": "ąćęłńóśźż", "cs": "áčďéěíňóřšťúůýž", "de": "äöüß", "es": "áéíóúñü"}


@pytest.mark.parametrize(("name", "language"), CASES)
def test_every_sentence_is_well_formed(name: str, language: str) -> None:
    assert texts(name, language)
    for text in texts(name, language):
        assert "  " not in text, text
        assert not re.search(r"\s[,.;:!?]", text), text
        assert not re.search(r",[,.;:]", text), text
        assert text.endswith((".", ":")), text
        assert not text[0].islower(), text
        assert not re.search(r"[{}$_<>\[\]…\u2066-\u2069]", text), text
        assert CLOSE not in text, text
        assert not re.search(r"\b\d+ [^\W\d_]", text) or NBSP in text, text
        assert text.count("(") == text.count(")"), text


@pytest.mark.parametrize(("name", "language"), [case for case in CASES if case[1] in ONE_LETTER])
def test_words_of_one_letter_stay_with_the_next(name: str, language: str) -> None:
    for text in texts(name, language):
        assert not re.search(rf"(?<!\w)[{ONE_LETTER[language]}] ", text), text


@pytest.mark.parametrize(("name", "language"), [case for case in CASES if case[1] != "en"])
def test_no_english_is_left(name: str, language: str) -> None:
    for text in texts(name, language):
        assert not ENGLISH.search(text), text


@pytest.mark.parametrize(("name", "language"), CASES)
def test_quotes_are_those_of_the_language(name: str, language: str) -> None:
    from compiler.words.realize import QUOTES

    start, end = QUOTES[language][:1], QUOTES[language][1:]
    for text in texts(name, language):
        assert text.count(start) == text.count(end), text
        assert '"' not in text, text


@pytest.mark.parametrize("name", WORDED)
def test_spanish_articles_melt_and_conjunctions_give_way(name: str) -> None:
    for text in texts(name, "es"):
        assert not re.search(r"\b(de|a) el\b", text), text
        assert not re.search(r"\by (i|hi(?!e))", text), text
        assert not re.search(r"\bo h?o", text), text


@pytest.mark.parametrize("name", WORDED)
def test_polish_words_are_known_to_the_dictionary_in_their_case(name: str) -> None:
    morfeusz2 = pytest.importorskip("morfeusz2", reason="morfeusz2 is not there for this system")
    analyser = morfeusz2.Morfeusz()
    cases = ("nom", "gen", "dat", "acc", "inst", "loc")
    for key, term in telling(name).language("pl").lexicon.terms.items():
        for number, forms in (("sg", term.singular), ("pl", term.plural)):
            for case, form in zip(cases, forms, strict=False):
                if " " in form or form[:1].isupper() or len(forms) < len(cases):
                    continue
                tags = [str(found[2][2]) for found in analyser.analyse(form)]
                nouns = [tag for tag in tags if tag.startswith(("subst", "ger", "adj", "depr", "pact"))]
                right = [tag for tag in nouns if number in tag and re.search(rf"[:.]{case}\b", tag)]
                assert right, f"{key}: `{form}` is no {number} {case}"


DICTIONARIES = Path("/usr/share/hunspell")
FILES = {"en": "en_US", "pl": "pl_PL", "cs": "cs_CZ", "de": "de_DE", "es": "es_ES"}


@pytest.mark.fuzz
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_stands_in_a_dictionary_or_in_the_reviewed_list(language: str) -> None:
    """Names and rare words stand in tests/words/known.<language>.txt."""
    hunspell = pytest.importorskip("spylls.hunspell")
    if not (DICTIONARIES / f"{FILES[language]}.dic").is_file():
        pytest.skip(f"no dictionary: install the package hunspell-{language}, and run `make fuzz`")
    if not IS_FUZZ:
        pytest.skip("it takes a minute: `make fuzz` runs it")
    known = set((GOLDENS / f"known.{language}.txt").read_text(encoding="utf-8").split())
    dictionary = hunspell.Dictionary.from_files(str(DICTIONARIES / FILES[language]))
    words: set[str] = set()
    for name in WORDED:
        text = (GOLDENS / f"{name}.{language}.txt").read_text(encoding="utf-8")
        words |= set(re.findall(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*", text))
    unknown = [word for word in sorted(words - known) if not dictionary.lookup(word)]
    assert [word for word in unknown if not dictionary.lookup(word.lower())] == []


# ---- distinctness -----------------------------------------------------------------------------------------


def canonical(node: ir.Node, names: dict[str, str]) -> Any:
    """A tree without the names of choices, which a reader never sees."""
    text = dumps(to_json(node))
    found = re.sub(r'"variable": "(\w+)"', lambda m: f'"variable": "{names.setdefault(m[1], f"v{len(names)}")}"', text)
    return re.sub(r'"rule": "[^"]*"', "", found)


@pytest.mark.parametrize(("name", "language"), CASES)
def test_cards_that_differ_read_differently(name: str, language: str) -> None:
    told: dict[str, set[str]] = defaultdict(set)
    game = compiled(name)
    words = telling(name).language(language)
    for card in game.cards:
        for part in card.parts:
            item = telling(name).planner.part(card, part)
            text = "\n".join(f"{depth} {text}" for depth, text in sentences(item.lines, words))
            told[text].add(canonical(part.block, {}))
    for text, trees in told.items():
        assert len(trees) == 1, text


SPAN = Span(Source("generated.card", ""), 0, 0)


def generated(rng: random.Random) -> ir.Stmt:
    """A random effect in the words of Caravan."""
    s = SPAN
    you = ir.You(s)
    players: list[ir.Expr] = [you, ir.ActivePlayer(s), ir.AttributeOf(s, "next", ir.ActivePlayer(s))]
    towns: list[ir.Expr] = [ir.Member(s, "town", name) for name in ("harbor", "oasis", "village", "temple", "palace")]
    stalls: list[ir.Expr] = [ir.PlaceValue(s, "stall", (ir.Number(s, n),)) for n in range(4)]

    def number(depth: int = 0) -> ir.Expr:
        match rng.randrange(6 if depth < 2 else 2):
            case 0 | 1:
                return ir.Number(s, rng.randrange(1, 30))
            case 2:
                return ir.CountOf(s, rng.choice(["coin", "point"]), rng.choice(players))
            case 3:
                owner, town = rng.choice([None, *players]), rng.choice([None, *towns])
                return ir.PiecesOf(s, "camel", ("camel",), owner, town, False, False)
            case 4:
                return ir.QueryOf(s, "room", (rng.choice(players),))
        return ir.Arithmetic(s, rng.choice("+-*/"), number(depth + 1), number(depth + 1))

    def condition(depth: int = 0) -> ir.Expr:
        match rng.randrange(6 if depth < 2 else 3):
            case 0:
                pieces = ir.PiecesOf(s, "camel", ("camel",), None, rng.choice(towns), False, False)
                has = ir.Has if rng.random() < 0.5 else ir.HasNo
                return has(s, rng.choice(players), pieces)
            case 1:
                return ir.Compare(s, rng.choice(["<", "<=", ">", ">=", "is", "is not"]), number(), number())
            case 2:
                return ir.MarkedAs(s, "paid", ir.AttributeOf(s, "card", rng.choice(stalls)))
            case 3:
                return ir.Not(s, condition(depth + 1))
        join = ir.And if rng.random() < 0.5 else ir.Or
        return join(s, condition(depth + 1), condition(depth + 1))

    def block(depth: int) -> ir.Block:
        return ir.Block(s, tuple(effect(depth + 1) for _ in range(rng.randrange(1, 4))))

    def effect(depth: int = 0) -> ir.Stmt:
        match rng.randrange(12 if depth < 2 else 8):
            case 0:
                return ir.Gain(s, number(), rng.choice(["coin", "point"]))
            case 1:
                return ir.Lose(s, rng.choice([None, number()]), rng.choice(["coin", "point"]))
            case 2:
                return ir.Take(s, rng.choice([None, number()]), "coin", rng.choice([*players[1:], *stalls]))
            case 3:
                camels = ir.PiecesOf(s, "camel", ("camel",), rng.choice(players), rng.choice(towns), False, False)
                return ir.Place(s, number(), camels)
            case 4:
                owner, town = rng.choice([None, *players]), rng.choice([None, *towns])
                camels = ir.PiecesOf(s, "camel", ("camel",), owner, town, False, False)
                return ir.Remove(s, rng.choice([None, number()]), (camels,))
            case 5:
                start, goal = rng.sample(towns, 2)
                camels = ir.PiecesOf(s, "camel", ("camel",), rng.choice(players), start, False, False)
                return ir.MovePieces(s, rng.choice([None, number()]), camels, goal)
            case 6:
                return ir.Discard(s, ir.AttributeOf(s, "card", rng.choice(stalls)))
            case 7:
                zone = ir.ZoneOf(s, rng.choice(["hand", "caravan"]), rng.choice(players))
                return ir.MoveCards(s, ir.AttributeOf(s, "card", rng.choice(stalls)), zone, rng.choice([None, "left"]))
            case 8:
                return ir.If(s, condition(), block(depth), rng.choice([None, block(depth)]))
            case 9:
                return ir.May(s, block(depth), None)
            case 10:
                return ir.AsPlayer(s, ir.AllOf(s, "player"), True, block(depth))
        return ir.Repeat(s, None, ir.Number(s, rng.randrange(2, 9)), None, True, None, block(depth))

    return effect()


def normal(node: Any) -> Any:
    """A tree in which what means the same is the same: several sums in a row, `and` of `and`, double negation."""
    match node:
        case {"not": {"condition": {"not": {"condition": inner}}}}:
            return normal(inner)
        case {"not": {"condition": {"has": about}}}:
            return normal({"has_no": about})
        case {"not": {"condition": {"has_no": about}}}:
            return normal({"has": about})
        case {"not": {"condition": {"compare": {"operator": "is" | "is not" as sign, **rest}}}}:
            return normal({"compare": {"operator": "is not" if sign == "is" else "is", **rest}})
        case {"not": {"condition": {"compare": {"operator": sign, **rest}}}}:
            opposite = {">": "<=", "<=": ">", "<": ">=", ">=": "<"}
            return normal({"compare": {"operator": opposite[sign], **rest}})
        case {"and": {"left": left, "right": right}} | {"or": {"left": left, "right": right}}:
            (kind,) = node
            flat: list[Any] = []
            for side in (normal(left), normal(right)):
                flat += side[1:] if isinstance(side, list) and side[0] == kind else [side]
            return [kind, *flat]
        case dict():
            return {key: normal(value) for key, value in node.items()}
        case list():
            return [normal(value) for value in node]
    return node


@pytest.mark.parametrize("language", LANGUAGES)
def test_generated_effects_that_differ_read_differently(language: str) -> None:
    rng = random.Random(2026)
    planner, words = telling("caravan").planner, telling("caravan").language(language)
    told: dict[str, str] = {}
    for _ in range(3000):
        node = generated(rng)
        lines = planner.block(ir.Block(SPAN, (node,)))
        text = "\n".join(f"{depth} {text}" for depth, text in sentences(lines, words))
        tree = repr(normal(to_json(node)))
        assert told.setdefault(text, tree) == tree, text


# ---- engines, speed, the table ------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "language"), CASES)
def test_both_engines_of_fluent_agree(name: str, language: str) -> None:
    bundle = pytest.importorskip("fluent_compiler.bundle")
    game = telling(name)
    words = game.language(language)
    source = "\n".join(patterns(language, game.texts).values())
    other = bundle.FluentBundle.from_string(language, source, functions=words.functions, use_isolating=False)
    assert other.check_messages() == []
    ours = words.patterns

    class Other(Patterns):
        def __init__(self) -> None:
            self.language, self.bundle = language, ours.bundle

        def format(self, message: str, form: str, args: Any) -> str:
            text, errors = other.format(f"{message}.{form}" if form else message, dict(args))
            assert not errors, errors
            return str(text)

    expected = texts(name, language)
    words.patterns = Other()
    try:
        found = tuple(text for item in game.items for text in _texts(item, words))
    finally:
        words.patterns = ours
    assert found == expected


@pytest.mark.parametrize("name", WORDED)
def test_all_text_of_a_game_takes_less_than_a_second(name: str) -> None:
    game = telling(name)
    game.language("de"), list(game.items)
    start = time.process_time()
    for told in game.told("de"):
        plain_text(told)
    assert time.process_time() - start < 1


@pytest.mark.parametrize(("name", "language"), CASES)
def test_random_games_are_told_to_the_end(name: str, language: str) -> None:
    from compiler.words.bake import word_modules
    from runtime import Game

    text = {**engine(name).source[1], **word_modules(Project(ROOT), compiled(name))}
    game = Game.from_source((name, text))
    state = game.start(players=game.player_counts[0], seed=11)
    rng = random.Random(5)
    for _ in range(150):
        if (decision := state.decision) is None:
            break
        assert decision.text(language).endswith((".", ":", "?"))
        said = [option.text(language) for option in decision.options]
        assert all(said)
        state.apply(rng.randrange(len(said)))
    assert all("_" not in line for line in state.log_in(language))
    assert len(state.log_in(language)) == len(state.log)


def test_plurals_at_the_table_follow_cldr() -> None:
    from babel import Locale

    from runtime.words import plural

    place = {"one": 0, "few": 1, "many": 2, "other": 2}
    for language in LANGUAGES:
        rule = Locale(language).plural_form
        assert [plural(language, n) for n in range(1, 200)] == [place[rule(n)] for n in range(1, 200)], language
