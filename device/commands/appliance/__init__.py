"""Commands that run beside the game on the appliance."""
