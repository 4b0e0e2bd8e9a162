"""Frame budgets and the peer, side by side in one run."""
