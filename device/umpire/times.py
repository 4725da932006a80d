"""How long people and hands take, and how long the umpire and the session wait therefore (s).

Times of the discard mat are in `device.umpire.discards`, of the tracker in `vision.tracking`.
"""

STILL = 0.5
"""A card has been laid when it has lain still for so long. A complete turn closes then."""
HAND_AWAY = 1.0
"""A hand that has laid a card, or was on its way to a key, is away: what comes later is meant for what is seen now."""
PASSED_ON = 1.5
"""Hands are not passed on, and cards not chosen, in less: what comes within this time belongs together. The hand that
took a card was over it so shortly before; a card that the rules forbid is asked about."""
GONE_AFTER = 2.0
"""What is moved, swapped or carried over is seen again within this time; what is not has been taken."""
NEXT_TURN_AFTER = 2.5
"""A seat's second card that comes so much later is for the next turn; by then others have laid theirs, too."""
READ_WITHIN = 4.0
"""A sticker in plain sight is read again within this time. What is not is missed; who shows nothing is asked, and a
hand that took a card has laid another one by then."""
TAKEN_BACK_BY = 4.0
"""A second card, or one that was laid too early by mistake, has been taken back by then."""
COMES_NO_MORE = 5.0
"""What lies hidden in a pile would have come by then, a pile that is lifted card by card would be gone, and all who go
on to the next turn have laid a card."""
EXCHANGED_ASIDE = 7.0
"""A hand that takes a card and lays another one elsewhere in the city needs at most so long."""
PUT_RIGHT_WITHIN = 8.0
"""Who sees a mistake has put it right by then: what is unclear for longer, or contradicts the record, is asked about.
Of two cards of the sixth turn one would have been taken back; so the second is the seventh."""
AT_REST_AFTER = 20.0
"""Nothing happens any more: nobody is waited for, no hand rests."""
EXCHANGED_WITHIN = 25.0
"""A card that has lain for longer is not taken back any more: what is missed then was not exchanged."""
