"""The engine compiler: from a checked game to Python modules that play it.

`layout` gives everything a place in the state, `facts` says what can pause and what can fail, `expressions` and
`effects` turn nodes into Python, `heads` tries and asks, `routines` splits what can pause into blocks, and `render`
writes the modules.
"""
