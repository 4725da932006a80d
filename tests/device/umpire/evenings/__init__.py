"""Evenings at a table as a camera saw them, and what was recorded, asked and noticed, line by line.

`NAME.json.gz` holds the scenes and what people answered and entered; it needs neither a generator nor a tracker.
`NAME.txt` holds what comes of it. A change of the umpire shows there; read the difference before you accept it:

    python -m tests.device.umpire.evenings accept      # writes what comes of the evenings now
    python -m tests.device.umpire.evenings record      # plays them anew with tests.journeys, and accepts
"""
