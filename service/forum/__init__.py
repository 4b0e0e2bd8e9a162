"""The host's assistant for Mafia in a forum: posts read, a game kept in a file, announcements written."""
