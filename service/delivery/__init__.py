"""Webhooks: what happened, told to who asked, at least once, signed, and never to a private network."""
