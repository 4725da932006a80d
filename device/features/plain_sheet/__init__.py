"""A plain score sheet: people count themselves, and the appliance adds up and keeps it with the past games."""

from device.feature import Feature

FEATURE = Feature("plain_sheet", runs="device.features.plain_sheet.pages:RunningPlainSheet")
