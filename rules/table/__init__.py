"""The rule book of the ten-player webcam table."""
