"""A camera's lens: how it distorts pictures, and how that is measured."""
