"""Everything that is chosen on the screen: one mechanism for five keys and for touch.

A *page* is something to choose from. Its options are shared out among four columns, one over each of the buttons LEFT,
SELECT, RIGHT and ADVANCE. A press goes into its column: if that holds one option, it is chosen; otherwise its options
spread over the four columns again. So one of 64 options takes at most three presses. A touch picks an option directly.
UNDO is back, and closes the first page. A page that nobody touches closes by itself, unless something is
entered on it bit by bit; the table goes on under it.

To add a page
1. In a module of this folder, derive a frozen dataclass with slots from `page.Page`. What it must remember (a seat, a
   card chosen before) are its fields. It imports neither pygame nor a screen.
2. `menu(state)` returns a `page.Menu`: the headline, the options, and perhaps a body to read. An `Option` has a `Tile`
   (icon and words, never colour alone), the page it `leads` to, and an `intent` for the table; without `leads` choosing
   it closes the menu. A page that leads to itself or to one before stays or goes back there, so settings may be changed
   one after the other. Options that belong together have the same `group` and follow one another.
3. `now(state)` may say that the page has become pointless (None) or that another one takes its place. It is asked at
   every picture, so it must be quick. `patience` is how long the page waits for a press.
4. A body other than a `Line` is a frozen value of a class of its own; its painter `(canvas, value) -> None` is entered
   in `display.screens.menu.menu_page.BODIES`. Without options the body has the whole screen.
5. Link it: an `Option` in `main.py`, or in the page it belongs to. Words go into the catalogues as `menu.<page>...`.
6. `tests/display/menu_pages.py` lists pages with states; whatever is listed there is drawn by the tests at every size.
"""

from display.menu.columns import COLUMNS
from display.menu.main import MainMenu
from display.menu.open_page import OpenPage
from display.menu.page import Line, Menu, Option, Page, Tile, line

__all__ = ["COLUMNS", "Line", "MainMenu", "Menu", "OpenPage", "Option", "Page", "Tile", "line"]
