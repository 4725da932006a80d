"""The running appliance: the main loop and its dealings with the service manager."""
