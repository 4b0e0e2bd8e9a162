"""From observations to signals: state machines over media time that say when something began and ended."""
