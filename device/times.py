"""How long people and hands take, and how long the umpire and the session wait therefore (s).

Nobody knows them exactly, so there are few, each about twice as long as the one before. What the tracker takes to see
something is in `vision.tracking`.
"""

STILL = 0.5
"""A card that has lain still for so long has been laid: no hand takes it along. A complete turn closes then."""
GESTURE = 1.5
"""One movement of a hand: it reaches out, lays, takes or moves a card, or presses a key, and is away. What comes within
this time belongs together, and hands are not passed on in less."""
NEXT_TURN_AFTER = 2.5
"""A seat's second card that comes so much later is for the next turn: hands were passed on, and it was chosen."""
READ_WITHIN = 4.0
"""A sticker in plain sight is read again within this time, a second card that was laid by mistake is taken back, and
all who go on to the next turn lay a card. What is not seen by then is missed."""
PUT_RIGHT_WITHIN = 8.0
"""Who sees a mistake has put it right by then, also by laying another card elsewhere: what is unclear for longer, or
contradicts the record, is asked about, and so is who shows nothing."""
AT_REST_AFTER = 20.0
"""Nothing happens any more: nobody is waited for, no hand rests, and what has lain for so long is not taken back."""
