"""The engine that generated games plug into; it knows no game."""
