"""The only part that waits: files, cameras, the command line, and later the network."""
