"""Keys of platforms: named, limited to scopes, stored as hashes."""
