"""Where long words may be broken; a word that is not here never is.

Names that are one word in German are wider than a tile of the menu on a small screen.
"""

from __future__ import annotations

import re
from types import MappingProxyType

HYPHEN = "-"
CORE = re.compile(r"[\w-]+")
LONG_WORDS = """
    Arznei-ausgabe Ausgrabungs-stätte Befestigungs-anlage Belagerungs-maschinen Festungs-anlagen Forschungs-gebäude
    Gladiatoren-schule Handels-gebäude Kalkstein-bruch Manufaktur-produkte Militär-gebäude Trainings-gelände
    Verteidigungs-anlage Wieder-herstellen Wissen-schaftler Ziegel-brennerei zurück-nehmen
    """
BREAKS = MappingProxyType({word.replace(HYPHEN, ""): word.index(HYPHEN) for word in LONG_WORDS.split()})


def broken(word: str) -> tuple[str, str] | None:
    """The two parts of a word with its punctuation, the first with a hyphen; None if it is not to be broken."""
    core = CORE.search(word)
    at = BREAKS.get(core[0]) if core else None
    if core is None or at is None:
        return None
    return word[: core.start() + at] + HYPHEN, word[core.start() + at :]
