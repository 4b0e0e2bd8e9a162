"""A parametric hand: joint angles in, what a landmark model would report of it out."""
