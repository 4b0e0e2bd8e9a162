"""Files that put the sidecar on a machine: container, systemd, dashboard, example settings."""
