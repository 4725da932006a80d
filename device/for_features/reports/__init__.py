"""What features print and write: tables, pages and drawings for people."""
