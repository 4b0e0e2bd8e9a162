"""The referee outside a live table: games of random players, logs, what a terminal shows of them."""
