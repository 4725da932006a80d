"""What the doctor says of telephones."""

from __future__ import annotations

from device.features.telephones.checks import check_phones
from device.features.telephones.settings import PhoneSettings


def test_the_doctor_says_whether_pages_for_telephones_are_served(tmp_path):
    off = PhoneSettings()
    on = PhoneSettings(on=True)
    head = "  sl  local_address rem_address   st\n"
    quiet, busy = tmp_path / "quiet", tmp_path / "busy"
    rest = "00000000:00000000 00:00000000 00000000 0 0 4711 1\n"
    quiet.write_text(f"{head}   0: 0100007F:20B9 00000000:0000 01 {rest}   1: 00000000:0016 00000000:0000 0A {rest}")
    busy.write_text(f"{head}   0: 00000000000000000000000000000000:20B9 00000000:0000 0A {rest}")
    missing = tmp_path / "missing"

    def found(settings, table, socket=missing):
        (only,) = check_phones(settings, (missing, socket), (missing, table))
        return only.found, only.good

    assert found(off, quiet) == ("doctor.phones.off", True)
    assert found(off, busy) == ("doctor.phones.stray", False), "nothing may listen while telephones are off"
    assert found(off, busy, socket=quiet) == ("doctor.phones.on", True), "on for this evening only"
    assert found(on, busy) == ("doctor.phones.on", True)
    assert found(on, quiet) == ("doctor.phones.away", False)
