"""The board in the browser: a server for the page in static/, its games, and what strangers may not do."""
