"""What is printed on cards, leaders and boards, and what every symbol means, to be looked up at the table."""

from device.feature import Feature

FEATURE = Feature("lookup", runs="device.features.lookup.pages:RunningLookUp")
