"""The process that tells a hall's broker about this table. It knows the table only from what the game's process sends.

Finished games it reads in the journal. The game's process never imports this package; no camera or screen is imported.
"""
