"""Tests of the compiler, the runtime and the games."""
