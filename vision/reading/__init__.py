"""One picture in, sightings out: squares, edges, patterns, codes."""
