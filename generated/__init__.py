"""Compiled games, one package each; committed, never edited."""
