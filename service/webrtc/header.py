"""The RTP header extensions that we negotiate: when a packet was sent, and how the camera is turned."""

from __future__ import annotations

from dataclasses import dataclass
from struct import error as StructError

from aiortc.rtp import HeaderExtensions, HeaderExtensionsMap, unpack_header_extensions

ORIENTATION = "urn:3gpp:video-orientation"
SENT = "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time"
UNDERSTOOD = (ORIENTATION, SENT)


@dataclass
class Extensions(HeaderExtensions):
    """What a packet's header says."""

    turn: int | None = None
    """Degrees clockwise by which a viewer turns the picture."""


class ExtensionReader(HeaderExtensionsMap):
    """Reads what was negotiated, and nothing else; what is malformed counts as absent."""

    def __init__(self, identifiers: dict[str, int]) -> None:
        """Read these.

        Args:
            identifiers: URI -> the number that stands for it in headers.
        """
        super().__init__()
        self._orientation = identifiers.get(ORIENTATION)
        self._sent = identifiers.get(SENT)

    def get(self, extension_profile: int, extension_value: bytes) -> HeaderExtensions:
        """The extensions of one header."""
        values = Extensions()
        try:
            pairs = unpack_header_extensions(extension_profile, extension_value)
        except (ValueError, IndexError, StructError):
            return values
        for identifier, value in pairs:
            if identifier == self._orientation and len(value) == 1:
                # 0000CFRR, RR quarters of a turn clockwise (3GPP TS 26.114 section 7.4.5).
                values.turn = 90 * (value[0] & 3)
            elif identifier == self._sent and len(value) == 3:
                values.abs_send_time = int.from_bytes(value)
        return values
