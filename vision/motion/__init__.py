"""What hands do over time: windows of landmarks become probabilities of moving gestures."""
