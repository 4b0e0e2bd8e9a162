"""Keys of platforms, on both databases."""
