"""The rule book of Mafia in a forum: days and nights of hours, free votes, orders by private message."""
