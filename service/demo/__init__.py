"""The demo table: ten clips as cameras, random players, a game after the other."""
