"""Avatar mode: the hands of the seats at frame rate, over a lossy WebRTC data channel."""
