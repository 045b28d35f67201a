"""The words of the language as authors know them, and how to say what the parser would have accepted."""

from __future__ import annotations

from collections.abc import Iterable


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DECLARATIONS = _words(
    """use game enum map grid pieces count track mark zone kind query order to phase action icon ability variant automa
    scenario before after instead change raise lower treat forbid"""
)
SENTENCES = _words(
    """choose require pay ask let may repeat for as if do end place remove move draw swap discard shuffle reveal take
    gain lose mark set raise lower until"""
)
RULES = _words("change raise lower treat forbid before after instead")

# `end` stays free: it is what one of a border's `ends` is called.
RESERVED = _words(
    """a an the best you it this none your its yes no not any total number highest lowest and or is are has have of in
    on for to by with from where when while else then otherwise be mod times"""
) | (SENTENCES | RULES).difference({"end"})

CONNECTIONS = _words(
    """where from with otherwise then else when while by times each working holding unless default because cannot
    plays given players option prefer leaves enters secretly highest lowest possible number total"""
)

# What people write who have not looked it up, and what it is called here.
MEANINGS = {
    "foreach": "for each", "elif": "else if", "elseif": "else if", "elsif": "else if",
    "put": "place", "add": "place", "get": "gain", "receive": "gain", "earn": "gain", "spend": "pay",
    "destroy": "remove", "delete": "remove", "loop": "repeat", "pick": "choose", "select": "choose",
    "must": "require", "call": "do", "perform": "do", "let's": "let", "display": "reveal", "show": "reveal",
    "exchange": "swap", "equals": "is", "equal": "is", "contains": "has", "into": "to", "onto": "to",
    "alternative": "option", "choice": "option", "optional": "may", "can": "may",
}  # fmt: skip
DECLARATION_MEANINGS = {
    "opponent": "automa", "bot": "automa", "procedure": "to", "function": "query", "def": "to", "define": "to",
    "import": "use", "include": "use", "instead": "instead of", "resource": "count", "counter": "count",
    "test": "scenario", "piece": "pieces", "rule": "variant", "board": "map",
}  # fmt: skip

# What to write instead of a sign that means nothing here.
CHARACTER_HELPS = {
    ";": "sentences need no separator: leave it out",
    "!=": "write `is not`",
    "!": "write `not`",
    "&": "write `and`",
    "&&": "write `and`",
    "|": "write `or`",
    "||": "write `or`",
    "%": "write `mod`",
    "’": "write the straight apostrophe `'`",
    "“": 'write straight quotes: `"`',
    "”": 'write straight quotes: `"`',
    "„": 'write straight quotes: `"`',
    "–": "write the plain hyphen `-`",
    "—": "comments start with `#`",
    "×": "write `*`",
    "≥": "write `>=`",
    "≤": "write `<=`",
    "≠": "write `is not`",
    "\\": "nothing has to be escaped or continued: leave it out",
}
SIGN_HELPS = {
    "//": "comments start with `#`",
    "/*": "comments start with `#`",
    "--": "comments start with `#`",
    "==": "write `is`",
    "=>": "write `>=`",
    "=<": "write `<=`",
    "<>": "write `is not`",
    "+=": "write `raise … by …`",
    "-=": "write `lower … by …`",
    ":=": "write `be` after `let` and `to` after `set`",
}
EQUALS = {"let": "be", "set": "to", "": "is"}
HOW_TO_DECLARE = "start with `action`, `query`, `zone` …, or with a card's kind and number: `treasure 1 { … }`"

_SIGNS = {
    "LBRACE": "{", "RBRACE": "}", "LPAR": "(", "RPAR": ")", "COMMA": ",", "COLON": ":", "DOT": ".", "SLASH": "/",
    "MINUS": "-", "EQUAL": "=", "__ANON_0": "end", "__ANON_1": "'s", "_A": "a", "_BE": "is", "_HAVE": "has",
    "_FOR_EACH": "for each", "ON_BACK": "on back", "YES_NO": "yes/no", "PLUS_MINUS": "+", "MULTIPLY": "*",
    "COMPARE": ">=",
}  # fmt: skip
_PHRASES = {
    "NAME": "a name", "INT": "a number", "STRING": "a text in quotes", "REF": "a rule id like `[tax.1]`",
    "LABEL": "`in`, `on`, `for`", "SHAPE": "`row`, `pile`, `set`", "SIGHT": "`open`, `private`, `hidden`",
    "END": "`left`, `right`, `top`, `bottom`", "ANSWER": "`yes`, `no`", "MOMENT": "`before`, `after`, `instead of`",
    "FAMILY": "`to`, `phase`, `action`, `icon`", "$END": "the end of the declaration",
}  # fmt: skip

_THINGS = _words("NAME YOU IT THIS NONE YOUR ITS _A")
_VALUES = _THINGS | _words("INT YES NO LPAR NUMBER TOTAL ANY NOT HIGHEST LOWEST THE BEST IF")
_SENTENCE_STARTS = frozenset(word.upper() for word in SENTENCES - {"for", "end"}) | {"_FOR_EACH", "__ANON_0"}
# What to call many accepted words at once: the words that must all be there, those it covers, and the name.
_GROUPS = (
    (frozenset({"ENUM", "GAME"}), frozenset(w.upper() for w in DECLARATIONS) | {"FAMILY", "MOMENT"}, "a declaration"),
    (frozenset({"CHOOSE", "SHUFFLE"}), _SENTENCE_STARTS, "a sentence (`choose`, `may`, …)"),
    (frozenset({"CHANGE", "MOMENT"}), _words("CHANGE RAISE TREAT FORBID MOMENT"), "a rule (`change`, …)"),
    (frozenset({"NUMBER", "TOTAL"}), _VALUES, "a value"),
    (frozenset({"ALL", "INT"}), _words("ALL INT LPAR"), "an amount"),
    (frozenset({"YOU", "NAME"}), _THINGS, "a thing like `your card`"),
    (frozenset({"PLUS_MINUS"}), _words("PLUS_MINUS MULTIPLY COMPARE _BE _HAVE AND OR"), "an operator"),
)
_FIRST = ("NAME", "INT", "STRING", "REF", "LBRACE", "RBRACE", "RPAR", "COMMA", "COLON")
_LAST = ("__ANON_1", "LPAR", "SLASH", "DOT")
MOST = 6
"""The most possibilities a message lists."""


def spelled(terminal: str) -> str:
    """A word or sign of the grammar as it is typed."""
    return _SIGNS.get(terminal, terminal.lower())


def expected_words(accepts: Iterable[str]) -> str:
    """What could have stood here, as a list for people: "a name, `{` or `of`"."""
    rest = set(accepts)
    items = []
    for needed, covered, name in _GROUPS:
        if needed <= rest:
            items.append(name)
            rest -= covered
    for terminal in sorted(rest, key=_rank):
        items.extend(_PHRASES.get(terminal, f"`{spelled(terminal)}`").split(", "))
    if len(items) > MOST:
        return ", ".join([*items[:MOST], "…"])
    return " or ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def _rank(terminal: str) -> tuple[int, str]:
    if terminal in _FIRST:
        return _FIRST.index(terminal), terminal
    return (len(_FIRST) + (terminal in _LAST) + 2 * (terminal == "$END")), spelled(terminal)
