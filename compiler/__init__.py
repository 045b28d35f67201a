"""The compiler: card sources to engine, database and rule text."""
