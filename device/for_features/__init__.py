"""What several features share, and the core does without: results of many games, photographs, halls, local servers."""
