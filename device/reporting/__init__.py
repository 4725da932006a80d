"""What the command line says: sentences for people, JSON lines for programs, errors on their own stream."""
