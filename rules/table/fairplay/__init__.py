"""Fair play: fouls, grounds, ballots, sanctions, bans and appeals (part B of the rules)."""
