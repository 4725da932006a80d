"""What people press and look at: GPIO buttons and lights, command cards, the screen."""
