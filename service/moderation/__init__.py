"""How well moderation judges labelled pictures and clips: presence, nudity alarms, instants of absence."""
