"""Pictures of simulated tables."""
