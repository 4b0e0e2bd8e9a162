"""What a party is made of (F-001 … F-004) and the parties that were played (D.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.events import Json
from rules.forum.book import ForumBook
from rules.forum.roles import CIVILIAN, GROUPS, KNOWN, SINGLE, side
from rules.speaking import Refused

CHAT = frozenset(("mafia", "doctor", "commissioner"))
"""F-501: all roles of a chat besides the civilians."""
Roles = Mapping[str, int]
"""Role → how many players have it, without the civilians: all others are civilians (F-004)."""


@dataclass(frozen=True, slots=True)
class Party:
    """A composition that was played, and what its players said of it."""

    players: int
    roles: Roles
    remark: str = ""

    @property
    def civilians(self) -> int:
        """Players without a role."""
        return self.players - sum(self.roles.values())


def _party(players: int, mafia: int, others: str = "doctor commissioner", remark: str = "") -> Party:
    return Party(players, MappingProxyType({"mafia": mafia, **dict.fromkeys(others.split(), 1)}), remark)


_FULL = "doctor commissioner priest maniac"

PARTIES: Mapping[str, Party] = MappingProxyType(
    {
        "1": _party(9, 3),
        "2": _party(11, 3),
        "3": _party(12, 3),
        "4": _party(12, 3, remark="one of the sharpest games"),
        "5": _party(13, 4, remark="mafia wins comfortably"),
        "6": _party(14, 3, _FULL),
        "7": _party(16, 4, _FULL),
        "8": _party(12, 3, "commissioner priest maniac", "cruel variant without doctor; not recommended"),
        "9": _party(15, 4, _FULL),
        "10": _party(14, 3, _FULL),
        "11": _party(9, 2),
        "unnumbered": _party(14, 4),
        "12": _party(14, 4, _FULL),
        "13": Party(
            13,
            MappingProxyType(
                {"mafia": 3, "alternative_mafia": 3, "doctor": 1, "commissioner": 1, "priest": 1}
            ),
            "two mafia groups",
        ),
        "14": _party(16, 4, _FULL),
        "15": _party(13, 4, remark="this time mafia wins outright"),
        "16": _party(
            19,
            5,
            "doctor commissioner priest necromancer",
            "mafia won easily; largest party so far; experimental necromancer",
        ),
        "17": _party(17, 4, "doctor commissioner priest recruiter", "experimental recruiter"),
        "18": _party(14, 3, _FULL, "anonymous accounts"),
        "19": _party(14, 3, _FULL, "anonymous accounts"),
    }
)
"""By the number in the source. Necromancer and recruiter have no described powers: here they have none."""


def examine(roles: Roles, players: int, book: ForumBook) -> None:
    """Refuse what cannot be played.

    Raises:
        Refused: an impossible count, a mafia that is too large, a side without opponents, a role of another
            venue.
    """
    for role, count in roles.items():
        if not role.strip() or role == CIVILIAN or count < 1:
            raise Refused("wrong_roles", "F-004", role=role)
        if count > 1 and role in SINGLE:
            raise Refused("one_each", "F-003", role=role)
        if book.venue == "chat" and role not in CHAT:
            raise Refused("not_in_chat", "F-501", role=role)
    if sum(roles.values()) > players:
        raise Refused("too_many_roles", "F-003", roles=sum(roles.values()), players=players)
    _mafia_limit(roles, players, book)
    sides = {side(role) for role in roles}
    if sum(roles.values()) < players:
        sides.add("town")
    if len(sides) < 2:
        raise Refused("one_side", "F-011")


def _mafia_limit(roles: Roles, players: int, book: ForumBook) -> None:
    """At most a third: of each group, or of both together (F-002, E-42)."""
    sizes = [roles.get(group, 0) for group in GROUPS]
    if book.setup.mafia_limit == "total":
        sizes = [sum(sizes)]
    if 3 * max(sizes) > players:
        raise Refused("too_much_mafia", "F-002", mafia=max(sizes), most=players // 3)


def listed(roles: Roles, players: int) -> tuple[str, ...]:
    """One role for each player, civilians last; the order does not depend on that of the mapping."""
    known = [role for role in (*GROUPS, *SINGLE) for _ in range(roles.get(role, 0))]
    added = [role for role in sorted(roles) if role not in KNOWN for _ in range(roles[role])]
    return tuple(known + added + [CIVILIAN] * (players - len(known) - len(added)))


def composition(roles: tuple[str, ...]) -> dict[str, Json]:
    """Role → count of a deal, civilians included: what the host announces (F-301)."""
    return {role: roles.count(role) for role in sorted(set(roles))}


def first_dossier(roles: tuple[str, ...], book: ForumBook) -> bool:
    """Whether the Commissioner gets a dossier before anyone else acts (F-505, E-44)."""
    size = (len(roles), roles.count("mafia"))
    return (
        book.venue in book.setup.first_dossier_in
        and size in book.setup.first_dossier
        and "commissioner" in roles
    )
