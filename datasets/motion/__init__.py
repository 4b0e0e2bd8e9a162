"""Animated clips of moving gestures and of ordinary movement, as a hand tracker would report them."""
