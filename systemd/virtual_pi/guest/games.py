"""Opens the games in each folder that is named, as the program does, and says how many actions each game has."""

import sys

sys.path[0:0] = ["/usr/lib/wondertable/common", f"/usr/lib/wondertable/python3.{sys.version_info.minor}"]

from pathlib import Path

from device.journal.archive import played
from device.journal.journal import JOURNAL, Journal

for folder in sys.argv[1:]:
    journal = Journal(Path(folder) / JOURNAL)
    actions = [len(played(journal, stored.id).game.actions) for stored in journal.games()]
    said = [notice.key for notice in journal.notices()]
    print("games", folder, *actions, said if said or not journal.durable else "", flush=True)
    journal.close()
