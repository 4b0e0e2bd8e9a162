"""Other ways to see hands, behind the same result type as `vision.hands`."""
