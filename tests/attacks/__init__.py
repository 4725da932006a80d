"""Attacks on a running program, on addresses of this machine only, each bounded in number and time.

    python -m pytest tests/attacks

Each of them once succeeded. `python -m tests.attacks.kills` kills every process of a game in turn.
"""
