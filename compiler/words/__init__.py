"""Rule text: what the checked tree of a game says, in five languages.

IR → `plan` (phrases and clauses, in no language yet) → Fluent patterns and one realizer a language → `render`.
docs/words.md is the guide.
"""
