"""Judging our own eye on labelled pictures, and the pages that show it."""
