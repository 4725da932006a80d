"""Games at a table as a camera saw them, and what was recorded, planned, asked and noticed, line by line.

`NAME.json.gz` holds the scenes, and what people answered and entered; it needs neither a generator nor a tracker.
`NAME.txt` holds what the umpire makes of it. A change of the umpire shows there; read the difference before you
accept it:

    python -m tests.device.umpire.kept_games accept      # writes what becomes of the games now
    python -m tests.device.umpire.kept_games record      # plays them anew with tests.journeys, and accepts
"""
