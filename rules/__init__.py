"""The referee: events in, decisions out. Pure Python, no numpy, no clock."""
