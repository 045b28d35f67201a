"""Commands that play: simulate, demo."""
