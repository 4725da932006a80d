"""A main loop to which telephones are joined, without their server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.app.running_features import Appliance, RunningFeatures
from device.features.telephones.running import RunningTelephones
from device.settings.preferences import Preferences
from device.settings.settings import read_settings

if TYPE_CHECKING:
    from device.features.telephones.game.host import PhoneHost
    from device.features.telephones.wifi.hotspot import HotspotHost


def features_with(
    host: PhoneHost, preferences: Preferences | None = None, wifi: HotspotHost | None = None
) -> RunningFeatures:
    """No feature but these telephones, which are on."""
    preferences = preferences or Preferences(read_settings(()))
    preferences.change("phones.on", True)
    preferences.change("phones.enter", host.enters)
    features = RunningFeatures()
    features._running["telephones"] = RunningTelephones(Appliance(preferences, None, None, live=True), host, wifi)
    return features
