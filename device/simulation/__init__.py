"""A game night made up: dealt hands, players, a table of things and a camera that looks at it."""
