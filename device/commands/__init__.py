"""The commands of the program, one module each: `add` describes a command's arguments, `run` does it."""
