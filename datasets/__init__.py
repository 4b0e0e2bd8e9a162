"""What gestures are learnt from and judged on."""
