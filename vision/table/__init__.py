"""Where things lie on the table: its plane, boards, places, the discard mat, hands."""
