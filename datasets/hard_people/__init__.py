"""Pictures on which presence is hard to tell: people who hardly show, and things that look like people."""
