"""A slow interpreter of the IR, written straight from the meaning of the language: compiled engines agree with it."""
