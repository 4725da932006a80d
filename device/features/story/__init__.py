"""`wondertable story`: tells a finished game as text, as a plot and as a page."""

from device.feature import Feature

FEATURE = Feature("story", commands={"story": "device.features.story.command"})
