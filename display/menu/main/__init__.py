"""The main menu and its own pages: settings, confirmations, information."""
