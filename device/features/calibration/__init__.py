"""The camera's lens is measured, with a printed board; the core reads what was measured (`vision.lens`)."""

from device.feature import Feature

FEATURE = Feature("calibration", commands={"calibrate": "device.features.calibration.command"})
