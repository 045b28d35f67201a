"""Say what is wrong with a declaration that does not parse, in the author's words.

`parse` hands over Lark's error; nothing of Lark's vocabulary gets out. A guess ("did you mean") is offered only
after a trial: the text with the guess in place must parse further than the text as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import cast

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from compiler import syntax_words
from compiler.diagnostics import Diagnostic, Note, did_you_mean
from compiler.source import Source, Span
from compiler.syntax_brackets import Brackets
from compiler.syntax_guards import ITEM, blanks_end, indented, is_reserved, quoted, reserved, short
from compiler.syntax_words import CONNECTIONS, DECLARATIONS, RULES, SENTENCES, expected_words, spelled

TRIAL_LIMIT = 20_000
"""Behind this many characters no guesses are tried: each trial parses up to the mistake again."""

_WORD = re.compile(r"\w+")


def error_offset(error: UnexpectedInput, text: str) -> int:
    """Where in the text the parser could not go on."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return len(text)
    return cast(int, error.pos_in_stream)


def syntax_problem(
    source: Source, start: int, end: int, error: UnexpectedInput, reach: Callable[[str], int]
) -> Diagnostic:
    """What is wrong with the piece of a source that Lark could not parse; `reach` says how far a text parses."""
    mistake = _Mistake(source, start, end, error, reach)
    if isinstance(error, UnexpectedCharacters):
        return mistake.character()
    return (
        mistake.bracket()
        or mistake.declaration()
        or mistake.sign()
        or mistake.early_end()
        or mistake.reserved_word()
        or mistake.word()
    )


