"""The output of the command line: sentences for people, JSON lines for programs, errors on standard error."""
