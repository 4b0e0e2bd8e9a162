"""Drawing what was seen."""

from service.overlay.contact_sheet import ContactSheet
from service.overlay.draw import draw_overlay
from service.overlay.state import Level, OverlayState, Presence, TickerLine

__all__ = ["ContactSheet", "Level", "OverlayState", "Presence", "TickerLine", "draw_overlay"]