class _Mistake:
    """Where the parser stopped in a piece of text, and what surrounds the place."""

    def __init__(
        self, source: Source, start: int, end: int, error: UnexpectedInput, reach: Callable[[str], int]
    ) -> None:
        self.source = source
        self.start = start
        self.end = end
        self.text = source.text[start:end]
        self.reach = reach
        self.error = error
        self.at = error_offset(error, self.text)
        token = error.token if isinstance(error, UnexpectedToken) else Token("", self.text[self.at])
        self.kind = token.type
        self.found = str(token)
        self.last = (token.start_pos or 0, token.end_pos or 0)  # at the end: the last word

    @cached_property
    def accepts(self) -> frozenset[str]:
        """What the parser would have gone on with."""
        return frozenset(self.error.interactive_parser.accepts())  # type: ignore[no-untyped-call]

    @cached_property
    def before(self) -> str:
        """The last word before the place."""
        words = list(self.words(max(0, self.at - 200), self.at))
        return words[-1][0] if words and not self.text[words[-1].end() : self.at].strip() else ""

    @cached_property
    def brackets(self) -> Brackets:
        return Brackets(self.text)

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, self.start + start, self.start + end)

    def problem(self, code: str, message: str, start: int, end: int, *helps: str | None) -> Diagnostic:
        return Diagnostic(code, message, self.span(start, end), helps=tuple(filter(None, helps)))

    def here(self, code: str, message: str, *helps: str | None) -> Diagnostic:
        return self.problem(code, message, self.at, self.at + len(self.found), *helps)

    def words(self, start: int, end: int) -> Iterator[re.Match[str]]:
        return (item for item in ITEM.finditer(self.text, start, end) if item[0][0].isalpha())

    # ---- characters and signs -----------------------------------------------------------------------

    def character(self) -> Diagnostic:
        """A character that begins nothing."""
        at, sign = self.at, self.found
        if sign == '"':
            end = self.end_of_line(at)
            return self.problem("C113", "this text is not closed on its line", at, end, 'end it with `"`')
        if sign == "[":
            return self.rule_id()
        if sign == "]":
            return self.here("C115", "`]` without its `[`", "leave it out, or write a rule id like `[tax.1]`")
        if re.match(r"\w", sign):
            return self.odd_word()
        if sign == "'":
            closed = re.compile(r"'[^'\n]*'").match(self.text, at)
            help = 'write texts in double quotes: `"…"`' if closed else "write `'s`, after a plural too"
            return self.here("C111", "unexpected `'`", help)
        helps = syntax_words.CHARACTER_HELPS
        sign = self.text[at : at + 2] if self.text[at : at + 2] in helps else sign
        return self.problem("C111", f"unexpected {quoted(sign)}", at, at + len(sign), helps.get(sign))

    def rule_id(self) -> Diagnostic:
        """A `[` that does not begin a rule id."""
        at = self.at
        item = cast("re.Match[str]", re.compile(r"\[[^\]\n]*\]?").match(self.text, at))[0]
        body = ".".join(re.findall(r"[A-Za-z0-9_.]+", item if item.endswith("]") else item.split()[0])).strip(".")
        help = f"write `[{short(body)}]`" if body else "write a rule id like `[tax.1]`, or leave it out"
        if item.endswith("]"):
            what = f"{quoted(item)} is not a rule id" if body else "this rule id is empty"
            return self.problem("C119", what, at, at + len(item), help)
        return self.problem("C119", "this rule id is not closed", at, at + len(item.split()[0]), help)

    def odd_word(self) -> Diagnostic:
        """A word with capitals, foreign letters, or digits in front."""
        start = self.at
        while start and re.match(r"\w", self.text[start - 1]):
            start -= 1
        word = cast("re.Match[str]", _WORD.match(self.text, start))[0]
        if not word.isascii():
            help, what = "names are made of the letters a to z, digits and `_`", "contains an unexpected character"
        elif word != word.lower():
            help, what = f"names are lower case: write `{short(word.lower())}`", "contains capital letters"
            if re.fullmatch(r"\s*\w+\s+[0-9]+\s+", self.text[:start]):
                help = f'the title of a card stands in quotes: `"{short(word)}"`'
        elif word[0].isdigit():
            name = word.lstrip("0123456789")
            apart = f"{word.removesuffix(name)} {name}"
            help, what = f"names start with a letter: write `{short(apart)}`", "is no name"
        else:
            help, what = "names start with a letter", "is no name"
        return self.problem("C111", f"{quoted(word)} {what}", start, start + len(word), help)

    def sign(self) -> Diagnostic | None:
        """A sign of other languages, or a word that goes on with letters names can't have."""
        at, text = self.at, self.text
        for start in (at, at - 1):
            sign = text[max(0, start) : start + 2]
            if sign in syntax_words.SIGN_HELPS:
                return self.problem("C111", f"unexpected `{sign}`", start, start + 2, syntax_words.SIGN_HELPS[sign])
        if self.kind == "EQUAL":
            line = text[max(text.rfind("\n", 0, at) + 1, at - 200) : at]
            verbs = re.findall(r"\b(let|set)\b", line)
            return self.here("C111", "unexpected `=`", f"write `{syntax_words.EQUALS[verbs[-1] if verbs else '']}`")
        if self.kind == "DOT":
            around = re.match(r"[0-9] ?[0-9]|[a-z] ?[a-z]", f"{text[at - 1 : at]} {text[at + 1 : at + 2]}")
            help = "sentences need no full stop"
            if around:
                help = "numbers are whole" if around[0][0].isdigit() else "write `'s`: `player's hand`"
            return self.here("C111", "unexpected `.`", help)
        behind = text[at + len(self.found) : at + len(self.found) + 1]
        if self.kind != "$END" and self.found[-1:].isalnum() and re.match(r"\w", behind):
            return self.odd_word()
        return None

    # ---- brackets -----------------------------------------------------------------------------------

    def bracket(self) -> Diagnostic | None:
        """A bracket without its partner."""
        brackets, at = self.brackets, self.at
        if at in brackets.unopened:
            opening = "{" if self.found == "}" else "("
            return self.here("C115", f"`{self.found}` without its `{opening}`", f"leave it out, or open a `{opening}`")
        if not brackets.unclosed:
            return None
        if self.kind == "$END":
            return self.unclosed(brackets.suspect, self.after_the_piece())
        inside = brackets.around(at)
        if inside in brackets.unclosed and self.text[inside] == "(" and (self.found == "}" or "RPAR" in self.accepts):
            return self.unclosed(inside)
        if inside is not None and self.text[inside] == "{" and at < TRIAL_LIMIT:
            for word in [*self.nearby(), None]:
                start = word.start() if word else at
                if (word and word[0] not in CONNECTIONS) or brackets.around(start) != inside:
                    continue
                if self.reach(f"{self.text[:start]}}} {self.text[start:]}") > at + 2:
                    return self.unclosed(inside, Note("it should end before", self.span(start, start + 1)))
        return None

    def unclosed(self, at: int, *notes: Note) -> Diagnostic:
        opening = self.text[at]
        closing = "}" if opening == "{" else ")"
        message = f"this `{opening}` is never closed"
        return Diagnostic("C114", message, self.span(at, at + 1), helps=(f"close it with `{closing}`",), notes=notes)

    def after_the_piece(self) -> Note:
        if self.end < len(self.source.text):
            return Note("the next declaration starts at", Span(self.source, self.end, self.end + 1))
        return Note("the file ends at", Span(self.source, self.end, self.end))

    # ---- declarations -------------------------------------------------------------------------------

    def declaration(self) -> Diagnostic | None:
        """A line in column 0 that declares nothing, or a declaration that is not in column 0."""
        first = blanks_end(self.text, 0)
        if self.at == first and self.text[first : first + 2] not in syntax_words.SIGN_HELPS:
            message = f"a declaration can't start with {quoted(self.found)}"
            return self.here("C116", message, syntax_words.HOW_TO_DECLARE)
        word = _WORD.match(self.text, first)
        if word and self.accepts == {"INT"} and blanks_end(self.text, word.end()) == self.at:
            return self.unknown_declaration(word)
        if word and word[0] in (SENTENCES | RULES) - DECLARATIONS:  # with a number behind it, it looks like a card
            return self.unknown_declaration(word)
        own_line = not self.text[self.text.rfind("\n", 0, self.at) + 1 : self.at].strip()
        if "$END" in self.accepts and own_line and self.found.split()[0] in DECLARATIONS:
            return indented(self.span(self.at, self.at + len(self.found)))
        return None

    def unknown_declaration(self, word: re.Match[str]) -> Diagnostic:
        name = word[0]
        meant = syntax_words.DECLARATION_MEANINGS.get(name)
        near = did_you_mean(name, DECLARATIONS)
        if name in SENTENCES | RULES | CONNECTIONS and not meant:
            help = "indent the lines inside a block: only declarations start at the beginning of a line"
        elif meant or near:
            help = f"write `{meant}`" if meant else f"did you mean `{near}`?"
        elif self.kind in ("STRING", "LBRACE"):
            return self.here(
                "C117", f"expected the card's number, found {quoted(self.found)}", f"write `{short(name)} 1 …`"
            )
        else:
            help = syntax_words.HOW_TO_DECLARE
        return self.problem("C116", f"unknown declaration {quoted(name)}", word.start(), word.end(), help)

    def early_end(self) -> Diagnostic | None:
        """Something missing at the end."""
        if self.kind != "$END":
            return None
        block = "write what belongs to it in braces: `{ … }`" if "LBRACE" in self.accepts else None
        message = f"this declaration ends too early: expected {expected_words(self.accepts)}"
        return self.problem("C118", message, *self.last, block)

    # ---- words --------------------------------------------------------------------------------------

    def reserved_word(self) -> Diagnostic | None:
        """A word of the language that was made a name earlier in the declaration and is misread here."""
        for word in (self.found, self.before):
            if is_reserved(word):
                naming = rf"\b(?:let|an?|each|the|best)\s+({word})\s+(?:be|in)\b|[(,]\s*({word})\s*[:,)]"
                named = re.search(naming, self.text[: self.at])
                if named:
                    return reserved(self.span(*named.span(1 if named[1] else 2)))
        return None

    def word(self) -> Diagnostic:
        """Something else than the grammar wants."""
        if self.before == "choose":
            return self.here("C117", self.message(), self.choose_help())
        uncounted = re.search(r"\brepeat\s+(?:up\s+to\s+)?(times)\s*\Z", self.text[: self.at])
        if uncounted:  # `times` was taken for a name
            help = "say how often: `repeat 2 times { … }`"
            return self.problem("C117", "expected a value, found `times`", *uncounted.span(1), help)
        if self.at < TRIAL_LIMIT:
            if problem := self.if_behind() or self.missing_brace() or self.misspelt():
                return problem
            if self.found in (",", ":", "then"):
                rest = f"{self.text[: self.at]}{' ' * len(self.found)}{self.text[self.at + len(self.found) :]}"
                if self.reach(rest) > blanks_end(rest, self.at):
                    return self.here("C117", self.message(), f"leave out `{self.found}`")
        article = "`a` and `an` introduce a thing and can't be names" if self.before in ("a", "an") else None
        return self.here("C117", self.message(), article)

    def message(self) -> str:
        return f"expected {expected_words(self.accepts)}, found {quoted(self.found)}"

    def choose_help(self) -> str:
        noun = self.found if self.kind == "NAME" else "card"
        article = "an" if noun[0] in "aeiou" else "a"
        return f"write `choose {article} {short(noun)} in …`"

    def if_behind(self) -> Diagnostic | None:
        """A condition behind its sentence, as rules have it: `gain 1 coin if …`."""
        for word in self.nearby():
            if word[0] == "if":
                line = self.text[self.text.rfind("\n", 0, word.start()) + 1 : word.start()]
                sentence = re.split(r"[{}]", line)[-1].strip()
                if sentence.partition(" ")[0] in SENTENCES.difference({"if", "for", "repeat"}):
                    help = f"write `if … {{ {short(sentence)} }}`"
                    return self.problem("C117", "`if` comes first in a sentence", word.start(), word.end(), help)
        return None

    def missing_brace(self) -> Diagnostic | None:
        """A sentence where its block should be opened first: `if … gain 1 coin`."""
        for word in self.nearby():
            if word[0] not in SENTENCES:
                continue
            opened = f"{self.text[: word.start()]}{{ {self.text[word.start() :]}"
            if self.reach(opened) > self.at + 2:
                message = f"expected `{{`, found `{word[0]}`"
                help = f"put what happens in braces: `{{ {word[0]} … }}`"
                return self.problem("C117", message, word.start(), word.end(), help)
        return None

    def misspelt(self) -> Diagnostic | None:
        """A keyword written differently, here or a few words back, where it was taken for a name."""
        wanted = {word for word in map(spelled, self.accepts) if word.isalpha()}
        for word in self.nearby():
            here = word.start() == self.at
            meant = syntax_words.MEANINGS.get(word[0])
            guess = meant or did_you_mean(word[0], wanted if here else SENTENCES | RULES | CONNECTIONS)
            if not guess or (len(word[0]) < 4 and not here and not meant):
                continue
            mended = f"{self.text[: word.start()]}{guess}{self.text[word.end() :]}"
            if self.reach(mended) > self.at + len(guess) - (0 if here else len(word[0])):
                message = self.message() if here else f"expected `{guess}`, found `{word[0]}`"
                help = f"write `{guess}`" if meant else f"did you mean `{guess}`?"
                return self.problem("C117", message, word.start(), word.end(), help)
        return None

    def nearby(self) -> list[re.Match[str]]:
        """The word found and those before it in its line and the line before, nearest first."""
        line = self.text.rfind("\n", 0, self.at)
        start = self.text.rfind("\n", 0, max(0, line)) + 1
        return list(self.words(max(start, self.at - 200), self.at + len(self.found)))[:-9:-1]

    def end_of_line(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text[: end if end >= 0 else len(self.text)].rstrip())
