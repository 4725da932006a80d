"""Compares the ledger with what lies on the table and explains the difference by changes to past actions. Pure."""
