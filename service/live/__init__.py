"""Live tables: pictures that arrive when they arrive, events that go out as they happen."""
