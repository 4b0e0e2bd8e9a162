"""States as JSON and back: the same value always gives the same bytes.

Works for any tree of frozen dataclasses, tuples, mappings and plain JSON values, by their type hints. A
mapping whose keys are no text becomes a list of pairs, in the order of its keys.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, Union

T = TypeVar("T")


class CanonicalError(ValueError):
    """The JSON does not fit the type. The message says where."""


def to_json(value: Any) -> Any:
    """Plain JSON of a value: dataclasses become objects, tuples lists."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if dataclasses.is_dataclass(kind):
        return {
            name: float(item) if is_float and type(item) is int else to_json(item)
            for name, is_float in _fields(kind)
            for item in (getattr(value, name),)
        }
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            return {key: to_json(item) for key, item in value.items()}
        return [[to_json(key), to_json(value[key])] for key in sorted(value)]
    raise TypeError(f"{kind.__name__} has no canonical form")


def dumps(value: Any) -> bytes:
    """Canonical JSON: keys sorted, no white space, UTF-8, floats in their shortest exact form.

    Halves of surrogate pairs, which JSON may hold and UTF-8 may not, are escaped.

    Raises:
        ValueError: a number is not finite.
    """
    text = json.dumps(
        to_json(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode("utf-8", "backslashreplace")


def loads(kind: type[T], data: bytes | str) -> T:
    """The value of a type from its JSON.

    Raises:
        CanonicalError: it does not fit the type; unknown and missing fields do not fit.
    """
    try:
        content = json.loads(data)
    except ValueError as error:
        raise CanonicalError(f"no JSON: {error}") from error
    value: T = _read(kind, content, kind.__name__)
    return value


_PLAIN = frozenset((str, int, float, bool, type(None)))


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind)


@functools.cache
def _fields(kind: Any) -> tuple[tuple[str, bool], ...]:
    """Names of a dataclass's fields, and whether each holds a number that is written as a float."""
    return tuple(
        (field.name, _hints(kind)[field.name] in (float, float | None)) for field in dataclasses.fields(kind)
    )


@functools.cache
def _shape(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return typing.get_origin(hint), typing.get_args(hint)


def _read(hint: Any, value: Any, place: str) -> Any:
    if hint in _PLAIN and type(value) is hint:
        return value
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _read_fields(hint, value, place)
    origin, args = _shape(hint)
    if origin in (Union, types.UnionType):
        return _read_union(args, value, place)
    if origin is Literal:
        _check(value in args and type(value) in {type(arg) for arg in args}, value, place)
        return value
    if origin is tuple:
        return _read_tuple(args, value, place)
    if origin is not None and issubclass(origin, Mapping):
        return _read_mapping(args, value, place)
    if hint is float:
        _check(type(value) in (float, int), value, place)
        return value if type(value) is float else float(value)
    if hint in _PLAIN:
        _check(False, value, place)
    raise TypeError(f"{place}: {hint} has no canonical form")


def _read_fields(kind: type, value: Any, place: str) -> Any:
    _check(isinstance(value, dict), value, place)
    names = [name for name, _ in _fields(kind)]
    if set(value) != set(names):
        odd = sorted(set(value) ^ set(names))
        raise CanonicalError(f"{place}: missing or unknown: {', '.join(odd)}")
    hints = _hints(kind)
    return kind(**{name: _read(hints[name], value[name], f"{place}.{name}") for name in names})


def _read_union(args: tuple[Any, ...], value: Any, place: str) -> Any:
    if value is None:
        _check(type(None) in args, value, place)
        return None
    others = [arg for arg in args if arg is not type(None)]
    for arg in others[:-1]:
        try:
            return _read(arg, value, place)
        except CanonicalError:
            continue
    return _read(others[-1], value, place)


def _read_tuple(args: tuple[Any, ...], value: Any, place: str) -> Any:
    _check(isinstance(value, list), value, place)
    if len(args) == 2 and args[1] is Ellipsis:
        if args[0] in _PLAIN and all(type(item) is args[0] for item in value):
            return tuple(value)
        return tuple(_read(args[0], item, f"{place}[{i}]") for i, item in enumerate(value))
    _check(len(value) == len(args), value, place)
    return tuple(
        _read(arg, item, f"{place}[{i}]") for i, (arg, item) in enumerate(zip(args, value, strict=True))
    )


def _read_mapping(args: tuple[Any, ...], value: Any, place: str) -> Any:
    key, item = args
    pairs = value.items() if isinstance(value, dict) else value
    _check(isinstance(value, dict | list), value, place)
    return types.MappingProxyType({_read(key, k, place): _read(item, v, f"{place}[{k}]") for k, v in pairs})


def _check(fits: bool, value: Any, place: str) -> None:
    if not fits:
        raise CanonicalError(f"{place}: {value!r} does not fit")
