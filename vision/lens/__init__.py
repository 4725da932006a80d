"""A camera's lens: what it does to a picture, and how that is measured."""
