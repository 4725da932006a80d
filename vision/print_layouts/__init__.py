"""Other ways to print the kit: on pre-cut labels, for a cutting plotter, as slips for card sleeves."""
