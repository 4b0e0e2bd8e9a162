"""Splits in which nobody who is measured was learnt from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def by_group(groups: Iterable[str], count: int) -> dict[str, int]:
    """Spread groups over folds of about equal size.

    Args:
        groups: the group of each sample.
        count: how many folds.

    Returns:
        The fold of each group, 0..count-1; the same for the same groups in any order.
    """
    sizes = Counter(groups)
    filled = [0] * count
    fold_of = {}
    for group, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        fold = filled.index(min(filled))
        fold_of[group] = fold
        filled[fold] += size
    return fold_of
