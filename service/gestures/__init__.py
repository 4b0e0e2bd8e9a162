"""What a platform teaches: its vocabulary file, and signs learnt from its own pictures."""
