"""How the table and its cities are drawn."""
