"""The menu: everything that is chosen on the screen, with five buttons or by touch.

A *page* offers options. They are shared out among four columns, one above each of the buttons LEFT, SELECT, RIGHT and
ADVANCE. Pressing a button chooses its column's only option, or spreads the column's options over the four columns
again. So three presses choose one of 64 options. A touch chooses an option directly. UNDO goes back and closes the
first page. A page closes by itself when no button is pressed for a while, except a page on which something is
entered step by step. The game goes on behind an open page.

To add a page
1. In a module of a sub-folder, derive a frozen dataclass with slots from `page.Page`. What it must remember (a seat, a
   card chosen before) are its fields. It imports neither pygame nor a screen.
2. `menu(state)` returns a `page.Menu`: the headline, the options, and perhaps a body to read. An `Option` has a `Tile`
   (icon and words, never colour alone), the page it `leads_to`, and an `intent` for the table. An option without
   `leads_to` closes the menu. An option that leads to its own page, or to an earlier one, goes back to it, so several
   settings can be changed one after the other. Options with the same `group` share a column; keep them together.
3. `current(state)` may return another page to show instead, or None if the page has become pointless. It is called for
   every picture, so it must be fast. `timeout` is how long the page waits for a press.
4. A body other than a `Line` is a frozen value of its own class; its painter `(canvas, value) -> None` is entered
   in `display.screens.menu.menu_page.BODIES`. Without options the body has the whole screen.
5. Link it: an `Option` in `main/main_menu.py`, or on another page. Words go into the catalogues as `menu.<page>...`.
6. List the page with a state in `tests/display/menu_pages.py`: the tests draw every listed page at every size.
"""

from display.menu.columns import COLUMNS
from display.menu.open_page import OpenPage
from display.menu.page import Menu, Option, Page, Tile

__all__ = ["COLUMNS", "Menu", "OpenPage", "Option", "Page", "Tile"]
