"""Who did what to what: an append-only chain of hashes, which can be verified and signed."""

from service.audit.chain import Deed, append, append_all

__all__ = ["Deed", "append", "append_all"]
