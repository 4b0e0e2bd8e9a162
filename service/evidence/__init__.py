"""Evidence: what led to a ground, sealed so that it can be shown, contested, and forgotten."""
