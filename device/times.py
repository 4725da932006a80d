"""How long people and hands take, and how long the umpire and the session wait therefore (s).

Each is two or three times as long as the one before, as nobody knows them better than that. The tracker's are in
`vision.tracking`.
"""

STILL = 0.5
"""What has lain for so long has been laid, not only put down. A complete turn closes then."""
GESTURE = 1.5
"""One movement of a hand: it reaches out, lays, takes or moves a card, and is away. What comes within this time belongs
together, and hands are not passed on in less."""
READ_WITHIN = 4.0
"""A sticker in plain sight is read again within this time, a second card that was laid by mistake is taken back, and
all who go on to the next turn lay a card. What is not seen by then is missed; who shows nothing is asked."""
PUT_RIGHT_WITHIN = 8.0
"""Who sees a mistake has put it right by then, as by another card: what is unclear for longer, or contradicts the
record, is asked about."""
AT_REST_AFTER = 20.0
"""Nothing happens any more: nobody is waited for, no hand rests, and what has lain for so long is not taken back."""
