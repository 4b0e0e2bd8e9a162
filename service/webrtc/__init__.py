"""Video by WebRTC: browsers and encoders join a seat by WHIP (RFC 9725)."""
