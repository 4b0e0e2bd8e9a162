"""`consigliere doctor`: looks at everything that the sidecar needs, before it is needed.

One file a theme; each yields findings. Nothing is changed, and nothing is sent to another machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from service.config import Reading
from service.ops.doctor import keeping, machine, network, software
from service.ops.doctor.finding import Finding, State, fail

__all__ = ["Finding", "State", "examine"]

Look = Callable[[], Iterator[Finding]]


def examine(reading: Reading) -> Iterator[Finding]:
    """Everything that is found, as it is found."""
    settings = reading.settings
    looks: dict[str, Look] = {
        "settings": partial(keeping.findings, reading),
        "network": partial(network.findings, settings),
        "software": partial(software.findings, settings),
        "machine": partial(machine.findings, settings),
    }
    for theme, look in looks.items():
        yield from guarded(theme, look)


def guarded(theme: str, look: Look) -> Iterator[Finding]:
    """A theme's findings; a look that breaks is a finding, too, and the other themes are looked at."""
    try:
        yield from look()
    except Exception as error:
        told = f"could not be looked at to its end ({type(error).__name__}: {error})"
        yield fail(theme, told, "please report this line")
