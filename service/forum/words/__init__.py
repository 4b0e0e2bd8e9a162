"""What the host says in each language, as `rules.statements.template` has it; names in place of seats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from service.forum.words import de, en, ru
from service.forum.words.words import Words

LANGUAGES: Mapping[str, Words] = MappingProxyType({"en": en.WORDS, "de": de.WORDS, "ru": ru.WORDS})
