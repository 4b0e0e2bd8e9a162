"""The sidecar over HTTP: tables, events in, events out."""
