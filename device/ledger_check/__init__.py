"""How an age reads from what came to the table, and what becomes of a game if past actions were others. Pure."""
