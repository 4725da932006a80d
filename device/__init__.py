"""The appliance: cameras, buttons, journal, umpire, settings, command line, main loop."""
