"""The owner's cards are known by their pictures where they have no stickers: `enrol` learns them."""

from device.feature import Feature

FEATURE = Feature(
    "card_art",
    knows_cards="device.features.card_art.owners_cards:OwnersCards",
    runs="device.features.card_art.owners_cards:RunningCardArt",
)
