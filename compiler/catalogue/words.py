"""C5: words, in the languages a game is told in."""

from __future__ import annotations

from compiler.catalogue import Code

PAGES = (
    Code(
        "C501",
        "a language is missing",
        "The game has words (a folder `text`), but not in all languages.",
        "Text in another language than one's own is no text. Nothing is ever filled up with English.",
        "cards/bazaar/text/pl.yaml, and nothing else",
        "cards/bazaar/text/pl.yaml, cs.yaml, de.yaml and es.yaml",
    ),
    Code(
        "C502",
        "a noun is missing in a language",
        "Something that the game names has no word in a language, or no plural although the text needs it.",
        "Every sentence about it would have a hole.",
        "terms:\n  ours: {}",
        "terms:\n  ours:\n    coin: {g: f, sg: [Münze, Münze, Münze, Münze], pl: [Münzen, Münzen, Münzen, Münzen]}",
    ),
    Code(
        "C503",
        "a title is missing in a language",
        "A card, ability, procedure, option, variant or scenario has no title in a language.",
        "Players look for a card by its name.",
        "titles:\n  ours: {}",
        "titles:\n  ours:\n    cards: {cargo.1: Meersalz}",
    ),
    Code(
        "C504",
        "a message is missing in a language",
        "A condition that only this game knows (a yes/no query, a mark) has no message, or its opposite has none.",
        "How it is said can't be worked out from its name.",
        "mark-paid = { NP($thing) } bezahlt ist",
        "mark-paid = { NP($thing) } bezahlt ist\n    .not = { NP($thing) } nicht bezahlt ist",
    ),
    Code(
        "C505",
        "a file of words is not as it should be",
        "A file `text/<language>.yaml` can't be read, has a key that nothing reads, or a noun has too few forms.",
        "A noun with a form too few would be declined wrongly, and nobody would notice.",
        "terms:\n  ours:\n    coin: {g: f, sg: [Münze, Münze]}",
        "terms:\n  ours:\n    coin: {g: f, sg: [Münze, Münze, Münze, Münze]}",
    ),
)
