"""Score sheets of a hall with many tables: as they are sent, signed and kept, for the hall and for leagues."""
