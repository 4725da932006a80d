"""How the pages of the menu are drawn."""
