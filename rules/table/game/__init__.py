"""The game itself: deal, days, votes, nights, farewells, end and points (part C of the rules)."""
