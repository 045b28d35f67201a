"""The pages of the catalogue of diagnostics, one module for each hundred of codes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One page: what a mistake means, why it is one, an example, and what to write instead."""

    code: str
    title: str
    meaning: str
    why: str
    example: str
    instead: str
