"""Where things lie on the table: its plane, boards, seats, places, and what may be shown of it."""
