"""What several features say of cards and of finished games."""
