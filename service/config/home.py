"""The folder of what belongs to this installation, where no setting names another place."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from models.store import HOME_VARIABLE


def home() -> Path:
    """CONSIGLIERE_HOME, else the user's data folder."""
    named = os.environ.get(HOME_VARIABLE)
    return Path(named).expanduser() if named else platformdirs.user_data_path("consigliere")
