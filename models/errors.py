"""What can go wrong with models. Every message is one line that says what, where and what to do."""

from __future__ import annotations


class ModelError(Exception):
    """The base of all errors about models; `str()` gives the one line to show."""


class UnknownModel(ModelError):
    """A name that the manifest does not hold."""


class MissingModel(ModelError):
    """A model that is known but not in the store."""


class DamagedModel(ModelError):
    """A stored file whose content is not what the manifest promises."""


class FetchError(ModelError):
    """An archive that could not be had, or does not hold what the manifest promises."""


class ConversionError(ModelError):
    """A model file that could not become ONNX."""


class MalformedModel(ConversionError):
    """A model file that is broken or is of another kind."""


class UnsupportedOperator(ConversionError):
    """An operator, or a use of one, that the converters do not know."""
