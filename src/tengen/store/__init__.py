"""Games kept in a SQLite file."""
