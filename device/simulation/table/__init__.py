"""What lies on the simulated table, who reaches over it, and when."""
