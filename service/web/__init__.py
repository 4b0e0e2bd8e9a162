"""The page at `/`, the avatar example, and the feed of what is seen at a table."""
