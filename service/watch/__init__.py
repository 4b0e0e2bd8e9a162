"""Watching inputs: from sources to events, annotated videos and lines on a terminal."""
