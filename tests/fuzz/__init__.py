"""Bad input of every kind: nothing but clean errors."""
