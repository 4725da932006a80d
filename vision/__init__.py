"""Pictures in, what lies where out. Knows stickers and tables, no rules. Imports nothing of ours."""
