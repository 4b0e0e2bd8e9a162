"""What operators see of a running sidecar: health, metrics, logs, and what `doctor` finds."""
