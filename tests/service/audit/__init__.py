"""The audit chain, on both databases."""
