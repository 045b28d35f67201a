"""What names mean at one place of a running effect."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.reference.values import Thing, Value


@dataclass(frozen=True, slots=True)
class Scope:
    """Names, `you`, `this card` and `actor`. Blocks inside one another share the names."""

    names: dict[str, Value]
    you: Thing | None = None
    card: Thing | None = None
    actor: Thing | None = None

    def separate(self) -> Scope:
        """The same meanings, but what is named from now on stays apart."""
        return replace(self, names=dict(self.names))

    def acting(self, player: Thing | None) -> Scope:
        """Somebody else becomes `you`; names are still shared."""
        return replace(self, you=player)
