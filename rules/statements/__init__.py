"""What the referee decided and why, in words: English, German, Russian."""
