"""The process that shows a hall: reads what tables tell their broker, keeps the results, serves a page for a projector.

It runs on any machine; nothing here knows a camera, a game's rules or a journal.
"""
